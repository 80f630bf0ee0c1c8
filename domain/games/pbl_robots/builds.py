"""Building cards on robots, blowing off limbs and shoulders, and regenerating limbs."""

from collections.abc import Iterator

from domain.cards import CardRecord
from domain.effects.lasting import prevention
from domain.game import made
from domain.games.pbl_robots.cards import (
    LIMBS,
    SHOULDERS,
    SLOT_INDEX,
    SLOTS,
    ArmorCard,
    CrewCard,
    ExcludeDice,
    ExpertPilot,
    HangarCard,
    SlotName,
    StarterPilot,
)
from domain.games.pbl_robots.events import builds
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.builds import LimbRegenerated
from domain.games.pbl_robots.events.combat import LimbBlownOff, ShoulderDestroyed
from domain.games.pbl_robots.events.effects import BlowOffPrevented
from domain.games.pbl_robots.numbers import free_spaces, level_of, limb_subject, pilot_points
from domain.games.pbl_robots.state import Armor, Crew, Hangar, Pilot, Side, Slot
from domain.rules import Violation, impossible
from domain.text import pluralize


def armor_of(card: ArmorCard, slot: Slot) -> Armor:
    """Return an armor for a slot. A construction pod is one level above the armor that it covers, at most 3 (PBL-A09)."""
    excludes = tuple(v for effect in card.effects if isinstance(effect, ExcludeDice) for v in effect.values)
    level = card.level
    if card.pod == "construction":
        level = min(3, (slot.stack[-1].level if slot.stack else 0) + 1)
    return Armor(card.card_id, level, card.attack, card.defense, card.pod, excludes, card.counter)


def crew_of(card: CrewCard) -> Crew:
    """Return a crew member with its printed numbers."""
    return Crew(card.card_id, card.skill, card.attack, card.defense, card.counter)


def hangar_of(card: HangarCard) -> Hangar:
    """Return a hangar with its printed numbers."""
    return Hangar(card.card_id, card.level, card.spaces, card.attack, card.defense)


def starter_of(card: StarterPilot) -> Pilot:
    """Return the pilot for a starter's card."""
    return made(Pilot, card, card=card.card_id)


def expert_of(card: ExpertPilot) -> Pilot:
    """Return the pilot for an expert's card."""
    return made(Pilot, card, card=card.card_id, expert=True)


def check_placing(side: Side, card: CardRecord, slot: str) -> Iterator[Violation]:
    """Yield the violations of building a card on a robot in its current state."""
    match card:
        case ArmorCard():
            yield from _check_armor(side, card, slot)
        case CrewCard():
            yield from _check_crew(side, card)
        case HangarCard():
            level = side.hangars[-1].level if side.hangars else 0
            if card.level > level + 1:
                text = f"{card.name} is Level {card.level}; at most Level {level + 1} may be built now"
                yield Violation("PBL-A20", text)
        case ExpertPilot():
            points = pilot_points(side)
            if not side.pilots:
                yield impossible("PBL-A25", f"{card.name} has no pilot to replace")
            if points < card.pilot_points_required:
                text = (
                    f"{card.name} needs {pluralize(card.pilot_points_required, 'pilot point')}, the robot has {points}"
                )
                yield Violation("PBL-A25", text)
        case _:
            yield Violation("PBL-T03", f"{card.name} cannot be built")


def _check_armor(side: Side, card: ArmorCard, slot: str) -> Iterator[Violation]:
    if card.slot == "any_limb" and not slot:
        yield impossible("PBL-A01", f"name the limb for {card.name}: slot=head, left_arm, right_arm or legs")
        return
    place = slot_for(card, slot)
    if card.slot == "any_limb":
        if place not in LIMBS:
            yield Violation("PBL-A01", f"{card.name} goes on a limb, not on a shoulder")
            if card.pod == "construction":
                yield Violation("PBL-A09", "a construction pod covers armor of a limb, not of a shoulder")
            return
        yield from _check_pod(side, card, place)
        return
    if place != card.slot:
        yield Violation("PBL-A01", f"{card.name} goes on the {card.slot.replace('_', ' ')}")
        return
    if place in SHOULDERS:
        yield from _check_shoulder(side, card, place)
        return
    limb = side.slots[SLOT_INDEX[place]]
    if limb.dead:
        yield Violation("PBL-A04", f"the {place.replace('_', ' ')} is dead; armor goes on active limbs")
    if card.level > level_of(limb) + 1:
        text = f"{card.name} is Level {card.level}; on Level {level_of(limb)} at most Level {level_of(limb) + 1}"
        yield Violation("PBL-A02", text)


def _check_pod(side: Side, card: ArmorCard, place: str) -> Iterator[Violation]:
    dead = side.slots[SLOT_INDEX[place]].dead
    if card.pod == "construction" and dead:
        yield Violation("PBL-A04", f"the {place.replace('_', ' ')} is dead; a construction pod goes on active limbs")
        yield Violation(
            "PBL-A09", f"a construction pod cannot cover the blow-off card on the {place.replace('_', ' ')}"
        )
    if card.pod == "regeneration" and not dead:
        yield Violation("PBL-A10", f"no blow-off card is on the {place.replace('_', ' ')}")


