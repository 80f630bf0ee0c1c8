"""D13: scripted disputes of each game. Official acts have the effects of the rulebook, which the data give beforehand.

`tests/games/GAME/disputes.toml` holds the disputes, `tests/games/GAME/disputes/` the reports on them; `python -m
tests.service.disputes` writes those again.
"""

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest

from domain.judging import ClaimKind, Remedy
from tests.service.disputes import GAMES, Case, Table, all_cases, disputes_of, golden, new_app

CASES = [pytest.param(game, case, id=f"{game}-{case.id}") for game, case in all_cases()]


@pytest.fixture
def table(game: str, case: Case) -> Iterator[Table]:
    """A disputed table: the play is recorded, and officials have not acted yet."""
    with new_app() as app:
        yield Table(app, game, case)


@pytest.mark.parametrize(("game", "case"), CASES)
def test_the_dispute_comes_to_what_the_rulebook_says(table: Table, game: str, case: Case) -> None:
    """Violations, plan, state and report are those written in the data beforehand."""
    assert table.flagged() == case.flagged
    if case.plan is not None:
        assert table.plan() == case.plan
    if case.flagged:
        assert case.error == min(int(entry.partition("#")[0]) for entry in case.flagged)
    table.officials_act()
    if case.error:
        assert case.error in {ruling.error for ruling in table.ruled().values()}
    facts = table.facts()
    for label, wanted in case.then.items():
        assert label in facts, (label, facts)
        if isinstance(wanted, str):
            assert wanted in facts[label], label
        else:
            assert any(all(part in text for part in wanted) for text in facts[label]), (label, facts[label])
    assert table.result() == case.result
    _reported(table, golden(game, case).read_text("utf-8"))
    assert table.untold() == []


def _reported(table: Table, kept: str) -> None:
    report = table.report()
    assert report == kept
    for ruling in table.ruled().values():
        assert ruling.text in report
        assert ruling.remedy == "none" or f"remedy: {ruling.remedy.replace('_', ' ')}" in report
        for rule in ruling.rules:
            assert f"{rule} {table.game.rules[rule].title}: {table.game.rules[rule].text}" in report
    for claim in table.claims().values():
        assert claim.text in report


@pytest.mark.parametrize("game", GAMES)
def test_ten_disputes_of_each_game_differ(game: str) -> None:
    """At least five of the seven remedies and four kinds of claims occur, with an appeal and a penalty."""
    cases = disputes_of(game).case
    assert len(cases) >= 10
    assert max(Counter(case.id for case in cases).values()) == 1
    typed = [step for case in cases for step in case.steps]
    remedies = {one for one in get_args(Remedy) for step in typed if f"--remedy {one}" in step}
    claims = {one for one in get_args(ClaimKind) for step in typed if step.startswith("dispute") and f" {one} " in step}
    assert len(remedies) >= 5, remedies
    assert len(claims) >= 4, claims
    assert any(step.startswith("appeal") for step in typed)
    assert any("--penalty" in step or step.startswith("penalise") for step in typed)


def test_every_remedy_has_a_dispute() -> None:
    assert len(CASES) >= 40
    typed = " ".join(step for _, case in all_cases() for step in case.steps if step.startswith("ruling"))
    assert [one for one in get_args(Remedy) if one != "none" and f"--remedy {one}" not in typed] == []
