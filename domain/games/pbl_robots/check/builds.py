"""Builds: the MOVE, armor, crew, hangars, experts."""

from domain.cards import CardRecord
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.cards import (
    LIMBS,
    SHOULDERS,
    SLOT_INDEX,
    ActionCard,
    ArmorCard,
    CrewCard,
    ExpertPilot,
    HangarCard,
    kind_of,
)
from domain.games.pbl_robots.check.base import Problems, held_card
from domain.games.pbl_robots.check.effects import check_inputs
from domain.games.pbl_robots.numbers import excess, free_spaces, level_of, pilot_points
from domain.games.pbl_robots.resolve.builds import slot_for
from domain.games.pbl_robots.state import Side, State
from domain.rules import Violation
from domain.text import counted

COMMAND_FOR = {
    "armor": "build_armor",
    "crew": "play_crew",
    "hangar": "build_hangar",
    "expert_pilot": "play_expert_pilot",
    "action": "play_action",
}


def check_move(state: State, seat: int, *, rule: str) -> Problems:
    """A MOVE may be made now by this player; `rule` is the one that a move in another's turn breaks."""
    if seat != state.turn.seat:
        yield Violation(rule, f"it is {state.seats[state.turn.seat].name}'s turn")
    elif state.combat is not None:
        yield Violation("PBL-T02", "an attack is under way: it is finished first")
    elif state.turn.move_used:
        yield Violation("PBL-T02", "the MOVE of this turn is used")


def check_build(state: State, command: c.BuildArmor | c.PlayCrew | c.BuildHangar | c.PlayExpertPilot) -> Problems:
    """A build by the player whose turn it is, and whether the card may be built."""
    seat = acting_seat(state, command)
    yield from check_move_of_build(state, seat)
    yield from partner_card(state, seat, command.card)
    card, problem = held_card(state, seat, command.card)
    if problem is not None:
        yield problem
        return
    wanted = _wanted_kind(command)
    if card is None or kind_of(card) != wanted:
        yield _wrong_kind(card, wanted)
        return
    side = state.sides[state.seats[seat].side]
    slot = command.slot if isinstance(command, c.BuildArmor) else ""
    yield from check_placing(side, card, slot)
    if isinstance(command, c.PlayExpertPilot) and command.points is not None and command.points != pilot_points(side):
        yield Violation(
            "PBL-X01", f"{counted(pilot_points(side), 'pilot point')} on the robot, {command.points} announced"
        )
    if isinstance(card, ArmorCard | CrewCard | HangarCard | ExpertPilot):
        yield from check_inputs(state, seat, card.card_id, ("on_play",), command)


def check_move_of_build(state: State, seat: int) -> Problems:
    """As `check_move`; after a rage card an attack alone is left, never a second build (PBL-A29)."""
    yield from check_move(state, seat, rule="PBL-T09")
    if seat == state.turn.seat and state.turn.move_used and state.turn.rage and state.combat is None:
        yield Violation("PBL-A29", "rage allows an attack, not another build")


def partner_card(state: State, seat: int, ref: str) -> Problems:
    """Four hands: cards come from one's own hand only (PBL-V39)."""
    if state.options.team_mode != "two_robots_four_hands":
        return
    for other, person in enumerate(state.people):
        partner = other != seat and state.seats[other].side == state.seats[seat].side
        if partner and any(token.card == ref for token in person.hand if token.card):
            yield Violation("PBL-V39", f"that card is in {state.seats[other].name}'s hand; partners do not share hands")


def _wanted_kind(command: c.PblCommand) -> str:
    return {c.BuildArmor: "armor", c.PlayCrew: "crew", c.BuildHangar: "hangar"}.get(type(command), "expert_pilot")


def _wrong_kind(card: CardRecord | None, wanted: str) -> Violation:
    kind = kind_of(card) if card is not None else "card"
    text = f"{card.name if card is not None else 'that'} is no {wanted.replace('_', ' ')} but an {kind}: "
    rule = "PBL-T03" if isinstance(card, ActionCard) else "PBL-S02"
    return Violation(rule, text + COMMAND_FOR.get(kind, "it is not built"), impossible=rule == "PBL-S02")


