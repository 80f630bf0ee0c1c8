"""The primitive changes that a card effect resolved by hand, or an adjustment, is made of. The list is closed."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.cards import CardRef, Seat
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.state import Place, Position

Until = Literal["end_of_turn", "turns", "while_source_on_field", "permanent"]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class _Change(
    Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    pass


class ChangePoints(_Change, frozen=True, kw_only=True, tag="points_changed"):
    """A player's points go up or down."""

    player: Seat
    delta: int


class DrawCards(_Change, frozen=True, kw_only=True, tag="cards_drawn"):
    """A player draws from the top of their deck."""

    player: Seat
    cards: tuple[CardRef, ...] = ("??",)
    """One a draw, `??` where it is not known."""


class MoveCard(_Change, frozen=True, kw_only=True, tag="card_moved"):
    """A card goes from one zone to another. Field to pile is a retirement, hand or deck to pile a discard."""

    card: CardRef
    to: Place
    origin: Place | None = None
    """Where it comes from; needed for an unknown card or where the name alone is not clear."""
    owner: Seat | None = None
    """From whose side; default: where the card is found, the turn player's side first."""
    player: Seat | None = None
    """To whose side; default: the side it comes from. Decks and piles are always the owner's."""
    slot: int | None = None
    robot: CardRef | None = None
    """Under which robot, for `drive_team`."""
    position: Position = "offensive"
    """Of a robot that comes onto the field."""


class ShowCard(_Change, frozen=True, kw_only=True, tag="card_revealed"):
    """A hand card is shown."""

    card: CardRef
    player: Seat
    to: Seat | None = None
    """Who sees it; default: everyone."""


class SwitchRobot(_Change, frozen=True, kw_only=True, tag="position_switched"):
    """A robot goes over to the other position."""

    robot: CardRef
    player: Seat | None = None
    """On whose side; default: the turn player's first."""


class ChangeStat(_Change, frozen=True, kw_only=True, tag="stat_modified"):
    """A robot's stat goes up or down."""

    robot: CardRef
    stat: Literal["offense", "defense"]
    delta: int
    player: Seat | None = None
    until: Until = "end_of_turn"
    turns: Positive = 1
    """With `turns`: how many turns, the current one included."""


class ChangeScoring(_Change, frozen=True, kw_only=True, tag="score_ability_changed"):
    """A robot may score, may not score, or may score more often."""

    robot: CardRef
    ability: Literal["may_score", "may_not_score", "extra_attempts"]
    attempts: Positive = 1
    """With `extra_attempts`: how many more."""
    player: Seat | None = None
    until: Until = "end_of_turn"
    turns: Positive = 1


class ChangeAllowance(_Change, frozen=True, kw_only=True, tag="allowance_changed"):
    """A player may play more or fewer students, or owes more or fewer draws."""

    player: Seat
    what: Literal["student_plays", "draw_phase_draws"]
    delta: int
    until: Until = "end_of_turn"
    turns: Positive = 1


class SkipPhase(_Change, frozen=True, kw_only=True, tag="phase_skipped"):
    """A player skips a phase of a turn. The end phase cannot be skipped: a turn ends in it."""

    player: Seat
    phase: Literal["draw", "median", "main", "scoring"]
    turn: int | None = None
    """Default: the player's next turn in which that phase is still to come."""


class ShuffleDeck(_Change, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck is shuffled: known places in it are forgotten."""

    player: Seat


class RandomResult(_Change, frozen=True, kw_only=True, tag="random_result"):
    """A coin, a die or a random pick that an effect asked for."""

    kind: Literal["coin", "die", "pick"]
    value: str


class Note(_Change, frozen=True, kw_only=True, tag="note"):
    """Changes nothing."""

    text: str


class SetPhase(_Change, frozen=True, kw_only=True, tag="phase_set"):
    """Adjustments only: whose turn it is and in which phase. A match that was over goes on."""

    player: Seat
    phase: Phase


class SetAttempts(_Change, frozen=True, kw_only=True, tag="attempts_set"):
    """Adjustments only: score attempts that a robot has used in this turn."""

    robot: CardRef
    used: Count
    player: Seat | None = None


class SetDrawsOwed(_Change, frozen=True, kw_only=True, tag="draws_owed_set"):
    """Adjustments only: draws that the turn player owes now."""

    owed: Count


class SetStudentPlays(_Change, frozen=True, kw_only=True, tag="student_plays_set"):
    """Adjustments only: students that the turn player has played in this turn."""

    used: Count


EffectChange: TypeAlias = (
    ChangePoints
    | DrawCards
    | MoveCard
    | ShowCard
    | SwitchRobot
    | ChangeStat
    | ChangeScoring
    | ChangeAllowance
    | SkipPhase
    | ShuffleDeck
    | RandomResult
    | Note
)
AnyChange: TypeAlias = EffectChange | SetPhase | SetAttempts | SetDrawsOwed | SetStudentPlays
