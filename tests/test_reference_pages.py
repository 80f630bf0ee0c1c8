"""The generated pages of numbers, SQL, commands and keys lead their readers from a wish to a row."""

import re
from pathlib import Path

from domain.registry import game_names, load_game
from matchbook.metrics_reference import numbers_page
from projections.questions import questions

ROOT = Path(__file__).resolve().parent.parent
GAMES = [game.name for name in game_names() if (game := load_game(name)).package.startswith("domain.")]


def test_each_number_is_found_by_what_it_says() -> None:
    """A table of wishes names each number once, and the name leads to its description."""
    page = numbers_page("", GAMES)
    found = page.partition("## Find a number\n")[2].partition("## Read an answer\n")[0]
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
