"""What happens in a match. Events hold every number they used: replay never reads the catalogue."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_card_game.cards import AnyCard, Phase
from domain.games.frc_card_game.changes import Place
from domain.games.frc_card_game.commands import ScoreOutcome
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import Lasting, Player, Position, Robot, Skip, Slotted

EndReason = Literal["points", "both_out", "draw", "unable_to_draw", "concession"]
PointsCause = Literal["score", "effect", "adjustment"]
DrawCause = Literal["draw_phase", "effect"]


class Seated(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A player as seated."""

    name: str
    deck_size: int
    deck_list: tuple[tuple[str, int], ...] | None = None
    team_card: str | None = None


class MatchStarted(Event, frozen=True, kw_only=True, tag="match_started"):
    """The match is set up under these options (CG-S01, CG-S02, CG-S09)."""

    players: tuple[Seated, ...]
    options: Options
    rules_version: str
    points: int
    seed: int | None = None


class CardDefined(Event, frozen=True, kw_only=True, tag="card_defined"):
    """The catalogue has one more card."""

    card: AnyCard


class TeamCardPlayed(Event, frozen=True, kw_only=True, tag="team_card_played"):
    """A team card lies in its slot."""

    player: Seat
    token: int
    card: str
    dormant: bool = False
    """Its effects start later than turn 1."""


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck was shuffled: known places are forgotten."""

    player: Seat


class OpeningHandDrawn(Event, frozen=True, kw_only=True, tag="opening_hand_drawn"):
    """The opening hand (CG-S04)."""

    player: Seat
    cards: tuple[Token, ...]
    deck_after: int


class CoinFlipped(Event, frozen=True, kw_only=True, tag="coin_flipped"):
    """Who takes turn 1 (CG-S06)."""

    first_player: Seat
    caller: Seat | None = None
    call: Literal["heads", "tails"] | None = None
    face: Literal["heads", "tails"] | None = None


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
    """A draw that could not be made (CG-E04, CG-V02)."""

    player: Seat
    cause: Literal["draw_phase", "effect"] = "draw_phase"


class CardRevealed(Event, frozen=True, kw_only=True, tag="card_revealed"):
    """A hand card became known: played or shown."""

    player: Seat
    token: int
    card: str
    to: Seat | None = None


class StudentPlayed(Event, frozen=True, kw_only=True, tag="student_played"):
    """A student joins the Student Body (CG-A03)."""

    player: Seat
    token: int
    card: str
    used: int
    """Student plays of this turn, this one included."""
    allowed: int
    dormant: bool = False


class MentorPlayed(Event, frozen=True, kw_only=True, tag="mentor_played"):
    """A mentor takes a slot."""

    player: Seat
    slot: int
    mentor: Slotted
    dormant: bool = False


class EventPlayed(Event, frozen=True, kw_only=True, tag="event_played"):
    """An event takes a slot; how it will be counted is fixed now (CG-X04)."""

    player: Seat
    slot: int
    event: Slotted
    dormant: bool = False


class Assigned(Struct, frozen=True, gc=False):
    """Which student stands for which attribute."""

    attribute: str
    student: int


class RobotPlayed(Event, frozen=True, kw_only=True, tag="robot_played"):
    """A robot takes a slot (CG-A07)."""

    player: Seat
    slot: int
    token: int
    card: str
    offense: int
    defense: int
    position: Position
    assigned: tuple[Assigned, ...] = ()
    dormant: bool = False


class DriveTeamFormed(Event, frozen=True, kw_only=True, tag="drive_team_formed"):
    """The students that built a robot go under it (CG-A09)."""

    player: Seat
    robot: int
    students: tuple[Token, ...]


class EffectStarted(Event, frozen=True, kw_only=True, tag="effect_started"):
    """A card's effects, held back until this phase, start."""

    player: Seat
    token: int
    card: str


class PositionSwitched(Event, frozen=True, kw_only=True, tag="position_switched"):
    """A robot changed its position (CG-A11)."""

    player: Seat
    robot: int
    to: Position


class ScoreAttempted(Event, frozen=True, kw_only=True, tag="score_attempted"):
    """A score attempt with the numbers that decided it (CG-C04 to CG-C08)."""

    player: Seat
    attacker: int
    attacker_offense: int
    outcome: ScoreOutcome
    target_player: Seat | None = None
    target: int | None = None
    target_position: Position | None = None
    target_offense: int | None = None
    target_defense: int | None = None
    compared_stat: Literal["offense", "defense"] | None = None
    points_player: Seat | None = None
    """Who loses points; None: nobody."""
    points_lost: int = 0
    penalty_basis: str = ""
    """CG-V03, for a failed attempt."""
    observed: bool = False
    """The outcome is the one that the table used, not the computed one."""


class RobotRetired(Event, frozen=True, kw_only=True, tag="robot_retired"):
    """A robot goes to its owner's pile (CG-X01); what becomes of its Drive Team follows (CG-X02)."""

    player: Seat
    token: int
    card: str
    cause: Literal["score", "effect", "adjustment"]


class StudentChoiceOpened(Event, frozen=True, kw_only=True, tag="student_choice_opened"):
    """A player must say which student retires (CG-X02)."""

    player: Seat
    robot: int
    robot_card: str
    candidates: tuple[Token, ...]


class StudentRetired(Event, frozen=True, kw_only=True, tag="student_retired"):
    """A student goes to its owner's pile (CG-X01, CG-X02)."""

    player: Seat
    token: int
    card: str | None
    robot: int | None = None
    """The robot from whose Drive Team."""


