"""Match lists for a caller. Delayed entries are excluded: rows are built from the visible part of the record."""

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from domain.game import made
from domain.outcome import Outcome
from domain.registry import installed_games
from domain.seats import seat_name
from domain.text import ending_text
from service.analysis.views import read_query
from service.errors import UsageProblem
from service.kits import kit_titles
from service.reading.match_list import MatchQuery, MatchRow
from web_service.app_state import AppState
from web_service.permissions import Caller
from web_service.problems import LOG, not_here, unreadable
from web_service.responses import ListedMatch, MatchList

if TYPE_CHECKING:
    from domain.match import AnyMatch

ROWS: Final = 100
_OPENING: Final = frozenset({"game", "kit", "tag", "kind"})
"""Filters on facts of a match's opening."""
_PUBLIC: Final = _OPENING | {
    *("match", "text", "since", "until", "date", "month", "status", "entries", "competition", "rules-version"),
    *("reason", "match-length", "player", "opponent", "side", "first", "result"),
}
"""Filters on public facts of a match. Other filters (decks, cards, flags) would reveal hidden information."""


def listed(
    app_state: AppState, caller: Caller, text: str, page: int, among: tuple[str, ...] | None = None
) -> MatchList:
    """Return a page of the matches that a filter finds, among the given ids and the matches that the caller may see.
    Raises Problem."""
    if app_state.private and caller.token is None:
        raise not_here()
    # Callers with a limited scope must not learn the kits of other matches.
    tag = caller.token.tag if caller.token else ""
    played = (
        tuple
        if among is not None or (caller.token and caller.token.match)
        else partial(app_state.analytics().kits, tag)
    )
    try:
        query = read_query(text, MatchQuery(limit=ROWS, offset=(page - 1) * ROWS, among=among), played)
    except (UsageProblem, ValueError, LookupError) as error:
        raise unreadable(str(error)) from None
    token = caller.token
    if token is not None and token.match:
        found = _cut(app_state, caller, token.match) if among is None or token.match in among else ()
        return MatchList(len(found), 1, tuple(map(_row, found)) if page == 1 else ())
    if token is not None and token.tag:
        tags = {one.value.casefold() for one in query.filters if one.name == "tag" and not one.negative}
        if tags - {token.tag.casefold()}:
            return MatchList(0, page, ())
        query = _of_token(query, token.tag)
    if app_state.lags(caller):
        query = _of_openings(query)
    elif not caller.sees_all:
        _expect_public(query)
    total, rows = app_state.analytics().listing(query)
    if app_state.lags(caller):
        rows = tuple(one for row in rows for one in _cut(app_state, caller, row.id))
    return MatchList(total, page, tuple(map(_row, rows)))


def reachable(app_state: AppState, caller: Caller, query: MatchQuery) -> tuple[int, tuple[str, ...]]:
    """Return how many matches the caller may see, and the ids of a page of them, in an order that reveals no delayed
    entry. Raises Problem."""
    if app_state.private and caller.token is None:
        raise not_here()
    token = caller.token
    if token is not None and token.match:
        found = (token.match,) if query.among is None or token.match in query.among else ()
        return len(found), found
    if token is not None and token.tag:
        query = _of_token(query, token.tag)
    if app_state.lags(caller):
        query = replace(query, sort="opened")
    total, rows = app_state.analytics().listing(query)
    return total, tuple(row.id for row in rows)


def _of_token(query: MatchQuery, tag: str) -> MatchQuery:
    """Limit a query to the matches with a token's tag; a negative filter on that tag is kept."""
    left_out = tuple(one for one in query.filters if one.name == "tag" and one.negative)
    within = query.having(tag=tag)
    return replace(within, filters=(*within.filters, *left_out))


def _of_openings(query: MatchQuery) -> MatchQuery:
    """Return the query if it uses only facts of openings: other conditions would reveal delayed entries."""
    order = replace(query, filters=(), limit=0, offset=0)
    if order != MatchQuery(limit=0) or any(one.name not in _OPENING for one in query.filters):
        raise unreadable("behind a delay, matches can be filtered only by game:, kit:, kind: and tag:")
    return replace(query, sort="opened")


def _expect_public(query: MatchQuery) -> None:
    """Refuse conditions that would reveal hidden information. Raises Problem."""
    if strange := next((one.name for one in query.filters if one.name not in _PUBLIC), None):
        raise unreadable(f"sign in to filter by {strange}: it may reveal hidden information")
    if query.sort == "violations":
        raise unreadable("sign in to sort by violations: they may reveal hidden information")


def _cut(app_state: AppState, caller: Caller, match: str) -> tuple[MatchRow, ...]:
    """Return the row of a match from the caller's visible part of its record; empty if it cannot be read."""
    try:
        history = app_state.history(caller, match)
    except Exception as error:
        LOG.warning("listing %s: %s", match, error)
        return ()
    found, times = history.match, [entry.envelope.recorded_at for entry in history.entries]
    opened, seats, moment = found.opened, found.state.seats, found.game.turn_info(found.state)
    outcome = found.outcome or Outcome((), "")
    row = MatchRow(
        id=match,
        game=found.game.name,
        title=opened.title if opened else "",
        players=tuple(seat.name for seat in seats),
        sides=tuple(seat.side for seat in seats),
        tags=opened.tags if opened else (),
        opened_at=times[0],
        updated_at=times[-1],
        entries=found.version,
        kit=_kit_of(found),
        round=moment.round,
        turn=moment.turn,
        status="running" if found.outcome is None else "concluded" if found.concluded else "finished",
        winners=tuple(seat_name(seats, seat) for seat in outcome.winners),
        drawn=outcome.drawn,
        reason=outcome.reason,
    )
    return (row,)


def _row(row: MatchRow) -> ListedMatch:
    over = row.status in ("finished", "concluded")
    return made(
        ListedMatch,
        row,
        match=row.id,
        game_title=_game_title(row.game, row.kit),
        result=ending_text(row.winners, drawn=row.drawn, reason=row.reason) if over else "",
        moment=f"turn {row.turn}" if row.turn else "",
    )


def own_tags(tags: tuple[str, ...]) -> list[str]:
    """Return the tags that people chose, without those that link a match to its competition (`gathering:EVENT`)."""
    links = {game.name for game in installed_games().values() if game.kind == "competition"}
    return [tag for tag in tags if tag.partition(":")[0] not in links]


@cache
def _game_title(name: str, kit: str) -> str:
    """Return the title of a game or kit; of a removed one, its name."""
    if kit:
        return kit_titles().get(kit, kit)
    game = installed_games().get(name)
    return game.title if game else name


def _kit_of(match: "AnyMatch") -> str:
    return match.game.kits.facts(match.state.catalogue).name if match.game.kits else ""
