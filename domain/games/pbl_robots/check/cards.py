"""Actions, blasts, picks, effects entered by hand, adjustments and declared positions."""

from domain.cards import UNKNOWN, parse_ref
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.cards import (
    ActionCard,
    CrewCard,
)
from domain.games.pbl_robots.check.base import Problems, faces, held_card, name, not_held, orange
from domain.games.pbl_robots.check.builds import partner_card
from domain.games.pbl_robots.check.effects import check_inputs
from domain.games.pbl_robots.numbers import current_side, free_spaces, meant
from domain.games.pbl_robots.resolve.base import card_of
from domain.games.pbl_robots.state import State
from domain.rules import Violation


def check_action(state: State, command: c.PlayAction) -> Problems:
    seat = acting_seat(state, command)
    yield from partner_card(state, seat, command.card)
    card, problem = held_card(state, seat, command.card)
    if problem is not None:
        yield problem
        return
    if not isinstance(card, ActionCard):
        yield Violation("PBL-A26", f"{card.name if card else 'that'} is no action card", impossible=True)
        return
    yield from check_inputs(state, seat, card.card_id, ("action", "on_play"), command)


def check_effect(state: State, command: c.ResolveEffect) -> Problems:
    card = card_of(command.source)
    problem = orange(state, card or UNKNOWN) if state.catalogue.get(card) is None or card is None else None
    if problem is not None:
        yield problem
    if command.player is not None and not 0 <= command.player < len(state.seats):
        yield Violation("PBL-S01", f"there is no player {command.player + 1}", impossible=True)
    if state.action is not None and state.action.by_hand and card != state.action.card:
        yield Violation("PBL-A27", f"{name(state, state.action.card)} is in progress and is resolved first")


def check_blast(state: State, command: c.BlastCrew) -> Problems:
    seat = acting_seat(state, command)
    side = state.sides[state.seats[seat].side]
    wanted = card_of(command.crew)
    if all(crew.card != wanted for crew in side.crew):
        yield Violation("PBL-A17", f"{name(state, wanted)} is not in play on that robot", impossible=True)
        return
    card = state.catalogue.get(wanted)
    if not isinstance(card, CrewCard) or not card.blast:
        yield Violation("PBL-A17", f"{name(state, wanted)} has no blast: it stays in play")
        return
    yield from _check_timing(state, seat, card)
    yield from check_inputs(state, seat, card.card_id, ("blast",), command)


def _check_timing(state: State, seat: int, card: CrewCard) -> Problems:
    """When a blast may be used (PBL-A18, PBL-Q58); four hands: in either partner's turn (PBL-Q35)."""
    side, combat = state.seats[seat].side, state.combat
    if card.blast == "own_turn" and current_side(state) != side:
        yield Violation("PBL-A18", f"{card.name} is discarded in one's own turn only")
        if combat is not None and combat.target == side:
            yield Violation("PBL-C15", f"{card.name} has no blast for a defender")
    elif card.blast == "attacking" and (combat is None or combat.attacker != side):
        yield Violation("PBL-A18", f"{card.name} is discarded while attacking")
    elif card.blast == "defending" and (combat is None or combat.target != side):
        yield Violation("PBL-A18", f"{card.name} is discarded while defending")


def check_pick(state: State, command: c.PickArmor) -> Problems:
    seat = acting_seat(state, command)
    wanted = parse_ref(command.crew)
    side = state.sides[state.seats[seat].side]
    if any(crew.card == wanted.card for crew in side.crew):
        yield Violation("PBL-A19", "a pick is used from the hand, not with a crew member in play", impossible=True)
        return
    if meant(state.people[seat].hand, wanted) is None:
        yield not_held(state, seat, wanted)
        return
    card, problem = held_card(state, seat, command.crew)
    if problem is not None:
        yield problem
        return
    if not isinstance(card, CrewCard) or card.pick is None:
        yield Violation("PBL-A19", f"{card.name if card else 'that'} has no pick")
        return
    timing = card.pick_timing or state.options.pick_timing
    if timing == "own_turn" and seat != state.turn.seat:
        yield Violation("PBL-A19", f"{card.name} is picked with in one's own turn only")


def check_storage_bomb(state: State, command: c.AddStorageBomb) -> Problems:
    side = state.sides[state.seats[acting_seat(state, command)].side]
    yield from faces((command.die,))
    card = card_of(command.source)
    if card is None or state.catalogue.get(card) is None:
        yield Violation("PBL-A22", "a storage bomb comes from a card's ability: name the card")
    if not side.hangars or free_spaces(side) < 1:
        yield Violation("PBL-A22", "there is no free hangar space")


def check_adjust(_state: State, command: c.Adjust) -> Problems:
    if not command.reason.strip():
        yield Violation("PBL-E06", "an adjustment needs a reason", impossible=True)
