/*
title = "How long limbs last"
meaning = """\
Of limbs that stand, which share is not blown off yet after so many turns: Kaplan and Meier's curve for each of them. A limb \
that regenerates begins anew; one that stands when the match ends is counted as long as it was seen."""
formula = """\
share = product of (1 - lost / at risk) over the turns so far; greenwood: its standard error, were all limbs independent; \
low, high from log(-log share), whose spread is that over matches, with Student's t"""
unit = "turns since the match began or the limb regenerated, those of the opponent count"
sample = "limbs that stood until then (at risk)"
bias = """\
Limbs are attacked by choice: one that lasts may only be worth less. A limb that regenerates has a history; it is counted \
like a new one. After a declared position turns count from it."""
chart = "lines turns share by slot"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
slot = "head, left_arm, right_arm or legs"
turns = "turns since it stood"
n = "limbs that stood until then (at risk)"
lost = "of these, blown off in that turn"
share = "share that lasts longer"
greenwood = "its standard error, were all limbs independent"
*/

-- [answer]
with changes as (
    select m.match, b.side, b.slot, b.turn, place_of(b.position, b.k) as place, true as is_lost
    from pbl_robots.blow_offs b
    join chosen m on m.match = b.match
    where $recorded or not b.undone
    union all
    select m.match, (e.data ->> 'side')::integer, e.data ->> 'slot', e.turn, place_of(e.position, e.k), false
    from events e
    join chosen m on m.match = e.match
    where e.game = 'pbl_robots' and e.type = 'limb_regenerated' and ($recorded or not e.undone)
    union all
    select m.match, side, slot, m.from_turn, -1, false
    from chosen m, unnest(list_distinct(m.sides)) s(side), unnest(['head', 'left_arm', 'right_arm', 'legs']) l(slot)
    where m.turns > 0
),
lives as (
    select slot as curve, match, coalesce(next_turn, last) - turn as turns, coalesce(next_lost, false)::integer as is_gone
    from (
        select c.*, m.players, m.sides, m.turn as last, lead(c.turn) over line as next_turn, lead(c.is_lost) over line as next_lost
        from changes c
        join chosen m on m.match = c.match
        window line as (partition by c.match, c.side, c.slot order by c.place)
    )
    where not is_lost and of_side($player, players, sides, side)
)
select curve as slot, turns, n, gone as lost, share, low, high, greenwood
from kaplan_meier('lives')
where n >= $least
order by slot, turns
