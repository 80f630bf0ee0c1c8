"""What a game is to Matchbook: a record of what its commands and events do not say themselves.

A command says what forbids it and what follows, an event what it does to the state and how it is told. Nothing here reads a
clock, a random source or a global.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Annotated, ClassVar, Final, Generic, Literal, Never, TypeAlias, TypeVar, cast

from msgspec import Meta, Struct

from domain.board import Arrow, Board
from domain.cards import CardRecord, Catalogue, SeatIndex
from domain.contest import NO_CONTESTS, ContestPart
from domain.fields import Field, fields_of
from domain.formats import Format
from domain.lifting import Lift
from domain.parts import NO_CARDS, CardsPart, HiddenPart, JudgingPart, KitsPart, Simulation
from domain.payload import RecordRight
from domain.plan import Plan, SeatPlan
from domain.rules import Rule, Violation, rules_of
from domain.table import GameState, TableSetup, Viewpoint
from domain.telling import Voice
from domain.text import title_of
from domain.unfolding import Course


class Event(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What happened because of a command: its fields, what it does to the state, how it is told.

    A game's base narrows `evolve` to its own state. Subclasses are `@final`, repeat `frozen=True, kw_only=True`, give a
    past-tense `tag`, and either `says` or `say`.
    """

    says: ClassVar[str] = ""
    """A template over the fields (see `telling`)."""
    minor: ClassVar[bool] = False
    """It only moves the course of the game on, as a new phase does, or comes along with what is told after it: the sentence
    of an entry is its first event that is not minor, and an entry of minor ones alone is shown dim in lists."""

    @abstractmethod
    def evolve(self, state: Never) -> GameState:
        """The state after it."""
        raise NotImplementedError(tag_of(self))

    def say(self, voice: Voice[Never]) -> str:
        """One line in the rulebook's words; what the viewpoint may not know is left out."""
        return voice.tell(self, self.says)

    def veiled(self, state: Never, viewpoint: Viewpoint) -> "Event":  # noqa: ARG002
        """As analytics of that viewpoint hold it, given the state before it: without hidden numbers and words. (Cards that its
        sentence does not tell are left out of any event.)"""
        return self

    def arrows(self, state: Never) -> tuple[Arrow, ...]:  # noqa: ARG002
        """Who does it to whom, by the keys of the board, given the state before it."""
        return ()


class Phrase(Struct, frozen=True):
    """A way in which a command is spoken: its word and the fields behind it."""

    word: str
    fields: tuple[Field, ...]
    title: str
    """For buttons and lists: `Play a student`."""


class Command(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What the scorekeeper enters: its fields, what forbids it, what follows from it, how others may see it.

    A game's base narrows the states. Subclasses are `@final`, repeat `frozen=True, kw_only=True` and give an imperative
    `tag`.
    """

    title: ClassVar[str] = ""
    """The command in the rulebook's words, for buttons and lists: `Play a student`. Empty: the words of its tag."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The rules that it asks. What any command of a base may break, the base names once."""
    voluntary: ClassVar[bool] = False
    """Nothing in the game calls for it, as for resigning or offering a draw: bots do it where nothing else is legal."""

    @property
    def word(self) -> str:
        """By what it is spoken of: its tag, unless it says otherwise."""
        return tag_of(self)

    @classmethod
    def asked(cls) -> frozenset[str]:
        """All the rules that it may break: its own, and those of its bases."""
        return frozenset(rule for base in cls.__mro__ for rule in vars(base).get("rules", ()))

    def check(self, state: Never) -> tuple[Violation, ...]:
        """All the rules that it breaks in this state; a game's base says what forbids any command before `faults`."""
        return tuple(self.faults(state))

    @classmethod
    def phrases(cls, catalogue: Catalogue[CardRecord] | None) -> Sequence[Phrase]:  # noqa: ARG003
        """The ways in which it is spoken at a table with these cards: its tag with its fields, unless it says otherwise."""
        return (cls._phrase(),)

    @classmethod
    def _phrase(cls) -> Phrase:
        return Phrase(tag_of(cls), fields_of(cls), cls.title or title_of(tag_of(cls)))

    @classmethod
    def heard(cls, word: str, values: Mapping[str, object]) -> dict[str, object]:
        """It as builtins, from the word that was spoken and the values of the fields behind it."""
        return {"type": word, **values}

    @classmethod
    def meant(cls, text: str, catalogue: Catalogue[CardRecord] | None) -> str:  # noqa: ARG003
        """The line that is meant by one that is written shortly; empty where it is to be read as it stands."""
        return ""

    def spoken(self, catalogue: Catalogue[CardRecord] | None) -> tuple[Phrase, Mapping[str, object]]:  # noqa: ARG002
        """The phrase that says it at a table with these cards, and the values of its fields."""
        return self._phrase(), {name: getattr(self, name) for name in self.__struct_fields__}

    @abstractmethod
    def faults(self, state: Never) -> Iterable[Violation]:
        """What is wrong with it, each with its rule."""
        raise NotImplementedError(tag_of(self))

    @abstractmethod
    def unfold(self, course: Never) -> None:
        """What follows, legal or not: events added to a course (see `unfolding`)."""
        raise NotImplementedError(tag_of(self))

    def veiled(self, state: Never, viewpoint: Viewpoint) -> "Command":  # noqa: ARG002
        """As that viewpoint may see it, given the state before it: hidden cards become unknown."""
        return self


class Outcome(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a match ended."""

    winners: tuple[SeatIndex, ...]
    """Seats that won; empty for a draw or an abandoned match."""
    reason: str
    """One word of the game's own: points, unable_to_draw, concession …"""
    rule: str = ""
    """The rule that ended it; empty where the rulebook has none."""
    scores: tuple[int, ...] = ()
    """A final number per seat where the game has one (points, victories, captured prizes)."""
    drawn: bool = False


MOST_TURNS: Final = 1_000_000
"""No match comes near it."""

TurnNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TURNS)]
"""A recorded turn or round."""


