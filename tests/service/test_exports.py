"""Exports for viewing: the web page, the log, the picture. A viewpoint is cut in the bytes."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree as ET

import pytest

from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.seats import SPECTATOR, SeatSetup, TableSetup
from service.exchange.files import render
from service.reading.drawing import pictured
from service.reading.styled_text import plain
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.service.browsing import in_browser, needs_browser

pytestmark = pytest.mark.promise(id="V8")


@pytest.fixture
def history(tmp_path: Path) -> Iterator[AnyHistory]:
    """The match from a table, with a card that only Bo was shown."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        game = load_game("frc_card_game")
        match = type_in(app, game, sample_sheets(game)[0])
        app.take_back(match.id, 6, reason="from here on with <b>open</b> cards & more")
        app.take(match.id, "reveal_card #2-02=cannon to=Bo player=Bo")
        yield app.history(match.id)


def test_the_page_is_closed_named_and_of_one_viewpoint(history: AnyHistory) -> None:
    """It is self-contained, names its parts for screen readers, and holds every entry for its viewpoint."""
    page = render(history, "html", "judge")
    assert re.findall(r"(?:https?:)?//[a-z]", page) == []
    assert "default-src 'none'" in page
    assert "<b>open</b>" not in page
    page = Outline(render(history, "html", "Ada"))
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("h1")) == len(page.all("title")) == len(page.all("main")) == 1
    regions = [part["aria-label"] for kind in ("main", "section", "aside") for part in page.all(kind)]
    assert regions == ["Board", "Controls", "What happened"]
    assert [part["id"] for part in page.all("div") if part.get("aria-live") == "polite"] == ["caption"]
    assert all(button.get("aria-label") or button["id"] == "play" for button in page.all("button"))
    assert page.all("main")[0]["tabindex"] == "0"
    page = render(history, "html", "Ada")
    assert "Seen as Ada" in page
    assert "as Bo" not in page
    (view,) = re.findall(r'<script type="application/json" class="view">(.*)</script>', page)
    assert len(json.loads(view)["steps"]) == len(json.loads(view)["boards"]) == history.match.version


@pytest.mark.parametrize("form", ["html", "text", "svg"])
def test_the_same_record_gives_the_same_bytes(history: AnyHistory, form: str) -> None:
    assert render(history, form, "judge") == render(history, form, "judge")  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["html", "text", "svg"])
@pytest.mark.promise(id="H3")
def test_what_a_viewpoint_may_not_know_is_not_in_the_bytes(history: AnyHistory, form: str) -> None:
    now = {who: render(history, form, who) for who in ("Bo", "judge", "Ada", "spectator")}  # type: ignore[arg-type]
    last = {who: text.rpartition("to=Bo")[2] if form == "text" else text for who, text in now.items()}
    knows = {who: text.count("Cannon") + text.count("cannon") for who, text in last.items()}
    assert min(knows["Bo"], knows["judge"]) > max(knows["Ada"], knows["spectator"])


PRESS = """for (const key of %s)
  document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
"""
WHERE = 'return document.getElementById("where").textContent;'


STEPS: list[tuple[list[str], int]] = [
    ([], 1),
    (["ArrowRight", "j"], 3),
    (["End"], 58),
    (["G", "ArrowLeft"], 57),
    (["End", "ArrowRight"], 58),
    (["]"], 6),
    (["]", "]", "["], 6),
    (["End", "Home"], 1),
]


@needs_browser
def test_keys_step_in_a_browser(history: AnyHistory, tmp_path: Path) -> None:
    """Keyboard stepping works from disk in a real browser, from the first entry each time, and stops at both ends."""
    here = 'found.push(document.getElementById("where").textContent);\n'
    steps = (PRESS % ["Home"] + PRESS % keys + here for keys, _ in STEPS[1:])
    script = f'const found = [];\n{here}{"".join(steps)}return found.join("|");'
    found = in_browser(render(history, "html", "judge"), script, tmp_path).split("|")
    for where, (keys, entry) in zip(found, STEPS, strict=True):
        assert where.startswith(f"{history.match.id}/{entry} · entry {entry} of 58"), (keys, where)


@needs_browser
@pytest.mark.parametrize(("fragment", "entry"), [("#12", 12), ("#12.3", 12), ("#999", 58), ("#x", 5), ("", 5)])
def test_a_page_opens_where_it_was_asked_to(history: AnyHistory, fragment: str, entry: int, tmp_path: Path) -> None:
    """A fragment names an entry, as the end of an address does; without one the page opens where it was exported to."""
    where = in_browser(render(history, "html", "judge", at=5), WHERE, tmp_path, at=fragment)
    assert f"entry {entry} of 58" in where


