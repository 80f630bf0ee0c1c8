"""Changes by hand that begin or end lasting effects, in the vocabulary that all card games share."""

from collections.abc import Iterator
from typing import TypeAlias

from domain.effects import words
from domain.games.frc_card_game.changes.base import ChangeSource, FrcChange
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import EffectsEnded, LastingAdded
from domain.games.frc_card_game.references import table_of
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.vocabulary import ActionName, ChangeName, NumberName, Trait
from domain.rules import Violation


def _table(state: State, by: ChangeSource) -> words.EffectTable:
    owner = None if by.cause == "adjustment" else by.player
    return table_of(state, owner, by.source, near=by.player, instant=by.instant)


class _Lasting(FrcChange, words.EffectWord, frozen=True, kw_only=True):
    """A change that begins a lasting effect."""

    only: tuple[Trait, ...] = ()
    nothing = ("CG-A05", "the same effect is in force already")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        return self.violations(_table(state, by))

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        out.add(LastingAdded(lasting=self.lasting(_table(out.state, by))))


class Modify(words.ModifyWord[NumberName], _Lasting, frozen=True, kw_only=True, tag="modify"):
    """A number changes for a while."""


class Allow(words.AllowWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="allow"):
    """Something is allowed for a while."""


class Forbid(words.ForbidWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="forbid"):
    """Something is forbidden for a while."""


class Prevent(words.PreventWord[ChangeName], _Lasting, frozen=True, kw_only=True, tag="prevent"):
    """A kind of change does not happen for a while."""


class Label(words.LabelWord, _Lasting, frozen=True, kw_only=True, tag="label"):
    """Words that the board shows for a while."""


class End(FrcChange, words.EndWord, frozen=True, kw_only=True, tag="end"):
    """Lasting effects end."""

    nothing = ("CG-A05", "no such effect is in force")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        return self.violations(_table(state, by))

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        if ended := self.ended(_table(out.state, by)):
            out.add(EffectsEnded(effects=ended))


LastingChange: TypeAlias = Modify | Allow | Forbid | Prevent | Label | End
