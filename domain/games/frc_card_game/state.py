"""The state of a match. States are frozen and share unchanged parts; replay needs no catalogue."""

from typing import Final, Literal

from msgspec import Struct

from domain.cards import CardId, SeatIndex, Token
from domain.effects.lasting import EffectState
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.options import Options
from domain.outcome import Outcome
from domain.seats import seat_name

Position = Literal["offensive", "defensive"]
Stage = Literal["unopened", "setup", "draw", "median", "main", "scoring", "end"]
"""The stage of the match: before or in the setup, or a phase of a turn."""
ScoreOutcome = Literal["target_retired", "attacker_retired", "tied", "direct"]
Cause = Literal["score", "effect", "adjustment"]
"""Why points change or a robot retires."""
ByHandCause = Literal["effect", "adjustment"]
DrawCause = Literal["draw_phase", "effect"]
EndReason = Literal["points", "both_out", "draw", "unable_to_draw", "concession"]
REASONS: Final = {
    "points": "points at 0 or less",
    "both_out": "both at 0 or less",
    "draw": "both at 0 or less, equal",
    "unable_to_draw": "no card left to draw",
    "concession": "concession",
}
"""Why a match ended, in words."""
Place = Literal[
    "deck_top",
    "deck_bottom",
    "deck",
    "hand",
    "team_slot",
    "student_body",
    "drive_team",
    "robot_slots",
    "mentor_event_slots",
    "retirement_pile",
]
"""`deck`: an unknown place in the deck."""
FIELD: Final[frozenset[str]] = frozenset(
    {"team_slot", "student_body", "drive_team", "robot_slots", "mentor_event_slots"}
)
"""The places of the field."""
OPEN_PLACES: Final = FIELD | {"retirement_pile"}
"""The places that everyone sees (CG-Q35)."""

STARTING_POINTS: Final = 4000
ROBOT_SLOTS: Final = 3
SHARED_SLOTS: Final = 5
"""Slots that mentors and events share (CG-F05)."""
HAND_LIMIT: Final = 8
OPENING_HAND: Final = 4


class FieldRobot(Struct, frozen=True, gc=False):
    """A robot on the field with its Drive Team under it."""

    token: int
    card: CardId
    offense: int
    """The printed value, without modifiers."""
    defense: int
    position: Position
    drive_team: tuple[Token, ...] = ()
    attempts: int = 0
    """Score attempts used in this turn."""
    turn: int = 0
    """The turn in which it was played."""


class SlotCard(Struct, frozen=True, gc=False):
    """A mentor or event in one of the shared slots."""

    token: int
    card: CardId
    kind: Literal["mentor", "instant", "turns", "condition"]
    turn: int
    """The turn in which it was played."""
    order: int = 0
    """Number in the order of play. Events that retire at the same time do so in this order (CG-Q40)."""
    count: int = 0
    """Number of turns that it lasts, if `kind` is `turns`."""
    counting: Literal["each_turn", "owners_turns", "opponents_turns"] = "each_turn"
    ends_in: Phase = "end"
    counted: int = 0
    """Turns counted so far."""
    counted_in: int = 0
    """The last turn that was counted."""


class KnownDeckCard(Struct, frozen=True, gc=False):
    """A card whose place in the deck is known."""

    place: int
    """0 is the top."""
    token: Token


class RevealedHandCard(Struct, frozen=True, gc=False):
    """A hand card that was shown; it stays known to those who saw it while it is in the hand."""

    token: int
    to: int | None = None
    """The seat that saw it; `None`: everyone."""


class Player(Struct, frozen=True, gc=False):
    """One player's side of the table."""

    points: int = STARTING_POINTS
    deck: int = 0
    """Cards in the deck."""
    deck_known: tuple[KnownDeckCard, ...] = ()
    hand: tuple[Token, ...] = ()
    """In the order of arrival: the first card has been held longest."""
    shown: tuple[RevealedHandCard, ...] = ()
    team: Token | None = None
    team_played: bool = False
    opening_drawn: bool = False
    student_body: tuple[Token, ...] = ()
    robots: tuple[FieldRobot | None, ...] = (None,) * ROBOT_SLOTS
    slots: tuple[SlotCard | None, ...] = (None,) * SHARED_SLOTS
    retired: tuple[Token, ...] = ()
    """The retirement pile, the latest card last."""
    next_number: int = 1
    """Number of the next new token of this owner."""
    deck_size: int = 0
    """Cards in the deck at the start."""
    deck_list: tuple[tuple[str, int], ...] | None = None
    """Card ids with their numbers of copies; `None` if no list was registered."""
    team_card: str | None = None
    """The team card declared at the start."""


class StudentChoice(Struct, frozen=True, gc=False):
    """An open choice after a robot retired: the player chooses which of the candidates retires, too (CG-X02)."""

    player: int
    robot: int
    robot_card: CardId
    candidates: tuple[Token, ...]


class Skip(Struct, frozen=True, gc=False):
    """A phase that an effect lets a player skip."""

    player: SeatIndex
    phase: Phase
    turn: int


class State(EffectState, frozen=True, kw_only=True, gc=False):
    """The complete state at one moment of a match."""

    options: Options = Options()
    players: tuple[Player, ...] = ()
    phase: Stage = "unopened"
    turn: int = 0
    """Number of the turn, from 1, counted over both players."""
    turn_player: int | None = None
    first_player: int | None = None
    students_played: int = 0
    draws_made: int = 0
    draw_base: int = 1
    """Draws of the draw phase before effects; an adjustment can change it for the turn."""
    plays: int = 0
    """Number of mentors and events that came onto the field so far."""
    choices: tuple[StudentChoice, ...] = ()
    """Open choices; they must be made before any further action."""
    reminders: tuple[int, ...] = ()
    """Cards whose effects name the current phase and are not resolved yet."""
    dormant: tuple[int, ...] = ()
    """Cards on the field whose effects have not started."""
    skips: tuple[Skip, ...] = ()
    result: Outcome | None = None

    def name(self, player: int | None) -> str:
        """Return the player's name."""
        return seat_name(self.seats, player)


def opponent_of(player: int) -> int:
    """Return the seat of the other player (CG-S01)."""
    return 1 - player
