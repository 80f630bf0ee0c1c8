"""The board before an action is recorded, and the position on the table, declared through its form."""

from typing import Any

import pytest
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot

from domain.digest import digest_of
from domain.entries import ActionEntry
from domain.game import tag_of
from service.recording.match_service import MatchService
from tests.replay_tui.driving import Walk, keys, press, visit
from tests.replay_tui.live import MAIN_PHASE, open_sheet, recording
from tests.replay_tui.test_record_pilot import SHEETS
from tests.rulebooks import RULEBOOKS

pytestmark = pytest.mark.promise(id="R5")

PLAYED = 30
BETWEEN_HANDS = 11
"""Lines of the Robin in the Hood match until a hand is over: its positions are before one."""


def at_part(label: str, text: str, group: int = 1) -> Walk:
    """Goes down to a part of a player (0: of the table) and types over it."""

    async def fill(pilot: Pilot[None], screen: Any) -> None:
        groups = list(dict.fromkeys(part.group for part in screen.form.parts))
        wanted = next(
            n for n, part in enumerate(screen.form.parts) if part.label == label and part.group == groups[group]
        )
        downwards = ["down"] * (wanted - screen.row)
        await press(pilot, *downwards, "end", "ctrl+u", *map(_character_to_key, text), "enter")

    return fill


def last(app: MatchService, match_id: str) -> Any:
    """The payload recorded last."""
    return app.history(match_id).entries[-1].payload


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_position_that_stands_is_declared_in_three_keys(app: MatchService, name: str):
    """F5 opens the form filled in, F5 puts it into the line, enter records it: the position stays as it was."""
    match_id = open_sheet(app, name, BETWEEN_HANDS if name == "robin_in_the_hood" else PLAYED)
    before = app.match(match_id)
    visit(recording(app, match_id), "f5", "f5", "enter", "enter")
    match, payload = app.match(match_id), last(app, match_id)
    assert isinstance(payload, ActionEntry)
    assert tag_of(payload.command) == "declare_position"
    assert match.game.position(match.state) == before.game.position(before.state)


@pytest.mark.parametrize(
    ("name", "label", "text", "said"),
    [
        ("frc_card_game", "hand cards", "wes, ??", "[wes, ??]"),
        ("frc_tcg", "robot", "(cards=[RA1], hp=10)", "(cards=[RA1], hp=10)"),
        ("pbl_robots", "dead", "head, legs", "[head, legs]"),
        ("robin_in_the_hood", "victories", "1", "1"),
    ],
)
def test_each_part_can_be_typed(app: MatchService, name: str, label: str, text: str, said: str):
    """A changed part is marked, is in the form as typed, and goes into the line."""
    match_id = open_sheet(app, name, PLAYED)
    changed, line = visit(recording(app, match_id), "f5", at_part(label, text), "f5")[1:]
    assert any(row.startswith(f"* {label}") for row in changed.lines)
    assert said in changed.text
    assert said in line.line or any(row.startswith("    ! [") for row in line.lines)


def test_a_late_start(app: MatchService):
    """Given a jump from the opening to turn 9, then named cards are known, counted ones are `??`, and the match goes on."""
    match_id = open_sheet(app, "frc_card_game")
    walk = (at_part("turn", "9", 0), at_part("phase", "main", 0), at_part("deck", "24"), at_part("hand", "6"))
    visit(recording(app, match_id), "f5", *walk, at_part("hand cards", "wes"), "f5", "enter")
    state: Any = app.match(match_id).state
    assert (state.turn, state.phase) == (9, "main")
    assert [card.card for card in state.players[0].hand] == ["wes", None, None, None, None, None]
    assert any(app.match(match_id).game.legal(state))


def test_a_broken_rule_is_shown_at_its_part(app: MatchService):
    """Given a number that the deck cannot hold, then the rule is below the changed part, and F5 goes there."""
    match_id = open_sheet(app, "frc_card_game", 20)
    wrong, stays = visit(recording(app, match_id), "f5", at_part("deck", "29"), "f5")[1:]
    below = wrong.lines[next(n for n, row in enumerate(wrong.lines) if row.startswith("* deck")) + 1]
    assert "! [CG-D01] Ada: 34 cards declared, the deck had 30" in below
    assert "POSITION ON THE TABLE" in stays.text
    assert app.match(match_id).version == 21


def test_an_unreadable_part_keeps_the_cursor_on_its_row(app: MatchService):
    """Given a word in place of a number, then enter stays on the part, with the expected form; typed text is kept."""
    seen = visit(recording(app, open_sheet(app, "frc_card_game", 20)), "f5", f"ctrl+u {keys('soon')} enter")[-1]
    assert any(row.startswith("> turn") and "soon" in row and "unreadable" in row for row in seen.lines)
    assert "a whole number expected, found 'soon'" in seen.text


