"""What the scorekeeper can enter. `player` says who did it; default: the turn player."""

from typing import Final, Literal, TypeAlias, cast, get_args

from msgspec import Struct

from domain.cards import CardId, CardRef, DeckList, Seat
from domain.game import Command
from domain.games.frc_card_game.cards import AnyCard, Phase
from domain.games.frc_card_game.changes import AnyChange, Count, EffectChange
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import Position, ScoreOutcome


class PlayerSetup(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A player as the match starts."""

    name: str
    deck: DeckList | int
    """The registered list, or the number of cards alone."""
    team: CardId | None = None
    """The declared team card, where it is not in the list."""


class StartMatch(Command, frozen=True, kw_only=True, tag="start_match"):
    """Opens the match: who plays, with what, under which options."""

    players: tuple[PlayerSetup, ...]
    options: Options = Options()
    seed: int | None = None
    """Of a simulated match."""


class DefineCard(Command, frozen=True, kw_only=True, tag="define_card"):
    """Adds a card that the catalogue lacks."""

    card: AnyCard


class PlayTeamCard(Command, frozen=True, kw_only=True, tag="play_team_card"):
    """Setup: a player's team card (CG-S03)."""

    player: Seat
    card: CardRef


class DrawOpeningHand(Command, frozen=True, kw_only=True, tag="draw_opening_hand"):
    """Setup: shuffles the deck and draws the opening hand (CG-S04, CG-S08)."""

    player: Seat
    cards: tuple[CardRef, ...] = ("??", "??", "??", "??")


class FlipCoin(Command, frozen=True, kw_only=True, tag="flip_coin"):
    """Setup: who takes turn 1 (CG-S06)."""

    first_player: Seat
    caller: Seat | None = None
    call: Literal["heads", "tails"] | None = None
    face: Literal["heads", "tails"] | None = None


class DrawCard(Command, frozen=True, kw_only=True, tag="draw_card"):
    """Draws one card owed in the draw phase (CG-T04)."""

    card: CardRef = "??"
    player: Seat | None = None


class AdvancePhase(Command, frozen=True, kw_only=True, tag="advance_phase"):
    """Goes on to the next phase, or to a later one (CG-T02)."""

    to: Phase | None = None
    player: Seat | None = None


class PlayStudent(Command, frozen=True, kw_only=True, tag="play_student"):
    """A student from the hand to the Student Body (CG-A02, CG-A03)."""

    card: CardRef
    player: Seat | None = None


class PlayMentor(Command, frozen=True, kw_only=True, tag="play_mentor"):
    """A mentor from the hand to a slot (CG-A04)."""

    card: CardRef
    slot: int | None = None
    """1 to 5; default: the lowest free one."""
    player: Seat | None = None


class PlayEvent(Command, frozen=True, kw_only=True, tag="play_event"):
    """An event from the hand to a slot (CG-A04)."""

    card: CardRef
    slot: int | None = None
    """1 to 5; default: the lowest free one."""
    changes: tuple[EffectChange, ...] = ()
    """What its effect did at once."""
    player: Seat | None = None


class PlayRobot(Command, frozen=True, kw_only=True, tag="play_robot"):
    """A robot from the hand to a slot, built out of students of the Student Body (CG-A07 to CG-A10)."""

    card: CardRef
    students: tuple[CardRef, ...]
    position: Position | None = None
    """Must be said (CG-A10)."""
    slot: int | None = None
    """1 to 3; default: the lowest free one."""
    player: Seat | None = None


class SwitchPosition(Command, frozen=True, kw_only=True, tag="switch_position"):
    """An own robot to the other position (CG-A11)."""

    robot: CardRef
    to: Position
    player: Seat | None = None


class Observed(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The result that the table used, where it differs from the computed one."""

    outcome: ScoreOutcome
    points_lost: Count = 0


class Score(Command, frozen=True, kw_only=True, tag="score"):
    """A score attempt: on a robot of the opponent, or directly when there is none (CG-C01 to CG-C09)."""

    robot: CardRef
    target: CardRef | None = None
    retired_student: CardRef | None = None
    """The choice that CG-X02 asks for, when it is already made."""
    observed: Observed | None = None
    player: Seat | None = None


class ChooseRetiredStudent(Command, frozen=True, kw_only=True, tag="choose_retired_student"):
    """Which student of a retired robot's Drive Team retires too (CG-X02)."""

    student: CardRef
    robot: CardRef | None = None
    """Default: the robot of the only open choice."""
    player: Seat | None = None


class ResolveCardEffect(Command, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """What a card's effect did, as primitive changes."""

    source: CardRef
    text: str = ""
    changes: tuple[EffectChange, ...] = ()
    player: Seat | None = None


class RetireCard(Command, frozen=True, kw_only=True, tag="retire_card"):
    """Ends an event that lasts until a condition is met (CG-X04)."""

    card: CardRef
    cause: Literal["effect_ended"] = "effect_ended"
    player: Seat | None = None


class RevealCard(Command, frozen=True, kw_only=True, tag="reveal_card"):
    """Shows a hand card: `dana`, or `#1-03=dana` for a certain one."""

    card: CardRef
    to: Seat | None = None
    """Who sees it; default: everyone."""
    player: Seat | None = None


class DiscardToHandLimit(Command, frozen=True, kw_only=True, tag="discard_to_hand_limit"):
    """Cuts the hand to eight cards in the end phase (CG-T09)."""

    cards: tuple[CardRef, ...]
    player: Seat | None = None


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """Ends the turn, passing the phases that are left (CG-T08, CG-T10)."""

    discards: tuple[CardRef, ...] = ()
    player: Seat | None = None


class Concede(Command, frozen=True, kw_only=True, tag="concede"):
    """A player gives the match up (CG-E07)."""

    player: Seat | None = None


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """Makes the record follow the table, with a reason."""

    reason: str
    changes: tuple[AnyChange, ...]


class DeclaredRobot(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A robot as it stands on the table."""

    card: CardRef
    position: Position
    drive_team: tuple[CardRef, ...] = ()
    slot: int | None = None
    attempts: int = 0


class DeclaredSlot(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A mentor or event as it stands on the table."""

    card: CardRef
    slot: int | None = None
    counted: int = 0
    """Turns of an event that were counted so far, the current one included."""


class DeclaredSide(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One player's side as it stands on the table; what is not stated is unknown."""

    points: int
    deck: int
    hand: int
    """Number of cards; `hand_cards` names those that are known."""
    retired: int = 0
    """Number of cards; `retired_cards` names those that are known."""
    hand_cards: tuple[CardRef, ...] = ()
    retired_cards: tuple[CardRef, ...] = ()
    team: CardRef | None = None
    student_body: tuple[CardRef, ...] = ()
    robots: tuple[DeclaredRobot, ...] = ()
    slots: tuple[DeclaredSlot, ...] = ()


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """Starts late or resynchronises: the position on the table, one side per player."""

    turn: int
    turn_player: Seat
    phase: Phase
    sides: tuple[DeclaredSide, ...]
    first_player: Seat | None = None
    students_played: int = 0
    draws_made: int = 0


FrcCommand: TypeAlias = (
    StartMatch
    | DefineCard
    | PlayTeamCard
    | DrawOpeningHand
    | FlipCoin
    | DrawCard
    | AdvancePhase
    | PlayStudent
    | PlayMentor
    | PlayEvent
    | PlayRobot
    | SwitchPosition
    | Score
    | ChooseRetiredStudent
    | ResolveCardEffect
    | RetireCard
    | RevealCard
    | DiscardToHandLimit
    | EndTurn
    | Concede
    | Adjust
    | DeclarePosition
)
COMMANDS: Final = cast("tuple[type[FrcCommand], ...]", get_args(FrcCommand))
