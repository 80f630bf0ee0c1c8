"""Changes by hand that begin or end lasting effects (TCG-A12, X07, X11)."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from domain.effects.words import AllowWord, EffectWord, EndWord, ForbidWord, LabelWord, ModifyWord, PreventWord
from domain.games.frc_tcg.changes.base import TcgAuthor, TcgChange
from domain.games.frc_tcg.effects import table_of
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.combat import EffectApplied, EffectExpired, EffectsLifted
from domain.games.frc_tcg.references import any_stack
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.vocabulary import ActionName, ChangeName, NumberName, Trait
from domain.rules import Violation


class _Lasting(TcgChange, EffectWord, frozen=True, kw_only=True):
    """A change that begins a lasting effect."""

    only: tuple[Trait, ...] = ()

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        return self.violations(table_of(state, by.seat, by.source, near=by.seat))

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        table = table_of(out.state, by.seat, by.source, near=by.seat)
        out.add(EffectApplied(effect=replace(self.lasting(table), id=out.state.next_lasting)))


class Modify(ModifyWord[NumberName], _Lasting, frozen=True, kw_only=True, tag="modify"):
    """Change a number for a while."""


class Allow(AllowWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="allow"):
    """Allow an action for a while."""


class Forbid(ForbidWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="forbid"):
    """Forbid an action for a while."""


class Prevent(PreventWord[ChangeName], _Lasting, frozen=True, kw_only=True, tag="prevent"):
    """Prevent a kind of change for a while."""


class Label(LabelWord, _Lasting, frozen=True, kw_only=True, tag="label"):
    """Show words on the board for a while; meanwhile, further effects of their card can be recorded."""


class End(TcgChange, EndWord, frozen=True, kw_only=True, tag="end"):
    """End lasting effects."""

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        return self.violations(table_of(state, by.seat, 0, near=by.seat))

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        state = out.state
        ended = self.ended(table_of(state, by.seat, by.source, near=by.seat))
        on = any_stack(state, by.seat, self.card, self.player) if self.card is not None else None
        if ended and on is not None:
            out.add(EffectsLifted(owner=on.seat, robot=on.stack.key, effects=ended))
        else:
            out.add(*[EffectExpired(effect=one) for one in ended])


LastingChange: TypeAlias = Modify | Allow | Forbid | Prevent | Label | End
