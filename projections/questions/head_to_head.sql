/*
title = "Head to head"
meaning = "How players did against each other, one row for each two that met on different sides."
formula = "score = (won + drawn / 2) / n; Wilson's interval for that share"
unit = "matches; shares from 0 to 1"
sample = "matches against each other"
place = "command line"
recorded = "a match has one result, that of the line that stands"
bias = "Few matches say little; in matches of more than two sides a third may have won, and then both lost."
chart = "bars opponent score by player against 0.5"
percent = ["score"]
intervals = { score = ["low", "high"] }

[columns]
game = "the game"
player = "the player"
opponent = "a player of another side"
n = "matches against each other"
won = "of these, won by the player"
drawn = "drawn"
lost = "lost"
score = "won and half of the drawn, as a share of n"
*/

-- [answer]
select
    game, player, opponent, count(*) as n, count(*) filter (result = 'won') as won, count(*) filter (result = 'drawn') as drawn,
    count(*) filter (result = 'lost') as lost, (won + drawn / 2) / n as score,
    wilson_low(won + drawn / 2, n) as low, wilson_high(won + drawn / 2, n) as high
from (
    select
        game, players[seat + 1] as player,
        unnest(list_filter(players, lambda _, place: sides[place] <> sides[seat + 1])) as opponent,
        case when drawn then 'drawn' when list_contains(winners, seat) then 'won' else 'lost' end as result
    from (select *, unnest(range(len(players))) as seat from chosen where decided_by is not null and (drawn or len(winners) > 0))
)
where ($player is null or lower(player) = lower($player)) and ($opponent is null or lower(opponent) = lower($opponent))
group by game, player, opponent
having n >= $least
order by low desc, n desc, game, player, opponent

-- [matches]
select match
from (select match, game, players, sides, unnest(range(len(players))) as seat from chosen where decided_by is not null and (drawn or len(winners) > 0))
where game = $row_game and players[seat + 1] = $row_player
    and list_contains(list_filter(players, lambda _, place: sides[place] <> sides[seat + 1]), $row_opponent)
