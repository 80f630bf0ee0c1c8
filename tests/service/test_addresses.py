"""Addresses of moments: printed, and accepted in place of a match; text views name the shown moment."""

import json
import re
from datetime import UTC
from pathlib import Path

import pytest

from domain.registry import load_game
from service.addresses import entry_number, format_address, parse_address
from service.errors import UsageProblem
from service.resources import sample_sheets
from tests.replay_tui.driving import visit
from tests.replay_tui.memory import Shelf, on_shelf
from tests.service.conftest import CommandLine, Ran

NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
LINES = (
    "play_team_card Ada red_alliance",
    "draw_opening_hand Ada [??, ??, ??, ??]",
    "play_team_card Bo torque_society",
)


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match of four entries."""
    match_id = matchbook(*NEW).out.strip()
    for line in LINES:
        assert matchbook("take", match_id, line).code == 0
    return match_id


@pytest.mark.promise(id="N2")
def test_an_address_is_read_as_it_is_printed() -> None:
    for place in (("7kq2m4xd9fra", 37, None), ("7kq2m4xd9fra", 37, 2)):
        assert parse_address(format_address(*place)) == place
    assert parse_address("7kq2") == ("7kq2", None, None)


@pytest.mark.promise(id="N2")
def test_logs_pictures_and_sql_have_addresses(matchbook: CommandLine, match: str) -> None:
    """A picture shows the board after its event, a page opens at its entry, and `show` takes every printed address."""
    printed = [row["address"] for row in json.loads(matchbook("log", match, "--json").out)]
    assert printed[0] == f"{match}/1.1"
    for address in printed:
        shown = matchbook("show", address)
        assert shown.code == 0
        assert shown.out.startswith(f"{address} of 4 · REPLAY")
    found = matchbook(
        "sql", "select address(match, version, event := k) as place from events order by 1 limit 1", "--json"
    )
    address = json.loads(found.out)["rows"][0][0]
    assert re.fullmatch(rf"{match}/\d+\.\d+", address)
    assert matchbook("show", address).code == 0
    pictures = [matchbook("export", f"{match}/{place}", "--format", "svg").out for place in ("3.1", "3.2", "3")]
    assert pictures[0] != pictures[1]
    assert pictures[2] == matchbook("export", match, "--format", "svg", "--at", 3).out
    page = matchbook("export", f"{match}/3", "--format", "html").out
    assert f'"match":"{match}","first":3,' in page
    steps = json.loads(page.partition('class="view">')[2].partition("</script>")[0])["steps"]
    told = re.findall(r"^ +3\.\d+ (.*)$", matchbook("export", match, "--format", "text").out, re.MULTILINE)
    assert len(told) == 2
    assert steps[2]["told"] == told[1:]


TAKEN = (
    ("show", "{}/2"),
    ("show", "{}/3.2"),
    ("log", "{}/3"),
    ("diff", "{}/2", "{}/2", "{}/4"),
    ("replay", "{}/3.2"),
    ("export", "{}/3.2", "--format", "svg"),
    ("export", "{}/3", "--format", "html"),
    ("export", "{}/3"),
    ("annotate", "{}/3.2", "well drawn"),
    ("fork", "{}/2"),
    ("verify", "{}/3"),
    ("audit", "{}/3"),
)


@pytest.mark.parametrize("line", TAKEN, ids=lambda line: " ".join(line))
@pytest.mark.promise(id="N2")
def test_every_command_takes_addresses(matchbook: CommandLine, match: str, line: tuple[str, ...]) -> None:
    ran = matchbook(*(word.format(match) for word in line))
    assert (ran.code, ran.err.count("error")) == (0, 0), ran.err


@pytest.mark.parametrize(
    ("place", "words"),
    [("/9", "no entry 9; the match has 4"), ("/3.9", "no event 9 in entry 3"), ("/x", "an address is MATCH/ENTRY")],
)
def test_a_moment_that_is_not_there_is_named(matchbook: CommandLine, match: str, place: str, words: str) -> None:
    for command in ("show", "log"):
        ran: Ran = matchbook(command, f"{match}{place}")
        assert ran.code in (2, 5)
        assert words in ran.err
        assert ran.err.count("\n") == 1


def test_two_moments_are_of_one_match() -> None:
    assert entry_number("12", "7kq2m4xd9fra") == entry_number("7kq2/12", "7kq2m4xd9fra") == 12
    for text in ("abcd/12", "7kq2/12.1", "7kq2", "x"):
        with pytest.raises(UsageProblem):
            entry_number(text, "7kq2m4xd9fra")


def test_a_match_file_has_no_moments(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    files = [matchbook("export", f"{match}{place}").out for place in ("", "/2")]
    assert files[0] == files[1] != ""
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.promise(id="N2")
def test_what_y_copies_the_prompt_takes() -> None:
    walks = ("v full_stop y", "end", "colon " + " ".join(map(_key, "match-3/8.1")) + " enter")
    copied, away, back = visit(on_shelf(Shelf(), match_id="match-3", zone=UTC), *walks)
    assert "match-3/8.1" in copied.copied
    assert (away.address, back.address) == ("match-3/18", "match-3/8.1")


def _key(character: str) -> str:
    return {"/": "slash", ".": "full_stop", "-": "minus"}.get(character, character)


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
def test_only_the_end_of_a_running_match_is_visit(matchbook: CommandLine, match_id: str, command: str):
    """A take-back lets the match go on: its end is the present, all else is not."""
    matchbook("takeback", match_id, "--to", "40", "--reason", "they play on")
    assert f"{match_id}/57 of 57 · LIVE · as judge\n" in matchbook(command, match_id).out
    assert f"{match_id}/56 of 57 · REPLAY · as judge\n" in matchbook(command, f"{match_id}/56").out


def test_a_moment_that_is_not_there(matchbook: CommandLine, match_id: str):
    ran = matchbook("replay", f"{match_id}/57")
    assert (ran.code, ran.out, ran.err) == (5, "", "matchbook: error: no entry 57; the match has 56\n")
