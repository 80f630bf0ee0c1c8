"""Changes by hand that last a while: of stats, of the ability to score, of what a player may do in a turn."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, final

from domain.cards import CardRef, SeatIndex
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.changes.base import ChangeSource, FrcChange, Positive, Until
from domain.games.frc_card_game.changes.robots import no_such_robot, that_robot
from domain.games.frc_card_game.changes.turn import turn_with
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import LastingAdded
from domain.games.frc_card_game.field import lasts, score_forbidden_by
from domain.games.frc_card_game.state import FieldRobot, Modifier, State
from domain.games.frc_card_game.zones import on_field
from domain.rules import Violation, impossible


@final
class ChangeStat(FrcChange, frozen=True, kw_only=True, tag="stat_modified"):
    """A robot's stat goes up or down."""

    robot: CardRef
    stat: Literal["offense", "defense"]
    delta: int
    player: SeatIndex | None = None
    until: Until = "end_of_turn"
    turns: Positive = 1
    """With `turns`: how many turns, the current one included."""
    nothing = ("CG-Q33", "a stat goes up or down by 0")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        yield from no_such_robot(state, by, self.player, self.robot)
        yield from _until_violations(state, self, by)

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        if self.delta:
            robot = that_robot(out.state, by, self.player, self.robot)[1]
            lasting = Modifier(self.stat, robot.token, self.delta, *_how_long(out.state, self, by))
            out.add(LastingAdded(lasting=lasting))


@final
class ChangeScoring(FrcChange, frozen=True, kw_only=True, tag="score_ability_changed"):
    """A robot may score, may not score, or may score more often."""

    robot: CardRef
    ability: Literal["may_score", "may_not_score", "extra_attempts"]
    attempts: Positive = 1
    """With `extra_attempts`: how many more."""
    player: SeatIndex | None = None
    until: Until = "end_of_turn"
    turns: Positive = 1
    nothing = ("CG-C01", "so it is already with that robot")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        yield from no_such_robot(state, by, self.player, self.robot)
        yield from _until_violations(state, self, by)
        if self.attempts != 1 and self.ability != "extra_attempts":
            yield impossible("CG-C02", f"attempts= goes with extra_attempts, not with {self.ability}")

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        side, robot = that_robot(out.state, by, self.player, self.robot)
        delta = self.attempts if self.ability == "extra_attempts" else 0
        lasting = Modifier(self.ability, robot.token, delta, *_how_long(out.state, self, by))
        if delta or not _holds(out.state, side, robot, lasting):
            out.add(LastingAdded(lasting=lasting))


@final
class ChangeAllowance(FrcChange, frozen=True, kw_only=True, tag="allowance_changed"):
    """A player may play more or fewer students, or owes more or fewer draws."""

    player: SeatIndex
    what: Literal["student_plays", "draw_phase_draws"]
    delta: int
    until: Until = "end_of_turn"
    turns: Positive = 1
    nothing = ("CG-Q48", "0 more or fewer")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        """Besides how long it lasts: whether there is a turn in that time for which it counts."""
        yield from _until_violations(state, self, by)
        phase: Phase = "draw" if self.what == "draw_phase_draws" else "main"
        turn, last = turn_with(state, self.player, phase, begun=True), _last_turn(state, self)
        if last is not None and last < turn:
            who = state.name(self.player)
            text = f"{who}'s next {phase} phase is in turn {turn}: this would be over before it (until=turns turns=…)"
            yield impossible("CG-A02" if phase == "main" else "CG-T04", text)

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        if self.delta:
            lasting = Modifier(self.what, self.player, self.delta, *_how_long(out.state, self, by))
            out.add(LastingAdded(lasting=lasting))


ForAWhile: TypeAlias = ChangeStat | ChangeScoring | ChangeAllowance


def _until_violations(state: State, change: ForAWhile, by: ChangeSource) -> Iterator[Violation]:
    """CG-A05: whether it is said right how long a change lasts."""
    if change.until != "turns" and change.turns != 1:
        yield impossible("CG-A05", f"turns= goes with until=turns, not with {change.until}")
    if change.until == "while_source_on_field" and (by.source is None or not on_field(state, by.source)):
        text = "no card stays on the field on which this could hang: say another until="
        yield impossible("CG-A05", text)


def _last_turn(state: State, change: ForAWhile) -> int | None:
    """Return the last turn in which the change applies; `None` if it is not limited to turns."""
    if change.until == "end_of_turn":
        return state.turn
    return state.turn + change.turns - 1 if change.until == "turns" else None


def _how_long(state: State, change: ForAWhile, by: ChangeSource) -> tuple[int | None, int | None]:
    """The last turn in which it holds, and the card that must stay on the field."""
    return _last_turn(state, change), by.source if change.until == "while_source_on_field" else None


def _holds(state: State, side: int, robot: FieldRobot, wanted: Modifier) -> bool:
    """True if a robot already may (or may not) score for at least as long as the change asks."""
    for kept in reversed(state.lasting):
        if kept.target == robot.token and kept.what in ("may_score", "may_not_score") and lasts(state, kept):
            as_long = kept.last_turn is None or (wanted.last_turn is not None and kept.last_turn >= wanted.last_turn)
            return kept.what == wanted.what and as_long and kept.source in (None, wanted.source)
    return wanted.what == "may_score" and score_forbidden_by(state, side, robot) is None
