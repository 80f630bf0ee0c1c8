"""Death and return of limbs."""

from domain.effects.lasting import prevention
from domain.games.pbl_robots.cards import SHOULDERS, SLOT_INDEX, SlotName
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.builds import LimbRegenerated
from domain.games.pbl_robots.events.combat import LimbBlownOff, ShoulderDestroyed
from domain.games.pbl_robots.events.effects import BlowOffPrevented
from domain.games.pbl_robots.numbers import limb_subject


def blow_off(out: PblBuffer, side: int, slot: SlotName, by: int | None) -> None:
    """A limb dies (PBL-C18) or a shoulder is scrapped (PBL-C19), unless an effect prevents it."""
    state = out.state
    subject = limb_subject(state, side, SLOT_INDEX[slot]) if state.lasting else None
    guard = prevention(state.lasting, "blow_off", subject, state.seats) if subject is not None else None
    if guard is not None:
        out.add(BlowOffPrevented(side=side, slot=slot, effect=guard.id))
        return
    if slot not in SHOULDERS:
        out.add(LimbBlownOff(side=side, slot=slot, by=by if by != side else None))
        return
    stack = out.state.sides[side].slots[SLOT_INDEX[slot]].stack
    left = len(stack) - 1 if out.state.options.shoulder_stack_destroyed == "top_only" else 0
    scrapped = tuple(armor.card for armor in stack[max(0, left) :])
    out.add(ShoulderDestroyed(side=side, slot=slot, scrapped=scrapped, left=max(0, left)))


def regenerate(out: PblBuffer, side: int, slot: SlotName, *, keep_upgrades: bool) -> None:
    """A blow-off card leaves a limb; the upgrades are scrapped unless the card says otherwise (PBL-X15)."""
    one = out.state.sides[side].slots[SLOT_INDEX[slot]]
    if not one.dead:  # an action whose text says so may be played without a dead limb
        return
    if keep_upgrades:
        out.add(LimbRegenerated(side=side, slot=slot))
        return
    cards = tuple(armor.card for armor in one.stack)
    out.add(LimbRegenerated(side=side, slot=slot, scrapped=cards, detached=one.attached))
