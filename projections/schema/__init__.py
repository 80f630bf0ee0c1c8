"""The tables and views of the analytics file, described for people who write SQL.

A block of comments above each statement describes its content; the comment after a column (for a view: a line `-- column:
meaning` in the block) describes the column.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

import duckdb
from msgspec import Struct

from projections.database import quoted
from projections.facts import game_facts
from projections.sections import sql_text

_STATEMENT: Final = re.compile(r"create (table|view|macro) ([a-z_.]+)(\([^)]*\))?( as table)?")
_COLUMN: Final = re.compile(r"    ([a-z_]+) ([a-z\[\]]+(?:\(\d+, \d+\))?)(?: not null)?,?  -- (.+)")
_MEANING: Final = re.compile(r"-- ([a-z_]+): (.+)")
_NAMES: Final = """
    select distinct if(schema_name = 'main', '', schema_name || '.') || name from (
        select schema_name, table_name as name, database_name, internal from duckdb_columns()
        union all select schema_name, function_name, database_name, internal from duckdb_functions()
    )
    where database_name = current_database() and not internal
"""
_COMMENTED: Final = (
    "select 1 from duckdb_tables() where database_name = current_database() and comment is not null limit 1"
)
"""Tests for a comment on any table, because all comments are written together. Listing columns would take ten times as long:
DuckDB plans each view for it."""

_INTRODUCTION: Final = """\
`matchbook sql "…"` reads these tables with DuckDB's SQL. They are made from the event store and brought up to date before
each question. All times are UTC. Where a row has `undone`, count only rows `where not undone`: the others were taken back, or
struck by a correction.
`match` and `version` together address an entry (`<match>/<version>`), with `k` an event in it: `address(match, version)` and
`address(match, version, event := k)` write it.

Begin with these tables; the first tables below are for the program itself.

| You look for | Table |
|---|---|
| matches and their results | [`matches`](#table-matches) |
| who sat where, and who won | [`seats`](#table-seats), [`results`](#view-results) |
| entries and the commands in them | [`entries`](#table-entries) |
| everything that happened | [`events`](#table-events) |
| cards that moved | [`cards`](#table-cards) |
| one game's own facts | the tables that begin with its name, such as [`frc_tcg.attacks`](#table-frc_tcgattacks) |

For example, the ten cards that were played most:

```sh
matchbook sql "select card, count(*) as n from cards where action = 'played' and not undone group by card order by n desc limit 10"
```
"""


class SchemaObject(Struct, frozen=True):
    """A table, view or macro with its meaning."""

    kind: str
    name: str
    meaning: str
    columns: tuple[tuple[str, str, str], ...]
    """Name, type (empty in a view) and meaning."""


def described(games: Collection[str] | None = None) -> tuple[SchemaObject, ...]:
    """Return all tables, views and macros in order of creation; own tables only for these games (`None`: all)."""
    texts = [sql_text("schema", name) for name in ("tables", "views", "macros")]
    texts[1:1] = [
        facts.tables for game, facts in game_facts().items() if facts.tables and (games is None or game in games)
    ]
    return tuple(one for text in texts for one in _describe(text))


def _describe(text: str) -> Iterator[SchemaObject]:
    comments: list[str] = []
    columns: list[tuple[str, str, str]] = []
    for line in text.splitlines():
        if line.startswith("--"):
            comments.append(line)
        elif found := _STATEMENT.match(line):
            kind, name, arguments, table = found.groups()
            kind += " table" if table else ""
            meanings = [m for m in map(_MEANING.fullmatch, comments) if m]
            words = " ".join(c.removeprefix("--").strip() for c in comments if not _MEANING.fullmatch(c))
            columns = [(m[1], "", m[2]) for m in meanings]
            if kind == "table":
                columns = [(m[1], m[2], m[3]) for m in map(_COLUMN.fullmatch, _body(text, line)) if m]
            yield SchemaObject(kind, name + (arguments or ""), words, tuple(columns))
            comments = []


def comment(connection: duckdb.DuckDBPyConnection) -> None:
    """Write the descriptions of tables, views, columns and macros into the current database, unless they are present."""
    if connection.execute(_COMMENTED).fetchall():
        return
    there = {name for (name,) in connection.execute(_NAMES).fetchall()}
    texts = []
    for one in described():
        name = one.name.partition("(")[0]
        if name in there:
            texts.append(f"comment on {one.kind} {name} is {quoted(one.meaning)}")
            texts += [f"comment on column {name}.{column} is {quoted(text)}" for column, _, text in one.columns]
    connection.execute(f"begin; {'; '.join(texts)}; commit")


def _body(text: str, first: str) -> list[str]:
    return text.partition(first)[2].partition("\n);")[0].splitlines()


def describe_schema(games: Collection[str]) -> str:
    """The description as Markdown, with the own tables of these games."""
    parts = [_INTRODUCTION]
    for one in described(games):
        parts.append(f"## {one.kind.capitalize()} `{one.name}`\n\n{one.meaning}\n")
        if one.columns:
            rows = [f"| `{name}` | {kind} | {meaning} |" for name, kind, meaning in one.columns]
            parts.append("\n".join(("| column | type | meaning |", "| --- | --- | --- |", *rows)) + "\n")
    return "\n".join(parts)
