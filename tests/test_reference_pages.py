"""The generated pages of numbers, SQL, commands and keys lead their readers from a wish to a row."""

import re
import shlex
import tomllib
from importlib.resources import files
from pathlib import Path

import click

from domain.registry import game_names, load_game
from matchbook.cli.main import GROUPS, cli
from matchbook.metrics_reference import numbers_page
from projections.questions import questions
from replay_tui.keymap import KEYS

ROOT = Path(__file__).resolve().parent.parent
GAMES = [game.name for name in game_names() if (game := load_game(name)).package.startswith("domain.")]


def test_each_number_is_found_by_what_it_says() -> None:
    """A table of wishes names each number once, and the name leads to its description."""
    page = numbers_page("", GAMES)
    found = page.partition("## Find a statistic\n")[2].partition("## Read an answer\n")[0]
    names = re.findall(r"^\| [^|]+ \| \[`([a-z0-9-]+)`\]\(#\1-", found, re.MULTILINE)
    assert sorted(names) == sorted(one.name for one in questions().values() if one.game in ("", *GAMES))


def test_the_keys_of_the_sql_page_are_columns_of_every_table_that_it_says() -> None:
    """Each table with a `k` has a `position`, with a `position` a `match`, and the tables joined to have the keys, too."""
    page = (ROOT / "docs/reference/sql_schema.md").read_text(encoding="utf-8").partition("## Tables of the program")[0]
    tables = {
        name: set(re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE))
        for name, rows in re.findall(r"^### (?:Table|View) `([\w.]+)`\n(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL)
    }
    assert all({"position", "match"} <= columns for columns in tables.values() if "k" in columns)
    assert all("match" in columns for columns in tables.values() if columns & {"position", "seat"})
    assert {"match", "seat"} <= tables["seats"] & tables["results"]
    assert {"position", "match", "version", "about"} <= tables["entries"]
    assert {"match", "about"} <= tables["judging"]
    assert {"position", "k"} <= tables["events"]
    assert {"card", "catalogue"} <= tables["catalogue_cards"]
    assert "catalogue" in tables["matches"]


def test_wishes_lead_to_commands_and_options_that_there_are() -> None:
    """Each row of the table of wishes shows a command whose section is on the page, with options that it has."""
    page = (ROOT / "docs/reference/command_line.md").read_text(encoding="utf-8")
    wishes = page.partition("## By wish\n")[2].partition("## Words in capitals\n")[0]
    typed = re.findall(r"\[`matchbook ([^`]+)`\]\(#(matchbook-[a-z-]+)\)", wishes)
    assert len(typed) >= 25
    for line, anchor in typed:
        command: click.Command | None = cli
        name, words = "matchbook", shlex.split(line)
        while isinstance(command, click.Group):
            name, command = f"{name} {words[0]}", command.get_command(click.Context(command), words.pop(0))
            if not words:
                break
        assert command is not None, line
        assert name.replace(" ", "-") == anchor
        assert f"#### `{name}`\n" in page
        assert {word for word in words if word.startswith("-")} <= {one for row in command.params for one in row.opts}


def test_each_command_has_a_row_with_an_example() -> None:
    """The table of each kind of readers has a row for every command, with a line to copy."""
    page = (ROOT / "docs/reference/command_line.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| \[`([a-z-]+)`\]\(#matchbook-\1\) \| `matchbook \1\b.*` \|$", page, re.MULTILINE)
    assert sorted(rows) == sorted(" ".join(GROUPS.values()).split())


def test_the_keys_of_every_match_are_keys_of_their_screens() -> None:
    """Each row names a screen of the page, and a key that is there or shared by all screens."""
    page = tomllib.loads(files("replay_tui.keymap").joinpath("page.toml").read_text("utf-8"))
    keys = {
        title: {one for rows in section["keys"].values() for row in rows for one in row.split()}
        for section in page["section"]
        if (title := section["title"])
    }
    known = {key.id for group in KEYS.values() for key in group}
    for wish, text in page["most"].items():
        screen, _, ids = text.partition(" · ")
        assert set(ids.split()) <= keys[screen] & known, wish
    assert all(set(section.get("often", ())) <= set(section["keys"]) for section in page["section"])
