"""Records that hold control characters, as an older program may have left them: no command lets one out."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.entries import Annotated
from domain.game import AnyGame
from domain.registry import installed_games
from domain.text import is_undrawn
from service.exchange.files import Form
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import load_catalogue, sample_sheets
from service.typing.printed_log import read_sheet
from storage.store import MatchStore
from tests.older import resealed
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine

EVIL = "\x1b]0;owned\x07\x1b[2J\x7f\u009b31m\u202e\u2066x\r\ny\u2028z"
"""Sets a window's title, clears a screen, turns the direction of writing, goes back to the line's beginning, begins others."""
HEAD = re.compile(r"[\w-]{43}")
"""The head of a chain on a line of its own: any letter may be its first."""
GAMES = tuple(installed_games()[name] for name in RULEBOOKS)
OURS = {
    "a title": f"a {EVIL} title",
    "odd": f"odd{EVIL}",
    "a note": f"a {EVIL} note",
    "why": f"why {EVIL}",
    "tess": f"tess{EVIL}",
}


def record(store: MatchStore, game: AnyGame) -> str:
    """A sample match of a game, with a note and a take-back, in which every text of a person disturbs. Returns its id."""
    with MatchService(MatchStore.open("sqlite:///:memory:"), recorder="tess") as app:
        sheet = read_sheet(sample_sheets(game)[0].read_text("utf-8"))
        opening = replace(opening_of(game, sheet), title="a title", tags=("odd",))
        match = app.open_match(opening, sheet.lines, match_id=game.name.replace("_", "")[:8] + "0000")
        app.take_back(match.id, match.line[-3], reason="why")
        app.annotate(match.id, Annotated(about=2, text="a note"))
        app.conclude(match.id, (), note="why")
        entries = app.store.entries(match.id)
        names = {seat.name: f"{seat.name}{EVIL}" for seat in match.state.seats}
        cards = Catalogue((evil_card(card) for card in load_catalogue(game, sheet.catalogue)), f"cards {EVIL}")
        store.create(tuple(resealed(entries, {**OURS, **names}, cards, app.store.codecs.topic(game.name))), cards)
    return match.id


def evil_card(card: CardRecord) -> CardRecord:
    """The card under a name that disturbs, with texts that do."""
    texts = {
        name: f"{text} {EVIL}"
        for name in ("name", "text", "effect_text", "special_skill")
        if (text := getattr(card, name, ""))
    }
    return replace(card, **texts)  # type: ignore[type-var]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evil") / "matches.db"
    with MatchStore.open(f"sqlite:///{path}", create=True) as kept:
        for game in GAMES:
            record(kept, game)
    return path


@pytest.fixture
def here(store: Path, matchbook: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("MATCHBOOK_STORE", f"sqlite:///{store}")
    return matchbook


def disturbing(text: str) -> set[str]:
    """The characters of an output that would disturb a terminal."""
    return {c for c in text if is_undrawn(c) and c not in "\n\t"}


OF_A_MATCH = (
    *(
        f"show {{}} {flags}"
        for flags in ("", "--as judge", "--as spectator", "--as 1", "--hindsight", "--width 40", "--at 9")
    ),
    *(f"log {{}} {flags}" for flags in ("", "--as spectator", "--as 2")),
    "diff {} 1 12",
    "replay {} --text",
    "audit {}",
    "verify {}",
)
OF_THE_STORE = (
    ["matches"],
    ["matches", "--player", f"Ada{EVIL}"],
    ["matches", "--find", "odd"],
    ["doctor"],
    ["sql", "select * from matches"],
    ["sql", "select * from seats"],
    ["sql", "select * from matches", "--format", "csv"],
    ["sql", "select * from seats", "--format", "markdown"],
    ["stats", "results", "--format", "csv"],
    ["sql", "select title || chr(27) || 'x' from matches"],
    ["stats", "results"],
    ["stats", "cards"],
    ["stats", "results", f"tag:odd{EVIL}"],
    ["verify", "--all"],
    ["audit", "--all"],
)
REFUSED = (
    ["show", f"no{EVIL}"],
    ["show", "frccardg0000", "--as", f"x{EVIL}"],
    ["log", "frccardg0000", "--as", f"x{EVIL}"],
    ["show", f"frccardg0000/{EVIL}"],
    ["take", "frccardg0000", f"fly{EVIL}"],
    ["take", "frccardg0000", "end_turn", f"player:{EVIL}"],
    ["new", f"chess{EVIL}"],
    ["new", "frc_card_game", "--deck", f"1={EVIL}"],
    ["rules", "frc_card_game", f"CG{EVIL}"],
    ["cards", "check", "frc_card_game", f"x{EVIL}"],
    ["decks", "check", "frc_card_game", f"x{EVIL}"],
    ["matches", "--find", f"game:{EVIL}"],
    ["matches", f"--{EVIL}"],
    ["sql", f"select {EVIL}"],
    ["stats", f"x{EVIL}"],
    ["stats", "results", f"{EVIL}=1"],
    ["export", "frccardg0000", "-o", f"/nowhere/{EVIL}"],
    ["import", f"/nowhere{EVIL}"],
    ["--store", f"sqlite:////nowhere/{EVIL}", "matches"],
    [f"fly{EVIL}"],
    ["take", "frccardg0000", "\udcff\udc9b"],
    ["show", "frccardg0000", "--as", "\udcff"],
)


@pytest.mark.parametrize(
    "command", OF_THE_STORE, ids=lambda command: " ".join(command)[:40].encode("ascii", "replace").decode()
)
def test_reading_the_store_lets_nothing_out(here: CommandLine, command: list[str]) -> None:
    """Every command that reads many matches prints their texts without what would disturb a terminal; a row stays a row."""
    ran = here(*command)
    assert ran.code in (0, 1, 2), ran.err
    assert not disturbing(ran.out + ran.err), disturbing(ran.out + ran.err)
    lines = [line for line in ran.out.split("\n") if not HEAD.fullmatch(line)]
    assert "csv" in command or not [line for line in lines if line.startswith("y")], (
        "no text of a record begins a line of its own"
    )


@pytest.mark.parametrize(
    "command", REFUSED, ids=lambda command: " ".join(command)[:30].encode("ascii", "replace").decode()
)
def test_errors_let_nothing_out(here: CommandLine, command: list[str]) -> None:
    ran = here(*command)
    assert ran.code not in (0, 1), ran.out
    assert ran.err.startswith("matchbook: error: ") or "Usage" in ran.err, ran.err
    assert not disturbing(ran.out + ran.err), disturbing(ran.out + ran.err)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_reading_a_match_lets_nothing_out(here: CommandLine, game: AnyGame) -> None:
    match = game.name.replace("_", "")[:8] + "0000"
    shown = 0
    for command in OF_A_MATCH:
        ran = here(*command.format(match).split())
        assert ran.code in (0, 1), (command, ran.err)
        assert not disturbing(ran.out + ran.err), (command, disturbing(ran.out + ran.err))
        lines = [line for line in ran.out.split("\n") if not HEAD.fullmatch(line)]
        assert not [line for line in lines if line.startswith(("y", " y", "z"))], "no text begins a line of its own"
        shown += "�" in ran.out
    assert shown > 10, "the texts of the record are shown"


def forms() -> list[str]:
    return ["match", *get_args(Form)]


@pytest.mark.parametrize("form", forms())
@pytest.mark.parametrize("viewpoint", ["judge", "spectator"])
def test_exports_let_nothing_out(here: CommandLine, form: str, viewpoint: str) -> None:
    """Pages, pictures and logs of such a match are free of its control characters; a match file is JSON, which escapes them."""
    for game in GAMES:
        match = game.name.replace("_", "")[:8] + "0000"
        ran = here("export", match, "--format", form, "--as", viewpoint)
        assert ran.code == 0, ran.err
        if form == "match":
            assert [json.loads(line) for line in ran.out.strip("\n").split("\n")]
            assert not {c for c in ran.out if ord(c) < 32 and c != "\n"}
        else:
            assert not disturbing(ran.out), (game.name, disturbing(ran.out))
            assert "�" in ran.out