@needs_browser
def test_nothing_is_loaded(history: AnyHistory, tmp_path: Path) -> None:
    """The page requests only itself when stepped from end to end; its policy refuses any other request."""
    loaded = 'return String(performance.getEntriesByType("resource").length);'
    page = render(history, "html", "judge")
    assert in_browser(page, PRESS % (["ArrowRight"] * 57) + loaded, tmp_path) == "0"
    refused = """const image = document.createElement("img");
const seen = new Promise((done) => addEventListener("securitypolicyviolation", (e) => done(e.effectiveDirective)));
image.src = "https://example.invalid/x.png";
document.body.append(image);
return seen;"""
    assert in_browser(page, refused, tmp_path) == "img-src"


@needs_browser
@pytest.mark.parametrize(("scheme", "background"), [("light", "rgb(246, 244, 239)"), ("dark", "rgb(20, 22, 26)")])
def test_light_and_dark(history: AnyHistory, scheme: Literal["light", "dark"], background: str, tmp_path: Path) -> None:
    script = "return getComputedStyle(document.body).backgroundColor;"
    page = render(history, "html", "judge")
    assert in_browser(page, script, tmp_path, color_scheme=scheme) == background


@needs_browser
def test_one_row_is_current(history: AnyHistory, tmp_path: Path) -> None:
    """Only the current entry is marked for eyes and for screen readers; its row is scrolled into view."""
    script = """const rows = document.querySelectorAll('#list [aria-current="step"]');
const row = rows[0].getBoundingClientRect(), list = document.getElementById("list").getBoundingClientRect();
const marked = document.querySelectorAll("[aria-current]").length;
const number = rows[0].querySelector(".at").textContent;
return [rows.length, number, row.bottom <= list.bottom + 1, marked].join(" ");"""
    assert in_browser(render(history, "html", "judge"), PRESS % ["End"] + script, tmp_path) == "1 58 true 1"


@needs_browser
def test_names_of_any_kind(tmp_path: Path) -> None:
    names = ["<img src=x onerror=alert(1)>", "</script><u>Ωμέγα", '李 "雷" & ${x}', "שרה O'Neil"]
    history = named_match(tmp_path, names[:2]), named_match(tmp_path, names[2:])
    for one, players in zip(history, (names[:2], names[2:]), strict=True):
        script = PRESS % ["End"] + 'return document.querySelectorAll("img, u").length + document.title;'
        found = in_browser(render(one, "html", "judge"), script, tmp_path)
        assert found == f"0{one.match.game.title}: {', '.join(players)}"
        root = ET.fromstring(render(one, "svg", "judge"))
        assert all(player in "".join(root.itertext()) for player in players)


def named_match(tmp_path: Path, players: list[str]) -> AnyHistory:
    """A match of two players with these names."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        setup = TableSetup(tuple(SeatSetup(name, deck=30) for name in players))
        game = load_game("frc_card_game")
        opening = Opening(game=game.name, commands=game.open_table(setup), catalogue=load_catalogue(game))
        return app.history(app.open_match(opening).id)


class Outline(HTMLParser):
    """The elements of a page with their attributes, and the text inside buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an element."""
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    """Relative luminance, as the WCAG reckon it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("number", [0, 1])
def test_text_stands_out(number: int) -> None:
    """Every tone of text has a contrast of at least 4.5 to 1 on each ground, in light and in dark; the page is not animated."""
    pages = files("service.reading") / "pages"
    tones = colours(re.findall(r":root \{[^}]*\}", (pages / "tokens.css").read_text(encoding="utf-8"))[number])
    seats = [f"seat{seat}" for seat in range(4)]
    pairs = [(text, on) for text in ("ink", "muted", "bad", "good", "change") for on in ("page", "felt", "card")]
    pairs += [(text, "accent-tint") for text in ("ink", "accent", "bad")] + [
        ("accent", on) for on in ("page", "felt", "card")
    ]
    pairs += [(name, name.removesuffix("-ink")) for name in tones if name.endswith("-ink")]
    pairs += [(seat, on) for seat in seats for on in ("page", "card")]
    pairs += [("ink", "change-tint"), ("bad", "change-tint"), ("muted", "change-tint"), ("change", "change-tint")]
    assert len(pairs) > 40
    for text, ground in pairs:
        light, dark = sorted((luminance(tones[text]), luminance(tones[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground)
    styles = "".join(
        (pages / name).read_text(encoding="utf-8") for name in ("tokens.css", "gauges.css", "board.css", "replay.css")
    )
    assert not re.search(r"animation|transition|smooth", styles)


@pytest.mark.parametrize("name", [name for name in game_names() if load_game(name).kind == "game"])
def test_a_picture_is_valid_xml(name: str, tmp_path: Path) -> None:
    """The picture of a board of any game parses, is named for those who cannot see it, and shows no less than the text does."""
    game = load_game(name)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        history = app.history(type_in(app, game, sample_sheets(game)[0]).id)
    version = history.match.version // 2
    root = ET.fromstring(render(history, "svg", "spectator", at=version))
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    drawn = plain(pictured(game, history.match.states[version], SPECTATOR, 100))
    words = "".join(root.itertext())
    assert [word for word in drawn.split() if word not in words] == []
