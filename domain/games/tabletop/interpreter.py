"""Running an action: moves, numbers, the course of turns. Checking and resolving share this code.

Violations are collected: an action that the table cannot hold is impossible, one beyond a limit is illegal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.cards import TOKENS_PER_SEAT, Token, token_id
from domain.event_buffer import EventBuffer
from domain.games.tabletop.conditions import Condition
from domain.games.tabletop.context import Arg, Bound, Cards, EvalContext, Piece
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.events.moves import Moved, Revealed
from domain.games.tabletop.events.turns import MatchEnded, PhaseBegan, RoundBegan, TurnBegan
from domain.games.tabletop.events.values import Chosen, recounted
from domain.games.tabletop.limits import over_capacity, over_cell, over_copies
from domain.games.tabletop.schema import EndPart, Period, VerbPart
from domain.games.tabletop.state import State, score_of
from domain.games.tabletop.visibility import act_on
from domain.rules import Violation, impossible
from domain.text import pluralize

TabletopBuffer: TypeAlias = EventBuffer[State, TabletopEvent]


class Group(Struct, frozen=True):
    """Cards of one pile that go somewhere."""

    zone: int
    holder: int
    tokens: tuple[Token, ...] = ()
    count: int = 0


class KitStep(Struct, frozen=True):
    """A line of `does`, ready to be done."""

    do: Callable[["Interpreter"], None]
    needs: tuple[str, ...] = ()
    """Optional arguments without which it is left out."""
    when: Condition | None = None


class Guard(Struct, frozen=True):
    """A rule of the kit's own."""

    rule: str
    text: str
    holds: Condition


Winners: TypeAlias = Callable[[State, int], tuple[int, ...]]


class End(Struct, frozen=True):
    """A row of [[end]]."""

    part: EndPart
    holds: Condition
    winners: Winners
    rule: str


class Verb(Struct, frozen=True):
    """A verb, ready to be done."""

    part: VerbPart
    by: Literal["turn", "anyone", "named", "table"]
    args: tuple[Arg, ...]
    steps: tuple[KitStep, ...]
    guards: tuple[Guard, ...]
    phases: frozenset[int]
    limit: int = 0
    period: str = ""
    secret: tuple[tuple[str, str], ...] = ()
    """Arguments that only one player may know, and whose they are, as `@WHO` says."""
    built_in: bool = False

    @property
    def after_end(self) -> bool:
        """True if a finished match accepts it: it adds information without changing the result."""
        return self.built_in and self.part.name in ("name", "note")


class Program(Struct, frozen=True):
    """A kit, ready to be played."""

    verbs: Mapping[str, Verb]
    begin: tuple[KitStep, ...]
    each_round: tuple[KitStep, ...]
    each_turn: tuple[KitStep, ...]
    ends: tuple[End, ...]


