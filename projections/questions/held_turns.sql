/*
title = "Turns held"
meaning = "cards that were drawn and then played by the same seat"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "card", "at_turn"]
formula = "sum of (turn played - turn drawn) / copies drawn and played"
unit = "turns; those of the opponent count"
kind = "mean"
y = "p.held"
sample = "copies whose draw and play are both known, and in the same round"
bias = "Cards that stayed in the hand are not in it: they were held longest."
*/

-- [rows]
select *, next_turn - at_turn as held
from (
    select
        *, lead(action) over mine as next_action, lead(at_turn) over mine as next_turn, lead(at_round) over mine as next_round
    from moves
    where token is not null and action in ('opening', 'drawn', 'searched', 'taken', 'played')
    window mine as (partition by match, seat, token order by place)
)
where action in ('opening', 'drawn') and card is not null and next_action = 'played' and next_round = at_round
