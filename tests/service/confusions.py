"""Confusions of scorekeepers, as data: the real match, the lines typed instead, and the correction that restores the record, with
the expected preview of the later entries."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import duckdb
import msgspec
import pytest

from domain.cards import TOKENS_PER_SEAT, format_token
from domain.decision import ImpossibleCommand
from domain.digest import state_to_json
from domain.game import AnyGame
from domain.registry import load_game
from domain.seats import GameState
from projections.analytics import Analytics
from service.recording.correction_file import read_changes
from service.recording.correction_requests import CorrectionRequest, Preview, correct, preview
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from storage.store import MatchStore
from tests.service.disputes import FOLDER, play, sheet_of
from tests.service.test_revisions import PROVENANCE, TABLES, told

FOLLOWING: Final = ("changed", "newly_illegal", "newly_legal", "impossible")
"""Verdicts on entries that a correction does not name, but for `same`."""
_NUMBERED: Final = frozenset(
    {"token", "id", "robot", "attacker", "target", "targets", "source", "origin", "cards", "key"}
)
"""Fields of events that hold numbers of physical cards."""
_SERIAL: Final = re.compile(r'"(next_number|serial)":[0-9]+,?')
"""The number that the next card at the table gets: each number is given once, including those of struck entries."""
_SLIP: Final = re.compile(r"(?P<sign>[+-]?)(?P<line>[1-9][0-9]*)(?: (?P<typed>.*))?")


class Confusion(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A slip and what puts it right."""

    id: str
    rule: str
    """The rule that one has to know to see it."""
    why: str
    table: str = "match"
    upto: int = 0
    """Lines of the table's sheet that were played; 0: all."""
    typed: list[str]
    """About those lines: `12 draw_card` was typed for line 12, `+12 draw_card` before it as well, `-12` not at all."""
    correct: list[str]
    """The changes of the correction, about entries of the record: `12 ...`, `+12 ...`, `-12`."""
    first: int = 0
    """The number of first changes tried separately, or 0."""
    stopped: list[str] = []
    """With only the first changes: entries that are impossible then; the correction is refused."""
    newly_illegal: dict[str, list[str]] = {}
    """With only the first changes: entries that break rules then. Every entry is legal with all of them."""
    changed: list[str] = []
    """Entries, `12` or `12-15`, that mean something else after the correction."""
    newly_legal: list[str] = []


class Confusions(msgspec.Struct, forbid_unknown_fields=True):
    """The file of a game: its confusions, and tables beside that of its written match, as scoresheets."""

    confusion: list[Confusion]
    table: dict[str, str] = {}


class PutRight(msgspec.Struct, kw_only=True):
    """The corrected record and its comparison. A card that the correction brings to the table has an unused number: it is compared
    under its number in the right record."""

    verdicts: dict[str, list[str]]
    """Verdict -> entries, as the preview has them; those asked for and `same` left out."""
    stopped: list[str]
    rules: dict[str, list[str]]
    """With only the first changes: newly illegal entry -> the rules that it breaks then."""
    numbers: dict[int, int]
    """Physical cards that have another number in the right record -> that number."""
    state: object
    right_state: object
    commands: list[object]
    right_commands: list[object]
    told: list[str]
    right_told: list[str]
    wrong: bool
    """Whether the commands on record differed from the right ones before."""
    illegal: list[str]
    """Broken rules in the real match: all entries were legal."""
    rows: dict[str, list[Any]] = {}
    right_rows: dict[str, list[Any]] = {}


def confusions_of(game: str) -> Confusions:
    return msgspec.toml.decode((FOLDER / game / "confusions.toml").read_bytes(), type=Confusions)


def slipped(lines: list[str], slips: list[str]) -> list[str]:
    """The lines typed instead of the right ones."""
    typed: dict[int, list[str]] = {number: [line] for number, line in enumerate(lines, start=1)}
    before: dict[int, list[str]] = {}
    for slip in slips:
        found = _SLIP.fullmatch(slip)
        assert found is not None, slip
        number, text = int(found["line"]), found["typed"]
        assert number in typed, slip
        if found["sign"] == "+":
            before.setdefault(number, []).append(text)
        else:
            typed[number] = [] if found["sign"] else [text]
    return [line for number in typed for line in (*before.get(number, ()), *typed[number])]


@cache
def record_revision(game: str) -> dict[str, PutRight]:
    """Every confusion of a game recorded and put right in one store, beside the matches as they should have been recorded."""
    with (
        TemporaryDirectory() as folder,
        MatchService(MatchStore.open(f"{folder}/matches.db", create=True), recorder="kim") as app,
    ):
        desk = _Desk(app, game)
        found = {one.id: desk.record_revision(one) for one in confusions_of(game).confusion}
        rows = _all_rows(Analytics(Path(folder) / "analytics.duckdb", app.store))
        for name, one in found.items():
            wrong, right = desk.ids[name]
            one.rows = {table: _in_order(renumbered(some, one.numbers)) for table, some in rows[wrong].items()}
            one.right_rows = {table: _in_order(some) for table, some in rows[right].items()}
        return found


