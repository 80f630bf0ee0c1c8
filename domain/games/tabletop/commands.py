"""What is entered at a table of a kit: acts by its verbs, the opening, corrections, a position declared."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, TypedDict, final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRecord, Catalogue, SeatIndex, SideNumber
from domain.fields import Field, Wanted
from domain.game import Command, Phrase
from domain.games.tabletop import changes, setup
from domain.games.tabletop import events as e
from domain.games.tabletop.binding import Binding, bind
from domain.games.tabletop.changes import Change
from domain.games.tabletop.events import Argument
from domain.games.tabletop.layout import Layout, layout_of
from domain.games.tabletop.play import Play, TabletopCourse, Verb
from domain.games.tabletop.program import program_of
from domain.games.tabletop.scene import Arg, Bound, Cards, Scene, seats_of
from domain.games.tabletop.schema import KIT_ID
from domain.games.tabletop.sight import sees_found
from domain.games.tabletop.state import Found, State
from domain.games.tabletop.wording import meant_line
from domain.rules import Violation, impossible
from domain.table import JUDGE, SPECTATOR, Seat, Viewpoint
from domain.text import counted, suggestion
from domain.unfolding import Course


class TabletopCommand(Command, frozen=True, kw_only=True):
    """What is entered at a table of a kit."""

    rules: ClassVar[tuple[str, ...]] = (
        "TT-OPEN", "TT-SEATS", "TT-NAME", "TT-ARGS", "TT-DICE", "TT-CELL-NAME", "TT-WHERE", "TT-EMPTY", "TT-TOKENS", "TT-TURN",
        "TT-PHASE", "TT-LIMIT", "TT-OUT", "TT-OVER", "TT-CAPACITY", "TT-RANGE", "TT-BOX", "TT-COPIES", "TT-CELL",
    )  # fmt: skip
    opens: ClassVar[bool] = False

    @abstractmethod
    def faults(self, state: State) -> Iterator[Violation]:
        """What is wrong with it."""

    @abstractmethod
    def unfold(self, course: TabletopCourse) -> None:
        """What follows from it."""

    def check(self, state: State) -> tuple[Violation, ...]:
        """TT-OPEN: a table is opened once, and first."""
        if bool(state.seats) is self.opens:
            text = "the table is open already" if self.opens else "no table is open: open_table comes first"
            return (impossible("TT-OPEN", text),)
        return tuple(self.faults(state))

    def veiled(self, state: State, viewpoint: Viewpoint) -> "TabletopCommand":  # noqa: ARG002
        return self


@final
class Act(TabletopCommand, frozen=True, kw_only=True, tag="act"):
    """What a player, or the table, does by a verb of the kit."""

    verb: str
    args: dict[str, Argument] = {}  # noqa: RUF012 - msgspec copies it
    by: SeatIndex | None = None
    """Who does it, where that is not who is to act."""

    @classmethod
    def phrases(cls, catalogue: Catalogue[CardRecord] | None) -> Sequence[Phrase]:
        if catalogue is None or KIT_ID not in catalogue:
            return super().phrases(catalogue)
        return (
            *(phrase_of(verb, catalogue) for verb in program_of(catalogue).verbs.values()),
            *super().phrases(catalogue),
        )

    @classmethod
    def heard(cls, word: str, values: Mapping[str, object]) -> dict[str, object]:
        if word == "act":
            return super().heard(word, values)
        args = {name: value for name, value in values.items() if name != "by"}
        return {"type": "act", "verb": word, "args": args, "by": values.get("by")}

    @classmethod
    def meant(cls, text: str, catalogue: Catalogue[CardRecord] | None) -> str:
        if catalogue is None or KIT_ID not in catalogue:
            return ""
        return meant_line(text, catalogue)

    def spoken(self, catalogue: Catalogue[CardRecord] | None) -> tuple[Phrase, Mapping[str, object]]:
        if catalogue is None or KIT_ID not in catalogue:
            return super().spoken(catalogue)
        verb = program_of(catalogue).verbs.get(self.verb)
        if verb is None or not _is_speakable(self, verb):
            return super().spoken(catalogue)
        return phrase_of(verb, catalogue), {**self.args, "by": self.by}

    def faults(self, state: State) -> Iterator[Violation]:
        verb = program_of(state.catalogue).verbs.get(self.verb)
        if verb is None:
            known = suggestion(self.verb, program_of(state.catalogue).verbs)
            yield impossible("TT-NAME", f"this kit has no verb {self.verb!r}{known}")
            return
        if (self.by is not None and not 0 <= self.by < len(state.seats)) or (verb.by == "named" and self.by is None):
            yield impossible("TT-SEATS", "who does it? A player of this table is named")
            return
        yield from self.course_faults(state, verb)
        actor = self.actor(state, verb)
        binding = bind(state, verb, self.args, actor)
        yield from binding.faults
        if not binding.faults:
            play = self._played(state, verb, binding, Course(state))
            scene = Scene(state, actor, binding.args)
            yield from (Violation(guard.rule, guard.text) for guard in verb.guards if guard.holds(scene) is False)
            yield from dict.fromkeys(play.faults)

    def actor_at(self, state: State) -> int:
        """Whose zones it means in a state; the first player's for a verb that the kit lacks."""
        verb = program_of(state.catalogue).verbs.get(self.verb)
        return 0 if verb is None else self.actor(state, verb)

    def actor(self, state: State, verb: Verb) -> int:
        """Whose zones and counters it means where nobody is named."""
        if self.by is not None and verb.by != "table":
            return self.by
        return state.first if state.seat is None else state.seat

    def course_faults(self, state: State, verb: Verb) -> Iterator[Violation]:
        """What forbids it before its arguments are looked at: whose turn it is, in which phase, how often, whether it is over."""
        actor, head = self.actor(state, verb), state.layout.head
        if state.result is not None and self.verb not in ("note", "name"):
            yield Violation("TT-OVER", "the match is over")
        if verb.by == "turn" and state.seat is not None and actor != state.seat:
            yield Violation("TT-TURN", f"{state.seats[state.seat].name} is to act")
        if verb.by != "table" and actor in state.out and not (verb.by == "anyone" and self.by is None):
            yield Violation("TT-OUT", f"{state.seats[actor].name} is out")
        if verb.phases and state.phase not in verb.phases:
            possible = ", ".join(head.phases[phase] for phase in sorted(verb.phases))
            yield Violation("TT-PHASE", f"{self.verb} belongs to {possible}; this is {head.phases[state.phase]}")
        if verb.limit and state.times(state.layout.verb_at[self.verb], self._counted(actor, verb)) >= verb.limit:
            yield Violation("TT-LIMIT", f"{self.verb}: {verb.limit} of {verb.limit} used in this {verb.period}")

    @staticmethod
    def _counted(actor: int, verb: Verb) -> int:
        return -1 if verb.by == "table" else actor

    def _played(self, state: State, verb: Verb, binding: Binding, course: TabletopCourse) -> Play:
        """The act played out on a course, with its arguments as they were bound."""
        play = Play(program_of(state.catalogue), course, self.actor(state, verb), binding.args, verb.by)
        play.stacks = binding.stacks
        for piece in binding.revealed:
            if piece.number is not None and piece.card is not None:
                play.name(piece.number, piece.card)
        play.run(verb.steps)
        play.finish()
        return play

    def unfold(self, course: TabletopCourse) -> None:
        state = course.state
        verb = program_of(state.catalogue).verbs.get(self.verb)
        if verb is None:
            return
        binding = bind(state, verb, self.args, self.actor(state, verb))
        if binding.faults:
            return
        seat = None if verb.by == "table" or (self.by is None and state.seat is None) else self.actor(state, verb)
        acted = e.Acted(verb=self.verb, seat=seat, args=dict(self.args), **_named(verb, binding.args))
        place = len(course.events)
        course.add(acted)
        play = self._played(state, verb, binding, course)
        hidden, seers = self._secrecy(state, course.state, verb, play)
        if hidden:
            # Who saw what is known behind it, and changes nothing on the table.
            course.events[place] = replace(acted, hidden=hidden, seers=seers)

    def _secrecy(self, state: State, after: State, verb: Verb, play: Play) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The arguments that not everybody sees before or after it, and who does."""
        hidden: list[str] = []
        seers = set(range(len(state.seats)))
        for arg in verb.args:
            value = play.args.get(arg.name)
            if arg.name in self.args and isinstance(value, Cards):
                lies = _hidden_lies(state, after, value)
                if lies:
                    hidden.append(arg.name)
                    seers = {
                        seat
                        for seat in seers
                        if all(sees_found(state, seat, was) or sees_found(after, seat, now) for was, now in lies)
                    }
        if verb.secret:
            scene = Scene(state, self.actor(state, verb), play.args)
            for name, who in verb.secret:
                if name in self.args:
                    hidden.append(name)
                    seers &= set(seats_of(scene, who))
        return tuple(dict.fromkeys(hidden)), tuple(sorted(seers)) if hidden else ()

    def veiled(self, state: State, viewpoint: Viewpoint) -> "Act":
        if viewpoint == JUDGE or not state.seats:
            return self
        course: TabletopCourse = Course(state)
        self.unfold(course)
        acted = next((event for event in course.events if isinstance(event, e.Acted)), None)
        if acted is None or not acted.hidden or viewpoint in acted.seers:
            return self
        return replace(
            self, args={name: _veil(value) if name in acted.hidden else value for name, value in self.args.items()}
        )


def _hidden_lies(state: State, after: State, cards: Cards) -> list[tuple[Found, Found]]:
    """Where those of some cards lay, and lie then, that not everybody sees at either time."""
    lies: list[tuple[Found, Found]] = []
    for piece in cards.pieces:
        was = None if piece.number is None else state.find(piece.number)
        if not sees_found(state, SPECTATOR, was):
            now = None if piece.number is None else after.find(piece.number)
            if not sees_found(after, SPECTATOR, now):
                lies.append((was, now))
    return lies


class _Named(TypedDict, total=False):
    target: int
    amount: int
    card: str
    cell: str


def _named(verb: Verb, args: Mapping[str, Bound]) -> _Named:
    """Of each kind of argument that acts are counted by, the first that is given."""
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


def _veil(value: Argument) -> Argument:
    return (UNKNOWN,) * len(value) if isinstance(value, tuple) else UNKNOWN


def _is_speakable(act: Act, verb: Verb) -> bool:
    """Whether the verb's own words say all of an act: else it is written out."""
    known = {arg.name: arg for arg in verb.args}
    needed = {arg.name for arg in verb.args if not arg.optional}
    if not needed <= act.args.keys() <= known.keys() or (verb.by == "table" and act.by is not None):
        return False
    if verb.by == "named" and act.by is None:
        return False
    return all(_fits(known[name], value) for name, value in act.args.items())


