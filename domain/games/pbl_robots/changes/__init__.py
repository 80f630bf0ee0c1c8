"""The primitive changes that make up an adjustment or a card effect entered by hand. There are no others."""

from typing import TypeAlias

from domain.games.pbl_robots.changes.cards import Discard, DrawNow, MoveCard, OpenShopNow, Reveal, SearchNow, ShuffleNow
from domain.games.pbl_robots.changes.lasting import LastingChange
from domain.games.pbl_robots.changes.robots import (
    AddArmor,
    AddStorageBombs,
    AttachNow,
    BlowOff,
    DetachNow,
    Put,
    Regenerate,
    RemoveArmor,
    RemoveCrew,
    RemoveHangar,
    RemoveStorageBombs,
    ReplacePilot,
    SetCounter,
)
from domain.games.pbl_robots.changes.turns import (
    AddDiceNow,
    AddToTotal,
    ChangeHandLimit,
    GiveExtraAttack,
    GiveExtraTurn,
    RetargetNow,
    SetDie,
    SetTurn,
    SkipTurn,
)

Change: TypeAlias = (
    DrawNow
    | Discard
    | MoveCard
    | SearchNow
    | AddArmor
    | RemoveArmor
    | BlowOff
    | Regenerate
    | AddStorageBombs
    | RemoveStorageBombs
    | SetDie
    | AddDiceNow
    | AddToTotal
    | RetargetNow
    | AttachNow
    | DetachNow
    | SetCounter
    | RemoveHangar
    | RemoveCrew
    | ReplacePilot
    | GiveExtraAttack
    | GiveExtraTurn
    | OpenShopNow
    | ChangeHandLimit
    | Reveal
    | ShuffleNow
    | SetTurn
    | Put
    | SkipTurn
    | LastingChange
)
