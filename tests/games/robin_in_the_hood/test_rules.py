"""The package as a whole: its rules are cited, its tables complete, its resources there."""

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from domain.game import tag_of
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.changes import Change
from domain.games.robin_in_the_hood.commands.base import RobinCommand
from domain.games.robin_in_the_hood.events.applied import AppliedChange
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.options import Options
from domain.options import option_rules
from domain.table import SeatSetup, TableSetup
from tests.games.robin_in_the_hood.tables import CATALOGUE, SAMPLES

HERE = Path(__file__).parent
RULE_ID = re.compile(r"RH-[A-Z]\d\d")
RANGE = re.compile(r"(RH-[A-Z])(\d\d) to RH-[A-Z](\d\d)")
DOCSTRING = re.compile(r'def test_\w+\([^)]*\) -> None:\n    """(.*?)"""', re.DOTALL)


def cited() -> set[str]:
    """The rule ids in test docstrings, ranges included."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for docstring in DOCSTRING.findall(path.read_text()):
            found |= set(RULE_ID.findall(docstring))
            for letter, first, last in RANGE.findall(docstring):
                found |= {f"{letter}{number:02d}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_rule_is_cited() -> None:
    """Each rule of the reference is cited by the docstring of a test, and each id cited is a rule."""
    assert cited() == set(GAME.rules)


def test_guards_are_raised_somewhere() -> None:
    """Every guard, setup and option row is raised by the checks."""
    package = Path(str(SAMPLES))
    modules = (*package.glob("commands/*.py"), *package.glob("*.py"))
    source = "".join(module.read_text() for module in modules)
    kinds = ("guard", "setup", "option")
    assert [rule.id for rule in GAME.rules.values() if rule.kind in kinds and f'"{rule.id}"' not in source] == []


def test_rules_are_in_order() -> None:
    """A rule is listed under its own id, with title, text and place."""
    for key, rule in GAME.rules.items():
        assert key == rule.id
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.place or rule.source != "rulebook"


def defined(kind: type[Struct]) -> set[type[Struct]]:
    """The classes of this kind that no other builds upon: those that are stored."""
    return {one for sub in kind.__subclasses__() for one in defined(sub) or {sub}}


def test_tables_are_complete() -> None:
    """Every command and event is in the game, under names of their own."""
    assert set(GAME.events) == defined(RobinEvent)
    assert set(GAME.commands) == defined(RobinCommand)
    names = [tag_of(struct) for struct in (*GAME.commands, *GAME.events)]
    assert len(names) == len(set(names))


def test_stored_fields_stand_in_their_class() -> None:
    """What is stored states all its fields itself, in their order: msgspec would put inherited ones behind them."""
    stored = (*GAME.commands, *GAME.events, *get_args(Change), *get_args(AppliedChange))
    assert [one for one in stored if tuple(inspect.get_annotations(one)) != one.__struct_fields__] == []


def test_every_option_has_its_rule() -> None:
    """RH-V05, RH-V06: each option is fixed by a rule of the reference."""
    assert set(option_rules(Options)) == set(Options.__struct_fields__)
    assert set(option_rules(Options).values()) <= set(GAME.rules)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "red"}, "no option 'colour'"),
        ({"victories_to_win": "many"}, "option victories_to_win"),
        ({"ante": "maybe"}, "option ante"),
    ],
)
def test_options_from_text(options: dict[str, str], message: str) -> None:
    """An option that does not exist or cannot be read is named in one line."""
    setup = TableSetup((SeatSetup("Ann"), SeatSetup("Ben")), options)
    with pytest.raises(ValueError, match=message):
        GAME.open_table(setup)


def test_deck_sizes_from_text() -> None:
    """RH-D01: a deck known by its size alone must have the agreed one."""
    with pytest.raises(ValueError, match="active_count"):
        GAME.open_table(TableSetup((SeatSetup("Ann", deck=12), SeatSetup("Ben")), {"victories_to_win": "1"}))
    opening = GAME.open_table(TableSetup((SeatSetup("Ann", deck=10), SeatSetup("Ben")), {"victories_to_win": "1"}))
    assert [tag_of(command) for command in opening] == ["open_tournament", *["declare_active_set"] * 2]


def test_board_before_the_opening() -> None:
    """Before the opening there is a board, and it asks for the opening command."""
    assert GAME.board(GAME.initial(CATALOGUE), "judge").prompts[0].text == "open the tournament"
