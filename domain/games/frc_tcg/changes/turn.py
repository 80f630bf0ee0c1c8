"""Changes by hand of HP, allowances and the turn; coins, dice and notes (TCG-A12, T01, X08)."""

from collections.abc import Iterator
from typing import Final, Literal

from domain.cards import CardRef, SeatIndex
from domain.games.frc_tcg.cards.records import COUNTER_HP
from domain.games.frc_tcg.changes.base import OnRobot, TcgAuthor, TcgChange
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import AllowanceChanged, CoinFlipped, DieRolled, NoteTaken, TurnSet
from domain.games.frc_tcg.events.combat import DamageTaken, HpRestored
from domain.games.frc_tcg.references import is_seat
from domain.games.frc_tcg.state import SeatedStack, State, turn_record
from domain.rules import Violation, impossible
from domain.seats import seat_name


class ChangeHp(OnRobot, frozen=True, kw_only=True, tag="hp"):
    """Change a robot's HP `by` an amount or `to` a number."""

    robot: CardRef
    by: int | None = None
    to: int | None = None
    player: SeatIndex | None = None
    """The robot's player."""

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        yield from super().validate(state, by)
        if (self.by is None) == (self.to is None) or (self.to is not None and self.to < 0):
            yield impossible("TCG-A12", "HP changes by an amount, or to a number of 0 or more")
            return
        where = self.where(state, by.seat)
        if where is not None and self.to is not None and self.to > max(where.stack.hp, where.stack.max_hp):
            yield Violation("TCG-X08", f"{self.to} HP is over the maximum {where.stack.max_hp}")

    def change(self, out: TcgBuffer, where: SeatedStack, by: TcgAuthor) -> None:
        key, old = where.stack.key, where.stack.hp
        wanted = self.to if self.to is not None else min(old + (self.by or 0), max(old, where.stack.max_hp))
        hp = max(0, wanted)
        if hp == old:
            return
        if hp < old:
            out.add(DamageTaken(owner=where.seat, robot=key, amount=old - hp, hp=hp, by=by.seat))
        else:
            out.add(HpRestored(owner=where.seat, robot=key, amount=hp - old, hp=hp))
        if hp % COUNTER_HP:
            out.add(NoteTaken(text=f"HP {hp} is not a number of counters: keep it on paper"))


_RULES: Final = {"robots": "TCG-T03", "components": "TCG-T04", "enhancements": "TCG-T05", "attacks": "TCG-C01"}
"""Kind of play -> the rule that limits it to a number per turn."""


class ChangeAllowance(TcgChange, frozen=True, kw_only=True, tag="allowance"):
    """Allow more (or fewer) plays in this turn."""

    of: Literal["robots", "components", "enhancements", "attacks"]
    by: int = 1

    def validate(self, state: State, _by: TcgAuthor, /) -> Iterator[Violation]:
        allowed = state.record.allowed(self.of)
        if allowed + self.by < 0:
            yield impossible(
                _RULES[self.of], f"{self.of}: {allowed} allowed in this turn, {-self.by} less is below zero"
            )

    def apply(self, out: TcgBuffer, _by: TcgAuthor, /) -> None:
        if self.by:
            out.add(AllowanceChanged(of=self.of, by=self.by))


class FlipCoin(TcgChange, frozen=True, kw_only=True, tag="coin_flip"):
    """Record a coin flip that a card text requires."""

    result: Literal["heads", "tails"]

    def apply(self, out: TcgBuffer, _by: TcgAuthor, /) -> None:
        out.add(CoinFlipped(result=self.result))


class RollDie(TcgChange, frozen=True, kw_only=True, tag="die_roll"):
    """Record a die roll that a card text requires."""

    result: int
    faces: int = 6

    def validate(self, _state: State, _by: TcgAuthor, /) -> Iterator[Violation]:
        if not 1 <= self.result <= self.faces:
            yield impossible("TCG-A12", f"a die with {self.faces} faces cannot show {self.result}")

    def apply(self, out: TcgBuffer, _by: TcgAuthor, /) -> None:
        out.add(DieRolled(result=self.result, faces=self.faces))


class Note(TcgChange, frozen=True, kw_only=True, tag="note"):
    """Record in words what other changes cannot express."""

    text: str

    def validate(self, _state: State, _by: TcgAuthor, /) -> Iterator[Violation]:
        if not self.text.strip():
            yield impossible("TCG-A12", "a note has words")

    def apply(self, out: TcgBuffer, _by: TcgAuthor, /) -> None:
        out.add(NoteTaken(text=self.text))


class SetTurn(TcgChange, frozen=True, kw_only=True, tag="turn"):
    """Set the active player and the used part of this turn (adjustments only)."""

    active: SeatIndex
    number: int | None = None
    robots: int = 0
    components: int = 0
    enhancements: int = 0
    items: int = 0
    attacks: int = 0
    moves: int = 0
    adjusting = True

    def validate(self, state: State, _by: TcgAuthor, /) -> Iterator[Violation]:
        counts = (self.robots, self.components, self.enhancements, self.items, self.attacks, self.moves)
        if not is_seat(state, self.active) or min(counts) < 0 or (self.number is not None and self.number < 1):
            yield impossible("TCG-T01", "name a seat, and numbers of 0 or more")
        elif state.players[self.active].out:
            yield impossible("TCG-V06", f"{seat_name(state.seats, self.active)} is out of the match")

    def apply(self, out: TcgBuffer, _by: TcgAuthor, /) -> None:
        counts = (self.robots, self.components, self.enhancements, self.items, self.attacks, self.moves)
        state, record = out.state, turn_record(counts)
        number = self.number if self.number is not None else state.turn
        if (self.active, number, record) != (state.active, state.turn, state.record):
            out.add(TurnSet(player=self.active, turn=number, record=record))
