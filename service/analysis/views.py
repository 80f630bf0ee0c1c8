"""Queries of the match list: parse and format lines such as `game:frc_tcg player:Ada result:won violations:>0 words`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, cast

from msgspec.structs import replace

from domain.registry import game_names
from domain.text import suggestion
from projections.answers import MatchQuery, SortKey
from projections.filters import Filter, filters, narrows_matches
from projections.grammar import candidates, completed, quoted, read_filters, tokens, word_of
from service.errors import UsageProblem
from service.kits import KITS_GAME, kit_files

__all__ = ["Filter", "candidates", "completed", "known_here", "read_filters", "read_query", "write_query"]

_UP: Final = "-up"
"""Suffix of ascending orders: `entries` lists the most entries first, `entries-up` the fewest."""


def read_query(text: str, base: MatchQuery | None = None, played: Callable[[], Iterable[str]] = tuple) -> MatchQuery:
    """Parse the query in a text. Unnamed filters are open; order and page stay those of `base`. `played`: returns the kits of
    the matches in the store; called only for a game that is not installed.

    Raises BadParameter, UnknownMetric, UsageProblem in one line with the possible values.
    """
    given = tuple(_checked(one, played) for one in read_filters(text, words=True))
    query = replace(base or MatchQuery(), filters=tuple(one for one in given if one.name != "sort"))
    orders = [one.value for one in given if one.name == "sort"]
    if not orders:
        return query
    return replace(query, sort=cast("SortKey", orders[-1].removesuffix(_UP)), descending=not orders[-1].endswith(_UP))


def _checked(one: Filter, played: Callable[[], Iterable[str]]) -> Filter:
    """Return a filter with the full name of its game. Raises UsageProblem."""
    if not narrows_matches(one):
        listed = ", ".join(known_here())
        raise UsageProblem(f"the list of matches cannot be narrowed by {one.name}; possible: {listed}")
    if one.name in ("game", "kit"):
        value = _game(one.value, played) if one.name == "game" else one.value.removeprefix(f"{KITS_GAME}:")
        one = replace(one, value=value, low=value, high=value)
    return replace(one, column=None)


def _game(value: str, played: Callable[[], Iterable[str]]) -> str:
    """Resolve a game by its name or a prefix of it, an installed or played kit, or `game:kit` for any kit. Raises
    UsageProblem."""
    game, colon, kit = value.partition(":")
    if value.lower() in set(kit_files()) - set(game_names()):
        return value
    near = [name for name in game_names() if name.startswith(game.lower())]
    if game.lower() not in game_names() and len(near) != 1:
        kits = tuple(dict.fromkeys((*kit_files(), *played())))
        if value.lower() in kits:
            return value
        possible = near or game_names()
        known = "" if near else f"; kits: {', '.join(kits)}"
        raise UsageProblem(
            f"no game {game!r}; possible: {', '.join(possible)}{known}{suggestion(game, (*possible, *kits))}"
        )
    name = game.lower() if game.lower() in game_names() else near[0]
    return f"{name}{colon}{kit}" if kit else name


def write_query(query: MatchQuery, *, order: bool = True) -> str:
    """Format a query as one line that parses to the same query. Without `order`, only its filters; never its page."""
    terms = [_term(one) for one in query.filters]
    if order and (query.sort, query.descending) != (MatchQuery().sort, MatchQuery().descending):
        terms.append(f"sort:{query.sort}{'' if query.descending else _UP}")
    return " ".join(terms)


def _term(one: Filter) -> str:
    """Return a filter in notation; plain search words have no `name:`."""
    if one.name != "text" or one.negative:
        return word_of(one)
    text = quoted(one.value)
    try:
        plain = [token.kind for token in tokens(text)]
    except Exception:
        plain = []
    return text if plain in (["word"], ["quoted"]) else '"' + one.value.replace('"', '""') + '"'


def known_here(known: Mapping[str, Sequence[str]] | None = None) -> Mapping[str, Sequence[str]]:
    """Return the filters of the list with their possible values. `known`: the values that occur in the store."""
    possible = {"game": game_names(), "kit": tuple(kit_files())}
    return {
        name: (known or {}).get(name) or possible.get(name) or one.possible
        for name, one in filters().items()
        if narrows_matches(Filter(name, "", None, None)) and name != "text"
    }
