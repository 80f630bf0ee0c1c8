"""The scorekeeper's guides cannot rot: their commands read, their options are all there."""

import re
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from domain.game import tag_of
from domain.games.frc_tcg.changes import Change
from domain.games.tabletop.schema import BUILT_IN
from domain.notation import Names, parse_command
from domain.options import choices_of
from domain.registry import load_game
from domain.seats import seats_of_names
from matchbook.game_reference import examples as typed_examples
from matchbook.game_reference import game_page
from service.resources import load_catalogue
from tests.rulebooks import RULEBOOKS

TABLES: Final = {
    "frc_card_game": ("adas_gamble", ("Ada", "Bo")),
    "frc_tcg": ("worked_match", ("Ada", "Ben")),
    "pbl_robots": ("proving_ground", ("Ana", "Bo", "Cleo")),
    "robin_in_the_hood": ("sample", ("Ann", "Ben")),
}
"""The cards and players of each guide."""
UNSAID: Final = {"sides", "label", "catalogue_check"}
"""Options that scorekeepers do not set."""


def guide(name: str) -> str:
    """The text of a guide."""
    return (Path("domain/games") / name / "guide.md").read_text("utf-8")


def examples(name: str) -> list[str]:
    """The lines of notation in the blocks of a guide."""
    blocks = re.findall(r"^```text\n(.*?)^```", guide(name), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if not line.startswith("matchbook ")]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_command_has_an_example(name: str) -> None:
    """TCG-S02, PBL-S01: every example reads as a command, a row's as the command of the row, and no command is without one."""
    game, (catalogue, players) = load_game(name), TABLES[name]
    names = Names(load_catalogue(game, catalogue), seats_of_names(players))
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", guide(name), re.MULTILINE))
    read = {line: tag_of(parse_command(line, game.commands, names)) for line in (*examples(name), *rows.values())}
    assert set(read.values()) == {tag_of(command) for command in game.commands}
    assert {tag: read[line] for tag, line in rows.items()} == {tag: tag for tag in rows}
    assert set(rows) == set(read.values())


@pytest.mark.parametrize("name", ["gathering", "league", "series", "tournament"])
def test_every_command_of_a_competition_has_an_example(name: str) -> None:
    """CT-S02: the reference page of a competition shows a line for each command, from the guide, which reads as that command."""
    game, typed = load_game(name), typed_examples(load_game(name))
    played = load_game("pbl_robots")
    cards = load_catalogue(played) if name == "series" else load_catalogue(played, "proving_ground")
    names = Names(cards, seats_of_names(("Ada", "Bo", "Cleo", "Dev", "Emil", "Lou")))
    read = {
        word: tag_of(parse_command(line, game.commands, names)) for word, line in typed.items() if word != "matchbook"
    }
    assert read == {tag: tag for tag in (tag_of(command) for command in game.commands)}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_option_is_explained(name: str) -> None:
    """TCG-S02, PBL-D01: a guide names each option, and all its values where it has rows for them, the default first."""
    text, options = guide(name), load_game(name).options
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \| (?:CG|RH)-", text, re.MULTILINE))
    assert not rows or set(rows) == set(options.__struct_fields__)
    assert [option for option in options.__struct_fields__ if option not in text and option not in UNSAID] == []
    for option, choices in choices_of(options).items():
        assert rows.get(option, ", ".join(choices)) == ", ".join(choices)
        assert all(choice in text for choice in choices) or name == "pbl_robots"


def test_every_kind_of_change_is_named() -> None:
    """TCG-S02: no kind of change is left out of the guide."""
    assert all(f"`{tag_of(change)}(" in guide("frc_tcg") for change in Change.__args__)


@pytest.mark.parametrize("name", [*RULEBOOKS, "gathering", "league", "series", "tabletop", "tournament"])
def test_the_reference_page_of_a_game_leaves_nothing_unnamed(name: str) -> None:
    """CG-V01: each option has a meaning, and each value in parentheses or list of kinds that a field names has a row."""
    page = game_page(load_game(name), "")
    options = page.partition("## Options")[2].partition("## Commands")[0]
    assert not re.findall(r"^\| `\w+` \|  \|.*", options, re.MULTILINE)
    assert "(key=value" not in page
    assert "kinds -->" not in page
    named = set(re.findall(r"`: (?:a list of )?(\([a-z ]+\))", page)) - {"(options)"}
    assert named <= set(re.findall(r"^\| (\([a-z ]+\)) \|", page, re.MULTILINE))


