"""Counted numbers: actions, turns and rates as their words say, and the number of matches that finds an effect."""

import re
from math import comb, sqrt
from pathlib import Path

import duckdb
import pytest

from projections.analytics import Analytics
from projections.questions import metric_questions, prepared_questions
from projections.statements import read_request
from storage.store import MatchStore
from tests.projections.archived import NAMES
from tests.projections.estimates import Z95
from tests.projections.retold import declared, go_on, rebuilt, rows, table
from tests.projections.scorebook import Scorebook

ROBIN = "robin_in_the_hood"
Z80 = 0.8416212335729143
"""80 % point of the normal distribution."""


def measured(analytics: Analytics, words: str) -> list[dict[str, object]]:
    answer = analytics.ask(read_request(words.split()))
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def test_a_round_without_turns_was_not_played(store: MatchStore, analytics: Analytics) -> None:
    """Given a tournament cut off when its next round was opened, when points by turn are asked for, then as many matches reach each
    round as have a turn in it."""
    book = Scorebook(store, "cut", ROBIN, 8)
    while not (
        book.match.game.turn_info(book.match.state).round == 3 and book.match.game.turn_info(book.match.state).turn == 0
    ):
        book.act()
    book.act()
    Scorebook(store, "whole", ROBIN, 1).play()
    [(last, turn)] = analytics.sql("select round, turn from matches where match = 'cut'").rows
    assert (last, turn) == (3, 0)
    reached = analytics.sql("select round, count(distinct match) from turns group by round order by round").rows
    assert [(row["turn"], row["n"]) for row in table(analytics, "points-by-turn", {})] == [
        tuple(row) for row in reached
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_no_turn_before_the_declared_one(store: MatchStore, analytics: Analytics, tmp_path: Path, game: str) -> None:
    """In every series a match begins with the turn of the position that was declared; lengths count from it and say so."""
    book, (begun_round, begun_turn) = declared(store, "m", game)
    go_on(book)
    if not book.match.outcome:
        book.conclude((0,))
    series = table(analytics, "points-by-turn", {})
    first = begun_round if rows(analytics, "select round from matches")[0][0] else begun_turn
    assert [row["turn"] for row in series] == list(range(first, series[-1]["turn"] + 1))
    turns = rows(analytics, "select round, turn from turns order by all")
    assert turns[0] == (begun_round, begun_turn)
    [length] = table(analytics, "length", {})
    assert length["turns"] == len(turns)
    assert any("turns count from it" in note for note in analytics.ask("length").notes)
    assert any("nothing is told of the turns before it" in note for note in analytics.ask("points-by-turn").notes)
    assert analytics.content_hash() == rebuilt(analytics, store, tmp_path, 3)


def test_a_declared_position_is_in_no_turn(store: MatchStore, analytics: Analytics) -> None:
    """The action that declares one counts as an action, but in no turn of play."""
    book, _ = declared(store, "late", "frc_card_game", 5)
    go_on(book, 5)
    whole = {row["command"]: row["value"] for row in measured(analytics, "action-share by command")}
    assert whole["declare_position"]
    turns = [
        row["turn"]
        for row in measured(analytics, "action-share by command,turn")
        if row["command"] == "declare_position"
    ]
    assert turns == [None]
    assert "declare_position" not in {
        row["command"] for row in measured(analytics, "action-share by command turn:0..99")
    }


def test_what_never_happened_has_a_rate(store: MatchStore, analytics: Analytics) -> None:
    """Simulated matches without violations: 0 per 100 actions, with the upper end for as many actions."""
    Scorebook(store, "bots", "frc_card_game", 1, tags=("simulated",)).play()
    [row] = measured(analytics, "violation-rate kind:simulated")
    [(actions,)] = analytics.sql("select actions from matches").rows
    assert (row["n"], row["value"], row["low"]) == (actions, 0, 0)
    assert row["high"] == pytest.approx(100 * 3.688879454113936 / int(str(actions)))
    [by_month] = measured(analytics, "judge-calls by month kind:simulated")
    assert by_month["value"] == 0


def matches_needed(share: float) -> int:
    """How many matches find a share other than a half in four of five cases, at p of 0.05."""
    return int(((Z95 * 0.5 + Z80 * sqrt(share * (1 - share))) / (share - 0.5)) ** 2) + 1


@pytest.mark.parametrize(
    "text",
    [prepared_questions()["first-player"].bias, metric_questions()["first-share"].bias],
    ids=("question", "metric"),
)
def test_sample_sizes_are_those_of_four_in_five_cases(text: str) -> None:
    """The numbers of matches are those that find the share with a power of 80 %."""
    assert "four of five" in text
    for share in (55, 60, 52):
        [number] = re.findall(rf"{share} %[^0-9]*([\d,]+)", text)
        assert int(number.replace(",", "")) == matches_needed(share / 100)


def test_missing_matches_are_those_of_the_power_that_is_said(connection: duckdb.DuckDBPyConnection) -> None:
    """As many matches as the formula says find 55 % against a half; present ones are counted, and zero are missing beyond."""
    n = matches_needed(0.55)
    found = (k for k in range(n + 1) if abs(k / n - 0.5) >= Z95 * sqrt(0.25 / n))
    assert sum(comb(n, k) * 0.55**k * 0.45 ** (n - k) for k in found) == pytest.approx(0.8, abs=0.015)
    asked = (
        "select unnest([matches_missing(0.5, 30, 30), matches_missing(0.5, 60, 30), matches_missing(0.5, 900, 900)])"
    )
    assert connection.execute(asked).fetchall() == [(n - 30,), (362,), (0,)]
