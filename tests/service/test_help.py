"""Help texts: every command has its place, and every example can be typed unchanged."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from domain.notation import Names, parse_command
from domain.procedure.guide import infractions
from domain.registry import load_game
from domain.seats import seats_of_names
from matchbook.cli import examples
from matchbook.cli.main import _COMMANDS, FIRST, GROUPS, cli
from service.judging.case import citable
from service.resources import MissingFile, load_catalogue
from tests.service.conftest import CommandLine
from tests.web_service.serving import Process

READERS = (
    "Scorekeeper",
    "Judge",
    "Analyst",
    "Organiser",
    "Proofs and files",
    "Programmer",
    "Kit author",
    "Administrator",
)


def test_each_command_stands_under_one_reader(matchbook: CommandLine) -> None:
    listed = [name for names in GROUPS.values() for name in names.split()]
    assert sorted(listed) == sorted(_COMMANDS)
    parts = re.split(r"^(\w[\w ]+):$", matchbook("--help").out, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert tuple(found)[1:] == READERS
    for reader, names in GROUPS.items():
        assert re.findall(r"^  (\S+) ", found[reader], re.MULTILINE) == names.split()


SHEET = Path("domain/games/frc_card_game/match/adas_gamble.scoresheet")
SHOWN = re.compile(r"^ +matchbook ([a-z].*7kq2.*)$", re.MULTILINE)
ASKED = re.compile(r"^ +matchbook ((?:stats|find|metrics) .*)$", re.MULTILINE)
CLI = Path("matchbook/cli").resolve()
LINES = [line for path in sorted(CLI.glob("*.py")) for line in SHOWN.findall(path.read_text("utf-8"))]
LAST_LINES = {path: f"{path} {example}".rstrip() for path, example in examples.EXAMPLES.items()}
EXAMPLES = [re.split(r"  +", line)[0] for line in dict.fromkeys(LINES)]
EXAMPLES += [line for line in LAST_LINES.values() if "7kq2" in line and "m3fa" not in line and "cup1" not in line]
"""Those about a match; it is one of FRC: The Card Game. Text after two blanks is the explanation."""


@pytest.mark.parametrize(
    "example", [pytest.param(one, marks=[pytest.mark.slow] if one.startswith("winning") else []) for one in EXAMPLES]
)
def test_an_example_of_a_help_text_is_understood(
    example: str, matchbook: CommandLine, match: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is run on a written match of 40 entries and more: done, found wanting or refused by a rule, never misread."""
    monkeypatch.chdir(tmp_path)
    changes = tmp_path / "changes.txt"
    changes.write_text("12 advance_phase\n")
    words = [word.replace("7kq2", match).replace("changes.txt", str(changes)) for word in shlex.split(example)]
    if words[0] == "ruling":
        words[1] = match  # unasked: no entry of the written match is a claim
    assert matchbook(*words).code in (0, 1, 3), words


