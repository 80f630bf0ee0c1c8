"""The audit of a match: first the hash chain over the stored bytes, then every action is checked and resolved again."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from domain.audit import Finding, older_rules, recheck
from domain.cards import CardRecord, Catalogue, parse_ref
from domain.effects.lasting import EffectState
from domain.effects.permissions import EffectCommand
from domain.entries import ActionEntry
from domain.match import AnyMatch, Match
from domain.registry import UnknownGame
from domain.rendering import first_unrenderable
from domain.timeline import BrokenHistory
from service.clock import format_time
from service.errors import UsageProblem
from service.recording.match_service import MatchService, history_game
from service.resources import MAX_MATCH_BYTES, read_bytes
from service.witnessing.proofs import verify_proof
from service.worker_pool import WorkerPool
from storage.errors import StorageError
from storage.match_file import verify_file as verify_file_bytes
from storage.proofs import is_proof
from storage.records import AnyEntry
from storage.redacted_file import is_view, verify_view
from storage.verify import Verified, read_verified, verify_file_of, verify_match, verify_store


class AuditReport(Struct, frozen=True):
    """Result of an audit."""

    match: str
    entries: int
    head: str
    """The match's fingerprint: compare it with the one on a result slip."""
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    """Checks that were not possible, clocks that were set back, and deviations that a card justifies: not findings."""
    rules: str = ""
    """A note if it was recorded under another rules version than today's; else empty."""


def audit_match(app: MatchService, match_id: str, *, rendered: bool = True) -> AuditReport:
    """Audit one match. Actions are not checked again if stored bytes were altered; a game that is not installed is noted.
    `rendered`: also check that every board and sentence can be shown to every viewpoint. Raises MatchNotFound."""
    verified, entries = read_verified(app.store, match_id)
    altered = tuple(Finding(f.version, "altered", f.text) for f in verified.findings if f.code != "history")
    notes = (*verified.notes, *set_back(entries))
    if altered or verified.notes:
        return AuditReport(match_id, verified.entries, verified.head, altered, notes)
    findings, rules, by_card = _replayed(app, match_id, entries, rendered=rendered)
    return AuditReport(match_id, verified.entries, verified.head, findings, (*notes, *by_card), rules)


def set_back(entries: Sequence[AnyEntry]) -> Iterator[str]:
    """Report entries with an earlier time than their predecessor: the clock was set back, or two machines differ. Not a finding:
    times are informative, and the order is the version."""
    latest = 0
    for entry in entries:
        at = entry.envelope.recorded_at
        if at < latest:
            yield (
                f"entry {entry.envelope.version}: recorded at {format_time(at)} UTC by its machine's clock, after an entry of "
                f"{format_time(latest)}: a clock was set back, or two differ"
            )
        latest = max(latest, at)


def by_card(match: AnyMatch, entries: Sequence[AnyEntry]) -> Iterator[str]:
    """Report the deviations from the rules that a card justifies (`because=CARD`)."""
    for entry in entries:
        command = entry.payload.command if isinstance(entry.payload, ActionEntry) else None
        if not isinstance(command, EffectCommand) or command.because is None:
            continue
        before = match.states[entry.envelope.version - 1]
        card = before.catalogue.name_of(parse_ref(command.because).card)
        for violation in command.deviations(before) if isinstance(before, EffectState) else ():
            yield f"entry {entry.envelope.version}: because of {card}, not a violation: {violation}"


def audit_under(app: MatchService, match_id: str, kit: Catalogue[CardRecord]) -> AuditReport:
    """Report the differences of a match under another version of its kit: every action is checked and resolved again on the
    recorded state. Recorded violations that remain are not a difference. The store is unchanged.

    Raises MatchNotFound, the errors of a damaged store, UsageProblem for a match of another kit.
    """
    verified, entries = read_verified(app.store, match_id)
    game, pinned = history_game(entries, app.store)
    if game.kits is None or game.kits.facts(pinned).name != game.kits.facts(kit).name:
        raise UsageProblem(f"{match_id} is not a match of the kit {kit.name!r}")
    findings = recheck(game, kit, entries)
    differing = tuple(finding for finding in findings if finding.kind != "violated")
    old, new = (game.kits.facts(one).version for one in (pinned, kit))
    told = f"recorded under version {old} of the kit, checked under {new}"
    return AuditReport(match_id, verified.entries, verified.head, differing, verified.notes, told)


def _replayed(
    app: MatchService, match_id: str, entries: Sequence[AnyEntry], *, rendered: bool
) -> tuple[tuple[Finding, ...], str, tuple[str, ...]]:
    """Check and resolve every action again, display every entry to every viewpoint, and return the findings, the older rules
    of the match, and the deviations that cards justify."""
    try:
        game, catalogue = history_game(entries, app.store)
    except (StorageError, BrokenHistory, UnknownGame) as error:
        return (Finding(getattr(error, "version", 0), "broken", str(error)),), "", ()
    match: AnyMatch = Match(match_id, game, catalogue)
    findings = list(recheck(game, catalogue, entries, match))
    broken = any(finding.kind == "broken" for finding in findings)
    if rendered and not broken and (unshown := first_unrenderable(match, entries)):
        findings.append(Finding(unshown[0], "broken", unshown[1]))
    return tuple(findings), older_rules(game, entries), () if broken else tuple(by_card(match, entries))


def verify_matches(app: MatchService, matches: Sequence[str], expect: str = "") -> tuple[Verified, ...]:
    """Verifies some matches. Raises MatchNotFound."""
    return tuple(verify_match(app.store, match, expect) for match in matches)


def verify_everything(
    app: MatchService, url: str = "", expect: str = "", pool: WorkerPool | None = None
) -> tuple[Verified, ...]:
    """Verify the store's file and all its matches, with a worker pool. `expect`: a head hash that the whole store had
    before."""
    if pool is not None and (pool.cluster or pool.hands > 1):
        try:
            matches = [match.decode() for match in app.store.maintenance.select_stored_ids()]
        except (StorageError, UnicodeDecodeError):
            return tuple(verify_store(app.store, expect))
        return (verify_file_of(app.store, expect), *pool.each_match(app, url, matches, _verified))
    return tuple(verify_store(app.store, expect))


def _verified(app: MatchService, match: str) -> Verified:
    return verify_match(app.store, match)


def verify_file(app: MatchService | None, path: Path, expect: str = "") -> Verified:
    """Verify a match file, a copy for one viewpoint or a proof, without a store.

    Raises UnreadableFile, ImportRejected; NoteRejected, NoteForged for a proof."""
    from storage.records import Codecs

    data = read_bytes(path, MAX_MATCH_BYTES)
    if is_proof(data):
        return verify_proof(data, expect)
    if is_view(data):
        return verify_view(data, expect)
    codecs = app.store.codecs if app is not None else Codecs()
    return verify_file_bytes(data, codecs, expect)
