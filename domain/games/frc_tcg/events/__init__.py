"""What happened. Events hold every number and card they used, so that replay needs neither rules nor catalogue."""

from typing import TypeAlias

from domain.games.frc_tcg.events.cards import (
    AwardPlayed,
    CardMoved,
    CardRevealed,
    CardsDrawn,
    CardShopped,
    CardsSwapped,
    EnhancementEnded,
    HandRefilled,
    ItemPlayed,
    MentorPlayed,
    MentorsWentForCoffee,
    PrizeCardCaptured,
)
from domain.games.frc_tcg.events.course import (
    Adjusted,
    AllowanceChanged,
    CardDefined,
    CardEffectResolved,
    CoinFlipped,
    DeckRegistered,
    DeckShuffled,
    DieRolled,
    DrawAgreed,
    FirstPlayerDetermined,
    HouseRuleAgreed,
    MatchAbandoned,
    MatchConceded,
    MatchCreated,
    MatchDrawn,
    MatchStarted,
    MatchWon,
    NoMoveDeclared,
    NoteTaken,
    OpeningHandDrawn,
    PlayerOut,
    PositionDeclared,
    PrizeCardsSet,
    PrizeCardsSettled,
    TurnEnded,
    TurnSet,
    TurnStarted,
)
from domain.games.frc_tcg.events.robots import (
    AbilityActivated,
    AttackMade,
    ComponentMoved,
    ComponentPlayed,
    DamageTaken,
    EffectApplied,
    EffectExpired,
    EffectsLifted,
    HpRestored,
    MaxHpChanged,
    RobotDefeated,
    RobotDevolved,
    RobotEvolved,
    RobotPlayed,
    RobotRetreated,
)

TcgEvent: TypeAlias = (
    MatchCreated
    | HouseRuleAgreed
    | DeckRegistered
    | CardDefined
    | FirstPlayerDetermined
    | DeckShuffled
    | OpeningHandDrawn
    | PrizeCardsSet
    | MatchStarted
    | TurnStarted
    | CardRevealed
    | RobotPlayed
    | ComponentPlayed
    | AbilityActivated
    | ItemPlayed
    | MentorPlayed
    | AwardPlayed
    | CardShopped
    | RobotEvolved
    | RobotDevolved
    | AttackMade
    | DamageTaken
    | HpRestored
    | MaxHpChanged
    | EffectApplied
    | EffectsLifted
    | EffectExpired
    | RobotDefeated
    | PrizeCardCaptured
    | PlayerOut
    | MatchWon
    | MatchDrawn
    | ComponentMoved
    | RobotRetreated
    | MentorsWentForCoffee
    | CardsSwapped
    | NoMoveDeclared
    | TurnEnded
    | EnhancementEnded
    | HandRefilled
    | CardsDrawn
    | CardMoved
    | AllowanceChanged
    | CoinFlipped
    | DieRolled
    | NoteTaken
    | CardEffectResolved
    | MatchConceded
    | DrawAgreed
    | MatchAbandoned
    | PrizeCardsSettled
    | Adjusted
    | TurnSet
    | PositionDeclared
)

__all__ = [
    "AbilityActivated",
    "Adjusted",
    "AllowanceChanged",
    "AttackMade",
    "AwardPlayed",
    "CardDefined",
    "CardEffectResolved",
    "CardMoved",
    "CardRevealed",
    "CardShopped",
    "CardsDrawn",
    "CardsSwapped",
    "CoinFlipped",
    "ComponentMoved",
    "ComponentPlayed",
    "DamageTaken",
    "DeckRegistered",
    "DeckShuffled",
    "DieRolled",
    "DrawAgreed",
    "EffectApplied",
    "EffectExpired",
    "EffectsLifted",
    "EnhancementEnded",
    "FirstPlayerDetermined",
    "HandRefilled",
    "HouseRuleAgreed",
    "HpRestored",
    "ItemPlayed",
    "MatchAbandoned",
    "MatchConceded",
    "MatchCreated",
    "MatchDrawn",
    "MatchStarted",
    "MatchWon",
    "MaxHpChanged",
    "MentorPlayed",
    "MentorsWentForCoffee",
    "NoMoveDeclared",
    "NoteTaken",
    "OpeningHandDrawn",
    "PlayerOut",
    "PositionDeclared",
    "PrizeCardCaptured",
    "PrizeCardsSet",
    "PrizeCardsSettled",
    "RobotDefeated",
    "RobotDevolved",
    "RobotEvolved",
    "RobotPlayed",
    "RobotRetreated",
    "TcgEvent",
    "TurnEnded",
    "TurnSet",
    "TurnStarted",
]
