/*
title = "How long limbs last"
meaning = """\
The share of limbs that are still active after a number of turns, as a Kaplan-Meier curve for each kind of limb. A regenerated \
limb counts as a new one; a limb that is active at the end of the match counts up to then (it is censored)."""
formula = """\
share = product of (1 - lost / at risk) over the turns so far; greenwood = its standard error if all limbs were independent; \
low and high = from log(-log share) with its spread over matches and Student's t"""
unit = "turns of both players since the match began or the limb regenerated"
sample = "limbs that were active until then (at risk)"
bias = """\
Players choose their targets, so a limb that lasts may only be less valuable. A regenerated limb has a history, but counts as \
a new one. After a declared position, turns count from that position."""
chart = "lines turns share by slot"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
slot = "head, left_arm, right_arm or legs"
turns = "turns since the limb became active"
n = "limbs that were active until then (at risk)"
lost = "limbs at risk that were blown off in that turn"
share = "share of limbs that last longer"
greenwood = "standard error of the share if all limbs were independent"
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
