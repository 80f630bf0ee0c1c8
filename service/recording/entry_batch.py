"""A batch of new entries of a match: each command is decided and its entry chained, then all are stored atomically."""

from collections.abc import Callable, Iterable, Sequence
from secrets import token_urlsafe
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.chain import read_head
from domain.decision import RuleViolation, decide
from domain.entries import (
    ActionEntry,
    Concluded,
    Envelope,
    Opened,
    Restored,
    Strictness,
    TakenBack,
    action_parts,
    events_of,
    with_moment,
)
from domain.game import AnyGame, Command, Event, evolve_all
from domain.judging import Judging, Rewound
from domain.match import AnyMatch
from domain.notation import Names, NotationError
from domain.outcome import Outcome
from domain.plugin_checks import GameDefect, expect_listed
from domain.rules import Violation
from domain.seats import GameState
from domain.text import control_char
from domain.timeline import target_of
from domain.validation import TOO_LARGE, InvalidValue, holds_huge_number
from service.clock import COMMAND_ID_BYTES, Clock, format_time
from service.errors import LineRefused, MatchIsOver, NotPermitted, UsageProblem
from service.recording.request_checks import expect_minutes, expect_one_line
from service.typing.scoresheet import ScoresheetLine, read_command
from storage.errors import BrokenChain, DamagedEntry
from storage.records import SALT_BYTES, AnyEntry, AnyPayload, CatalogueRow, NewRow, Sealed, seal
from storage.store import MatchStore

T = TypeVar("T")

AHEAD: Final = 24 * 3600 * 1_000_000
"""Microseconds by which the clock of a table may be ahead of ours."""


class Opening(Struct, frozen=True, kw_only=True):
    """A request to open a match."""

    game: str
    commands: tuple[Command, ...] = ()
    """Its opening command; empty: the first command opens it."""
    catalogue: Catalogue[CardRecord]
    title: str = ""
    tags: tuple[str, ...] = ()
    strictness: Strictness = "strict"
    forked_from: str = ""
    pseudonyms: tuple[str, ...] = ()
    """Players whose names are stored only in the sidecar file; the record contains pseudonyms."""


