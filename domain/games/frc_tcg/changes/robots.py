"""HP changed by hand (TCG-A12, X08)."""

from collections.abc import Iterator

from domain.cards import CardRef, SeatIndex
from domain.games.frc_tcg.cards.records import COUNTER_HP
from domain.games.frc_tcg.changes.base import OnRobot, TcgAuthor
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import NoteTaken
from domain.games.frc_tcg.events.combat import DamageTaken, HpRestored
from domain.games.frc_tcg.state import SeatedStack, State
from domain.rules import Violation, impossible


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

    def change(self, out: TcgBuffer, where: SeatedStack, author: TcgAuthor) -> None:
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
