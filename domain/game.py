"""What a game is to Matchbook: a record of what its commands and events do not say themselves.

A command says what forbids it and what follows, an event what it does to the state and how it is told. Nothing here reads a
clock, a random source or a global.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Annotated, ClassVar, Final, Generic, Literal, Never, Protocol, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta, Struct

from domain.board import Board
from domain.cards import (
    NO_CARD_RULES,
    CardRecord,
    CardRules,
    Catalogue,
    DeckList,
    Registered,
    SeatIndex,
    Token,
    is_card_id,
)
from domain.contest import NO_CONTESTS, ContestPart
from domain.fitting import LARGEST, disturbing_field, holds_huge_number
from domain.names import name_faults, tidy_name
from domain.rules import Note, Rule, Violation, rules_of
from domain.sampling import Candidates, Identity
from domain.syntax import Unreadable
from domain.table import GameState, TableSetup, Viewpoint
from domain.telling import Voice
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

    @abstractmethod
    def evolve(self, state: Never) -> GameState:
        """The state after it."""
        raise NotImplementedError(tag_of(self))

    def say(self, voice: Voice[Never]) -> str:
        """One line in the rulebook's words; what the viewpoint may not know is left out."""
        return voice.tell(self, self.says)


class Command(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What the scorekeeper enters: its fields, what forbids it, what follows from it, how others may see it.

    A game's base narrows the states. Subclasses are `@final`, repeat `frozen=True, kw_only=True` and give an imperative
    `tag`.
    """

    def check(self, state: Never) -> tuple[Violation, ...]:
        """All the rules that it breaks in this state; a game's base says what forbids any command before `faults`."""
        return tuple(self.faults(state))

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


S = TypeVar("S", bound="GameState")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
S_contra = TypeVar("S_contra", bound="GameState", contravariant=True)


class Dealer(Protocol[S_contra, C]):
    """Stands for the physical table in a simulation: knows the order of the decks and rolls the dice."""

    def fill(self, state: S_contra, command: C) -> C:
        """The command with its random inputs (draws, shuffles, dice, flips) supplied."""
        ...


class Bot(Protocol[S_contra, C]):
    """A player of simulated matches."""

    def choose(self, state: S_contra, commands: Sequence[C], rng: Random) -> C:
        """One of the legal commands (or a variation of one that is legal too)."""
        ...


def checked(state: S, command: C) -> tuple[Violation, ...]:
    """All the rules that a command breaks in a state."""
    return command.check(cast("Never", state))


def unfolded(state: S, command: C) -> tuple[E, ...]:
    """The events of a command that nothing makes impossible in this state."""
    course: Course[S, E] = Course(state)
    command.unfold(cast("Never", course))
    return tuple(course.events)


def evolved(state: S, event: E) -> S:
    """The state after an event."""
    return event.evolve(state)  # type: ignore[arg-type,return-value]  # once an event: a cast would be a call


def told(state: S, event: E, viewpoint: Viewpoint) -> str:
    """An event in one line, for a viewpoint, given the state before it."""
    return event.say(cast("Voice[Never]", Voice(state, viewpoint)))


def veiled(state: S, command: C, viewpoint: Viewpoint) -> C:
    """A command as a viewpoint may see it, given the state before it."""
    return cast("C", command.veiled(cast("Never", state), viewpoint))


def _no_findings(catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:  # noqa: ARG001
    return ()


def _no_notes(catalogue: Catalogue[CardRecord]) -> tuple[Note, ...]:  # noqa: ARG001
    return ()


def _no_deck_findings(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:  # noqa: ARG001
    return ()


def _no_candidates(state: GameState) -> tuple[Candidates, ...]:  # noqa: ARG001
    return ()


def _no_position(state: GameState) -> None:  # noqa: ARG001
    return None


def _no_hand(state: GameState, seat: int) -> tuple[Token, ...]:  # noqa: ARG001
    return ()


def _nothing_registered(state: GameState, seat: int, viewpoint: Viewpoint) -> Registered | None:  # noqa: ARG001
    return None


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
    records: tuple[type[CardRecord], ...]
    """The card record structs of a catalogue (a tagged union)."""
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
    census: Callable[[S], Mapping[str, int]]
    """Cards per owner over all zones, for conservation checks: the totals never change once decks are set."""

    check: Callable[[S, C], tuple[Violation, ...]] = checked
    resolve: Callable[[S, C], tuple[E, ...]] = unfolded
    evolve: Callable[[S, E], S] = evolved
    narrate: Callable[[S, E, Viewpoint], str] = told
    veil: Callable[[S, C, Viewpoint], C] = veiled
    """These five ask the command or event; they are here for what stands between (a game that is watched, or tested)."""

    check_catalogue: Callable[[Catalogue[CardRecord]], tuple[Violation, ...]] = _no_findings
    """What is wrong with a catalogue's records under the game's catalogue rules."""
    catalogue_notes: Callable[[Catalogue[CardRecord]], tuple[Note, ...]] = _no_notes
    """What is odd about a catalogue's cards without being wrong, and what its cards amount to."""
    check_deck: Callable[[DeckList, Catalogue[CardRecord]], tuple[Violation, ...]] = _no_deck_findings
    """What is wrong with a deck list under the default options."""
    hand: Callable[[S, int], tuple[Token, ...]] = _no_hand
    """The cards that a player holds out of the others' sight. With it, a card's past can be told when it comes to light."""
    registered: Callable[[S, int, Viewpoint], Registered | None] = _nothing_registered
    """A seat's registered list, and what of it this viewpoint has not seen; None where there is no list, or where it is
    not this viewpoint's to know."""
    position: Callable[[S], C | None] = _no_position
    """The `declare_position` that says what the state says: what a form for one begins with. None: the game has no such."""
    card_rules: CardRules = NO_CARD_RULES
    """The rules that a catalogue breaks before it has records."""
    contest: ContestPart[S] = NO_CONTESTS
    """What series, tournaments and leagues ask of it."""
    open_after_end: tuple[str, ...] = ("reveal_card",)
    """Commands that a finished match still takes."""
    candidates: Callable[[S], tuple[Candidates, ...]] = _no_candidates
    """The unknown cards that players hold, and what registered lists let them be. None where no list is known."""
    identify: Callable[[str, tuple[Identity, ...]], C] | None = None
    """The command that puts unknown cards on record, with a reason, so that nobody learns one who may not know it.
    None: the game cannot, and what-ifs of it have no sampled cards."""

    deal: Callable[[TableSetup, Catalogue[CardRecord], Random], Dealer[S, C]]
    sample_table: Callable[[Catalogue[CardRecord], Random, Mapping[str, str]], TableSetup]
    """A table for simulations: invented players, legal decks from the catalogue, the given options."""
    bots: Mapping[str, Bot[S, C]]
    """At least `random`, and one that plays to win."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rows of its `rules.toml`, by id, in their order."""
        return rules_of(self.package)


AnyGame: TypeAlias = Game[GameState, Command, Event]
"""A game seen from the outside: callers pass it only what came out of it."""


class RuleViolation(Exception):
    """A command that the rules forbid, in strict mode."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(str(v) for v in violations))
        self.violations = tuple(violations)


class ImpossibleCommand(RuleViolation):
    """A command that the state cannot hold; no mode records it."""


@dataclass(frozen=True, slots=True)
class Decision(Generic[C, E]):
    """What a command leads to: its events, and the rules it broke when recorded as played."""

    command: C
    """As it is recorded: in an opening, without the blanks around players' names."""
    events: tuple[E, ...]
    violations: tuple[Violation, ...] = ()


def decide(game: Game[S, C, E], state: S, command: C, *, as_played: bool = False) -> Decision[C, E]:
    """The events that follow from a command.

    Raises ImpossibleCommand where the state cannot hold it, RuleViolation where a rule forbids it (unless `as_played`),
    Unreadable for text that would disturb a screen, for players' names that cannot stand, and where a number would follow
    that no file can hold.
    """
    if state.seats:
        expect_plain_texts(command)
        return _ruled(game, state, command, as_played)
    if disturbing_field(command):  # names may stand between blanks and line breaks, which are not recorded
        expect_plain_texts(_reworded(command, lambda text: text.strip(" \t\n")))
    decision = _with_players_named(game, state, _ruled(game, state, command, as_played), as_played)
    expect_plain_texts(decision.command)
    return decision


def expect_plain_texts(command: Command) -> None:
    """Raises Unreadable where a text of the command would disturb a screen."""
    if problem := disturbing_field(command):
        raise Unreadable(f"{tag_of(command)}: {problem}")


def _with_players_named(game: Game[S, C, E], state: S, decision: Decision[C, E], as_played: bool) -> Decision[C, E]:
    """The decision that seats the players, under tidy names. Raises Unreadable for names that cannot stand.

    Who sits down is read off the state that follows, so that no game has to say which of its texts are names.
    """
    names = tuple(seat.name for seat in evolve_all(game, state, decision.events).seats)
    tidy = tuple(map(tidy_name, names))
    if fault := next(name_faults(tidy), ""):
        raise Unreadable(fault)
    if tidy == names:
        return decision
    renamed = dict(zip(names, tidy, strict=True))
    return _ruled(game, state, _reworded(decision.command, lambda text: renamed.get(text, text)), as_played)


def _reworded(command: C, change: Callable[[str], str]) -> C:
    """The command with each of its texts changed so."""

    def reworded(value: object) -> object:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, dict):
            return {key: reworded(item) for key, item in value.items()}
        return [reworded(item) for item in value] if isinstance(value, list | tuple) else value

    return msgspec.convert(reworded(msgspec.to_builtins(command)), type(command))


def _ruled(game: Game[S, C, E], state: S, command: C, as_played: bool) -> Decision[C, E]:
    violations = game.check(state, command)
    if any(v.impossible for v in violations):
        raise ImpossibleCommand(violations)
    if violations and not as_played:
        raise RuleViolation(violations)
    for name in command.__struct_fields__:
        card = getattr(getattr(command, name), "card_id", None)  # of a card that is defined
        if isinstance(card, str) and not is_card_id(card):
            raise Unreadable(f"{tag_of(command)}: {card!r} is no card id; use letters, digits and _")
    events = game.resolve(state, command)
    if holds_huge_number((command, events)):
        raise Unreadable(f"{tag_of(command)}: a number beyond {LARGEST:,} would be recorded; enter a smaller one")
    return Decision(command, events, violations)


def evolve_all(game: Game[S, C, E], state: S, events: Sequence[E]) -> S:
    """The state after these events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def tag_of(struct: Struct | type[Struct]) -> str:
    """The stored name of a command or event: `play_student`."""
    return str(struct.__struct_config__.tag)


def _plain(value: object) -> object:
    """A state as plain values, each struct with all its fields: whether a struct leaves defaults out of its JSON is decided
    by identity, so its own encoding may differ between equal values."""
    if isinstance(value, Struct):
        fields = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        tag = value.__struct_config__.tag
        return fields if tag is None else {"": tag, **fields}
    if isinstance(value, Catalogue):
        return value.digest
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted((_plain(item) for item in value), key=repr)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


_encode_state = msgspec.json.Encoder(order="deterministic").encode


def state_to_json(state: GameState) -> bytes:
    """Canonical JSON of a state; the catalogue is written as its digest."""
    return _encode_state(_plain(state))


def digest_of(state: GameState) -> str:
    """SHA-256 of a state's canonical JSON: equal states, equal digests, on every machine."""
    return sha256(state_to_json(state)).hexdigest()