def _check_shoulder(side: Side, card: ArmorCard, place: str) -> Iterator[Violation]:
    arm = place.replace("shoulder", "arm")
    if side.slots[SLOT_INDEX["head"]].dead and side.slots[SLOT_INDEX[arm]].dead:
        yield Violation("PBL-A06", f"{card.name} needs an active head or {arm.replace('_', ' ')}")


def _check_crew(side: Side, card: CrewCard) -> Iterator[Violation]:
    highest = max((crew.skill for crew in side.crew), default=0)
    if not side.hangars:
        if side.crew or card.skill > 1:
            yield Violation("PBL-A14", "without a hangar there is one sidekick at most, of Skill 1")
            return
    elif free_spaces(side) < 1:
        yield Violation("PBL-A13", "the hangar has no free space")
    if card.skill > highest + 1:
        yield Violation("PBL-A12", f"{card.name} is Skill {card.skill}; at most Skill {highest + 1} may be hired now")


def slot_for(card: CardRecord | None, slot: str) -> SlotName:
    """Return the slot that an armor goes on: `slot` if given, else the one that the card names."""
    named = slot or getattr(card, "slot", "head")
    return next((place for place in SLOTS if place == named), "head")


def place_card(
    out: PblBuffer,
    side: int,
    card: CardRecord | None,
    slot: str,
    *,
    seat: int | None,
    token: int | None,
    points: int | None = None,
) -> None:
    """Put a card into play on a robot; a card that cannot be built has no effect."""
    match card:
        case ArmorCard():
            place_armor(out, side, card, slot_for(card, slot), seat=seat, token=token)
        case CrewCard():
            out.add(builds.CrewPlayed(side=side, crew=crew_of(card), seat=seat, token=token, move=seat is not None))
        case HangarCard():
            place_hangar(out, side, card, seat=seat, token=token)
        case ExpertPilot():
            place_expert(out, side, card, seat=seat, token=token, points=points)
        case _:
            pass


def place_armor(
    out: PblBuffer, side: int, card: ArmorCard, slot: SlotName, *, seat: int | None, token: int | None
) -> None:
    """Build an armor on a slot. A regeneration pod removes the blow-off card first (PBL-A10)."""
    cover_counter(out, side, slot)
    if card.pod == "regeneration" and out.state.sides[side].slots[SLOT_INDEX[slot]].dead:
        out.add(builds.LimbRegenerated(side=side, slot=slot))
    armor = armor_of(card, out.state.sides[side].slots[SLOT_INDEX[slot]])
    out.add(builds.ArmorBuilt(side=side, slot=slot, armor=armor, seat=seat, token=token, move=seat is not None))


def place_hangar(out: PblBuffer, side: int, card: HangarCard, *, seat: int | None, token: int | None) -> None:
    """Build a hangar. The sidekick moves into a robot's first hangar (PBL-A15)."""
    first = not out.state.sides[side].hangars
    out.add(builds.HangarBuilt(side=side, hangar=hangar_of(card), seat=seat, token=token, move=seat is not None))
    if first:
        for crew in out.state.sides[side].crew:
            out.add(builds.SidekickMoved(side=side, card=crew.card))


def place_expert(
    out: PblBuffer, side: int, card: ExpertPilot, *, seat: int | None, token: int | None, points: int | None = None
) -> None:
    """Put an expert into the cockpit (PBL-A25); a previous expert is scrapped (PBL-Q15)."""
    one = out.state.sides[side]
    old = next((pilot.card for pilot in one.pilots if pilot.expert), "")
    counted = pilot_points(one) if points is None else points
    out.add(
        builds.ExpertPilotPlayed(
            side=side,
            pilot=expert_of(card),
            points=counted,
            scrapped=old,
            seat=seat,
            token=token,
            move=seat is not None,
        )
    )
    if card.rage:
        out.add(builds.RageGiven(side=side))


def cover_counter(out: PblBuffer, side: int, slot: SlotName) -> None:
    """Reset the counter of the top armor to its start value, because the next armor covers it (PBL-A11)."""
    stack = out.state.sides[side].slots[SLOT_INDEX[slot]].stack
    if stack and stack[-1].counter is not None:
        start: int | None = getattr(out.state.catalogue.get(stack[-1].card), "counter", None)
        if start != stack[-1].counter:
            out.add(builds.CounterReset(side=side, card=stack[-1].card, value=start))


def blow_off(out: PblBuffer, side: int, slot: SlotName, by: int | None) -> None:
    """Blow off a limb (PBL-C18) or scrap a shoulder (PBL-C19), unless an effect prevents it. `by` is the side credited."""
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
    """Remove the blow-off card from a limb; its upgrades are scrapped unless `keep_upgrades` (PBL-X15)."""
    one = out.state.sides[side].slots[SLOT_INDEX[slot]]
    if not one.dead:  # an action that regenerates a limb may be played without a dead one
        return
    if keep_upgrades:
        out.add(LimbRegenerated(side=side, slot=slot))
        return
    cards = tuple(armor.card for armor in one.stack)
    out.add(LimbRegenerated(side=side, slot=slot, scrapped=cards, detached=one.attached))
