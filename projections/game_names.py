"""Names of games and kits for narrowing answers: `frc_tcg`, `tabletop:pig`, or only `pig`."""

from typing import TYPE_CHECKING, Final

from domain.registry import game_names
from domain.text import suggestion
from projections.errors import UnknownMetric

if TYPE_CHECKING:
    import duckdb

_TABLES: Final = ("entries", "seats", "decks", "cards", "violations", "judging", "dice", "steps")
"""Tables of rows by match, from which names are listed."""


def within(tag: str) -> str:
    """Return the beginning of a query in which only the matches of a tag exist, with their rows; empty for no tag."""
    if not tag:
        return ""
    text = tag.casefold().replace("'", "''")
    matches = f"matches as (select * from matches where list_contains(list_transform(tags, lambda one: lower(one)), '{text}'))"  # noqa: S608 (quoted)
    rows = (f"{table} as (select * from {table} where match in (select match from matches))" for table in _TABLES)  # noqa: S608 (ours)
    kinds = "archetypes as (select * from archetypes where deck in (select deck from decks))"
    return f"with {', '.join((matches, *rows, kinds))} "


def named(
    connection: "duckdb.DuckDBPyConnection", name: str, text: str, column: int | None = None, *, tag: str = ""
) -> str:
    """Resolve `game:TEXT` or `kit:TEXT` to the form that matches use: a game, else `game:kit`; or the kit. A game that is
    installed, or occurs in a match, takes precedence over a kit of the same name. `tag`: only its matches exist for the caller.
    Raises UnknownMetric."""
    found = connection.execute(f"{within(tag)}select distinct game, kit from matches order by all").fetchall()  # noqa: S608 (quoted)
    kits = {f"{game}:{kit}": str(kit) for game, kit in found if kit is not None}
    known = {kit.casefold(): whole for whole, kit in kits.items()} | {whole.casefold(): whole for whole in kits}
    if name == "game":
        known |= {game.casefold(): game for game in (*(str(game) for game, _ in found), *game_names())}
    whole = known.get(text.strip().casefold())
    if whole is None:
        also = ", nor a kit of that name," if name == "game" else ""
        near = suggestion(text, known) or (f"; there are {', '.join(dict.fromkeys(known.values()))}" if known else "")
        raise UnknownMetric(f"no {name} {text!r}{also} in any match{near}", column)
    return whole if name == "game" else kits[whole]