class Interpreter:
    """One act on its course."""

    def __init__(
        self, program: Program, out: TabletopBuffer, actor: int, args: Mapping[str, Bound], by: str = ""
    ) -> None:
        self.program = program
        self.out = out
        self.actor = actor
        self.args: dict[str, Bound] = dict(args)
        self.violations: list[Violation] = []
        self.by = by
        self.stacks: dict[str, Group] = {}
        """The hidden stacks from which the cards of an argument come."""
        self.layout = out.state.layout
        self._before = out.state
        self._named: set[str] = set()

    @property
    def state(self) -> State:
        """The current state."""
        return self.out.state

    @property
    def scene(self) -> EvalContext:
        """This moment."""
        return EvalContext(self.out.state, self.actor, self.args)

    @property
    def stopped(self) -> bool:
        """Whether something impossible was asked for."""
        return bool(self.violations) and any(violation.impossible for violation in self.violations)

    def wrong(self, rule: str, text: str) -> None:
        """Something illegal."""
        self.violations.append(Violation(rule, text))

    def cannot(self, rule: str, text: str) -> None:
        """Something impossible."""
        self.violations.append(impossible(rule, text))

    def run(self, steps: Iterable[KitStep]) -> None:
        """The steps in order, up to what is impossible."""
        for step in steps:
            if self.stopped:
                return
            if all(name in self.args for name in step.needs) and (step.when is None or step.when(self.scene) is True):
                step.do(self)

    # --- cards -----------------------------------------------------------------------------------------------------------

    def name(self, number: int, card: str) -> None:
        """A token turns out to be a card."""
        self._named.add(card)
        self.out.add(Revealed(token=number, card=card))

    def new_numbers(self, owner: int, count: int) -> list[int] | None:
        """Return the next numbers of an owner (-1: the table); `None`, with a violation, if too few are left."""
        last = self.state.last[owner + 1]
        if last + count >= TOKENS_PER_SEAT:
            self.cannot(
                "TT-TOKENS",
                f"{pluralize(last, 'card')} of one owner have a number, of {TOKENS_PER_SEAT - 1}: gather them first",
            )
            return None
        return [token_id(owner, last + n) for n in range(1, count + 1)]

    def seat_in(self, zone: int, holder: int) -> int | None:
        """Return the holder as in events: `None` for the table."""
        return holder if self.layout.zones[zone].of == "player" else None

    def put(
        self,
        group: Group,
        zone: int,
        holder: int,
        *,
        cell: str = "",
        face: Literal["", "up", "down"] = "",
        bottom: bool = False,
    ) -> None:
        """Cards of one pile go to another."""
        layout = self.layout
        if layout.cells[zone] and cell not in layout.cells[zone]:
            known = ", ".join(layout.cells[zone][:8])
            self.cannot(
                "TT-CELL-NAME", f"{cell or 'an empty place'} is not one of {layout.zones[zone].name}: {known} …"
            )
            return
        if layout.is_hidden_stack(zone) and self.state.made:
            group = self._without_made(group)
        if not (group.tokens or group.count):
            return
        tokens, count = group.tokens, group.count
        if count and not layout.is_hidden_stack(zone):
            numbers = self.new_numbers(holder if layout.zones[zone].of == "player" else -1, count)
            if numbers is None:
                return
            tokens, count = tuple(Token(number) for number in numbers), 0
        self.out.add(
            Moved(
                tokens=tokens, count=count, cell=cell if layout.cells[zone] else "", face=face, bottom=bottom,
                source=layout.zones[group.zone].name, source_seat=self.seat_in(group.zone, group.holder),
                target=layout.zones[zone].name, seat=self.seat_in(zone, holder),
                action=act_on(self.state, (group.zone, group.holder), group.tokens, (zone, holder), face),
            )
        )  # fmt: skip
        if cell and layout.cells[zone]:
            self.violations += over_cell(self.state, zone, cell)

    def remove(self, group: Group) -> None:
        """Cards of one pile leave the match."""
        zone, seat = self.layout.zones[group.zone].name, self.seat_in(group.zone, group.holder)
        self.out.add(Moved(tokens=group.tokens, count=group.count, source=zone, source_seat=seat))

    def _without_made(self, group: Group) -> Group:
        """Return the cards that may go on a stack. Cards that are not from a deck leave the match, so that the stack does not
        count them."""
        made = tuple(token for token in group.tokens if token.id in self.state.made)
        if made:
            self.remove(Group(group.zone, group.holder, made))
        return Group(group.zone, group.holder, tuple(t for t in group.tokens if t not in made), group.count)

    def draw(
        self, names: list[str], source: Group, zone: int, holder: int, *, bottom: bool = False
    ) -> tuple[Piece, ...]:
        """Draw cards from the top of a stack; `??` for unseen ones."""
        layout, pile = self.layout, self.state.pile(source.zone, source.holder)
        if pile.size < len(names):
            self.cannot("TT-EMPTY", f"{len(names)} drawn from {layout.zones[source.zone].name}, which has {pile.size}")
            return ()
        if not layout.is_hidden_stack(source.zone):
            drawn = tuple(reversed(pile.tokens[len(pile.tokens) - len(names) :]))
        elif layout.is_hidden_stack(zone):
            self.put(Group(source.zone, source.holder, (), len(names)), zone, holder)
            return tuple(Piece() for _ in names)
        else:
            numbers = self.new_numbers(holder if layout.zones[zone].of == "player" else -1, len(names))
            if numbers is None:
                return ()
            drawn = tuple(Token(n, None if name == "??" else name) for n, name in zip(numbers, names, strict=True))
            self._named.update(token.card for token in drawn if token.card)
        self.put(Group(source.zone, source.holder, drawn), zone, holder, bottom=bottom)
        return tuple(Piece(token.id, token.card) for token in drawn)

    def groups(self, pieces: Iterable[Piece]) -> list[Group]:
        """Return pieces by the piles that they are in now."""
        found: dict[tuple[int, int], list[Token]] = {}
        for piece in pieces:
            place = self.state.find(piece.number) if piece.number is not None else None
            if place is not None:
                found.setdefault((place[0].zone, place[0].holder), []).append(place[1])
        return [Group(zone, holder, tuple(tokens)) for (zone, holder), tokens in found.items()]

    def given(self, name: str) -> tuple[Piece, ...]:
        """The pieces of an argument, as they are known by now."""
        value = self.args.get(name)
        return value.pieces if isinstance(value, Cards) else ()

    # --- numbers and words ---------------------------------------------------------------------------------------------

    def count(self, slot: int, seat: int, after: int) -> None:
        """A counter has another number."""
        one = self.layout.slots[slot]
        before, part = self.state.counters[slot][seat], one.part
        if one.box and before is not None:
            self.wrong("TT-BOX", f"{one.name} is filled already, with {before}")
        low, high = part.min, part.max
        if (low is not None and after < low) or (high is not None and after > high):
            bounds = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
            self.wrong("TT-RANGE", f"{one.name} would be {after}; it is {bounds}")
        if before != after:
            self.out.add(recounted(self.state, slot, seat, after))

    def choose(self, place: int, holder: int, word: str, *, shown: bool = False) -> None:
        """A choice is set, cleared or shown."""
        part = self.layout.choices[place]
        if self.state.choices[place][holder] != word or (shown and (place, holder) not in self.state.shown):
            seat = holder if part.of == "player" else None
            self.out.add(Chosen(choice=part.name, seat=seat, word=word, shown=shown))

    def reset(self, *periods: Period) -> None:
        """Reset values as a period begins."""
        layout = self.layout
        for slot, one in enumerate(layout.slots):
            if one.part.reset in periods and not one.box and one.part.of != "card":
                for seat in range(len(self.state.counters[slot])):
                    self.count(slot, seat, one.part.start)
        for place, part in enumerate(layout.choices):
            if part.reset in periods:
                for holder in range(len(self.state.choices[place])):
                    self.choose(place, holder, "")

    # --- the course ----------------------------------------------------------------------------------------------------

    def _started(self, steps: tuple[KitStep, ...], seat: int) -> None:
        actor, args = self.actor, self.args
        self.actor, self.args = seat, {}
        self.run(steps)
        self.actor, self.args = actor, args

    def begin(self) -> None:
        """Open the table: initial cards, then the first round and turn."""
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
        self.out.add(TurnBegan(turn=self.state.turn + 1, seat=who, phase=head.phases[0] if anew else ""))
        self._started(self.program.each_turn, seat)

    @property
    def acting(self) -> int:
        """Return the seat from which `next` continues."""
        return self.actor if self.by in ("turn", "anyone") or self.state.seat is None else self.state.seat

    def next_turn(self, seat: int | None = None) -> None:
        """The turn ends; the next player's begins."""
        before = self.acting
        self.violations += over_capacity(self._before, self.state, "turn", before)
        self.ask_ends("turn")
        if self.state.result is None:
            self._begin_turn(self.state.follower(before) if seat is None else seat)

    def next_phase(self) -> None:
        """The next phase, or the next turn behind the last."""
        head = self.layout.head
        if self.state.phase + 1 >= len(head.phases):
            self.next_turn()
        else:
            self.to_phase(head.phases[self.state.phase + 1])

    def to_phase(self, phase: str) -> None:
        """A phase begins."""
        self.reset("phase")
        self.out.add(PhaseBegan(phase=phase))

    def next_round(self) -> None:
        """The round ends, and its last turn with it; the next begins."""
        head = self.layout.head
        if not head.round:
            self.next_turn()
            return
        self.violations += over_capacity(self._before, self.state, "turn", self.acting)
        self.ask_ends("turn")
        if self.state.result is None:
            self.ask_ends("round")
        if self.state.result is None:
            first = self.state.first
            if head.first == "rotates" or first in self.state.out:
                first = self.state.follower(first)
            self._begin_round(self.state.round + 1, first)

    # --- the end -------------------------------------------------------------------------------------------------------

    def ask_ends(self, at: str) -> None:
        """Whether the match is over, asked for each player in turn."""
        state = self.state
        for end in self.program.ends:
            if end.part.at != at or state.result is not None:
                continue
            for seat in state.remaining():
                if end.holds(EvalContext(state, seat, {})) is True:
                    self.end(end.winners(state, seat), end.part.reason, end.rule)
                    return

    def end(self, winners: tuple[int, ...], reason: str, rule: str = "", *, drawn: bool = False) -> None:
        """The match is over; who is on a winner's side wins too, and where all do it is a draw."""
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
            self.violations += over_capacity(self._before, self.state, "act")
            self.violations += over_copies(self.state, self._named)
            self.ask_ends("act")
