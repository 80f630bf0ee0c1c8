"""Lists of matches: kinds, counts, tags, players, and a catch-up that is stopped on the way."""

from typing import Any

import pytest

from domain.rules import Violation
from projections.analytics import Analytics
from projections.answers import Amount, MatchQuery
from storage.store import MatchStore
from tests.campaigns import some
from tests.projections.scorebook import Scorebook


@pytest.fixture
def book(store: MatchStore) -> None:
    """A match with a broken rule, a what-if of it, and a long match."""
    Scorebook(store, "broken", tags=("cup", "Club Night")).play(5).act(Violation("MG-P03", "a card was placed already"))
    Scorebook(store, "what-if", forked_from="broken/3", tags=("cup",)).play(2)
    Scorebook(store, "long").play()


def ids(analytics: Analytics, **query: Any) -> list[str]:
    """The matches found, in alphabetical order."""
    return sorted(row.id for row in analytics.matches(MatchQuery(**query)))


@pytest.mark.usefixtures("book")
def test_kinds_are_told_apart(analytics: Analytics) -> None:
    """A what-if is no match that was played; a game that is not installed is not taken for a contest."""
    assert ids(analytics, kind="match") == ["broken", "long"]
    assert ids(analytics, kind="what-if") == ["what-if"]
    assert ids(analytics, kind="contest") == []
    assert {row.id: row.kind for row in analytics.matches()}["what-if"] == "what-if"


@pytest.mark.usefixtures("book")
def test_counts_bound_the_list(analytics: Analytics) -> None:
    """More than, fewer than, exactly so many violations and entries."""
    assert ids(analytics, violations=Amount(">", 0)) == ["broken"]
    assert ids(analytics, violations=Amount("=", 0)) == ["long", "what-if"]
    assert ids(analytics, entries=Amount("<", 5)) == ["what-if"]


@pytest.mark.usefixtures("book")
def test_names_are_whole_and_upper_or_lower_case(analytics: Analytics) -> None:
    """A player or a tag is meant as a whole."""
    assert ids(analytics, tag="club NIGHT") == ["broken"]
    assert ids(analytics, tag="club") == []
    assert ids(analytics, player="aDA") == ["broken", "long", "what-if"]
    assert ids(analytics, player="ad") == []


@pytest.mark.usefixtures("book")
def test_tags_and_players_to_choose_from(analytics: Analytics) -> None:
    """The commonest first, tags with their counts."""
    assert analytics.tags() == (("cup", 2), ("Club Night", 1))
    assert analytics.players() == ("Ada", "Bo")
    assert analytics.players(1) == ("Ada",)


@pytest.mark.usefixtures("book")
def test_a_listing_counts_all_pages(analytics: Analytics) -> None:
    """The count is the query's, the rows are the page's."""
    count, rows = analytics.listing(MatchQuery(limit=1, sort="entries"))
    assert (count, [row.id for row in rows]) == (3, ["long"])


class Enough(Exception):
    """Somebody pressed a key."""


@pytest.mark.parametrize("steps", some([1, 2, 5], 1))
@pytest.mark.promise(id="Convention 14")
def test_a_catch_up_can_be_stopped_without_harm(store: MatchStore, analytics: Analytics, steps: int) -> None:
    """What was taken in stays, the next question goes on from there, and all is as if nothing had happened."""
    for number in range(6):
        Scorebook(store, f"m{number}").play()
    followed = Analytics(analytics.path.with_name("stopped.duckdb"), store, wait=0.3, batch=10)
    reported: list[int] = []

    def report(done: int, _: int) -> None:
        reported.append(done)
        if len(reported) == 1 + steps:  # the first is the beginning
            raise Enough

    with pytest.raises(Enough):
        followed.listing(MatchQuery(), report)
    assert followed.status().position == reported[-1] == 10 * steps
    assert followed.listing(MatchQuery())[0] == 6
    assert followed.content_hash() == analytics.content_hash()
