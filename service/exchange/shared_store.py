"""The part of a store that a token can reach, for terminals that record from another machine: rows out, sealed rows in.

A terminal validates, seals and chains as in its own store. The server checks its rows again before storing: the chain, name and
time, and that each action has exactly the events that the rules give.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from threading import Lock
from typing import Final

from msgspec import Struct

from domain.audit import Finding, recheck
from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, read_head, write_head
from domain.entries import ActionEntry, Opened, TableEvent
from domain.game import AnyGame, Command, Event
from domain.judging import Disputed, Ruled, Withdrawn
from domain.match import AnyMatch
from domain.payload import OFFICIALS, Revision
from domain.registry import UnknownGame, load_game
from domain.validation import disturbing_field
from service.errors import NotPermitted, UsageProblem
from service.recording.entry_batch import AHEAD, undone_conclusion
from service.recording.forks import WHAT_IF_TAG
from service.recording.match_service import MatchService
from service.recording.request_checks import expect_brief, expect_minutes, expect_one_line, expect_short
from service.resources import packaged_digests
from storage.catalogues import read_catalogue
from storage.errors import BrokenChain, Conflict, MatchNotFound, StorageError
from storage.records import (
    UNREADABLE,
    AnyEntry,
    AnyPayload,
    CatalogueRow,
    NewRow,
    Row,
    expect_size,
    head_after,
    join,
    split,
)
from storage.signed_notes import NAME
from storage.wire import PAGE, Batch, EntryRow, MatchRows, SealedRow, StoreFacts

__all__ = ["PAGE", "Batch", "CatalogueRow", "EntryGate", "MatchRows", "Row", "SealedRow", "SharedStore", "StoreFacts"]

_MOST_LISTED: Final = 64 * 1024
"""Bytes of the card list of a competition, which has names only."""
_SKEW: Final = 30 * 1_000_000
"""Microseconds by which the time of an entry may differ from ours, because delays for spectators depend on it."""


class EntryGate(Struct, frozen=True, kw_only=True):
    """A person who records from another machine, according to the token."""

    name: str
    refusal: Callable[[AnyGame, AnyPayload], str]
    """Returns why an entry may not be recorded; empty if it may."""
    judges: bool
    """True if entries of judges are allowed."""
    trusted: bool
    """True if entries may have other recorders and times, as in imported matches."""
    whole: bool
    """True if all matches are in scope."""
    tag: str
    """The tag of all matches in scope; empty if the scope is not a tag."""
    owns: Callable[[str, tuple[str, ...]], bool]
    """Returns True if a match with this id and these tags is in scope."""
    strange_tag: Callable[[Sequence[str]], str]
    """Returns the first tag that a new match may not have; empty if all are allowed."""


def _said_as(payload: AnyPayload) -> tuple[str, str]:
    """Return who says what an entry records, and in which role; empty for other entries."""
    if isinstance(payload, TableEvent):
        return payload.author, payload.role
    return (payload.claimant, payload.role) if isinstance(payload, Disputed) else ("", "")


class SharedStore:
    """The part of a store in the scope of a token. Thread-safe."""

    def __init__(self, app: MatchService, keeper: EntryGate) -> None:
        self._app, self._keeper = app, keeper
        self._recorder = app.store.recorder
        self._mine: dict[str, bool] = {}
        self._cards: set[str] = set()
        """Digests of the card definitions of matches in scope, as far as they were looked at."""
        self._mutex = Lock()
        self._seen = self._last = 0
        """How far the log was looked through, and the last row in scope that was found."""

    def has(self, match: str) -> bool:
        """Return True if the match exists and is in scope."""
        if match not in self._mine:
            opening = self._opening(match)
            if opening is None:
                return False
            tags, cards = opening
            self._mine[match] = self._keeper.whole or self._keeper.owns(match, tags)
            self._cards |= {cards} if self._mine[match] else set()
        return self._mine[match]

    def _opening(self, match: str) -> tuple[tuple[str, ...], str] | None:
        """Return the tags of a match and the digest of its card definitions; `None` for an unknown match."""
        for _, topic, state in self._recorder.select_rows(match, 0, 1):
            with suppress(*UNREADABLE, UnknownGame, StorageError):
                payload = self._app.store.codecs.decode(topic, state).payload
                return (payload.tags, payload.catalogue) if isinstance(payload, Opened) else ((), "")
            return (), ""
        return None

    def facts(self) -> StoreFacts:
        """The scope of the token."""
        return StoreFacts(
            by=self._keeper.name, position=self._position(), trusted=self._keeper.trusted, tag=self._keeper.tag
        )

    def _position(self) -> int:
        if self._keeper.whole:
            return self._recorder.head_position()
        with self._mutex:
            while rows := self._recorder.select_log(self._seen, PAGE):
                self._seen = rows[-1].position
                self._last = max((row.position for row in rows if self.has(row.match)), default=self._last)
            return self._last

    def log(self, after: int, limit: int) -> list[Row]:
        """Return up to `limit` rows in scope that were recorded after position `after`, in order."""
        found: list[Row] = []
        upto, page = self._position(), limit if self._keeper.whole else PAGE  # rows of others are passed over quickly
        while after < upto and len(found) < limit and (rows := self._recorder.select_log(after, page)):
            after = rows[-1].position
            found += (row for row in rows if self._keeper.whole or self.has(row.match))
        return found[:limit]

    def rows(self, match: str, after: int, upto: int) -> MatchRows:
        """Return the rows of a match after entry `after` up to `upto`, and its number of entries. Raises MatchNotFound."""
        if not self.has(match):
            raise MatchNotFound(match)
        rows = self._recorder.select_rows(match, after, min(upto, max(after, 0) + PAGE)) if upto > after else []
        return MatchRows(self._recorder.last_version(match), tuple(map(EntryRow._make, rows[:PAGE])))

    def matches(self, prefix: str, limit: int) -> list[str]:
        """Return ids of matches in scope, in order. `limit` -1: all."""
        if self._keeper.whole:
            return self._recorder.select_match_ids(prefix, limit)
        found = [match for match in self._recorder.select_match_ids(prefix) if self.has(match)]
        return found if limit < 0 else found[:limit]

    def catalogue(self, digest: str) -> CatalogueRow:
        """Card definitions of a match in scope. Raises MatchNotFound."""
        row = self._recorder.select_catalogue(digest) if self._plays_with(digest) else None
        if row is None:
            raise MatchNotFound(digest)
        return row

    def catalogues(self) -> list[CatalogueRow]:
        """The card definitions of the matches in scope."""
        return [row for row in self._recorder.select_catalogues() if self._plays_with(row.digest)]

    def _plays_with(self, digest: str) -> bool:
        """Return True if a match in scope is played with these card definitions."""
        if self._keeper.whole or digest in self._cards:
            return True
        self.matches("", -1)  # looks at each match that was not looked at before
        return digest in self._cards

    # taking in ---------------------------------------------------------------------------------------------------------

    def check(self, batch: Batch) -> None:
        """Check that a batch may be stored, without waiting for others who record. Raises UsageProblem for rows that do not
        continue the chain, break the rules, or are not permitted to this token; MatchNotFound out of scope; Conflict if others
        recorded first, or the batch was stored before."""
        for row in () if self._keeper.trusted else batch.catalogues:
            self._expect_cards(row)
        opened = {self._examine(batch, tuple(rows)) for _, rows in groupby(batch.rows, lambda row: row.match)}
        if not self._keeper.trusted and any(row.digest not in opened for row in batch.catalogues):
            raise UsageProblem("card definitions come with the match that is played with them")
        for row in batch.catalogues:
            read_catalogue(row, load_game(row.game))

    def keep(self, batch: Batch) -> None:
        """Store a checked batch atomically. Raises Conflict if others have recorded in one of its matches since, and the errors
        of storing."""
        self._app.store.append_rows(batch.rows, batch.catalogues)

    def _expect_cards(self, row: CatalogueRow) -> None:
        """Raise NotPermitted for card definitions that neither a game brings along nor a match in the store uses: a kit contains
        code that the service would run, without the limits of a kit file."""
        known = self._recorder.select_catalogue(row.digest) is not None or row.digest in packaged_digests(row.game)
        if not known and not (load_game(row.game).kind == "competition" and len(row.body) <= _MOST_LISTED):
            raise NotPermitted(
                f"the card definitions {row.name!r} are new to this store: they come with the first match that an organiser opens"
            )

    def _examine(self, batch: Batch, rows: Sequence[SealedRow]) -> str:
        """Check all rows, and return the digest of their match's card definitions. Raises as `check`."""
        match_id, first = rows[0][:2]
        if not NAME.fullmatch(match_id):
            raise UsageProblem("the id of a match is 1 to 64 letters, digits, and signs of . - _")
        if gap := next((row.version for n, row in enumerate(rows) if row.version != first + n), None):
            raise UsageProblem(
                f"match {match_id}: entry {gap} is not sent in its place: send the entries of a match in order"
            )
        store = self._app.store
        before: Sequence[AnyEntry] = ()
        match: AnyMatch | None = None
        if store.exists(match_id):
            if not self.has(match_id):
                raise MatchNotFound(match_id)
            match = store.load(match_id)
            if first <= match.version:
                raise Conflict(match_id, first, store.entries(match_id, first - 1))
            if broken := store.broken_from(match):
                raise BrokenChain(match_id, broken)
            before = store.entries(match_id)
        if first != len(before) + 1:
            raise UsageProblem(f"entry {first} does not follow entry {len(before)}")
        entries = self._read(rows, read_head(match.head) if match else first_head(match_id))
        for entry in entries:
            self._expect_own(entry, match)
            if match is not None and not self._keeper.trusted:
                self._expect_kept(entry, match)
        return self._expect_right(batch, before, entries)

    def _read(self, rows: Sequence[NewRow], head: bytes) -> list[AnyEntry]:
        """Decode rows. Raises UsageProblem unless they are chained to `head` and encoded exactly as this program encodes
        them."""
        entries = []
        for match, version, topic, state in rows:
            try:
                expect_size(topic, state)
                parts = split(state)
                head = head_after(head, topic, parts)
                as_written = join(bytes(parts.envelope), bytes(parts.payload), parts.salt, write_head(head))
                entry = self._app.store.mapper.read(match, version, topic, state)
            except (*UNREADABLE, StorageError) as error:
                raise UsageProblem(f"entry {version} cannot be read: {error}") from error
            if as_written != state:
                raise UsageProblem(f"entry {version} does not follow the one before it in this store")
            if self._app.store.pseudonyms.hidden(bytes(parts.payload)) != bytes(parts.payload):
                raise UsageProblem(f"entry {version} says a name that is kept out of the record")
            entries.append(entry)
        return entries

    def _expect_own(self, entry: AnyEntry, match: AnyMatch | None) -> None:
        """Raise UsageProblem for an entry that this token may not record, MatchNotFound for a match out of scope."""
        payload, envelope, keeper = entry.payload, entry.envelope, self._keeper
        expect_one_line(payload)
        if isinstance(payload, Opened):
            self._expect_scope(envelope.match, payload)
        after = match.game.open_after_end if match is not None and match.concluded is not None else None
        if after is not None and isinstance(payload, ActionEntry) and payload.command.word not in after:
            raise UsageProblem("the match was concluded; take the conclusion back first")
        if keeper.trusted:
            return
        expect_minutes(payload)
        expect_brief(payload)
        if envelope.by != keeper.name:
            raise NotPermitted(f"entries bear the name of the token: {keeper.name}")
        official = (payload.official, payload.role) if isinstance(payload, Ruled | Withdrawn | Revision) else ("", "")
        if any(official) and official != (keeper.name, "judge"):
            raise NotPermitted(
                f"this token orders and rules as {keeper.name}, judge: leave out the official, and any role but judge; "
                "a head judge needs an organiser's token and the role head_judge"
            )
        said = _said_as(payload)
        if said[1] in OFFICIALS and (said != (keeper.name, "judge") or not keeper.judges):
            raise NotPermitted(f"this token says nothing as {said[0]}, {said[1].replace('_', ' ')}")
        if isinstance(payload, TableEvent) and payload.what == "extra_time" and payload.role in ("player", "spectator"):
            raise NotPermitted("extra time is given by an official, and noted by the scorekeeper")
        if abs(envelope.recorded_at - self._app.clock()) > _SKEW:
            raise UsageProblem("the clock of the terminal differs by more than half a minute; set it")
        if envelope.happened_at > self._app.clock() + AHEAD:
            raise UsageProblem(f"entry {envelope.version} happened more than a day ahead")

    def _expect_kept(self, entry: AnyEntry, match: AnyMatch) -> None:
        """Raise UsageProblem for the command id of another entry, and for undoing a conclusion that this token may not
        record."""
        if entry.envelope.command_id in match.command_ids:
            version, taken = entry.envelope.version, entry.envelope.command_id
            raise UsageProblem(f"entry {version}: command id {taken!r} belongs to an entry of this match")
        for act in undone_conclusion(match, entry.payload):
            if why := self._keeper.refusal(match.game, act):
                raise NotPermitted(why)

    def _expect_scope(self, match_id: str, opened: Opened[Command, Event]) -> None:
        """Raise UsageProblem for a new match that is outside the token's scope, or refers to something outside it."""
        keeper, forked = self._keeper, opened.forked_from.partition("/")[0]
        if not keeper.trusted:
            expect_short(opened.title, opened.tags)
        if not keeper.owns(match_id, opened.tags):
            which = f"those with its tag: add --tag {keeper.tag}" if keeper.tag else "only that of its match"
            raise NotPermitted(f"of new matches this token opens {which}")
        tags = [tag for tag in opened.tags if not (forked and tag == WHAT_IF_TAG)]
        if strange := keeper.strange_tag(tags):
            raise NotPermitted(f"this token may not use the tag {strange!r}")
        if forked and not self.has(forked):
            raise MatchNotFound(forked)

    def _expect_right(self, batch: Batch, before: Sequence[AnyEntry], entries: Sequence[AnyEntry]) -> str:
        """Raise UsageProblem if an audit would object to an entry: its events must be those that its command leads to."""
        opened = (*before, *entries)[0].payload
        if not isinstance(opened, Opened):
            raise UsageProblem("the first entry opens the match")
        game = load_game(opened.game)
        for entry in entries:
            if why := self._keeper.refusal(game, entry.payload):
                raise NotPermitted(f"entry {entry.envelope.version}: {why}")
        for finding in recheck(game, self._catalogue(batch, opened), (*before, *entries), new_from=len(before) + 1):
            if finding.version > len(before) and self._objects(finding):
                raise UsageProblem(f"entry {finding.version}: {finding.text}")
        for entry in entries:
            if isinstance(entry.payload, ActionEntry | Opened) and (problem := disturbing_field(entry.payload.command)):
                raise UsageProblem(f"entry {entry.envelope.version}: {problem}")
        return opened.catalogue

    def _objects(self, finding: Finding) -> bool:
        """Return True if a finding prevents storing. Recorded violations do not; neither do older rules in an import."""
        return finding.kind == "broken" or (finding.kind != "violated" and not self._keeper.trusted)

    def _catalogue(self, batch: Batch, opened: Opened) -> Catalogue[CardRecord]:  # type: ignore[type-arg]
        for row in batch.catalogues:
            if row.digest == opened.catalogue:
                return read_catalogue(row, load_game(opened.game))
        if not self._plays_with(opened.catalogue):
            raise UsageProblem("card definitions come with the match that is played with them")
        return self._app.store.catalogues.read(opened.catalogue, opened.game)
