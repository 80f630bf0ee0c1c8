"""What the scorekeeper enters, and the options of a match."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.cards import CardId, CardRef, Seat
from domain.game import Command


class Options(Struct, frozen=True, kw_only=True):
    """What players may agree before the match."""

    rounds: int = 3
    """How many rounds are played, 1 to 9."""
    ties: Annotated[str, Meta(extra={"choices": ("die", "none")})] = "die"
    """Who takes a tied round: the one whom a die names, or nobody."""


class StartMatch(Command, frozen=True, kw_only=True, tag="start_match"):
    players: tuple[str, ...]
    decks: tuple[int, ...]
    """Cards in each deck."""
    options: Options = Options()


class RegisterDeck(Command, frozen=True, kw_only=True, tag="register_deck"):
    player: Seat
    cards: dict[CardId, int]
    """Copies per card id."""


class Draw(Command, frozen=True, kw_only=True, tag="draw"):
    player: Seat
    cards: tuple[CardRef, ...]


class PlaceCard(Command, frozen=True, kw_only=True, tag="place_card"):
    player: Seat
    card: CardRef


class RollDie(Command, frozen=True, kw_only=True, tag="roll_die"):
    result: int


class SetPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_points", forbid_unknown_fields=True):
    player: Seat
    points: int


class NameCard(Struct, frozen=True, kw_only=True, tag_field="change", tag="name_card", forbid_unknown_fields=True):
    card: CardRef
    """A token with its identity: `#1-02=cedar`."""


class PutUnder(Struct, frozen=True, kw_only=True, tag_field="change", tag="put_under", forbid_unknown_fields=True):
    player: Seat
    card: CardRef
    """A card of the hand, which goes under the deck."""


Change = SetPoints | NameCard | PutUnder


class TurnUp(Command, frozen=True, kw_only=True, tag="turn_up"):
    cards: tuple[CardRef, ...]
    """What each player's card turns out to be, in the order of the seats; `??` where that was known."""
    changes: tuple[Change, ...] = ()
    """What the cards' texts make the players do by hand."""


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    reason: str
    changes: tuple[Change, ...]


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    players: tuple[str, ...]
    decks: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    options: Options = Options()
    phase: Literal["draw"] = "draw"


InMatch = RegisterDeck | Draw | PlaceCard | TurnUp | RollDie | Adjust
HighCardCommand = StartMatch | DeclarePosition | InMatch