class EntryBatch:
    """Makes entries for one match."""

    def __init__(
        self,
        store: MatchStore,
        match: AnyMatch,
        opening: Opening | None = None,
        *,
        clock: Clock,
        by: str,
        on_damaged: str = "",
        stored: Callable[[AnyMatch, Sequence[AnyEntry]], None] | None = None,
        random_text: Callable[[int], str] = token_urlsafe,
        refusal: Callable[[AnyGame, AnyPayload], str] | None = None,
        happened_at: int | None = None,
    ) -> None:
        """Begin a batch whose entries name `by` as recorder and have the time of `clock`. `opening`: the match is new.

        `on_damaged`: why entries are recorded although the chain of their match is broken; empty: they are refused.
        `stored` is called with the match and its stored entries; it must not raise. `random_text` returns a number of
        random bytes as URL-safe text, for salts and command ids. `refusal` returns the reason why the sender may not
        record an entry; empty if permitted. Raises UsageProblem, and BrokenChain or DamagedEntry for a broken chain.
        """
        if opening is not None:
            expect_one_line(opening)
        if isinstance(happened_at, int) and happened_at > clock() + AHEAD:
            raise UsageProblem(f"{format_time(happened_at)} is more than a day in the future: check the time")
        self.match = match
        self._store, self._clock, self._by, self._random_text = store, clock, by, random_text
        self._stored, self._refusal = stored, refusal
        self._opening = opening
        self.happened_at = happened_at
        """When the entries that are added next happened at the table (µs); `None`: now."""
        self._state = match.state
        self._head = match.head
        self._version = match.version
        self._concluded = match.concluded
        self._sealed: list[Sealed] = []
        self._hide: Callable[[bytes], bytes] | None = None
        self.remark = _remark_on(store, match, on_damaged) if opening is None else ""
        """The note for entries that depend on this match; empty if its chain is intact."""
        self._strictness: Strictness = opening.strictness if opening else match.strictness

    def read(self, line: ScoresheetLine) -> Command:
        """The command of a line at this point. Raises LineRefused."""
        try:
            names = Names(self._state.catalogue, self._state.seats, self._state)
            return read_command(line.text, self.match.game, names)
        except NotationError as error:
            raise LineRefused(line.number, line.text, error) from error

    def play(self, lines: Iterable[ScoresheetLine], *, as_played: bool = False) -> None:
        """Decide lines in order, without asking the scorekeeper. Raises LineRefused at the first line that fails."""
        for line in lines:
            try:
                if line.concludes:
                    self._conclude(line.text)
                    continue
                command = self.read(line)
                if line.refused:
                    self._must_refuse(command, line.refused)
                else:
                    flagged = as_played or line.as_played
                    self.act(command, as_played=flagged, unattended=True, reason=line.reason)
            except (RuleViolation, UsageProblem, NotationError) as error:
                raise LineRefused(line.number, line.text, error) from error

    def play_line(self, line: ScoresheetLine) -> None:
        """Decide a line of another program's file. Raises LineRefused."""
        command = self.read(line)
        try:
            self.act(command)
        except (RuleViolation, UsageProblem) as error:
            raise LineRefused(line.number, line.text, error) from error

    def _conclude(self, text: str) -> None:
        from service.reading.record_acts import concluded_by

        self.add(concluded_by(text, self._state.seats))

    def _must_refuse(self, command: Command, rule: str) -> None:
        found = {v.rule for v in self.match.game.check(self._state, command)}
        if rule not in found:
            said = f"it breaks {', '.join(sorted(found))}" if found else "the rules allow it"
            raise UsageProblem(f"the sheet expects that {rule} refuses this, but {said}")

    def act(
        self,
        command: Command,
        *,
        as_played: bool = False,
        unattended: bool = False,
        reason: str = "",
        command_id: str | None = None,
    ) -> None:
        """Decide one command and add its entry. Raises RuleViolation, MatchIsOver, NotPermitted.

        `unattended`: the scorekeeper cannot be asked, so a match that warns records illegal commands and flags them.
        """
        game = self.match.game
        if self._refusal is not None:
            self._expect_permitted(ActionEntry(command=command, events=()))
        if self._concluded is not None and command.word not in game.open_after_end:
            raise MatchIsOver("the match was concluded; take the conclusion back first")
        flagged = self.flags_illegal(as_played=as_played, unattended=unattended)
        if game.kind == "competition" and not flagged:
            # Most programs record no competition, and its code takes long to load.
            from service.recording.closing import closing_violations

            if early := tuple(closing_violations(self._store, self._state, command)):
                raise RuleViolation(early, game.rules)
        decision = decide(game, self._state, command, as_played=flagged)
        found = decision.command, decision.events, decision.violations
        self.record(*found, after=decision.after, reason=reason, command_id=command_id)

    def flags_illegal(self, *, as_played: bool, unattended: bool) -> bool:
        """Return True if an illegal command is recorded and flagged instead of refused."""
        return as_played or self._strictness == "log" or (unattended and self._strictness == "warn")

    def record(
        self,
        command: Command,
        events: tuple[Event, ...],
        violations: tuple[Violation, ...] = (),
        *,
        after: GameState | None = None,
        reason: str = "",
        command_id: str | None = None,
    ) -> None:
        """Add an action that is already decided; the first one of a new match is its opening. `after`: the state after
        its events, if known."""
        payload: AnyPayload
        if self._opening is not None and self._version == 0:
            payload = _opened(self._opening, self.match, command, events, violations)
        else:
            payload = ActionEntry(command=command, events=events, violations=violations, reason=reason)
        expect_one_line(payload)
        self.adopt(payload, command_id=command_id, after=after)

    def adopt(self, payload: AnyPayload, *, command_id: str | None = None, after: GameState | None = None) -> None:
        """Add a decided entry unchanged. Its events are applied, or the state `after` them is used if given."""
        self._seal(payload, command_id=command_id)
        self._state = evolve_all(self.match.game, self._state, action_parts(payload)[1]) if after is None else after

    def add(self, payload: AnyPayload, *, command_id: str | None = None, after: GameState | None = None) -> None:
        """Add an entry that is not a game action, such as a note or a take-back. `after`: the state after a correction
        or another entry that changes the state; not needed for take-backs. Raises UsageProblem for control characters
        and numbers out of range."""
        expect_one_line(payload)
        expect_minutes(payload)
        if holds_huge_number(payload):
            raise UsageProblem(TOO_LARGE)
        self._seal(payload, command_id=command_id)
        if isinstance(payload, TakenBack | Rewound) and (action := self.match.standing(target_of(payload))):
            self._state = action.state
            self._concluded = self._concluded if self.match.goes_back_to(target_of(payload))[1] else None
        elif isinstance(payload, Concluded):
            self._concluded = payload.outcome
        elif isinstance(payload, Restored):
            ended = self.match.ended_after(payload.to)
            self._concluded = ended and ended[1]
        self._state = self._state if after is None else after

    def _expect_permitted(self, payload: AnyPayload) -> None:
        """Raises NotPermitted."""
        if self._refusal is None:
            return
        for act in (payload, *undone_conclusion(self.match, payload)):
            if why := self._refusal(self.match.game, act):
                raise NotPermitted(why)

    @property
    def state(self) -> GameState:
        """The state after the added entries."""
        return self._state

    @property
    def outcome(self) -> Outcome | None:
        """The outcome after the added entries; `None` while the match is in progress."""
        return self._concluded or self.match.game.outcome(self._state)

    @property
    def version(self) -> int:
        """The number of the entry that was added last; 0 before the first."""
        return self._version

    @property
    def broken_rules(self) -> int:
        """The number of violations in the entries that are not stored yet."""
        return sum(len(action_parts(sealed.entry.payload)[2]) for sealed in self._sealed)

    @property
    def entries(self) -> tuple[AnyEntry, ...]:
        """The entries that are not stored yet."""
        return tuple(sealed.entry for sealed in self._sealed)

    def _seal(self, payload: AnyPayload, *, command_id: str | None = None) -> None:
        """Add one entry to the hash chain, after checking that it can be read back. Raises UsageProblem, GameDefect."""
        if problem := control_char(self._by):
            raise UsageProblem(f"the recorder's name (--by): {problem} cannot be in it")
        self._expect_permitted(payload)
        payload = _remarked(payload, self.remark) if self.remark else payload
        envelope = Envelope(
            match=self.match.id,
            version=self._version + 1,
            command_id=command_id or self._random_text(COMMAND_ID_BYTES),
            recorded_at=self._clock(),
            at=self.happened_at,
            by=self._by,
        )
        envelope = with_moment(self.match.game.turn_info(self._state), envelope)
        self._hide = self._hide or self._store.pseudonyms.hiding()
        store, salt = self._store, self._random_text(SALT_BYTES)
        topic = store.codecs.topic(self.match.game.name, payload)
        try:
            sealed = seal(topic, envelope, payload, self._head, salt, hide=self._hide)
            store.codecs.decode(topic, sealed.state)
        except InvalidValue as error:
            raise _refusal(self.match.game, payload, str(error).removeprefix("payload.")) from None
        self._version += 1
        self._head = sealed.entry.head
        self._sealed.append(sealed)

    def store(self) -> tuple[AnyEntry, ...]:
        """Store the added entries in one transaction. Return them. Raises the errors of the store."""
        if not self._sealed:
            return ()
        match = self.match
        if self._opening is not None and self.match.version == 0:
            match = self._store.create(self._sealed, self._opening.catalogue)
            entries = self.entries
        else:
            entries = self._store.append(self.match, self._sealed, on_damaged=bool(self.remark))
        self.tell(match, entries)
        return entries

    def tell(self, match: AnyMatch, entries: Sequence[AnyEntry]) -> None:
        """Notify the listener of the stored entries."""
        if self._stored is not None and not self.remark:  # checkpoints must not cover a damaged chain
            self._stored(match, entries)

    @property
    def rows(self) -> tuple[NewRow, ...]:
        """Return the added entries in stored form."""
        return tuple(sealed.row for sealed in self._sealed)

    @property
    def catalogues(self) -> tuple[CatalogueRow, ...]:
        """The card definitions that are stored with a new match."""
        if self._opening is None:
            return ()
        catalogue = self._opening.catalogue
        return (CatalogueRow(catalogue.digest, self.match.game.name, catalogue.name, catalogue.to_json()),)

    def store_unread(self) -> None:
        """Store a new match without folding it again, for bulk imports. Raises as `store`."""
        assert self._opening is not None
        assert self.match.version == 0
        self._store.append_rows(self.rows, self.catalogues)


