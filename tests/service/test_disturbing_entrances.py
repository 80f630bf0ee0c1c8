"""Every input refuses a text that would disturb a screen, in one line, without recording it."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.cards import CatalogueError, catalogue_from_toml, deck_from_toml
from domain.registry import load_game
from service.errors import UsageProblem
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.recording.wizard import InvalidAnswer, WizardAnswers, open_drafted
from service.typing.scoresheet import read_scoresheet
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_disturbing_exits import disturbing, record

EVILS = {
    "escape": "\x1b[2J",
    "bell": "\x07",
    "delete": "\x7f",
    "C1": "\u009b31m",
    "override": "\u202e",
    "isolate": "\u2066",
    "line separator": "\u2028",
    "half": "\udcff",
}
NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
ENTRANCES: dict[str, tuple[str, ...]] = {
    "player": ("new", "frc_card_game", "--player", "A{}da", "--player", "Bo", "--deck", "1=30", "--deck", "2=30"),
    "title": (*NEW, "--title", "t{}"),
    "tag": (*NEW, "--tag", "t{}"),
    "option": (*NEW, "--option", "draw_phase_draw=may{}"),
    "option name": (*NEW, "--option", "draw{}=may"),
    "deck": ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=3{}", "--deck", "2=30"),
    "free option": ("new", "pbl_robots", "--player", "Ana", "--player", "Bo", "--option", "label=x{}"),
    "by": ("--by", "t{}", *NEW),
    "note": ("annotate", "MATCH/1", "n{}"),
    "reason": (
        "take",
        "MATCH",
        "--as-played",
        "--reason",
        "r{}",
        "define_card card=student(card_id=zed9, name=Zed9, skills=[design])",
    ),
    "undo reason": ("undo", "MATCH", "--reason", "r{}"),
    "take-back reason": ("takeback", "MATCH", "--to", "1", "--reason", "r{}"),
    "conclusion": ("conclude", "MATCH", "--drawn", "--note", "n{}"),
    "command": ("take", "MATCH", 'adjust reason="r{}" changes=[note(text=x)]'),
    "command in JSON": ("take", "MATCH", '{{"type": "adjust", "reason": "r{}", "changes": []}}'),
    "card id": ("take", "MATCH", 'define_card card=student(card_id="x{}", name=X, skills=[design])'),
    "card name": ("take", "MATCH", 'define_card card=student(card_id=x, name="X{}", skills=[design])'),
    "fork title": ("fork", "MATCH", "--title", "t{}"),
    "contest player": ("series", "new", "--player", "A{}na", "--player", "Bo"),
    "contest title": ("league", "new", "--player", "Ana", "--player", "Bo", "--title", "t{}"),
    "contest tag": ("tournament", "new", "--player", "Ana", "--player", "Bo", "--tag", "t{}"),
}

NAMELESS = ("option name", "deck")
"""Inputs that refuse such a text because its name is unknown."""


def stored(path: Path) -> dict[str, int]:
    """Match -> entries."""
    with MatchStore.open(f"sqlite:///{path}", create=True) as store:
        return {match: len(store.entries(match)) for match in store.match_ids()}


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_entrances_refuse(entrance: str, matchbook: CommandLine, store_path: Path) -> None:
    """Given each input and each such text, then it is refused: exit code 2, 3 or 5, one harmless line, unchanged store."""
    match = matchbook(*NEW).out.strip()
    assert matchbook("take", match, "define_card card=student(card_id=zora, name=Zora, skills=[design])").code == 0
    before = stored(store_path)
    harmless = [part.replace("{}", "").replace("{{", "{").replace("}}", "}") for part in ENTRANCES[entrance]]
    for kind, evil in EVILS.items():
        words = [part.replace("MATCH", match).replace("{{", "<").replace("}}", ">") for part in ENTRANCES[entrance]]
        given = [word.replace("{}", evil).replace("<", "{").replace(">", "}") for word in words]
        assert given != harmless
        ran = matchbook(*given)
        assert ran.code in (2, 3, 5), (kind, ran)
        assert ran.err.startswith("matchbook: error: "), (kind, ran)
        assert entrance in NAMELESS or re.search("in it|not UTF-8|text expected|no card id|not JSON", ran.err), (
            kind,
            ran,
        )
        assert ran.err.count("\n") == 1, (kind, ran)
        assert not disturbing(ran.out + ran.err), kind
    assert stored(store_path) == before


@pytest.mark.parametrize(
    "entrance", ["title", "tag", "note", "reason", "take-back reason", "conclusion", "player", "by"]
)
@pytest.mark.parametrize("mark", ["\n", "\t", "\r"])
def test_lines_are_lines(entrance: str, mark: str, matchbook: CommandLine, store_path: Path) -> None:
    """Text in lists and lines is free of line breaks and tabs: it could pass for a line of its own."""
    match = matchbook(*NEW).out.strip()
    before = stored(store_path)
    ran = matchbook(*(part.replace("MATCH", match).replace("{}", f"{mark}x") for part in ENTRANCES[entrance]))
    assert ran.code == 2, ran
    assert ran.err.count("\n") == 1
    assert stored(store_path) == before


SHEET = "@game frc_card_game\n@player {player}\n@player Bo\n@deck 1 30\n@deck 2 30\n@title {title}\n@tag {tag}\n"
JSON_SHEET = '{{"type": "start_match", "players": [{{"name": {player}, "deck": 30}}, {{"name": "Bo", "deck": 30}}]}}'


@pytest.mark.parametrize("kind", [kind for kind in EVILS if kind != "line separator"])
@pytest.mark.parametrize("field", ["player", "title", "tag"])
def test_sheets(kind: str, field: str) -> None:
    sheet = read_scoresheet(SHEET.format(**{"player": "Ada", "title": "t", "tag": "x", field: f"a{EVILS[kind]}b"}))
    game = load_game("frc_card_game")
    with MatchService(MatchStore.open("sqlite:///:memory:"), recorder="tess") as app:
        with pytest.raises(ValueError, match=r"cannot be in it|in it$"):
            app.open_match(opening_of(game, sheet), sheet.lines)
        assert app.store.match_ids() == []


@pytest.mark.parametrize("name", [" Ada ", "\tAda", "Ada\n"])
def test_names_in_json_lines_are_trimmed(name: str) -> None:
    game = load_game("frc_card_game")
    sheet = read_scoresheet("@open no\n" + JSON_SHEET.format(player=json.dumps(name)))
    with MatchService(MatchStore.open("sqlite:///:memory:"), recorder="tess") as app:
        match = app.open_match(opening_of(game, sheet), sheet.lines)
        assert [seat.name for seat in match.state.seats] == ["Ada", "Bo"]
        assert '"Ada"' in repr(match.opened.command).replace("'", '"')


@pytest.mark.parametrize("kind", EVILS)
def test_the_wizard(kind: str) -> None:
    with MatchService(MatchStore.open("sqlite:///:memory:"), recorder="tess") as app:
        for draft in (
            WizardAnswers(game="frc_card_game", players=(f"A{EVILS[kind]}", "Bo"), decks={0: "30", 1: "30"}),
            WizardAnswers(
                game="frc_card_game", players=("Ada", "Bo"), decks={0: "30", 1: "30"}, title=f"t{EVILS[kind]}"
            ),
        ):
            with pytest.raises((InvalidAnswer, UsageProblem)):
                open_drafted(app, draft)
        assert app.store.match_ids() == []


CATALOGUE = 'name = "{catalogue}"\n[[card]]\ntype = "team"\ncard_id = "{id}"\nname = "{name}"\neffect_text = "{text}"\n'
DECK = 'name = "{name}"\n[beside]\nteam = "{beside}"\n[cards]\n"{card}" = 1\n'


def catalogue(text: str) -> object:
    game = load_game("frc_card_game")
    return catalogue_from_toml(text, game.cards.record, "c.toml")


@pytest.mark.parametrize("evil", ["\\u001b[2J", "\\u007f", "\\u009b", "\\u202e", "\\u2066", "\\u0007"])
@pytest.mark.parametrize(
    ("reader", "text", "field"),
    [(catalogue, CATALOGUE, field) for field in ("catalogue", "id", "name", "text")]
    + [(deck_from_toml, DECK, field) for field in ("name", "beside", "card")],
)
def test_catalogues_and_decks(reader: Callable[[str], object], text: str, field: str, evil: str) -> None:
    fields = dict.fromkeys(("catalogue", "id", "name", "text", "beside", "card"), "x")
    reader(text.format(**fields))
    with pytest.raises(CatalogueError) as error:
        reader(text.format(**{**fields, field: f"x{evil}"}))
    assert not disturbing(str(error.value))


def test_match_files(matchbook: CommandLine, store_path: Path, tmp_path: Path) -> None:
    """A match file whose texts disturb is refused on import and named by `verify`, though its chain is whole."""
    older = tmp_path / "older.db"
    with MatchStore.open(f"sqlite:///{older}", create=True) as store:
        match = record(store, load_game("frc_card_game"))
    file = tmp_path / "match.jsonl"
    assert matchbook("--store", f"sqlite:///{older}", "export", match, "-o", file).code == 0
    ran = matchbook("import", file)
    assert ran.code == 2, ran
    assert "cannot be in it" in ran.err
    assert not disturbing(ran.out + ran.err)
    assert stored(store_path) == {}
    found = matchbook("verify", file)
    assert found.code != 0
    assert "cannot be in it" in found.out + found.err
    assert not disturbing(found.out + found.err)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"to":1', '"to":"x"', "payload.to: a whole number expected, found 'x'"),
        ('"kind":"taken_back"', '"kind":"taken"', "payload.kind: 'taken' is not one of opened, action, taken_back"),
        ('"to":1', '"too":1', "payload: no field 'too'"),
        ('"version":3', '"version":true', "envelope.version: a whole number expected, found true"),
    ],
)
def test_damaged_entries_in_words(matchbook: CommandLine, store_path: Path, before: str, after: str, said: str) -> None:
    match = matchbook(*NEW).out.strip()
    assert matchbook("take", match, "define_card card=student(card_id=zora, name=Zora, skills=[design])").code == 0
    assert matchbook("undo", match).code == 0
    with sqlite3.connect(store_path) as connection:
        for (trigger,) in connection.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            connection.execute(f"drop trigger {trigger}")
        [(state,)] = connection.execute("select state from stored_events where originator_version = 3").fetchall()
        assert before in state.decode()
        connection.execute(
            "update stored_events set state = ? where originator_version = 3",
            (state.replace(before.encode(), after.encode()),),
        )
    connection.close()
    ran = matchbook("show", match)
    assert said in ran.err + matchbook("verify", match).out, ran
