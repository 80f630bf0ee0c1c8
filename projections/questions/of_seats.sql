/*
meaning = "seats of ended matches"
keys = ["player", "opponents", "seat", "side", "is_first", "result"]
unit = "share of seats, from 0 to 1"
sample = "all ended matches, agreed results and penalties included"

[numbers.draw-rate]
title = "Seats that drew"
formula = "seats of drawn matches / seats of matches with a winner or a draw"
y = "(p.result = 'drawn')::integer"
where = "p.result <> 'none'"
bias = "Agreed draws are in it; `-reason:…` leaves some out."

[numbers.score]
title = "Score"
formula = "(won + drawn / 2) / seats of matches with a winner or a draw"
unit = "share of the points, a win being 1 and a draw 1/2"
kind = "mean"
percent = ["value"]
y = "case p.result when 'won' then 1 when 'drawn' then 0.5 else 0 end"
where = "p.result <> 'none'"
bias = "As win-rate. The interval is Student's over matches, so with few of them it may reach beyond 0 or 1."

[numbers.final-points]
title = "Final number"
formula = "sum of the final numbers (points, prizes, victories) / seats"
unit = "the game's own: points, prizes, victories"
kind = "mean"
y = "p.scores[p.seat + 1]"
where = "p.scores is not null"
sample = "ended matches of games that count something"
bias = "Matches that end early end with less."

[numbers.deck-usage]
title = "Usage"
formula = "seats in the row / all seats of the same game and filters, by match"
kind = "incidence"
percent = ["value"]
y = "1"
exposed = "rows"
sample = "seats with a registered deck list, if grouped by deck or archetype; the others have a row of their own"
bias = "Counts what was brought, not how well it did."
*/

-- [rows]
select * from seated
