/*
title = "What turns go to"
meaning = """\
In which share of the turns somebody attacked, captured a prize card, swapped cards (which costs the turn's attack), played \
a component, evolved a robot or took one back."""
formula = "share = turns with it / turns; Wilson's interval, for the effective number of independent turns, by the spread over matches"
unit = "turns; shares from 0 to 1"
sample = "turns"
recorded = "a turn is what stands of it"
bias = "What one does in a turn depends on what one holds: a turn without an attack need not be lost."
chart = "bars what share"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
what = "attack, capture, swap, component, evolve or retreat"
n = "turns"
turns = "of these, turns with it"
share = "turns / n"
*/

-- [answer]
with done as (
    select 'attack' as what, match, turn from frc_tcg.attacks where not undone
    union select 'capture', match, turn from frc_tcg.captures where not undone
    union select 'swap', match, turn from frc_tcg.swaps where not undone
    union select 'component', match, turn from frc_tcg.components where not undone and change = 'played'
    union select 'evolve', match, turn from frc_tcg.evolutions where not undone and change = 'evolved'
    union select 'retreat', match, turn from frc_tcg.retreats where not undone
),
played as (select t.match, t.turn from turns t join chosen m on m.match = t.match where of_player($player, m.players, t.seat)),
counts as (
    select w.what, p.match, count(*) as x, count(d.match) as y
    from played p
    cross join (select distinct what from done) w
    left join done d on d.what = w.what and d.match = p.match and d.turn = p.turn
    group by w.what, p.match
)
select
    what, sum(x)::bigint as n, sum(y)::bigint as turns, sum(y) / sum(x) as share,
    wilson_low(share * cases_of(y, x), cases_of(y, x)) as low, wilson_high(share * cases_of(y, x), cases_of(y, x)) as high
from counts
group by what
having sum(x) >= $least
order by share desc, what
