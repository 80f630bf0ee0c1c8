/*
title = "What is done"
meaning = "current actions after the opening; turns are turns of play, without declared positions"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "command", "at_turn", "at_round", "at_phase"]
formula = "actions in the row / all actions of the same game and filters, by match"
unit = "share of actions, from 0 to 1"
kind = "incidence"
percent = ["value"]
y = "1"
exposed = "rows"
sample = "all matches in scope"
bias = "One scorekeeper's single action may be another's two."
*/

-- [rows]
select
    m.*, e.seat, m.players[e.seat + 1] as player, e.command,
    m.sides[e.seat + 1] + 1 as side, opponents_of(m.players, m.sides, e.seat) as opponents,
    went_first(m.sides, e.seat, m.first_seat) as is_first, result_of(m.decided_by, m.drawn, m.winners, e.seat) as result,
    case when (e.round, e.turn) >= (m.from_round, m.from_turn) then e.turn end as at_turn,
    case when (e.round, e.turn) >= (m.from_round, m.from_turn) then e.round end as at_round, e.phase as at_phase
from entries e join chosen m on m.match = e.match
where e.kind = 'action' and ($recorded or not e.undone)
