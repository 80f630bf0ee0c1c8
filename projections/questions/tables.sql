/*
title = "Tables behind time"
meaning = "The matches that are being played: how long they have taken, against what such matches take, the latest first."
formula = """\
minutes = from the first action to the last that was recorded; usual, slow = median and 90th percentile of the ended matches \
in scope of that game; behind = minutes beyond the 90th percentile"""
unit = "minutes of table time"
sample = "ended matches of the game"
place = "command line"
recorded = "a match is as long as the line that stands"
bias = """\
A match that nobody records any more looks as if it stood still: see when its last entry was. With fewer than 30 ended \
matches (n) the usual is a guess."""

[columns]
game = "the game"
match = "its id"
players = "who plays"
turn = "the turn"
minutes = "how long it has taken; empty for a simulated match"
n = "ended matches of the game"
usual = "median of these"
slow = "their 90th percentile"
behind = "minutes beyond that; empty where it is not"
last = "table time of its last entry (UTC)"
*/

-- [answer]
select
    r.game, r.match, array_to_string(r.players, ', ') as players, r.turn,
    case when r.kind <> 'simulated' then coalesce(r.minutes, 0) end as minutes, coalesce(u.n, 0) as n, u.usual, u.slow,
    case when r.minutes > u.slow then r.minutes - u.slow end as behind, strftime(r.ended_at, '%Y-%m-%d %H:%M') as last
from chosen r
left join (
    select game, count(minutes) as n, median(minutes) as usual, quantile_cont(minutes, 0.9) as slow
    from chosen
    where status <> 'running'
    group by game
) u on u.game = r.game
where r.status = 'running'
order by behind desc nulls last, minutes desc, r.match
