"""Events of turns and phases, and of the end (CG-T, CG-X04, CG-E)."""

from typing import Literal

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_card_game.cards import Phase

EndReason = Literal["points", "both_out", "draw", "unable_to_draw", "concession"]
DrawCause = Literal["draw_phase", "effect"]


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    """A turn begins (CG-T01, CG-X07)."""

    turn: int
    player: Seat


class PhaseBegan(Event, frozen=True, kw_only=True, tag="phase_began"):
    """A phase begins (CG-T02)."""

    player: Seat
    phase: Phase
    draws_owed: int = 0
    """In the draw phase: how many, as computed then."""
    reminders: tuple[int, ...] = ()
    """Cards with an effect that names this phase."""


class PhaseSkipped(Event, frozen=True, kw_only=True, tag="phase_skipped"):
    """A phase does not take place (CG-T03, CG-Q09)."""

    player: Seat
    phase: Phase


class CardDrawn(Event, frozen=True, kw_only=True, tag="card_drawn"):
    """A card from the top of the deck to the hand."""

    player: Seat
    token: int
    card: str | None
    deck_after: int
    cause: Literal["draw_phase", "effect"] = "draw_phase"


class DrawFailed(Event, frozen=True, kw_only=True, tag="draw_failed"):
    """A draw that could not be made: it loses (CG-E04, CG-V02), or is just not made (CG-Q03)."""

    player: Seat
    cause: Literal["draw_phase", "effect"] = "draw_phase"


class EffectStarted(Event, frozen=True, kw_only=True, tag="effect_started"):
    """A card's effects, held back until this phase, start."""

    player: Seat
    token: int
    card: str


class EventTurnCounted(Event, frozen=True, kw_only=True, tag="event_turn_counted"):
    """A turn of an event was counted (CG-X04)."""

    player: Seat
    token: int
    card: str
    counted: int
    count: int


class EventRetired(Event, frozen=True, kw_only=True, tag="event_retired"):
    """An event goes to its owner's pile (CG-X04)."""

    player: Seat
    token: int
    card: str
    cause: Literal["run_out", "instant", "effect_ended", "effect", "adjustment"]


class CardsDiscarded(Event, frozen=True, kw_only=True, tag="cards_discarded"):
    """Hand cards go to the pile (CG-T09, CG-X05)."""

    player: Seat
    cards: tuple[Token, ...]


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over (CG-T08)."""

    turn: int
    player: Seat


class MatchConceded(Event, frozen=True, kw_only=True, tag="match_conceded"):
    """A player gave the match up (CG-E07)."""

    player: Seat


class MatchEnded(Event, frozen=True, kw_only=True, tag="match_ended"):
    """The match is over (CG-E01 to CG-E05)."""

    winner: Seat | None
    reason: EndReason
    rule: str
    points: tuple[int, ...]
