/*
title = "Unseen draws"
meaning = "cards drawn in matches in scope"
keys = ["seat", "player", "is_first", "result", "at_turn"]
formula = "cards of opening hands and draws without identity when they were drawn / all of them"
unit = "share of cards, from 0 to 1"
y = "(p.card is null)::integer"
sample = "all matches in scope"
bias = "Cards that became known later count as unknown here: it is the record's quality at the table."
*/

-- [rows]
select m.*, c.seat, m.players[c.seat + 1] as player, went_first(m.sides, c.seat, m.first_seat) as is_first, result_of(m.decided_by, m.drawn, m.winners, c.seat) as result, c.turn as at_turn, c.card
from cards c join chosen m on m.match = c.match
where c.action in ('opening', 'drawn') and ($recorded or not c.undone)
