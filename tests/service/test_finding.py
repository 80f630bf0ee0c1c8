"""`find` and `--as` as they are typed: sentences that open in the replay, JSON, and what can be typed wrong."""

import json
from collections.abc import Callable

import pytest

from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused

GAME = "frc_card_game"


@pytest.fixture
def simulated(stocked: Callable[[str, int], CommandLine]) -> CommandLine:
    """A store with matches of bots."""
    return stocked(GAME, 3)


def test_each_result_opens_where_it_happened(simulated: CommandLine) -> None:
    """The sentence is the log's, and the replay is opened at the entry."""
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


def test_filters_stand_behind_where(simulated: CommandLine) -> None:
    """Those that begin with a minus are no options."""
    assert json.loads(simulated("find", "drawn", "-tag=simulated", "--json").out)["total"] == 0
    assert json.loads(simulated("find", "drawn", "where", "tag=simulated", "--json").out)["total"] > 0


def test_what_is_typed_wrong_is_said_in_a_line(simulated: CommandLine) -> None:
    """One line and an exit code; nothing of an answer."""
    refused(simulated("find", "plaxed"), 2, "did you mean played?")
    refused(simulated("find", "(played"), 2, "a bracket is not closed")
    refused(simulated("find", "played", "--as", "Rim"), 2, "nobody called 'Rim' played")
    refused(simulated("stats", "cards", "--as", "Rin", "--format", "csv"), 2, "leave out -o and --format")
