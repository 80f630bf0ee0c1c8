"""Merging of two scorekeepers' records of one match. Equal commands are aligned; one correction takes over the chosen
differences."""

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from domain.corrected_history import state_found
from domain.judging import Merged
from domain.match import AnyMatch
from domain.names import fold_name
from domain.notation import Names, print_command
from domain.text import pluralize
from domain.timeline import Address
from service.errors import UsageProblem
from service.judging.judge_actions import added, docket_of
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, decided
from service.recording.entry_batch import store_together
from service.recording.match_service import MatchService, Receipt
from service.typing.scoresheet import ScoresheetLine


class RecordDifference(Struct, frozen=True, kw_only=True):
    """A difference between two records."""

    number: int
    """The number of the difference, from 1; users choose by it."""
    acts: tuple[str, ...]
    """Addresses of the differing actions in the continued record; empty if it lacks them."""
    before: str
    """Address of the next equal action in the continued record; empty at the end of the record."""
    mine: tuple[str, ...]
    """The commands of the continued record."""
    theirs: tuple[str, ...]
    """The commands of the other record at the same place."""


def differences(app: MatchService, mine: str, theirs: str) -> tuple[RecordDifference, ...]:
    """Return the differences between two records of one match. Raises UsageProblem for records of different matches."""
    a, b = app.match(mine), app.match(theirs)
    _expect_one_match(a, b)
    lines, others = _lines(a), _lines(b)
    found: list[RecordDifference] = []
    for how, first, last, start, end in SequenceMatcher(None, lines, others, autojunk=False).get_opcodes():
        if how != "equal":
            acts = tuple(str(action.address) for action in a.actions[first:last])
            before = str(a.actions[last].address) if last < len(a.actions) else ""
            found.append(
                RecordDifference(
                    number=len(found) + 1,
                    acts=acts,
                    before=before,
                    mine=tuple(lines[first:last]),
                    theirs=tuple(others[start:end]),
                )
            )
    return tuple(found)


def merge(
    app: MatchService, mine: str, theirs: str, chosen: Collection[int], *, reason: str = ""
) -> tuple[Receipt, ...]:
    """Continue the record `mine` with the chosen differences from `theirs`: record one correction, then the actions that are
    missing at the end. The other record is marked as merged and no longer counts. Raises UsageProblem, and the errors of a
    correction."""
    with app.store.lock:
        found = differences(app, mine, theirs)
        for merged in docket_of(app, app.match(mine)).of(Merged).values():
            raise UsageProblem(f"{mine} was merged into {merged.into} and no longer counts: continue {merged.into}")
        if unknown := sorted(set(chosen) - {one.number for one in found}):
            raise UsageProblem(f"no difference {unknown[0]}: the records have {pluralize(len(found), 'difference')}")
        wanted = [one for one in found if one.number in chosen]
        why = reason or f"as {theirs} has it"
        match = app.match(mine)
        batches = [app.new_entries(match), added(app, theirs, Merged(into=mine))]
        if changes := tuple(change for one in wanted for change in _changes(one)):
            proposal = decided(app, match, CorrectionRequest(match=mine, changes=changes, reason=why, as_played=True))
            batches[0].add(app.with_official(match, proposal.payload), after=proposal.state)
        behind = [line for one in wanted if not one.before for line in one.theirs[len(one.acts) :]]
        batches[0].play((ScoresheetLine(number, line) for number, line in enumerate(behind, start=1)), as_played=True)
        store_together(app.store, batches)
        return tuple(
            Receipt(entry=entry, match_after=app.match(one.match.id)) for one in batches for entry in one.entries
        )


def _changes(one: RecordDifference) -> Sequence[RequestedEdit]:
    """Return the edits of a correction for one difference. Actions are replaced one by one. Further actions of the other record
    are inserted before the next action; further actions of the continued record are struck."""
    paired = min(len(one.acts), len(one.theirs))
    changes = [RequestedEdit(_address(act), "replace", line) for act, line in zip(one.acts, one.theirs, strict=False)]
    changes += [RequestedEdit(_address(act), "strike") for act in one.acts[paired:]]
    if one.before:
        changes += [RequestedEdit(_address(one.before), "insert", line) for line in one.theirs[paired:]]
    return changes


def _address(text: str) -> Address:
    version, _, number = text.partition("#")
    return Address(int(version), int(number or 0))


def _lines(match: AnyMatch) -> list[str]:
    """Return the current commands in notation, each with the names that the players had then."""
    return [
        print_command(
            action.command, Names(match.state.catalogue, state_found(match, action).seats or action.state.seats)
        )
        for action in match.actions
    ]


def _expect_one_match(a: AnyMatch, b: AnyMatch) -> None:
    if a.id == b.id:
        raise UsageProblem("name two records")
    if a.forked_from or b.forked_from:
        raise UsageProblem("a what-if cannot be merged: it is not a record of real play")
    people = [[fold_name(seat.name) for seat in match.state.seats] for match in (a, b)]
    if a.game.name != b.game.name or people[0] != people[1]:
        raise UsageProblem(f"{a.id} and {b.id} are records of different matches: their games or players differ")
