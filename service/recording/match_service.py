"""The application service: one method per use case of recording and reading."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from secrets import token_urlsafe
from typing import Literal, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.corrections import Corrected
from domain.decision import RuleViolation
from domain.entries import ActionEntry, Annotated, Concluded, Opened, Restored, TakenBack, action_parts
from domain.game import AnyGame, Command, Event
from domain.match import AnyMatch, Match
from domain.notation import Names
from domain.outcome import Outcome
from domain.payload import Role
from domain.procedure.authority import authority_violations
from domain.procedure.docket import Docket
from domain.registry import load_game
from domain.replay import AnyHistory, open_history
from domain.rules import Violation
from domain.timeline import Address, BrokenHistory
from service.clock import Clock, new_match_id, system_clock
from service.errors import EntryNotFound, MatchIsOver, UsageProblem
from service.recording.entry_batch import EntryBatch, Opening
from service.recording.repetition import expect_all_same, expect_same, expect_same_way
from service.recording.request_checks import expect_hideable_names, expect_result, validated_request
from service.recording.take_backs import between_players, expect_return, undone_to
from service.settings import recorder_name
from service.typing.scoresheet import ScoresheetLine, read_command
from storage.errors import Conflict, DamagedEntry, broken_text
from storage.recorder import Following
from storage.records import AnyEntry, AnyPayload
from storage.store import MatchStore

AnyRevision: TypeAlias = TakenBack | Restored | Corrected[Command, Event]


class Receipt(Struct, frozen=True, kw_only=True):
    """Result of recording an action."""

    entry: AnyEntry
    repeated: bool = False
    """The same command id was recorded before: the entry was not stored again."""
    match_after: AnyMatch
    """The match including the new entry, in memory."""

    @property
    def match(self) -> str:
        """The id of the match."""
        return self.match_after.id

    @property
    def version(self) -> int:
        """The number of the entry."""
        return self.entry.envelope.version

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The rules that it broke."""
        return action_parts(self.entry.payload)[2]


