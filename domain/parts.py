"""The parts that a game may have: cards, hands that others do not see, simulated matches. Each has a default, or is left out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Generic, Protocol, TypeVar, Union, cast

from msgspec import Struct

from domain.cards import (
    NO_CARD_RULES,
    CardRecord,
    CardRules,
    Catalogue,
    DeckList,
    Registered,
    Token,
    catalogue_from_toml,
)
from domain.judging import Penalty, RandomPart
from domain.rules import Note, Violation
from domain.sampling import Candidates, Identity
from domain.table import GameState, TableSetup, Viewpoint

C = TypeVar("C")
S = TypeVar("S", bound=GameState)
C_co = TypeVar("C_co", covariant=True)
S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)


class NoCard(Struct, frozen=True, forbid_unknown_fields=True):
    """What the catalogue of a game without cards would hold."""

    card_id: str
    name: str


def _nothing_found(catalogue: Catalogue[CardRecord]) -> tuple[()]:  # noqa: ARG001
    return ()


def _no_fault(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[()]:  # noqa: ARG001
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPart:
    """The cards of a game and what its rules say of catalogues and decks."""

    records: tuple[type[CardRecord], ...] = ()
    """The card record structs of a catalogue (a tagged union)."""
    rules: CardRules = NO_CARD_RULES
    """The rules that a catalogue breaks before it has records."""
    check: Callable[[Catalogue[CardRecord]], tuple[Violation, ...]] = _nothing_found
    """What is wrong with a catalogue's records under the game's catalogue rules."""
    notes: Callable[[Catalogue[CardRecord]], tuple[Note, ...]] = _nothing_found
    """What is odd about a catalogue's cards without being wrong, and what its cards amount to."""
    check_deck: Callable[[DeckList, Catalogue[CardRecord]], tuple[Violation, ...]] = _no_fault
    """What is wrong with a deck list under the default options."""

    reader: Callable[[str, str], Catalogue[CardRecord]] | None = None
    """Reads a catalogue file, by its text and name, that is more than [[card]] tables. Raises CatalogueError."""
    sample: str = ""
    """The catalogue that is taken where none is named; empty: the first of those that it brings."""

    @property
    def record(self) -> type[CardRecord]:
        """The type under which a card is read: the record structs as one tagged union."""
        return cast("type[CardRecord]", Union[self.records or (NoCard,)])

    def read(self, text: str, source: str) -> Catalogue[CardRecord]:
        """A catalogue file. Raises CatalogueError."""
        if self.reader is not None:
            return self.reader(text, source)
        return catalogue_from_toml(text, self.record, source, self.rules)


NO_CARDS: Final = CardsPart()


def _no_hand(state: GameState, seat: int) -> tuple[()]:  # noqa: ARG001
    return ()


def _nothing_registered(state: GameState, seat: int, viewpoint: Viewpoint) -> None:  # noqa: ARG001
    return None


def _all_seen(state: S, viewpoint: Viewpoint) -> S:  # noqa: ARG001
    return state


def _no_candidates(state: GameState) -> tuple[()]:  # noqa: ARG001
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPart(Generic[S, C_co]):
    """Cards that not everybody may see. A game without such hands says nothing."""

    hand: Callable[[S, int], tuple[Token, ...]] = _no_hand
    """The cards that a player holds out of the others' sight. With it, a card's past can be told when it comes to light."""
    registered: Callable[[S, int, Viewpoint], Registered | None] = _nothing_registered
    """A seat's registered list, and what of it this viewpoint has not seen; None where there is no list, or where it is
    not this viewpoint's to know."""
    seen: Callable[[S, Viewpoint], S] = _all_seen
    """The state as a viewpoint knows it: cards, lists and choices that are hidden from it are unknown. Two tables that differ
    in these alone become one."""
    candidates: Callable[[S], tuple[Candidates, ...]] = _no_candidates
    """The unknown cards that players hold, and what registered lists let them be. None where no list is known."""
    identify: Callable[[str, tuple[Identity, ...]], C_co] | None = None
    """The command that puts unknown cards on record, with a reason, so that nobody learns one who may not know it.
    None: the game cannot, and what-ifs of it have no sampled cards."""


class KitFacts(Struct, frozen=True):
    """What a kit says of itself."""

    name: str
    title: str
    version: str
    players: str
    """How many: `2-4`."""
    verbs: tuple[str, ...]
    """Its own, without those that every kit has."""
    dice: Mapping[str, int]
    """How many faces its dice have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KitsPart(Generic[S_contra, C_co]):
    """What a game that is played with kits (catalogues that describe the whole game) tells of one. Each raises CatalogueError for
    a catalogue that is none."""

    facts: Callable[[Catalogue[CardRecord]], KitFacts]
    page: Callable[[Catalogue[CardRecord]], Iterable[str]]
    """A page to read at the table, in lines."""
    warnings: Callable[[Catalogue[CardRecord]], Iterable[str]]
    """What is odd about it without being wrong."""
    text: Callable[[Catalogue[CardRecord]], str]
    """The kit as a file, which is read back as the same kit."""
    acts: Callable[[S_contra, Random], Iterable[C_co]]
    """What each verb could do in a state, possible if not legal, with a name for every card that nobody has seen."""


def _no_effect(state: GameState, seat: int, penalty: Penalty, amount: int) -> None:  # noqa: ARG001
    return None


def _nothing_random(state: GameState) -> tuple[()]:  # noqa: ARG001
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingPart(Generic[S_contra, C_co]):
    """What officials ask of a game. A game that says nothing can be ruled on, and penalties change nothing in it."""

    penalty: Callable[[S_contra, int, Penalty, int], C_co | None] = _no_effect
    """The command that a penalty of a seat amounts to (of a score adjustment: by how much); None: it changes nothing."""
    random_part: Callable[[S_contra], tuple[RandomPart, ...]] = _nothing_random
    """The piles whose order is left to chance."""
    dice: tuple[str, ...] = ()
    """The commands that record what dice or coins showed."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation(Generic[S_contra, C]):
    """Who plays simulated matches, and who deals."""

    deal: Callable[[TableSetup, Catalogue[CardRecord], Random], Dealer[S_contra, C]]
    sample_table: Callable[[Catalogue[CardRecord], Random, Mapping[str, str]], TableSetup]
    """A table: invented players, legal decks from the catalogue, the given options."""
    bots: Mapping[str, Bot[S_contra, C]]
    """At least `random`, and one that plays to win, which stands last."""
    resume: Callable[[S_contra, Random], Dealer[S_contra, C]] | None = None
    """The dealer of a table at which a match goes on from a state. None: `deal` deals what the lists still hold."""