def check_placing(side: Side, card: CardRecord, slot: str) -> Problems:
    """Whether a card may be built on a robot as it stands."""
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
                yield Violation("PBL-A25", f"there is no pilot whom {card.name} could replace", impossible=True)
            if points < card.pilot_points_required:
                text = f"{card.name} needs {counted(card.pilot_points_required, 'pilot point')}, the robot has {points}"
                yield Violation("PBL-A25", text)
        case _:
            yield Violation("PBL-T03", f"{card.name} cannot be built")


def _check_armor(side: Side, card: ArmorCard, slot: str) -> Problems:
    if card.slot == "any_limb" and not slot:
        yield Violation(
            "PBL-A01", f"name the limb for {card.name}: slot=head, left_arm, right_arm or legs", impossible=True
        )
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


def _check_pod(side: Side, card: ArmorCard, place: str) -> Problems:
    dead = side.slots[SLOT_INDEX[place]].dead
    if card.pod == "construction" and dead:
        yield Violation("PBL-A04", f"the {place.replace('_', ' ')} is dead; a construction pod goes on active limbs")
        yield Violation(
            "PBL-A09", f"a construction pod cannot cover the blow-off card on the {place.replace('_', ' ')}"
        )
    if card.pod == "regeneration" and not dead:
        yield Violation("PBL-A10", f"no blow-off card is on the {place.replace('_', ' ')}")


def _check_shoulder(side: Side, card: ArmorCard, place: str) -> Problems:
    arm = place.replace("shoulder", "arm")
    if side.slots[SLOT_INDEX["head"]].dead and side.slots[SLOT_INDEX[arm]].dead:
        yield Violation("PBL-A06", f"{card.name} needs an active head or {arm.replace('_', ' ')}")


def _check_crew(side: Side, card: CrewCard) -> Problems:
    highest = max((crew.skill for crew in side.crew), default=0)
    if not side.hangars:
        if side.crew or card.skill > 1:
            yield Violation("PBL-A14", "without a hangar there is one sidekick at most, of Skill 1")
            return
    elif free_spaces(side) < 1:
        yield Violation("PBL-A13", "the hangar has no free space")
    if card.skill > highest + 1:
        yield Violation("PBL-A12", f"{card.name} is Skill {card.skill}; at most Skill {highest + 1} may be hired now")


def check_reduction(state: State, command: c.ChooseReduction) -> Problems:
    """Exactly as many crew and storage bombs as there is no room for (PBL-A24, PBL-X12)."""
    if command.player is not None and not 0 <= command.player < len(state.seats):
        yield Violation("PBL-S01", f"there is no player {command.player + 1}", impossible=True)
        return
    side = state.sides[state.seats[acting_seat(state, command)].side]
    rule = "PBL-A24" if side.hangars else "PBL-X12"
    crew = [one.card for one in side.crew]
    for card in dict.fromkeys(command.crew):
        if card not in crew:
            yield Violation(rule, f"{state.catalogue.name_of(card)} is not in play there", impossible=True)
        elif command.crew.count(card) > 1:
            yield Violation(rule, f"{state.catalogue.name_of(card)} is named twice: it goes once", impossible=True)
    for value in set(command.bombs):
        if command.bombs.count(value) > side.bombs.count(value):
            yield Violation(rule, f"there is no storage bomb {value} to remove", impossible=True)
    wanted, chosen = _excess(state, side), len(command.crew) + len(command.bombs)
    if not wanted:
        text = "there is room for all: crew and storage bombs leave by abilities and combat alone"
        yield Violation("PBL-A23", text, impossible=not chosen)
    elif not chosen:
        yield Violation(rule, f"{wanted} must go: name them", impossible=True)
    elif chosen != wanted:
        yield Violation(rule, f"{wanted} must go, {chosen} chosen")


def _excess(state: State, side: Side) -> int:
    return excess(side, skill_1_only=state.options.sidekick_after_hangar_loss == "skill_1_only")