class MatchService:
    """The use cases over one store."""

    def __init__(
        self,
        store: MatchStore,
        *,
        clock: Clock = system_clock,
        recorder: str | None = None,
        on_damaged: str = "",
        stored: Callable[[AnyMatch, Sequence[AnyEntry]], None] | None = None,
        random_text: Callable[[int], str] = token_urlsafe,
    ) -> None:
        """`on_damaged`, `stored` and `random_text`: as in EntryBatch."""
        self.store = store
        self.clock = clock
        self.by = store.recorder.by or recorder or recorder_name()
        self._batch = partial(
            EntryBatch, store, clock=clock, by=self.by, on_damaged=on_damaged, stored=stored, random_text=random_text
        )

    def limited(self, refusal: Callable[[AnyGame, AnyPayload], str]) -> Self:
        """Return the same service with limited permissions: `refusal` returns the reason for refusing an entry, or an
        empty text. Refused entries raise NotPermitted."""
        other = copy(self)
        other._batch = partial(self._batch, refusal=refusal)  # noqa: SLF001 (its own)
        return other

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- recording -----------------------------------------------------------------------------------------------------

    def open_match(
        self,
        opening: Opening,
        lines: Sequence[ScoresheetLine] = (),
        *,
        match_id: str | None = None,
        happened_at: int | None = None,
    ) -> AnyMatch:
        """Open a match and record its first lines, atomically. Return it. `happened_at` is their time at the table.

        Raises RuleViolation (the set-up breaks a rule), LineRefused, UsageProblem and the errors of the store.
        """
        match_id = match_id or new_match_id()
        if not opening.commands and not lines:
            raise UsageProblem("the match needs an opening: give players, or a first command line")
        expect_hideable_names(opening.pseudonyms, opening.catalogue)
        batch = self.opened_batch(opening, lines, match_id, happened_at)
        with self.store.pseudonyms.adding(opening.pseudonyms):
            # Names are stored only after the opening was accepted, so the entries are made again with pseudonyms.
            if opening.pseudonyms:
                batch = self.opened_batch(opening, lines, match_id, happened_at)
            batch.store()
        return self.store.load(match_id)

    def opened_batch(
        self, opening: Opening, lines: Sequence[ScoresheetLine] = (), match_id: str = "", happened_at: int | None = None
    ) -> EntryBatch:
        """Return a batch with the first entries of a match, not stored yet. Raises as `open_match`."""
        batch = self.new_batch(opening, match_id=match_id, happened_at=happened_at)
        for command in opening.commands:
            batch.act(command)
        batch.play(lines)
        return batch

    def opened_before(self, match_id: str, opening: Opening, lines: Sequence[ScoresheetLine] = ()) -> AnyMatch:
        """Return the match that an earlier, identical request opened under this id. Raises CommandIdTaken if it was
        opened differently, and as `open_match`."""
        meant = self.opened_batch(opening, lines, match_id).entries
        stored = self.store.entries(match_id, 0, len(meant))
        expect_all_same(stored, [entry.payload for entry in meant])
        return self.store.load(match_id)

    def new_batch(self, opening: Opening, *, match_id: str | None = None, happened_at: int | None = None) -> EntryBatch:
        """Return an empty batch for a new match, which `store` writes atomically. Raises UsageProblem for a title or
        tag with control characters."""
        match = Match(match_id or new_match_id(), load_game(opening.game), opening.catalogue)
        return self._batch(match, opening, happened_at=happened_at)

    def take(
        self,
        match_id: str,
        command: Command | str,
        *,
        at_version: int | None = None,
        as_played: bool = False,
        unattended: bool = False,
        reason: str = "",
        happened_at: int | None = None,
        command_id: str | None = None,
    ) -> Receipt:
        """Record one game command.

        A strict match refuses illegal commands; a match that logs records and flags them. A match that warns needs
        `as_played`, after asking the scorekeeper; with `unattended`, it records and flags them.

        Raises NotationError, RuleViolation (for impossible commands in every mode), Conflict if `at_version` is not the
        match's version or someone else recorded first, and the errors of the store. A repeated command id returns the
        first receipt; CommandIdTaken if its action was another one."""
        with self.store.lock:
            match = self.store.load(match_id)
            known = command_id is not None and command_id in match.command_ids
            if not known:
                self.expect(match, at_version)
            batch = self._batch(match, happened_at=happened_at)
            if isinstance(command, str):
                command = read_command(command, match.game, names_of(match))
            if known and command_id is not None:
                receipt = self.receipt(match, command_id, ActionEntry(command=command, events=(), reason=reason))
                expect_same_way(
                    receipt.entry,
                    happened_at,
                    accepts_illegal=batch.flags_illegal(as_played=as_played, unattended=unattended),
                )
                return receipt
            batch.act(command, as_played=as_played, unattended=unattended, reason=reason, command_id=command_id)
            return self._store(batch)

    def play_lines(
        self, match_id: str, lines: Sequence[ScoresheetLine], *, as_played: bool = False, happened_at: int | None = None
    ) -> tuple[Receipt, ...]:
        """Record many lines atomically; a match that warns flags illegal ones. Raises LineRefused."""
        with self.store.lock:
            batch = self._batch(self.store.load(match_id), happened_at=happened_at)
            batch.play(lines, as_played=as_played)
            return tuple(Receipt(entry=entry, match_after=batch.match) for entry in batch.store())

    def undo(
        self,
        match_id: str,
        *,
        reason: str = "undo",
        official: str = "",
        role: Role | Literal[""] = "",
        asked: str = "",
        agreed: Iterable[str] = (),
        at_version: int | None = None,
    ) -> Receipt:
        """Undo the last current action, or the conclusion if it was recorded after it. `asked` and `agreed` name the
        players who asked and who agreed. Raises UsageProblem if only the opening is left, NotationError (a name),
        RuleViolation if the last entry is an official's and the required official is missing, Conflict."""
        with self.store.lock:
            match = self.store.load(match_id)
            self.expect(match, at_version)
            to = undone_to(match, self.store.entries(match_id, match.version - 1)[-1])
            return self.take_back(match_id, to, reason=reason, official=official, role=role, asked=asked, agreed=agreed)

    def take_back(
        self,
        match_id: str,
        to: int | Address,
        *,
        reason: str,
        official: str = "",
        role: Role | Literal[""] = "",
        asked: str = "",
        agreed: Iterable[str] = (),
        at_version: int | None = None,
        command_id: str | None = None,
    ) -> Receipt:
        """Go back to the state after entry `to`, as the players agreed. `asked` names the player who asked, `agreed`
        those who agreed. Raises NotationError (a name), UsageProblem, Conflict, RuleViolation if a required `official`
        is missing. Sent again with the same command id, it returns the first receipt."""
        with self.store.lock:
            match = self.store.load(match_id)
            address = Address(to) if isinstance(to, int) else to
            back = TakenBack(to=address.version, number=address.number, reason=reason, official=official, role=role)
            back = between_players(match, back, asked, agreed)
            if known := self._sent_before(match, back, command_id, at_version):
                return known
            expect_return(match, address)
            return self.record_revision(match, back, command_id=command_id)

    def annotate(
        self, match_id: str, note: Annotated, *, at_version: int | None = None, command_id: str | None = None
    ) -> Receipt:
        """Add a note to an entry. A repeated command id returns the first receipt. Raises UsageProblem, Conflict."""
        note = validated_request(note)
        with self.store.lock:
            match = self.store.load(match_id)
            if known := self._sent_before(match, note, command_id, at_version):
                return known
            if not 0 < note.about <= match.version:
                raise EntryNotFound(note.about, match.version)
            return self.record(match, note, command_id=command_id)

    def conclude(
        self,
        match_id: str,
        winners: Iterable[int],
        *,
        drawn: bool = False,
        note: str = "",
        at_version: int | None = None,
        command_id: str | None = None,
    ) -> Receipt:
        """End the match as the players agreed, outside the rulebook. Sent again with the same command id, it returns
        the first receipt. Raises MatchIsOver, UsageProblem, Conflict."""
        chosen = tuple(winners)
        with self.store.lock:
            match = self.store.load(match_id)
            ending = Concluded(outcome=Outcome(winners=chosen, reason="agreed", drawn=drawn), note=note)
            if known := self._sent_before(match, ending, command_id, at_version):
                return known
            if match.outcome is not None:
                raise MatchIsOver("the match is over already")
            expect_result(chosen, len(match.state.seats), drawn=drawn)
            return self.record(match, ending, command_id=command_id)

    def remark_on(self, match: AnyMatch) -> str:
        """Return the note for entries that depend on this match; empty if its chain is intact. Raises BrokenChain."""
        return self._batch(match).remark

    # --- reading -------------------------------------------------------------------------------------------------------

    def match(self, match_id: str) -> AnyMatch:
        """Return the current match. Raises MatchNotFound, DamagedEntry."""
        return self.store.load(match_id)

    def history(self, match_id: str) -> AnyHistory:
        """Return the match with all its frames; if an entry is damaged, only those before it (see `History.damage`).
        Raises MatchNotFound, and DamagedEntry if the first entry is damaged."""
        try:
            entries, damaged = self.store.entries(match_id), None
        except DamagedEntry as error:
            if error.version < 2:
                raise
            entries, damaged = self.store.entries(match_id, upto=error.version - 1), error
        history = open_history(*history_game(entries, self.store), entries)
        if damaged is not None and not history.broken:
            history.end_before(damaged.version, damaged.why)
        return history

    def chain_problem(self, match_id: str, upto: int | None = None) -> str:
        """Return where the hash chain of a match is broken, in one line; empty if it is intact. `upto`: the last entry
        to check."""
        broken = self.store.chained(match_id, upto=upto).broken
        return broken_text(match_id, broken) if broken else ""

    def refresh(self, history: AnyHistory) -> int:
        """Append the entries recorded since. Return their number."""
        if history.broken:
            return 0
        before = history.match.version
        history.extend(self.store.entries(history.match.id, after=before))
        return history.match.version - before

    def follow(self, wake: Callable[[], None]) -> Following | None:
        """Call `wake` from a separate thread whenever entries may have been added, or can no longer be read. `None` if
        the store must be polled."""
        return self.store.follow(wake) if self.store.recorder.supports_push else None

    def cancel_reads(self) -> None:
        """Cancel pending reads; writes continue to their end."""
        self.store.recorder.cancel_reads()

    # --- for other use cases -------------------------------------------------------------------------------------------

    def expect(self, match: AnyMatch, at_version: int | None) -> None:
        """Raise Conflict if the match's version differs from `at_version`, the version that the sender saw."""
        if at_version is not None and at_version != match.version:
            after = min(at_version, match.version - 1)
            raise Conflict(match.id, after + 1, self.store.entries(match.id, after), seen=at_version)

    def record_revision(self, match: AnyMatch, payload: AnyRevision, *, command_id: str | None = None) -> Receipt:
        """Record a take-back, redo or correction, with an official if necessary. Raises RuleViolation if it affects
        officials' acts and no authorised official orders it."""
        return self.record(match, self.with_official(match, payload), command_id=command_id)

    def with_official(self, match: AnyMatch, payload: AnyRevision) -> AnyRevision:
        """Return the payload as `record_revision` records it. Raises RuleViolation as `record_revision`."""
        docket, plain = Docket(match, self.store.entries(match.id)), replace(payload, official="", role="")
        payload = docket.in_role(payload) if any(authority_violations(docket, plain)) else plain
        if violations := tuple(authority_violations(docket, payload)):
            raise RuleViolation(violations)
        return payload

    def record(self, match: AnyMatch, payload: AnyPayload, *, command_id: str | None = None) -> Receipt:
        """Record an entry that is not a game action, such as a note or a take-back. It is already decided."""
        batch = self._batch(match)
        batch.add(payload, command_id=command_id)
        return self._store(batch)

    def new_entries(self, match: AnyMatch) -> EntryBatch:
        """Return an empty batch for entries that are stored together. Raises BrokenChain."""
        return self._batch(match)

    def receipt(self, match: AnyMatch, command_id: str, act: AnyPayload | None = None) -> Receipt:
        """Return the entry recorded under a command id. Raises CommandIdTaken if its action is another one."""
        version = match.command_ids[command_id]
        entry = self.store.entries(match.id, version - 1, version)[0]
        if act is not None:
            expect_same(entry, act)
        return Receipt(entry=entry, match_after=match, repeated=True)

    def _sent_before(
        self, match: AnyMatch, act: AnyPayload, command_id: str | None, at_version: int | None
    ) -> Receipt | None:
        """Return the receipt of a repeated request; `None` for a new one. Raises CommandIdTaken, Conflict."""
        if command_id is not None and command_id in match.command_ids:
            return self.receipt(match, command_id, act)
        self.expect(match, at_version)
        return None

    def _store(self, batch: EntryBatch) -> Receipt:
        return Receipt(entry=batch.store()[-1], match_after=batch.match)


def history_game(entries: Sequence[AnyEntry], store: MatchStore) -> tuple[AnyGame, Catalogue[CardRecord]]:
    """Return the game and card definitions of a match from its entries (at least one).

    Raises BrokenHistory, CatalogueNotFound, UnknownGame.
    """
    opened = entries[0].payload
    if not isinstance(opened, Opened):
        raise BrokenHistory(f"{entries[0].envelope.match} does not begin with an opening")
    catalogue = store.catalogues.read(opened.catalogue, opened.game)
    return load_game(opened.game).for_catalogue(catalogue), catalogue


def names_of(match: AnyMatch) -> Names:
    """Return the names that notation uses in the current match."""
    return Names(match.state.catalogue, match.state.seats, match.state)
