"""Putting the record right from the command line: previews, what is refused, redo, and what stays of all of it."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.decision import ImpossibleCommand
from domain.notation import Names, print_command
from domain.seats import SPECTATOR
from domain.timeline import Address
from service.errors import CommandIdTaken, UsageProblem
from service.kits import meant_game
from service.recording.correction_file import MOST_CHANGES, read_changes
from service.recording.correction_requests import (
    CorrectionRequest,
    RequestedEdit,
    correct,
    described_effect,
    preview,
    redo,
    rows_of,
)
from service.recording.match_service import MatchService, names_of
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet, SheetError
from storage.errors import Conflict
from tests.replay_tui.live import open_sheet
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused

SWAP = (
    RequestedEdit(Address(20), "replace", "play_student pax"),
    RequestedEdit(Address(31), "replace", "play_student nia"),
)
"""In the written match Ada plays Nia in turn 3 and Pax in turn 5."""


@pytest.fixture
def match_id(app: MatchService) -> str:
    """The written match, whole: 56 entries."""
    return open_sheet(app, "frc_card_game", 55)


def test_a_preview_is_what_is_recorded(app: MatchService, match_id: str) -> None:
    """Boards, classes and rows, cut for a viewpoint; then the same is stored."""
    found = preview(app, CorrectionRequest(match=match_id, changes=SWAP))
    board = app.match(match_id).game.board
    assert board(found.before, "judge") is not None
    assert board(found.after, "judge") is not None
    changed = found.having("changed")
    assert all(one.before is not None and one.after is not None for one in changed)
    assert {str(one.address) for one in changed} == {"32", "46", "47"}
    assert sum(found.proposal.counts.values()) == 56 - 19
    asked = CorrectionRequest(
        match=match_id, changes=(RequestedEdit(Address(4), "replace", "draw_opening_hand Ada [wes,nia,pax,dee]"),)
    )
    found = preview(app, asked)
    match = app.match(match_id)
    assert "nia" in rows_of(match, found)[0].after
    assert "nia" not in rows_of(match, found, SPECTATOR)[0].after
    assert not any(row.text for row in rows_of(match, found, SPECTATOR))
    asked = CorrectionRequest(match=match_id, changes=SWAP, reason="Pax came first")
    found = preview(app, asked)
    assert app.match(match_id).version == 56, "a preview records nothing"
    receipt = correct(app, asked)
    assert receipt.version == 57
    assert app.match(match_id).state == found.after
    rebuilt = app.store.rebuild(match_id)
    assert (rebuilt.state, rebuilt.states, rebuilt.line) == (
        found.after,
        receipt.match_after.states,
        receipt.match_after.line,
    )


@pytest.fixture
def pig(app: MatchService) -> str:
    """Ada rolls 6 and holds, Bo rolls 3 and holds: entries 2 to 5."""
    game, catalogue = meant_game("pig", None)
    sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=catalogue)
    match = app.open_match(opening_of(game, sheet))
    for line in ("roll 6", "hold", "roll 3", "hold"):
        app.take(match.id, line)
    return match.id


def rolled(match: str, number: int) -> CorrectionRequest:
    return CorrectionRequest(match=match, changes=(RequestedEdit(Address(4), "replace", f"roll {number}"),))


def test_a_player_who_takes_another_seat_keeps_the_entries(app: MatchService) -> None:
    """Given an opening with two players in another order, then an entry that names one of them stays that player's."""
    game, catalogue = meant_game("life", None)
    match = app.open_match(opening_of(game, Scoresheet((), players=("Ada", "Bo", "Cy"), catalogue=catalogue)))
    app.take(match.id, "gains Cy 3")
    line = print_command(app.match(match.id).actions[0].command, Names(app.match(match.id).state.catalogue))
    swapped = line.replace("Bo, Cy", "Cy, Bo")
    change = RequestedEdit(Address(1), "replace", swapped)
    found = preview(app, CorrectionRequest(match=match.id, changes=(change,)))
    assert [row.handed for row in rows_of(app.match(match.id), found)] == ["", ""]
    assert "another player's" not in found.concern


