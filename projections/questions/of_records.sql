/*
meaning = "matches, also those in progress"
unit = "per 100 current actions, including the opening"
kind = "mean"
per = 100
x = "p.actions"

[numbers.take-backs]
title = "Take-backs"
formula = "100 * take-backs / actions"
y = "p.take_backs"
sample = "all matches in scope; take-backs that were undone later are counted"
bias = "Scorekeepers take back their own slips as well as players' moves."

[numbers.corrections]
title = "Corrections"
formula = "100 * (corrections + redos) / actions"
y = "p.corrections"
sample = "all matches in scope"
bias = "Only what somebody noticed."
*/

-- [rows]
select * from chosen
