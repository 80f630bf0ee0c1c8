/*
title = "How matches end"
meaning = "Why ended matches ended, in the game's own words, how often, and after how many turns."
formula = "share = n / ended matches of the game; Wilson interval; turns = median"
unit = "matches; shares from 0 to 1; turns (pairs of round and turn)"
sample = "matches that ended so"
recorded = "a match ends on the line that stands"
bias = "Matches in progress are left out, and they are the long ones. What the players agreed is a reason of its own."
chart = "bars reason share by game"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
reason = "in the game's own word; agreed where the players ended it; penalty where an official did; result where an imported file has it"
n = "matches that ended so"
share = "n / ended matches of the game"
drawn = "of these, draws"
turns = "median of their turns"
*/

-- [answer]
select
    game, reason, count(*) as n, n / sum(count(*)) over (partition by game) as share,
    wilson_low(count(*), sum(count(*)) over (partition by game)) as low, wilson_high(count(*), sum(count(*)) over (partition by game)) as high,
    count(*) filter (drawn) as drawn, median(turns) as turns
from chosen
where decided_by is not null
group by game, reason
qualify n >= $least
order by game, n desc, reason

-- [matches]
select match from chosen
where decided_by is not null and game = $row_game and reason = $row_reason