class DriveTeamReturned(Event, frozen=True, kw_only=True, tag="drive_team_returned"):
    """Drive Team students go back to the Student Body (CG-X03)."""

    player: Seat
    robot: int
    students: tuple[Token, ...]


class PointsChanged(Event, frozen=True, kw_only=True, tag="points_changed"):
    """A player's points went up or down (CG-X06)."""

    player: Seat
    before: int
    delta: int
    after: int
    cause: PointsCause


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


class CardEffectResolved(Event, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """A card's effect was resolved by hand; what it did follows."""

    player: Seat
    source: int | None
    card: str | None
    text: str = ""


class CardMoved(Event, frozen=True, kw_only=True, tag="card_moved"):
    """A card went from one zone to another. For a slot of the field, `robot` or `slotted` is what stands there then."""

    token: int
    card: str | None
    origin: Place
    side: Seat
    """From whose side."""
    to: Place
    player: Seat
    """To whose side."""
    slot: int | None = None
    robot: Robot | None = None
    slotted: Slotted | None = None
    under: int | None = None
    """The robot under which it goes, for `drive_team`."""
    dormant: bool = False


class LastingAdded(Event, frozen=True, kw_only=True, tag="lasting_added"):
    """An effect changed a stat, a robot's ability to score or an allowance, for a while."""

    lasting: Lasting


class PhaseSkipOrdered(Event, frozen=True, kw_only=True, tag="phase_skip_ordered"):
    """A player will skip a phase."""

    skip: Skip


class RandomRecorded(Event, frozen=True, kw_only=True, tag="random_recorded"):
    """A random result inside an effect."""

    kind: Literal["coin", "die", "pick"]
    value: str


class Noted(Event, frozen=True, kw_only=True, tag="noted"):
    """Words; nothing changes."""

    text: str


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """The record follows the table; the changes come after it."""

    reason: str


class PhaseSet(Event, frozen=True, kw_only=True, tag="phase_set"):
    """Adjustment of turn player and phase."""

    player: Seat
    phase: Phase


class AttemptsSet(Event, frozen=True, kw_only=True, tag="attempts_set"):
    """Adjustment of a robot's used score attempts."""

    robot: int
    used: int


class DrawsOwedSet(Event, frozen=True, kw_only=True, tag="draws_owed_set"):
    """Adjustment of the draws owed."""

    owed: int
    base: int
    """Draws before effects with which that many are owed."""


class StudentPlaysSet(Event, frozen=True, kw_only=True, tag="student_plays_set"):
    """Adjustment of the student plays used."""

    used: int


class PositionDeclared(Event, frozen=True, kw_only=True, tag="position_declared"):
    """The position on the table, put in place of what stood before."""

    turn: int
    turn_player: Seat
    first_player: Seat | None
    phase: Phase
    players: tuple[Player, ...]
    students_played: int = 0
    draws_made: int = 0
    plays: int = 0


class RemindersRaised(Event, frozen=True, kw_only=True, tag="reminders_raised"):
    """Cards on the field whose effects name the phase of a declared position."""

    reminders: tuple[int, ...]


FrcEvent: TypeAlias = (
    MatchStarted
    | CardDefined
    | TeamCardPlayed
    | DeckShuffled
    | OpeningHandDrawn
    | CoinFlipped
    | TurnBegan
    | PhaseBegan
    | PhaseSkipped
    | CardDrawn
    | DrawFailed
    | CardRevealed
    | StudentPlayed
    | MentorPlayed
    | EventPlayed
    | RobotPlayed
    | DriveTeamFormed
    | EffectStarted
    | PositionSwitched
    | ScoreAttempted
    | RobotRetired
    | StudentChoiceOpened
    | StudentRetired
    | DriveTeamReturned
    | PointsChanged
    | EventTurnCounted
    | EventRetired
    | CardsDiscarded
    | TurnEnded
    | MatchConceded
    | MatchEnded
    | CardEffectResolved
    | CardMoved
    | LastingAdded
    | PhaseSkipOrdered
    | RandomRecorded
    | Noted
    | Adjusted
    | PhaseSet
    | AttemptsSet
    | DrawsOwedSet
    | StudentPlaysSet
    | PositionDeclared
    | RemindersRaised
)
EVENTS: tuple[type[FrcEvent], ...] = (
    MatchStarted,
    CardDefined,
    TeamCardPlayed,
    DeckShuffled,
    OpeningHandDrawn,
    CoinFlipped,
    TurnBegan,
    PhaseBegan,
    PhaseSkipped,
    CardDrawn,
    DrawFailed,
    CardRevealed,
    StudentPlayed,
    MentorPlayed,
    EventPlayed,
    RobotPlayed,
    DriveTeamFormed,
    EffectStarted,
    PositionSwitched,
    ScoreAttempted,
    RobotRetired,
    StudentChoiceOpened,
    StudentRetired,
    DriveTeamReturned,
    PointsChanged,
    EventTurnCounted,
    EventRetired,
    CardsDiscarded,
    TurnEnded,
    MatchConceded,
    MatchEnded,
    CardEffectResolved,
    CardMoved,
    LastingAdded,
    PhaseSkipOrdered,
    RandomRecorded,
    Noted,
    Adjusted,
    PhaseSet,
    AttemptsSet,
    DrawsOwedSet,
    StudentPlaysSet,
    PositionDeclared,
    RemindersRaised,
)
