"""Changes by hand that begin or end lasting effects, in the vocabulary that all card games share."""

from collections.abc import Iterator
from typing import TypeAlias

from domain.effects.words import AllowWord, EffectWord, EndWord, ForbidWord, LabelWord, ModifyWord, PreventWord
from domain.games.pbl_robots.changes.base import PblAuthor, PblChange
from domain.games.pbl_robots.effect_table import table_of
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.effects import EffectBegan, EffectsEnded
from domain.games.pbl_robots.state import State
from domain.games.pbl_robots.vocabulary import ActionName, ChangeName, NumberName, Trait
from domain.rules import Violation


class _Lasting(PblChange, EffectWord, frozen=True, kw_only=True):
    """A change that begins a lasting effect."""

    only: tuple[Trait, ...] = ()

    def validate(self, state: State, by: PblAuthor, /) -> Iterator[Violation]:
        return self.violations(table_of(state, *by))

    def apply(self, out: PblBuffer, by: PblAuthor, /) -> None:
        out.add(EffectBegan(effect=self.lasting(table_of(out.state, *by))))


class Modify(ModifyWord[NumberName], _Lasting, frozen=True, kw_only=True, tag="modify"):
    """A number changes for a while."""


class Allow(AllowWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="allow"):
    """Something is allowed for a while."""


class Forbid(ForbidWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="forbid"):
    """Something is forbidden for a while."""


class Prevent(PreventWord[ChangeName], _Lasting, frozen=True, kw_only=True, tag="prevent"):
    """A kind of change does not happen for a while."""


class Label(LabelWord, _Lasting, frozen=True, kw_only=True, tag="label"):
    """Words that the board shows for a while, without effect on the rules."""


class End(PblChange, EndWord, frozen=True, kw_only=True, tag="end"):
    """Lasting effects end."""

    def validate(self, state: State, by: PblAuthor, /) -> Iterator[Violation]:
        return self.violations(table_of(state, by.seat, ""))

    def apply(self, out: PblBuffer, by: PblAuthor, /) -> None:
        if ended := self.ended(table_of(out.state, by.seat, "")):
            out.add(EffectsEnded(effects=ended))


LastingChange: TypeAlias = Modify | Allow | Forbid | Prevent | Label | End