class Moment(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a state is in its game."""

    turn: int
    """The game's smallest shared unit (turn, hand); 0 before the first. Starts again at 1 in each round where a game has rounds."""
    phase: str
    seat: int | None = None
    """Who is to act; None: anyone, or nobody."""
    round: int = 0
    """The unit above the turn (round, game), from 1; 0 where the game has none."""
    owner: int | None = None
    """Whose turn it is where somebody else is to act just now. No entry keeps it."""

    @property
    def kept(self) -> "Moment":
        """What an entry keeps of it."""
        return self if self.owner is None else Moment(self.turn, self.phase, self.seat, self.round)


S = TypeVar("S", bound="GameState")
C = TypeVar("C", bound=Command)
K = TypeVar("K", bound=Struct)
E = TypeVar("E", bound=Event)


def checked(state: S, command: C) -> tuple[Violation, ...]:
    """All the rules that a command breaks in a state."""
    return command.check(state)  # type: ignore[arg-type]  # once an action: a cast would be a call


def unfolded(state: S, command: C) -> Course[S, E]:
    """The course of a command that nothing makes impossible in this state."""
    course: Course[S, E] = Course(state)
    command.unfold(course)  # type: ignore[arg-type]  # as in `checked`
    return course


def evolved(state: S, event: E) -> S:
    """The state after an event."""
    return event.evolve(state)  # type: ignore[arg-type,return-value]  # once an event: a cast would be a call


def told(state: S, event: E, viewpoint: Viewpoint) -> str:
    """An event in one line, for a viewpoint, given the state before it."""
    return event.say(cast("Voice[Never]", Voice(state, viewpoint)))


def pointed(state: S, event: E) -> tuple[Arrow, ...]:
    """Who does it to whom in an event, given the state before it."""
    return event.arrows(cast("Never", state))


def veiled(state: S, command: C, viewpoint: Viewpoint) -> C:
    """A command as a viewpoint may see it, given the state before it."""
    return cast("C", command.veiled(cast("Never", state), viewpoint))


def _no_position(state: GameState) -> None:  # noqa: ARG001
    return None


def _as_they_are(events: Sequence[E], states: Sequence[S]) -> Sequence[S]:  # noqa: ARG001
    return states


def plan_by_seats(state: GameState) -> Plan:
    """The plan of a game that states none: the seats alone; zones are drawn as they come."""
    return Plan(seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats))