def _fits(arg: Arg, value: Argument) -> bool:
    """Whether a value is of the kind that the argument's field is written as."""
    items = value if isinstance(value, tuple) else (value,)
    numeric = arg.seated or arg.kind in ("number", "dice")
    listed = arg.kind in ("cards", "players") or (arg.kind == "dice" and arg.count > 1)
    if isinstance(value, tuple) is not listed or any(isinstance(item, int) is not numeric for item in items):
        return False
    if arg.kind in ("choice", "word", "counter", "zone", "sort") and arg.words:
        return value in arg.words
    return True


# --- how verbs are spoken -----------------------------------------------------------------------------------------------

_PHRASES: Final[dict[tuple[str, str], Phrase]] = {}


def phrase_of(verb: Verb, catalogue: Catalogue[CardRecord]) -> Phrase:
    """A verb and its fields: who does it first where that must be said."""
    key = (catalogue.digest, verb.part.name)
    phrase = _PHRASES.get(key)
    if phrase is None:
        fields = [_field(arg, catalogue) for arg in verb.args]
        fields.sort(key=lambda field: not field.required)
        if verb.by != "table":
            seat = Wanted(kind="seat")
            either = Field(name="by", kind="either", of=(seat, Wanted(kind="nothing")), default=None)
            by = Field(name="by", kind="seat") if verb.by == "named" else either
            fields = [by, *fields] if verb.by == "named" else [*fields, by]
        phrase = _PHRASES[key] = Phrase(verb.part.name, tuple(fields))
    return phrase