def _commands(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        assert child is not None
        yield from _commands(child, f"{path} {name}".lstrip())


def test_each_help_has_an_example() -> None:
    """A command has an example in its text, or as its last line; no last line belongs to a command that is missing."""
    found = dict(_commands(cli))
    assert set(examples.EXAMPLES) <= set(found)
    shown = {path for path, command in found.items() if re.search(rf"matchbook {path}\b", command.help or "")}
    assert set(found) - shown <= set(examples.EXAMPLES)


@pytest.mark.parametrize("path", [path for path, line in LAST_LINES.items() if line not in EXAMPLES])
def test_a_last_line_can_be_typed(path: str) -> None:
    """Its options exist and its arguments are complete. A file that it names may be missing."""
    command = dict(_commands(cli))[path]
    try:
        command.make_context(path, shlex.split(examples.EXAMPLES[path]))
    except MissingFile:
        return


def test_a_block_of_a_help_text_keeps_its_lines() -> None:
    """The mark of a block has its own line: with words behind it, Click joins the lines of the block."""
    assert not [
        path.name for path in CLI.glob("*.py") if re.search(r"^ *\\b +\S", path.read_text("utf-8"), re.MULTILINE)
    ]


@pytest.mark.slow
def test_questions_of_help_texts_are_answered(
    matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those about all matches are asked of an archive with a written match and simulated ones of two games."""
    text, scores = SHEET.read_text("utf-8"), "score krabby lifter\n"
    monkeypatch.chdir(tmp_path)
    Path("twice.txt").write_text(text[: text.index(scores)] + scores)
    twice = matchbook("new", "--sheet", "twice.txt").out.strip()
    assert "CG-C02" in matchbook("take", twice, "score krabby", "--as-played").out
    texts = [path.read_text("utf-8") for path in sorted(CLI.glob("*.py"))]
    asked = [one for text in texts for one in ASKED.findall(text) if "7kq2" not in one]
    assert {words.split()[0] for words in asked} == {"stats", "find", "metrics"}
    for game in ("frc_card_game", "frc_tcg"):
        assert matchbook("simulate", game, "-n", "1", "--record").code == 0
    for words in dict.fromkeys(asked):
        ran = matchbook(*shlex.split(re.split(r"  +", words)[0]))
        assert ran.code == 0, (words, ran.err)


def test_rules_that_help_texts_cite_are_of_one_game() -> None:
    """`--cite` names rules of the game of the examples, or infractions of the guide; lines of remedies are its commands."""
    game = load_game("frc_card_game")
    names = Names(load_catalogue(game), seats_of_names(["Ada", "Bo"]))
    for example in EXAMPLES:
        words = shlex.split(example)
        for option, value in pairwise(words):
            assert option != "--cite" or value in citable(game)
            assert option != "--infraction" or value in infractions()
            assert option != "--line" or parse_command(value, game.commands, names)


def test_the_program_alone_names_first_steps_on_one_screen(matchbook: CommandLine) -> None:
    """Given no command, then a screen of 24 lines has the commands to begin with, and the way to all others."""
    said = matchbook()
    assert (said.code, said.out) == (2, "")
    assert len(said.err.splitlines()) < 24
    assert all(f"matchbook {name} " in said.err for name in FIRST.split())
    assert "`matchbook --help`" in said.err


def test_lists_of_commands_have_whole_sentences() -> None:
    """Given a group of commands, then no line of its list is cut off."""
    context = click.Context(cli, info_name="matchbook")
    groups = [
        one for name in cli.list_commands(context) if isinstance(one := cli.get_command(context, name), click.Group)
    ]
    assert groups
    for group in groups:
        assert "...\n" not in group.get_help(click.Context(group, info_name="matchbook")).partition("Commands:")[2]


def test_a_store_without_a_command_says_how_to_go_on(matchbook: CommandLine, tmp_path: Path) -> None:
    """Given `--store` alone, then the message names the command that opens this store, and prints no password."""
    place = f"sqlite:///{tmp_path / 'my club.db'}"
    said = matchbook("--store", place)
    assert (said.code, said.out) == (2, "")
    assert f"`matchbook --store '{place}' record` opens the terminal program" in said.err
    assert (
        "matchbook --store postgresql://kim:PASSWORD@h/d record" in matchbook("--store", "postgresql://kim:x1@h/d").err
    )


@pytest.mark.slow
def test_advice_about_tokens_names_the_store_in_use(matchbook: CommandLine, tmp_path: Path) -> None:
    """Given a store named by `--store`, then the commands that `serve` and `tokens list` advise have it too."""
    store = f"sqlite:///{tmp_path / 'club.db'}"
    for given in ((), ("--store", store)):
        matchbook(*given, "init")
    assert f"`matchbook --store {store} tokens new NAME organiser`" in matchbook("--store", store, "tokens", "list").err
    assert "`matchbook tokens new NAME organiser`" in matchbook("tokens", "list").err
    with Process(store) as served:
        assert f"`matchbook --store {store} tokens new NAME organiser`" in served.said()
