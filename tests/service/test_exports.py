"""What leaves the program to be looked at: the web page, the log, the picture. A viewpoint is cut in the bytes."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from domain.game import load_game
from service.demonstration import type_in
from service.exchange import render
from service.matchbook import Matchbook
from service.recorder import AnyHistory
from service.resources import sample_sheets
from storage.store import MatchStore

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
PRESS = """<script>
for (const key of %s) document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
</script></body>"""


@pytest.fixture
def history(tmp_path: Path) -> Iterator[AnyHistory]:
    """The match from a table, with a card that Bo alone was shown."""
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        game = load_game("frc_card_game")
        match = type_in(app, game, sample_sheets(game)[0])
        app.take_back(match.id, 6, reason="from here on with <b>open</b> cards & more")
        app.take(match.id, "reveal_card #2-02=cannon to=Bo player=Bo")
        yield app.history(match.id)


def test_the_page_needs_nothing_from_outside(history: AnyHistory) -> None:
    """No address of another place stands in the page, and its policy forbids loading any."""
    page = render(history, "html", "judge")
    assert re.findall(r"(?:https?:)?//[a-z]", page) == []
    assert "default-src 'none'" in page
    assert "<b>open</b>" not in page


@pytest.mark.parametrize("form", ["html", "text", "svg"])
def test_the_same_record_gives_the_same_bytes(history: AnyHistory, form: str) -> None:
    """Rendering twice gives equal text."""
    assert render(history, form, "judge") == render(history, form, "judge")  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["html", "text", "svg"])
def test_what_a_viewpoint_may_not_know_is_not_in_the_bytes(history: AnyHistory, form: str) -> None:
    """The card that Bo alone saw is in his and the judge's bytes, and in nobody else's."""
    now = {who: render(history, form, who) for who in ("Bo", "judge", "Ada", "spectator")}  # type: ignore[arg-type]
    last = {who: text.rpartition("to=Bo")[2] if form == "text" else text for who, text in now.items()}
    knows = {who: text.count("Cannon") + text.count("cannon") for who, text in last.items()}
    assert min(knows["Bo"], knows["judge"]) > max(knows["Ada"], knows["spectator"])


def test_the_picture_is_well_formed(history: AnyHistory) -> None:
    """The SVG parses, has a title, and shows the board."""
    root = ET.fromstring(render(history, "svg", "judge", at=30))
    text = " ".join(root.itertext())
    assert "FRC: The Card Game" in text
    assert "Lifter" in text


def shown_in_browser(page: str, keys: list[str], tmp_path: Path) -> str:
    """The position line after these keys, as a real browser shows it."""
    assert CHROMIUM is not None
    file = tmp_path / "page.html"
    file.write_text(page.replace("</body>", PRESS % keys), encoding="utf-8")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    command = [CHROMIUM, *FLAGS, profile, "--virtual-time-budget=2000", "--dump-dom", file.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    found = re.search(r'id="where"[^>]*>([^<]*)<', dom)
    assert found is not None
    return found[1]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
@pytest.mark.parametrize(
    ("keys", "entry"),
    [
        ([], 1),
        (["ArrowRight", "j"], 3),
        (["End"], 58),
        (["G", "ArrowLeft"], 57),
        (["End", "ArrowRight"], 58),
        (["]"], 6),
        (["]", "]", "["], 6),
        (["End", "Home"], 1),
    ],
)
def test_keys_step_in_a_browser(history: AnyHistory, keys: list[str], entry: int, tmp_path: Path) -> None:
    """Keyboard stepping works from disk in a real browser, and stops at both ends."""
    where = shown_in_browser(render(history, "html", "judge"), keys, tmp_path)
    assert where.startswith(f"{history.match.id}/{entry} · entry {entry} of 58"), where