def store_together(store: MatchStore, batches: Sequence[EntryBatch]) -> None:
    """Store the entries added to several matches atomically, in one transaction. Raises as `EntryBatch.store`."""
    catalogues = dict.fromkeys(row for one in batches for row in one.catalogues)
    store.append_rows([row for one in batches for row in one.rows], tuple(catalogues))
    for one in batches:
        one.tell(store.load(one.match.id), one.entries)


def _remark_on(store: MatchStore, match: AnyMatch, on_damaged: str) -> str:
    """Return the note for entries of a recorded match; empty if its chain is intact. Raises as `EntryBatch`."""
    broken = store.broken_from(match)
    if not broken:
        return ""
    if not on_damaged:
        raise BrokenChain(match.id, broken)
    if problem := control_char(on_damaged):
        raise UsageProblem(f"--on-damaged: {problem} cannot be in it")
    try:
        read_head(match.head)
    except ValueError:
        raise DamagedEntry(match.id, match.version, "it cannot be continued: its head is missing") from None
    return f"the chain of {match.id} is broken from entry {broken} on: {on_damaged}"


def _remarked(payload: AnyPayload, remark: str) -> AnyPayload:
    """Return the entry with a remark added after its own text."""
    if isinstance(payload, Judging):
        return replace(payload, remark=remark)
    name = next((one for one in ("reason", "text", "note") if hasattr(payload, one)), "")
    said = getattr(payload, name, "")
    return replace(payload, **{name: f"{said}; {remark}" if said else remark}) if name else payload


