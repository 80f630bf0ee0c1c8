"""Merging two scorekeepers' records of one match: actions are aligned by their commands, and differences are taken over as one
correction."""

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from domain.corrected_history import state_found
from domain.judging import Merged
from domain.match import AnyMatch
from domain.names import fold_name
from domain.notation import Names, print_command
from domain.timeline import Address
from service.errors import UsageProblem
from service.judging.judge_actions import added, docket_of
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, decided
from service.recording.entry_batch import store_together
from service.recording.match_service import MatchService, Receipt
from service.typing.scoresheet import ScoresheetLine


class RecordDifference(Struct, frozen=True, kw_only=True):
    """A place where the two records differ."""

    number: int
    """Number by which it is chosen, from 1."""
    acts: tuple[str, ...]
    """Addresses in the continued record; empty if it lacks these actions."""
    before: str
    """The action before which actions are missing; empty: they are missing at the end."""
    mine: tuple[str, ...]
    """Commands of the record that is continued."""
    theirs: tuple[str, ...]
    """Commands of the other record in this place."""


def differences(app: MatchService, mine: str, theirs: str) -> tuple[RecordDifference, ...]:
    """Return the differences of two records of one match. Raises UsageProblem for records of different matches."""
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
    """Continue one record, with the chosen differences taken from the other: one correction, and further actions after it. The
    other record is marked as merged and does not count any more. Raises UsageProblem, and what a correction raises."""
    with app.store.lock:
        found = differences(app, mine, theirs)
        for merged in docket_of(app, app.match(mine)).of(Merged).values():
            raise UsageProblem(f"{mine} is merged into {merged.into}, and does not count: go on with that one")
        if unknown := sorted(set(chosen) - {one.number for one in found}):
            raise UsageProblem(f"no difference {unknown[0]}; there are {len(found)}")
        wanted = [one for one in found if one.number in chosen]
        why = reason or f"as {theirs} has it"
        match = app.match(mine)
        batches = [app.new_entries(match), added(app, theirs, Merged(into=mine))]
        if changes := tuple(change for one in wanted for change in _changes(one)):
            proposal = decided(app, match, CorrectionRequest(match=mine, changes=changes, reason=why, as_played=True))
            batches[0].add(app.ordered(match, proposal.payload), after=proposal.state)
        behind = [line for one in wanted if not one.before for line in one.theirs[len(one.acts) :]]
        batches[0].play((ScoresheetLine(number, line) for number, line in enumerate(behind, start=1)), as_played=True)
        store_together(app.store, batches)
        return tuple(Receipt(entry=entry, stands=app.match(one.match.id)) for one in batches for entry in one.entries)


def _changes(one: RecordDifference) -> Sequence[RequestedEdit]:
    """Return a difference as edits of a correction: actions are replaced one by one; surplus ones are inserted before the next
    action, or struck."""
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
    """Return the current commands in notation, each with the players' names at its time."""
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
        raise UsageProblem("a what-if is not a record of a table: it cannot be merged")
    people = [[fold_name(seat.name) for seat in match.state.seats] for match in (a, b)]
    if a.game.name != b.game.name or people[0] != people[1]:
        raise UsageProblem(f"{a.id} and {b.id} are not of one match: another game, or other players")
