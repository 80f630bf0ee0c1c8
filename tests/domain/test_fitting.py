"""Type errors in words: the field, the given value, the possible values."""

import re
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from domain.cards import Catalogue, DeckList
from domain.entries import command_type, entry_type
from domain.fields import Field, children_of, fields_of
from domain.game import AnyGame
from domain.notation import Names, NotationError
from domain.registry import installed_games
from domain.validation import InvalidValue, disturbing_field, invalidity, validated, validated_json
from service.preferences import Preferences
from service.resources import load_catalogue
from service.typing.scoresheet import read_command

GAMES = tuple(installed_games().values())
CARD_GAMES = tuple(game for game in GAMES if game.kind == "game")
NO_WORDS = "this does not fit what is expected here"
DECODER_TALK = re.compile(r"`|\$|Object (missing|contains)|Expected|Invalid (value|enum)|malformed|truncated|null\b")
QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
WRONG: tuple[Any, ...] = (
    *(None, True, -1, 4.5, 10**30, "no such thing", [], [5, "x"], [[None]]),
    *([{"effect": "explode"}], {}, {"x": [1]}, {"type": 5}),
)


def is_said_well(text: str) -> bool:
    """Whether a message is one line of ours. Quoted words are those of the person who wrote the value."""
    return bool(text) and text != NO_WORDS and "\n" not in text and not DECODER_TALK.search(QUOTED.sub("", text))


def structs_of(game: AnyGame) -> tuple[type, ...]:
    """All that a person may write of a game as a table: cards, options, commands, decks, what is kept of the match list."""
    return (*game.cards.records, game.options, *game.commands, DeckList, Preferences)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_wrong_field_is_named(game: AnyGame) -> None:
    """A wrong value in any field of any card, option or command is told with the field's name, in no words of a decoder."""
    tried = 0
    for struct in structs_of(game):
        config = struct.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        for field in fields_of(struct):
            for value in WRONG:
                # Given one wrong field, then only it is reported; a missing one beside it is reported first or last, always in our
                # own words.
                said = refusal({**tag, field.name: value}, struct)
                assert said is None or is_said_well(said), (struct, field.name, value, said)
                alone = next(iter_faults(value, field), None)
                assert alone is None or alone.startswith(field.name), alone
                tried += said is not None
    assert tried > 50


def iter_faults(value: object, field: Field) -> Any:
    from domain.validation import _invalid_fields

    return (f"{place}: {text}" for place, text in _invalid_fields(value, field, field.name, False))


def refusal(value: object, wanted: type) -> str | None:
    """The message about a value; `None` if it fits."""
    try:
        validated(value, wanted)
    except InvalidValue as error:
        return str(error)
    return None


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_each_field_of_each_card_spoilt(game: AnyGame) -> None:
    """Each field of the sample cards, replaced by each kind of wrong value: the message names the field, and it is found whenever
    the decoder refuses the card."""
    seen: dict[type, object] = {type(card): card for card in load_catalogue(game)}
    for card in seen.values():
        good = msgspec.to_builtins(card)
        for field in good:
            for value in WRONG:
                said = refusal({**good, field: value}, game.cards.record)
                assert said is None or (is_said_well(said) and field in said), said


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


STRUCTS = tuple(dict.fromkeys(struct for game in GAMES for struct in structs_of(game)))


class Way(msgspec.Struct, forbid_unknown_fields=True):
    """A struct with an optional choice, an optional number, and ranges of each kind."""

    way: Literal["", "left"] = ""
    seats: int | None = None
    never: None = None
    up: Annotated[int, msgspec.Meta(ge=1)] = 1
    down: Annotated[int, msgspec.Meta(le=9)] = 1
    both: Annotated[float, msgspec.Meta(ge=1, le=9)] = 1.0


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"way": "up"}, "way: one of (nothing), left expected, found 'up'"),
        ({"seats": None, "up": 0}, "up: a whole number of 1 or more expected, found 0"),
        ({"seats": None, "down": 10}, "down: a whole number of 9 or less expected, found 10"),
        ({"never": None, "down": 10}, "down: a whole number of 9 or less expected, found 10"),
        ({"never": 1}, "never: nothing expected, found 1"),
        ({"seats": "two"}, "seats: a whole number expected, found 'two'"),
        ({"both": 0.5}, "both: a number from 1 to 9 expected, found 0.5"),
        ({"both": "no"}, "both: a number from 1 to 9 expected, found 'no'"),
    ],
)
def test_what_a_place_may_hold_is_said(value: dict[str, object], said: str) -> None:
    """Optional choices, numbers with their range, and only the wrong field are named."""
    assert refusal(value, Way) == said


