/*
meaning = "turns of ended matches with one seat to act"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "at_turn", "at_round"]
sample = "turns in which only one seat was to act"
unit = "seconds of table time from the first action of a turn to its last"
y = "p.seconds"

[numbers.turn-seconds]
title = "Seconds of a turn"
formula = "median over turns; the interval is that of order statistics, with matches for cases"
kind = "quantile"
bias = "Time to think before the first action of a turn is not in it. Matches entered afterwards and simulated ones have no times."

[numbers.turn-seconds-90]
title = "Seconds of a long turn"
formula = "90th percentile over turns; the interval is that of order statistics, with matches for cases"
kind = "quantile"
q = 0.9
bias = "As turn-seconds."

[numbers.turn-actions]
title = "Actions of a turn"
formula = "sum of actions / turns"
unit = "actions"
kind = "mean"
y = "p.turn_actions"
bias = "One scorekeeper's single action may be another's two."
*/

-- [rows]
select s.*, t.turn as at_turn, t.round as at_round, t.actions as turn_actions, t.minutes * 60 as seconds from turns t join seated s on s.match = t.match and s.seat = t.seat
