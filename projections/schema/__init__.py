"""The tables and views of the analytics file, described for people who write SQL.

A block of comments above each statement describes its content; the comment after a column (for a view: a line `--
column: meaning` in the block) describes the column."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

import duckdb
from msgspec import Struct

from projections.database import quoted
from projections.facts import create_tables, game_facts
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
"""Tests for a comment on any table, because all comments are written together. Listing columns would take ten times as
long: DuckDB plans each view for it."""

_TYPES: Final = """
    select if(schema_name = 'main', '', schema_name || '.') || table_name, column_name, data_type from duckdb_columns()
    where database_name = current_database() and not internal
"""


class SchemaObject(Struct, frozen=True):
    """A table, view or macro with its meaning."""

    kind: str
    name: str
    meaning: str
    columns: tuple[tuple[str, str, str], ...]
    """Name, type (empty in a view) and meaning."""


def described(games: Collection[str] | None = None) -> tuple[SchemaObject, ...]:
    """Return all tables, views and macros in order of creation. `games`: the games whose tables are included (`None`:
    all)."""
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
    """Write the descriptions of tables, views, columns and macros into the current database, unless they are
    present."""
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


_MACROS: Final = ("address", "place_of", "game_of", "wilson_low", "wilson_high")
"""Macros that people use; the others are parts of the program's own questions."""
_UNDONE: Final = "true if the row [does not count](#undone)"


def _body(text: str, first: str) -> list[str]:
    return text.partition(first)[2].partition("\n);")[0].splitlines()


def describe_schema(titles: Mapping[str, str], program: Collection[str], examples: Mapping[str, str]) -> str:
    """Return the description as Markdown, including the tables that games define. `titles`: their titles by name.
    `program`: tables of the program, which come last. `examples`: a text for the section of a game."""
    types, found = _types(), described(titles)
    sections = {"Tables for all games": "", **{title: examples.get(game, "") for game, title in titles.items()}}
    sections |= {"Macros": "", "Tables of the program": "", "Macros of the program": ""}
    parts: dict[str, list[str]] = {name: [text] if text else [] for name, text in sections.items()}
    for one in found:
        name = one.name.partition("(")[0]
        if one.kind.startswith("macro"):
            section = "Macros" if name in _MACROS else "Macros of the program"
        elif name in program:
            section = "Tables of the program"
        else:
            section = titles.get(name.rpartition(".")[0], "Tables for all games")
        parts[section].append(_entry(one, types))
    return "\n".join("\n".join((f"## {name}\n", *texts)) for name, texts in parts.items() if texts)


def _entry(one: SchemaObject, types: Mapping[tuple[str, str], str]) -> str:
    text = f"### {one.kind.capitalize()} `{one.name}`\n\n{one.meaning}\n"
    if not one.columns:
        return text
    rows = (
        f"| `{name}` | {kind or types[one.name, name]} | {_UNDONE if name == 'undone' else meaning} |"
        for name, kind, meaning in one.columns
    )
    return f"{text}\n" + "\n".join(("| column | type | meaning |", "| --- | --- | --- |", *rows)) + "\n"


def _types() -> dict[tuple[str, str], str]:
    """Return the type of each column of tables and views, as DuckDB derives it from the statements."""
    with duckdb.connect() as connection:
        for name in ("tables", "macros", "views"):
            connection.execute(sql_text("schema", name))
        create_tables(connection)
        rows = connection.execute(_TYPES).fetchall()
    return {(table, column): kind.lower() for table, column, kind in rows}
