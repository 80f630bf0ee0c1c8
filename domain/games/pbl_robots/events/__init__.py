"""What happened. Events hold every number they used; `side` and `seat` are indices, cards are ids (None: unknown)."""

from typing import Final, TypeAlias

from domain.games.pbl_robots.events.combat import (
    AttackDeclared,
    AttackRolled,
    AttackWithdrawn,
    BombsThrown,
    CombatEnded,
    DefenseRolled,
    DiceAdded,
    DieSet,
    LimbBlownOff,
    ResponseAllowed,
    ShieldsDeclared,
    ShieldsRaised,
    ShoulderDestroyed,
    StorageBombUsed,
    StrikeResolved,
    TargetChanged,
    TotalChanged,
)
from domain.games.pbl_robots.events.effects import (
    ActionAttached,
    ActionDetached,
    ActionPlayed,
    ActionResolved,
    CardEffectResolved,
    CardPlaced,
    CardsDiscarded,
    CardTaken,
    CounterSet,
    CrewBlasted,
    DeckSearched,
    ExtraAttackGiven,
    ExtraTurnGiven,
    HandLimitChanged,
    PickUsed,
)
from domain.games.pbl_robots.events.ending import (
    Adjusted,
    CardsRemoved,
    CriticalFormEntered,
    CriticalFormLeft,
    GameEnded,
    PositionDeclared,
    RobotTerminated,
    SideResigned,
    TimeLimitExpired,
    TimeLimitStarted,
    TimeLimitTied,
    TurnSet,
)
from domain.games.pbl_robots.events.play import (
    ArmorBuilt,
    ArmorRemoved,
    CounterReset,
    CrewPlayed,
    CrewScrapped,
    ExpertPilotLeft,
    ExpertPilotPlayed,
    HangarBuilt,
    HangarRemoved,
    LimbRegenerated,
    RageGiven,
    SidekickMoved,
    StorageBombAdded,
    StorageBombRemoved,
)
from domain.games.pbl_robots.events.setup import (
    BaseRobotChosen,
    BlowOffDeckFormed,
    CardDefined,
    CelebritySet,
    ChallengeCardPlayed,
    CommunityDeckFormed,
    D20Rolled,
    DeckReduced,
    DecksCarriedOver,
    DraftEnded,
    DraftStarted,
    GameStarted,
    InheritanceDealt,
    MatchCreated,
    OpeningHandKept,
    OpeningHandsDealt,
    PilePassed,
    PilesRestocked,
    PileTaken,
    QuickPlayDealt,
    ShopDeckFormed,
    StarterChosen,
    StarterCommitted,
    StartersRevealed,
    TalentPoolRevealed,
)
from domain.games.pbl_robots.events.turns import (
    CardDrawn,
    CardRevealed,
    CardsPutUnder,
    DeckShuffled,
    DeckTopArranged,
    HandForgotten,
    HandLimitDiscarded,
    MovePassed,
    NoCardToDraw,
    OwedSettled,
    ShopCardTaken,
    ShopOpened,
    SomethingOwed,
    TurnEndAnnounced,
    TurnEnded,
    TurnStarted,
)

