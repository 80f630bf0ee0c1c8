"""Valid kit files, and the answer to each mistake (kits.md, 13)."""

import gc
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards import CatalogueError
from domain.fields import MOST_KEPT, fields_of
from domain.game import Game, Phrase
from domain.games.tabletop import GAME
from domain.games.tabletop.commands.acts import Act
from domain.games.tabletop.dump import kit_text
from domain.games.tabletop.layout import layout_of
from domain.games.tabletop.load import KitErrors, read_kit
from domain.memo import KEPT
from domain.notation import Names, parse_command
from domain.seats import seats_of_names
from tests.games.tabletop.tables import KITS, PARTS, parts, shipped

HEAD = 'kit = "x"\ntitle = "X"\nplayers = "2"\n'
BAD = {
    "not TOML": ("kit = ", r"x\.toml: not TOML \(line 1"),
    "too large": (HEAD + "#" * 70_000, r"x\.toml: a kit of 70,\d+ bytes; at most 65,536"),
    "an unknown key": (HEAD + "colour = 1", r"x\.toml: no field 'colour'"),
    "a wrong word": (HEAD + "[counter]\ntotal = { reset = 'hour' }",
                     r"x\.toml: counter\.total\.reset: 'hour' is not one of .*phase, round, turn"),
    "a wrong type": (HEAD + "[counter]\na = { start = 'x' }", r"counter\.a\.start: a whole number .* found 'x'"),
    "a name that is not there": (HEAD + "[counter]\nscore = {}\n[verb]\nhold = { does = ['add scrore 1'] }",
                                 r"verb\.hold\.does\[1\]: no counter 'scrore'; did you mean score\?"),
    "a misspelt score": (HEAD + "score = 'scrore'\n[counter]\nscore = {}", r"score: no counter 'scrore'; did you mean"),
    "a misspelt usual verb": (HEAD + "usual = ['pley']\n[verb]\nplay = {}", r"usual\[1\]: no verb 'pley'; did you mean play\?"),
    "a misspelt phase": (HEAD + "phases = ['day']\n[verb]\nv = { phase = ['dey'] }", r"verb\.v\.phase: no phase 'dey'"),
    "a guard on nothing": (HEAD + "[[guard]]\nid = 'G'\non = ['fly']\nneeds = '1 = 1'\ntext = 't'",
                           r"guard\[1\]\.on: no verb 'fly'"),
    "a deck into nothing": (HEAD + "[deck]\nd = { into = 'stok' }\n[zone]\nstock = {}",
                            r"deck\.d\.into: no zone 'stok'; did you"),
    "one name twice": (HEAD + "[zone]\na = {}\n[counter]\na = {}", r"counter\.a: 'a' is used twice: also in zone\.a"),
    "a reserved word": (HEAD + "[zone]\nturn = {}", r"zone\.turn: 'turn' is a reserved word"),
    "too few values": (HEAD + "[counter]\na = {}\n[verb]\nv = { does = ['add a'] }", r"does\[1\]: write add COUNTER V"),
    "an unknown step": (HEAD + "[verb]\nv = { does = ['moove x y'] }", r"does\[1\]: no step 'moove'; did you mean move"),
    "a turn that never ends": (HEAD + "each_turn = ['next']", r"each_turn\[1\]: next is only for verbs: turns would end"),
    "an argument where none is given": (HEAD + "begin = ['win $who']", r"begin\[1\]: arguments exist only in verbs"),
    "players backwards": (HEAD.replace('"2"', '"5-2"'), r"players: '5-2': write 2 or 2-5"),
    "max below min": (HEAD + "[counter]\na = { min = 5, max = 2 }", r"counter\.a\.max: 2 is below min, 5"),
    "a start beyond max": (HEAD + "[counter]\na = { start = 5, max = 2 }", r"counter\.a\.start: 5 is outside min and max"),
    "a start below min": (HEAD + "[counter]\na = { min = 5 }", r"counter\.a\.start: 0 is outside min and max \(5 or more\)"),
    "a draw below zero": (HEAD + "[zone]\na = { kind = 'stack' }\nb = {}\n[verb]\nv = { does = ['draw -1 a b'] }",
                          r"verb\.v\.does\[1\]: a step draws 0 to 999 cards, not -1"),
    "a deal of too many": (HEAD + "begin = ['deal 1000 a b']\n[zone]\na = { kind = 'stack' }\nb = {}",
                           r"begin\[1\]: a step draws 0 to 999 cards, not 1000"),
    "copies below zero": (HEAD + "[[card]]\nid = 'a'\ncopies = -8\n", r"card\[1\]\.copies: write 0 or more, not -8"),
    "a word twice": (HEAD + "[choice]\nc = { one_of = ['a', 'b', 'a'] }", r"choice\.c\.one_of: 'a' is given 2 times"),
    "an importer of an unknown verb": (HEAD + "[verb]\nplay = {}\n[[import]]\nname = 'f'\ntitle = 'F'\n"
                                       "rules = [{ find = 'x', line = ['pley {x}'] }]",
                                       r"import\[1\]\.rules\[1\]\.line: no verb 'pley'; did you mean play"),
    "a picture that does not fit": (HEAD + "[zone.b]\ngrid = '2x2'\nsetup = '''\na a\n'''\nlegend = { a = 'pawn' }",
                                    r"zone\.b\.setup: the picture has 1 line of 2 signs; the grid is 2x2"),
    "a sign without legend": (HEAD + "[zone.b]\ngrid = '2x1'\nsetup = 'a z'\nlegend = { a = 'pawn' }",
                              r"zone\.b\.legend: the legend lacks the sign 'z' of the picture"),
    "a newer format": (HEAD + "format = 9", r"format: this program reads up to format 1, not 9"),
    "a title written like a name": (HEAD + "[verb]\nv = { title = 'go_on' }", r"verb\.v\.title: .*2 to 40 characters"),
    "one title twice": (HEAD + "[verb]\nv = { title = 'Go on' }\nw = { title = 'Go on' }",
                        r"verb\.w\.title: 'Go on' is the title of v"),
    "an unknown argument": (HEAD + "[verb]\nv = { does = ['win $whom'], take = { who = 'player' } }",
                            r"no argument '\$whom'; did you"),
    "an unknown kind": (HEAD + "[verb]\nv = { take = { who = 'plaier' } }",
                        r"verb\.v\.take\.who: no kind 'plaier'; did you mean player"),
    "too many verbs": (HEAD + "[verb]\n" + "\n".join(f"v{n} = {{}}" for n in range(101)), r"verb: 101 of them; at most 100"),
    "too many steps": (HEAD + "[verb]\nv = { does = [" + "'next'," * 13 + "] }", r"verb\.v\.does: 13 of them; at most 12"),
    "too large a grid": (HEAD + "[zone]\nb = { grid = '27x2' }", r"zone\.b\.grid: '27x2': write columns x rows, at most 26x26"),
    "a long text": (HEAD + f"source = '{'x' * 501}'", r"source"),
    "an ending nobody wins": (HEAD + "[[end]]\nwhen = 'turn > 3'\nwin = 'loser'", r"end\[1\]: win = 'loser' is not one of this"),
    "a condition without sense": (HEAD + "[[end]]\nwhen = 'turn + 3'", r"end\[1\]: 'turn \+ 3'"),
    "a control character": (HEAD.replace("X", "\\u0007"), r"title: the control character U\+0007 cannot be in it"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_kits(what: str) -> None:
    """A mistake is told in one line with its place and what is possible."""
    text, answer = BAD[what]
    with pytest.raises(KitErrors) as found:
        read_kit(text, "x.toml")
    assert any(re.search(answer, line) for line in found.value.lines), found.value.lines
    assert all("\n" not in line for line in found.value.lines)


def test_all_mistakes_are_told() -> None:
    """Each mistake of a file has its line, not just the first."""
    text = HEAD + "[counter]\na = { reset = 'hour' }\nb = { of = 'nobody' }\n[dice]\nd = { faces = 1 }"
    with pytest.raises(KitErrors) as found:
        read_kit(text, "x.toml")
    assert len(found.value.lines) == 3


def test_mistakes_of_every_stage_are_told_at_once() -> None:
    """Given a wrong field, a wrong name, a missing zone and mistakes in steps, then one check lists them all, without their
    consequences."""
    text = (
        HEAD
        + """begin = ["deal 5 stock hnd@each"]
[deck]
cards = { into = "stok", cards = { wolf = 3 } }
[zone]
stock = { kind = "stack", shape = "round" }
hand = { of = "player" }
[verb]
play = { take = { card = "card hand" }, limit = "one turn", when = "turn > 1", does = ["move $card stock"] }
roll = { take = { die = "dice d9" }, does = ["roll die $die"] }
lose = { take = { who = "player" }, does = ["move lot@$who stock"] }
"""
    )
    with pytest.raises(KitErrors) as found:
        read_kit(text, "x.toml")
    places = [line.split(": ")[1] for line in found.value.lines]
    assert places == [
        "zone.stock", "verb.play", "deck.cards.into", "verb.play.limit", "verb.roll.take.die", "verb.lose.does[1]",
        "begin[1]",
    ], found.value.lines  # fmt: skip


@pytest.mark.parametrize("kit", KITS)
def test_a_kit_given_back_is_the_same_kit(kit: str) -> None:
    """Written as a file and read again it has the same digest; comments and layout are not in it."""
    catalogue = shipped(kit)
    assert read_kit(kit_text(catalogue), "again.toml").digest == catalogue.digest


def test_comments_change_no_digest() -> None:
    """Two files that differ in comments are one kit; an order that differs makes another."""
    text = PARTS.format(head="", tail="")
    assert read_kit("# more\n" + text, "x.toml").digest == parts().digest
    swapped = text.replace("points = { max = 12 }\nsecret = { see", "secret = { see").replace(
        "min = 0 }\ntapped", "min = 0 }\npoints = { max = 12 }\ntapped"
    )
    assert read_kit(swapped, "x.toml").digest != parts().digest


def test_traits() -> None:
    """A card's id goes before its traits, and what a numeric trait lacks is 0."""
    traits = layout_of(shipped("hearts")).traits
    assert (traits["sQ"]["points"], traits["h9"]["points"], "points" in traits["c2"]) == (13, 1, False)
    assert traits["c10"] == {"suit": "clubs", "rank": "10", "value": 10, "order": 10}


@pytest.mark.parametrize(
    ("line", "faces", "by"),
    [("roll 6 1", (6, 1), None), ("6 1 3", (6, 1, 3), None), ("roll 61", (6, 1), None), ("roll 6 by=2", (6,), 1),
     ("roll 6 Bo", (6,), 1), ("roll 6 7", (6, 7), None)],
)  # fmt: skip
def test_dice_written_apart_are_one_roll(line: str, faces: tuple[int, ...], by: int | None) -> None:
    """A number behind a die is another die, not the seat of a player."""
    catalogue = read_kit(
        HEAD + "usual = ['roll']\n[dice]\ndice = { count = 5 }\n[verb]\nroll = { take = { dice = 'dice dice' } }",
        "x.toml",
    )
    names = Names(catalogue, seats_of_names(("Ada", "Bo")))
    command = parse_command(line, GAME.commands, names)
    assert isinstance(command, Act)
    assert (command.args["dice"], command.by) == (faces, by)


@given(
    st.text(max_size=400) | st.builds(lambda text: HEAD + text, st.text("abk={}[]\n'\"#1 ._zonecountr", max_size=200))
)
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Given any file, then it is a kit or a catalogue error of one line."""
    try:
        read_kit(text, "x.toml")
    except CatalogueError as error:
        assert "\n" not in str(error)


def test_what_is_kept_of_kits_is_bounded() -> None:
    """However many kits are read: phrases, bound games and options of a few are kept, not of every kit there ever was."""
    text = 'kit = "x"\ntitle = "X"\nplayers = "2"\nversion = "{}"\noption.goal.value = 5\nverb.only_here = {{ by = "table" }}'
    for number in range(KEPT + 30):
        catalogue = read_kit(text.format(number), "x.toml")
        game = GAME.for_catalogue(catalogue)
        assert fields_of(game.options)
        assert parse_command("only_here", game.commands, Names(catalogue, ()))
    gc.collect()
    kept = gc.get_objects()
    assert sum(isinstance(one, Phrase) and one.word == "only_here" for one in kept) <= KEPT
    assert sum(isinstance(one, Game) and one.title == "X" for one in kept) <= KEPT
    assert fields_of.cache_info().maxsize == MOST_KEPT
