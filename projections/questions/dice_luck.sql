/*
title = "Luck with dice"
meaning = "dice and coins as they fell, of seats that are known"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "faces", "purpose", "at_turn"]
formula = "sum of (face - (faces + 1) / 2) / sqrt((faces^2 - 1) / 12) / dice"
unit = "standard deviations of one die (of a d6: 1.71 points)"
kind = "mean"
y = "(p.face - (p.faces + 1) / 2) / sqrt((p.faces * p.faces - 1) / 12)"
sample = "dice whose thrower is known; on a coin the second face counts as high"
bias = "High is not always good. Only recorded throws are counted: a forgotten throw is missing."
*/

-- [rows]
select
    m.*, d.seat, m.players[d.seat + 1] as player, d.side + 1 as side, d.faces, d.purpose, d.turn as at_turn, d.face,
    opponents_of(m.players, m.sides, d.seat) as opponents, went_first(m.sides, d.seat, m.first_seat) as is_first, result_of(m.decided_by, m.drawn, m.winners, d.seat) as result
from dice d join chosen m on m.match = d.match
where d.seat is not null and d.faces > 1 and ($recorded or not d.undone)
