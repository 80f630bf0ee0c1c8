"""Definition of a game: a record of everything that its commands and events do not define themselves.

A command defines its validation and its resulting events, an event its effect on the state and its narration. This code never
reads a clock, a random source or a global.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Annotated, ClassVar, Final, Generic, Literal, Never, TypeAlias, TypeVar, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.board import Arrow, Board
from domain.capabilities import NO_CARDS, CardSupport, HiddenCardSupport, JudgingSupport, KitSupport, Simulation, unset
from domain.cards import CardRecord, Catalogue, SeatIndex
from domain.codecs import FileFormat
from domain.competition_support import NO_COMPETITIONS, CompetitionSupport
from domain.event_buffer import EventBuffer
from domain.fields import Field, fields_of
from domain.narration import Narrator
from domain.outcome import Outcome
from domain.payload import RecordRight
from domain.plan import Plan, SeatPlan
from domain.rules import Rule, Violation, rules_of
from domain.seats import JUDGE, GameState, TableSetup, Viewpoint
from domain.text import title_of
from domain.upcasting import Upcaster


class Event(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A result of a command, with its fields, its effect on the state and its narration.

    A game's base narrows `evolve` to its own state. Subclasses repeat `frozen=True, kw_only=True`, give a past-tense
    `tag`, and either `template` or `describe`.
    """

    template: ClassVar[str] = ""
    """A template over the fields (see `narration`)."""
    formats: ClassVar[Mapping[str, Callable[[Never, Never], str]]] = {}
    """The game's own formats of templates: each is given the narrator and the value of a field."""
    is_bookkeeping: ClassVar[bool] = False
    """True for bookkeeping, such as a new phase or an event that accompanies one narrated after it. The sentence of an entry is
    that of its first event that is not bookkeeping; entries with only bookkeeping events are shown dim in lists."""

    @abstractmethod
    def evolve(self, state: Never) -> GameState:
        """The state after it."""
        raise NotImplementedError(tag_of(self))

    def describe(self, narrator: Narrator[Never]) -> str:
        """One line in the rulebook's words; what the viewpoint may not know is left out."""
        return narrator.render(self, self.template)

    def is_implied(self, later: Iterable[Never]) -> bool:  # noqa: ARG002
        """Return True if the following events of its action tell everyone all that it tells. Its presence then depends on what the
        record already knew, so that only the judge is told of it. `later`: the states after it and after each of those events."""
        return False

    def redacted_for(self, state: Never, viewpoint: Viewpoint) -> "Event":  # noqa: ARG002
        """Return the event for the analytics of a viewpoint, without hidden numbers and words. `state`: the state before it.
        (Hidden cards are removed elsewhere, for all events: those that its sentence does not name.)"""
        return self

    def arrows(self, state: Never) -> tuple[Arrow, ...]:  # noqa: ARG002
        """Return the arrows to draw between keys of the board, given the state before the event."""
        return ()


class Phrase(Struct, frozen=True):
    """One notation of a command: its word and the fields after it."""

    word: str
    fields: tuple[Field, ...]
    title: str
    """For buttons and lists: `Play a student`."""


