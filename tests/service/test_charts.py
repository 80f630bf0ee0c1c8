"""Drawings and texts of an answer: charts, tables, scopes, progress. All of it is plain data."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.answers import Answer, AsOf
from projections.questions import Question, metric_questions, prepared_questions
from service.analysis.cell_bars import Estimate, EstimateColumn, results_bar, sparkline
from service.analysis.charts import Histogram, Lines, Series, charts_of, read_plan, round_numbers
from service.analysis.explanation import explanation
from service.analysis.statistics import StatisticsQuery, read_filters, read_wish, save_csv
from service.analysis.tables import Order, sortable, sorted_rows, tabulate
from service.errors import UsageProblem
from service.outputs import whole_file
from service.progress import Progress, time_text
from service.reading.styled_text import plain, width_of


def question(**changes: object) -> Question:
    """A question that does not exist."""
    said: dict[str, Any] = {
        "title": "Made up",
        "meaning": "What was made up.",
        "formula": "made / up",
        "unit": "pieces",
        "sample": "pieces made",
        "bias": "all of it",
        "columns": {},
    }
    return Question(**{"name": "made-up", **said, **changes})


def answer(columns: str, *rows: tuple[object, ...]) -> Answer:
    return Answer(tuple(columns.split()), rows, 7, AsOf(5, 5, 0))


SHARES = {"percent": ("share",), "intervals": {"share": ("low", "high")}}


@pytest.mark.parametrize("name", list(prepared_questions()))
def test_every_question_draws_columns_that_it_has(name: str):
    asked = prepared_questions()[name]
    columns = set(asked.columns)
    drawn = read_plan(asked.chart).columns if asked.chart else ()
    assert {
        *drawn,
        *asked.percent,
        *asked.intervals,
        *(end for ends in asked.intervals.values() for end in ends),
    } <= columns


@pytest.mark.parametrize("text", ["", "pie a b", "bars a", "bars a b over c", "bars a b by"])
def test_a_chart_that_cannot_be_read_is_refused(text: str):
    with pytest.raises(ValueError, match="no chart"):
        read_plan(text)


def test_bars_stand_in_the_rows_with_their_ends():
    """`bars` is not a chart of its own: each row has its interval on one scale, `○` for few cases, and the value to
    compare with."""
    asked = question(chart="bars card share against 0.5", **SHARES)
    given = answer(
        "card n share low high", ("rex", 40, 0.6, 0.5, 0.7), ("kim", 3, 1.0, 0.4, 1.0), ("lou", 0, None, None, None)
    )
    assert charts_of(asked, given) == ()
    rows = shown(asked, given, 70)
    assert rows[0].split() == ["card", "share", "·", "n", "0–100", "%"]
    assert rows[1].endswith("├──●──┤") or "├─●──┤" in rows[1] or "┼" in rows[1]
    assert "○" in rows[2]
    assert "●" not in rows[2]
    assert rows[3].rstrip().endswith("n=~0")


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(10, 40))
def test_a_bar_fits_its_cell_and_holds_its_value(low: float, value: float, high: float, width: int):
    """Given any ends, then the line has the width of the cell, and the value is between them."""
    low, value, high = sorted((low, value, high))
    line = "".join(span.text for span in EstimateColumn("", (Estimate(value, low, high),), 0.0, 1.0).line(0, width))
    assert len(line) == width
    assert len(line) - len(line.lstrip()) <= line.index("●") <= len(line.rstrip()) - 1


@given(st.integers(0, 900), st.integers(0, 900), st.integers(0, 900), st.integers(10, 40))
def test_won_drawn_and_lost_fill_a_bar(won: int, drawn: int, lost: int, width: int):
    """All cells are filled, by share, and what there is of has one at least."""
    line = "".join(span.text for span in results_bar((won, drawn, lost), width))
    assert len(line) == (width if won + drawn + lost else 0)
    for count, sign in ((won, "█"), (drawn, "▒"), (lost, "░")):
        assert (sign in line) == bool(count)
        share = width * count / max(1, won + drawn + lost)
        assert abs(line.count(sign) - share) <= 2


@given(st.lists(st.floats(-1e6, 1e6), max_size=60), st.integers(1, 30))
def test_a_sparkline_has_a_sign_for_each_value_or_cell(values: list[float], width: int):
    """The least is the lowest sign, the most the highest; of more values than cells the means are drawn."""
    line = sparkline(values, width)
    assert len(line) == min(len(values), width)
    if len(values) <= width and len(set(values)) > 1:
        assert line[values.index(min(values))] == "▁"
        assert line[values.index(max(values))] == "▇"


def test_charts_are_drawn_of_what_there_is():
    """`by game` separates the rows; series share an axis; an empty answer has an empty chart."""
    asked = question(chart="lines turn points by game")
    rows = (("tarot", 1, 4), ("whist", 1, 2), ("tarot", 2, 1), ("tarot", 3, None))
    first, second = charts_of(asked, answer("game turn points", *rows))
    assert first.title == "points by turn · tarot"
    assert first.xs == (1, 2)
    assert second.xs == (1,)
    asked = question(chart="lines turn first,others")
    assert charts_of(asked, answer("turn first others", (1, 5, 4), (2, 7.5, 4))) == (
        Lines("first and others by turn", "turn", (1, 2), (Series("first", (5, 7.5)), Series("others", (4, 4)))),
    )
    asked = question(chart="histogram face count against expected")
    assert charts_of(asked, answer("face count expected", (1, 12, 10), (2, 8, 10))) == (
        Histogram("count by face", "face", (1, 2), (12, 8), (10, 10)),
    )
    assert charts_of(question(chart="lines a b"), answer("a b")) == ()
    assert charts_of(question(), answer("a b", (1, 2))) == ()


@given(st.floats(0, 1e9), st.floats(1e-6, 1e9), st.integers(2, 9))
def test_axes_bear_round_numbers(low: float, width: float, most: int):
    ticks = round_numbers(low, low + width, most)
    assert len(ticks) <= most + 1
    slack = 1e-6 * (low + width)
    assert all(low - slack <= tick <= low + width + slack for tick in ticks)


def shown(asked: Question, given: Answer, room: int = 80, shift: int = 0, without: tuple[str, ...] = ()) -> list[str]:
    table = tabulate(asked, given, without)
    return plain(table.line(row, shift, room) for row in (None, *range(len(given.rows)))).splitlines()


@pytest.mark.promise(id="Convention 13")
def test_numbers_stand_to_the_right_and_long_names_are_cut():
    """Digits of a column end below each other, thousands are parted, a long name ends with `…`."""
    rows = (("a name that is far too long for so few cells", 12345, 0.5), ("Bo", 7, 10.25))
    heading, long, short = shown(question(), answer("player n mean", *rows), room=60)
    assert long.startswith("a name that is far too…   12,345")
    assert [len(line) for line in (heading, long, short)] == [len(heading)] * 3
    assert short.endswith("     ~7  10.2")


def test_columns_that_belong_together_are_one():
    """`52.1 % [48.0, 56.2] n=540`; keys that all rows share are said once."""
    rows = (("rex", 540, 0.521, 0.48, 0.562), ("kim", 12, 0.05, 0.0, 0.1), ("lou", 40, None, None, None))
    lines = shown(question(**SHARES), answer("card n share low high", *rows))
    assert lines[0].split() == ["card", "share", "·", "n"]
    assert lines[1].endswith("52.1 % [48.0, 56.2] n=540")
    assert lines[2].endswith(" 5.0 % [0.0, 10.0]  n=~12")
    assert lines[1].index("%") == lines[2].index("%")
    assert lines[3].split() == ["lou", "-", "n=40"]
    table = tabulate(question(), answer("game player n", ("tarot", "Ana", 40), ("tarot", "Bo", 40)))
    assert table.same == ("game tarot",)
    assert plain([table.line(None, 0, 40)]).split() == ["player", "n"]


def test_rows_are_sorted_by_any_column_and_the_unknown_comes_last():
    """Numbers by size, texts by letters whatever their case; an arrow says by which column."""
    given = answer("player n mean", ("bo", 3, 2.0), ("Ana", 40, None), ("Cy", 7, 5.0))
    for order, names in (
        (Order("n"), ["Ana", "Cy", "bo"]),
        (Order("mean", descending=False), ["bo", "Cy", "Ana"]),
        (Order("player", descending=False), ["Ana", "bo", "Cy"]),
        (None, ["bo", "Ana", "Cy"]),
    ):
        assert [row[0] for row in sorted_rows(given, order).rows] == names
    assert "n↓" in plain([tabulate(question(), given, (), Order("n")).line(None, 0, 60)])
    assert sortable(question(**SHARES), answer("card n share low high")) == ("share", "n", "card", "low", "high")


def test_few_cases_and_missing_numbers_are_seen():
    """`~` marks few cases; 0 / 0 is not written or drawn, and comes last."""
    lines = shown(question(), answer("card n", ("rex", 30), ("kim", 29)))
    assert [line.split()[1] for line in lines[1:]] == ["30", "~29"]
    nan = float("nan")
    given = answer("card n share low high", ("rex", 3, nan, nan, nan), ("kim", 40, 0.5, 0.4, 0.6))
    rows = shown(question(chart="bars card share", **SHARES), given)
    assert rows[1].split() == ["rex", "-", "n=~3"]
    assert [row[0] for row in sorted_rows(given, Order("share", descending=False)).rows] == ["kim", "rex"]


def test_columns_keep_their_cells():
    """Columns without room are left out whole, wide letters take their cells, and a heading names its column."""
    table = tabulate(question(**SHARES), answer("card n share low high", ("rex", 40, 0.5, 0.4, 0.6)))
    assert table.name_at(0, 0, 60) == "card"
    assert table.name_at(5, 0, 60) == ""
    assert table.name_at(10, 0, 60) == "share"
    given = answer("card n early late turn", ("rex", 40, 11111, 22222, 33333))
    assert shown(question(), given, room=18)[1] == "rex   40  11,111"
    assert shown(question(), given, room=18, shift=2)[1] == "rex   40  33,333"
    assert shown(question(), given, without=("card",))[1] == "40  11,111  22,222  33,333"
    table = tabulate(question(), answer("player n", ("木村さん", 3), ("Al\x1b[31m", 44)))
    assert {width_of(table.line(row, 0, 60)) for row in (None, 0, 1)} == {width_of(table.line(None, 0, 60))}
    assert "\x1b" not in plain([table.line(1, 0, 60)])


def test_the_explanation_tells_all():
    asked = prepared_questions()["cards"]
    lines = list(explanation(asked, answer("a", ("b",)), 50))
    assert all(width_of(line) <= 50 for line in lines)
    text = re.sub(r"\s+", " ", plain(lines))
    for part in (asked.title, "formula", "known bias", "columns", "first_turn", "filters", "since"):
        assert part in text


def test_what_does_not_apply_is_named_and_kept():
    asked = question(game="tarot", answer="select 1")
    wanted = StatisticsQuery(asked, (), read_filters('game:whist card:"x y" limit:5'))
    assert wanted.without == ('card:"x y" does not apply here',)
    assert wanted.elsewhere
    assert wanted.command == "matchbook stats made-up game:whist limit:5"
    where = read_filters("game:frc_tcg turn:3..6 -tag:test")
    cards = StatisticsQuery(prepared_questions()["cards"], (), where)
    assert cards.without == ("turn:3..6 does not apply here",)
    assert cards.where == where
    measured = StatisticsQuery(metric_questions()["win-rate"], ("player",), where)
    assert measured.without == ("turn:3..6 does not apply here",)
    assert measured.command == "matchbook stats win-rate by player game:frc_tcg -tag:test"


def test_a_whole_question_is_read_and_written_as_on_the_command_line():
    """Numbers by their names, dimensions, filters; what is wrong is named, with what may be meant and its column."""
    assert read_wish("win-rate by player, first game:frc_tcg tag:'a b'").command == (
        "matchbook stats win-rate by player,first game:frc_tcg 'tag:\"a b\"'"
    )
    assert read_wish("results game:frc_tcg").command == "matchbook stats results game:frc_tcg"
    for text, words in (
        ("", "the name of a statistic comes first"),
        ("win-rte", "did you mean win-rate or oh-win-rate or gp-win-rate? (column 1)"),
        ("resuls", "did you mean results"),
        ("win-rate by plyer", "did you mean player or pile? (column 13)"),
        ("results by player", "results cannot be split"),
        ("win-rate speed:1", "no filter 'speed'"),
        ("win-rate turn:x", "turn:x: 4, 3..6"),
    ):
        with pytest.raises((ValueError, LookupError), match=re.escape(words)):
            read_wish(text)


def test_progress_tells_count_rate_and_time_left():
    """From the second report on; the entries before the first one are not its work."""
    times = iter([100.0, 102.0])
    progress = Progress("entries", lambda: next(times))
    assert progress.at(50_000, 300_000) == "50,000 of 300,000 entries"
    assert progress.at(100_000, 300_000) == "100,000 of 300,000 entries · 25,000/s · 8 s left"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "1 s"), (0.2, "1 s"), (59.5, "60 s"), (61, "2 min"), (600, "10 min")]
)
def test_time_left_is_rounded_up(seconds: float, text: str):
    assert time_text(seconds) == text


def test_a_store_is_never_written_over(tmp_path: Path):
    place = tmp_path / "matchbook.db"
    place.write_bytes(b"SQLite format 3\0 and more")
    with pytest.raises(UsageProblem, match="contains other data than a table or page"):
        save_csv(answer("n", (1,)), place, replace=True)
    assert place.read_bytes().startswith(b"SQLite")


@pytest.mark.parametrize("content", [b"SQLite format 3\0 and more", bytes(8) + b"DUCK", b"\x37\x7f\x06\x82\0\0"])
def test_no_database_is_written_over_by_export(tmp_path: Path, content: bytes):
    """`export -o … --force` replaces pages and match files, never a store, the analytics or the log of one."""
    place = tmp_path / "anything"
    place.write_bytes(content)
    with (
        pytest.raises(UsageProblem, match="anything contains other data than a table"),
        whole_file(place, replace=True),
    ):
        pass
    assert place.read_bytes() == content
    assert list(tmp_path.iterdir()) == [place]


def test_a_neighbour_is_not_used_as_scratch(tmp_path: Path):
    neighbours = [tmp_path / "a.csv.part", tmp_path / ".a.csv.part"]
    for one in neighbours:
        one.write_text("mine")
    save_csv(answer("n", (1,)), tmp_path / "a.csv")
    with pytest.raises(ZeroDivisionError), whole_file(tmp_path / "b.csv"):
        raise ZeroDivisionError
    assert [one.read_text() for one in neighbours] == ["mine", "mine"]
    assert {one.name for one in tmp_path.iterdir()} == {"a.csv", "a.csv.part", ".a.csv.part"}


@pytest.mark.parametrize("how", ["whole_file(Path(sys.argv[1]))", "whole_folder(Path(sys.argv[1]), Path.is_dir)"])
def test_the_next_file_removes_what_a_killed_program_left(tmp_path: Path, how: str):
    """Given an export that was killed while it wrote, when the same is exported again, then the folder has only the new
    file."""
    killed = f"import os, sys; from pathlib import Path; from service.outputs import *\nwith {how}: os._exit(9)"
    target = tmp_path / "match-7"
    done = subprocess.run([sys.executable, "-c", killed, target], check=False, timeout=240)
    assert (done.returncode, len(list(tmp_path.glob(".match-7.*.part")))) == (9, 1)
    with whole_file(target):
        pass
    assert list(tmp_path.iterdir()) == [target]


def test_a_table_is_saved_whole_or_not_at_all(tmp_path: Path):
    place = tmp_path / "a.csv"
    assert save_csv(answer("player n", ("Ana, B", 3)), place) == place
    assert place.read_text("utf-8").splitlines() == ["player,n", '"Ana, B",3']
    with pytest.raises(FileExistsError):
        save_csv(answer("n", (1,)), place)
    save_csv(answer("n", (1,)), place, replace=True)
    assert place.read_text("utf-8").split() == ["n", "1"]
    for wrong in (tmp_path, tmp_path / "no" / "a.csv"):
        with pytest.raises(UsageProblem, match=r"folder|cannot be written"):
            save_csv(answer("n", (1,)), wrong)
    assert list(tmp_path.iterdir()) == [place]
