"""Commands as text and back, for every kind of field that a command may have."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from domain.cards import CardId, CardRef, RawText, SeatIndex
from domain.fields import fields_of
from domain.game import Command
from domain.notation import Names, NotationError, parse_command, parse_value, print_command
from domain.seats import seats_of_names
from tests.minigame import CATALOGUE, GAME
from tests.minigame.commands import Draw, PlaceCard


class Hue(Enum):
    RED = "red"
    DEEP_BLUE = "deep blue"


class MoveTo(Struct, frozen=True, tag_field="change", tag="move_to", forbid_unknown_fields=True):
    card: CardRef
    to: Literal["hand", "shop"]
    seat: SeatIndex | None = None


class Reset(Struct, frozen=True, tag_field="change", tag="reset", forbid_unknown_fields=True):
    pass


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    x: int
    label: str = ""


class Everything(Command, frozen=True, kw_only=True, tag="everything"):
    word: str
    number: int
    seat: SeatIndex
    card: CardRef
    cards: tuple[CardRef, ...]
    change: MoveTo | Reset
    flag: bool = False
    other: SeatIndex | None = None
    maybe: int | None = 3
    text: str | None = "-"
    either: int | str = 0
    number_or_card: CardRef | int = 0
    choice: Literal["one", "two", 3] = "one"
    hue: Hue = Hue.RED
    pair: tuple[int, str] = (0, "")
    words: frozenset[str] = frozenset()
    changes: tuple[MoveTo | Reset, ...] = ()
    point: Point | None = None
    size_or_point: int | Point = 0
    rows: tuple[tuple[str, ...], ...] = ()
    copies: dict[CardId, int] = msgspec.field(default_factory=dict)
    notes: dict[str, str | None] = msgspec.field(default_factory=dict)
    by_seat: dict[SeatIndex, int] = msgspec.field(default_factory=dict)
    sides: Annotated[str, Meta(extra={"choices": ("left", "right")})] = "left"
    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...] | None = None


PLAYERS = ("Ada Lovelace", "2", "日本", "-")
NAMES = Names(CATALOGUE, seats_of_names(PLAYERS))


class Throw(Command, frozen=True, kw_only=True, tag="throw"):
    dice: tuple[int, ...]
    by: SeatIndex | None = None


class Swap(Command, frozen=True, kw_only=True, tag="swap"):
    give: tuple[CardRef, ...]
    take: tuple[CardRef, ...]


COMMANDS = (Everything, Swap, Throw, *GAME.commands)

ids = st.sampled_from([record.card_id for record in CATALOGUE])
refs = st.one_of(ids, st.sampled_from(["??", "#1-02", "#2-11=cedar", "fir#2"]))
seats = st.integers(0, len(PLAYERS) - 1)
numbers = st.integers(-(2**53) + 1, 2**53 - 1)
moves = st.builds(MoveTo, refs, st.sampled_from(["hand", "shop"]), st.none() | seats)
changes = moves | st.just(Reset())
points = st.builds(Point, numbers, st.text())
everything = st.builds(
    Everything,
    word=st.text(),
    number=numbers,
    seat=seats,
    card=refs,
    cards=st.lists(refs, max_size=4).map(tuple),
    change=changes,
    flag=st.booleans(),
    other=st.none() | seats,
    maybe=st.none() | numbers,
    text=st.none() | st.text(),
    either=numbers | st.text() | numbers.map(str),
    number_or_card=numbers | refs,
    choice=st.sampled_from(["one", "two", 3]),
    hue=st.sampled_from(Hue),
    pair=st.tuples(numbers, st.text()),
    words=st.frozensets(st.text(), max_size=3),
    changes=st.lists(changes, max_size=3).map(tuple),
    point=st.none() | points,
    size_or_point=numbers | points,
    rows=st.lists(st.lists(st.text(), max_size=3).map(tuple), max_size=3).map(tuple),
    copies=st.dictionaries(ids, numbers, max_size=3),
    notes=st.dictionaries(st.text(), st.none() | st.text(), max_size=3),
    by_seat=st.dictionaries(seats, numbers, max_size=3),
    sides=st.text(),
    dice=st.none() | st.lists(st.integers(1, 6), max_size=4).map(tuple),
)


def read(line: str) -> Any:
    return parse_command(line, COMMANDS, NAMES)


def refusal(line: str) -> str:
    with pytest.raises(NotationError) as caught:
        read(line)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@given(everything)
@pytest.mark.promise(id="N1")
def test_every_command_reads_back(command: Everything) -> None:
    """`parse(print(x)) == x` for values of every kind of field, on one line."""
    line = print_command(command, NAMES)
    assert len(line.splitlines()) == 1
    assert read(line) == command


@given(st.lists(st.text(), min_size=2, max_size=6), st.data())
def test_every_seat_reads_back(players: list[str], data: st.DataObject) -> None:
    """Given any names of players (equal, `@1`, `2`, empty), then a printed seat is read as the same seat."""
    seat = data.draw(st.integers(0, len(players) - 1))
    names = Names(None, seats_of_names(players))
    command = Draw(player=seat, cards=())
    assert parse_command(print_command(command, names), GAME.commands, names) == command


def test_fields_and_their_order() -> None:
    """Required fields are written in declared order without names, inherited ones last: `jump 3 yes`; optional ones are named, and
    left out at their default. The keys of a map of cards are names too."""
    command = Draw(player=0, cards=("cedar", "??"))
    assert print_command(command, NAMES) == 'draw "Ada Lovelace" [cedar, ??]'
    assert read("draw @1 cedar,??") == read("draw cards=[cedar,??] player=1") == command
    assert [field.name for field in fields_of(Jump)] == ["far", "high", "player"]
    assert parse_command("jump 3 yes", [Jump], NAMES) == Jump(far=3, high=True)
    assert read("register_deck @1 {Cedar=2, fir=1}").cards == {"cedar": 2, "fir": 1}


class Shared(Command, frozen=True, kw_only=True):
    player: SeatIndex | None = None


class Jump(Shared, frozen=True, kw_only=True, tag="jump"):
    high: bool = False
    far: int


@pytest.mark.parametrize("word", ["Cedar", "CEDAR", "cedar", "ce dar", "ＣＥＤＡＲ"])
def test_card_names_become_ids(word: str) -> None:
    """A card may be given by its printed name in any case; the command holds its id."""
    assert read(f'place_card @1 "{word}"') == PlaceCard(player=0, card="cedar")


@pytest.mark.parametrize(
    ("line", "given_text", "words"),
    [
        ("drow Ada", "drow", "did you mean draw"),
        ("zzz", "zzz", "commands: adjust, declare_position, draw"),
        ("draw Bob []", "Bob", "draw: player: no player 'Bob'; players: \"Ada Lovelace\", 2, 日本"),
        ("draw @9 []", "@9", "no player '@9'"),
        ("draw @1", "cards", "draw: cards is missing (a list of cards)"),
        ("draw @1 [] 3", "too many", "too many values; it takes player, cards (column 12)"),
        ("draw @1 [] crads=1", "crads", "draw: no field 'crads'; did you mean cards"),
        ("draw @1 player=@2 []", "", "cards"),
        ("draw player=@1 player=@2 cards=[]", "player", "player is given twice"),
        ("draw @1 [cedr]", "cedr", "draw: cards[1]: no card 'cedr' in the catalogue; did you mean cedar"),
        ("draw @1 [[a]]", "list", "a card expected, found a list or group"),
        ("roll_die six", "six", "roll_die: result: a whole number expected, found 'six' (column 10)"),
        ("roll_die -+5", "-+5", "a whole number expected"),
        ("roll_die ٣", "٣", "a whole number expected"),
        ("roll_die 9007199254740993", "9007199254740993", "a whole number expected"),
        ("adjust x [set_pionts(player=@1, points=1)]", "set_pionts", "did you mean set_points"),
        ("adjust x [zzz()]", "zzz", "changes[1]: 'zzz' is not known here; one of set_points, name_card, put_under"),
        ("everything w 1 @1 cedar [] reset() point=zzz", "zzz", "'zzz' is not known here; one of (key=value, ...)"),
        ("adjust x [set_points(player=@1)]", "points", "adjust: changes[1]: set_points: points is missing"),
        ("register_deck @1 {cedar=x}", "x", "register_deck: cards: cedar: a whole number expected"),
        ("register_deck @1 {cedar=1, Cedar=2}", "Cedar", "given twice"),
        ("register_deck @1 [cedar]", "", "{key=value, ...} expected"),
        ("declare_position a,b 1,2 3,4 1 phase=end", "end", "phase: draw expected, found 'end'"),
    ],
)
def test_refusals_name_field_given_and_possible(line: str, given_text: str, words: str) -> None:
    """Given unreadable text, then the refusal names the field, the given value and the possible values."""
    message = refusal(line)
    assert words in message
    assert given_text in message


def test_limits_and_lengths_in_messages() -> None:
    """A number outside the limits of a field is refused with the limit. A long word makes a short message, quickly."""
    assert "dice[1]: a whole number from 1 to 6 expected, found 7" in refusal(
        "everything w 1 @1 cedar [] reset() dice=[7]"
    )
    for line in ("x" * 90_000, "draw " + "x" * 90_000, "place_card @1 " + "x" * 90_000, "draw x=" + "y" * 90_000):
        assert len(refusal(line)) < 300


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("draw ada lovelace cedar cedar", 'draw "Ada Lovelace" [cedar, cedar]'),
        ("draw @1 cedar cedar", "draw @1 [cedar, cedar]"),
        ("throw 6 1 1", "throw [6, 1, 1]"),
        ("throw 6 1 by=@1", "throw [6, 1] by=@1"),
        ("everything w 1 ada lovelace cedar cedar cedar reset", "everything w 1 @1 cedar [cedar, cedar] reset"),
        ("everything w 1 @1 cedar [] reset hue=red", "everything w 1 @1 cedar [] reset hue=red"),
        ("register_deck @1 {cedar=2}", "register_deck player=@1 cards={cedar=2}"),
        ("draw player=ada lovelace cards=[cedar]", 'draw "Ada Lovelace" [cedar]'),
        ("draw player=Ada Lovelace cedar cedar", 'draw "Ada Lovelace" [cedar, cedar]'),
        ("draw cedar player=ada lovelace", 'draw "Ada Lovelace" [cedar]'),
        (
            "everything w 1 @2 cedar [] reset other=ada lovelace flag=yes",
            "everything w 1 @2 cedar [] reset yes other=@1",
        ),
        ("everything w 1 @1 cedar [] reset hue=deep blue", "everything w 1 @1 cedar [] reset hue='deep blue'"),
    ],
)
def test_blanks_are_read_where_only_one_thing_can_be_meant(line: str, same: str) -> None:
    """Names of players and lists may be written with blanks, without quotes, brackets and commas."""
    assert read(line) == read(same)


def test_a_name_that_nobody_has_is_refused_with_the_right_spelling() -> None:
    assert 'players: "Ada Lovelace"' in refusal("draw player=ada lovelase cards=[cedar]")


def test_many_names_with_blanks_are_refused_soon() -> None:
    """Ways to read a line are tried up to a bound, however many it has."""
    assert refusal("everything " + "seat=@1 other " * 10)
    assert refusal("draw player=ada" + " lovelace" * 5000)


def test_a_line_with_names_is_read_with_those_of_its_table() -> None:
    """Lines are kept for other tables only where they name no player, or name one by the seat."""
    tables = [Names(CATALOGUE, seats_of_names(names)) for names in (("Ada", "x1"), ("x1", "Ada"), ("Bo", "Cy"))]

    def drawn(line: str, names: Names) -> int | None:
        try:
            return parse_command(line, COMMANDS, names).player  # type: ignore[no-any-return, attr-defined]
        except NotationError:
            return None

    for _ in range(2):
        assert [drawn("draw Ada [cedar]", names) for names in tables] == [0, 1, None]
        assert [drawn("draw x1 [cedar]", names) for names in tables] == [1, 0, None]
        assert [drawn("draw @1 [cedar]", names) for names in tables] == [0, 0, 0]
        assert [drawn("draw @3 [cedar]", names) for names in tables] == [None] * 3


def test_blanks_that_can_mean_two_things_are_refused() -> None:
    """Given two lists, when the words can be parted between them in two ways, then the line is not read."""
    assert refusal("swap cedar cedar cedar")
    assert read("swap cedar cedar") == Swap(give=("cedar",), take=("cedar",))


@given(st.text(alphabet="draw place_card1@?#=,.-()[]{}\"' \n\\\x00é日"))
def test_no_line_breaks_the_parser(line: str) -> None:
    """Given any typed text, then it is a command or raises NotationError."""
    for text in (line, f"everything {line}", f"adjust x {line}", f"register_deck @1 {line}"):
        try:
            read(text)
        except NotationError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("seat", "日本", 2),
        ("cards", "Cedar, ??", ["cedar", "??"]),
        ("maybe", "-", None),
        ("flag", "yes", True),
        ("either", "12", 12),
        ("either", '"12"', "12"),
        ("change", "reset()", {"change": "reset"}),
    ],
)
def test_fields_are_read_one_by_one(field: str, text: str, value: object) -> None:
    """For prompting, a single field is read from what was typed for it."""
    assert parse_value(text, Everything, field, NAMES) == value


def test_fields_tell_what_they_expect() -> None:
    """Each field says in a few words what may be written there. Two words for one field are refused rather than half read."""
    expects = {field.name: field.expects for field in fields_of(Everything)}
    assert expects["seat"] == "a player"
    assert expects["cards"] == "a list of cards"
    assert expects["choice"] == "3 | one | two"
    assert expects["sides"] == "left | right"
    assert expects["maybe"] == "a whole number or -"
    assert expects["change"] == "move_to(…) or reset(…)"
    with pytest.raises(NotationError, match="one value expected"):
        parse_value("a b", Everything, "word", NAMES)


class Step(Command, frozen=True, kw_only=True, tag="step"):
    """A command with a field that may be raw."""

    move: RawText
    note: str = ""

    def validate(self, state: Any) -> Any:
        return ()

    def resolve(self, out: Any) -> None:
        pass


@pytest.mark.parametrize("line", ["step e8=Q", "step exd8=Q+", "step O-O note=x", 'step "note=x"'])
def test_raw_fields_take_signs_that_mean_something_elsewhere(line: str) -> None:
    """`e8=Q` is the value of a raw field; where it could be a pair of a field, it wants quotes, and is printed in them."""
    names = Names(CATALOGUE, seats_of_names(("Ada", "Bo")))
    command = parse_command(line, (Step,), names)
    assert print_command(command, names) == line
    assert parse_command("step move=e8=Q", (Step,), names) == Step(move="e8=Q")


@given(st.text(min_size=1, max_size=12))
def test_every_raw_text_reads_back(text: str) -> None:
    """Given any content of a raw field, then its printed form reads back the same."""
    names = Names(CATALOGUE, ())
    line = print_command(Step(move=text), names)
    try:
        assert parse_command(line, (Step,), names) == Step(move=text)
    except NotationError as error:
        assert "UTF-8" in str(error)