class Command(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A scorekeeper's input, with its fields, validation, resulting events and redaction.

    A game's base narrows the states. Subclasses repeat `frozen=True, kw_only=True` and give an imperative `tag`.
    """

    title: ClassVar[str] = ""
    """The command in the rulebook's words, for buttons and lists: `Play a student`. Empty: the words of its tag."""
    rules: ClassVar[tuple[str, ...]] = ()
    """Ids of the rules that it checks. A base class lists the rules that any of its commands may break."""
    last_resort: ClassVar[bool] = False
    """True for commands that the game never requires, such as resigning or offering a draw: bots use them as a last resort."""

    @property
    def word(self) -> str:
        """The word of the command in notation; by default its tag."""
        return tag_of(self)

    @classmethod
    def rule_ids(cls) -> frozenset[str]:
        """Return the ids of all rules that it may break: its own, and those of its bases."""
        return frozenset(rule for base in cls.__mro__ for rule in vars(base).get("rules", ()))

    def check(self, state: Never) -> tuple[Violation, ...]:
        """Return all violations of the command in this state. A game's base command adds checks that apply before
        `validate`."""
        return tuple(self.validate(state))

    def refusals(self, state: Never) -> Iterable[Violation]:  # noqa: ARG002
        """Return violations that refuse the command only when it is recorded. Audits of recorded entries do not call this."""
        return ()

    @classmethod
    def grammar(cls, catalogue: Catalogue[CardRecord] | None) -> Sequence[Phrase]:  # noqa: ARG003
        """The notations of the command with these cards; by default its tag with its fields."""
        return (cls._phrase(),)

    @classmethod
    def _phrase(cls) -> Phrase:
        return Phrase(tag_of(cls), fields_of(cls), cls.title or title_of(tag_of(cls)))

    @classmethod
    def from_words(cls, word: str, values: Mapping[str, object]) -> dict[str, object]:
        """Return the command as plain values (dict, list, str, …), from its word and the values of its fields in notation."""
        return {"type": word, **values}

    @classmethod
    def expand(
        cls,
        text: str,  # noqa: ARG003
        catalogue: Catalogue[CardRecord] | None,  # noqa: ARG003
        state: GameState | None,  # noqa: ARG003
    ) -> str:
        """Return the full command line for a shorthand; empty if the text is to be parsed unchanged. `state`: the table at which
        it is read, if known."""
        return ""

    def to_words(self, catalogue: Catalogue[CardRecord] | None) -> tuple[Phrase, Mapping[str, object]]:  # noqa: ARG002
        """The notation of this command with these cards, and the values of its fields."""
        return self._phrase(), {name: getattr(self, name) for name in self.__struct_fields__}

    @abstractmethod
    def validate(self, state: Never) -> Iterable[Violation]:
        """Return the violations of the command, each with its rule."""
        raise NotImplementedError(tag_of(self))

    @abstractmethod
    def resolve(self, out: Never) -> None:
        """Add the resulting events to an event buffer, whether the command is legal or not."""
        raise NotImplementedError(tag_of(self))

    def redacted_for(self, state: Never, viewpoint: Viewpoint) -> "Command":  # noqa: ARG002
        """Return the command with cards that a viewpoint may not see made unknown. `state`: the state before it. Not called for
        the judge."""
        return self


MOST_TURNS: Final = 1_000_000
"""Upper limit, far above any real match."""

TurnNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TURNS)]
"""A recorded turn or round."""


class TurnInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """Turn info: the progress of a state in its game."""

    turn: int
    """The game's smallest shared unit (turn, hand); 0 before the first. Starts again at 1 in each round where a game has rounds."""
    phase: str
    seat: int | None = None
    """Seat that is to act; unset unless it is one particular seat."""
    round: int = 0
    """Unit above the turn (round, game), from 1; 0 if the game does not have one."""
    owner: int | None = None
    """Seat whose turn it is while another seat is to act. Not stored in entries."""

    @property
    def kept(self) -> "TurnInfo":
        """The part that is stored in entries."""
        return self if self.owner is None else TurnInfo(self.turn, self.phase, self.seat, self.round)


S = TypeVar("S", bound="GameState")
C = TypeVar("C", bound=Command)
K = TypeVar("K", bound=Struct)
E = TypeVar("E", bound=Event)


@cache
def shortening(commands: tuple[type[C], ...]) -> tuple[type[C], ...]:
    """Return the commands that have shorthands: those with an `expand` of their own."""
    plain = getattr(Command.expand, "__func__", None)
    return tuple(one for one in commands if getattr(one.expand, "__func__", None) is not plain)


def checked(state: S, command: C) -> tuple[Violation, ...]:
    """Return the violations of a command in a state."""
    return command.check(state)  # type: ignore[arg-type]  # no cast: this runs for every action


def resolution(state: S, command: C) -> EventBuffer[S, E]:
    """Return the event buffer with the events of a command that is not impossible in this state."""
    out: EventBuffer[S, E] = EventBuffer(state)
    command.resolve(out)  # type: ignore[arg-type]  # as in `checked`
    return out


