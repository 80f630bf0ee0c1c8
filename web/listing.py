"""Lists of matches as a caller may see them. What is held back by a delay is in none: a row is made of the cut record."""

from typing import Final

from msgspec.structs import replace

from domain.text import listed as in_words
from service.analysis.views import read_query
from service.errors import UsageProblem
from service.library import MatchQuery, MatchRow
from service.reading.record_acts import outcome_text
from web.answers import ListedMatch, MatchList
from web.house import House
from web.problems import LOG, not_here, unreadable
from web.rights import Caller

ROWS: Final = 100


def listed(house: House, caller: Caller, text: str, page: int) -> MatchList:
    """A page of the matches that the filter finds among those that the caller may see. Raises Problem."""
    if house.private and caller.token is None:
        raise not_here()
    try:
        query = read_query(text, MatchQuery(limit=ROWS, offset=(page - 1) * ROWS))
    except UsageProblem as error:
        raise unreadable(str(error)) from None
    token = caller.token
    if token is not None and token.match:
        found = _of_match(house, caller, token.match)
        return MatchList(len(found), 1, found if page == 1 else ())
    if token is not None and token.tag:
        if query.tag is not None and query.tag.casefold() != token.tag.casefold():
            return MatchList(0, page, ())
        query = replace(query, tag=token.tag)
    if house.lags(caller):
        query = _of_openings(query)
    total, rows = house.library.listing(query)
    if house.lags(caller):
        cut = [one for row in rows for one in _of_match(house, caller, row.id)]
        return MatchList(total, page, tuple(cut))
    return MatchList(total, page, tuple(_row(row) for row in rows))


def reachable(house: House, caller: Caller, query: MatchQuery) -> tuple[str, ...]:
    """The ids of matches that the caller may see, in an order that tells nothing which a delay holds back. Raises Problem."""
    if house.private and caller.token is None:
        raise not_here()
    token = caller.token
    if token is not None and token.match:
        return (token.match,)
    if token is not None and token.tag:
        query = replace(query, tag=token.tag)
    if house.lags(caller):
        query = replace(query, sort="opened")
    return tuple(row.id for row in house.library.listing(query)[1])


def _of_openings(query: MatchQuery) -> MatchQuery:
    """The query, if it asks for nothing but what openings say: the rest would tell what the delay holds back."""
    if query != MatchQuery(game=query.game, tag=query.tag, kind=query.kind, limit=query.limit, offset=query.offset):
        raise unreadable("behind a delay, matches are found by game: and tag: alone")
    return replace(query, sort="opened")


def _of_match(house: House, caller: Caller, match: str) -> tuple[ListedMatch, ...]:
    """The row of a match from its record, as far as the caller sees it; none where it cannot be read."""
    try:
        found = house.history(caller, match).match
    except Exception as error:
        LOG.warning("listing %s: %s", match, error)
        return ()
    opened = found.opened
    board = found.game.board(found.state, caller.viewpoint)
    return (
        ListedMatch(
            match=match,
            game=found.game.name,
            title=opened.title if opened else "",
            players=tuple(seat.name for seat in found.state.seats),
            tags=opened.tags if opened else (),
            entries=found.version,
            status="running" if found.outcome is None else "finished",
            result=outcome_text(found.outcome, found.state.seats) if found.outcome else "",
            moment=board.moment,
        ),
    )


def _row(row: MatchRow) -> ListedMatch:
    won = f"{in_words(row.winners)} won" if row.winners else "a draw" if row.drawn else ""
    return ListedMatch(
        match=row.id,
        game=row.game,
        title=row.title,
        players=row.players,
        tags=row.tags,
        entries=row.entries,
        status=row.status,
        result=f"{won} ({row.reason.replace('_', ' ')})" if won and row.reason else won,
        moment=f"turn {row.turn}" if row.turn else "",
    )
