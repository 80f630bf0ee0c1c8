"""The re-check of a match: every command is checked and resolved again, and compared with what was recorded."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.game import C, E, Game, S, tag_of
from domain.match import Acted, BrokenHistory, Entry, Match, Opened

FindingKind = Literal["altered", "violated", "disagreeing", "broken"]
"""Stored bytes that do not fit the chain; a rule broken on record; events or violations that the rules of today would
not give; a history that cannot be folded."""


class Finding(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that an audit found."""

    version: int
    kind: FindingKind
    text: str
    rule: str = ""


def recheck(game: Game[S, C, E], catalogue: Catalogue[CardRecord], entries: Iterable[Entry[C, E]]) -> Iterator[Finding]:
    """Folds the entries with `check` and `resolve` run again; yields what differs and every violation on record.

    Where a match was recorded under other rules than today's, a difference says so.
    """
    match: Match[S, C, E] | None = None
    older = ""
    for entry in entries:
        if match is None:
            match = Match(entry.envelope.match, game, catalogue)
        payload = entry.payload
        if isinstance(payload, Opened) and payload.rules_version != game.rules_version:
            older = f" (recorded under rules {payload.rules_version}, checked under {game.rules_version})"
        if isinstance(payload, Acted | Opened):
            found = _recheck_action(game, match.state, entry.envelope.version, payload)
            for finding in _survived(found, entry):
                yield replace(finding, text=finding.text + older) if finding.kind == "disagreeing" else finding
        try:
            match.apply(entry)
        except BrokenHistory as error:
            yield Finding(entry.envelope.version, "broken", str(error))
            return


def _survived(found: Iterator[Finding], entry: Entry[C, E]) -> Iterator[Finding]:
    """What was found; that the rules cannot make anything of a command (a forged one) is a finding too."""
    try:
        yield from found
    except Exception as error:
        yield Finding(entry.envelope.version, "broken", f"the rules can make nothing of it: {error!r}")


def _recheck_action(
    game: Game[S, C, E], state: S, version: int, payload: Acted[C, E] | Opened[C, E]
) -> Iterator[Finding]:
    found = game.check(state, payload.command)
    for violation in payload.violations:
        yield Finding(version, "violated", violation.text, violation.rule)
    recorded = {v.rule for v in payload.violations}
    for violation in found:
        if violation.rule not in recorded:
            yield Finding(
                version, "disagreeing", f"now refused, not flagged on record: {violation.text}", violation.rule
            )
    for rule in sorted(recorded - {v.rule for v in found}):
        yield Finding(version, "disagreeing", "flagged on record, now allowed", rule)
    events = game.resolve(state, payload.command)
    if events != payload.events:
        yield Finding(version, "disagreeing", _difference(payload.events, events))


def _difference(recorded: tuple[E, ...], resolved: tuple[E, ...]) -> str:
    for number, (old, new) in enumerate(zip(recorded, resolved, strict=False), start=1):
        if old != new:
            return f"event {number} is recorded as {tag_of(old)} and would be {_shortly(old, new)}"
    longer, word = (recorded, "only recorded") if len(recorded) > len(resolved) else (resolved, "not recorded")
    event = longer[min(len(recorded), len(resolved))]
    return f"event {min(len(recorded), len(resolved)) + 1}, {tag_of(event)}, is {word}"


def _shortly(old: E, new: E) -> str:
    if type(old) is not type(new):
        return tag_of(new)
    changed = [name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    return "different in " + ", ".join(f"{n} ({getattr(old, n)} / {getattr(new, n)})" for n in changed[:3])
