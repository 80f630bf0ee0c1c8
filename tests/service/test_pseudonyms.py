"""`new --pseudonyms`: the players' names are beside the store, and recorded, exported and counted data do not contain
them."""

import json
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from domain.registry import load_game
from service.backups import STORE
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet, ScoresheetLine
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.storage.forging import unguarded

SHEET = "a sheet that opens its match itself"
PLAYERS = ("--player", "Ada Lovelace", "--player", "Bo")


DECKS = {"frc_card_game": ("30", "30"), "robin_in_the_hood": ("ann", "ben")}


def opened(matchbook: CommandLine, game: str = "frc_card_game") -> str:
    decks = [part for seat, deck in enumerate(DECKS.get(game, ()), start=1) for part in ("--deck", f"{seat}={deck}")]
    options = ("--option", "victories_to_win=1") if game == "robin_in_the_hood" else ()
    ran = matchbook("new", game, *PLAYERS, *decks, *options, "--pseudonyms")
    assert ran.code == 0, ran.err
    return ran.out.strip()


@pytest.mark.parametrize("game", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_no_stored_byte_says_a_name(matchbook: CommandLine, store_path: Path, tmp_path: Path, game: str) -> None:
    """Board and log show the names; store, match file and backup hold only pseudonyms."""
    match = opened(matchbook, game)
    matchbook("table-event", match, "judge_called", "--author", "Ada Lovelace", "--role", "player")
    assert "Ada Lovelace" in matchbook("show", match).out
    assert "Ada Lovelace" in matchbook("log", match).out
    matchbook("export", match, "-o", tmp_path / "one.match.jsonl")
    matchbook("backup", tmp_path / "copy")
    written = [store_path, tmp_path / "one.match.jsonl", tmp_path / "copy" / STORE]
    assert not any(b"Lovelace" in path.read_bytes() for path in written)
    pseudonym = matchbook("names", "list").out.split("player-")[1][:8]
    assert all(pseudonym.encode() in path.read_bytes() for path in written)
    for check in ("verify", "audit"):
        assert matchbook(check, match).code == 0
    assert "Lovelace" not in matchbook("show", match, "--store", str(tmp_path / "copy" / STORE)).out


def test_an_audit_says_names_as_the_log_does(matchbook: CommandLine) -> None:
    """Given a finding that names a player, then audit and log name the same person."""
    match = opened(matchbook)
    for _ in range(2):
        assert matchbook("take", match, "draw_opening_hand", "Ada Lovelace", "--as-played").code == 0
    assert matchbook("names", "list").code == 0
    for check in ("audit", "log"):
        said = matchbook(check, match).out
        assert "Ada Lovelace" in said, check
        assert "player-" not in said, check


def test_violations_are_recorded_without_names(matchbook: CommandLine, store_path: Path) -> None:
    """Given a violation whose text names a player, then the store has the pseudonym, the log the name, until it is
    forgotten."""
    match = opened(matchbook)
    for _ in range(2):
        assert matchbook("take", match, "draw_opening_hand", "Ada Lovelace", "--as-played").code == 0
    recorded = b"".join(
        path.read_bytes() for path in store_path.parent.glob(f"{store_path.name}*") if path.suffix != ".names"
    )
    assert b"has already drawn" in recorded
    assert b"Lovelace" not in recorded
    assert "Ada Lovelace has already drawn" in matchbook("log", match).out
    found = matchbook("audit", match).out
    pseudonym = matchbook("names", "forget", "Ada Lovelace").out.strip()
    assert f"{pseudonym} has already drawn" in matchbook("log", match).out
    assert matchbook("audit", match).out == found.replace("Ada Lovelace", pseudonym)
    assert matchbook("verify", match).code == 0


def test_a_damaged_violation_is_damage_and_no_error(matchbook: CommandLine, store_path: Path) -> None:
    """Given an invalid byte in a violation's text, when the match is read, then it is damaged, in one line."""
    match = opened(matchbook)
    for _ in range(2):
        assert matchbook("take", match, "draw_opening_hand", "Ada Lovelace", "--as-played").code == 0
    with closing(sqlite3.connect(store_path)) as store:
        [(stored,)] = store.execute(
            "SELECT state FROM stored_events WHERE CAST(state AS TEXT) LIKE '%has already drawn%'"
        ).fetchall()
    forged = bytes(stored).replace(b"has already drawn", b"has already dr\xffwn")
    unguarded(store_path, ("UPDATE stored_events SET state = ? WHERE state = ?", (forged, stored)))
    for command in ("verify", "show", "log"):
        ran = matchbook(command, match)
        assert (ran.code, "Traceback" in ran.err) == (6, False), (command, ran)


def test_a_forgotten_name_is_gone_and_the_record_verifies(matchbook: CommandLine, store_path: Path) -> None:
    """Given a forgotten name, then it is never shown again, and the chain verifies."""
    match = opened(matchbook)
    players = "select distinct player from seats"
    told = [("sql", players), ("sql", players, "--as", "spectator")]
    before = [matchbook(*asked).out for asked in told]
    assert any("Bo" in out for out in before), before
    pseudonym = matchbook("names", "forget", "Bo").out.strip()
    shown = matchbook("show", match).out
    assert not any("Bo" in matchbook(*asked).out for asked in told), "nor do statistics keep it, for anybody"
    assert pseudonym in shown
    assert "Bo" not in shown
    assert b'"Bo"' not in store_path.with_name(store_path.name + ".names").read_bytes()
    assert matchbook("verify", match).code == 0


def test_a_name_that_is_put_behind_another_pseudonym_is_found(matchbook: CommandLine, store_path: Path) -> None:
    """Exchanged or replaced names are found by checks; forgotten ones are not reported."""
    match = opened(matchbook)
    path = store_path.with_name(store_path.name + ".names")
    true: dict[str, Any] = json.loads(path.read_bytes())
    ada, bo = true.values()
    forgeries = (
        {"Ada Lovelace": bo, "Bo": ada},
        {"Eve": ada, "Bo": bo},
        {"Ada Lovelace": bo["pseudonym"], "Bo": ada["pseudonym"]},
    )
    for names, words in product(forgeries, (("verify", match), ("verify", "--all"), ("audit", match))):
        path.write_text(json.dumps(names))
        ran = matchbook(*words)
        assert (ran.code, "was derived from another name than the stored one" in ran.out) == (6, True), (
            names,
            words,
            ran,
        )
    for names in (true, {"Bo": bo}, {}):
        path.write_text(json.dumps(names))
        assert matchbook("verify", match).code == 0


def test_names_of_an_older_program_are_told_as_before(matchbook: CommandLine, store_path: Path) -> None:
    """Given a pseudonym that was drawn at random, then it is replaced by its name as before; they are not bound to each
    other."""
    path = store_path.with_name(store_path.name + ".names")
    path.write_text('{"Ada Lovelace": "player-k7qx2m4d"}')
    match = opened(matchbook)
    assert "player-k7qx2m4d" in matchbook("names", "list").out
    assert b"player-k7qx2m4d" in store_path.read_bytes()
    assert matchbook("verify", match).code == 0


def test_one_person_has_one_pseudonym(matchbook: CommandLine) -> None:
    """Also where the second match was opened without asking for pseudonyms."""
    one = opened(matchbook)
    matchbook("new", "frc_tcg", *PLAYERS)
    assert matchbook("names", "list").out.count("player-") == 2
    assert opened(matchbook) != one
    assert matchbook("names", "list").out.count("player-") == 2
    assert "Ada" not in matchbook("sql", "select name from seats").out


def test_a_live_match_goes_on_by_name(store_path: Path) -> None:
    game = load_game("frc_card_game")
    sheet = Scoresheet((), players=("Ada", "Bo"), decks={0: "30", 1: "30"})
    with MatchStore.open(str(store_path), create=True) as store:
        app = MatchService(store, recorder="kim")
        match = app.open_match(
            opening_of(game, sheet, pseudonyms=True),
            [ScoresheetLine(1, "draw_opening_hand Ada"), ScoresheetLine(2, "draw_opening_hand Bo")],
        )
        with MatchStore.open(str(store_path)) as other:
            assert [seat.name for seat in other.load(match.id).state.seats] == ["Ada", "Bo"]
        assert [seat.name for seat in match.state.seats] == ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("new", "--sheet", SHEET, "--pseudonyms"), 2, "give --player once for each seat"),
        (("new", "frc_tcg", "--player", "Cy", "--pseudonyms"), 3, "two or more"),
        (("new", "frc_tcg", "--player", "Cy", "--player", "name", "--pseudonyms"), 2, "with a capital"),
        (("new", "frc_tcg", "--player", "author", "--player", "Cy", "--pseudonyms"), 2, "with a capital"),
        (("new", "frc_tcg", "--player", "scorekeeper", "--player", "Cy", "--pseudonyms"), 2, "with a capital"),
        (("new", "frc_tcg", "--player", "take_prize", "--player", "Cy", "--pseudonyms"), 2, "with a capital"),
        (("names", "forget", "Adda Lovelace"), 2, "did you mean"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    matchbook: CommandLine, store_path: Path, arguments: tuple[str, ...], code: int, why: str
) -> None:
    opened(matchbook)
    names = store_path.with_name(store_path.name + ".names")
    before = names.read_bytes()
    sheet = store_path.with_name("own.scoresheet")
    sheet.write_text("@game frc_tcg\n@open no\ncreate_match [Cy, Di]\n")
    refused(matchbook(*(sheet if one == SHEET else one for one in arguments)), code, why)
    assert names.read_bytes() == before


def test_damaged_names_are_said(matchbook: CommandLine, store_path: Path) -> None:
    match = opened(matchbook)
    store_path.with_name(store_path.name + ".names").write_text("[1]")
    refused(matchbook("show", match), 6, "restore the file, or remove it")
