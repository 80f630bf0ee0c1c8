"""What a scorekeeper enters. `player` is the person who acts; left out, the one who is to act."""

from typing import Final, TypeAlias

from domain.games.pbl_robots.commands.base import Act, Inputs
from domain.games.pbl_robots.commands.combat import (
    AddBombs,
    AddShields,
    ConcedeCombat,
    DeclareAttack,
    DeclareShields,
    RecordStrike,
    RollAttack,
    RollDefense,
    UseStorageBombs,
    WithdrawAttack,
)
from domain.games.pbl_robots.commands.effects import (
    AddStorageBomb,
    Adjust,
    AttachedPosition,
    BlastCrew,
    DeclarePosition,
    PickArmor,
    PlayAction,
    ResolveEffect,
    SidePosition,
)
from domain.games.pbl_robots.commands.setup import (
    Bonus,
    Carried,
    ChooseBaseRobot,
    ChooseStarter,
    CommitStarter,
    CreateMatch,
    DealInheritance,
    DealOpeningHands,
    DealQuickPlay,
    DefineCard,
    FormCommunityDeck,
    KeepOpeningHand,
    PassPile,
    ReduceDeck,
    RevealStarters,
    RevealTalentPool,
    RollD20,
    SelectChallengeCard,
    SetCelebrity,
    StartDraft,
    StartGame,
    TakePile,
)
from domain.games.pbl_robots.commands.turns import (
    AnnounceEnd,
    ArrangeDeck,
    BuildArmor,
    BuildHangar,
    ChooseReduction,
    DiscardToLimit,
    DrawCard,
    PassMove,
    PlayCrew,
    PlayExpertPilot,
    RecordClock,
    Resign,
    RevealCard,
)

__all__ = [
    "COMMANDS",
    "Act",
    "AddBombs",
    "AddShields",
    "AddStorageBomb",
    "Adjust",
    "AnnounceEnd",
    "ArrangeDeck",
    "AttachedPosition",
    "BlastCrew",
    "Bonus",
    "BuildArmor",
    "BuildHangar",
    "Carried",
    "ChooseBaseRobot",
    "ChooseReduction",
    "ChooseStarter",
    "CommitStarter",
    "ConcedeCombat",
    "CreateMatch",
    "DealInheritance",
    "DealOpeningHands",
    "DealQuickPlay",
    "DeclareAttack",
    "DeclarePosition",
    "DeclareShields",
    "DefineCard",
    "DiscardToLimit",
    "DrawCard",
    "EffectCommand",
    "FormCommunityDeck",
    "Inputs",
    "KeepOpeningHand",
    "PassMove",
    "PassPile",
    "PblCommand",
    "PickArmor",
    "PlayAction",
    "PlayCrew",
    "PlayExpertPilot",
    "RecordClock",
    "RecordStrike",
    "ReduceDeck",
    "Resign",
    "ResolveEffect",
    "RevealCard",
    "RevealStarters",
    "RevealTalentPool",
    "RollAttack",
    "RollD20",
    "RollDefense",
    "SelectChallengeCard",
    "SetCelebrity",
    "SidePosition",
    "StartDraft",
    "StartGame",
    "TakePile",
    "UseStorageBombs",
    "WithdrawAttack",
]

EffectCommand: TypeAlias = BuildArmor | PlayCrew | BuildHangar | PlayExpertPilot | PlayAction | BlastCrew
"""Commands that may carry chance and choices of a card's effects."""

PblCommand: TypeAlias = (
    CreateMatch
    | ChooseBaseRobot
    | DefineCard
    | SetCelebrity
    | DealInheritance
    | RevealTalentPool
    | RollD20
    | ChooseStarter
    | CommitStarter
    | RevealStarters
    | DealQuickPlay
    | StartDraft
    | PassPile
    | TakePile
    | SelectChallengeCard
    | FormCommunityDeck
    | ReduceDeck
    | DealOpeningHands
    | KeepOpeningHand
    | StartGame
    | BuildArmor
    | PlayCrew
    | BuildHangar
    | PlayExpertPilot
    | ChooseReduction
    | PassMove
    | AnnounceEnd
    | DrawCard
    | RevealCard
    | DiscardToLimit
    | ArrangeDeck
    | RecordClock
    | Resign
    | DeclareAttack
    | DeclareShields
    | WithdrawAttack
    | RollAttack
    | RollDefense
    | AddBombs
    | AddShields
    | UseStorageBombs
    | RecordStrike
    | ConcedeCombat
    | PlayAction
    | ResolveEffect
    | BlastCrew
    | PickArmor
    | AddStorageBomb
    | Adjust
    | DeclarePosition
)

COMMANDS: Final[tuple[type[PblCommand], ...]] = PblCommand.__args__