def undone_conclusion(match: AnyMatch, payload: AnyPayload) -> tuple[AnyPayload, ...]:
    """Return the conclusion that a take-back or redo undoes. Undoing it needs the same permission as recording it."""
    if match.ended is None:
        return ()
    if isinstance(payload, TakenBack | Rewound):
        stays = match.goes_back_to(target_of(payload))[1]
    else:
        stays = not isinstance(payload, Restored) or match.ended_after(payload.to) is not None
    return () if stays else (Concluded(outcome=match.ended[1]),)


def _refusal(game: AnyGame, payload: AnyPayload, why: str) -> UsageProblem:
    """Return the error for an entry that could not be read back. Raises GameDefect if the game caused the fault."""
    command = action_parts(payload)[0]
    expect_listed(game, (*(() if command is None else (command,)), *events_of(payload)))
    if "events[" in why:
        raise GameDefect(f"game {game.name!r}: {why}; not recorded")
    return UsageProblem(f"{why}; not recorded")


def _opened(
    opening: Opening,
    match: AnyMatch,
    command: Command,
    events: tuple[Event, ...],
    violations: tuple[Violation, ...],
) -> Opened[Command, Event]:
    return Opened(
        game=match.game.name,
        rules_version=match.game.rules_version,
        catalogue=opening.catalogue.digest,
        catalogue_name=opening.catalogue.name,
        command=command,
        events=events,
        violations=violations,
        strictness=opening.strictness,
        title=opening.title,
        tags=opening.tags,
        forked_from=opening.forked_from,
    )
