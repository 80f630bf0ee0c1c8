/*
meaning = "attacks in which both sides rolled initial dice"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "at_turn"]
unit = "share of attacks"
sample = "as attack-rolls"

[numbers.attack-rolls]
title = "Attacks that rolled higher"
formula = "attacks whose initial dice have a higher sum than those of the defense / attacks"
y = "(p.total > p.above)::integer"
sample = "attacks in which both sides rolled dice; in a team of several players, the row of the attack has no player"
bias = "Bombs, shields and effects come later and are not included; dice that armor excludes are."

[numbers.attack-chance]
title = "Attacks expected to roll higher"
formula = "sum of P(sum of a d6 > sum of b d6) / attacks; exact, for the numbers of dice that both sides rolled"
kind = "mean"
percent = ["value"]
y = "outrolling(p.dice, p.against)"
bias = "It measures how players chose their attacks, not the luck of the dice."

[numbers.attack-luck]
title = "Luck in attacks"
formula = "(attacks that rolled higher - expected number of them) / attacks, that is attack-rolls - attack-chance"
unit = "attacks above expectation per attack"
kind = "mean"
percent = ["value"]
y = "(p.total > p.above)::integer - outrolling(p.dice, p.against)"
bias = "Around 0 with fair dice, whatever players choose. Otherwise as attack-rolls."
*/

-- [rows]
select m.*, a.seat, m.players[a.seat + 1] as player, a.side + 1 as side, a.turn as at_turn, a.dice, a.total, a.against, a.above,
    list_filter(m.players, lambda _, place: m.sides[place] <> a.side) as opponents, went_first(m.sides, a.seat, m.first_seat) as is_first, result_of(m.decided_by, m.drawn, m.winners, a.seat) as result
from (
    select *, lead(purpose) over (partition by match order by position, k) as next,
        lead(dice) over (partition by match order by position, k) as against,
        lead(total) over (partition by match order by position, k) as above
    from (
        select match, position, k, purpose, any_value(turn) as turn, any_value(seat) as seat, any_value(side) as side,
            count(*) as dice, sum(face) as total
        from dice
        where game = 'pbl_robots' and purpose in ('attack', 'defense') and ($recorded or not undone)
        group by match, position, k, purpose
    )
) a
join chosen m on m.match = a.match
where a.purpose = 'attack' and a.next = 'defense'
