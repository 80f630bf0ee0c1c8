"""The tables of an event as they stand, for the overview: who calls a judge first, then those that are played, then the rest."""

import re
from collections.abc import Mapping
from threading import Lock
from typing import Final

from msgspec import Struct

from domain.board import Board
from service.judging.disputes import disputes
from service.library import MatchQuery
from service.reading.delay import Watched
from service.reading.log import told_texts
from web.channels import ChannelKey
from web.house import House
from web.listing import reachable
from web.problems import LOG
from web.rights import Caller

MOST: Final = 60
"""Tables that are shown."""


class TablePlayer(Struct, frozen=True):
    """A line of a table."""

    name: str
    value: str
    """The main gauge."""
    acts: bool


class TableCard(Struct, frozen=True, kw_only=True):
    """A table in a few lines."""

    match: str
    title: str
    game: str
    state: str
    """`judge`, `live`, `over`."""
    says: str
    """The same in words."""
    order: str
    """Cards stand in the order of these, and of their ids where they are alike."""
    players: tuple[TablePlayer, ...]
    moment: str
    last: str


BLANK: Final = TableCard(match="", title="", game="", state="", says="", order="", players=(), moment="", last="")


class Overview:
    """Reads on in the matches that are shown, so that a card costs what is new of it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._mutex = Lock()
        self._watched: dict[ChannelKey, Watched] = {}

    def cards(self, caller: Caller) -> tuple[TableCard, ...]:
        """The tables that the caller may see, in their order. Raises Problem."""
        with self._mutex:
            cards = []
            for match in reachable(self._house, caller, MatchQuery(limit=MOST)):
                try:
                    cards.append(self._card(caller, match))
                except Exception as error:
                    LOG.warning("overview of %s: %s", match, error)
            self._forget()
        return tuple(sorted(cards, key=lambda card: card.order))

    def _card(self, caller: Caller, match: str) -> TableCard:
        key = ChannelKey(match, caller.viewpoint, self._house.delay_for(caller))
        watched = self._watched.pop(key, None) or Watched(self._house.app, match, key.delay)
        self._watched[key] = watched
        for _ in watched.steps():
            pass
        found = watched.history.match
        board = found.game.board(found.state, caller.viewpoint)
        called = caller.sees_all and any(one.state == "open" for one in disputes(self._house.app, match))
        over = found.outcome is not None
        state = "judge" if called else "over" if over else "live"
        opened = found.opened
        title = (opened.title if opened else "") or " v ".join(seat.name for seat in found.state.seats) or match
        return TableCard(
            match=match,
            title=title,
            game=found.game.title,
            state=state,
            says={"judge": "! judge called", "live": "● live", "over": "over"}[state],
            order=f"{('judge', 'live', 'over').index(state)}{_counting(title)} {match}",
            players=_players(board),
            moment=board.result or board.moment,
            last=told_texts(watched.history, found.version, caller.viewpoint)[0],
        )

    def _forget(self) -> None:
        while len(self._watched) > 4 * MOST:
            del self._watched[next(iter(self._watched))]


def _counting(title: str) -> str:
    """A title by which table 2 stands before table 10."""
    return re.sub(r"\d+", lambda number: number[0].zfill(9), title.casefold())


def _players(board: Board) -> tuple[TablePlayer, ...]:
    return tuple(
        TablePlayer(
            panel.title, f"{panel.gauges[0].label} {panel.gauges[0].value}" if panel.gauges else "", panel.active
        )
        for panel in board.panels
        if panel.seat is not None
    )


def changed(cards: tuple[TableCard, ...], before: Mapping[str, TableCard]) -> tuple[TableCard, ...]:
    """Those that are new or otherwise than they were."""
    return tuple(card for card in cards if before.get(card.match) != card)