def _field(arg: Arg, catalogue: Catalogue[CardRecord]) -> Field:
    layout = layout_of(catalogue)
    wanted = Wanted(kind="text")
    squares = arg.kind in ("card", "cards") and (
        not arg.places or any(layout.cells[place.zone] for place in arg.places)
    )
    if arg.kind in ("card", "cards", "sort"):
        wanted = Wanted(kind="text" if squares else "card")
        if arg.kind == "sort":
            wanted = Wanted(kind="choice", choices=arg.words)
    elif arg.seated:
        wanted = Wanted(kind="seat")
    elif arg.kind in ("number", "dice"):
        wanted = Wanted(kind="number", least=arg.least, most=arg.most)
    elif arg.words:
        wanted = Wanted(kind="choice", choices=arg.words)
    listed = arg.kind in ("cards", "players") or (arg.kind == "dice" and arg.count > 1)
    if listed:
        wanted = Wanted(kind="list", of=(wanted,))
    parts = {name: getattr(wanted, name) for name in Wanted.__struct_fields__}
    typed = arg.kind == "text" or squares or (arg.kind == "cell" and not arg.words)
    return Field(name=arg.name, default=None if arg.optional else UNSET, typed=typed, **parts)


# --- the opening and what is put right ----------------------------------------------------------------------------------


