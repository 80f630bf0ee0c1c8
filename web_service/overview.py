"""The tables of an event for the overview: tables that call a judge first, then those in progress, then the rest."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise
from threading import Lock
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.board import Board
from domain.competition.gathering.state import State as EventDay
from domain.competition.tournament.state import State as Tournament
from domain.match import AnyMatch
from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from service.delay import Delay, DelayedMatch
from service.judging.disputes import disputes
from service.reading.drawing import board_after
from service.reading.log import told_texts
from service.reading.match_list import MatchQuery
from service.reading.score_curve import ScoreCurve
from service.recording.match_service import MatchService
from web_service.app_state import AppState
from web_service.broadcast import ChannelKey
from web_service.match_lists import reachable
from web_service.permissions import Caller
from web_service.problems import LOG

MOST: Final = 60
"""Most tables on a page."""


class TableGauge(Struct, frozen=True):
    """A player's main gauge; `full` is in percent of its range."""

    value: str
    full: int
    low: bool
    """True if the value is low enough for a warning."""
    course: str
    """Its history as an SVG path: x runs from 0 (the opening) to 100 (now), y from 0 (the maximum) to 100 (the minimum)."""


class TablePlayer(Struct, frozen=True):
    """A line of a table."""

    name: str
    seat: int
    acts: bool
    gauge: TableGauge | None


class TableCard(Struct, frozen=True, kw_only=True):
    """A table in a few lines."""

    match: str
    page: str
    """The address of its page."""
    group: str
    """The heading above it: an event with the round, for example."""
    under: str
    """Sort key of the group, with which `order` begins."""
    title: str
    game: str
    state: str
    """`judge`, `live`, `over`."""
    says: str
    """The state in words."""
    order: str
    """Sort key of the card; it ends with the match id."""
    players: tuple[TablePlayer, ...]
    moment: str
    last: str


BLANK: Final = TableCard(
    match="",
    page="",
    group="",
    under="",
    title="",
    game="",
    state="",
    says="",
    order="",
    players=(),
    moment="",
    last="",
)


class TablesPage(Struct, frozen=True):
    """A page of the tables that the caller may see."""

    total: int
    page: int
    pages: int
    cards: tuple[TableCard, ...]


class TableOverview:
    """The card of one match for one viewpoint. It is updated from new entries only. After the end of a match only the
    card is kept, until another entry is recorded."""

    def __init__(self, app: MatchService, key: ChannelKey) -> None:
        """Raises as `DelayedMatch`."""
        self._app = app
        self._key = key
        self._read: tuple[DelayedMatch, ScoreCurve] | None = None
        self._drawn: tuple[int, TableCard] = (0, BLANK)
        """The last card, and the entry after which it was drawn."""

    def card(self) -> TableCard:
        """Return its current state. Raises the errors of reading."""
        if self._read is None and self._app.store.recorder.last_version(self._key.match) == self._drawn[0]:
            return self._drawn[1]
        watched, course = self._read = self._read or self._opened()
        for _ in watched.steps():
            pass
        version = course.versions = watched.history.match.version
        if version != self._drawn[0]:
            self._drawn = version, self._draw(watched.history, course)
        if self._drawn[1].state == "over" and version == self._app.store.recorder.last_version(self._key.match):
            self._read = None
        return self._drawn[1]

    def _opened(self) -> tuple[DelayedMatch, ScoreCurve]:
        watched = DelayedMatch(self._app, self._key.match, self._key.delay)
        return watched, ScoreCurve(watched.history)

    def _draw(self, history: AnyHistory, course: ScoreCurve) -> TableCard:
        found, viewpoint = history.match, self._key.viewpoint
        board = board_after(found, found.version, viewpoint)
        called = viewpoint == JUDGE and any(one.state == "open" for one in disputes(self._app, found.id))
        over = found.outcome is not None
        state = "judge" if called else "over" if over else "live"
        opened = found.opened
        title = (opened.title if opened else "") or " v ".join(seat.name for seat in found.state.seats) or found.id
        group, under = ("Calls for a judge", "0") if called else _place(self._app, found)
        return TableCard(
            match=found.id,
            page=f"/g/{found.id}" if found.game.name == "gathering" else f"/m/{found.id}",
            group=group,
            under=under,
            title=title,
            game=found.game.title,
            state=state,
            says={"judge": "! judge called", "live": "● live", "over": "over"}[state],
            order=f"{under} {('judge', 'live', 'over').index(state)}{_counting(title)} {found.id}",
            players=tuple(_players(board, _gauges(board, course))),
            moment=board.result or board.moment,
            last=told_texts(history, found.version, viewpoint)[0],
        )