__all__ = [
    "EVENTS",
    "ActionAttached",
    "ActionDetached",
    "ActionPlayed",
    "ActionResolved",
    "Adjusted",
    "ArmorBuilt",
    "ArmorRemoved",
    "AttackDeclared",
    "AttackRolled",
    "AttackWithdrawn",
    "BaseRobotChosen",
    "BlowOffDeckFormed",
    "BombsThrown",
    "CardDefined",
    "CardDrawn",
    "CardEffectResolved",
    "CardPlaced",
    "CardRevealed",
    "CardTaken",
    "CardsDiscarded",
    "CardsPutUnder",
    "CardsRemoved",
    "CelebritySet",
    "ChallengeCardPlayed",
    "CombatEnded",
    "CommunityDeckFormed",
    "CounterReset",
    "CounterSet",
    "CrewBlasted",
    "CrewPlayed",
    "CrewScrapped",
    "CriticalFormEntered",
    "CriticalFormLeft",
    "D20Rolled",
    "DeckReduced",
    "DeckSearched",
    "DeckShuffled",
    "DeckTopArranged",
    "DecksCarriedOver",
    "DefenseRolled",
    "DiceAdded",
    "DieSet",
    "DraftEnded",
    "DraftStarted",
    "ExpertPilotLeft",
    "ExpertPilotPlayed",
    "ExtraAttackGiven",
    "ExtraTurnGiven",
    "GameEnded",
    "GameStarted",
    "HandForgotten",
    "HandLimitChanged",
    "HandLimitDiscarded",
    "HangarBuilt",
    "HangarRemoved",
    "InheritanceDealt",
    "LimbBlownOff",
    "LimbRegenerated",
    "MatchCreated",
    "MovePassed",
    "NoCardToDraw",
    "OpeningHandKept",
    "OpeningHandsDealt",
    "OwedSettled",
    "PblEvent",
    "PickUsed",
    "PilePassed",
    "PileTaken",
    "PilesRestocked",
    "PositionDeclared",
    "QuickPlayDealt",
    "RageGiven",
    "ResponseAllowed",
    "RobotTerminated",
    "ShieldsDeclared",
    "ShieldsRaised",
    "ShopCardTaken",
    "ShopDeckFormed",
    "ShopOpened",
    "ShoulderDestroyed",
    "SideResigned",
    "SidekickMoved",
    "SomethingOwed",
    "StarterChosen",
    "StarterCommitted",
    "StartersRevealed",
    "StorageBombAdded",
    "StorageBombRemoved",
    "StorageBombUsed",
    "StrikeResolved",
    "TalentPoolRevealed",
    "TargetChanged",
    "TimeLimitExpired",
    "TimeLimitStarted",
    "TimeLimitTied",
    "TotalChanged",
    "TurnEndAnnounced",
    "TurnEnded",
    "TurnSet",
    "TurnStarted",
]

PblEvent: TypeAlias = (
    MatchCreated
    | DecksCarriedOver
    | CardDefined
    | BaseRobotChosen
    | CelebritySet
    | InheritanceDealt
    | TalentPoolRevealed
    | D20Rolled
    | StarterChosen
    | BlowOffDeckFormed
    | StarterCommitted
    | StartersRevealed
    | QuickPlayDealt
    | ShopDeckFormed
    | DraftStarted
    | PilePassed
    | PileTaken
    | PilesRestocked
    | DraftEnded
    | ChallengeCardPlayed
    | CommunityDeckFormed
    | DeckReduced
    | OpeningHandsDealt
    | OpeningHandKept
    | GameStarted
    | TurnStarted
    | MovePassed
    | TurnEndAnnounced
    | TurnEnded
    | SomethingOwed
    | OwedSettled
    | ShopOpened
    | CardDrawn
    | ShopCardTaken
    | NoCardToDraw
    | CardRevealed
    | HandForgotten
    | HandLimitDiscarded
    | DeckTopArranged
    | DeckShuffled
    | CardsPutUnder
    | ArmorBuilt
    | CounterReset
    | LimbRegenerated
    | CrewPlayed
    | HangarBuilt
    | SidekickMoved
    | ExpertPilotPlayed
    | ExpertPilotLeft
    | RageGiven
    | CrewScrapped
    | StorageBombRemoved
    | StorageBombAdded
    | HangarRemoved
    | ArmorRemoved
    | AttackDeclared
    | ShieldsDeclared
    | AttackWithdrawn
    | ResponseAllowed
    | AttackRolled
    | DefenseRolled
    | BombsThrown
    | ShieldsRaised
    | StorageBombUsed
    | DiceAdded
    | TotalChanged
    | DieSet
    | TargetChanged
    | CombatEnded
    | LimbBlownOff
    | ShoulderDestroyed
    | StrikeResolved
    | ActionPlayed
    | ActionAttached
    | ActionDetached
    | ActionResolved
    | CardEffectResolved
    | CrewBlasted
    | PickUsed
    | DeckSearched
    | ExtraAttackGiven
    | ExtraTurnGiven
    | HandLimitChanged
    | CardsDiscarded
    | CardTaken
    | CardPlaced
    | CounterSet
    | CriticalFormEntered
    | CriticalFormLeft
    | RobotTerminated
    | SideResigned
    | CardsRemoved
    | TimeLimitStarted
    | TimeLimitExpired
    | TimeLimitTied
    | GameEnded
    | Adjusted
    | TurnSet
    | PositionDeclared
)

EVENTS: Final[tuple[type[PblEvent], ...]] = PblEvent.__args__
