"""Rolls and flips, in any game, are in the table of dice and in the questions about it."""

from pathlib import Path
from typing import Final

import pytest

from domain.registry import load_game
from service.resources import read_text, sample_sheets
from tests.service.conftest import CommandLine

ODD: Final = """
kit = "odd"
title = "Odd"
players = "2"
[dice]
coin = { faces = 2 }
die = { faces = 20, count = 2 }
[verb]
flip = { take = { side = "dice coin" }, does = ["roll coin $side"] }
roll = { take = { dice = "dice die" }, does = ["roll die $dice"] }
"""
FLIP: Final = "flip_coin Ada caller=Ada call=tails face=tails"
THROWN: Final = {
    "odd": ("flip 2", "roll 20,3"),
    "frc_card_game": (
        "adjust slip [random_result(kind=coin, value=Heads)]",
        "adjust slip [random_result(kind=die, value=5), random_result(kind=pick, value=wes)]",
    ),
    "frc_tcg": ("adjust slip [coin_flip(result=tails), die_roll(result=11, faces=12)]",),
}
FELL: Final = {
    "odd": "coin,2,1,2\ndie,20,1,20\ndie,20,2,3\n",
    "frc_card_game": "first_player,2,1,2\neffect,2,1,1\neffect,,1,5\n",
    "frc_tcg": "effect,2,1,2\neffect,12,1,11\n",
}
SELECT: Final = "select purpose, faces, roll, face from dice where not undone order by position, k, roll"


@pytest.mark.slow
@pytest.mark.parametrize("name", THROWN)
def test_what_rolls_or_flips_is_among_the_dice(name: str, matchbook: CommandLine, tmp_path: Path) -> None:
    """Coins and dice of games and kits are counted with their faces, as they fall and after a correction."""
    (tmp_path / "odd.toml").write_text(ODD)
    if name == "odd":
        opened = matchbook("new", str(tmp_path / "odd.toml"), "--player", "Ada", "--player", "Bo")
    else:
        sheet = read_text(sample_sheets(load_game(name))[0]).partition("\n@turn 1")[0].replace("flip_coin Ada", FLIP)
        (tmp_path / "begun.scoresheet").write_text(sheet)
        opened = matchbook("new", "--sheet", str(tmp_path / "begun.scoresheet"))
    match = opened.out.split()[0]

    def found() -> str:
        return matchbook("sql", SELECT, "--format", "csv").out.partition("\n")[2]

    for line in THROWN[name]:
        taken = matchbook("take", match, line)
        assert taken.code == 0, taken.err
        assert FELL[name].startswith(found())
    assert found() == FELL[name]
    counted = matchbook("stats", "dice-fairness", "--format", "csv").out.splitlines()[1:]
    faces = [line.split(",")[1] for line in FELL[name].splitlines()]
    assert sorted(line.split(",")[2] for line in counted if "(all)" in line) == sorted({one for one in faces if one})
    if name == "odd":
        assert {line.split(",")[0] for line in counted} == {"tabletop:odd"}
        assert matchbook("correct", f"{match}/3", "roll 19,3", "--yes").code == 0
        assert found() == FELL[name].replace(",20\n", ",19\n", 1)
    if name == "frc_card_game":  # a coin of which only the outcome was written down
        (tmp_path / "begun.scoresheet").write_text(sheet.replace(FLIP, "flip_coin Bo"))
        assert matchbook("new", "--sheet", str(tmp_path / "begun.scoresheet")).code == 0
        assert found() == FELL[name] + "first_player,2,1,2\n"