class _Desk:
    """Records and puts right."""

    def __init__(self, app: MatchService, name: str) -> None:
        self.app = app
        self.game: AnyGame = load_game(name)
        self.ids: dict[str, tuple[str, str]] = {}
        """Confusion -> the match that was put right, and the right one."""
        self._right: dict[tuple[str, int], str] = {}

    def record_revision(self, one: Confusion) -> PutRight:
        """Records the slip, previews the correction, and corrects."""
        app = self.app
        right = self._recorded_rightly(one)
        wrong = self._record(one, slipped(self._lines(one), one.typed))
        self.ids[one.id] = wrong, right
        differed = [action.command for action in app.match(wrong).actions] != [
            action.command for action in app.match(right).actions
        ]
        stopped, rules = self._alone(wrong, one.correct[: one.first]) if one.first else ([], {})
        asked = CorrectionRequest(
            match=wrong, changes=read_changes("\n".join(one.correct), wrong), reason=one.why, as_played=True
        )
        found = preview(app, asked)
        correct(app, asked)
        mine, theirs = app.match(wrong), app.match(right)
        numbers = numbers_of([action.events for action in mine.actions], [action.events for action in theirs.actions])
        return PutRight(
            verdicts={v: [str(c.address) for c in found.having(v)] for v in FOLLOWING if found.having(v)},
            rules=rules,
            stopped=stopped,
            numbers=numbers,
            state=_built(mine.state, numbers, serial=not numbers),
            right_state=_built(theirs.state, {}, serial=not numbers),
            commands=[action.command for action in mine.actions],
            right_commands=[action.command for action in theirs.actions],
            told=renumbered(told(app, wrong), numbers),
            right_told=told(app, right),
            wrong=differed,
            illegal=[violation.rule for action in theirs.actions for violation in action.violations],
        )

    def _alone(self, match: str, changes: list[str]) -> tuple[list[str], dict[str, list[str]]]:
        """The effects of some of the changes; an impossible one is refused and not recorded."""
        asked = CorrectionRequest(match=match, changes=read_changes("\n".join(changes), match), as_played=True)
        found: Preview = preview(self.app, asked)
        if not found.possible:
            before = self.app.match(match).head
            with pytest.raises(ImpossibleCommand):
                correct(self.app, asked)
            assert self.app.match(match).head == before
        rules = {str(c.address): sorted({v.rule for v in c.violations}) for c in found.having("newly_illegal")}
        return [str(one.address) for one in found.having("impossible")], rules

    def _recorded_rightly(self, one: Confusion) -> str:
        key = one.table, one.upto
        if key not in self._right:
            self._right[key] = self._record(one, self._lines(one))
        return self._right[key]

    def _lines(self, one: Confusion) -> list[str]:
        lines = self._sheet(one)[1]
        assert one.upto <= len(lines), one.id
        return lines[: one.upto or None]

    def _sheet(self, one: Confusion) -> tuple[Any, list[str]]:
        return sheet_of(self.game.name, confusions_of(self.game.name).table.get(one.table))

    def _record(self, one: Confusion, lines: list[str]) -> str:
        match = self.app.open_match(opening_of(self.game, self._sheet(one)[0], strictness="log"))
        play(self.app, match.id, lines)
        return match.id


def _built(state: GameState, numbers: dict[int, int], *, serial: bool) -> Any:
    """A state as plain data, with other numbers of physical cards; not `serial`: without the number that the next card gets."""
    text = state_to_json(state).decode()
    return renumbered(msgspec.json.decode(text if serial else _SERIAL.sub("", text)), numbers)


def numbers_of(mine: object, theirs: object) -> dict[int, int]:
    """The physical cards that have another number in the same events of the right record."""
    pairs: dict[int, int] = {}
    for one, other in zip(
        _numbers_in(msgspec.to_builtins(mine)), _numbers_in(msgspec.to_builtins(theirs)), strict=False
    ):
        if one // TOKENS_PER_SEAT == other // TOKENS_PER_SEAT:
            pairs.setdefault(one, other)
    return {one: other for one, other in pairs.items() if one != other}


def _numbers_in(part: Any, name: str = "") -> Iterator[int]:
    """The numbers of physical cards that events name, in order."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _numbers_in(value, key)
    elif isinstance(part, list | tuple):
        for item in part:
            yield from _numbers_in(item, name)
    elif isinstance(part, int) and name in _NUMBERED and part > TOKENS_PER_SEAT:
        yield part


def renumbered(part: Any, numbers: dict[int, int]) -> Any:
    """The same with other numbers of physical cards."""
    if not numbers:
        return part
    if isinstance(part, dict):
        return {key: renumbered(value, numbers) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return type(part)(renumbered(item, numbers) for item in part)
    if isinstance(part, str):
        text = re.sub(r"\b[1-9][0-9]{3,}\b", lambda n: str(numbers.get(int(n[0]), n[0])), part)
        names = {format_token(one): format_token(other) for one, other in numbers.items()}
        return re.sub(r"#[0-9]+-[0-9]+", lambda n: names.get(n[0], n[0]), text)
    return numbers.get(part, part) if isinstance(part, int) else part


def _in_order(rows: list[Any]) -> list[Any]:
    return sorted(rows, key=repr)


def _all_rows(analytics: Analytics) -> dict[str, dict[str, list[Any]]]:
    """The rows of each match in each table, in order, without columns about their origin."""
    analytics.catch_up()
    found: dict[str, dict[str, list[Any]]] = {}
    with duckdb.connect(str(analytics.path), read_only=True) as connection:
        for name, columns in connection.execute(TABLES).fetchall():
            for match, row in _rows(connection, name, columns):
                found.setdefault(match, {}).setdefault(name, []).append(row)
    return found


def _rows(connection: Any, name: str, columns: list[str]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if name.endswith((".catalogue_cards", ".damaged", ".digests", ".examined", ".explored", ".situated")):
        return
    where = "where not undone" if "undone" in columns else "where true"
    where += " and kind in ('opened', 'action')" if name.endswith(".entries") else ""
    asked = [column for column in columns if column not in PROVENANCE.split()]
    order = ", ".join([column for column in ("position", "k") if column in columns] + asked)
    for row in connection.execute(f"select match, {', '.join(asked)} from {name} {where} order by {order}").fetchall():
        yield row[0], row[1:]