def test_the_form_keeps_what_was_typed(app: MatchService):
    """`esc` goes back to the match, and the next F5 finds the form unchanged; ctrl+z restores a part."""
    match_id = open_sheet(app, "frc_card_game", 20)
    walks = ("f5", f"ctrl+u {keys('44')} escape", "f5", "enter up ctrl+z")
    out, back, undone = visit(recording(app, match_id), *walks)[1:]
    assert out.text.startswith("RECORD")
    assert any(row.startswith("> turn") and "44" in row for row in back.lines)
    assert any(row.startswith("> turn  ") and " 4 " in row for row in undone.lines)


def test_the_form_goes_over_no_other_line(app: MatchService):
    """A line that was begun is not replaced by a position: F5 says so, and the line stays."""
    seen = visit(recording(app, open_sheet(app, "frc_card_game", 20)), f"{keys('play_st')} f5")[-1]
    assert seen.line == "play_st"
    assert "a position is typed in the line" in seen.text


def test_the_board_shows_the_position_before_it_is_recorded(app: MatchService):
    """In the line, the position is a preview: the board shows it, and enter stores it."""
    match_id = open_sheet(app, "frc_card_game", 20)
    seen = visit(recording(app, match_id), "f5", at_part("points", "1200"), "f5", size=(120, 40))[-1]
    assert "PREVIEW, not recorded" in seen.text
    assert "*1200" in seen.text
    assert app.match(match_id).version == 21


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40)])
def test_the_form_fits_any_size(app: MatchService, size: tuple[int, int]):
    """The row that is typed is in sight at any size, at the end of the form too."""
    match_id = open_sheet(app, "pbl_robots", PLAYED)
    seen = visit(recording(app, match_id), "f5", "pagedown pagedown", "up", size=size)[-1]
    assert any(row.startswith("> ") for row in seen.lines[:-2])


def test_tab_completes_what_was_just_typed(app: MatchService):
    """Keys may come faster than the screen: tab completes the letters before it, not what was offered before them."""
    match_id = open_sheet(app, "pbl_robots")

    async def hurry(pilot: Pilot[None], screen: Any) -> None:
        for letter in "obs\t":
            screen.line.post_message(Key("tab" if letter == "\t" else letter, letter))

    seen = visit(recording(app, match_id), "f5", "pagedown", hurry)[-1]
    assert "> obsidian" in seen.text


# --- the preview of an action ------------------------------------------------------------------------------------------


PREVIEW = "PREVIEW, not recorded"


@pytest.mark.promise(id="Convention 9")
def test_the_board_moves_while_one_types(app: MatchService, match_id: str):
    """Letters that bring a legal action to the top show its changes on the board; `esc` takes them back, enter records them."""
    before, typed, back, saved = visit(recording(app, match_id), "", keys("wes"), "escape", f"{keys('wes')} enter")
    assert PREVIEW not in before.text
    assert PREVIEW in typed.text
    assert "*S Wes" in typed.text
    assert "⏎ records play_student wes" in typed.text
    assert back.text == before.text
    assert "saved 8" in saved.text
    assert PREVIEW not in saved.text


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.promise(id="Convention 9")
def test_the_preview_is_what_is_recorded(app: MatchService, name: str):
    """In every game, the state previewed for the first whole row is the state after enter records it."""
    match_id = open_sheet(app, name, 20)
    shown = []

    async def choose(pilot: Pilot[None], screen: Any) -> None:
        row = next(n for n, row in enumerate(screen.offered.rows) if row.complete)
        await press(pilot, *["down"] * (row + 1))
        shown.append(digest_of(screen.query_one("#board").preview))

    visit(recording(app, match_id), choose, "enter")
    assert shown == [digest_of(app.match(match_id).state)]


@pytest.mark.promise(id="Convention 9")
def test_an_illegal_line_is_not_previewed(app: MatchService, match_id: str):
    """An illegal or unfinished line leaves the board unchanged."""
    illegal, unfinished = visit(recording(app, match_id), keys("draw_card"), f"escape {keys('play_robot ')}")
    assert PREVIEW not in illegal.text
    assert PREVIEW not in unfinished.text


@pytest.mark.promise(id="Convention 9")
def test_a_question_about_entries_goes_before_the_line(app: MatchService):
    """While undo asks, the board shows the target, not the line's result."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    seen = visit(recording(app, match_id), f"{keys('en')} ctrl+z")[-1]
    assert PREVIEW not in seen.text
    assert "PREVIEW entry 7/8" in seen.text
