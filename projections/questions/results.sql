/*
title = "Results by player"
meaning = "How each player's ended matches came out, agreed results included."
formula = "score = (won + drawn / 2) / n; the interval is Wilson's for that share"
unit = "matches; shares from 0 to 1"
sample = "matches ended with a winner or a draw"
recorded = "a match has one result, that of the line that stands"
bias = """\
Players meet different opponents, so a score says nothing of strength; ratings do. Where many matches are drawn the interval \
is wider than it need be."""
chart = "bars player score by game against 0.5"
percent = ["score"]
intervals = { score = ["low", "high"] }

[columns]
player = "the player"
game = "the game"
kind = "match, what-if, simulated, duplicate or competition"
n = "matches ended with a winner or a draw"
won = "of these, won"
drawn = "drawn"
lost = "lost"
score = "won and half of the drawn, as a share of n"
*/

-- [answer]
select
    player, game_of(game, kit) as game, kind,
    count(*) as n,
    count(*) filter (result = 'won') as won,
    count(*) filter (result = 'drawn') as drawn,
    count(*) filter (result = 'lost') as lost,
    (won + drawn / 2) / n as score,
    wilson_low(won + drawn / 2, n) as low,
    wilson_high(won + drawn / 2, n) as high
from results
where match in (select match from chosen) and result <> 'none' and ($player is null or lower(player) = lower($player))
group by player, game_of(game, kit), kind
having n >= $least
order by low desc, n desc, player, game, kind

-- [matches]
select match from results
where match in (select match from chosen) and result <> 'none' and player = $row_player and game = $row_game and kind = $row_kind

-- [notes]
select counted(count(*), 'match', 'matches') || ' ended without winner or draw, or still in progress: left out'
from chosen
where status = 'running' or (not drawn and len(winners) = 0)
having count(*) > 0
