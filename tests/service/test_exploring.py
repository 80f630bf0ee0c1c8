"""`explore` as it is typed: tables and JSON, moves by their beginnings, positions of matches, records that were put right; all that
can be typed wrong."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from projections.analytics import Analytics
from projections.explorer import read_explored
from service.recording.correcting import Asked, correct
from service.recording.matchbook import Matchbook
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_put_right import GAMES, lines_of, record, slips

GAME = "frc_card_game"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    with MatchStore.open(str(tmp_path / "matches.db"), create=True) as store:
        yield Matchbook(store, recorder="kim")


@pytest.fixture
def simulated(stocked: Callable[[str, int], CommandLine]) -> CommandLine:
    """A store with matches of bots."""
    return stocked(GAME, 8)


@pytest.mark.slow
def test_table_and_json_say_the_same(simulated: CommandLine) -> None:
    """The table has a row for each move, with addresses that `show` opens; JSON has all that is known of it."""
    shown, ran = simulated("explore", GAME), simulated("explore", GAME, "--json")
    assert (shown.code, ran.code) == (0, 0)
    answer = json.loads(ran.out)
    found = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
    assert sum(row["n"] for row in found) == answer["n"] == 8
    assert sum(row["share"] for row in found) == pytest.approx(1)
    lines = shown.out.splitlines()
    assert lines[0].split()[:4] == ["move", "n", "matches", "share"]
    assert all(line.startswith(row["move"]) for line, row in zip(lines[1:], found, strict=True))
    for row in found:
        match, _, version = row["links"][0].partition("/")
        assert row["move"].split()[0] in simulated("log", row["links"][0]).out
        before = simulated("explore", GAME, "--at", f"{match}/{int(version) - 1}", "--json")
        assert json.loads(before.out)["rows"]
    assert "only simulated matches are in scope" in shown.err


def test_moves_lead_on(simulated: CommandLine) -> None:
    """The position after a move is that in which its matches went on; a beginning is enough, in any case of letters."""
    whole = simulated("explore", GAME, "end_turn", "draw_card", "--json")
    begun = simulated("explore", GAME, "END", " draw_c", "--json")
    assert begun.out == whole.out
    assert json.loads(whole.out)["rows"]
    assert (
        "from 1 position" in simulated("explore", GAME, "end_turn", "draw_card").err or json.loads(whole.out)["notes"]
    )


def test_filters_after_where_and_negative_ones_alone(simulated: CommandLine) -> None:
    """`-tag=` needs no `where`; both words do the same."""
    assert simulated("explore", GAME, "where", "kind=simulated", "--json").code == 0
    first = simulated("explore", GAME, "where", "tag!=simulated", "--json")
    second = simulated("explore", GAME, "-tag=simulated", "--json")
    assert first.out == second.out
    assert json.loads(first.out)["rows"] == []
    assert "no match fits" in json.loads(first.out)["notes"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("frc_card_gam",), 2, ("no game 'frc_card_gam'",)),
        (("series",), 2, ("series is a contest",)),
        ((GAME, "dance"), 2, ("nobody played 'dance'", "end_turn")),
        ((GAME, "end_turn", "draw_card", "dance"), 2, ("after 'draw_card' nobody played 'dance'",)),
        ((GAME, "where", "player=Nobody"), 2, ("no player 'Nobody' in any match",)),
        ((GAME, "where", "plyer=Ada"), 2, ("no filter 'plyer'", "player")),
        ((GAME, "where", "turn=x"), 2, ("turn=x",)),
        ((GAME, "where", "recorded=yes"), 2, ("cannot count what was taken back",)),
        ((GAME, "--at", "zzzz/3"), 5, ("zzzz",)),
        ((GAME, "--limit", "-1"), 2, ("--limit",)),
        ((GAME, "\x1b[2J"), 2, ("nobody played",)),
        ((GAME, "e" * 100_000), 2, ("nobody played",)),
    ],
)
def test_typed_wrong(simulated: CommandLine, arguments: tuple[str, ...], code: int, words: tuple[str, ...]) -> None:
    """One line and the documented code; an escape sequence does not reach the terminal."""
    ran = simulated("explore", *arguments)
    refused(ran, code, *words)
    assert "\x1b" not in ran.err
    assert len(ran.err) < 1000


def test_positions_of_other_games_and_entries_that_are_not(simulated: CommandLine) -> None:
    """An address must be one of a match of the game."""
    match = json.loads(simulated("explore", GAME, "--json").out)["rows"][0][-1][0].partition("/")[0]
    refused(simulated("explore", "frc_tcg", "--at", f"{match}/3"), 2, "a match of frc_card_game, not of frc_tcg")
    refused(simulated("explore", GAME, "--at", f"{match}/99999"), 2, "no entry 99999")


@pytest.mark.parametrize("game", GAMES)
def test_what_was_put_right_counts_as_right(app: Matchbook, tmp_path: Path, game: str) -> None:
    """A record with slips, laid out before and after it was put right: then its moves are those of the right record."""
    sheet, lines = lines_of(game)
    right = app.match(record(app, game, sheet, lines))
    wrong, changes = slips(app, game, right)
    analytics = Analytics(tmp_path / "analytics.duckdb", app.store)
    asked = read_explored(game, (), ("kind=all",), {})
    query = "select turn, seat, before_key, move, after_key from steps where match = '{}' order by version, number"
    analytics.explore(asked)
    expected = analytics.sql(query.format(right.id)).rows
    before = analytics.sql(query.format(wrong)).rows
    correct(app, Asked(match=wrong, changes=changes, reason="three slips"))
    analytics.explore(asked)
    assert sorted(map(str, analytics.sql(query.format(wrong)).rows)) == sorted(map(str, expected))
    assert expected
    assert before != expected