@pytest.mark.parametrize("value", ["`", "$", "null", "it's `", 'say "`"'])
def test_a_value_is_quoted_whatever_it_says(value: str) -> None:
    """Given text that looks like a decoder's message, then it is quoted as the user's text; our own words are checked."""
    said = refusal(value, DeckList)
    assert said is not None
    assert is_said_well(said), said
    assert not is_said_well(f"{said} `")


@given(value=VALUES, data=st.data())
def test_never_without_words(value: object, data: st.DataObject) -> None:
    """Given any value that the decoder refuses, then our message says what is wrong with it."""
    struct = data.draw(st.sampled_from(STRUCTS))
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    fields = data.draw(st.dictionaries(st.sampled_from([f.name for f in info.fields] or ["x"]), VALUES, max_size=4))
    for tried in (value, {**({info.tag_field: info.tag} if info.tag_field else {}), **fields}):
        said = refusal(tried, struct)
        assert said is None or is_said_well(said), (struct, tried, said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON (column 1)"),
        (b'{"cards":\n {', "not JSON (line 2, column 3)"),
        (b'{"cards": NaN}', "not JSON: NaN is not a number"),
        (b"\xff", "not UTF-8 text (byte 0)"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "a table expected, found a list"),
        (b'{"cards": []}', "cards: a table expected, found a list"),
        (b'{"cards": {"fir": 0}}', "cards.fir: a whole number from 1 to 999 expected, found 0"),
        (b'{"cards": {}, "nam": "x"}', "no field 'nam'; did you mean name?"),
        (b'{"name": "x"}', "cards is missing (a table)"),
        (b'{"cards": {}, "name": "\\ud800"}', "name: text expected, found '\\ud800'"),
    ],
)
def test_json_in_words(data: bytes, said: str) -> None:
    """A JSON text that cannot be read says where, or which field."""
    with pytest.raises(InvalidValue) as error:
        validated_json(data, DeckList)
    assert str(error.value) == said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_commands_in_json_lines(game: AnyGame) -> None:
    """Given a JSON line that is not a command of the game, then our message names the type, the field and the possible values."""
    first = game.commands[0].__struct_config__.tag
    for line in (
        "{",
        '{"type": 5}',
        "{}",
        '{"type": "fly"}',
        f'{{"type": "{first}", "x": 1}}',
        f'{{"type": "{first}"}}',
    ):
        with pytest.raises(NotationError) as error:
            read_command(line, game, Names())
        assert is_said_well(str(error.value)), error.value
        assert str(error.value).startswith("not a command in JSON: ")


def test_entries_and_disturbing_fields() -> None:
    """The type of a whole entry is looked through: what importing a match file needs. The field that would disturb a screen is
    named; line breaks are text where texts may have lines."""
    said = invalidity({"envelope": {"match": 5}, "payload": {}, "salt": "", "head": ""}, entry_type(CARD_GAMES[0]))
    assert said == "envelope.match: text expected, found 5"
    assert command_type(CARD_GAMES[0]) is not None
    assert disturbing_field({"a": ["x", "y\x1b"]}) == "a[2]: the control character U+001B cannot be in it"
    assert disturbing_field({"a": "\ud800"}) == "a: text that is not UTF-8 cannot be in it"
    assert disturbing_field({"b": 'qu"ote', "c": "Zoë\u200d"}) == ""
    assert disturbing_field({"a": "two\nlines"}) == "a: a line break cannot be in it"
    assert disturbing_field(Catalogue(()).name) == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"type":"a","type":"b"}', "'type' is given twice"),
        ('{"a":{"b":1,"b":1}}', "'b' is given twice"),
        (f'{{"a":{"9" * 5000}}}', "a number of 5,000 digits"),
        ('{"a":1,}', "not JSON (column "),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_no_word_of_a_decoder_is_in_what_is_told(text: str, problem: str) -> None:
    """Given wrong typed JSON, then our message explains it; a field given twice is refused, and both values are ignored."""
    with pytest.raises(InvalidValue) as told:
        validated_json(text, dict[str, object], typed=True)
    assert problem in str(told.value)
    assert not re.search(r"sys\.|Expecting|Exceeds|`", str(told.value))


def test_the_items_of_a_set_come_in_a_fixed_order():
    """Given words in a set, then they come in the order of their texts: hashes of words differ from process to process, and
    what a seed tries depends on this order."""
    assert children_of(frozenset(("pax", "nia", "wes", "bo"))) == ("bo", "nia", "pax", "wes")
