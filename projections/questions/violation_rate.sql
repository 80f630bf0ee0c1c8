/*
title = "Violations"
meaning = "violations recorded on entries"
keys = ["player", "seat", "is_first", "result", "rule", "at_turn"]
formula = "100 * violations / actions of the matches in scope, those without violations included; with player:, violations when that player was to act, and all actions of their matches"
unit = "per 100 current actions, including the opening"
kind = "incidence"
per = 100
y = "1"
exposed = "p.actions"
sample = "all matches in scope"
bias = "Strict recording refuses what it sees, so only matches recorded as played show how often players err."
*/

-- [rows]
select m.*, v.seat, m.players[v.seat + 1] as player, went_first(m.sides, v.seat, m.first_seat) as is_first, result_of(m.decided_by, m.drawn, m.winners, v.seat) as result, v.rule, case when (v.round, v.turn) >= (m.from_round, m.from_turn) then v.turn end as at_turn from violations v join chosen m on m.match = v.match where $recorded or not v.undone
