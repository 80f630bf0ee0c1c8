"""Numbers behind words are arguments of the action that the words name, and never the number of a row."""

from pathlib import Path

import pytest

from domain.registry import load_game
from replay_tui.scorekeeping.line_keys import RefusedKey, Send, SetText, on_enter
from service.kits import KITS_GAME, kit_file
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet
from service.typing.suggestions import Suggester
from tests.replay_tui.live import table

ROLLED = ("roll [1, 2, 3, 4, 5]",)
FILLED = (*ROLLED, "write low_run 30", "roll [1, 1, 1, 1, 1]", "write yacht 50", *ROLLED)


def at_table(folder: Path, kit: str, *lines: str) -> Suggester:
    """The suggestions of a match of a kit after some lines."""
    with table(folder) as app:
        sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=str(kit_file(kit)))
        match = app.open_match(opening_of(load_game(KITS_GAME), sheet)).id
        for line in lines:
            app.take(match, line)
        return Suggester(app.match(match).game, app.match(match).state)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("low run 50", "write low_run 50"),
        ("LOW RUN 1", "write low_run 1"),
        ("w low 50", "write low_run 50"),
        ("w low 1", "write low_run 1"),
        ("write low 50", "write low_run 50"),
        ("yacht 2", "write yacht 2"),
        ("fill in a box yacht 5", "write yacht 5"),
        ("roll the dice 1 2 3 4 5", "roll 1,2,3,4,5"),
    ],
)
def test_numbers_behind_words_are_arguments(tmp_path: Path, text: str, line: str) -> None:
    """Given words that name one action, then enter records it with the numbers, though rows of those numbers exist."""
    found = at_table(tmp_path, "yacht", *ROLLED).suggest(text)
    assert [row.line for row in found.rows] == [line]
    assert on_enter(text, found, None) == Send(line)


@pytest.mark.parametrize("text", ["nonsense 1", "low runs 1", "w 1", "1 1", "ada 2"])
def test_words_that_take_no_number_find_no_row_by_it(tmp_path: Path, text: str) -> None:
    """Given other words with a number, then no row of the empty line is found, and enter refuses."""
    found = at_table(tmp_path, "yacht", *ROLLED).suggest(text)
    assert "roll " not in {row.line for row in found.rows}
    assert isinstance(on_enter(text, found, None), RefusedKey)


def test_numbers_of_several_actions_are_not_chosen_silently(tmp_path: Path) -> None:
    """Given words of two boxes, then both are offered with the number, and enter asks to choose."""
    found = at_table(tmp_path, "yacht", *ROLLED).suggest("run 50")
    assert [row.line for row in found.rows] == ["write low_run 50", "write high_run 50"]
    assert isinstance(on_enter("run 50", found, None), RefusedKey)


@pytest.mark.parametrize("text", ["low run 50", "w low 50", "write low 50", "write low_run 50", "low 1"])
def test_a_filled_box_is_named_with_its_rule(tmp_path: Path, text: str) -> None:
    """Given a filled box, when it is typed with points, then it is offered with the rule, and nothing else is picked."""
    suggester = at_table(tmp_path, "yacht", *FILLED)
    found = suggester.suggest(text)
    broken = found.rows[0].violations if found.rows else found.verdict.violations
    assert [violation.rule for violation in broken] == ["TT-BOX"]
    assert {row.line.split()[1] for row in found.rows} <= {"low_run"}


@pytest.mark.parametrize(("text", "then"), [("r 5", Send("roll 5")), ("5", Send("roll 5")), ("r 9", SetText("roll 9"))])
def test_the_only_action_takes_a_number_alone(tmp_path: Path, text: str, then: object) -> None:
    """Given a die as the only action, then letters or nothing before the number suffice; an impossible number is told."""
    found = at_table(tmp_path, "pig").suggest(text)
    assert on_enter(text, found, None) == then
    assert ("impossible" in found.rows[0].note) == (text == "r 9")
