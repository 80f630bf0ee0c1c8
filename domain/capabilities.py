"""Optional features of a game: cards, hidden cards, kits, judging, simulation. Each has a default."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Generic, Literal, Protocol, TypeAlias, TypeVar, Union, cast

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
from domain.codecs import FileFormat
from domain.judging import Penalty, RandomPart
from domain.rules import CatalogueNote, Violation
from domain.seats import GameState, TableSetup, Viewpoint
from domain.table.candidates import Candidates, Identity

C = TypeVar("C")
S = TypeVar("S", bound=GameState)
E = TypeVar("E")
C_co = TypeVar("C_co", covariant=True)
S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)


def empty(*_: object) -> tuple[()]:
    """Return an empty tuple: the default of hooks that return several values."""
    return ()


def unset(*_: object) -> None:
    """Return `None`: the default of hooks that return a value."""


class NoCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Record type for the catalogue of a game without cards."""

    card_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSupport:
    """The card types of a game and its rules for catalogues and decks."""

    records: tuple[type[CardRecord], ...] = ()
    """The card record structs of a catalogue (a tagged union)."""
    rules: CardRules = NO_CARD_RULES
    """Ids of the rules that errors in card records cite."""
    check: Callable[[Catalogue[CardRecord]], tuple[Violation, ...]] = empty
    """Return the violations of the game's catalogue rules in a catalogue's records."""
    notes: Callable[[Catalogue[CardRecord]], tuple[CatalogueNote, ...]] = empty
    """Return notes on a catalogue's cards: oddities that are not errors, and a summary."""
    check_deck: Callable[[DeckList, Catalogue[CardRecord]], tuple[Violation, ...]] = empty
    """Return the violations of a deck list under the default options."""
    deck_sizes: Sequence[int] = ()
    """Numbers of cards that a deck may have under the default options; empty: the rules name none."""
    reader: Callable[[str, str], Catalogue[CardRecord]] | None = None
    """Read a catalogue file (its text and name) that has more than `[[card]]` tables. Raises CatalogueError. Unset: the file
    has only such tables."""
    sample: str = ""
    """The default catalogue; empty: the first one in the package."""

    @property
    def record(self) -> type[CardRecord]:
        """The type under which a card is read: the record structs as one tagged union."""
        return cast("type[CardRecord]", Union[self.records or (NoCard,)])

    def read(self, text: str, source: str) -> Catalogue[CardRecord]:
        """A catalogue file. Raises CatalogueError."""
        if self.reader is not None:
            return self.reader(text, source)
        return catalogue_from_toml(text, self.record, source, self.rules)


NO_CARDS: Final = CardSupport()


def _all_seen(state: S, viewpoint: Viewpoint) -> S:  # noqa: ARG001
    return state


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenCardSupport(Generic[S, C_co]):
    """Support for cards that only some viewpoints may see. Optional for games without hidden hands."""

    hand: Callable[[S, int], tuple[Token, ...]] = empty
    """Return the cards that a player hides from the others. Used to tell the history of a card once it is revealed."""
    registered: Callable[[S, int, Viewpoint], Registered | None] = unset
    """Return a seat's registered list and the part unseen by a viewpoint, if that viewpoint may know the list."""
    seen: Callable[[S, Viewpoint], S] = _all_seen
    """Return the state as a viewpoint knows it, with hidden cards, lists and choices unknown. States that differ only in
    these become equal. Not asked for the judge."""
    candidates: Callable[[S], tuple[Candidates, ...]] = empty
    """Return the unknown cards that players hold, and the cards that they can be by the registered lists. Empty if all lists
    are unknown."""
    identify: Callable[[str, tuple[Identity, ...]], C_co] | None = None
    """Return the command that records unknown cards, with a reason, without revealing them to other viewpoints. Unset: the
    game cannot do this, and its what-ifs have no sampled cards."""


Checks: TypeAlias = Literal["enforced", "partly", "entered"]
"""How much of the rules a kit checks: all, some, or none (actions are recorded as entered)."""
CHECKED_WORDS: Final[dict[Checks, str]] = {
    "enforced": "enforced",
    "partly": "partly enforced",
    "entered": "recorded as entered",
}


class KitFacts(Struct, frozen=True):
    """Facts that a kit states about itself."""

    name: str
    title: str
    version: str
    players: str
    """Number of players: `2-4`."""
    verbs: tuple[str, ...]
    """The kit's own verbs, without those that every kit has."""
    dice: Mapping[str, int]
    """Name of a die -> its number of faces."""
    checks: Checks
    """Whether its guards check all rules, some, or none."""
    verb_checks: Mapping[str, Checks]
    """The same for each of its own verbs: declared by the kit, or else derived from the verb's guards, phases and limits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KitSupport(Generic[S, C, E]):
    """Support for kits (catalogues that describe the whole game). Each function raises CatalogueError for other catalogues."""

    facts: Callable[[Catalogue[CardRecord]], KitFacts]
    page: Callable[[Catalogue[CardRecord]], Iterable[str]]
    """A page to read at the table, in lines."""
    warnings: Callable[[Catalogue[CardRecord]], Iterable[str]]
    """Return the oddities of a kit that are not errors."""
    text: Callable[[Catalogue[CardRecord]], str]
    """The kit as a file, which is read back as the same kit."""
    acts: Callable[[S, Random], Iterable[C]]
    """Return possible (perhaps illegal) commands of each verb, in which unseen cards are named by id."""
    obstacles: Callable[[S], Iterable[str]]
    """If no verb of the kit is possible, return the reason for each: `play: nothing can be given for card`."""
    formats: Callable[[str, str], Mapping[str, FileFormat[S, C, E]]]
    """The file formats that a kit's file declares, by name: takes its text and the file's name."""
    table: Callable[[Catalogue[CardRecord], bytes, Literal["csv", "json"], Mapping[str, str]], FileFormat[S, C, E]]
    """The format of a list of moves, from the file's bytes and the column of each role. Raises ValueError for missing columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingSupport(Generic[S_contra, C_co]):
    """Support for officials. Optional: without it, games can be ruled on, but penalties do not change them."""

    penalty: Callable[[S_contra, int, Penalty, int], C_co | None] = unset
    """Return the command that applies a seat's penalty (with the amount of a score adjustment), if it changes the game."""
    random_part: Callable[[S_contra], tuple[RandomPart, ...]] = empty
    """The piles whose order is left to chance."""
    dice: tuple[str, ...] = ()
    """The commands that record what dice or coins showed."""


class Dealer(Protocol[S_contra, C]):
    """Replaces the physical table in a simulation: knows the order of the decks and rolls the dice."""

    def fill(self, state: S_contra, command: C) -> C:
        """The command with its random inputs (draws, shuffles, dice, flips) supplied."""
        ...


class Bot(Protocol[S_contra, C]):
    """A player of simulated matches."""

    def choose(self, state: S_contra, commands: Sequence[C], rng: Random) -> C:
        """Return one of the legal commands, or a legal variation of one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation(Generic[S_contra, C]):
    """Bots and dealer of simulated matches."""

    deal: Callable[[TableSetup, Catalogue[CardRecord], Random], Dealer[S_contra, C]]
    sample_table: Callable[[Catalogue[CardRecord], Random, Mapping[str, str]], TableSetup]
    """Return a table with invented players, legal decks from the catalogue and the given options."""
    bots: Mapping[str, Bot[S_contra, C]]
    """Bots by name: at least `random` and, in last place, one that plays to win."""
    resume: Callable[[S_contra, Random], Dealer[S_contra, C]] | None = None
    """Return the dealer for a match that continues from a state. Unset: `deal` deals the cards left in the lists."""
