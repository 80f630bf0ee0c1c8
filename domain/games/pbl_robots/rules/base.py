"""How rows of the rules reference are written down."""

from typing import Literal

from domain.game import Rule

Kind = Literal["guard", "setup", "automatic", "bookkeeping", "option", "agreement"]
Row = tuple[str, Kind, str, str]
"""Id, kind, title, text."""


def section(place: str, *rows: Row) -> dict[str, Rule]:
    """Rules of one place of the rulebook, by id."""
    return {row[0]: Rule(id=row[0], title=row[2], text=row[3], place=place, kind=row[1]) for row in rows}
