"""The page of matches: what each line tells."""

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
