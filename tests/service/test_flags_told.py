"""Whether an action is flagged may tell a hidden card: each viewpoint reads the flags that follow from what it knows."""

from typing import Any

import pytest

from domain.entries import action_parts
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from matchbook.api import open as open_book
from projections.redacted.entries import action_as
from replay_tui.captions import citation
from replay_tui.timeline import Timeline
from service.reading.log import log_lines
from service.reading.match_diff import compare
from tests.games.tabletop.tables import parts, table
from tests.service.test_noninterference import MATCH, leaks, recorded

TAIL = """
[verb.grab]
take = { card = "card stock" }
does = ["draw $card stock hand"]
phase = ["second"]
[[guard]]
id = "ELM"
on = ["take", "grab"]
needs = "$card != elm"
text = "an elm stays in the stock"
"""


def record(*lines: str, url: str = ":memory:") -> Any:
    """A match of the kit, with illegal actions recorded as played."""
    catalogue = parts(tail=TAIL)
    opened = table(catalogue)
    commands = [opened.command(line) for line in ("open_table Ada,Bo", *lines)]
    return recorded(opened.game, catalogue, commands, url)


FLAGGED = {
    "a guard over a hidden card": (("take oak",), ("take elm",), "P-ELM"),
    "copies of a card": (("take oak", "take oak", "take yew"), ("take oak", "take oak", "take oak"), "TT-COPIES"),
    "beside a flag for all": (("grab oak",), ("grab elm",), "P-ELM"),
}


@pytest.mark.parametrize("viewpoint", [1, SPECTATOR])
@pytest.mark.parametrize("case", FLAGGED)
def test_a_flag_over_a_hidden_card_is_told_to_nobody_else(case: str, viewpoint: Viewpoint) -> None:
    """Given two records that differ in Ada's hidden card, one of them flagged for it, then only Ada and the judge see that."""
    legal, illegal, rule = FLAGGED[case]
    one, other = record(*legal), record(*illegal)
    assert leaks(one, other, viewpoint) == []
    told = [
        [
            action_as(history.match.game, history.match.states[version - 1], parts_of, viewpoint)["violations"]
            for version, entry in enumerate(history.entries, start=1)
            if (parts_of := action_parts(entry.payload))[0] is not None
        ]
        for history in (one, other)
    ]
    assert told[0] == told[1]
    assert compare(one, other, viewpoint).pairs == ()
    assert [Timeline(history, eyes=viewpoint).marks for history in (one, other)] == [Timeline(one).marks] * 2
    assert citation(Timeline(one), 2, viewpoint) == citation(Timeline(other), 2, viewpoint)
    for knows in (0, JUDGE):
        assert rule not in "".join(log_lines(one, knows))
        assert rule in "".join(log_lines(other, knows))


def test_a_flag_that_follows_from_what_all_see_is_told_to_all() -> None:
    """Given a card that is taken in the wrong phase, then its own phase is named to everybody, the card's guard to who knows it."""
    history = record("grab elm")
    told = {who: "\n".join(log_lines(history, who)) for who in (0, 1, SPECTATOR, JUDGE)}
    assert [who for who, text in told.items() if "TT-PHASE" in text] == [0, 1, SPECTATOR, JUDGE]
    assert [who for who, text in told.items() if "P-ELM" in text] == [0, JUDGE]


def test_python_reads_the_flags_of_its_viewpoint(tmp_path: Any) -> None:
    """The same flags for programs, from each viewpoint."""
    url = f"sqlite:///{tmp_path / 'one.db'}"
    record("grab elm", url=url)
    with open_book(url) as book:
        flags = {who: [*book.match(MATCH, who).steps()][-1].violations for who in ("spectator", "Ada")}
    assert (len(flags["spectator"]), len(flags["Ada"])) == (1, 2)
