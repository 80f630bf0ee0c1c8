"""Card records as tables and in words; ids and notes of cards."""

from typing import Literal

import pytest
from msgspec import Struct

from domain.cards import Catalogue
from domain.registry import load_game
from service.reading.card_tables import CardField, card_fields, card_groups, in_words, kinds_of
from service.resources import load_catalogue
from tests.minigame import CATALOGUE
from tests.service.conftest import CommandLine


class Mark(Struct, frozen=True):
    """A score; the colour is ornament."""

    score: int
    colour: str = ""


class Lift(Struct, frozen=True, tag_field="effect", tag="lift_card"):
    """Takes a card up."""

    amount: int
    whose: Literal["own", "any"] = "own"


class Hero(Struct, frozen=True, tag_field="type", tag="great_hero"):
    """Somebody."""

    card_id: str
    name: str
    strength: Mark = Mark(0)
    speed: int = 0
    kin: tuple[str, ...] = ()
    story: str = ""
    star: bool = False
    same: int = 7
    effects: tuple[Lift, ...] = ()


ADA = Hero("ada", "[b]Ada[/b]", Mark(12, "red"), 3, ("elf", "smith"), "She came late.", star=True, effects=(Lift(2),))
BO = Hero("bo", "木村", Mark(5), 0)


def test_columns_come_from_the_record():
    """Numbers first, then words; texts to read and fields common to all cards do not become columns, also in a plug-in game."""
    (group,) = card_groups([ADA, BO])
    assert [(c.title, c.width, c.numeric) for c in group.columns] == [
        ("strength", 8, True),
        ("speed", 5, True),
        ("kin", 10, False),
        ("star", 4, False),
    ]
    assert [row.cells for row in group.rows] == [("12", "3", "elf, smith", "yes"), ("5", "0", "", "")]
    (group,) = card_groups(CATALOGUE)
    assert [(c.title, c.numeric) for c in group.columns] == [("value", True)]


def test_a_card_is_told_in_words():
    """Every given field with the meaning of its kind, 0 included; kinds are counted by copies."""
    assert list(card_fields(ADA)) == [
        CardField("kind", "great hero", "Somebody."),
        CardField("strength", "score 12, colour red"),
        CardField("speed", "3"),
        CardField("kin", "elf, smith"),
        CardField("story", "She came late."),
        CardField("star", "yes"),
        CardField("same", "7"),
        CardField("effects", "lift card: 2", "Takes a card up."),
    ]
    assert {"speed": "0", "strength": "0"}.items() <= {t.label: t.text for t in card_fields(Hero("c", "C"))}.items()
    assert kinds_of({"ada": 2, "bo": 1, "zed": 3}, Catalogue([ADA, BO])) == {"great hero": 3, "not in the catalogue": 3}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Lift(2, "any"), "lift card: amount 2, whose any"),
        ({"battery": 1, "servo": 2}, "battery 1, servo 2"),
        ((), "none"),
        (None, "none"),
        (False, "no"),
    ],
)
def test_values_in_words(value: object, words: str):
    assert in_words(value) == words


@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_every_game_is_told(name: str):
    cards = load_catalogue(load_game(name))
    rows = [row for group in card_groups(cards) for row in group.rows]
    assert sorted(row.card_id for row in rows) == sorted(card.card_id for card in cards)
    assert all(next(card_fields(card)).label == "kind" for card in cards)


DEFINITIONS = {
    "frc_card_game": 'define_card student(card_id="{}", name=Nova, skills=[design])',
    "frc_tcg": 'define_card record=item(card_id="{}", name=Nova, text="x")',
    "pbl_robots": 'define_card crew(card_id="{}", name=Nova, skill=1, attack=1)',
}


@pytest.mark.parametrize("card", ["", "??", "-", "x#1", "a b", "a=b"])
@pytest.mark.parametrize("game", DEFINITIONS)
def test_no_card_is_defined_that_nobody_can_name(game: str, card: str, matchbook: CommandLine) -> None:
    decks = ("--deck", "1=30", "--deck", "2=30") if game == "frc_card_game" else ()
    match = matchbook("new", game, "--player", "Ada", "--player", "Bo", *decks).out.strip()
    for mode in ((), ("--as-played",)):
        refused = matchbook("take", match, DEFINITIONS[game].format(card), *mode)
        assert refused.code in (2, 3)
        assert refused.out == ""
    assert matchbook("take", match, DEFINITIONS[game].format("nova")).code == 0
