"""HTML pages of event days for phones, projectors and paper."""

import time
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath

from domain.competition.tournament.tiebreaks import TIE_BREAKS
from service.competitions.event_day_view import EventDayView
from service.kits import playable_games
from web_service.api.matches import HTML
from web_service.api.recording import expect_opener
from web_service.app_state import AppState
from web_service.drawings import DrawingRequest
from web_service.event_forms import calls, decks_of, needs_of, own_seat, streams
from web_service.overview import mark_of, seen_by
from web_service.pages import drawn, overview_of, page_text
from web_service.parameters import State, Who, Word
from web_service.permissions import Caller

_DESK: Final = (
    ("start", ("seated",), "Start the clock"),
    ("pause", ("running",), "Stop the clock"),
    ("resume", ("paused",), "Go on"),
    ("extend", ("running", "paused"), "+5 minutes"),
    ("end", ("running", "paused"), "End the round"),
)
"""The organiser's buttons: action, the clock phases in which it is offered, label."""
_BYES: Final = "rounds without an opponent, each worth a win"


@get("/g/new", right="organise")
async def new_event_page(app_state: State, caller: Who) -> Response[str]:
    """Return the form for a new event; the event is stored only when the form is sent."""
    return drawn("new_event", caller, games=await app_state.read(_games))


@get("/new", right="open")
async def new_match_page(app_state: State, caller: Who) -> Response[str]:
    """Return the form for a new match, which leads to its recording page."""
    expect_opener(caller)
    return drawn("new_match", caller, games=await app_state.read(_games))


def _games() -> list[tuple[str, str, tuple[str, ...], bool, str]]:
    """Return for each game and kit: name, title, sample decks, True if a match needs decks, and the deck size in the
    rules."""
    return [(name, game.title, *decks_of(game)) for name, game in playable_games().items()]


@get("/g/{event_day:str}", right="look")
async def event_day_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], event_day: FromPath[str], find: Word = ""
) -> Response[bytes]:
    """Return the page with tables, clock and standings, where players find their seat by name or number. Organisers
    also see buttons and forms, judges the calls for a judge."""
    return await _page(app_state, caller, request, event_day, find=find)


@get("/g/{event_day:str}/show", right="look")
async def event_day_show(
    app_state: State, caller: Who, request: Request[Any, Any, Any], event_day: FromPath[str]
) -> Response[bytes]:
    """Return the page for a projector: clock, pairings and running scores, then the standings once the round has
    ended."""
    return await _page(app_state, caller, request, event_day, mode="show")


async def _page(
    app_state: AppState,
    caller: Caller,
    request: Request[Any, Any, Any],
    event_day: str,
    *,
    find: str = "",
    mode: str = "",
) -> Response[bytes]:
    def look() -> DrawingRequest:
        view, mark = app_state.event_days.view(caller, event_day)
        now = app_state.app.clock() // 1_000_000
        key = (
            "event day",
            view.event_day,
            find,
            mode,
            caller.token.id if caller.token else "",
            seen_by(app_state, caller),
        )
        shown = {"find": find, "mode": mode, "mark": mark, "now": now}
        return DrawingRequest(key, (mark_of(app_state, caller), now), lambda: _drawn(app_state, caller, view, shown))

    return await app_state.drawings.answer(request, caller, look, HTML)


def _drawn(app_state: AppState, caller: Caller, view: EventDayView, shown: dict[str, Any]) -> bytes:
    app, plain = app_state.app, not shown["mode"]
    organises, judges = plain and bool(caller.reach("organise")), plain and bool(caller.reach("judge"))
    given = shown | {
        "view": view,
        "found": view.found(shown["find"]) if shown["find"] else None,
        "seats": _by_name(view),
        "until": lambda at: time.strftime("%H:%M", time.localtime(at)),
        "organises": organises,
        "judges": judges,
        "desk": _DESK,
        "own": own_seat(caller, view) if plain else None,
        "calls": calls(app, caller, view) if judges else (),
        "streams": streams(app, view) if organises else (),
        "wanted": {one.id: needs_of(app, one.id) for one in view.tournaments} if organises else {},
        "meanings": {"byes": _BYES, **{one.heading: one.meaning for one in TIE_BREAKS.values()}},
        "scores": {} if plain else _scores(app_state, view),
    }
    return page_text("event_day", caller, **given).encode()


def _scores(app_state: AppState, view: EventDayView) -> dict[str, str]:
    """Return the running score by match, as spectators see it."""
    matches = [line.match for one in view.tournaments for line in one.tables if line.match and not line.result]
    return overview_of(app_state).scores(matches)


def _by_name(view: EventDayView) -> dict[str, list[tuple[str, int, int | None]]]:
    """Return name, number and table of each player by tournament, sorted by name."""
    return {
        one.id: sorted(
            ((player.name, player.number, line.table) for line in one.tables for player in line.players),
            key=lambda seat: seat[0].casefold(),
        )
        for one in view.tournaments
    }
