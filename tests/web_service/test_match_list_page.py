"""The page of matches: what each line tells."""

from service.analysis.views import known_here
from tests.web_service.serving import Served
from tests.web_service.tables import LINES, opened


def page(served: Served, secret: str, path: str) -> str:
    """The text of a page."""
    return served.client(secret).get(path, headers={"Accept": "text/html"}).text


def test_the_match_list_shows_the_tags_that_people_gave(served: Served) -> None:
    """Tags that link a table to its event are for programs: the page has no column for them; the API tells them."""
    keeper = served.token("scorekeeper")
    opened(served.app, tag="gathering:abc/1")
    shown = page(served, keeper, "/matches")
    assert ("gathering:" in shown, ">Tags<" in shown) == (False, False)
    opened(served.app, tag="league night")
    assert "<td>league night</td>" in page(served, keeper, "/matches")
    listed = served.client(keeper).get("/api/matches").json()["matches"]
    assert [one["tags"] for one in listed] == [["league night"], ["gathering:abc/1"]]


def test_the_match_list_and_the_tables_tell_the_same_turn(served: Served) -> None:
    """Given a last action that begins a turn, then both pages are in that turn."""
    opened(served.app, lines=len(LINES) - 1)
    assert "<p data-moment>turn 1 · Ada</p>" in page(served, "", "/")
    assert "● live</span> turn 1 · Ada</td>" in page(served, "", "/matches")


HIDDEN = {"deck", "opposing-deck", "archetype", "opposing-archetype", "card", "violations", "recorder"}
"""Filters that would tell spectators of a match in progress the lists, cards and flags that their pages hide."""


def test_only_who_sees_everything_filters_by_what_is_hidden(served: Served) -> None:
    """Given a match in progress, then its hidden facts narrow the list only for officials; others cannot learn them by asking."""
    opened(served.app)
    official, anybody = served.client(served.token("scorekeeper")), served.client()
    for asked in (*(f"{sign}{name}:1" for name in HIDDEN for sign in ("", "-")), "sort:violations"):
        answers = [one.get("/api/matches", params={"q": asked}) for one in (official, anybody)]
        assert [one.status_code for one in answers] == [200, 400], asked
        assert "sign in to" in answers[1].json()["detail"], asked


def test_everybody_filters_by_what_the_pages_show(served: Served) -> None:
    """All other filters of the list are open: whoever adds one decides whether it tells what is hidden."""
    opened(served.app)
    names = set(known_here()) - HIDDEN
    asked = {one: served.client().get("/api/matches", params={"q": f"{one}:2026"}) for one in names}
    assert not [one for one, got in asked.items() if "sign in to" in got.text]
