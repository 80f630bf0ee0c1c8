"""Opening a single match in the browser, and the links that lead there."""

import re
from typing import Any

import pytest

from service.kits import playable_games
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served
from tests.web_service.windows import PHONE, Window, expect

HTML = {"Accept": "text/html"}


def page(served: Served, secret: str, path: str) -> str:
    """The text of a page for a browser that is signed in, or not."""
    cookie = {"Cookie": f"matchbook={secret}"} if secret else {}
    return served.client(**HTML, **cookie).get(path).text


def menu(served: Served, secret: str, path: str = "/enter") -> list[str]:
    """The words of the links in the header."""
    [nav] = re.findall(r'<nav aria-label="Pages">(.*?)</nav>', page(served, secret, path))
    return re.findall(r"<a [^>]*>([^<]*)</a>", nav)


def test_the_form_offers_every_game_and_kit(served: Served) -> None:
    """Each has an option, with the decks it brings along."""
    shown = page(served, served.token("scorekeeper"), "/new")
    assert re.findall(r'<option value="(\w+)" data-decks', shown) == list(playable_games())
    assert 'value="frc_card_game" data-decks="all_hands' in shown


def test_the_header_links_to_the_pages_that_a_role_may_open(served: Served) -> None:
    """Everybody has tables and matches; those who may open a match, ask or run events have these pages too."""
    everybody, keeper = ["Tables", "Matches"], "Signed in: scorekeeper"
    assert menu(served, "") == [*everybody, "Sign in"]
    assert menu(served, served.token("scorekeeper")) == [*everybody, "New match", keeper]
    assert menu(served, served.token("scorekeeper", match="m" * 12)) == [*everybody, keeper]
    judge = [*everybody, "Statistics", "New match"]
    assert menu(served, served.token("judge")) == [*judge, "Signed in: judge"]
    assert menu(served, served.token("organiser")) == [*judge, "Create an event", "Signed in: organiser"]


def test_the_overview_offers_a_new_match_to_those_who_may_open_one(served: Served) -> None:
    """Given tokens with one scope and another, then each gets its own page, also at the same state of the store."""
    button = '<a class="button" href="/new">New match</a>'
    keeper, judge = served.token("scorekeeper"), served.token("judge")
    assert [button in page(served, secret, "/") for secret in (keeper, judge, "")] == [True, True, False]
    assert button not in page(served, keeper, "/locked")


@pytest.mark.parametrize("path", ["/nowhere", "/m/nowhere", "/g/new"])
def test_problem_pages_ask_only_strangers_to_sign_in(served: Served, path: str) -> None:
    """An unknown address, an unknown match and a page of another role name the one who is signed in."""
    assert menu(served, "", path)[-1] == "Sign in"
    shown = page(served, served.token("scorekeeper"), path)
    assert ("Signed in: scorekeeper" in shown, "ign in" in shown.replace("Signed in", "")) == (True, False)


CANNOT_BEGIN: tuple[tuple[dict[str, Any], str], ...] = (
    ({"game": "chess", "players": ["Ada", "Bo", "Cy"]}, "3 players; this kit is for 2"),
    ({"game": "frc_card_game", "players": ["Ada", "Bo"]}, "Ada: give a deck list, or the number of cards"),
    (
        {"game": "frc_card_game", "players": ["Ada", "Bo"], "decks": {"1": "x"}},
        "this game has no deck 'x': give the number of cards, or one of: all_hands",
    ),
    ({"game": "frc_tcg", "players": ["Ada", "Ada"]}, "a match needs two or more different players"),
    ({"game": "chess"}, "give the name of each player"),
    ({"game": "chess", "players": ["Ada", "Bo"], "options": {"goal": ""}}, "goal"),
)


def test_a_match_that_cannot_begin_is_refused_in_a_line(served: Served) -> None:
    """The reason is for people, and the match is not stored."""
    client = served.client(served.token("scorekeeper"))
    for body, why in CANNOT_BEGIN:
        said = client.post("/api/matches", json=body).json()
        told = said.get("detail") or "; ".join(one["text"] for one in said["broken"])
        assert why in told
        assert "--" not in told
        assert served.app.store.head_position() == 0


@pytest.mark.slow
@needs_browser
def test_a_scorekeeper_opens_a_match_and_records_it(browser: Any, served: Served) -> None:
    """Given a refusal, then it is told on the page and what was typed stays; with decks the match is open on its recording page."""
    window = Window(browser, PHONE).at(served, "/", "scorekeeper")
    form = window.page
    form.click("main >> text=New match")
    form.select_option("[name=game]", "frc_card_game")
    form.fill("[name=players]", "Ada; 30\nBo")
    form.fill("[name=deck]", "5")
    form.click("text=Open the match")
    expect(form.locator(".said")).to_have_text("Not recorded. [CG-D01] Bo: the deck has 5 cards, needs 30 to 40")
    form.reload()
    expect(form.locator("[name=players]")).to_have_value("Ada; 30\nBo")
    form.fill("[name=deck]", "all_hands")
    assert window.sideways <= 0
    form.click("text=Open the match")
    form.wait_for_url("**/m/*/record")
    expect(form.locator("#offers")).to_be_visible()
    [match] = served.client().get("/api/matches").json()["matches"]
    assert match["players"] == ["Ada", "Bo"]
    assert [one for one in window.wrong if "422" not in one] == []