def evolved(state: S, event: E) -> S:
    """The state after an event."""
    return event.evolve(state)  # type: ignore[arg-type,return-value]  # no cast: this runs for every event


def narrated(state: S, event: E, viewpoint: Viewpoint) -> str:
    """An event in one line, for a viewpoint, given the state before it."""
    return event.describe(cast("Narrator[Never]", Narrator(state, viewpoint)))


def pointed(state: S, event: E) -> tuple[Arrow, ...]:
    """Return the arrows of an event, given the state before it."""
    return event.arrows(cast("Never", state))


def redacted(state: S, command: C, viewpoint: Viewpoint) -> C:
    """Return a command as a viewpoint may see it; unchanged for the judge. `state`: the state before it."""
    if viewpoint == JUDGE:
        return command
    return cast("C", command.redacted_for(cast("Never", state), viewpoint))


def _as_they_are(events: Sequence[E], states: Sequence[S]) -> Sequence[S]:  # noqa: ARG001
    return states


def plan_by_seats(state: GameState) -> Plan:
    """Return the default plan: only the seats; zones are drawn in the order in which they come."""
    return Plan(seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats))


def kinds_in(*sections: ModuleType) -> tuple[type[K], ...]:
    """Return the commands or events (their classes without subclasses) that these modules define, in source order."""
    kinds = [(kind, section) for section in sections for kind in vars(section).values() if isinstance(kind, type)]
    own = [kind for kind, section in kinds if kind.__module__ == section.__name__ and issubclass(kind, Command | Event)]
    return cast("tuple[type[K], ...]", tuple(kind for kind in own if not kind.__subclasses__()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, C, E]):
    """A game as data and pure functions. Every built-in game package exports one as `GAME`."""

    name: str
    title: str
    rules_version: str
    """Stored in every match; a later change of the rules never changes a past match."""
    rulebook: str
    """Source of the rules, as a person would cite it."""
    package: str
    """The package that defines the game and contains its rules, catalogues, decks and matches."""
    seat_counts: tuple[int, ...]
    kind: Literal["game", "competition"] = "game"
    """`competition`: a series, tournament, league or event day. Its record refers to matches by id and does not contain their
    cards."""
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
    """Yield every legal command except changes by hand, with optional fields at their defaults. Results of chance may be left
    open."""
    outcome: Callable[[S], Outcome | None]
    turn_info: Callable[[S], TurnInfo]
    board: Callable[[S, Viewpoint], Board]
    plan: Callable[[S], Plan] = plan_by_seats
    """Return the fixed parts of a match's boards, given any state after the opening."""
    card_counts: Callable[[S], Mapping[str, int]]
    """Return the number of cards of each owner over all zones. Totals never change once decks are set, so audits find lost
    cards."""

    check: Callable[[S, C], tuple[Violation, ...]] = checked
    resolution: Callable[[S, C], EventBuffer[S, E]] = resolution
    evolve: Callable[[S, E], S] = evolved
    narrate: Callable[[S, E, Viewpoint], str] = narrated
    redact: Callable[[S, C, Viewpoint], C] = redacted
    """These five hooks call the command or event. They are fields so that wrappers can replace them, to guard or test a
    game."""

    redact_between: Callable[[Sequence[E], Sequence[S]], Sequence[S]] = _as_they_are
    """Return the states before an entry and after each of its events as boards and sentences show them. Information that a
    viewpoint lacks both before and after the entry is hidden in between, too. The last state is unchanged."""
    position: Callable[[S], C | None] = unset
    """Return the `declare_position` that describes a state, to fill in its form, if the game has such a command."""
    competition: CompetitionSupport[S] = NO_COMPETITIONS
    """Support for series, tournaments and leagues."""
    rights: Mapping[str, RecordRight] = field(default_factory=dict)
    """For competitions: command -> the permission needed to record it. Commands that are missing here are refused for every
    token."""
    open_after_end: tuple[str, ...] = ("reveal_card",)
    """Words of the commands that can still be recorded after the end of a match."""
    quick_keys: Mapping[str, str] = field(default_factory=dict)
    """Command -> letters that move it to the top of the suggestions. The program assigns letters to the other commands."""
    upcasters: tuple[Upcaster, ...] = ()
    """Upcasters of its stored commands and events; the n-th upgrades schema n + 1 to the next."""
    cards: CardSupport = NO_CARDS
    """Card support; empty for a game without cards."""
    with_next_card_numbers: Callable[[S, Mapping[SeatIndex, int]], S] | None = None
    """Return the state with the next card number of each of these owners set, for corrections: cards drawn in between take
    unused numbers, so that later cards keep theirs. Unset if cards get numbers only when a deck is set up."""
    hidden: HiddenCardSupport[S, C] = HiddenCardSupport()  # noqa: RUF009 (frozen)
    """Support for cards that players hide from each other."""
    judging: JudgingSupport[S, C] = JudgingSupport()  # noqa: RUF009 (frozen)
    """Support for officials."""
    formats: Mapping[str, FileFormat[S, C, E]] = field(default_factory=dict)
    """File extension (`pgn`) -> the format of matches in such files."""
    simulation: Simulation[S, C] | None = None
    """Bots and dealer for simulations; unset if the game cannot be simulated."""

    specialise: Callable[[Catalogue[CardRecord]], "Game[S, C, E]"] | None = None
    """Return the game specialised for a catalogue; unset if title, options, rules and words do not depend on the cards."""
    kits: KitSupport[S, C, E] | None = None
    """Support for kits; unset if the game is not played with kits."""
    further_rules: tuple[Rule, ...] = ()
    """Rules that a specialised game has in addition to those of its package."""

    def for_catalogue(self, catalogue: Catalogue[CardRecord]) -> "Game[S, C, E]":
        """Return the game for matches with this catalogue: itself, unless it has a `specialise`."""
        return self if self.specialise is None else self.specialise(catalogue)

    def hides(self, states: Sequence[S], event: E, viewpoint: Viewpoint) -> bool:
        """Return True if a viewpoint must not know that an event exists: only others have a sentence for it, or it is implied.
        `states`: the state before it, then those after it and after each following event of its action."""
        return viewpoint != JUDGE and self.told(states, event, viewpoint) is None

    def told(self, states: Sequence[S], event: E, viewpoint: Viewpoint) -> str | None:
        """Return the sentence of an event for a viewpoint, `None` if it hides the event from it. `states`: as for `hides`."""
        said = self.narrate(states[0], event, viewpoint)
        if viewpoint == JUDGE:
            return said
        hidden = event.is_implied(states[1:]) if said else bool(self.narrate(states[0], event, JUDGE))  # type: ignore[arg-type]
        return None if hidden else said

    def resolve(self, state: S, command: C) -> tuple[E, ...]:
        """Return the events of a command that is not impossible in this state."""
        return tuple(self.resolution(state, command).events)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rows of its `rules.toml`, by id, in their order."""
        rules = rules_of(self.package)
        return {**rules, **{rule.id: rule for rule in self.further_rules}} if self.further_rules else rules


AnyGame: TypeAlias = Game[GameState, Command, Event]
"""A game of unknown types: callers pass it only states, commands and events that it returned."""


def evolve_all(game: Game[S, C, E], state: S, events: Sequence[E]) -> S:
    """The state after these events."""
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state


def made(kind: type[K], *sources: Struct, **fields: object) -> K:
    """Return a struct, an event for example, with those of its fields that the sources have, and with further ones."""
    known = {name: getattr(one, name) for one in sources for name in one.__struct_fields__}
    return kind(**{**{name: value for name, value in known.items() if name in kind.__struct_fields__}, **fields})


def with_fields_of(source: Struct, state: K, **fields: object) -> K:
    """Return a state, or a part of one, with the source's values in the fields that both have, and with further ones."""
    shared = {name: getattr(source, name) for name in source.__struct_fields__ if name in state.__struct_fields__}
    return replace(state, **{**shared, **fields})


def tag_of(struct: Struct | type[Struct]) -> str:
    """The stored name of a command or event: `play_student`."""
    return str(struct.__struct_config__.tag)
