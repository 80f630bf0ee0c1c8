"""What a scorekeeper enters. Every play may name its `player`; left out, it is the active player's."""

from typing import Final

from domain.games.frc_tcg.commands.agreements import Abandon, AgreeDraw, Concede, SettlePrizeCards
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.by_hand import Adjust, EndEnhancement, ResolveCardEffect, RevealCard
from domain.games.frc_tcg.commands.combat import Attack
from domain.games.frc_tcg.commands.moves import GoOutForCoffee, MoveComponent, RetreatRobot
from domain.games.frc_tcg.commands.plays import PlayAward, PlayComponent, PlayItem, PlayMentor, PlayRobot
from domain.games.frc_tcg.commands.position import DeclarePosition
from domain.games.frc_tcg.commands.seasons import DevolveRobot, EvolveRobot
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
from domain.games.frc_tcg.commands.turn import DeclareNoMove, EndTurn, SwapCards

COMMANDS: Final[tuple[type[TcgCommand], ...]] = (
    CreateMatch,
    AgreeHouseRule,
    RegisterDeck,
    DefineCard,
    DetermineFirstPlayer,
    ShuffleDeck,
    DrawOpeningHand,
    SetPrizeCards,
    StartMatch,
    PlayRobot,
    PlayComponent,
    PlayItem,
    PlayMentor,
    PlayAward,
    EvolveRobot,
    DevolveRobot,
    Attack,
    MoveComponent,
    RetreatRobot,
    GoOutForCoffee,
    SwapCards,
    EndTurn,
    DeclareNoMove,
    ResolveCardEffect,
    EndEnhancement,
    RevealCard,
    Concede,
    AgreeDraw,
    Abandon,
    SettlePrizeCards,
    Adjust,
    DeclarePosition,
)