class Overview:
    """The cards of the tables, computed once per change for all callers with the same scope."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._mutex = Lock()
        self._table = lru_cache(maxsize=4 * MOST)(partial(TableOverview, app_state.app))
        """Cards by match, viewpoint and delay."""
        self._pages: dict[Hashable, tuple[Hashable, TablesPage]] = {}

    def cards(self, caller: Caller, page: int = 1) -> TablesPage:
        """Return a page of the tables that the caller may see, in order. Raises Problem."""
        key, mark = (seen_by(self._app_state, caller), page), mark_of(self._app_state, caller)
        with self._mutex:
            known = self._pages.pop(key, None)
            if known is None or known[0] != mark:
                known = mark, self._page(caller, page)
            self._pages[key] = known
            while len(self._pages) > MOST:
                del self._pages[next(iter(self._pages))]
        return known[1]

    def _page(self, caller: Caller, page: int) -> TablesPage:
        delay = self._app_state.delay_for(caller)
        total, matches = reachable(self._app_state, caller, MatchQuery(limit=MOST, offset=(page - 1) * MOST))
        cards, called, cups = list[TableCard](), list[TableCard](), self._cups(caller)
        for match in matches:
            try:
                card = self._table(ChannelKey(match, caller.viewpoint, delay)).card()
            except Exception as error:
                LOG.warning("overview of %s: %s", match, error)
            else:
                if match not in cups:
                    cards.append(card)
                elif card.state == "judge":
                    called.append(replace(card, page=f"/g/{cups[match]}"))
        hidden = reachable(self._app_state, caller, MatchQuery(among=tuple(cups), limit=0))[0] if cups else 0
        pages, shown = max(1, -(-total // MOST)), sorted((*cards, *called), key=lambda card: card.order)
        return TablesPage(total - hidden + len(called), page, pages, tuple(shown))

    def scores(self, matches: Sequence[str]) -> dict[str, str]:
        """Return the running score by match, as spectators see it, for games that have one."""
        shown = {}
        for match, card in self._cards(matches, SPECTATOR, self._app_state.delay).items():
            values = [player.gauge.value.rpartition(" ")[2] for player in card.players if player.gauge]
            shown[match] = " – ".join(values)
        return shown

    def moments(self, caller: Caller, matches: Sequence[str]) -> dict[str, str]:
        """Return the turn shown on a match's card, by match."""
        found = self._cards(matches, caller.viewpoint, self._app_state.delay_for(caller))
        return {match: card.moment for match, card in found.items()}

    def _cards(self, matches: Sequence[str], viewpoint: Viewpoint, delay: Delay) -> dict[str, TableCard]:
        """Return the cards of the readable matches."""
        found = {}
        with self._mutex:
            for match in matches:
                with suppress(Exception):
                    found[match] = self._table(ChannelKey(match, viewpoint, delay)).card()
        return found

    def _cups(self, caller: Caller) -> dict[str, str]:
        """Return the event of each tournament. The event's card represents the tournament, unless that calls a judge."""
        found: dict[str, str] = {}
        for event in reachable(self._app_state, caller, MatchQuery(limit=MOST).having(game="gathering"))[1]:
            with suppress(Exception):  # an event that cannot be read has no page
                state = self._app_state.app.match(event).state
                found |= {one.id: event for one in state.tournaments} if isinstance(state, EventDay) else {}
        return found


