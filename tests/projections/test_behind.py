"""The matches behind the rows of answers: as many as the row says, and those of a count made without the answer."""

import pytest

from projections.analytics import Analytics
from projections.answers import Answer, MatchQuery
from projections.errors import UnknownMove, UnknownQuestion
from projections.opening_explorer import read_explored
from projections.questions import metric_questions
from projections.statements import read_request
from storage.store import MatchStore
from tests.campaigns import tries
from tests.projections.made_once import archive_of
from tests.projections.scorebook import Scorebook

GAME = "frc_tcg"
ROWS = tries("MATCHBOOK_ROWS_BEHIND", few=2, many=12)
COUNTED = {
    "results": "n",
    "profile": "n",
    "head-to-head": "n",
    "length": "n",
    "lengths": "matches",
    "points-by-turn": "n",
}
"""The column of a question that says how many matches there are behind a row."""


def two_games(store: MatchStore) -> None:
    """Three matches of each of two games, one of them still running."""
    for game in (GAME, "pbl_robots"):
        for number in range(3):
            Scorebook(store, f"{game}{number}", game, number).play(None if number else 40)


analytics = archive_of(two_games)


def rows_of(answer: Answer) -> list[dict[str, object]]:
    """The rows by column."""
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


@pytest.mark.parametrize("name", COUNTED)
def test_a_row_of_a_question_has_as_many_matches_as_it_counts(analytics: Analytics, name: str):
    """Given any row, when its matches are asked for, then there are as many as its number of them."""
    rows = rows_of(analytics.ask(name))
    assert rows
    for row in rows[:: -(-len(rows) // (4 * ROWS))]:
        assert len(analytics.matches_behind(name, row)) == row[COUNTED[name]]


@pytest.mark.parametrize("name", metric_questions())
def test_a_row_of_a_metric_has_the_matches_that_it_counts(analytics: Analytics, name: str):
    """Given a metric by its last dimension, when the matches of its rows are asked for, then there are as many as `matches` says
    (of an incidence: no more than those)."""
    metric = metric_questions()[name]
    [*_, last] = ["", *(one for one in metric.splits if one in ("card", "player", "rule", "claim", "month"))]
    wanted = read_request([name, "by", last] if last else [name])
    for row in rows_of(analytics.ask(wanted))[:ROWS]:
        found = analytics.matches_behind(wanted, row)
        assert len(set(found)) == len(found)
        if metric.kind == "incidence":
            assert bool(found) is bool(row["value"]), "a row of none has no matches behind it"
            assert len(found) <= int(str(row["matches"]))
        else:
            assert len(found) == row["matches"]


def test_the_matches_of_a_player_are_those_that_the_player_won_or_lost(analytics: Analytics):
    """Filters of the question hold for its matches, too."""
    wanted = read_request(["win-rate", "by", "player", f"game:{GAME}"])
    for row in rows_of(analytics.ask(wanted)):
        listed = analytics.matches(MatchQuery(among=analytics.matches_behind(wanted, row)))
        assert {match.game for match in listed} == {GAME}
        assert all(str(row["player"]) in match.players and match.status != "running" for match in listed)


def test_a_list_holds_those_matches_alone(analytics: Analytics):
    """`among` narrows list and count, beside the other filters; an empty list of ids gives an empty list."""
    some = MatchQuery(among=(f"{GAME}1", f"{GAME}2", "nowhere"))
    count, rows = analytics.listing(some)
    assert count == 2
    assert {row.id for row in rows} == {f"{GAME}1", f"{GAME}2"}
    assert analytics.matches(MatchQuery(among=())) == ()


def test_a_move_of_the_explorer_has_the_matches_in_which_it_was_made(analytics: Analytics):
    """Given a row, then its matches are as many as it says, the latest first; an unplayed move is refused."""
    asked = read_explored(GAME, (), ())
    for row in rows_of(analytics.explore(asked)):
        found = analytics.matches_behind(asked, row)
        assert len(found) == row["matches"]
        assert {str(link).split("/", maxsplit=1)[0] for link in row["links"]} <= set(found)  # type: ignore[attr-defined]
    with pytest.raises(UnknownMove):
        analytics.matches_behind(read_explored(GAME, ("dance",), ()), {"move": "dance"})


def test_a_question_without_matches_of_its_own_opens_those_of_its_game(analytics: Analytics):
    """Every question can be opened; one that is unknown is named."""
    for row in rows_of(analytics.ask("points-race")):
        assert set(analytics.matches_behind("points-race", row)) == {f"{row['game']}{number}" for number in range(3)}
    with pytest.raises(UnknownQuestion):
        analytics.matches_behind("nothing", {})
