"""The page of effects: each line is recorded in its game, without a violation, and does what a lasting word does."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.games.frc_card_game.test_card_texts import duel as card_game_table
from tests.games.frc_tcg.test_card_texts import duel as tcg_table
from tests.games.pbl_robots.table import adjust
from tests.games.pbl_robots.test_card_texts import crewed
from tests.games.robin_in_the_hood.tables import fight, playing
from tests.scenario import Scenario

PAGE: Final = (Path(__file__).parents[1] / "docs" / "reference" / "effects.md").read_text("utf-8")
TABLES: Final[dict[str, tuple[Callable[[], Scenario[Any, Any, Any]], str]]] = {
    "FRC: The Card Game": (lambda: card_game_table("main"), "resolve_card_effect coach_may changes=[{}]"),
    "FRC TCG": (tcg_table, "resolve_card_effect MDMG changes=[{}]"),
    "PBL ROBOTS": (
        lambda: adjust(crewed(), "add_armor(player=Ana, card=ar_ct, slot=right_arm, source=deck)"),
        "resolve_effect cr1a changes=[{}]",
    ),
}
"""Section of the page -> the position that it describes, and the command that its lines are part of."""
LASTING: Final = ("modify", "allow", "forbid", "prevent", "label")


def rows() -> list[tuple[str, str, str]]:
    """Section, card text and line of each row."""
    found = []
    for section in PAGE.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        if title in TABLES:
            found += [
                (title, text, line) for text, line in re.findall(r"^\| ([^|`]+) \| `([^`]+)` \|$", body, re.MULTILINE)
            ]
    return found


def test_the_page_has_forty_card_texts() -> None:
    """Each of the games has some, and no text is there twice."""
    assert len(rows()) == 40
    assert {section for section, _, _ in rows()} == set(TABLES)
    assert len({(section, text) for section, text, _ in rows()}) == 40


@pytest.mark.parametrize(("section", "text", "line"), rows(), ids=[f"{text}" for _, text, _ in rows()])
def test_each_line_is_recorded(section: str, text: str, line: str) -> None:
    """A line is accepted in the position that the page describes; a lasting word leaves one effect more."""
    opened, command = TABLES[section]
    table = opened()
    before = len(table.state.lasting)
    table.do(command.format(line))
    if line.split("(", maxsplit=1)[0] in LASTING:
        assert len(table.state.lasting) == before + 1, text


def test_the_lines_of_robin_in_the_hood_are_recorded() -> None:
    """Each line of the last section is recorded after the battles of a hand."""
    for line in re.findall(r"^    (resolve_card_effect (?:Ann|Ben) .*)$", PAGE, re.MULTILINE):
        table = fight(playing("", [], []), "dunstan", "ned").do(line)
        assert len(table.state.lasting) == 1


def test_the_page_says_that_a_card_justifies_a_deviation() -> None:
    """Its example is refused without its card, and recorded with it."""
    [line] = re.findall(r"^    (play_robot .*)$", PAGE, re.MULTILINE)
    table = card_game_table("scoring")
    table.refused(line.partition(" because=")[0], "CG-T06")
    table.do(line)
