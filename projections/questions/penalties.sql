/*
title = "Penalties"
meaning = "penalties"
keys = ["player", "seat", "is_first", "result", "penalty", "at_turn", "infraction", "official"]
formula = "100 * penalties / matches in scope"
unit = "per 100 matches"
kind = "incidence"
per = 100
y = "1"
exposed = "1"
sample = "all matches in scope"
bias = "What officials saw."
*/

-- [rows]
select m.*, j.seat, coalesce(m.players[j.seat + 1], j.person) as player, went_first(m.sides, j.seat, m.first_seat) as is_first, result_of(m.decided_by, m.drawn, m.winners, j.seat) as result, j.penalty, j.turn as at_turn, r.infraction, r.official
from judging j
join chosen m on m.match = j.match
left join judging r on r.match = j.match and r.version = j.about and r.kind = 'ruled'
where j.kind = 'penalised' and ($recorded or not j.undone)