@final
class OpenTable(TabletopCommand, frozen=True, kw_only=True, tag="open_table"):
    """Players sit down at a table of this kit."""

    players: tuple[str, ...]
    sides: tuple[SideNumber, ...] = ()
    """Of each seat; none: each plays alone."""
    first: SeatIndex = 0
    decks: tuple[int, ...] = ()
    """Cards in each player's own deck, where the kit has such."""
    options: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        yield from setup.opening_faults(state, self.players, self.sides, self.first, self.decks, self.options)

    def unfold(self, course: TabletopCourse) -> None:
        setup.open_table(course, self.players, self.sides, self.first, self.decks, self.options)
        play = Play(program_of(course.state.catalogue), course, self.first, {})
        play.begin()


@final
class RegisterDeck(TabletopCommand, frozen=True, kw_only=True, tag="register_deck"):
    """A player hands in the list of the own deck."""

    player: SeatIndex
    cards: dict[CardId, int]

    def faults(self, state: State) -> Iterator[Violation]:
        if not 0 <= self.player < len(state.seats):
            yield impossible("TT-SEATS", f"there is no seat {self.player + 1}")
        for card, copies in self.cards.items():
            if card not in state.layout.pieces or not 1 <= copies <= 999:
                yield impossible("TT-NAME", f"{copies} of {card}: a list has 1 to 999 of cards of the kit")

    def unfold(self, course: TabletopCourse) -> None:
        course.add(e.DeckRegistered(seat=self.player, cards=tuple(sorted(self.cards.items()))))

    def veiled(self, state: State, viewpoint: Viewpoint) -> "RegisterDeck":  # noqa: ARG002
        return self if viewpoint in (JUDGE, self.player) else replace(self, cards={})