def kinds_in(*sections: ModuleType) -> tuple[type[K], ...]:
    """The commands or events that these modules define, in the order in which they stand there: the `@final` classes."""
    kinds = [(kind, section) for section in sections for kind in vars(section).values() if isinstance(kind, type)]
    found = [kind for kind, section in kinds if kind.__module__ == section.__name__ and "__final__" in vars(kind)]
    return cast("tuple[type[K], ...]", tuple(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, C, E]):
    """A game as data and pure functions. Every built-in game package exports one as `GAME`."""

    name: str
    title: str
    rules_version: str
    """Stored in every match; a later change of the rules never changes a past match."""
    rulebook: str
    """What the rules come from, as a person would cite it."""
    package: str
    """The package that defines it and holds what it brings: rules, catalogues, decks, matches."""
    seat_counts: tuple[int, ...]
    kind: Literal["game", "contest"] = "game"
    """`contest`: a series, tournament or league, whose stream names matches and holds none of their cards."""
    turn_word: str = "turn"
    round_word: str = ""
    commands: tuple[type[C], ...]
    events: tuple[type[E], ...]
    options: type[Struct]
    """Defaults are the rulebook's; `fields_of` lists them."""

    initial: Callable[[Catalogue[CardRecord]], S]
    """The state before the opening command."""
    open_table: Callable[[TableSetup], tuple[C, ...]]
    """The commands that open a match as set up: the first is the opening command, the others follow it (registering decks …)."""
    legal: Callable[[S], Iterator[C]]
    """Every legal command but adjust and the like, optional parameters at their default; chance results may be left open."""
    outcome: Callable[[S], Outcome | None]
    moment: Callable[[S], Moment]
    board: Callable[[S, Viewpoint], Board]
    plan: Callable[[S], Plan] = plan_by_seats
    """What is fixed of its boards for a match, from any state after the opening."""
    census: Callable[[S], Mapping[str, int]]
    """Cards per owner over all zones, for conservation checks: the totals never change once decks are set."""

    check: Callable[[S, C], tuple[Violation, ...]] = checked
    unfold: Callable[[S, C], Course[S, E]] = unfolded
    evolve: Callable[[S, E], S] = evolved
    narrate: Callable[[S, E, Viewpoint], str] = told
    veil: Callable[[S, C, Viewpoint], C] = veiled
    """These five ask the command or event; they are here for what stands between (a game that is watched, or tested)."""

    redact_between: Callable[[Sequence[E], Sequence[S]], Sequence[S]] = _as_they_are
    """The states that the events of one entry pass through (before it, then after each), as boards and sentences show them: what
    a viewpoint knows neither before the entry nor after it, it does not see in between. The last stays as it is."""
    position: Callable[[S], C | None] = _no_position
    """The `declare_position` that says what the state says: what a form for one begins with. None: the game has no such."""
    contest: ContestPart[S] = NO_CONTESTS
    """What series, tournaments and leagues ask of it."""
    rights: Mapping[str, RecordRight] = field(default_factory=dict)
    """Of a contest: command -> the right that recording it needs. A command that is missing is refused to every token."""
    open_after_end: tuple[str, ...] = ("reveal_card",)
    """The words of commands that a finished match still takes."""
    quick_keys: Mapping[str, str] = field(default_factory=dict)
    """Command -> the letters that bring it to the top where commands are typed. The others get theirs from the program."""
    lifts: tuple[Lift, ...] = ()
    """What makes old stored forms of its commands and events today's; the n-th lifts schema n + 1 to the next."""
    cards: CardsPart = NO_CARDS
    """What it has of cards; nothing for a game without."""
    numbered: Callable[[S, Mapping[SeatIndex, int]], S] | None = None
    """The state whose next new card of each of these owners bears that number, for corrections: what is drawn in between takes a
    number that was never given, so that later cards keep theirs. None: no card gets its number after its deck is set up."""
    hidden: HiddenPart[S, C] = HiddenPart()  # noqa: RUF009 (frozen)
    """What players hold out of the others' sight."""
    judging: JudgingPart[S, C] = JudgingPart()  # noqa: RUF009 (frozen)
    """What officials ask of it."""
    formats: Mapping[str, Format[C]] = field(default_factory=dict)
    """Ending of a file (`pgn`) -> the form that matches of it are read from such files and written in."""
    simulation: Simulation[S, C] | None = None
    """Who plays it in simulations. None: it cannot be simulated."""

    binding: Callable[[Catalogue[CardRecord]], "Game[S, C, E]"] | None = None
    """The game as it is played with certain cards, where title, options, rules or words depend on them. None: they do not."""
    kits: KitsPart[S, C] | None = None
    """What it tells of its kits. None: it is not played with kits."""
    further_rules: tuple[Rule, ...] = ()
    """Rules that a bound game has beside those of its package."""

    def bind(self, catalogue: Catalogue[CardRecord]) -> "Game[S, C, E]":
        """The game that is asked about a match with these cards: itself, unless it depends on them."""
        return self if self.binding is None else self.binding(catalogue)

    def resolve(self, state: S, command: C) -> tuple[E, ...]:
        """The events of a command that nothing makes impossible in this state."""
        return tuple(self.unfold(state, command).events)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rows of its `rules.toml`, by id, in their order."""
        rules = rules_of(self.package)
        return {**rules, **{rule.id: rule for rule in self.further_rules}} if self.further_rules else rules


AnyGame: TypeAlias = Game[GameState, Command, Event]
"""A game seen from the outside: callers pass it only what came out of it."""


def evolve_all(game: Game[S, C, E], state: S, events: Sequence[E]) -> S:
    """The state after these events."""
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state


def tag_of(struct: Struct | type[Struct]) -> str:
    """The stored name of a command or event: `play_student`."""
    return str(struct.__struct_config__.tag)