@pytest.mark.parametrize("name", [*RULEBOOKS, "tabletop"])
def test_each_field_of_a_reference_page_has_a_meaning(name: str) -> None:
    """CG-V01: below "Fields of commands", a field has its meaning beside it or in the list of shared fields, once for each name."""
    page = game_page(load_game(name), "").partition("## Fields of commands\n")[2]
    typed = re.split(r"\n## (?:Words of effects|Rules)\n", page)[0]
    shared = re.findall(r"^- `(\w+)`\??: .* — .+$", typed, re.MULTILINE)
    cells = re.findall(r"^\| (?:\[|<a|\(|`).*? \| (`.+?`.*?) \|", typed, re.MULTILINE)
    fields = [field for cell in cells for field in cell.split("<br>")]
    assert len(set(shared)) == len(shared)
    assert [field for field in fields if ": " in field and " — " not in field] == []
    assert {one for field in fields if ": " not in field for one in re.findall(r"`(\w+)`", field)} <= set(shared)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_reference_page_of_a_game_lists_its_words_of_effects(name: str) -> None:
    """CG-A05: each number, action and kind of change has a row that says where it is written."""
    game = load_game(name)
    page = game_page(game, "").partition("## Words of effects")[2].partition("## Events")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", page, re.MULTILINE))
    assert set(rows) == set(import_module(f"{game.package}.vocabulary").VOCABULARY.names)
    assert all("=`" in use for use in rows.values())


@pytest.mark.parametrize("name", [*RULEBOOKS, "tabletop"])
def test_the_reference_page_of_a_game_lists_each_command_below_one_job(name: str) -> None:
    """CG-V01: each command has one row with its job, one with its fields, and most are below a job of the game itself."""
    page = game_page(load_game(name), "")
    jobs = page.partition("## Commands\n")[2].partition("## Fields of commands\n")[0]
    listed = re.findall(r"^\| \[`(\w+)`\]\(#fields-\w+\) \|", jobs, re.MULTILINE)
    words = [phrase.word for command in load_game(name).commands for phrase in command.grammar(None)]
    assert sorted(listed) == sorted(words)
    assert re.findall(r'<a id="fields-(\w+)"></a>`\w+`', page) == words
    others = jobs.partition("### When record and table differ\n")[2]
    assert set(re.findall(r"#fields-(\w+)", others)) <= {"adjust", "declare_position", "define_card", *OUT_OF_TURN}


OUT_OF_TURN: Final = {"move_component", "change_option"}
"""Commands that are never legal: they record that the players did so."""


@pytest.mark.parametrize("name", [*RULEBOOKS, "tabletop"])
def test_the_reference_page_of_a_game_speaks_to_scorekeepers(name: str) -> None:
    """CG-V01: no word of the program is left on the page: neither values of Python nor names of functions and modules."""
    page = game_page(load_game(name), "")
    assert not re.findall(r"`(?:validate|check_\w+|Options|None)`|`[a-z_]+\.[A-Za-z]\w*`", page)
    assert not re.findall(r"\b(?:True|False) (?:if|for|where)\b", page)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_lists_of_kinds_differ_by_what_they_add(name: str) -> None:
    """RH-V01: a longer list of changes is written as an addition to the shorter one, and no list is numbered."""
    page = game_page(load_game(name), "").partition("### Kinds of values\n")[2].partition("### Values")[0]
    rows = dict(re.findall(r"^\| ([a-z_` ]+) \| (.+) \|$", page, re.MULTILINE))
    assert "changes" in rows
    assert all(text.startswith("all of *changes*, and ") for of, text in rows.items() if of.startswith("changes of"))


def test_the_page_of_any_game_has_a_line_for_each_verb_of_every_kit() -> None:
    """TT-NAME: the table shows how each built-in verb is typed."""
    lines = game_page(load_game("tabletop"), "").partition("### Lines that every kit takes\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z_]+)[ `]", lines)) == {verb.name for verb in BUILT_IN}