@final
class Adjust(TabletopCommand, frozen=True, kw_only=True, tag="adjust"):
    """The table is put right by hand, for a reason."""

    reason: str
    changes: tuple[Change, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        if not self.changes:
            yield impossible("TT-ARGS", "what is changed? adjust takes a reason and changes")
        course: TabletopCourse = Course(state)
        changes.make(course, self.changes)
        yield from course.faults

    def unfold(self, course: TabletopCourse) -> None:
        changes.make(course, self.changes)

    def veiled(self, state: State, viewpoint: Viewpoint) -> "Adjust":
        return (
            self
            if viewpoint == JUDGE
            else replace(self, changes=tuple(one.seen(state, viewpoint) for one in self.changes))
        )


class OnCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number on a card, by the place of the card in its zone, from 1."""

    place: int
    counter: str
    value: int


class Put(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies in a zone: cards that are known or `??`, or how many. Places of cards are counted from 1."""

    zone: str
    holder: SeatIndex | None = None
    cards: tuple[CardId, ...] = ()
    cells: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    """Whose each is: 0 the table's, 1 the first player's; none: its holder's."""
    count: int = 0
    up: tuple[int, ...] = ()
    """The places of those that lie face up where others do not."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """The places of those that belong to no deck."""
    marks: tuple[OnCard, ...] = ()

    def called(self, seats: tuple[Seat, ...]) -> str:
        """What a form calls it."""
        name = self.zone.replace("_", " ")
        return name if self.holder is None else f"{name} of {seats[self.holder].name}"


class Number(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a counter, a box or a choice holds."""

    name: str
    holder: SeatIndex | None = None
    value: int | None = None
    word: str = ""
    shown: bool = False
    """Of a hidden choice: that all saw it."""

    def called(self, seats: tuple[Seat, ...]) -> str:
        """What a form calls it."""
        name = self.name.replace("_", " ")
        return name if self.holder is None else f"{name} of {seats[self.holder].name}"


@final
class DeclarePosition(TabletopCommand, frozen=True, kw_only=True, tag="declare_position"):
    """The table as it stands: where the record starts late, or where it went wrong."""

    players: tuple[str, ...]
    turn: int = 1
    round: int = 0
    phase: str = ""
    seat: SeatIndex = 0
    """Who is to act."""
    first: SeatIndex | None = None
    """Who began the round; none: who is to act."""
    sides: tuple[SideNumber, ...] = ()
    options: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    out: tuple[SeatIndex, ...] = ()
    reversed: bool = False
    gone: int = 0
    """Cards of decks that left play."""
    zones: tuple[Put, ...] = ()
    """Zones that are left out are empty."""
    values: tuple[Number, ...] = ()
    """Counters and choices that are left out stay."""

    def check(self, state: State) -> tuple[Violation, ...]:
        """TT-OPEN does not hold for it: it opens a table, or puts an open one right, with the same players and options."""
        return (*self._strange(state), *self.faults(state))

    def _strange(self, state: State) -> Iterator[Violation]:
        if not state.seats:
            return
        sides = tuple(seat.side for seat in state.seats)
        if (
            self.players != tuple(seat.name for seat in state.seats)
            or (self.sides or tuple(range(len(sides)))) != sides
        ):
            yield impossible("TT-SEATS", "the players of an open table stay, in their order and on their sides")
        agreed = dict(zip(state.layout.option_at, state.options, strict=True))
        if any(agreed.get(name, value) != value for name, value in self.options.items()):
            yield impossible("TT-ARGS", "what was agreed when the table was opened stays")

    def faults(self, state: State) -> Iterator[Violation]:
        layout, count = state.layout, len(self.players)
        yield from setup.opening_faults(state, self.players, self.sides, self.seat, (), self.options, own=False)
        if self.phase and self.phase not in layout.head.phases:
            yield impossible("TT-NAME", f"no phase {self.phase!r}{suggestion(self.phase, layout.head.phases)}")
        if not all(0 <= number <= 1_000_000 for number in (self.turn, self.round, self.gone)):
            yield impossible("TT-ARGS", "turn and round are counted from 1, cards that left play from 0")
        if not all(0 <= seat < count for seat in (self.first or 0, *self.out)):
            yield impossible("TT-SEATS", "who began and who is out are players of this table")
        yield from setup.put_faults(
            layout, count, [(p.zone, p.holder, p.cards, p.cells, p.owners, p.count) for p in self.zones]
        )
        for put in self.zones:
            yield from _traces_faults(layout, put)
        yield from setup.value_faults(layout, count, [(v.name, v.holder, v.value, v.word) for v in self.values])

    def unfold(self, course: TabletopCourse) -> None:
        if not course.state.seats:
            setup.sit_down(course, self.players, self.sides, self.seat, self.options)
        layout = course.state.layout
        put = setup.tokens_of(
            course.state, [(p.zone, p.holder, p.cards, p.cells, p.owners, p.count) for p in self.zones]
        )
        pairs = list(zip(self.zones, put, strict=True))
        course.add(
            e.PositionSet(
                turn=self.turn, round=self.round, put=put, out=self.out, reversed=self.reversed, gone=self.gone,
                phase=self.phase or next(iter(layout.head.phases), ""),
                seat=None if layout.head.order == "together" else self.seat,
                first=self.seat if self.first is None else self.first,
                up=_at(pairs, lambda one: one.up), down=_at(pairs, lambda one: one.down),
                made=_at(pairs, lambda one: one.made),
                marks=tuple(
                    e.MarkedThere(token=there.cards[mark.place - 1].id, counter=mark.counter, value=mark.value)
                    for one, there in pairs
                    for mark in one.marks
                ),
            )
        )  # fmt: skip
        for one in self.values:
            _declare(course, one)


def _at(pairs: Sequence[tuple[Put, e.PutThere]], places: Callable[[Put], tuple[int, ...]]) -> tuple[int, ...]:
    """The tokens at some places."""
    return tuple(there.cards[place - 1].id for one, there in pairs for place in places(one))


def _declare(course: TabletopCourse, one: Number) -> None:
    """A counter or choice is what is said, where it is not that already."""
    state, holder = course.state, one.holder or 0
    if one.name in state.layout.choice_at:
        place = state.layout.choice_at[one.name]
        if state.choices[place][holder] != one.word or ((place, holder) in state.shown) is not one.shown:
            course.add(e.Chosen(choice=one.name, seat=one.holder, word=one.word, shown=one.shown))
    elif state.counters[slot := state.layout.slot_at[one.name]][holder] != one.value:
        course.add(e.recounted(state, slot, holder, one.value))


def _traces_faults(layout: Layout, put: Put) -> Iterator[Violation]:
    """What is impossible about faces, marks and origin of cards as they are declared."""
    for place in (*put.up, *put.down, *put.made, *(mark.place for mark in put.marks)):
        if not 1 <= place <= len(put.cards):
            yield impossible("TT-ARGS", f"{put.zone} has no card {place}; it has {counted(len(put.cards), 'card')}")
    for mark in put.marks:
        slot = layout.slot_at.get(mark.counter)
        if slot is None or layout.slots[slot].part.of != "card":
            yield impossible("TT-NAME", f"{mark.counter!r} is no mark on cards")


COMMANDS: Final[tuple[type[TabletopCommand], ...]] = (Act, OpenTable, RegisterDeck, Adjust, DeclarePosition)
EVENTS: Final[tuple[type[e.TabletopEvent], ...]] = (
    e.TableOpened, e.Acted, e.Moved, e.Revealed, e.Gathered, e.Shuffled, e.Turned, e.Counted, e.Marked, e.Rolled, e.Chosen,
    e.TurnBegan, e.PhaseBegan, e.RoundBegan, e.SeatOut, e.OrderReversed, e.MatchEnded, e.DeckRegistered, e.PositionSet,
)  # fmt: skip
