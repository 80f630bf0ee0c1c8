"""The event store: loads and saves matches, and raises typed errors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from threading import RLock
from typing import Final, Self, cast

from eventsourcing.application import AggregateNotFoundError, Application, ProjectorFunction
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.utils import Environment, EnvType, get_topic

from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, read_head, write_head
from domain.entries import Opened
from domain.match import AnyMatch, Match
from domain.registry import UnknownGame, load_game
from domain.seat_checks import has_unknown_seats
from domain.text import control_char
from domain.timeline import BrokenHistory
from storage.catalogues import StoredCatalogues
from storage.errors import (
    AmbiguousMatch,
    BrokenChain,
    CatalogueNotFound,
    Conflict,
    DamagedEntry,
    DiskFull,
    MatchNotFound,
    StorageError,
    StoreDamaged,
    StoreTooNew,
    StoreUnwritable,
    Taken,
    unguarded,
)
from storage.location import StoreLocation, as_it_lies, locate, password_in
from storage.mapper import EntryMapper, EntryStore
from storage.pseudonyms import Pseudonyms
from storage.recorder import Following, Maintenance, Recorder
from storage.records import (
    ANY_VERSION,
    AnyEntry,
    CatalogueRow,
    ChainPosition,
    Codecs,
    GameFinder,
    LastEntry,
    NewRow,
    Row,
    Sealed,
    chain_along,
    expect_sequence,
    store_heads,
)

MATCHES_KEPT: Final = 64
"""Number of folded matches cached in memory, so that an action does not fold its match again."""
_CANDIDATES_SHOWN: Final = 5


class MatchStore(Application[str]):
    """Matches in an event store. Safe for threads and for several processes on one file.

    Methods raise only the errors of `storage.errors`. Threads that act on the same match share one folded match: hold `lock`
    from `load` to `append`.
    """

    events: EntryStore
    recorder: Recorder  # type: ignore[assignment]
    mapper: EntryMapper

    def __init__(
        self, location: StoreLocation, find_game: GameFinder = load_game, lock_timeout: int = 5, password: str = ""
    ) -> None:
        self.location = location
        self.codecs = Codecs(find_game)
        self.lock = RLock()
        self._links: dict[str, ChainPosition] = {}
        """Match id -> the part of its chain verified since the match was folded."""
        super().__init__(
            {
                **location.options,
                "STORE_NAME": location.name,
                f"{location.kind.upper()}_LOCK_TIMEOUT": str(lock_timeout),
                f"{location.kind.upper()}_PASSWORD": password,
                "MAPPER_TOPIC": get_topic(EntryMapper),
                "ORIGINATOR_ID_TYPE": "text",
                "AGGREGATE_CACHE_MAXSIZE": str(MATCHES_KEPT),
                "AGGREGATE_CACHE_FASTFORWARD": "n",  # `load` catches up itself, under its own lock
                "DEEPCOPY_FROM_AGGREGATE_CACHE": "n",  # states are frozen
            }
        )
        self.catalogues = StoredCatalogues(self.recorder, self.codecs, location.name)
        self.maintenance = cast("Maintenance", self.recorder)
        """Checks, copies and creation of this store."""
        self.pseudonyms = self.mapper.pseudonyms = Pseudonyms(self.recorder.sidecar("names"))

    @classmethod
    def open(
        cls,
        url: str,
        *,
        create: bool = False,
        lazy_create: bool = False,
        read_only: bool = False,
        find_game: GameFinder = load_game,
        lock_timeout: int = 5,
    ) -> Self:
        """Open the store at `sqlite:///path` (three slashes: relative; four: absolute), a bare path, `:memory:`,
        `postgresql://USER@HOST/DATABASE`, or the server `https://HOST/`.

        `create` creates a missing file (not its folder), or the tables in a database; `lazy_create` waits for the first
        entry. `lock_timeout` is in seconds. On a full disk a store is opened read-only if possible. Raises
        StoreUnsupported, StoreNotFound, StoreUnwritable, StoreDamaged, StoreTooNew, Busy.
        """
        location = locate(url, create=create, lazy_create=lazy_create, read_only=read_only)
        try:
            return cls(location, find_game, lock_timeout, password_in(url))
        except DiskFull:
            if (readable := as_it_lies(location)) is None:
                raise
            return cls(readable, find_game, lock_timeout)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Return only the configuration above; environment variables of the process are ignored."""
        return Environment(name, env)

    def construct_mapper(self) -> EntryMapper:
        """Return the configured mapper, with the games of this store."""
        mapper = cast("EntryMapper", super().construct_mapper())
        mapper.codecs = self.codecs
        return mapper

    def construct_event_store(self) -> EntryStore:
        """Return the event store that reads whole matches at once."""
        return EntryStore(self.mapper, self.recorder)

    # matches ---------------------------------------------------------------------------------------------------------

    def load(self, match_id: str, version: int | None = None) -> AnyMatch:
        """Return the current match, shared and cached; with `version`, a separate copy of the match after that entry.

        Raises MatchNotFound, DamagedEntry, CatalogueNotFound, StoreTooNew, UnknownGame.
        """
        with self.lock:
            match = self._get(match_id, version)
            if version is None:
                self._fold(match, self.events.entries(match_id, match.version))
            elif match.version != version:
                raise MatchNotFound(f"{match_id}: no entry {version}; its last is {match.version}")
            return match

    def known(self, match_id: str) -> AnyMatch:
        """Return a cached match even if it is outdated, for callers that need only its opening. Raises as `load`."""
        with self.lock:
            return self._get(match_id, None)

    def rebuild(self, match_id: str) -> AnyMatch:
        """Fold the match from its stored entries, bypassing the cache. Raises as `load`."""
        return self._get(match_id, ANY_VERSION)

    def damage(self, match_id: str, entries: Iterable[AnyEntry] | None = None) -> tuple[int, str] | None:
        """Return the first entry of a match that cannot be read or does not follow, and the reason; `None` if all entries follow,
        or the game is not installed. `entries`: the stored entries, if they were read already."""
        try:
            if entries is None:
                self._get(match_id, ANY_VERSION)
            else:
                self._fold(None, entries)
        except DamagedEntry as error:
            return error.version, error.why
        except (CatalogueNotFound, MatchNotFound, StoreDamaged) as error:
            return 1, str(error)
        except (UnknownGame, StoreTooNew):
            pass
        return None

    def definitions(self, catalogue: str, game: str) -> bytes | None:
        """The stored card definitions of that digest; `None` if they are missing or damaged."""
        try:
            self.catalogues.read(catalogue, game)
            return self.catalogues.row(catalogue, game).body
        except (CatalogueNotFound, UnknownGame, StoreDamaged):
            return None

    def followed(self, match_id: str, version: int) -> AnyMatch | None:
        """Return a match after that entry, or after the last valid entry before it; `None` if the first entry is invalid."""
        while version > 0:
            try:
                return self.load(match_id, version)
            except DamagedEntry as error:
                version = error.version - 1
            except (CatalogueNotFound, MatchNotFound, StoreDamaged, UnknownGame, StoreTooNew):
                break
        return None

    def create(self, sealed: Sequence[Sealed], catalogue: Catalogue[CardRecord]) -> AnyMatch:
        """Record the first entries of a new match together with its card definitions.

        A repeated command returns the match that it opened. Raises Conflict if the id exists.
        """
        match_id, game = sealed[0].originator_id, sealed[0].topic.rpartition("/")[0]
        expect_sequence(0, write_head(first_head(match_id)), sealed)
        with self.lock:
            self._put(sealed, [CatalogueRow(catalogue.digest, game, catalogue.name, catalogue.to_json())])
            return self.load(match_id)

    def append(self, match: AnyMatch, sealed: Sequence[Sealed], *, on_damaged: bool = False) -> tuple[AnyEntry, ...]:
        """Record the next entries of a loaded match atomically, and apply them to it.

        Returns the stored entries: for commands that were stored before (same ids), the entries of that first time.
        `on_damaged`: record also if an earlier entry does not follow, provided that the last one is the one that was loaded.
        Raises BrokenChain, Conflict, Busy, OutcomeUnknown, StoreUnwritable, StoreDamaged; then the match is unchanged.
        """
        with self.lock:
            stored = self._stored_before(match, sealed)
            if not stored:
                expect_sequence(match.version, match.head, sealed)
                if (broken := self.broken_from(match)) and not on_damaged:
                    raise BrokenChain(match.id, broken)
                stored = self._put(sealed, follows=LastEntry(match.id, match.version, match.head))
                if stored[-1] is sealed[-1].entry:  # stored just now, not by an earlier try
                    self._links[match.id] = ChainPosition(
                        stored[-1].envelope.version, read_head(stored[-1].head), broken
                    )
            for entry in stored:
                if entry.envelope.version > match.version:
                    match.apply(entry)
            return stored

    def broken_from(self, match: AnyMatch) -> int:
        """Return the first entry of a loaded match that does not follow from its predecessor; 0 if all do. The stored entries are
        checked once after folding; `append` makes sure that they are still the same."""
        with self.lock:
            link = self._links.get(match.id) or ChainPosition(0, first_head(match.id))
            if link.version < match.version and not link.broken:
                link = self._links[match.id] = self.chained(match.id, link, match.version)
            return link.broken

    def chained(self, match_id: str, link: ChainPosition | None = None, upto: int | None = None) -> ChainPosition:
        """Return the valid part of a match's stored chain: from its beginning or one of its links to entry `upto` or the last."""
        first = link.version + 1 if link and link.version else None  # `None` includes rows with versions below 1
        rows = self.maintenance.select_stored(match_id, first, upto)
        link = chain_along(link or ChainPosition(0, first_head(match_id)), rows)
        if first is None and rows and self.catalogues.misnamed(rows[0]):
            return link._replace(broken=1)
        if upto is not None and link.version < upto and not link.broken:
            return link._replace(broken=link.version + 1)  # the last entries are gone
        return link

    def entries(self, match_id: str, after: int = 0, upto: int | None = None) -> list[AnyEntry]:
        """Entries `after` < version <= `upto`, in order. Raises MatchNotFound, DamagedEntry, StoreTooNew, UnknownGame."""
        entries = self.events.entries(match_id, after, upto)
        if not entries and not self.exists(match_id):
            raise MatchNotFound(f"no match {match_id!r} in {self.location.name}")
        return entries

    def raw(self, match_id: str) -> Iterator[tuple[int, str, bytes]]:
        """Version, topic and stored bytes of each entry."""
        return iter(self.recorder.select_rows(match_id))

    def exists(self, match_id: str) -> bool:
        """Return True if there is a match with exactly this id."""
        return self.recorder.last_version(match_id) > 0

    def match_ids(self) -> list[str]:
        """Ids of all matches, sorted."""
        return self.recorder.select_match_ids()

    def resolve_id(self, prefix: str) -> str:
        """Return the id of the only match whose id is, or begins with, `prefix`. Raises MatchNotFound, AmbiguousMatch."""
        named = "" if control_char(prefix) else prefix  # ids never contain such characters, and databases refuse them
        if self.recorder.last_version(named):
            return named
        if not (found := self.recorder.select_match_ids(named, _CANDIDATES_SHOWN) if named else []):
            raise MatchNotFound(f"no match {prefix!r} in {self.location.name}; `matchbook matches` lists them")
        if len(found) > 1:
            raise AmbiguousMatch(prefix, found)
        return found[0]

    # the log of the whole store --------------------------------------------------------------------------------------

    def select(self, after_position: int, limit: int) -> list[Row]:
        """Up to `limit` rows recorded after that position, in order of recording, for programs that follow."""
        return self.recorder.select_log(after_position, limit)

    def head_position(self) -> int:
        """Position of the row recorded last, by any process; 0 in an empty store. Cheap enough to poll."""
        return self.recorder.head_position()

    def follow(self, wake: Callable[[], None]) -> Following:
        """Call `wake` from a separate thread whenever any program may have recorded something, until the result is closed."""
        return self.recorder.follow(wake)

    def append_rows(
        self, rows: Iterable[NewRow], catalogues: Sequence[CatalogueRow] = (), follows: LastEntry | None = None
    ) -> None:
        """Record rows of any number of matches (`Sealed.row`) in one transaction; for imports.

        Raises Conflict naming the first entry that exists already, and as `append`.
        """
        rows = list(rows)
        if self.location.unwritable:
            raise StoreUnwritable(f"{self.location.name}: {self.location.unwritable}")
        with self.lock:
            try:
                self.recorder.insert_rows(rows, catalogues, follows)
            except Taken as error:
                raise self._conflict(rows, error) from error

    def check_guards(self) -> None:
        """Raise StoreDamaged if altered tables or triggers prevent recording."""
        if found := self.maintenance.deviations():
            raise unguarded(self.location.name, found)

    def heads(self) -> Iterator[bytes]:
        """The head of the whole store after each of its entries, in the order of recording."""
        return store_heads(self.maintenance.select_links())

    def backup(self, path: Path) -> str:
        """Copy the whole store into a new file while recording goes on. Return the store's head in it. Raises StoreUnwritable
        if the file exists."""
        if path.exists():
            raise StoreUnwritable(f"{path}: there is a file already; name a new one")
        return self.maintenance.copy_to(path)

    # card definitions ------------------------------------------------------------------------------------------------

    def save_catalogue(self, game: str, catalogue: Catalogue[CardRecord]) -> None:
        """Store card definitions under their digest, unless they exist."""
        self.append_rows((), [CatalogueRow(catalogue.digest, game, catalogue.name, catalogue.to_json())])

    # inside ----------------------------------------------------------------------------------------------------------

    def _get(self, match_id: str, version: int | None) -> AnyMatch:
        fold = self._fold if version is not None else self._fold_line
        projector = cast("ProjectorFunction[AnyMatch, DomainEventProtocol[str]]", fold)
        try:
            return self.repository.get(match_id, version=version, projector_func=projector)
        except AggregateNotFoundError:
            raise MatchNotFound(f"no match {match_id!r} in {self.location.name}") from None

    def _fold_line(self, match: AnyMatch | None, entries: Iterable[AnyEntry]) -> AnyMatch | None:
        """Return the match after these entries. Timelines replaced by corrections are not folded, so their errors do not
        matter."""
        entries = list(entries)
        if match is None and entries:
            match = self._begin(entries[0])
            try:
                match.apply_all(entries, check_seats=has_unknown_seats(match, entries))
                return match
            except BrokenHistory:
                match = None  # fold the entries one by one, to find the one that fails
        return self._fold(match, entries)

    def _fold(self, match: AnyMatch | None, entries: Iterable[AnyEntry]) -> AnyMatch | None:
        entries = list(entries)
        if match is None:
            if not entries:
                return None
            match = self._begin(entries[0])
        check_seats = has_unknown_seats(match, entries)
        for entry in entries:
            try:
                match.apply(entry, check_seats=check_seats)
            except BrokenHistory as error:
                raise DamagedEntry(match.id, entry.envelope.version, str(error)) from error
        return match

    def _begin(self, entry: AnyEntry) -> AnyMatch:
        self._links.pop(entry.envelope.match, None)
        if len(self._links) >= MATCHES_KEPT:  # an evicted match is verified again when it is loaded
            self._links.pop(next(iter(self._links)), None)
        if not isinstance(entry.payload, Opened):
            raise DamagedEntry(entry.envelope.match, entry.envelope.version, "the first entry does not open a match")
        game = self.codecs.find_game(entry.payload.game)
        return Match(entry.envelope.match, game, self.catalogues.read(entry.payload.catalogue, entry.payload.game))

    def _put(
        self, sealed: Sequence[Sealed], catalogues: Sequence[CatalogueRow] = (), follows: LastEntry | None = None
    ) -> tuple[AnyEntry, ...]:
        try:
            self.append_rows([s.row for s in sealed], catalogues, follows)
        except Conflict as conflict:
            stored = conflict.entries[: len(sealed)]
            if [e.envelope.command_id for e in stored] == [s.entry.envelope.command_id for s in sealed]:
                return stored  # stored by our own first try, whose answer was lost
            raise
        return tuple(s.entry for s in sealed)

    def _conflict(self, rows: Iterable[NewRow], error: Exception) -> Conflict:
        for match, version, _, _ in rows:
            if self.recorder.last_version(match) >= version:
                return Conflict(match, version, self.entries(match, version - 1))
        raise StorageError(str(error)) from error

    def _stored_before(self, match: AnyMatch, sealed: Sequence[Sealed]) -> tuple[AnyEntry, ...]:
        versions = [match.command_ids.get(s.entry.envelope.command_id, 0) for s in sealed]
        return tuple(self.entries(match.id, min(versions) - 1, max(versions))) if all(versions) else ()
