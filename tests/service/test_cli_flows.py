"""The command line as people use it: whole flows, their output and exit codes."""

import json
import re
import shlex
from pathlib import Path
from shutil import copyfile

import pytest

from matchbook.cli.recording import typed_line
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine
from tests.service.test_addresses import NEW as OPEN

NEW = (*OPEN, "--catalogue", "adas_gamble")
SETUP = (
    "play_team_card Ada iron_gears",
    "play_team_card Bo volt_club",
    "draw_opening_hand Ada",
    "draw_opening_hand Bo",
    "flip_coin Ada",
    "advance_phase main",
)


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match in the main phase of turn 1."""
    match_id = matchbook(*NEW, "--title", "Table 4", "--tag", "club").out.strip()
    for line in SETUP:
        assert matchbook("take", match_id, line).code == 0
    return match_id


def test_words_of_the_shell_make_one_line(matchbook: CommandLine, match: str) -> None:
    assert matchbook("take", match, "play_student", "Wes").code == 0
    assert "play_student wes" in matchbook("log", match).out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("play_team_card", "Ada", "Iron Gears"), 'play_team_card Ada "Iron Gears"'),
        (("play_team_card", "Zoe O'Hara", "x"), 'play_team_card "Zoe O\'Hara" x'),
        (("play_team_card", "O'Hara", "x"), 'play_team_card "O\'Hara" x'),
        (("conclude", 'the "Duke"', "note=Bo's (late) call"), 'conclude "the \\"Duke\\"" note="Bo\'s (late) call"'),
        (("announce", "", "instead=1"), 'announce "" instead=1'),
        (("draw", "Ada", "[cedar, ??]"), "draw Ada [cedar, ??]"),
        (("adjust", "late", "set_pairing(pairing=7, first=Dara)"), "adjust late set_pairing(pairing=7, first=Dara)"),
        (("draw", "Ada", "[cedar, ??"), "draw Ada [cedar, ??"),
        (("draw", "Ada", '"Zoe O\'Hara",Bo'), 'draw Ada "Zoe O\'Hara",Bo'),
    ],
)
def test_a_word_of_the_shell_is_one_value(words: tuple[str, ...], line: str) -> None:
    """Blanks, apostrophes, brackets and empty text in a word that the shell made one stay in it; lists and calls stay such."""
    assert typed_line(words) == line


def test_recorded_as_played_it_stays_flagged(matchbook: CommandLine, match: str) -> None:
    """--as-played stores an illegal action with its rule; audit, list and statistics tell it for good."""
    assert matchbook("take", match, "play_student wes").code == 0
    assert matchbook("take", match, "play_student nia").code == 3
    taken = matchbook("take", match, "play_student nia", "--as-played", "--reason", "noticed late", "--json")
    assert json.loads(taken.out)["violations"][0]["rule"] == "CG-A02"
    audited = matchbook("audit", match)
    assert audited.code == 1
    assert "CG-A02" in audited.out
    assert json.loads(matchbook("matches", "--json").out)[0]["violations"] == 1
    assert "CG-A02" in matchbook("stats", "violations").out


def test_a_command_id_counts_once(matchbook: CommandLine, match: str) -> None:
    first = json.loads(matchbook("take", match, "play_student wes", "--command-id", "abc", "--json").out)
    again = json.loads(matchbook("take", match, "play_student wes", "--command-id", "abc", "--json").out)
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["version"] == again["version"]


def test_undone_actions_stay_visible(matchbook: CommandLine, match: str) -> None:
    matchbook("take", match, "play_student wes")
    assert matchbook("undo", match).code == 0
    assert matchbook("takeback", match, "--to", 4, "--reason", "agreed").code == 0
    log = json.loads(matchbook("log", match, "--json").out)
    undone = {entry["address"].split("/")[1].split(".")[0] for entry in log if entry["undone_by"]}
    assert undone == {"5", "6", "7", "8", "9"}
    assert "setup" in matchbook("show", match).out or "opening" in matchbook("show", match).out


def test_notes_change_no_state(matchbook: CommandLine, match: str) -> None:
    board = matchbook("show", match, "--width", 100).out.splitlines()[1:]
    assert matchbook("annotate", f"{match}/3.1", "loud cheer", "--glyph", "!?", "--bookmark").code == 0
    assert "loud cheer" in matchbook("log", match).out
    assert matchbook("show", match, "--width", 100).out.splitlines()[1:] == board


def test_a_match_ends_by_agreement(matchbook: CommandLine, match: str) -> None:
    """A concluded match is over for the list and takes no more actions until that is taken back."""
    assert matchbook("conclude", match, "--winner", "Bo", "--note", "hall closes").code == 0
    row = json.loads(matchbook("matches", "--json").out)[0]
    assert (row["status"], row["winners"]) == ("concluded", ["Bo"])
    assert matchbook("take", match, "play_student wes").code == 3
    assert matchbook("conclude", match, "--drawn").code == 3
    assert matchbook("undo", match).code == 0
    assert matchbook("take", match, "play_student wes").code == 0


def test_viewpoints_cut_what_is_printed(matchbook: CommandLine, match: str) -> None:
    matchbook("take", match, "reveal_card #2-02=cannon to=Bo player=Bo")
    for viewpoint, knows in (("Bo", True), ("judge", True), ("Ada", False), ("spectator", False)):
        for command in (("show", match), ("log", match), ("log", match, "--json")):
            printed = matchbook(*command, "--as", viewpoint).out.casefold()
            assert ("cannon" in printed) is knows, (viewpoint, command)


def test_list_filters_and_sorts(matchbook: CommandLine, match: str) -> None:
    other = matchbook(*NEW[:2], "--player", "Cy", "--player", "Di", *NEW[6:]).out.strip()
    for flags, found in (
        (("--player", "Cy"), [other]),
        (("--tag", "club"), [match]),
        (("--find", "table 4"), [match]),
        (("--find", "player:cy kind:match sort:opened"), [other]),
        (("--find", "violations:>0"), []),
        (("--status", "finished"), []),
        (("--sort", "opened"), [other, match]),
        (("--limit", "1"), [other]),
    ):
        listed = [row["id"] for row in json.loads(matchbook("matches", "--json", *flags).out or "[]")]
        assert listed == found, flags


def test_diff_names_the_entry_that_made_a_change(matchbook: CommandLine, match: str) -> None:
    matchbook("take", match, "play_student wes")
    changes = json.loads(matchbook("diff", match, 7, 8, "--json").out)
    assert {change["version"] for change in changes} == {8}
    assert any("Wes" in change["after"] for change in changes)
    assert matchbook("diff", match, 8, 8).out == ""


def test_simulations_repeat_themselves(matchbook: CommandLine) -> None:
    first, again, stored = (
        json.loads(matchbook("simulate", "frc_card_game", "-n", "5", "--seed", "3", "--json", *more).out)
        for more in ((), (), ("--record",))
    )
    for summary in (first, again, stored):
        del summary["seconds"]
    assert first == again == stored
    assert len(json.loads(matchbook("matches", "--tag", "simulated", "--json").out)) == 5


@pytest.mark.slow
@pytest.mark.usefixtures("store_path")  # it makes a store of its own
def test_the_tour_needs_a_terminal(matchbook: CommandLine) -> None:
    """Given no terminal, when `matchbook tour` is run, then it says so, in one line."""
    ran = matchbook("tour")
    assert ran.code == 2
    assert "needs a terminal" in ran.err


@pytest.mark.slow
def test_demo_prints_its_figures(matchbook: CommandLine) -> None:
    ran = matchbook("demo", "-n", "4")
    assert ran.code == 0
    assert "FRC: The Card Game" in ran.out
    assert "end_turn" in ran.out


def test_completion_for_shells(matchbook: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_MATCHBOOK_COMPLETE", "bash_source")
    assert "_matchbook_completion" in matchbook().out


@pytest.mark.parametrize("name", ["games", "rules frc_card_game", "cards list frc_card_game", "stats", "doctor"])
def test_json_is_json(matchbook: CommandLine, match: str, name: str) -> None:
    ran = matchbook(*name.split(), "--json")
    assert ran.code == 0
    assert json.loads(ran.out)


def test_audit_says_that_rules_were_older(matchbook: CommandLine, store_path: Path) -> None:
    """The audit of matches recorded under older rules says so in one line per rule set, and once for one match; it is not a
    finding."""
    copyfile(Path(__file__).parents[1] / "golden" / "stores" / "format-1.db", store_path)
    audited = matchbook("audit", "--all")
    assert "2 of 14 matches: recorded under rules 1 of Robin in the Hood, checked under 3" in audited.out + audited.err
    robins = [m["id"] for m in json.loads(matchbook("matches", "--json").out) if m["game"] == "robin_in_the_hood"]
    one = matchbook("audit", robins[0])
    assert one.code == 0
    assert (one.out + one.err).count("recorded under rules 1 of Robin in the Hood") == 1


@pytest.mark.parametrize(
    "line", ["undo {}/1", "takeback {}/1 --to 1 --reason x", "redo {}/1", "take {}/1 end_turn", "conclude {}/1 --drawn"]
)
def test_commands_about_the_end_of_a_match_refuse_an_entry(matchbook: CommandLine, match: str, line: str) -> None:
    """An entry behind the match is refused instead of ignored: `undo M/1` would take back another entry than it names."""
    before = matchbook("log", match).out
    refused = matchbook(*line.format(match).split())
    assert (refused.code, "name the match without an entry" in refused.err) == (2, True)
    assert matchbook("log", match).out == before


@pytest.mark.every_game
@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_line_of_a_guide_is_recorded_as_printed(matchbook: CommandLine, tmp_path: Path, game: str) -> None:
    """The blocks of a guide, in order, are a legal match: the first line opens it, with the catalogue that the others use."""
    blocks = re.findall(r"^```text\n(.*?)^```", matchbook("games", game).out, re.MULTILINE | re.DOTALL)
    opening, *lines = "".join(blocks).splitlines()
    assert opening.startswith(f"matchbook new {game} ")
    opened = matchbook(*shlex.split(opening)[1:])
    typed = tmp_path / "typed.txt"
    typed.write_text("\n".join(lines), "utf-8")
    recorded = matchbook("record", opened.out.strip(), "--from", typed)
    assert (recorded.code, f"{len(lines)} entries recorded" in recorded.err) == (0, True), recorded.err


@pytest.mark.parametrize("game", ["frc_card_game", "robin_in_the_hood"])
def test_a_guide_in_a_terminal_has_the_text_of_its_links(matchbook: CommandLine, game: str) -> None:
    """Paths such as `../../../docs/reference/effects.md` lead nowhere from a terminal."""
    guide = matchbook("games", game).out
    assert "effects" in guide.casefold()
    assert "](" not in guide


def test_an_agreed_result_is_on_the_board_from_its_entry_on(matchbook: CommandLine) -> None:
    """Given an agreed end, then `show` has the result and nobody to act; before it, there is none."""
    match = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    matchbook("conclude", match, "--winner", "Bo")
    shown, before = matchbook("show", match).out, matchbook("show", f"{match}/1").out
    assert ("Bo wins (agreed)" in shown, "▶" in shown, "→" in shown) == (True, False, False)
    assert ("wins" in before, "▶" in before) == (False, True)
