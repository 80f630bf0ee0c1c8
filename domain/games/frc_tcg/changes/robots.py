"""HP and lasting effects changed by hand (TCG-A12, X07, X08)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Literal, final

from domain.cards import CardRef, SeatIndex
from domain.games.frc_tcg.cards.records import COUNTER_HP, is_duration
from domain.games.frc_tcg.changes.base import Author, Duration, OnRobot
from domain.games.frc_tcg.effects import ends_of
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import NoteTaken
from domain.games.frc_tcg.events.combat import DamageTaken, EffectApplied, EffectsLifted, HpRestored
from domain.games.frc_tcg.state import LastingEffect, SeatedStack, State
from domain.rules import Violation, impossible


@final
class ChangeHp(OnRobot, frozen=True, kw_only=True, tag="hp"):
    """HP of a robot, `by` an amount or `to` a number."""

    robot: CardRef
    by: int | None = None
    to: int | None = None
    player: SeatIndex | None = None
    """Whose robot."""

    def validate(self, state: State, seat: int) -> Iterator[Violation]:
        yield from super().validate(state, seat)
        if (self.by is None) == (self.to is None) or (self.to is not None and self.to < 0):
            yield impossible("TCG-A12", "HP changes by an amount, or to a number of 0 or more")
            return
        where = self.where(state, seat)
        if where is not None and self.to is not None and self.to > max(where.stack.hp, where.stack.max_hp):
            yield Violation("TCG-X08", f"{self.to} HP is over the maximum {where.stack.max_hp}")

    def change(self, out: TcgBuffer, where: SeatedStack, author: Author) -> None:
        key, old = where.stack.key, where.stack.hp
        wanted = self.to if self.to is not None else min(old + (self.by or 0), max(old, where.stack.max_hp))
        hp = max(0, wanted)
        if hp == old:
            return
        if hp < old:
            out.add(DamageTaken(owner=where.seat, robot=key, amount=old - hp, hp=hp, by=author.seat))
        else:
            out.add(HpRestored(owner=where.seat, robot=key, amount=hp - old, hp=hp))
        if hp % COUNTER_HP:
            out.add(NoteTaken(text=f"HP {hp} is not a number of counters: keep it on paper"))


class _Timed(OnRobot, frozen=True, kw_only=True):
    """A lasting effect on a robot."""

    @property
    @abstractmethod
    def duration(self) -> Duration:
        """How long it lasts."""

    def validate(self, state: State, seat: int) -> Iterator[Violation]:
        yield from super().validate(state, seat)
        if not is_duration(self.duration):
            yield impossible("TCG-A12", f"no duration {self.duration!r}")

    def last(
        self, out: TcgBuffer, where: SeatedStack, author: Author, *, kind: str, amount: int, label: str = ""
    ) -> None:
        """The effect begins."""
        ends, before = ends_of(out.state, self.duration, author.seat)
        effect = LastingEffect(
            id=out.state.next_lasting,
            kind=kind,
            owner=author.seat,
            source=author.source,
            amount=amount,
            label=label,
            robot=where.stack.key,
            ends=ends,
            before=before,
        )
        out.add(EffectApplied(effect=effect))


@final
class ChangeMaxHp(_Timed, frozen=True, kw_only=True, tag="max_hp"):
    """A bonus (or malus) on a robot's max HP."""

    robot: CardRef
    by: int
    duration: Duration = "until_removed"
    player: SeatIndex | None = None

    def change(self, out: TcgBuffer, where: SeatedStack, author: Author) -> None:
        if self.by:
            self.last(out, where, author, kind="max_hp", amount=self.by)


@final
class AddEffect(_Timed, frozen=True, kw_only=True, tag="effect_added"):
    """A lasting effect: a label on a robot, or a modifier of its attacks or of attacks on it."""

    robot: CardRef
    label: str = ""
    kind: Literal["label", "damage_dealt", "damage_taken"] = "label"
    amount: int = 0
    duration: Duration = "until_removed"
    player: SeatIndex | None = None

    def validate(self, state: State, seat: int) -> Iterator[Violation]:
        yield from super().validate(state, seat)
        if self.kind == "label" and (not self.label.strip() or self.amount):
            yield impossible("TCG-A12", "a label has words and no amount; damage_dealt and damage_taken have an amount")
        elif self.kind != "label" and not self.amount:
            yield impossible("TCG-A12", f"{self.kind} needs an amount")

    def change(self, out: TcgBuffer, where: SeatedStack, author: Author) -> None:
        self.last(out, where, author, kind=self.kind, amount=self.amount, label=self.label)


@final
class LiftEffect(OnRobot, frozen=True, kw_only=True, tag="effect_lifted"):
    """Effects on a robot end: those of that label, or all."""

    robot: CardRef
    label: str = ""
    player: SeatIndex | None = None

    def change(self, out: TcgBuffer, where: SeatedStack, author: Author) -> None:  # noqa: ARG002
        key = where.stack.key
        on_robot = (e for e in out.state.lasting if e.scope == "robot" and e.robot == key)
        lifted = tuple(e.id for e in on_robot if not self.label or e.label == self.label)
        if lifted:
            out.add(EffectsLifted(owner=where.seat, robot=key, effects=lifted))
