"""The package as a whole: rules that are raised and tested, decks, catalogues, positions."""

import re
from pathlib import Path

import pytest

from domain.cards import deck_from_toml
from domain.deciding import ImpossibleCommand, decide
from domain.game import evolve_all, tag_of
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.cards import check_deck
from domain.notation import Names, Unreadable, parse_command
from domain.simulation import simulate
from tests.games.pbl_robots.table import FOLDER, PROVING_GROUND, SAMPLE, base, hand, limbs, points, standard

HERE = Path(__file__).parent
PACKAGE = Path(str(FOLDER))
ID = re.compile(r"PBL-[A-Z]\d+")


def test_every_rule_is_cited_by_a_test():
    """PBL-S01: each id of the rules reference stands in the docstring of a test."""
    cited = {found for file in HERE.glob("test_*.py") for found in ID.findall(file.read_text())}
    assert set(GAME.rules) - cited == set()


def test_guards_are_raised():
    """PBL-S02: each rule of a guarding kind is raised somewhere by the checks."""
    texts = [
        *PACKAGE.glob("commands/*.py"),
        *PACKAGE.glob("changes/*.py"),
        *(PACKAGE / f"{name}.py" for name in ("actors", "building", "cards", "drawing", "numbers")),
        *(PACKAGE / f"{name}.py" for name in ("obligations", "options", "references")),
    ]
    raised = {found for file in texts for found in re.findall(r'"(PBL-[A-Z]\d+)"', file.read_text())}
    guarding = {rule.id for rule in GAME.rules.values() if rule.kind in ("guard", "setup", "option")}
    assert guarding - raised - {"PBL-X03"} == set()
    assert raised - set(GAME.rules) == set()


def test_rules_are_worded():
    """PBL-S01: each rule has a title, a text and a place."""
    assert all(rule.title and rule.text and rule.origin and rule.id == key for key, rule in GAME.rules.items())


@pytest.mark.parametrize("name", sorted(file.name for file in (PACKAGE / "decks").glob("*.toml")))
def test_sample_decks(name):
    """PBL-S02: the sample decks hold 40 orange cards of the sample catalogue, each once."""
    deck = deck_from_toml((FOLDER / "decks" / name).read_text())
    assert (deck.game, deck.size) == ("pbl_robots", 40)
    assert check_deck(deck, SAMPLE) == ()


def test_declared_position():
    """PBL-S02: a position on the table is taken over, and the match goes on from it."""
    line = (
        "declare_position sides=[(robot=crystal, starter=vane, armor={left_arm=[ar_la1, ar_la2]}, dead=[head], "
        "hangars=[hg1], crew=[cr1a], bombs=[4], deck=20, scrap=[f01], blow_offs=1), "
        "(robot=obsidian, starter=brick, expert=ep_fury, dead=[legs, head, left_arm], deck=22, face_down=3)] "
        "hands=[[??, f02], [??]] turn=Bo number=9 shop_deck=15 shop_row=[f50, -, f51]"
    )
    table = standard().do(line)
    assert (base(table, 0), points(table, 0), limbs(table, 1), hand(table, 0)) == ((2, 2), 3, 1, (None, "f02"))
    assert (table.state.turn.number, table.state.turn.seat) == (9, 1)
    assert table.game.census(table.state) == {"orange cards": 100}
    table.do("draw_card slot=1", "declare_attack left_arm right_arm")


@pytest.mark.parametrize(
    "line",
    [
        "play_action nowhere",
        "declare_attack head tail",
        "draw_card slot=x",
        "build_armor",
        "frobnicate",
    ],
)
def test_unreadable_lines(line):
    """PBL-S02: what is no command of the game is unreadable, and says so in one line."""
    with pytest.raises(Unreadable) as refusal:
        standard().do(line)
    assert "\n" not in str(refusal.value)


def test_no_command_breaks_the_resolver():
    """PBL-S01: commands out of place are refused or recorded, never an error, at several moments of a match."""
    played = list(simulate(GAME, SAMPLE, 3, options={"setup": "regular"}, bots=("random",)))
    commands = [one.command for one in played[::9]]
    for one in played[::17]:
        for command in commands:
            try:
                events = decide(GAME, one.before, command, as_played=True).events
            except ImpossibleCommand:
                continue
            state = evolve_all(GAME, one.before, events)
            assert GAME.census(state) == {"orange cards": 100}, command


def test_guide_has_an_example_of_every_command():
    """PBL-S01: every line of the scorekeeper's guide is a command of the game, and no command is without an example."""
    guide = (PACKAGE / "guide.md").read_text()
    names = Names(PROVING_GROUND, standard(("vane", "brick", "rook"), ("Ana", "Bo", "Cleo")).state.seats)
    blocks = re.findall(r"^```text\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert {tag_of(parse_command(line, GAME.commands, names)) for line in lines} == {tag_of(c) for c in GAME.commands}


def test_guide_has_every_option():
    """PBL-D01: every option is named in the guide."""
    guide = (PACKAGE / "guide.md").read_text()
    silent = {"sides", "label", "catalogue_check"}
    assert [name for name in GAME.options.__struct_fields__ if name not in guide and name not in silent] == []
