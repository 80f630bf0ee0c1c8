"""The page of statistics: the address is the question, everything can be clicked without scripts, and rows open their matches."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote_plus

import pytest

from domain.registry import load_game
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from tests.web_service.serving import Served, serving
from tests.web_service.tables import opened


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A match that was played to its end, in two games."""
    with serving(tmp_path_factory.mktemp("statistics")) as made:
        for game in ("pbl_robots", "robin_in_the_hood"):
            type_in(made.app, load_game(game), sample_sheets(load_game(game))[0])
        yield made


def page(served: Served, question: str, **more: object) -> tuple[int, str]:
    client = served.client(served.token("judge"))
    answer = client.get("/statistics", params={"q": question, **more})  # type: ignore[dict-item]
    return answer.status_code, answer.text


def links(text: str) -> list[str]:
    """The questions behind the links of a page."""
    return [unquote_plus(unescape(found)) for found in re.findall(r'href="/statistics\?q=([^"&]*)"', text)]


def test_every_link_of_the_page_is_a_question_that_can_be_asked(served: Served) -> None:
    """Numbers, splits and filters: each leads to a page that answers, by the line in its address."""
    client = served.client(served.token("organiser"))
    text = client.get("/statistics", params={"q": "win-rate by player game:pbl_robots"}).text
    assert len(links(text)) > 60
    assert "win-rate by player, first game:pbl_robots" in links(text)
    assert "win-rate by player" in links(text)
    for question in links(text)[::30]:
        assert client.get("/statistics", params={"q": question}).status_code == 200, question


def test_a_row_opens_the_matches_behind_it(served: Served) -> None:
    """Those that it counts, and no others."""
    status, text = page(served, "results game:pbl_robots", row=1)
    assert status == 200
    [match] = re.findall(r'href="/m/([^"]+)"', text)
    assert served.app.match(match).game.name == "pbl_robots"


def test_an_error_points_at_the_wrong_word(served: Served) -> None:
    """The line is shown again with the word marked, and the reason above it."""
    for question, wrong in {
        "win-rate by plyer": "plyer",
        "win-rate gaem:x": "gaem:x",
        "win-rote": "win-rote",
        "score turn:x since:1": "turn:x",
    }.items():
        status, text = page(served, question)
        assert status == 400
        assert re.findall(r"<mark>(.*?)</mark>", text) == [wrong]
        assert 'role="alert"' in text


def test_a_chart_is_drawn_with_the_names_of_its_lines(served: Served) -> None:
    """Each line ends with its name and has dashes of its own, so that no colour is needed."""
    _, text = page(served, "pilot-points")
    assert re.findall(r'<polyline class="series (dash\d)"', text) == ["dash0", "dash1"]
    assert "<title" not in text.partition("<svg")[2]
    assert all(f">{name}</text>" in text for name in ("winners", "losers"))
    _, text = page(served, "dice game:pbl_robots")
    assert text.count('class="column"') == 6 + 20 * ("faces 20" in text)


def test_the_same_state_is_answered_once(served: Served) -> None:
    """Recording is not slowed by who looks again: a client that has the page gets 304 without a question, until something is
    recorded."""
    client = served.client(served.token("judge"))
    asked = {"q": "length"}
    first = client.get("/statistics", params=asked)
    again = client.get("/statistics", params=asked, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    opened(served.app)
    after = client.get("/statistics", params=asked, headers={"If-None-Match": first.headers["etag"]})
    assert after.status_code == 200


def test_who_may_not_ask_sees_neither_page_nor_link(served: Served) -> None:
    """Statistics are counted from what a judge may see."""
    client = served.client(served.token("scorekeeper"))
    assert client.get("/statistics").status_code == 403
    assert "/statistics" not in client.get("/matches").text
