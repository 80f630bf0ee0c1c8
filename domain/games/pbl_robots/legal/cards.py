"""Candidates for commands with hand cards and crew."""

from collections.abc import Iterator
from itertools import product
from typing import Literal

from msgspec.structs import replace

from domain.cards import CardRecord
from domain.games.pbl_robots import cards
from domain.games.pbl_robots.actors import player_seats
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.builds import BuildArmor, BuildHangar, PlayCrew, PlayExpertPilot
from domain.games.pbl_robots.commands.cards import BlastCrew, PickArmor, PlayAction
from domain.games.pbl_robots.commands.inputs import Inputs, effects_of
from domain.games.pbl_robots.numbers import deck_count, placed_cards, playing, unidentified, unplaced_of
from domain.games.pbl_robots.state import EMPTY, State


def free_cards(state: State) -> tuple[str, ...]:
    """Return the orange cards whose place is unknown."""
    placed = placed_cards(state)
    return tuple(card for card in cards.orange_cards(state.catalogue) if card not in placed)


def possible_cards(state: State, side: int) -> tuple[str, ...]:
    """Return the possible identities of a side's unidentified card."""
    unplaced, hidden = unplaced_of(state, side), unidentified(state, side)
    sure = tuple(sorted(unplaced))
    return sure if len(sure) >= hidden else (*sure, *free_cards(state))


def usable(state: State, seat: int) -> tuple[str, ...]:
    """Return the cards that a player may name from the hand: known ones, and those that an unknown one can be."""
    hand = state.people[seat].hand
    known = tuple(token.card for token in hand if token.card is not None)
    if len(known) == len(hand):
        return known
    return (*known, *possible_cards(state, state.seats[seat].side))


def armor_slots(card: CardRecord | None) -> tuple[cards.SlotName | Literal[""], ...]:
    """Return the useful values of `slot` for a card: the limbs for pods, empty for other cards."""
    if isinstance(card, cards.ArmorCard) and card.slot == "any_limb":
        return cards.LIMBS
    return ("",)


def builds(state: State, seat: int) -> Iterator[PblCommand]:
    """Yield the builds of a player's hand cards."""
    for name in usable(state, seat):
        card = state.catalogue.get(name)
        match card:
            case cards.ArmorCard():
                for slot in armor_slots(card):
                    yield from with_inputs(state, seat, name, "on_play", BuildArmor(card=name, slot=slot))
            case cards.CrewCard():
                yield from with_inputs(state, seat, name, "on_play", PlayCrew(card=name))
            case cards.HangarCard():
                yield from with_inputs(state, seat, name, "on_play", BuildHangar(card=name))
            case cards.ExpertPilot():
                yield from with_inputs(state, seat, name, "on_play", PlayExpertPilot(card=name))
            case _:
                pass


def anytime(state: State) -> Iterator[PblCommand]:
    """Yield the actions, blasts and picks of all players."""
    for side in playing(state):
        for seat in player_seats(state, side):
            for name in usable(state, seat):
                card = state.catalogue.get(name)
                if isinstance(card, cards.ActionCard):
                    yield from with_inputs(state, seat, name, "action", PlayAction(card=name, player=seat))
                elif isinstance(card, cards.CrewCard) and card.pick is not None:
                    for found, place in _searches(state, side, card.pick):
                        yield PickArmor(crew=name, found=found, from_row=place, player=seat)
        for crew in state.sides[side].crew:
            if getattr(state.catalogue.get(crew.card), "blast", ""):
                for seat in player_seats(state, side):
                    command = BlastCrew(crew=crew.card, player=seat)
                    yield from with_inputs(state, seat, crew.card, "blast", command)


def _searches(state: State, side: int, wanted: cards.CardFilter) -> Iterator[tuple[str | None, int]]:
    yield None, 0
    if deck_count(state, side):
        yield "??", 0
    for place, card in enumerate(state.shop.row, start=1):
        if state.shop.open and card and card != EMPTY and cards.fits(state.catalogue.get(card), wanted):
            yield "??", place


def with_inputs(state: State, seat: int, card: str, trigger: cards.Trigger, command: Inputs) -> Iterator[Inputs]:
    """Yield the command with each combination of choices that its card's effects leave to the player."""
    effects = effects_of(state, card, trigger)
    if not effects:
        yield command
        return
    side = state.seats[seat].side
    choices: list[list[dict[str, object]]] = []
    for effect in effects:
        match effect:
            case cards.AddDice() | cards.AddTotal() if state.combat is not None:
                pools = ("attack", "defense") if effect.side == "any" else ("",)
                dice = (1,) * effect.n if isinstance(effect, cards.AddDice) else ()
                choices.append([{"to": pool, "dice": dice} for pool in pools])
            case cards.ChangeTarget() if state.combat is not None and not effect.slot:
                choices.append([{"target_slot": slot} for slot in cards.SLOTS])
            case cards.AttachToLimb():
                seats = [player_seats(state, one)[0] for one in playing(state)]
                choices.append([{"target": t, "target_slot": limb} for t, limb in product(seats, cards.LIMBS)])
            case cards.RegenerateLimb():
                slots = state.sides[side].slots
                dead = [limb for limb, slot in zip(cards.LIMBS, slots, strict=False) if slot.dead]
                choices.append([{"target_slot": limb} for limb in dead] or [{}])
            case cards.SearchDeck():
                found = _searches(state, side, effect.filter)
                choices.append([{"found": card, "from_row": place} for card, place in found])
            case _:
                pass
    for combination in product(*choices):
        changes = {name: value for one in combination for name, value in one.items()}
        yield replace(command, **changes)