def test_a_preview_says_whose_entry_becomes_whose(app: MatchService, pig: str) -> None:
    """Given Bo's roll 3 corrected to roll 1, which ends his turn, then his hold is narrated as Ada's, and as a broken rule; a
    correction that does not end a turn hands over zero actions."""
    app.take(pig, "roll 5")
    found = preview(app, rolled(pig, 1))
    hold, roll = rows_of(app.match(pig), found)[1:]
    assert (hold.verdict, hold.handed) == ("newly_illegal", "becomes Ada's; it was Bo's")
    assert (roll.act, roll.handed) == ("6", "becomes Bo's; it was Ada's")
    assert described_effect(hold) == (
        "entry 5 (hold) now breaks a rule, becomes Ada's; it was Bo's: [P-HOLD] roll before you hold"
    )
    assert found.concern == "1 later entry breaks rules then, 2 later entries become another player's"
    assert preview(app, rolled(pig, 4)).concern == ""


def test_the_command_line_asks_before_an_entry_becomes_another_players(
    matchbook: CommandLine,
) -> None:
    """Given only legal later entries of which one becomes another player's, then `correct` refuses without --yes and names them."""
    pig = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    for line in ("roll 6", "hold", "roll 3", "roll 2"):
        assert matchbook("take", pig, *line.split()).code == 0
    ran = matchbook("correct", f"{pig}/4", "roll", "1")
    assert ran.code == 3
    assert "becomes Ada's; it was Bo's" in ran.err
    assert "1 later entry becomes another player's; not recorded: --yes" in ran.err
    assert matchbook("correct", f"{pig}/4", "roll", "1", "--yes").code == 0


def test_impossible_acts_stop_it(app: MatchService, match_id: str) -> None:
    asked = CorrectionRequest(match=match_id, changes=(RequestedEdit(Address(32), "strike"),))
    found = preview(app, asked)
    assert not found.possible
    stopped = [one.address for one in found.proposal.impossible]
    with pytest.raises(ImpossibleCommand, match="entry 34 becomes impossible"):
        correct(app, asked)
    assert app.match(match_id).version == 56
    struck = tuple(RequestedEdit(address, "strike") for address in stopped)
    assert correct(app, CorrectionRequest(match=match_id, changes=(*asked.changes, *struck))).version == 57


def test_two_corrections_at_once(app: MatchService, match_id: str) -> None:
    first = CorrectionRequest(match=match_id, changes=SWAP, at_version=56)
    correct(app, first)
    second = CorrectionRequest(match=match_id, changes=(RequestedEdit(Address(56), "strike"),), at_version=56)
    for ask in (preview, correct):
        with pytest.raises(Conflict):
            ask(app, second)
    assert correct(app, CorrectionRequest(match=match_id, changes=second.changes, at_version=57)).version == 58


def test_sent_twice_it_is_stored_once(app: MatchService, match_id: str) -> None:
    """A correction has a command id as every act, and another one cannot have the same."""
    asked = CorrectionRequest(match=match_id, changes=SWAP, command_id="once")
    assert (correct(app, asked).repeated, correct(app, asked).repeated) == (False, True)
    with pytest.raises(CommandIdTaken):
        correct(app, replace(asked, changes=SWAP[:1]))
    assert app.match(match_id).version == 57


def test_the_same_line_is_no_correction(app: MatchService, match_id: str) -> None:
    """Given the same line as the entry has, then the correction is not recorded."""
    line = print_command(app.match(match_id).actions[-1].command, names_of(app.match(match_id)))
    same = RequestedEdit(app.match(match_id).actions[-1].address, "replace", line)
    with pytest.raises(UsageProblem, match=f"already is {line!r}: give another line"):
        correct(app, CorrectionRequest(match=match_id, changes=(same,)))


