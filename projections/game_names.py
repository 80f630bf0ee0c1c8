"""Names of games and kits for narrowing answers: `frc_tcg`, `tabletop:pig`, or only `pig`."""

from typing import TYPE_CHECKING

from domain.registry import game_names
from domain.text import suggestion
from projections.errors import UnknownMetric

if TYPE_CHECKING:
    import duckdb


def named(connection: "duckdb.DuckDBPyConnection", name: str, text: str, column: int | None = None) -> str:
    """Resolve `game:TEXT` or `kit:TEXT` to the form that matches use: a game, else `game:kit`; or the kit. A game that is
    installed, or occurs in a match, takes precedence over a kit of the same name. Raises UnknownMetric."""
    found = connection.execute("select distinct game, kit from matches order by all").fetchall()
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
