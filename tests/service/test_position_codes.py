"""Position codes: one line that opens where the match is not known, and tells no hidden card."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from domain.registry import load_game
from domain.seats import JUDGE, SPECTATOR
from service.errors import UsageProblem
from service.exchange.position_codes import MAX_CODE, left_out, open_position, position_code, read_position_code
from service.reading.drawing import pictured
from service.reading.styled_text import plain
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine, Ran


@pytest.fixture
def elsewhere(matchbook: CommandLine, tmp_path: Path) -> Callable[..., Ran]:
    """The command line on another store, which does not exist yet."""
    return partial(matchbook, "--store", f"sqlite:///{tmp_path / 'elsewhere.db'}")


def coded(data: bytes) -> str:
    return "mb1_" + urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


def sheets() -> list[tuple[str, str]]:
    return [(name, sheet) for name in (*RULEBOOKS, "tabletop") for sheet in sample_sheets(load_game(name))]


@pytest.mark.parametrize(("game", "sheet"), sheets())
def test_a_code_opens_as_the_board_that_its_viewpoint_saw(game: str, sheet: str) -> None:
    """In a store without the match; parts that a game's declared position cannot hold are named, and kits have an empty list."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = app.history(type_in(app, load_game(game), sheet).id).match
        state = match.states[version := match.version // 2]
        for viewpoint in (JUDGE, SPECTATOR, 0):
            code = position_code(match, state, version, viewpoint)
            assert len(code) < 1_000
            opened = open_position(code)
            there = opened.app.match(opened.match)
            pictures = [
                plain(pictured(one.game, shown, viewpoint, 100))
                for one, shown in ((match, state), (there, there.state))
            ]
            same = pictures[0] == pictures[1]
            assert same or left_out(match.game, state, code, viewpoint)
            assert game != "tabletop" or not left_out(match.game, state, code, viewpoint)


def test_a_code_is_pasted_into_a_store_without_the_match(
    match: str, tmp_path: Path, matchbook: CommandLine, elsewhere: Callable[..., Ran]
) -> None:
    code = matchbook("show", f"{match}/28", "--as", "Ada", "--code").out.strip()
    here = matchbook("show", f"{match}/28", "--as", "Ada").out.splitlines()
    there = elsewhere("show", "--position", code)
    assert there.code == 0
    assert there.out.splitlines()[1:] == here[1:]
    assert f"WHAT-IF of {match}/28 · as Ada" in there.out
    assert elsewhere("show", code).out == there.out
    assert "declare_position" in elsewhere("log", code).out
    assert here[-1] in elsewhere("replay", code).out
    assert not (tmp_path / "elsewhere.db").exists()


@pytest.mark.slow
def test_the_explorer_begins_with_a_code(stocked, matchbook: CommandLine) -> None:  # type: ignore[no-untyped-def]
    stocked("frc_card_game", 3)
    first = json.loads(matchbook("matches", "--limit", "1", "--json").out)[0]["id"]
    code = matchbook("show", f"{first}/8", "--as", "spectator", "--code").out.strip()
    asked = [matchbook("explore", "frc_card_game", "--at", at, "--json") for at in (f"{first}/8", code)]
    assert asked[0].out == asked[1].out
    assert json.loads(asked[0].out)["rows"]


def test_a_what_if_goes_on_from_a_code(match: str, matchbook: CommandLine, elsewhere: Callable[..., Ran]) -> None:
    code = matchbook("show", f"{match}/28", "--code").out.strip()
    what_if = elsewhere("fork", code).out.strip()
    assert elsewhere("take", what_if, "draw_card").code == 0
    assert elsewhere("audit", what_if).code == 0


BAD = {
    "a match": "7kq2m4xd9fra",
    "nothing": "mb1_",
    "no base64": "mb1_!!!!",
    "no zlib": "mb1_AAAA",
    "no code in it": coded(b"[]"),
    "too long": "mb1_" + "A" * MAX_CODE,
    "a bomb": coded(b" " * 50_000_000),
    "another game": coded(b'{"game":"hopscotch","digest":"","commands":[],"source":"a/1","viewpoint":"judge"}'),
    "no commands": coded(
        b'{"game":"frc_tcg","digest":"","commands":[],"cards":[{}],"source":"a/1","viewpoint":"judge"}'
    ),
    "cards of nobody": coded(b'{"game":"frc_tcg","digest":"0","commands":[],"source":"a/1","viewpoint":"judge"}'),
    "an escape": coded(
        b'{"game":"frc_tcg","digest":"","commands":[],"cards":[{}],"source":"\\u001b[2J","viewpoint":"x"}'
    ),
    "a broken command": coded(
        b'{"game":"frc_tcg","digest":"","commands":[{"type":"no"}],"cards":[{}],"source":"a/1","viewpoint":"judge"}'
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_code_is_refused_in_one_line(case: str, matchbook: CommandLine, elsewhere: Callable[..., Ran]) -> None:
    ran = elsewhere("show", "--position", BAD[case])
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran.err
    assert "\x1b" not in ran.err


def test_a_shortened_code_is_refused(match: str, matchbook: CommandLine) -> None:
    code = matchbook("show", match, "--code").out.strip()
    for cut in (1, 2, 7, len(code) // 2):
        with pytest.raises(UsageProblem, match="copy the whole line"):
            read_position_code(code[:-cut])


def test_a_code_brings_the_cards_of_an_own_kit(
    tmp_path: Path, matchbook: CommandLine, elsewhere: Callable[..., Ran]
) -> None:
    kit = tmp_path / "own.toml"
    included = Path(__file__).parents[2] / "domain/games/tabletop/catalogue/pig.toml"
    kit.write_text(included.read_text().replace('title = "Pig"', 'title = "Sow"'))
    match = matchbook("new", str(kit), "--player", "Ada", "--player", "Bo").out.strip()
    matchbook("take", match, "roll", "6")
    code = matchbook("show", match, "--code").out.strip()
    shown = elsewhere("show", code)
    assert shown.code == 0, shown.err
    assert shown.out.splitlines()[1:] == matchbook("show", match).out.splitlines()[1:]
    assert "Sow" in shown.out
