"""Matches for readers: lists, boards, logs, files and live streams."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Stream
from msgspec import Struct

from domain.entries import TakenBack
from domain.notation import NotationError
from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from service.errors import UsageProblem
from service.exchange.files import export_match, export_view
from service.failures import kind_of
from service.permissions import Right
from service.reading.drawing import board_after, draw_board
from service.reading.log import log_lines
from service.reading.page import html_replay
from service.reading.styled_text import plain
from service.reading.viewpoints import parse_viewpoint, viewpoint_name
from web_service.app_state import AppState
from web_service.broadcast import Channel, Subscriber
from web_service.drawings import DrawingRequest
from web_service.feeds import sent_to
from web_service.match_lists import listed
from web_service.parameters import Entry, Number, Seen, State, Who, Width, Word
from web_service.permissions import Caller
from web_service.problems import forbidden, not_here, unreadable
from web_service.responses import BoardAnswer, LogAnswer, MatchHead, MatchList, StreamEvent

STREAM: Final = "text/event-stream"
HTML: Final = "text/html"
NOT_KEPT: Final = {"Cache-Control": "no-store"}


class AskedView(Struct, frozen=True):
    """A requested drawing of a match: from which viewpoint, of what, and the right that it needs."""

    match: str
    view: str
    what: tuple[Hashable, ...]
    right: Right = "look"
    way: str = "api"
    """How the match is shown, for the log of looks: `page`, `api`, `file`."""


@get("/api/matches", right="look", answers=MatchList)
async def matches(app_state: State, caller: Who, q: Word = "", page: Number = 1) -> MatchList:
    """Return a page of the matches that the filter `q` finds."""
    return await app_state.drawings.paced(caller, lambda: listed(app_state, caller, q, page))


@get("/api/matches/{match:str}", right="look", answers=MatchHead, missing=True)
async def match_head(app_state: State, caller: Who, match: FromPath[str]) -> MatchHead:
    """Return the current state of a match."""

    def look() -> MatchHead:
        app_state.match(caller, "look", match)
        history = app_state.history(caller, match)
        return head_of(app_state, history, caller)

    return await app_state.drawings.paced(caller, look)


def head_of(app_state: AppState, history: AnyHistory, caller: Caller) -> MatchHead:
    """Return the current state of a match, limited to what the caller may see."""
    found = history.match
    board = board_after(found, found.version, caller.viewpoint)
    opened = found.opened
    return MatchHead(
        match=found.id,
        game=found.game.name,
        title=opened.title if opened and opened.title else found.game.title,
        seats=tuple(seat.name for seat in found.state.seats),
        tags=opened.tags if opened else (),
        version=found.version,
        moment=board.moment,
        result=board.result,
        over=found.outcome is not None,
        head=found.head if caller.sees_all else "",
        to_act=tuple(panel.title for panel in board.panels if panel.active),
        undo_to=_undo_to(app_state, found.id, caller),
    )


def _undo_to(app_state: AppState, match: str, caller: Caller) -> int | None:
    """Return the target of a take-back of the last action; `None` if this caller may not take it back."""
    if not caller.reach("record"):
        return None
    service = app_state.service_for(caller)
    found = service.match(match)
    if (target := found.undo_target) is None or target.number or app_state.why_final(caller, found):
        return None
    try:
        service.new_entries(found).add(service.with_official(found, TakenBack(to=target.version, **caller.ordering)))
    except Exception as error:
        if kind_of(error) == "defect":
            raise
        return None
    return target.version


@get("/api/matches/{match:str}/board", right="look", cached=True, answers=BoardAnswer, missing=True)
async def board(
    app_state: State,
    caller: Who,
    request: Request[Any, Any, Any],
    match: FromPath[str],
    at: Entry = 0,
    view: Word = "",
    width: Width = 0,
) -> Response[bytes]:
    """Return the board after an entry (default: the last one) from a viewpoint; with `width`, also drawn as text."""

    def draw(viewpoint: Viewpoint) -> bytes:
        history = app_state.history(caller, match)
        entry = at or history.match.version
        if entry > history.match.version:
            raise unreadable(f"no entry {entry}; the match has {history.match.version}")
        drawn = board_after(history.match, entry, viewpoint)
        answer = BoardAnswer(
            match=match,
            entry=entry,
            viewpoint=viewpoint_name(viewpoint, history.match.state.seats),
            board=drawn,
            lines=tuple(plain((line,)) for line in draw_board(drawn, width)) if width else (),
        )
        return msgspec.json.encode(answer)

    look = partial(drawn_of, app_state, caller, AskedView(match, view, ("board", at, width)), draw)
    return await app_state.drawings.answer(request, caller, look, "application/json")


@get("/api/matches/{match:str}/log", right="look", cached=True, answers=LogAnswer, missing=True)
async def log(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: FromPath[str], view: Word = ""
) -> Response[bytes]:
    """Return the log, line by line."""

    def draw(viewpoint: Viewpoint) -> bytes:
        history = app_state.history(caller, match)
        name = viewpoint_name(viewpoint, history.match.state.seats)
        answer = LogAnswer(match, history.match.version, name, tuple(log_lines(history, viewpoint)))
        return msgspec.json.encode(answer)

    look = partial(drawn_of, app_state, caller, AskedView(match, view, ("log",)), draw)
    return await app_state.drawings.answer(request, caller, look, "application/json")


@get("/api/matches/{match:str}/page", right="look", cached=True, answers=str, media="text/html", missing=True)
async def page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: FromPath[str], view: Word = ""
) -> Response[bytes]:
    """Return the replay as one HTML file that works offline."""

    def draw(viewpoint: Viewpoint) -> bytes:
        with app_state.channel(caller, match, viewpoint).held() as channel:
            return html_replay(channel.history, (viewpoint,), views=(channel.whole().view,)).encode()

    name = {"Content-Disposition": f'attachment; filename="{match}.html"'}
    look = partial(drawn_of, app_state, caller, AskedView(match, view, ("page",), way="file"), draw)
    return await app_state.drawings.answer(request, caller, look, HTML, **name)


def drawn_of(
    app_state: AppState, caller: Caller, asked: "AskedView", draw: Callable[[Viewpoint], bytes]
) -> DrawingRequest:
    """Return a drawing of a match from a viewpoint, as far as the caller may see it. Raises Problem."""
    found = app_state.match(caller, asked.right, asked.match)
    viewpoint = seat_seen(caller, asked.view, found.state.seats)
    app_state.looked(caller, found.id, viewpoint, asked.way, found.state.seats)
    version = found.version
    if app_state.lags(caller):
        version = app_state.channel(caller, asked.match, viewpoint).history.match.version
    key = (*asked.what, asked.match, viewpoint, app_state.delay_for(caller))
    return DrawingRequest(key, version, lambda: draw(viewpoint))


@get("/api/matches/{match:str}/file", right="look", answers=bytes, media="application/octet-stream", missing=True)
async def file(app_state: State, caller: Who, match: FromPath[str]) -> Response[bytes]:
    """Return the match file. A player gets the copy for their seat; callers without a token get the public copy once the
    match is over."""

    def look() -> bytes:
        history, viewpoint = seen(app_state, caller, match, "", "file")
        if caller.sees_all:
            return export_match(app_state.app, match)
        if caller.token is None and history.match.outcome is None:
            raise not_here()
        return export_view(app_state.app, history, viewpoint if isinstance(viewpoint, str) else f"@{viewpoint + 1}")

    name = {"Content-Disposition": f'attachment; filename="{match}.match.jsonl"'}
    return Response(
        await app_state.drawings.paced(caller, look), media_type="application/octet-stream", headers=NOT_KEPT | name
    )


@get("/api/matches/{match:str}/live", right="look", answers=StreamEvent, media=STREAM, missing=True)
async def live(
    app_state: State,
    caller: Who,
    request: Request[Any, Any, Any],
    match: FromPath[str],
    after: Seen = -1,
    view: Word = "",
) -> Stream:
    """Stream server-sent events: first `whole` (with `after`: the entries after it, unless they are too many), then `entry` for
    each new entry, and `bye` when the service stops. A Last-Event-ID header takes precedence over `after`."""
    last = request.headers.get("last-event-id", "")
    begin = int(last) if last.isascii() and last.isdigit() and len(last) < 9 else after
    follower = app_state.follower(caller)

    def open_() -> tuple[Channel, bytes]:
        found = app_state.match(caller, "look", match)
        viewpoint = seat_seen(caller, view, found.state.seats)
        app_state.looked(caller, found.id, viewpoint, "stream", found.state.seats)
        channel = app_state.channel(caller, match, viewpoint)
        return channel, channel.follow(follower, None if begin < 0 else begin)

    channel, first = await app_state.drawings.paced(caller, open_)

    async def begin_with() -> bytes:
        return first

    def leave(gone: Subscriber) -> None:
        channel.leave(gone)
        app_state.left(gone)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(sent_to(follower, begin_with, leave), media_type=STREAM, headers=headers)


def seen(app_state: AppState, caller: Caller, match: str, view: str, way: str) -> tuple[AnyHistory, Viewpoint]:
    """Return the part of a match that the caller may see, and the viewpoint. Raises Problem."""
    app_state.match(caller, "look", match)
    history = app_state.history(caller, match)
    seats = history.match.state.seats
    viewpoint = seat_seen(caller, view, seats)
    app_state.looked(caller, match, viewpoint, way, seats)
    return history, viewpoint


def seat_seen(caller: Caller, view: str, seats: Any) -> Viewpoint:
    """Return the requested viewpoint (default: the caller's own). Raises Problem (403) for one that the caller may not use."""
    if not view:
        return caller.viewpoint
    if not caller.sees_all and view in (JUDGE, SPECTATOR) and view != caller.viewpoint:
        raise forbidden("You may not see this.")
    try:
        viewpoint = parse_viewpoint(view, seats)
    except (UsageProblem, NotationError):
        raise unreadable("no such viewpoint: judge, spectator, or a player") from None
    if isinstance(viewpoint, int) and not 0 <= viewpoint < len(seats):
        raise unreadable("no such viewpoint: judge, spectator, or a player")
    if not caller.may_see_as(viewpoint):
        raise forbidden("You may not see this.")
    return viewpoint
