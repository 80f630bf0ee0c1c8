/*
meaning = "ended matches"
unit = "share of matches, from 0 to 1"
sample = "ended matches"
y = "p.turns"

[numbers.first-share]
title = "Won by who went first"
formula = "matches that the first side won / matches with a winner"
y = "list_contains(p.winning_sides, p.first_side)::integer"
where = "p.decided_by = 'play' and p.first_seat is not null and len(p.winners) > 0 and len(list_distinct(p.sides)) > 1"
sample = "matches decided by play and in which somebody went first; agreed ends and penalties are left out"
bias = "If the stronger player goes first more often (pilot speed, loser starts), the edge includes their strength. With two sides, a true 55 % is found in four of five cases from some 783 matches on, 60 % from 194, 52 % from 4,904."

[numbers.agreed-share]
title = "Ended by agreement"
formula = "matches that the players ended by agreement / ended matches"
y = "(p.decided_by = 'agreement')::integer"
bias = "Matches without a recorded end are in progress, and excluded."

[numbers.match-turns]
title = "Turns of a match"
formula = "median; the interval is that of order statistics"
unit = "turns (pairs of round and turn)"
kind = "quantile"
bias = "Matches in progress are left out, and they are the long ones. After a declared position turns count from it."

[numbers.match-turns-90]
title = "Turns of a long match"
formula = "90th percentile; the interval is that of order statistics"
unit = "turns (pairs of round and turn)"
kind = "quantile"
q = 0.9
bias = "As match-turns; below some 40 matches the upper end is the longest of them."

[numbers.match-actions]
title = "Actions of a match"
formula = "median; the interval is that of order statistics"
unit = "current actions, including the opening"
kind = "quantile"
y = "p.actions"
bias = "As match-turns. One scorekeeper's single action may be another's two."

[numbers.match-minutes]
title = "Minutes of a match"
formula = "median; the interval is that of order statistics"
unit = "minutes of table time, from the first action to the last"
kind = "quantile"
y = "p.minutes"
sample = "ended matches of which more than one time is known"
bias = "Times are the scorekeeper's. Simulated matches have no times."

[numbers.match-minutes-90]
title = "Minutes of a long match"
formula = "90th percentile; the interval is that of order statistics"
unit = "minutes of table time, from the first action to the last"
kind = "quantile"
q = 0.9
y = "p.minutes"
sample = "ended matches of which more than one time is known"
bias = "As match-minutes. The time for a round is near this number: nine of ten tables are done by then."
*/

-- [rows]
select *, sides[first_seat + 1] as first_side, list_transform(winners, lambda w: sides[w + 1]) as winning_sides from ended
