"""The command for actions by the verbs of a kit."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from threading import local
from typing import Final, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, SeatIndex
from domain.event_buffer import EventBuffer
from domain.game import Phrase
from domain.games.tabletop.binding import Binding, specialise
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.commands.phrases import is_speakable, phrases_of
from domain.games.tabletop.context import Bound, Cards, EvalContext, seats_of
from domain.games.tabletop.events.acts import ActionTaken
from domain.games.tabletop.events.base import Argument
from domain.games.tabletop.events.moves import Gathered
from domain.games.tabletop.interpreter import Interpreter, Program, Verb
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.program import program_of
from domain.games.tabletop.redaction import places_of, seen_in, seers_of, stays, zone_seers
from domain.games.tabletop.san import san_line
from domain.games.tabletop.schema import KIT_ID
from domain.games.tabletop.shorthand import meant_line
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.seats import GameState, Viewpoint
from domain.text import suggestion


class Act(TabletopCommand, frozen=True, kw_only=True, tag="act"):
    """An action of a player, or of the table, by a verb of the kit."""

    title = "Use a verb of the kit"
    verb: str
    args: dict[str, Argument] = {}  # noqa: RUF012 - msgspec copies it
    by: SeatIndex | None = None
    """The acting player, if it is not the one to act."""

    @property
    def word(self) -> str:
        return self.verb

    @classmethod
    def grammar(cls, catalogue: Catalogue[CardRecord] | None) -> Sequence[Phrase]:
        if catalogue is None or KIT_ID not in catalogue:
            return super().grammar(catalogue)
        return (*phrases_of(catalogue).values(), *super().grammar(catalogue))

    @classmethod
    def from_words(cls, word: str, values: Mapping[str, object]) -> dict[str, object]:
        if word == "act":
            return super().from_words(word, values)
        args = {name: value for name, value in values.items() if name != "by"}
        return {"type": "act", "verb": word, "args": args, "by": values.get("by")}

    @classmethod
    def expand(cls, text: str, catalogue: Catalogue[CardRecord] | None, state: GameState | None) -> str:
        if catalogue is None or KIT_ID not in catalogue:
            return ""
        return (san_line(text, state) if isinstance(state, State) else "") or meant_line(text, catalogue)

    def to_words(self, catalogue: Catalogue[CardRecord] | None) -> tuple[Phrase, Mapping[str, object]]:
        if catalogue is None or KIT_ID not in catalogue:
            return super().to_words(catalogue)
        verb = program_of(catalogue).verbs.get(self.verb)
        if verb is None or not is_speakable(verb, self.args, self.by):
            return super().to_words(catalogue)
        return phrases_of(catalogue)[self.verb], {**self.args, "by": self.by}

    def validate(self, state: State) -> Iterator[Violation]:
        program = program_of(state.catalogue)
        verb = program.verbs.get(self.verb)
        if verb is None:
            known = suggestion(self.verb, program.verbs)
            yield impossible("TT-NAME", f"this kit has no verb {self.verb!r}{known}")
            return
        if (self.by is not None and not 0 <= self.by < len(state.seats)) or (verb.by == "named" and self.by is None):
            yield impossible("TT-SEATS", "name the player of this table who acts")
            return
        actor = self.actor(state, verb)
        yield from self.step_violations(state, verb, actor)
        binding = specialise(state, verb, self.args, actor)
        yield from binding.violations
        if not binding.violations:
            if verb.guards:  # before the run, which is not needed by those who ask for the first violation alone
                context = EvalContext(state, actor, binding.args)
                for guard in verb.guards:
                    if guard.holds(context) is False:
                        yield Violation(guard.rule, guard.text)
            _LAST.run = run = self._run(state, program, verb, binding, actor)
            if run.interpreter.violations:
                yield from dict.fromkeys(run.interpreter.violations)

    def refusals(self, state: State) -> Iterator[Violation]:
        run = _LAST.run
        if run is not None and run.command is self and run.before is state:
            yield from run.interpreter.not_drawn

    def actor_at(self, state: State) -> int:
        """Return the seat whose zones the action uses in a state; 0 for a verb that the kit lacks."""
        verb = program_of(state.catalogue).verbs.get(self.verb)
        return 0 if verb is None else self.actor(state, verb)

    def actor(self, state: State, verb: Verb) -> int:
        """Return the seat whose zones and counters the action uses by default."""
        if self.by is not None and verb.by != "table":
            return self.by
        return state.first if state.seat is None else state.seat

    def step_violations(self, state: State, verb: Verb, actor: int) -> Iterator[Violation]:
        """Yield violations that do not depend on the arguments: turn, phase, limit, end of the match."""
        if state.result is not None and not verb.after_end:
            yield Violation("TT-OVER", "the match is over")
        if verb.by == "turn" and state.seat is not None and actor != state.seat:
            yield Violation("TT-TURN", f"it is {state.seats[state.seat].name}'s turn to act")
        if verb.by != "table" and actor in state.out and not (verb.by == "anyone" and self.by is None):
            yield Violation("TT-OUT", f"{state.seats[actor].name} is out")
        if verb.phases and state.phase not in verb.phases:
            head = state.layout.head
            possible = ", ".join(head.phases[phase] for phase in sorted(verb.phases))
            yield Violation(
                "TT-PHASE", f"{self.verb} belongs to the phase {possible}, not to {head.phases[state.phase]}"
            )
        if verb.limit and state.times(state.layout.verb_at[self.verb], self._counted(actor, verb)) >= verb.limit:
            yield Violation("TT-LIMIT", f"{self.verb}: {verb.limit} of {verb.limit} used in this {verb.period}")

    @staticmethod
    def _counted(actor: int, verb: Verb) -> int:
        return -1 if verb.by == "table" else actor

    def _played(self, program: Program, verb: Verb, binding: Binding, out: TabletopBuffer, actor: int) -> Interpreter:
        """Run the steps of the action with its bound arguments, and return the interpreter."""
        interpreter = Interpreter(program, out, actor, binding.args, verb.by)
        interpreter.stacks = binding.stacks
        for piece in binding.revealed:
            if piece.number is not None and piece.card is not None:
                interpreter.name(piece.number, piece.card)
        interpreter.run(verb.steps)
        interpreter.finish()
        return interpreter

    def resolve(self, out: TabletopBuffer) -> None:
        state, run = out.state, _LAST.run
        if run is None or run.command is not self or run.before is not state:
            program = program_of(state.catalogue)
            verb = program.verbs.get(self.verb)
            if verb is None:
                return
            actor = self.actor(state, verb)
            binding = specialise(state, verb, self.args, actor)
            if binding.violations:
                return
            _LAST.run = run = self._run(state, program, verb, binding, actor)
        events = run.out.events
        hidden, seers = self._secrecy(run)
        if hidden and isinstance(acted := events[0], ActionTaken):
            # Only now is it known who sees hidden cards. Adding them to the event leaves the table unchanged.
            events = [replace(acted, hidden=hidden, seers=seers), *events[1:]]
        out.events += events
        out.state = run.out.state

    def _run(self, state: State, program: Program, verb: Verb, binding: Binding, actor: int) -> "_Run":
        """Run the action. The check reads the violations of the run, and resolving reads its events."""
        out: TabletopBuffer = EventBuffer(state)
        seat = None if verb.by == "table" or (self.by is None and state.seat is None) else actor
        out.add(ActionTaken(verb=self.verb, seat=seat, args=dict(self.args), **_named(verb, binding.args)))
        return _Run(self, state, verb, out, self._played(program, verb, binding, out, actor), binding.args)

    def _secrecy(self, run: "_Run") -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the arguments whose cards or values are hidden before and after the action, and the seats that see them."""
        state, verb, after, interpreter = run.before, run.verb, run.out.state, run.interpreter
        if not verb.secret and not verb.takes_cards:
            return (), ()
        if not verb.secret and after.layout.is_open and not (state.down or after.down or after.veils):
            return (), ()
        hidden: list[str] = []
        states: Sequence[State] = ()
        seers: set[Viewpoint] = set(range(len(state.seats)))
        for arg in verb.args:
            if arg.public and not (state.down or state.veils):  # everyone saw these cards before the action
                continue
            value = interpreter.args.get(arg.name)
            if isinstance(value, Cards) and arg.name in self.args:
                states = states or run.states
                some = [one for one in _seers(states, run.bound.get(arg.name), value) if len(one) <= len(state.seats)]
                if some:
                    hidden.append(arg.name)
                    seers = seers.intersection(*some)
        if verb.secret:
            context = EvalContext(state, self.actor(state, verb), interpreter.args)
            for name, who in verb.secret:
                if name in self.args:
                    hidden.append(name)
                    seers &= set(seats_of(context, who))
        return tuple(dict.fromkeys(hidden)), tuple(
            [seat for seat in range(len(state.seats)) if hidden and seat in seers]
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Act":
        if not state.seats:
            return self
        out: TabletopBuffer = EventBuffer(state)
        self.resolve(out)
        acted = next((event for event in out.events if isinstance(event, ActionTaken)), None)
        return self if acted is None else replace(self, args=acted.redacted_for(state, viewpoint).args)


class _Run(Struct, frozen=True):
    """An action that was run in a state, with its events."""

    command: Act
    before: State
    verb: Verb
    out: TabletopBuffer
    interpreter: Interpreter
    bound: Mapping[str, Bound]

    @property
    def states(self) -> Sequence[State]:
        """The states before and after the action. If it gathered cards, whose numbers then begin again, also those between."""
        if any(isinstance(event, Gathered) for event in self.out.events):
            return tuple(accumulate(self.out.events, lambda at, event: event.evolve(at), initial=self.before))
        return self.before, self.out.state


class _Last(local):
    """The run of the last check in this thread. Usually the same command is resolved next."""

    run: _Run | None = None


_LAST: Final = _Last()


def _seers(states: Sequence[State], bound: Bound | None, cards: Cards) -> Iterator[tuple[Viewpoint, ...]]:
    """Yield the viewpoints that see each card before or after an action. `bound` are the argument's cards before it."""
    numbers = {piece.number or 0 for piece in cards.pieces}
    places = [places_of(state, numbers) for state in states]
    plain = not any(state.up or state.down or state.veils for state in states)
    if plain and len(states) == 2:
        for ends in {tuple([one[number] for one in places if number in one]) for number in numbers}:
            yield zone_seers(tuple([seen_in(states[0].layout, *place) for place in ends]), len(states[0].seats))
        return
    before = {piece.number for piece in bound.pieces} if isinstance(bound, Cards) else set[int | None]()
    alike: dict[object, list[tuple[Viewpoint, ...]]] = {}
    for piece in cards.pieces:
        way = (piece.number in before, *[one.get(piece.number or 0) for one in places]) if plain else ()
        if plain and way in alike:  # the same viewpoints see all cards that make the same move
            yield from alike[way]
            continue
        found = [] if piece.number is None else list(stays(places, piece.number))
        if piece.number in before:
            found = found[:1]
        elif len(found) > 1 and found[0].start == 0:
            found = found[1:]  # before, another card had that number
        seen = [seers_of(states, places, piece.number or 0, stay) for stay in found] or [()]
        yield from seen
        if plain:
            alike[way] = seen


class _Named(TypedDict, total=False):
    target: int
    amount: int
    card: str
    cell: str


def _named(verb: Verb, args: Mapping[str, Bound]) -> _Named:
    """Return the first player, number, card and square among the arguments, which statistics use."""
    found: _Named = {}
    for arg in reversed(verb.args):
        value = args.get(arg.name)
        if isinstance(value, Cards):
            if value.pieces and (card := value.pieces[0].card) is not None:
                found["card"] = card
        elif arg.seated and isinstance(value, int):
            found["target"] = value
        elif arg.kind == "number" and isinstance(value, int):
            found["amount"] = value
        elif arg.kind == "cell" and isinstance(value, str):
            found["cell"] = value
    return found
