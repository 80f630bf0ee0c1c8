"""The written match of each game with three slips of a scorekeeper, corrected afterwards: state, log and counts equal those of the
right record."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import duckdb
import pytest

from domain.corrected_history import act_frames
from domain.entries import Annotated
from domain.match import AnyMatch
from domain.registry import installed_games
from domain.seats import JUDGE
from domain.timeline import Address
from projections.analytics import Analytics
from projections.corrected_lines import current_lines
from service.reading.log import event_text
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct, redo
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import read_text, sample_sheets
from service.typing.scoresheet import ScoresheetLine, read_scoresheet

PROVENANCE: Final = """position match version number happened_at recorded_at first_position title opened_at ended_at updated_at
    minutes entries corrections take_backs strictness duplicate_of kind undone_by"""
"""Times and origin of the recording."""

SLIPS: Final = {
    "frc_card_game": (22, (14, "score lifter lifter"), 48),
    "frc_tcg": (8, (6, "set_prize_cards Ben [RB1, CIM]"), 31),
    "pbl_robots": (21, (26, "build_armor ac_shop"), 60),
    "robin_in_the_hood": (21, (11, "place_character Ann edith"), 30),
}
"""Lines of the written match, from 0: the first of two in the wrong order, one with a wrong card, and one that was forgotten."""
GAMES: Final = [*SLIPS]


def lines_of(game: str) -> tuple[Any, list[str]]:
    sheet = read_scoresheet(read_text(sample_sheets(installed_games()[game])[0]))
    return sheet, [line.text for line in sheet.lines if not line.refused]


def record(app: MatchService, game: str, sheet: Any, lines: Sequence[str]) -> str:
    """The match with these lines, recorded as played."""
    match = app.open_match(opening_of(installed_games()[game], sheet, strictness="log"), ())
    app.play_lines(match.id, [ScoresheetLine(number, text) for number, text in enumerate(lines, start=1)])
    return match.id


def slips(app: MatchService, game: str, right: AnyMatch) -> tuple[str, tuple[RequestedEdit, ...]]:
    """A record with the three slips, and what puts it right."""
    sheet, lines = lines_of(game)
    first = right.version - len(lines) + 1
    swapped, (wrong, card), forgotten = SLIPS[game]
    typed = [*lines[:swapped], lines[swapped + 1], lines[swapped], *lines[swapped + 2 :]]
    typed[wrong] = card
    del typed[forgotten]
    replaced = (
        RequestedEdit(Address(first + place), "replace", lines[place]) for place in (wrong, swapped, swapped + 1)
    )
    return record(app, game, sheet, typed), (
        *replaced,
        RequestedEdit(Address(first + forgotten), "insert", lines[forgotten]),
    )


def told(app: MatchService, match: str) -> list[str]:
    history = app.history(match)
    game = history.match.game
    frames = (frame for action in history.match.actions for frame in act_frames(history.match, action, history.entries))
    return [event_text(game, frame, JUDGE) for frame in frames]


def rows(analytics: Analytics, match: str) -> dict[str, list[Any]]:
    """The current rows of a match in each table, in order, without columns about their origin."""
    return standing_rows(analytics, [match])[match]


def standing_rows(
    analytics: Analytics, matches: Sequence[str], whole: Sequence[str] | None = None
) -> dict[str, dict[str, list[Any]]]:
    """The `rows` of several matches, asked for together; but for the tables in `whole`, if given, a digest of them."""
    queries = {}
    for name, columns in _tables(analytics).items():
        if name.endswith((".catalogue_cards", ".damaged", ".digests", ".examined", ".explored", ".situated")):
            continue  # definitions belong to a catalogue: they are with the first match that uses it
        where = "match in $matches" + (" and not undone" if "undone" in columns else "")
        where += " and kind in ('opened', 'action')" if name.endswith(".entries") else ""
        asked = [column for column in columns if column not in PROVENANCE.split()]
        order = ", ".join([column for column in ("position", "k") if column in columns] + asked)
        if whole is None or name in whole:
            queries[name] = f"select match, {', '.join(asked)} from {name} where {where} order by {order}"
        else:
            row = f"hash(list(row({', '.join(asked)}) order by {order}))"
            queries[name] = f"select match, count(*), {row} from {name} where {where} group by match"
    return _asked(analytics, queries, matches)


def everything(analytics: Analytics, match: str) -> dict[str, list[Any]]:
    """All rows of a match, current or not; for its digests, one for each batch, the sum."""
    queries = {name: f"select match, * from {name} where match in $matches order by all" for name in _tables(analytics)}
    queries["main.digests"] = "select match, sum(digest) from digests where match in $matches group by match"
    return _asked(analytics, queries, [match])[match]


def all_digests(analytics: Analytics, matches: Sequence[str]) -> dict[str, dict[str, list[Any]]]:
    """Number and digest of the rows of several matches in each table, as far as `everything` tells them apart."""
    row = "select match, count(*), sum(hash(r)::hugeint) from {} r where match in $matches group by match"
    queries = {name: row.format(name) for name in _tables(analytics)}
    queries["main.digests"] = "select match, sum(digest) from digests where match in $matches group by match"
    return _asked(analytics, queries, matches)


def _tables(analytics: Analytics) -> dict[str, list[str]]:
    """The tables with rows of matches, each with its columns, in an analytics file that is brought up to date."""
    analytics.tags()  # catches up; `catch_up` also comments on columns, which takes longer than all else
    with duckdb.connect(str(analytics.path), read_only=True) as connection:
        return dict(connection.execute(TABLES).fetchall())


def _asked(analytics: Analytics, queries: dict[str, str], matches: Sequence[str]) -> dict[str, dict[str, list[Any]]]:
    found: dict[str, dict[str, list[Any]]] = {match: {name: [] for name in queries} for match in matches}
    with duckdb.connect(str(analytics.path), read_only=True) as connection:
        connection.execute("set threads = 1")
        for name, query in queries.items():
            for match, *row in connection.execute(query, {"matches": matches}).fetchall():
                found[match][name].append(tuple(row))
    return found


TABLES: Final = """
    select schema_name || '.' || table_name as name, list(column_name) as columns
    from duckdb_columns()
    where not internal and table_name in (select table_name from duckdb_tables())
    group by 1
    having list_contains(list(column_name), 'match')
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_three_slips_put_right(app: MatchService, tmp_path: Path, game: str) -> None:
    """States, log and analytics equal those of the right record, followed live or rebuilt."""
    sheet, lines = lines_of(game)
    right = record(app, game, sheet, lines)
    wrong, changes = slips(app, game, app.match(right))
    following = Analytics(tmp_path / "following.duckdb", app.store)
    assert rows(following, wrong) != rows(following, right)
    correct(app, CorrectionRequest(match=wrong, changes=changes, reason="three slips"))
    assert app.match(wrong).state == app.match(right).state
    assert [action.command for action in app.match(wrong).actions] == [
        action.command for action in app.match(right).actions
    ]
    assert told(app, wrong) == told(app, right)
    counted = rows(following, right)
    assert rows(following, wrong) == counted
    assert sum(map(len, counted.values())) > 100
    app.undo(wrong)
    app.undo(right)
    assert rows(following, wrong) == rows(following, right)
    redo(app, wrong)
    assert rows(following, wrong) == counted
    anew = Analytics(tmp_path / "anew.duckdb", app.store)
    assert rows(anew, wrong) == counted

    assert (anew.edited(), following.edited()) == ((), ())
    assert everything(anew, wrong) == everything(following, wrong)


def test_entries_that_analytics_left_out_stay_out_when_their_match_is_put_right(app: MatchService) -> None:
    """Whichever entry it is that DuckDB cannot read, also a correction that inserted an act: the others get their lines."""
    sheet, lines = lines_of("frc_tcg")
    wrong, changes = slips(app, "frc_tcg", app.match(record(app, "frc_tcg", sheet, lines)))
    record_revision = correct(app, CorrectionRequest(match=wrong, changes=changes)).version
    last = app.annotate(wrong, Annotated(about=1, text="so")).version
    whole = current_lines(app.store, wrong, {version: version for version in range(1, last + 1)})
    inserted = [line for line in whole if b'"number":1,' in line]
    for left_out in (2, 20, record_revision):
        found = current_lines(app.store, wrong, {n: n for n in range(1, last + 1) if n != left_out})
        gone = 1 + len(inserted) * (left_out == record_revision)
        assert (len(whole) - len(found), len(inserted)) == (gone, 1)