def test_redo_after_an_undo(app: MatchService, match_id: str) -> None:
    app.undo(match_id)
    assert redo(app, match_id).match_after.state == app.store.load(match_id, 56).state
    with pytest.raises(UsageProblem, match="no take-back since the last action"):
        redo(app, match_id)
    with pytest.raises(UsageProblem, match="already equals that after entry 56"):
        redo(app, match_id, 56)
    with pytest.raises(UsageProblem, match="no entry 99"):
        redo(app, match_id, 99)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("12", "write a command after"),
        ("-12 draw_card", "a struck entry takes no command"),
        ("twelve draw_card", "write `12 COMMAND`"),
        ("0 draw_card", "write `12 COMMAND`"),
        ("+ 12 draw_card", "write `12 COMMAND`"),
        ("12#0 draw_card", "write `12 COMMAND`"),
        ("zzzz/12 draw_card", "is in another match"),
        ("-12\n" * (MOST_CHANGES + 1), f"line {MOST_CHANGES + 1}: a correction has at most 1,000 changes"),
    ],
)
def test_a_file_of_changes_that_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(SheetError, match="^line .*" + why.removeprefix("line ")):
        read_changes(text, "7kq2m4xd9fra")


def test_a_file_of_changes() -> None:
    found = read_changes("# slip\n12 draw_card\n\n+7kq2/13  draw_card Ada\n-40#2\n", "7kq2m4xd9fra")
    assert [(str(one.address), one.how, one.line, one.number) for one in found] == [
        ("12", "replace", "draw_card", 2), ("13", "insert", "draw_card Ada", 4), ("40#2", "strike", "", 5),
    ]  # fmt: skip


