"""What a scorekeeper enters. `player` is the person who acts; left out, the one who is to act."""

from typing import Final

from domain.games.pbl_robots.commands.attacks import (
    DeclareAttack,
    DeclareShields,
    RollAttack,
    RollDefense,
    WithdrawAttack,
)
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.builds import BuildArmor, BuildHangar, ChooseReduction, PlayCrew, PlayExpertPilot
from domain.games.pbl_robots.commands.cards import (
    AddStorageBomb,
    Adjust,
    BlastCrew,
    PickArmor,
    PlayAction,
    ResolveEffect,
)
from domain.games.pbl_robots.commands.combat import AddBombs, AddShields, ConcedeCombat, RecordStrike, UseStorageBombs
from domain.games.pbl_robots.commands.creation import CreateMatch, DefineCard
from domain.games.pbl_robots.commands.decks import (
    DealQuickPlay,
    FormCommunityDeck,
    PassPile,
    ReduceDeck,
    SelectChallengeCard,
    StartDraft,
    TakePile,
)
from domain.games.pbl_robots.commands.opening import DealOpeningHands, KeepOpeningHand, StartGame
from domain.games.pbl_robots.commands.position import DeclarePosition
from domain.games.pbl_robots.commands.setup import (
    ChooseBaseRobot,
    ChooseStarter,
    CommitStarter,
    DealInheritance,
    RevealStarters,
    RevealTalentPool,
    RollD20,
    SetCelebrity,
)
from domain.games.pbl_robots.commands.turns import (
    AnnounceEnd,
    ArrangeDeck,
    DiscardToLimit,
    DrawCard,
    PassMove,
    RecordClock,
    Resign,
    RevealCard,
)

COMMANDS: Final[tuple[type[PblCommand], ...]] = (
    CreateMatch,
    ChooseBaseRobot,
    DefineCard,
    SetCelebrity,
    DealInheritance,
    RevealTalentPool,
    RollD20,
    ChooseStarter,
    CommitStarter,
    RevealStarters,
    DealQuickPlay,
    StartDraft,
    PassPile,
    TakePile,
    SelectChallengeCard,
    FormCommunityDeck,
    ReduceDeck,
    DealOpeningHands,
    KeepOpeningHand,
    StartGame,
    BuildArmor,
    PlayCrew,
    BuildHangar,
    PlayExpertPilot,
    ChooseReduction,
    PassMove,
    AnnounceEnd,
    DrawCard,
    RevealCard,
    DiscardToLimit,
    ArrangeDeck,
    RecordClock,
    Resign,
    DeclareAttack,
    DeclareShields,
    WithdrawAttack,
    RollAttack,
    RollDefense,
    AddBombs,
    AddShields,
    UseStorageBombs,
    RecordStrike,
    ConcedeCombat,
    PlayAction,
    ResolveEffect,
    BlastCrew,
    PickArmor,
    AddStorageBomb,
    Adjust,
    DeclarePosition,
)
