"""Options of every game and contest are read by one reader, with one style of error."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from msgspec import Struct

from domain.fields import Field, declared_fields
from domain.options import changed_options, choice_violations, option_value, options_from
from domain.registry import installed_games

GAMES = tuple(installed_games().values())
FIELDS = [(game, field) for game in GAMES for field in declared_fields(game.options)]
ids = pytest.mark.parametrize(("game", "field"), FIELDS, ids=lambda one: one.name)


class Agreed(Struct, frozen=True):
    """The agreed options of a game."""

    count: int = 3


@ids
def test_each_option_refuses_in_one_style(game, field: Field) -> None:
    """A value that an option cannot have is refused with the option, what is possible, and what was given."""
    agreed = game.options()
    kinds = {one.kind for one in field.kinds}
    if kinds & {"flag", "number"}:
        with pytest.raises(ValueError, match=f"^option {field.name}: .+ expected, found 'nonsense'$"):
            options_from({field.name: "nonsense"}, agreed)
    elif field.choices:
        odd = options_from({field.name: "nonsense"}, agreed)
        (fault,) = choice_violations(odd, "CT-S02")
        assert fault.impossible
        assert fault.rule in game.rules
        assert re.fullmatch(f"option {field.name}: one of .+ expected, found 'nonsense'", fault.text)


@ids
def test_each_default_is_read_back(game, field: Field) -> None:
    """Given a default written out (`yes`, `3`, `must`), then it is read as the default and the options are unchanged."""
    if field.default is not None:
        assert options_from({field.name: field.default_text}, game.options()) == game.options()
    assert changed_options(game.options()) == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_unknown_options_are_told_with_those_there_are(game) -> None:
    """An option that does not exist is named, with all that do."""
    there = ", ".join(game.options.__struct_fields__)
    with pytest.raises(ValueError, match=f"^no option 'colour'; options: {there}$"):
        options_from({"colour": "red"}, game.options())


@pytest.mark.parametrize(
    ("text", "least", "number"),
    [
        *(("9" * 9, 0, 999_999_999), (" 0 ", 0, 0), ("-1", None, -1), ("-" + "9" * 9, None, -999_999_999), ("2", 2, 2)),
        *(
            (text, least, None)
            for text, least in (("9" * 10, 0), ("-1", 0), ("1", 2), ("--1", None), ("²", 0), ("", 0))
        ),
    ],
)
def test_numbers_of_an_option(text: str, least: int | None, number: int | None) -> None:
    """Whole numbers of nine digits at most, from the least on; below 0 where that is asked for. Others are refused as words are."""
    refused = pytest.raises(ValueError, match=f"^option count: a whole number expected, found {text!r}$")
    with refused if number is None else nullcontext():
        assert option_value(Agreed, "count", text, least=least) == number


def test_types_are_taken_apart_in_one_place() -> None:
    """Only `domain/fields.py` inspects the types of fields."""
    root = Path(__file__).parents[2]
    folders = ("domain", "storage", "projections", "service", "replay_tui", "matchbook")
    files = (file for folder in folders for file in (root / folder).rglob("*.py"))
    looking = [
        str(f.relative_to(root)) for f in files if re.search(r"type_info|msgspec\.inspect", f.read_text("utf-8"))
    ]
    assert looking == ["domain/fields.py"]
