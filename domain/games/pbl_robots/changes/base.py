"""Base class of the changes by hand. Each change checks itself and adds its events.

A change that contradicts the table or would have no effect is impossible, and is reported even as played.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple, Self, TypeVar

from msgspec import Struct

from domain.cards import Token, find, parse_ref
from domain.effects.words import EffectWord, contradiction
from domain.game import tag_of
from domain.games.pbl_robots.actors import GAME_OVER, player_problem
from domain.games.pbl_robots.cards import SLOT_INDEX, SlotName
from domain.games.pbl_robots.draws import DRAW_RULES, not_in_deck
from domain.games.pbl_robots.events.base import PblBuffer, words
from domain.games.pbl_robots.events.effects import CardPlaced, CardTaken
from domain.games.pbl_robots.events.turns import CardRevealed
from domain.games.pbl_robots.numbers import players
from domain.games.pbl_robots.references import Place, Target, card_at, elsewhere, name, next_token, orange
from domain.games.pbl_robots.state import Side, Slot, State
from domain.games.pbl_robots.vocabulary import VOCABULARY
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named

CHANGE_RULES: Final = (
    "PBL-A11", "PBL-A17", "PBL-A28", "PBL-C01", "PBL-C03", "PBL-C09", "PBL-C13", "PBL-E06", "PBL-S14", "PBL-T02",
    "PBL-X11", "PBL-X13", "PBL-X15", *DRAW_RULES,
    *sorted(VOCABULARY.rules),
)  # fmt: skip
"""Rules that changes made by hand may cite; commands that contain changes include them."""


class PblAuthor(NamedTuple):
    """The player whose card makes a change, and that card; an adjustment has no card."""

    seat: int
    source: str = ""


class PblChange(Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True):
    """One primitive change of an effect entered by hand, or of an adjustment."""

    of_player: ClassVar = False
    """True if the change concerns a hand or a turn, so that it cannot name a gunner."""

    @abstractmethod
    def validate(self, state: State, by: PblAuthor, /) -> Iterator[Violation]:
        """Yield the violations of the change in the state after the play and the changes before it."""

    @abstractmethod
    def apply(self, out: PblBuffer, by: PblAuthor, /) -> None:
        """Add the resulting events; called only if the change is possible."""

    def redacted_for(self, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        """Return the change as a viewpoint may see it, with hidden cards unknown."""
        return self


def apply_changes(out: PblBuffer, changes: Sequence[PblChange], by: PblAuthor) -> None:
    """Check and apply changes in order, each in the state after the previous one."""
    if text := contradiction(changes):
        out.violations.append(impossible("PBL-A27", text))
    for change in changes:
        idle = impossible("PBL-A27", f"{tag_of(change)} has no effect here")
        out.change(_violations(out.state, change, by), partial(change.apply, out, by), idle=idle)


C = TypeVar("C", bound=PblChange)


def redacted_changes(changes: tuple[C, ...], viewpoint: Viewpoint) -> tuple[C, ...]:
    """Return changes as a viewpoint may see them."""
    return tuple(change.redacted_for(viewpoint) for change in changes)


def _violations(state: State, change: PblChange, by: PblAuthor) -> Iterator[Violation]:
    """Yield all violations of a change in the current state."""
    problem = GAME_OVER if state.phase == "over" else _who(state, change)
    if problem is not None:
        yield problem
    else:
        yield from change.validate(state, by)


def _who(state: State, change: PblChange) -> Violation | None:
    """Return the violation if a change names a player who does not exist, is out of the game, or lacks a required hand."""
    by: int | None = None if isinstance(change, EffectWord) else getattr(change, "by", None)
    if by is not None and not 0 <= by < len(state.seats):
        return player_problem(state, by)
    for seat in (getattr(change, "player", None), getattr(change, "to_player", None)):
        if seat is None:
            continue
        problem = player_problem(state, seat)
        if problem is not None:
            return problem
        if change.of_player and seat not in players(state.seats, state.options):
            return gunner_problem(state, seat)
    return None


def gunner_problem(state: State, seat: int) -> Violation:
    """Return the violation of a change for a gunner, who has no hand and no turn (PBL-V36)."""
    text = f"{state.seats[seat].name} is the gunner; the pilot plays the game"
    return impossible("PBL-V36", text)


def side_of(state: State, seat: int) -> Side:
    """Return the side of a seat, with its robot."""
    return state.sides[state.seats[seat].side]


def slot_of(state: State, seat: int, slot: SlotName) -> Slot:
    """Return a limb or shoulder of a player's robot."""
    return side_of(state, seat).slots[SLOT_INDEX[slot]]


def taken_from(state: State, player: int, ref: str, source: Place) -> Iterator[Violation]:
    """Yield violations if a card is known not to be in the place that a change takes it from."""
    card = card_named(ref)
    if card is not None and state.catalogue.get(card) is None:
        yield impossible("PBL-S02", f"{card} is not in the catalogue")
        return
    if source == "hand" and player not in players(state.seats, state.options):
        yield gunner_problem(state, player)
        return
    token = card_at(state, player, ref, source)
    if token is None:
        yield impossible("PBL-S02", f"{ref if card is None else name(state, card)} is not in the {words(source)}")
        return
    if card is None or source in ("scrap", "out_of_game") or _known_there(state, player, ref, source):
        return
    side = state.seats[player].side
    if source in ("deck", "deck_top"):
        problem = not_in_deck(state, side, card)
    else:
        problem = orange(state, card) or elsewhere(state, card, None if source == "shop_deck" else side)
    if problem is not None:
        yield problem


def _known_there(state: State, player: int, ref: str, source: Place) -> bool:
    """Return True if the named card was already known to be in that place."""
    tokens = {"hand": state.people[player].hand, "face_down": side_of(state, player).face_down}.get(source, ())
    found = find(tokens, parse_ref(ref))
    return found is not None and found.card == card_named(ref)


def check_place(state: State, player: int, place: Target) -> Iterator[Violation]:
    """Yield a violation if a card cannot go to that place: a gunner has no hand (PBL-V36)."""
    if place == "hand" and player not in players(state.seats, state.options):
        yield gunner_problem(state, player)


def heap_of(state: State, player: int, place: Target) -> tuple[str, int]:
    """Return a place with the number of its owner: a seat for a hand, a side for other places, -1 for shared places."""
    shared = place in ("shop_deck", "out_of_game") or (place.startswith("deck") and state.community is not None)
    return place, -1 if shared else player if place == "hand" else state.seats[player].side


def in_play(state: State, rule: str) -> Iterator[Violation]:
    if state.phase != "play":
        yield impossible(rule, "the game has not started")


def take_card(out: PblBuffer, player: int, ref: str, source: Place) -> str | None:
    """Take a card out of a place; return its id, or `None` if it is unknown."""
    token = card_at(out.state, player, ref, source)
    if token is None:
        return None
    side = out.state.seats[player].side
    if source in ("hand", "face_down") and token.card is not None and not _known(out, player, token):
        out.add(CardRevealed(seat=player, token=token.id, card=token.card))
    out.add(CardTaken(side=side, place=source, card=token.card, seat=player, token=token.id or None))
    return token.card


def _known(out: PblBuffer, player: int, token: Token) -> bool:
    return token in (*out.state.people[player].hand, *out.state.sides[out.state.seats[player].side].face_down)


def put_card(out: PblBuffer, player: int, card: str | None, place: Target) -> None:
    side = out.state.seats[player].side
    token = next_token(out.state, player) if place in ("hand", "face_down", "scrap") else None
    out.add(CardPlaced(side=side, place=place, card=card, seat=player, token=token))
