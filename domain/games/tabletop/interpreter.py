"""Interpreter of kits: runs the steps of an action, and the turns that follow. Checking and resolving both use it.

It collects violations: an action that contradicts the table is impossible, one beyond a limit is illegal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.games.tabletop.conditions import Condition
from domain.games.tabletop.context import Arg, Bound, Cards, EvalContext, Piece
from domain.games.tabletop.events.turns import MatchEnded, PhaseBegan, RoundBegan, SeatOut, TurnBegan
from domain.games.tabletop.limits import over_capacity, over_copies
from domain.games.tabletop.operations import Group, TableOperations, TabletopBuffer
from domain.games.tabletop.schema import EndPart, VerbPart
from domain.games.tabletop.state import State, score_of
from domain.rules import Violation


class KitStep(Struct, frozen=True):
    """A parsed step."""

    do: Callable[["Interpreter"], None]
    needs: tuple[str, ...] = ()
    """Optional arguments without which the step is skipped."""
    when: Condition | None = None


class Guard(Struct, frozen=True):
    """A parsed guard: a rule of the kit."""

    rule: str
    text: str
    holds: Condition


Winners: TypeAlias = Callable[[State, int], tuple[int, ...]]


class EndCondition(Struct, frozen=True):
    """A parsed row of [[end]]."""

    part: EndPart
    holds: Condition
    winners: Winners
    rule: str
    same_for_all: bool = False
    """True if the condition is the same for each player, so that it is evaluated only once."""


class Verb(Struct, frozen=True):
    """A verb with its parsed arguments, steps and guards."""

    part: VerbPart
    by: Literal["turn", "anyone", "named", "table"]
    args: tuple[Arg, ...]
    steps: tuple[KitStep, ...]
    guards: tuple[Guard, ...]
    phases: frozenset[int]
    limit: int = 0
    period: str = ""
    secret: tuple[tuple[str, str], ...] = ()
    """Arguments that only one player may know, with that player as in `@WHO`."""
    built_in: bool = False
    asked: frozenset[str] = frozenset()
    """Guards that depend on an optional argument, and may refuse an action without it."""
    renames: bool = False
    """True if the verb can change the identity of a known card."""

    takes_cards: bool = False
    named: Mapping[str, Arg] = {}
    """The arguments by name."""

    @property
    def after_end(self) -> bool:
        """True if the verb is accepted after the end of the match, because it does not change the result."""
        return self.built_in and self.part.name in ("name", "note")


class Program(Struct, frozen=True):
    """A parsed kit."""

    verbs: Mapping[str, Verb]
    begin: tuple[KitStep, ...]
    each_round: tuple[KitStep, ...]
    each_turn: tuple[KitStep, ...]
    ends: Mapping[str, tuple[EndCondition, ...]]
    """Rows of [[end]] by the time of their check: `act`, `turn` or `round`."""


class Interpreter(TableOperations):
    """Runs the steps of one action, and the turns, rounds and the end of the match that follow from it."""

    def __init__(
        self, program: Program, out: TabletopBuffer, actor: int, args: Mapping[str, Bound], by: str = ""
    ) -> None:
        super().__init__(out)
        self.program = program
        self.actor = actor
        self.args: dict[str, Bound] = dict(args)
        self.by = by
        self.stacks: dict[str, Group] = {}
        """The hidden stack that the cards of an argument come from, by argument."""
        self.step: KitStep | None = None
        """The last step that was started."""
        self.not_drawn: list[Violation] = []
        """Draws of an invalid number of cards. They have no effect, and are refused only when they are recorded."""
        self._before = out.state

    @property
    def scene(self) -> EvalContext:
        """The current context."""
        return EvalContext(self.out.state, self.actor, self.args)

    def run(self, steps: Iterable[KitStep]) -> None:
        """Run the steps in order, until one is impossible."""
        for step in steps:
            if self.violations and self.stopped:
                return
            if step.needs and not all(name in self.args for name in step.needs):
                continue
            if step.when is None or step.when(self.scene) is True:
                self.step = step
                step.do(self)

    def given(self, name: str) -> tuple[Piece, ...]:
        """Return the pieces of an argument, with their current identities."""
        value = self.args.get(name)
        return value.pieces if isinstance(value, Cards) else ()

    # --- turns and rounds ----------------------------------------------------------------------------------------------

    def _started(self, steps: tuple[KitStep, ...], seat: int) -> None:
        if not steps:
            return
        actor, args = self.actor, self.args
        self.actor, self.args = seat, {}
        self.run(steps)
        self.actor, self.args = actor, args

    def begin(self) -> None:
        """Begin the match: the steps of `begin`, then the first round and turn."""
        self._started(self.program.begin, self.state.first)
        if self.layout.head.round:
            self._begin_round(1, self.state.first)
        else:
            self._begin_turn(self.state.first)

    def _begin_round(self, number: int, first: int) -> None:
        head = self.layout.head
        self.reset("round", "phase")
        phase = head.phases[0] if head.phases and head.phases_in == "round" else ""
        self.out.add(RoundBegan(round=number, first=first, phase=phase))
        self._started(self.program.each_round, first)
        self._begin_turn(first)

    def _begin_turn(self, seat: int) -> None:
        head = self.layout.head
        if self.stopped:
            return
        anew = bool(head.phases) and head.phases_in == "turn"
        self.reset("turn", *(("phase",) if anew else ()))
        who = None if head.order == "together" else seat
        self.out.add(TurnBegan(turn=self.out.state.turn + 1, seat=who, phase=head.phases[0] if anew else ""))
        self._started(self.program.each_turn, seat)

    @property
    def acting(self) -> int:
        """The seat from which `next` continues."""
        seat = self.out.state.seat
        return self.actor if seat is None or self.by in ("turn", "anyone") else seat

    def next_turn(self, seat: int | None = None) -> None:
        """End the turn, and begin that of the next player or of `seat`."""
        before = self.acting
        self._check_turn(before)
        state = self.out.state
        if state.result is not None:
            return
        follower = state.follower(before)
        if seat is None and self.layout.head.turns_by and self.layout.head.round and self._is_last(before, follower):
            self.next_round()
        else:
            self._begin_turn(follower if seat is None else seat)

    def _check_turn(self, seat: int) -> None:
        """Run the checks at the end of a player's turn."""
        if self.layout.bounded["turn"]:
            self.violations += over_capacity(self._before, self.state, "turn", seat)
        self.ask_ends("turn")

    def _is_last(self, seat: int, follower: int) -> bool:
        """Return True if a seat is the last one in the game to have a turn in this round."""
        ring = self.state.ring
        return follower == seat or (ring.index(follower) < ring.index(seat)) is not self.state.reversed

    def next_phase(self) -> None:
        """Begin the next phase; after the last one, the next turn."""
        head = self.layout.head
        if self.state.phase + 1 >= len(head.phases):
            self.next_turn()
        else:
            self.to_phase(head.phases[self.state.phase + 1])

    def to_phase(self, phase: str) -> None:
        """Begin a phase."""
        self.reset("phase")
        self.out.add(PhaseBegan(phase=phase))

    def next_round(self) -> None:
        """End the turn and the round, and begin the next round."""
        head = self.layout.head
        if not head.round:
            self.next_turn()
            return
        self._check_turn(self.acting)
        for seat in self.state.resting if self.state.result is None else ():
            self.out.add(SeatOut(seat=seat, back=True))
        if self.state.result is None:
            self.ask_ends("round")
        if self.state.result is None:
            first = self.state.first
            if head.turns_by:
                first = next((seat for seat in self.state.ring if seat not in self.state.out), first)
            elif head.first == "rotates" or first in self.state.out:
                first = self.state.follower(first)
            self._begin_round(self.state.round + 1, first)

    # --- the end -------------------------------------------------------------------------------------------------------

    def ask_ends(self, at: str) -> None:
        """End the match if a condition of [[end]] holds for a player; players are checked in turn."""
        ends = self.program.ends.get(at)
        if not ends:
            return
        state = self.out.state
        seats = state.remaining() if state.result is None else ()
        contexts = [EvalContext(state, seat, {}) for seat in seats]
        for end in ends:
            for context in contexts[:1] if end.same_for_all else contexts:
                if end.holds(context) is True:
                    self.end(end.winners(state, context.actor), end.part.reason, end.rule)
                    return

    def end(self, winners: tuple[int, ...], reason: str, rule: str = "", *, drawn: bool = False) -> None:
        """End the match. All players on a winner's side win; if everyone wins, it is a draw."""
        state = self.state
        if state.result is not None:
            return
        sides = {state.seats[seat].side for seat in winners}
        all_winners = tuple(seat for seat, one in enumerate(state.seats) if one.side in sides)
        if len(all_winners) == len(state.seats) > 1:
            all_winners, drawn = (), True
        scores = [score_of(state, state.layout.head.score, seat) for seat in range(len(state.seats))]
        known = tuple(score for score in scores if score is not None)
        self.out.add(
            MatchEnded(
                winners=all_winners, reason=reason, rule=rule, drawn=drawn, scores=known if len(known) == len(scores) else ()
            )
        )  # fmt: skip

    def finish(self) -> None:
        """Run the checks after all steps."""
        if not self.stopped:
            if self.layout.bounded["act"]:
                self.violations += over_capacity(self._before, self.state, "act")
            if self._named:
                self.violations += over_copies(self.state, self._named)
            self.ask_ends("act")
