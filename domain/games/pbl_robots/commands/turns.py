"""Commands: builds, draws, turns."""

from typing import Literal

from domain.cards import UNKNOWN, CardId, CardRef
from domain.game import Command
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.commands.base import Act, Inputs


class BuildArmor(Inputs, frozen=True, kw_only=True, tag="build_armor"):
    """MOVE: an armor is built; `slot` is needed for pods alone."""

    card: CardRef
    slot: SlotName | Literal[""] = ""


class PlayCrew(Inputs, frozen=True, kw_only=True, tag="play_crew"):
    """MOVE: a crew member is hired."""

    card: CardRef


class BuildHangar(Inputs, frozen=True, kw_only=True, tag="build_hangar"):
    """MOVE: a hangar is built."""

    card: CardRef


class PlayExpertPilot(Inputs, frozen=True, kw_only=True, tag="play_expert_pilot"):
    """MOVE: an expert takes the cockpit; `points` is what the table counted."""

    card: CardRef
    points: int | None = None


class ChooseReduction(Act, frozen=True, kw_only=True, tag="choose_reduction"):
    """Crew scrapped and storage bombs (values) removed because there is no room."""

    crew: tuple[CardId, ...] = ()
    bombs: tuple[int, ...] = ()


class PassMove(Act, frozen=True, kw_only=True, tag="pass_move"):
    """The MOVE is passed."""


class AnnounceEnd(Act, frozen=True, kw_only=True, tag="announce_end"):
    """The player says that he is done; others may still play actions."""


class DrawCard(Act, frozen=True, kw_only=True, tag="draw_card"):
    """A card is drawn: what an effect made due, else the end draw. `row` are the cards turned up if the Shop opens."""

    card: CardRef = UNKNOWN
    slot: int = 0
    """Place of the shop row, 1 to 5; 0: the deck."""
    row: tuple[CardRef, ...] = ()
    nothing: bool = False
    """Deck and row are empty: there is no card to draw."""
    reason: Literal["", "end_of_turn", "opening", "critical", "effect"] = ""


class RevealCard(Act, frozen=True, kw_only=True, tag="reveal_card"):
    """A hand card becomes known: to everybody with `shown`, else to the record alone."""

    card: CardRef
    shown: bool = False


class DiscardToLimit(Act, frozen=True, kw_only=True, tag="discard_to_limit"):
    """Hand cards are scrapped down to the limit."""

    cards: tuple[CardRef, ...]


class ArrangeDeck(Act, frozen=True, kw_only=True, tag="arrange_deck"):
    """The gunner orders the top cards of the deck; `order` is secret and may be left out."""

    count: int = 5
    order: tuple[CardRef, ...] = ()


class RecordClock(Command, frozen=True, kw_only=True, tag="clock"):
    """The time limit of a three-player game."""

    what: Literal["started", "expired"]


class Resign(Act, frozen=True, kw_only=True, tag="resign"):
    """A side gives up."""
