"""What happens in a match. Events hold every number they used: replay never reads the catalogue."""

from typing import Final, TypeAlias, cast, get_args

from domain.games.frc_card_game.events.by_hand import (
    Adjusted,
    AttemptsSet,
    CardEffectResolved,
    CardMoved,
    DrawsOwedSet,
    LastingAdded,
    Noted,
    PhaseSet,
    PhaseSkipOrdered,
    PositionDeclared,
    RandomRecorded,
    RemindersRaised,
    StudentPlaysSet,
)
from domain.games.frc_card_game.events.plays import (
    Assigned,
    CardRevealed,
    DriveTeamFormed,
    EventPlayed,
    MentorPlayed,
    PositionSwitched,
    RobotPlayed,
    StudentPlayed,
)
from domain.games.frc_card_game.events.scoring import (
    DriveTeamReturned,
    PointsCause,
    PointsChanged,
    RobotRetired,
    ScoreAttempted,
    StudentChoiceOpened,
    StudentRetired,
)
from domain.games.frc_card_game.events.setup import (
    CardDefined,
    CoinFlipped,
    DeckShuffled,
    MatchStarted,
    OpeningHandDrawn,
    Seated,
    TeamCardPlayed,
)
from domain.games.frc_card_game.events.turns import (
    CardDrawn,
    CardsDiscarded,
    DrawCause,
    DrawFailed,
    EffectStarted,
    EndReason,
    EventRetired,
    EventTurnCounted,
    MatchConceded,
    MatchEnded,
    PhaseBegan,
    PhaseSkipped,
    TurnBegan,
    TurnEnded,
)

__all__ = [
    "EVENTS",
    "Adjusted",
    "Assigned",
    "AttemptsSet",
    "CardDefined",
    "CardDrawn",
    "CardEffectResolved",
    "CardMoved",
    "CardRevealed",
    "CardsDiscarded",
    "CoinFlipped",
    "DeckShuffled",
    "DrawCause",
    "DrawFailed",
    "DrawsOwedSet",
    "DriveTeamFormed",
    "DriveTeamReturned",
    "EffectStarted",
    "EndReason",
    "EventPlayed",
    "EventRetired",
    "EventTurnCounted",
    "FrcEvent",
    "LastingAdded",
    "MatchConceded",
    "MatchEnded",
    "MatchStarted",
    "MentorPlayed",
    "Noted",
    "OpeningHandDrawn",
    "PhaseBegan",
    "PhaseSet",
    "PhaseSkipOrdered",
    "PhaseSkipped",
    "PointsCause",
    "PointsChanged",
    "PositionDeclared",
    "PositionSwitched",
    "RandomRecorded",
    "RemindersRaised",
    "RobotPlayed",
    "RobotRetired",
    "ScoreAttempted",
    "Seated",
    "StudentChoiceOpened",
    "StudentPlayed",
    "StudentPlaysSet",
    "StudentRetired",
    "TeamCardPlayed",
    "TurnBegan",
    "TurnEnded",
]

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
    | EffectStarted
    | EventTurnCounted
    | EventRetired
    | CardsDiscarded
    | TurnEnded
    | MatchConceded
    | MatchEnded
    | CardRevealed
    | StudentPlayed
    | MentorPlayed
    | EventPlayed
    | RobotPlayed
    | DriveTeamFormed
    | PositionSwitched
    | ScoreAttempted
    | RobotRetired
    | StudentChoiceOpened
    | StudentRetired
    | DriveTeamReturned
    | PointsChanged
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
EVENTS: Final = cast("tuple[type[FrcEvent], ...]", get_args(FrcEvent))
