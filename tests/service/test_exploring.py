"""`explore` and `find` on the command line: tables, JSON, sentences, and input that is refused in one line."""

import json
from pathlib import Path

import pytest

from projections.analytics import Analytics
from projections.grammar import read_filters
from projections.opening_explorer import read_explored
from service.recording.correction_requests import CorrectionRequest, correct
from service.recording.match_service import MatchService
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_revisions import GAMES, lines_of, record, slips

GAME = "frc_card_game"


@pytest.mark.slow
def test_table_and_json_say_the_same(simulated: CommandLine) -> None:
    """The table has a row for each move, with addresses that `show` opens; JSON has all that is known of it."""
    shown, ran = simulated("explore", GAME), simulated("explore", GAME, "--json")
    assert (shown.code, ran.code) == (0, 0)
    answer = json.loads(ran.out)
    found = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
    assert sum(row["n"] for row in found) == answer["n"] == 3
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


@pytest.mark.slow
def test_moves_lead_on_and_filters_narrow(simulated: CommandLine) -> None:
    """A beginning of a move is enough; `-tag=` needs no `where`; other games and missing entries are named."""
    whole = simulated("explore", GAME, "end_turn", "draw_card", "--json")
    begun = simulated("explore", GAME, "END", " draw_c", "--json")
    assert begun.out == whole.out
    assert json.loads(whole.out)["rows"]
    assert (
        "from 1 position" in simulated("explore", GAME, "end_turn", "draw_card").err or json.loads(whole.out)["notes"]
    )
    assert simulated("explore", GAME, "kind:simulated", "--json").code == 0
    first = simulated("explore", GAME, "-tag:simulated", "--json")
    assert json.loads(first.out)["rows"] == []
    assert "no match is in scope" in json.loads(first.out)["notes"]
    match = json.loads(simulated("explore", GAME, "--json").out)["rows"][0][-1][0].partition("/")[0]
    refused(simulated("explore", "frc_tcg", "--at", f"{match}/3"), 2, "a match of frc_card_game, not of frc_tcg")
    refused(simulated("explore", GAME, "--at", f"{match}/99999"), 5, "no entry 99999")


TYPED_WRONG = (
    (("frc_card_gam",), 2, ("no game 'frc_card_gam'",)),
    (("series",), 2, ("series is a competition",)),
    ((GAME, "dance"), 2, ("from there 'dance' was never played", "end_turn")),
    ((GAME, "end_turn", "draw_card", "dance"), 2, ("after 'draw_card', 'dance' was never played",)),
    ((GAME, "player:Nobody"), 2, ("no player 'Nobody' in any match",)),
    ((GAME, "plyer:Ada"), 2, ("no filter 'plyer'", "player")),
    ((GAME, "turn:x"), 2, ("turn:x",)),
    ((GAME, "end_turn", "where", "least=2"), 2, ("old spelling; write end_turn least:2",)),
    ((GAME, "recorded:yes"), 2, ("explore counts only current moves",)),
    ((GAME, "--at", "zzzz/3"), 5, ("zzzz",)),
    ((GAME, "--limit", "-1"), 2, ("--limit",)),
    ((GAME, "\x1b[2J"), 2, ("was never played",)),
    ((GAME, "e" * 100_000), 2, ("was never played",)),
)
"""Arguments, the exit code, and parts of the error."""


def test_what_is_typed_wrong_is_refused_in_one_short_line(simulated: CommandLine) -> None:
    """The line has no control characters and does not repeat what was typed at any length."""
    for arguments, code, words in TYPED_WRONG:
        ran = simulated("explore", *arguments)
        refused(ran, code, *words)
        assert "\x1b" not in ran.err
        assert len(ran.err) < 1000


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_was_put_right_counts_as_right(app: MatchService, tmp_path: Path, game: str) -> None:
    """A record with slips, laid out before and after it was put right: then its moves are those of the right record."""
    sheet, lines = lines_of(game)
    right = app.match(record(app, game, sheet, lines))
    wrong, changes = slips(app, game, right)
    analytics = Analytics(tmp_path / "analytics.duckdb", app.store)
    asked = read_explored(game, (), read_filters("kind:all"))
    query = "select turn, seat, before_key, move, after_key from steps where match = '{}' order by version, number"
    analytics.explore(asked)
    expected = analytics.sql(query.format(right.id)).rows
    before = analytics.sql(query.format(wrong)).rows
    correct(app, CorrectionRequest(match=wrong, changes=changes, reason="three slips"))
    analytics.explore(asked)
    assert sorted(map(str, analytics.sql(query.format(wrong)).rows)) == sorted(map(str, expected))
    assert expected
    assert before != expected


def test_found_entries_open_and_filters_follow_where(simulated: CommandLine) -> None:
    """The sentence is that of the log, and wrong words get one line."""
    ran = simulated("find", "robot_played", "--limit", "2", "--json")
    answer = json.loads(ran.out)
    assert len(answer["found"]) == min(2, answer["total"]) > 0
    for one in answer["found"]:
        assert one["replay"] == f"matchbook replay {one['match']}/{one['version']}"
        assert one["sentence"].split(";")[0] in simulated("log", one["match"]).out
        assert simulated(*one["replay"].split()[1:], "--text").code == 0
    shown = simulated("find", "robot_played", "--limit", "2")
    assert all(one["sentence"] in shown.out for one in answer["found"])
    assert f"{answer['total']} entries in" in shown.err
    assert json.loads(simulated("find", "drawn", "-tag:simulated", "--json").out)["total"] == 0
    assert json.loads(simulated("find", "drawn", "tag:simulated", "--json").out)["total"] > 0
    refused(simulated("find", "plaxed"), 2, "did you mean played?")
    refused(simulated("find", "(played"), 2, "a bracket is not closed")
    refused(simulated("find", "played", "--as", "Rim"), 2, "'Rim' did not play in any match")
    refused(simulated("stats", "cards", "--as", "Rin", "--format", "csv"), 2, "leave out -o and --format")


@pytest.mark.slow
def test_others_are_told_what_they_were(simulated: CommandLine) -> None:
    """A draw is found by its card only by who may know it, and told without it to all others."""
    known = {
        who: json.loads(simulated("find", "drawn", "--as", who, "--json").out) for who in ("judge", "spectator", "Rin")
    }
    assert known["judge"]["total"] == known["spectator"]["total"] == known["Rin"]["total"]
    assert "a card" in known["spectator"]["found"][0]["sentence"]
    cards = "select count(card) from cards where action = 'drawn'"
    counts = [
        json.loads(simulated("sql", cards, "--as", who, "--json").out)["rows"][0][0]
        for who in ("judge", "Rin", "spectator")
    ]
    assert counts[0] > counts[1] > counts[2] == 0
