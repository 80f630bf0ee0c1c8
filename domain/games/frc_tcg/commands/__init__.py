"""What a scorekeeper enters. Every play may name its `player`; left out, it is the active player's."""

from typing import TypeAlias

from domain.games.frc_tcg.commands.agreements import (
    Abandon,
    Adjust,
    AgreeDraw,
    Concede,
    DeclarePosition,
    EndEnhancement,
    PlayerPosition,
    ResolveCardEffect,
    RevealCard,
    RobotPosition,
    SettlePrizeCards,
)
from domain.games.frc_tcg.commands.changes import (
    AddEffect,
    Change,
    ChangeAllowance,
    ChangeHp,
    ChangeMaxHp,
    DrawCards,
    FlipCoin,
    LiftEffect,
    MoveCard,
    Note,
    RollDie,
    SetTurn,
    ShowCard,
    Shuffle,
    TakePrize,
)
from domain.games.frc_tcg.commands.plays import (
    Attack,
    DeclareNoMove,
    DevolveRobot,
    EndTurn,
    EvolveRobot,
    GoOutForCoffee,
    MoveComponent,
    Placement,
    PlayAward,
    PlayComponent,
    PlayItem,
    PlayMentor,
    PlayRobot,
    PrizePick,
    RetreatRobot,
    SwapCards,
)
from domain.games.frc_tcg.commands.setup import (
    AgreeHouseRule,
    CreateMatch,
    DefineCard,
    DetermineFirstPlayer,
    DrawOpeningHand,
    RegisterDeck,
    SetPrizeCards,
    ShuffleDeck,
    StartMatch,
)

TcgCommand: TypeAlias = (
    CreateMatch
    | AgreeHouseRule
    | RegisterDeck
    | DefineCard
    | DetermineFirstPlayer
    | ShuffleDeck
    | DrawOpeningHand
    | SetPrizeCards
    | StartMatch
    | PlayRobot
    | PlayComponent
    | PlayItem
    | PlayMentor
    | PlayAward
    | EvolveRobot
    | DevolveRobot
    | Attack
    | MoveComponent
    | RetreatRobot
    | GoOutForCoffee
    | SwapCards
    | EndTurn
    | DeclareNoMove
    | ResolveCardEffect
    | EndEnhancement
    | RevealCard
    | Concede
    | AgreeDraw
    | Abandon
    | SettlePrizeCards
    | Adjust
    | DeclarePosition
)

__all__ = [
    "Abandon",
    "AddEffect",
    "Adjust",
    "AgreeDraw",
    "AgreeHouseRule",
    "Attack",
    "Change",
    "ChangeAllowance",
    "ChangeHp",
    "ChangeMaxHp",
    "Concede",
    "CreateMatch",
    "DeclareNoMove",
    "DeclarePosition",
    "DefineCard",
    "DetermineFirstPlayer",
    "DevolveRobot",
    "DrawCards",
    "DrawOpeningHand",
    "EndEnhancement",
    "EndTurn",
    "EvolveRobot",
    "FlipCoin",
    "GoOutForCoffee",
    "LiftEffect",
    "MoveCard",
    "MoveComponent",
    "Note",
    "Placement",
    "PlayAward",
    "PlayComponent",
    "PlayItem",
    "PlayMentor",
    "PlayRobot",
    "PlayerPosition",
    "PrizePick",
    "RegisterDeck",
    "ResolveCardEffect",
    "RetreatRobot",
    "RevealCard",
    "RobotPosition",
    "RollDie",
    "SetPrizeCards",
    "SetTurn",
    "SettlePrizeCards",
    "ShowCard",
    "Shuffle",
    "ShuffleDeck",
    "StartMatch",
    "SwapCards",
    "TakePrize",
    "TcgCommand",
]
