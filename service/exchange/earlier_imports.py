"""Finds the stored match that an imported file has a corrected version of."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final

from msgspec import Struct, json

from domain.codecs import ImportedMatch
from domain.entries import Opened, action_parts
from domain.game import Command
from domain.notation import Names, print_command
from domain.outcome import Outcome
from domain.text import pluralize
from projections.answers import MatchRow
from service.reading.record_acts import outcome_text
from service.recording.entry_batch import EntryBatch
from service.recording.match_service import MatchService

_HEADERS: Final = ("date:", "round:", "hand:")
"""Tags that tell the matches of the same players apart."""
_ALIKE: Final = 3 / 4
"""Share of equal actions, among those of the shorter match, from which two matches are versions of one."""
_MOST: Final = 100
"""Most stored matches of the same players and title that one match is compared with."""
_MOST_CHANGES: Final = 20


class EarlierMatch(Struct, frozen=True):
    """A stored match that is the same one as an imported match."""

    match: str
    fault: str = ""
    """The difference, and what to do; empty if the match is the same."""
    changes: tuple[str, ...] = ()
    """Changes that make the stored match equal, as `correct --file` reads them."""


class EarlierMatches:
    """Stored matches, found by the header of an imported one: game, kit, players, title, date and round."""

    def __init__(self, app: MatchService, rows: Iterable[MatchRow]) -> None:
        self._app = app
        self._rows = defaultdict[object, list[MatchRow]](list)
        self._actions: dict[str, list[bytes]] = {}
        for row in sorted(rows, key=lambda row: -row.updated_at):
            if not row.forked_from:
                self._rows[row.game, row.kit, row.title, row.players].append(row)

    def find(self, batch: EntryBatch, kit: str, foreign: ImportedMatch[Command]) -> EarlierMatch | None:
        """Return the stored match that has the header of an imported one and most of its actions; `None` if there is none."""
        opened = batch.entries[0].payload
        assert isinstance(opened, Opened)
        players = tuple(seat.name for seat in batch.state.seats)
        rows = self._rows.get((opened.game, kit, opened.title, players), ())
        rows = [row for row in rows if _fits(row, foreign)][:_MOST]
        if not rows:
            return None
        commands = [command for entry in batch.entries if (command := action_parts(entry.payload)[0]) is not None]
        said = [json.encode(command) for command in commands]
        scores = {row.id: _share(self._actions_of(row.id), said) for row in rows}
        best = max(scores, key=lambda match: scores[match])
        return _compared(self._app, best, batch, foreign, commands) if scores[best] >= _ALIKE else None

    def _actions_of(self, match: str) -> list[bytes]:
        if match not in self._actions:
            self._actions[match] = [json.encode(action.command) for action in self._app.match(match).actions]
        return self._actions[match]


def _fits(row: MatchRow, foreign: ImportedMatch[Command]) -> bool:
    """Return True if no date, round or hand of a stored match differs from that of the file."""
    if foreign.happened_at is not None and foreign.happened_at != row.opened_at:
        return False
    headers = ({tag for tag in tags if tag.startswith(_HEADERS)} for tags in (row.tags, foreign.tags))
    stored, said = ({tag.partition(":")[0]: tag for tag in tags} for tags in headers)
    return all(stored[name] == said[name] for name in stored.keys() & said.keys())


def _share(stored: list[bytes], said: list[bytes]) -> float:
    """Return the share of equal actions after the opening, among those of the shorter match."""
    least = min(len(stored), len(said)) - 1
    if least < 1 or (Counter(stored[1:]) & Counter(said[1:])).total() < _ALIKE * least:
        return float(stored == said)
    blocks = SequenceMatcher(None, stored[1:], said[1:], autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / least


def _compared(
    app: MatchService, match_id: str, batch: EntryBatch, foreign: ImportedMatch[Command], commands: list[Command]
) -> EarlierMatch:
    match = app.match(match_id)
    seats = match.state.seats
    changes = list(
        _changes([(str(a.address), json.encode(a.command)) for a in match.actions], batch, foreign, commands)
    )
    or_again = "or import it as another match with --again"
    if changes:
        more = len(changes) - _MOST_CHANGES
        fault = (
            f"the store has another version of it, {match_id}: {pluralize(len(changes), 'action')} would change. Correct that "
            f"match (matchbook correct {match_id} --file CHANGES) with the lines below, {or_again}"
        )
        return EarlierMatch(match_id, fault, (*changes[:_MOST_CHANGES], *([f"# and {more} more"] if more > 0 else [])))
    if _result(batch.outcome) != _result(match.outcome):
        results = (outcome_text(one, seats) if one else "no result" for one in (match.outcome, batch.outcome))
        there, here = results
        fault = f"the store has it as {match_id} with another result: {there} there, {here} here; conclude that match again, "
        return EarlierMatch(match_id, fault + or_again)
    return EarlierMatch(match_id)


def _result(outcome: Outcome | None) -> object:
    return outcome and (outcome.winners, outcome.drawn)


def _changes(
    stored: list[tuple[str, bytes]], batch: EntryBatch, foreign: ImportedMatch[Command], commands: list[Command]
) -> Iterator[str]:
    """Yield the lines of a correction file that turn stored actions into those of the file."""
    names = Names(batch.state.catalogue, batch.state.seats, batch.state)
    opening = len(commands) - len(foreign.lines)
    said = [
        foreign.lines[at - opening][1] if foreign.lines and at >= opening else print_command(command, names)
        for at, command in enumerate(commands)
    ]
    blocks = SequenceMatcher(None, [c for _, c in stored], [json.encode(c) for c in commands], autojunk=False)
    for kind, start, stop, first, last in blocks.get_opcodes():
        if kind == "equal":
            continue
        both = min(stop - start, last - first)
        for at in range(both):
            yield f"{stored[start + at][0]} {said[first + at]}"
        for at in range(start + both, stop):
            yield f"-{stored[at][0]}"
        for at in range(first + both, last):
            yield f"+{stored[stop][0]} {said[at]}" if stop < len(stored) else f"# at the end: {said[at]}"
