"""Event days as callers may see them, computed once per change for all callers with the same delay."""

from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Final

import msgspec

from domain.competition.gathering.state import State as EventDay
from service.competitions.event_day_view import EventDayView, view_of
from service.competitions.event_days import event_day_of
from service.competitions.results import Competitions
from service.delay import AT_ONCE, Delay, DelayedMatch
from service.errors import UsageProblem
from web_service.permissions import Caller, tags_of
from web_service.problems import not_here, problem_of

if TYPE_CHECKING:
    from domain.match import AnyMatch
    from web_service.app_state import AppState

FRESH: Final = 1_000_000
"""Microseconds for which a delayed view is reused."""
_KEPT: Final = 64


class EventDayViews:
    """Views of event days. Results are delayed; seats, clock and announcements are public in the room, so they are not delayed."""

    def __init__(self, app_state: "AppState") -> None:
        self._app_state = app_state
        self._mutex = Lock()
        self._views: dict[tuple[str, Delay], tuple[int, int, EventDayView, str]] = {}
        """Position of the store, time, view and its mark."""
        self._watched: dict[tuple[str, Delay], DelayedMatch] = {}

    def view(self, caller: Caller, event_id: str) -> tuple[EventDayView, str]:
        """Return an event day for this caller, and a mark that changes with it. A token for another event sees the
        public view; on a private service, only tokens that cover the event see it at all. Raises Problem."""
        event_day, delay = self.found(caller, event_id)
        app = self._app_state.app
        position, now = app.store.head_position(), app.clock()
        with self._mutex:
            known = self._views.pop((event_day.id, delay), None)
            if known is None or known[0] != position or (delay != AT_ONCE and not 0 <= now - known[1] < FRESH):
                view = self._made(event_day, delay)
                known = (position, now, view, sha256(msgspec.json.encode(view.timeless)).hexdigest()[:16])
            self._views[event_day.id, delay] = known
            while len(self._views) > _KEPT:
                del self._views[next(iter(self._views))]
        return known[2].at(now // 1_000_000), known[3]

    def found(self, caller: Caller, event_id: str) -> tuple["AnyMatch", Delay]:
        """Return an event day and the delay with which the caller sees its results. Raises Problem."""
        app_state = self._app_state
        try:
            event_day = event_day_of(Competitions(app_state.app), event_id)
        except UsageProblem:
            raise not_here() from None
        except Exception as error:
            if app_state.private and not (caller.token and caller.owns(event_id, ())):
                raise not_here() from error
            raise problem_of(error, whole=caller.sees_all) from error
        own = caller.sees_all and caller.owns(event_day.id, tags_of(event_day.opened))
        if app_state.private and not own and not self._concerns(caller, event_day):
            raise not_here()
        return event_day, AT_ONCE if own else app_state.delay

    def _concerns(self, caller: Caller, event_day: "AnyMatch") -> bool:
        """Return True if a token covers the event, one of its tables, tournaments or matches, or everything."""
        token, mark = caller.token, f"gathering:{event_day.id}"
        if caller.code is not None:
            return caller.code.match == event_day.id
        if token is None or not (token.tag or token.match):
            return token is not None
        with suppress(Exception):  # missing and unreadable matches belong to no event
            tags = (token.tag,) if token.tag else tags_of(self._app_state.app.store.known(token.match).opened)
            assert isinstance(event_day.state, EventDay)
            own = (*tags_of(event_day.opened), mark, *(f"tournament:{one.id}" for one in event_day.state.tournaments))
            known = {tag.casefold() for tag in own}
            return any(tag.casefold() in known or tag.startswith(f"{mark}/") for tag in tags)
        return False

    def _made(self, event_day: "AnyMatch", delay: Delay) -> EventDayView:
        app = self._app_state.app

        def seen(tournament: str) -> "AnyMatch":
            if delay == AT_ONCE:
                return app.match(tournament)
            watched = self._watched.setdefault((tournament, delay), DelayedMatch(app, tournament, delay))
            for _ in watched.steps():
                pass
            return watched.history.match

        return view_of(event_day, app.match, app.clock() // 1_000_000, seen)
