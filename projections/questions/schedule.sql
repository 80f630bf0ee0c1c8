/*
title = "Time for a round"
meaning = "How long ended matches took, for who plans rounds: so many minutes are enough for so many tables."
formula = "quantiles of minutes over matches (interpolated); the interval of the 90th percentile is that of order statistics"
unit = "minutes of table time from the first action to the last"
sample = "ended matches whose times are known"
place = "command line"
recorded = "a match is as long as the line that stands"
bias = "Setting up and clearing away come on top. Matches in progress are left out, and they are the long ones."
chart = "bars game p90"
intervals = { p90 = ["low", "high"] }

[columns]
game = "the game"
n = "ended matches whose times are known"
p50 = "enough for half of the matches"
p75 = "for three quarters"
p90 = "for nine of ten"
low = "lower end of the 95 % interval of p90"
high = "upper end; of few matches the longest"
p95 = "for nineteen of twenty"
longest = "the longest"
*/

-- [answer]
select
    game, count(*) as n, median(minutes) as p50, quantile_cont(minutes, 0.75) as p75, quantile_cont(minutes, 0.9) as p90,
    list_sort(list(minutes))[greatest(1, floor(count(*) * 0.9e0 - 1.959963984540054e0 * sqrt(count(*) * 0.09e0))::bigint)] as low,
    list_sort(list(minutes))[least(count(*), ceil(count(*) * 0.9e0 + 1.959963984540054e0 * sqrt(count(*) * 0.09e0))::bigint + 1)] as high,
    quantile_cont(minutes, 0.95) as p95, max(minutes) as longest
from chosen
where status <> 'running' and minutes is not null
group by game
having n >= $least
order by game

-- [notes]
select counted(count(*), 'match', 'matches') || ' simulated, or with one moment known at most: left out'
from chosen where status <> 'running' and minutes is null
having count(*) > 0
