"""What is printed of a match says which moment it shows, and whether that is the present."""

from pathlib import Path

import pytest

from domain.registry import load_game
from service.resources import sample_sheets
from tests.service.conftest import CommandLine


@pytest.fixture
def match_id(matchbook: CommandLine, tmp_path: Path) -> str:
    """The hand-written match of a game, played to its end."""
    sheet = tmp_path / "sheet"
    sheet.write_bytes(sample_sheets(load_game("frc_card_game"))[0].read_bytes())
    return matchbook("new", "--sheet", sheet).out.strip()


@pytest.mark.parametrize("command", ["show", "replay"])
@pytest.mark.promise(id="V7")
def test_text_says_replay_and_its_address(matchbook: CommandLine, match_id: str, command: str):
    """The end of a match that is over is a replay, and so is every moment before it."""
    assert f"{match_id}/56 of 56 · REPLAY · as judge\n" in matchbook(command, match_id).out
    assert f"{match_id}/20 of 56 · REPLAY · as judge\n" in matchbook(command, f"{match_id}/20").out


@pytest.mark.parametrize("command", ["show", "replay"])
@pytest.mark.promise(id="V7")
def test_only_the_end_of_a_running_match_is_live(matchbook: CommandLine, match_id: str, command: str):
    """A take-back lets the match go on: its end is the present, all else is not."""
    matchbook("takeback", match_id, "--to", "40", "--reason", "they play on")
    assert f"{match_id}/57 of 57 · LIVE · as judge\n" in matchbook(command, match_id).out
    assert f"{match_id}/56 of 57 · REPLAY · as judge\n" in matchbook(command, f"{match_id}/56").out


def test_a_moment_that_is_not_there(matchbook: CommandLine, match_id: str):
    """One line says what there is."""
    ran = matchbook("replay", f"{match_id}/57")
    assert (ran.code, ran.out, ran.err) == (2, "", "matchbook: error: no entry 57; the match has 56\n")
