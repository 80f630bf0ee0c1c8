"""Metrics on the command line: one generic question, refused in one line if invalid."""

import json

from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_cli_flows import NEW


def test_a_metric_is_split_and_narrowed(simulated: CommandLine) -> None:
    """Negative filters leave out; the answer has sample, interval and notes."""
    every = json.loads(simulated("stats", "win-rate", "by", "player", "--json").out)
    [left_out, *others] = sorted(row[1] for row in every["rows"])
    assert every["columns"][:7] == ["game", "player", "n", "matches", "value", "low", "high"]
    for word in (f"-player:{left_out}", f"-player:{left_out}"):
        narrowed = json.loads(simulated("stats", "win-rate", "by", "player", word, "--json").out)
        assert sorted(row[1] for row in narrowed["rows"]) == others


def test_what_is_unknown_is_named(simulated: CommandLine) -> None:
    """The line names the wrong word, and what may be meant."""
    for words, said in (
        (("winrate", "by", "player"), "no statistic 'winrate'; did you mean win-rate"),
        (("gih-win-rate", "card:ramport"), "no card 'ramport' in any match; did you mean rampart"),
        (("win-rate", "by", "plyer"), "no dimension 'plyer'; did you mean player"),
        (("win-rate", "turn:3"), "win-rate cannot be narrowed by turn"),
        (("cardz",), "no statistic 'cardz'; did you mean cards"),
    ):
        refused(simulated("stats", *words), 2, said)


def test_metrics_are_listed_explained_and_empty_without_matches(matchbook: CommandLine) -> None:
    assert matchbook(*NEW).code == 0
    done = matchbook("stats", "win-rate", "by", "player")
    assert done.code == 0
    assert json.loads(matchbook("stats", "gih-win-rate", "by", "card", "--json").out)["rows"] == []
    listed = json.loads(matchbook("metrics", "list", "--json").out)
    assert len(listed) > 35
    text = matchbook("metrics", "explain", "iwd").out
    for label in ("formula", "unit", "interval", "sample", "known bias"):
        assert label in text
    assert matchbook("metrics", "explain", "iwdd").code == 2
