/*
title = "First player's edge"
meaning = "How often the side that went first won, compared with the share that each side would win with even chances."
formula = "share = won by the first side / matches with a winner; Wilson interval"
unit = "matches; shares from 0 to 1"
sample = "matches with this number of sides, won by play"
recorded = "a match has one result, that of its current actions"
bias = """\
The strength of the players is not corrected for: if the stronger player goes first more often (pilot speed, \
loser starts), the edge is theirs too. With two sides, four of five samples find a true share of 55 % with about 783 matches, 60 % with 194, 52 % with 4,904."""
chart = "bars game share by sides against fair"
percent = ["share", "fair"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
sides = "sides at the table"
n = "matches with this number of sides, won by play"
first_won = "of these, won by the side that went first"
drawn = "further matches that were drawn"
share = "first_won / n"
fair = "1 / sides"
verdict = "whether the interval excludes the fair share, in words; too few to tell with fewer than 30 matches"
*/

-- [answer]
select
    game, side_count as sides,
    count(*) filter (not is_drawn) as n,
    count(*) filter (not is_drawn and is_first) as first_won,
    count(*) filter (is_drawn) as drawn,
    first_won / nullif(n, 0) as share,
    wilson_low(first_won, n) as low,
    wilson_high(first_won, n) as high,
    1 / side_count as fair,
    case
        when n = 0 then 'no decided matches'
        when n < 30 then 'too few matches to tell'
        when low > fair then 'first player favoured'
        when high < fair then 'first player at a disadvantage'
        else 'no evidence of an edge'
    end as verdict
from (
    select game, len(list_distinct(sides)) as side_count, drawn as is_drawn,
        list_contains(list_transform(winners, lambda w: sides[w + 1]), sides[first_seat + 1]) as is_first
    from chosen
    where decided_by = 'play' and first_seat is not null and side_count > 1
        and (drawn or len(winners) > 0)
)
group by game, side_count
order by game, side_count

-- [matches]
select match from chosen
where decided_by = 'play' and first_seat is not null and (drawn or len(winners) > 0) and game = $row_game
    and len(list_distinct(sides)) = $row_sides

-- [notes]
select counted(count(*), 'match', 'matches') || case decided_by when 'penalty' then ' decided by a penalty: left out' else ' ended by agreement: left out' end
from chosen where decided_by <> 'play'
group by decided_by
union all
select counted(count(*), 'match', 'matches') || ' with unknown first player: left out'
from chosen where decided_by = 'play' and first_seat is null
having count(*) > 0
