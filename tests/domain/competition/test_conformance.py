"""The conformance suite of games holds for contests, in every form."""

from itertools import starmap
from typing import cast

import pytest

from domain.competition.gathering import GATHERING
from domain.competition.tournament import TOURNAMENT
from domain.game import AnyGame
from domain.games.pbl_robots.competitions.league import LEAGUE
from domain.games.pbl_robots.competitions.series import SERIES
from matchbook.conformance.suite import GAME_CHECKS, MATCH_CHECKS, suite_of
from tests.campaigns import some, tries
from tests.domain.competition.tables import cards_of

MATCHES = tries("MATCHBOOK_CONTESTS", few=2, many=6)
FORMS = [
    *((SERIES, options) for options in ({}, {"rotation": "3"}, {"rotation": "5", "best_of": "5"})),
    *((TOURNAMENT, options) for options in ({}, {"bracket": "round_robin"}, {"bracket": "swiss"})),
    *((LEAGUE, options) for options in ({}, {"form": "keeper"}, {"form": "salary"})),
    (GATHERING, {}),
]


@pytest.mark.parametrize(
    ("competition", "options"),
    some(starmap(pytest.param, FORMS), 5),
    ids=lambda part: part.name if hasattr(part, "name") else str(part),
)
def test_contests_conform(competition: AnyGame, options: dict[str, str]) -> None:
    """A contest keeps every property that a game keeps: replay, notation, storage, hiding, odd commands."""
    suite = suite_of(competition, cards_of(cast("AnyGame", competition)), matches=MATCHES, options=options)
    assert [problem for check in (*MATCH_CHECKS, *GAME_CHECKS) for problem in suite.problems(check)] == []