def seen_by(app_state: AppState, caller: Caller) -> Hashable:
    """Return the scope of a caller: callers with the same scope see the same matches."""
    token = caller.token
    scope = (token.tag.casefold(), token.match) if token else None
    return caller.viewpoint, app_state.delay_for(caller), scope


def mark_of(app_state: AppState, caller: Caller) -> Hashable:
    """Return a mark that changes whenever the caller may see something new: with each entry, or each second with a delay."""
    second = app_state.app.clock() // 1_000_000 if app_state.lags(caller) else 0
    return app_state.app.store.head_position(), second


def _place(app: MatchService, match: AnyMatch) -> tuple[str, str]:
    """Return the heading of a match (event, tournament, round) and its sort key: events first, later rounds before
    earlier ones."""
    if match.game.kind == "competition":
        return "Events and competitions", "1"
    for tag in match.opened.tags if match.opened else ():
        kind, _, event = tag.partition(":")
        if kind != "gathering" or "/" in event or not app.store.exists(event):
            continue
        found = app.match(event)
        state = found.state
        if not isinstance(state, EventDay):
            continue
        link = next((one for one in state.links if one.match == match.id), None)
        if link is None or (linked := state.tournament(link.tournament)) is None:
            continue
        cup = app.match(link.tournament).state
        pairing = cup.pairing(link.pairing) if isinstance(cup, Tournament) else None
        number = pairing.round if pairing else 0
        title = (found.opened.title if found.opened else "") or "Event"
        names = ", ".join(dict.fromkeys((title, linked.name)))
        return f"{names}, round {number}", f"2{title.casefold()} {linked.id} {9999 - number:04}"
    return "Other tables", "3"


def _counting(title: str) -> str:
    """Return a title as a sort key that puts table 2 before table 10."""
    return re.sub(r"\d+", lambda number: number[0].zfill(9), title.casefold())


def _players(board: Board, gauges: Mapping[int, TableGauge]) -> Iterator[TablePlayer]:
    for panel in board.panels:
        if panel.seat is not None:
            yield TablePlayer(panel.title, panel.seat, panel.active, gauges.get(panel.seat))


def _gauges(board: Board, course: ScoreCurve) -> dict[int, TableGauge]:
    """Return the main gauge of each seat, if the game has one."""
    named, ran = course.gauge, [(entry, course.after(entry)) for entry in course.grid]
    every = [value for _, values in ran for value in values]
    if named is None or not every:
        return {}
    least, most = min(named.low, *every), max(named.high, *every)
    found = {}
    for panel in board.panels:
        if panel.seat not in course.seats or not panel.gauges:
            continue
        gauge, number = panel.gauges[0], course.seats.index(panel.seat)
        room = max(gauge.maximum, named.high) - named.low or 1
        points = [
            (100 * (entry - 1) / max(1, course.versions - 1), 100 * (most - values[number]) / (most - least or 1))
            for entry, values in ran
            if number < len(values)
        ]
        found[panel.seat] = TableGauge(
            value=f"{gauge.label} {gauge.value}",
            full=min(100, max(0, round(100 * (gauge.value - named.low) / room))),
            low=named.danger is not None and gauge.value <= named.danger,
            course=_steps(points),
        )
    return found


def _steps(points: Sequence[tuple[float, float]]) -> str:
    """Return a step line through points, as an SVG path."""
    path = [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for (_, before), (x, y) in pairwise(points):
        if y != before:
            path.append(f"H{x:.1f}V{y:.0f}")
    return "".join((*path, "H100"))


def changed(cards: tuple[TableCard, ...], before: Mapping[str, TableCard]) -> tuple[TableCard, ...]:
    """Return the cards that are new or changed."""
    return tuple(card for card in cards if before.get(card.match) != card)