REFUSED = {
    "not standing": (("MATCH/9", "--strike"), 2, "entry 9 was undone"),
    "a note": (("MATCH/57", "--strike"), 2, "entry 57 is not an action"),
    "not there": (("MATCH/99", "--strike"), 5, "no entry 99; the match has"),
    "no inserted act": (("MATCH/7#1", "--strike"), 2, "is not an action"),
    "the opening goes": (("MATCH/1", "--strike"), 2, "the opening can only be replaced"),
    "before the opening": (("MATCH/1", "--insert-before", "draw_card"), 2, "the opening can only be replaced"),
    "no entry": (("MATCH", "draw_card"), 2, "which entry?"),
    "no address": (("MATCH/x", "draw_card"), 2, "an act is MATCH/ENTRY"),
    "no command": (("MATCH/4",), 2, "give the corrected command after the entry, or --strike"),
    "both": (("MATCH/4", "draw_card", "--strike"), 2, "--strike takes no command"),
    "a file and more": (("MATCH/4", "--file", "FILE"), 2, "--file contains all corrections"),
    "unreadable": (("MATCH/4", "gibberish"), 2, "no command 'gibberish'"),
    "illegal": (("MATCH/8", "draw_card"), 3, "CG-T"),
    "no such match": (("nothere/4", "--strike"), 5, "no match"),
    "version": (("MATCH/8", "--strike", "--at", "3"), 4, "entry 4"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_has_one_line_and_a_code(matchbook: CommandLine, match: str, tmp_path: Path, case: str) -> None:
    assert matchbook("takeback", match, "--to", "8", "--reason", "agreed").code == 0
    for line in ("play_robot dasher [wes] position=offensive",):
        assert matchbook("take", match, line).code == 0
    file = tmp_path / "changes.txt"
    file.write_text("-8\n")
    words, code, why = REFUSED[case]
    before = matchbook("log", match).out
    ran = matchbook("correct", *(word.replace("MATCH", match).replace("FILE", str(file)) for word in words))
    refused(ran, code, why)
    assert matchbook("log", match).out == before


def test_previews_name_changes_and_corrections_want_a_yes(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """Entries that become illegal are refused with code 3, and flagged with --yes."""
    ran = matchbook("correct", f"{match}/56", "--strike", "--preview")
    assert "the result changes from Bo wins (points, CG-E01) to in progress" in ran.err
    ran = matchbook("correct", f"{match}/32", "--strike", "--preview", "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["possible"], found["acts"][0]["verdict"]) == (1, False, "struck")
    assert {act["verdict"] for act in found["acts"]} == {"struck", "impossible", "same", "changed"}
    ran = matchbook("correct", f"{match}/18", "--strike")
    assert (ran.code, "CG-T04" in ran.out) == (3, True)
    assert "1 later entry breaks rules then; not recorded: --yes records it" in ran.err
    assert matchbook("correct", f"{match}/18", "--strike", "--preview").code == 1
    assert "x  18" not in matchbook("log", match).out
    assert matchbook("correct", f"{match}/18", "--strike", "--yes", "--reason", "no card").code == 0
    log = matchbook("log", match).out
    assert "x  18  draw_card  (struck by entry 57)" in log
    assert "! [CG-T04] 1 draw owed" in log
    assert matchbook("audit", match).code == 1


def test_every_row_of_a_preview_says_what_it_is_then(matchbook: CommandLine, match: str) -> None:
    """Also of an entry that keeps its command and breaks a rule then; what is struck says `-`."""
    lines = matchbook("correct", f"{match}/18", "--strike", "--preview").out.splitlines()
    cells = {line.split()[1]: line for line in lines if line[:1].isdigit()}
    assert cells["struck"].split()[-1] == "-"
    kept = cells["newly_illegal"]
    command = kept.split()[2]
    assert kept.count(command) == 2, "as it was, and as it is"


def test_a_file_that_names_its_line(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    file = tmp_path / "changes.txt"
    for text, code, why in (
        ("20 play_student pax\n31 play_students nia\n", 2, "line 2: no command 'play_students'"),
        ("20 play_student pax\n31 play_robot wall [pax]\n", 3, "line 2: ["),
        ("20 play_student pax\n99 play_robot krabby\n", 5, "line 2: no entry 99"),
        ("20 play_student pax\n-20\n", 2, "action 20 is corrected twice"),
        ("20 play_student pax\n" * 10_000, 2, "at most 1,000 changes"),
        ("# nothing\n", 2, "give a command, --strike, or a file with changes"),
    ):
        file.write_text(text)
        refused(matchbook("correct", match, "--file", file), code, why)


def test_corrections_go_out_and_come_in(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    file = tmp_path / "changes.txt"
    file.write_text("20 play_student pax\n31 play_student nia\n+42 adjust slip [note(text=hi)]\n")
    assert matchbook("correct", match, "--file", file).code == 0
    matchbook("undo", match)
    matchbook("redo", match)
    one, two, other = tmp_path / "1.match.jsonl", tmp_path / "2.match.jsonl", f"sqlite:///{tmp_path / 'other.db'}"
    assert matchbook("export", match, "--output", one).code == 0
    assert matchbook("verify", one).code == 0
    assert matchbook("--store", other, "import", one).code == 0
    assert matchbook("--store", other, "export", match, "--output", two).code == 0
    assert one.read_bytes() == two.read_bytes()
    assert matchbook("--store", other, "log", match).out == matchbook("log", match).out
    assert matchbook("--store", other, "audit", match).code == 0


def test_two_readings(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """D2: as corrected, the log strikes corrected actions and narrates current ones; as recorded, it narrates the entered ones. So
    do boards, data and files."""
    recorded = matchbook("log", match).out
    then, now = (matchbook("show", f"{match}/20", "--width", "100").out for _ in range(2))
    assert then == now
    file = tmp_path / "changes.txt"
    file.write_text("20 play_student pax\n31 play_student nia\n+21 adjust slip [note(text=hi)]\n")
    assert matchbook("correct", match, "--file", file, "--reason", "a slip").code == 0
    recorded = recorded.replace("as judge", "as judge, as recorded", 1)
    ruled = matchbook("log", match).out.splitlines()
    place = ruled.index("x  20  play_student nia  (corrected by entry 57)")
    assert ruled[place + 3] == "   20  play_student pax  (after correction 57)"
    assert "  57#1  adjust slip [note(text=hi)]  (inserted by entry 57)" in ruled
    assert matchbook("log", match, "--view", "recorded").out.startswith(recorded)
    assert (
        matchbook("show", f"{match}/20", "--width", "100", "--view", "recorded").out.replace(" of 57", " of 56") == then
    )
    assert matchbook("show", f"{match}/20", "--width", "100").out.replace(" of 57", " of 56") != then
    assert matchbook("replay", match, "--text").out.splitlines()[: len(ruled)] == ruled
    assert matchbook("replay", match, "--text", "--view", "recorded").out.startswith(recorded)
    assert matchbook("export", match, "--format", "text").out.splitlines() == ruled
    assert matchbook("export", match, "--format", "text", "--view", "recorded").out.startswith(recorded)
    rows = {row["address"]: row for row in json.loads(matchbook("log", match, "--json").out)}
    assert rows[f"{match}/20.1"]["command"] == "play_student pax"
    assert rows[f"{match}/57#1.1"]["command"] == "adjust slip [note(text=hi)]"
    rows = {row["address"]: row for row in json.loads(matchbook("log", match, "--json", "--view", "recorded").out)}
    assert rows[f"{match}/20.1"]["command"] == "play_student nia"
    assert not any("#" in address for address in rows)
    assert "corrected by entry 57: play_student pax" in matchbook("export", match, "--format", "html").out


EVENTS = {
    "a call": (("MATCH/3", "judge_called", "--role", "player", "--author", "Ada"), "judge called on 3 (Ada, player)"),
    "time": (("MATCH", "extra_time", "--minutes", "5", "--role", "judge"), "extra time 5 minutes (tess, judge)"),
    "a clock": (("MATCH", "clock_started", "--minutes", "50"), "clock started 50 minutes (tess, scorekeeper)"),
    "a role without a name": (("MATCH", "judge_called", "--author", "scorekeeper"), "judge called (scorekeeper)"),
    "words": (
        ("MATCH", "statement", "I drew one", "--author", "Bo", "--role", "player"),
        "statement: I drew one (Bo, player)",
    ),
    "a file": (("MATCH", "evidence", "photo", "--file", "FILE"), "evidence: photo: 2cf24dba5fb0a30e26e83b2ac5b9e29e"),
}


@pytest.mark.parametrize("case", EVENTS)
def test_what_happens_at_the_table(matchbook: CommandLine, match: str, tmp_path: Path, case: str) -> None:
    """A table event has an author and a role, is in the log, and leaves the state unchanged; only the hash of a file is kept."""
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"hello")
    board = matchbook("show", match).out
    words, line = EVENTS[case]
    ran = matchbook("table-event", *(word.replace("MATCH", match).replace("FILE", str(file)) for word in words))
    assert (ran.code, line in ran.out) == (0, True), ran
    assert line in matchbook("log", match).out
    assert matchbook("show", match).out.splitlines()[1:] == board.splitlines()[1:]
    assert matchbook("audit", match).code == 0


def test_events_that_say_nothing(matchbook: CommandLine, match: str) -> None:
    for words, why in (
        (("extra_time",), "for extra time"),
        (("note", "x", "--minutes", "3"), "only clock events may have them"),
        (("evidence", "photo"), "give a file for evidence"),
        (("statement",), "give the text of the statement"),
        (("judge_called", "--author", " "), "give the author"),
        (("judge_called", "--author", "a\x1b[2J"), "control character"),
    ):
        ran = matchbook("table-event", match, *words)
        assert (ran.code, why in ran.err, ran.err.count("\n")) == (2, True, 1), ran
    assert matchbook("table-event", f"{match}/99", "judge_called").code == 5
    assert "judge called" not in matchbook("log", match).out
