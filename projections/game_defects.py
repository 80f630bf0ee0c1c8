"""Defective games in analytics: games that cannot be loaded or that fail, whose matches are excluded, and parts of
their `facts.sql` that are excluded. Everything else is counted. When a game's files change, or it can be loaded again, the
file is rebuilt automatically."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import duckdb

from domain.registry import game_names, package_folders, why_not_loaded
from domain.text import pluralize

MOST_ENTRIES: Final = 10
"""Most single entries on which a part of `facts.sql` may fail; after more failures, the part is disabled."""
STATEMENT_ERRORS: Final = (
    duckdb.ProgrammingError,
    duckdb.DataError,
    duckdb.IntegrityError,
    duckdb.NotSupportedError,
)
"""Errors that DuckDB raises for wrong statements, or for rows that they cannot process."""


class FactsDefect(Exception):
    """A part of a game's `facts.sql` that fails."""

    def __init__(self, game: str, part: str, error: duckdb.Error) -> None:
        self.game = game
        self.part = part
        self.problem = " ".join(str(error).partition("\n\n")[0].split())
        self.depends_on_rows = isinstance(error, duckdb.DataError | duckdb.IntegrityError)
        """True if the statement failed on the data of some rows, so that it may work for other entries."""
        super().__init__(f"{game}/facts.sql, [{part}]: {self.problem}")


def note(connection: duckdb.DuckDBPyConnection, game: str, part: str, problem: str, entries: int | None) -> None:
    """Store a defect once. `entries`: the number of affected entries; `None`: all."""
    connection.execute("delete from defects where game = ? and part = ?", [game, part])
    row = [game, part, problem, _code_of(game), not why_not_loaded(game), entries]
    connection.execute("insert into defects values (?, ?, ?, ?, ?, ?)", row)


def left_out(connection: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], int]:
    """Return (game, part; empty: the game itself) -> number of entries on which it failed. More than MOST_ENTRIES: the part is
    disabled."""
    rows = connection.execute("select game, part, entries from defects").fetchall()
    return {(game, part): MOST_ENTRIES + 1 if entries is None else entries for game, part, entries in rows}


def changed_game(connection: duckdb.DuckDBPyConnection) -> str:
    """Return a game that was defective and has changed since; empty if all are unchanged."""
    for game, code, loads in connection.execute("select game, code, loads from defects").fetchall():
        if code != _code_of(game) or loads is bool(why_not_loaded(game)):
            return str(game)
    return ""


def defect_notes(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Return one line for each defect that makes answers incomplete."""
    if not connection.execute("select 1 from defects limit 1").fetchall():
        return ()
    counted = "(select count(*) from matches m where m.game = d.game)"
    counting = f"select d.game, d.part, d.problem, {counted} from defects d order by all"  # noqa: S608 (our own text)
    return tuple(_told(*row) for row in connection.execute(counting).fetchall())


def _told(game: str, part: str, problem: str, matches: int) -> str:
    missing = f"{pluralize(matches, 'match', 'matches')} left out"
    if part:
        return f"{game}/facts.sql, [{part}]: {problem}: not counted"
    if game not in game_names():
        return f"game {game!r} is not installed: {missing} until its package is installed; the records are not affected"
    return f"{problem}: {missing} until this is fixed; the records are not affected"


@cache
def _code_of(game: str) -> str:
    folder = package_folders().get(game)
    files = sorted(folder.rglob("*.*")) if folder is not None else []
    return hashlib.sha256("".join(map(_stamp, files)).encode()).hexdigest()[:32]


def _stamp(file: Path) -> str:
    about = file.stat()
    return "" if file.suffix == ".pyc" or file.is_dir() else f"{file}\0{about.st_size}\0{about.st_mtime_ns}\0"
