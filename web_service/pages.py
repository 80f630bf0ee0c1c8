"""The pages. They are rendered on the server, work without scripts as far as possible, and load no external files."""

from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Stream
from markupsafe import escape
from msgspec.structs import replace

from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from service.permissions import Right
from service.reading.drawing import board_after, draw_board
from service.reading.log import log_lines
from service.reading.match_list import MatchQuery
from service.reading.page import data_part, gauges_style, page_of, replay_script, replay_style, tokens_style
from service.reading.styled_text import plain
from service.reading.viewpoints import viewpoint_name
from service.witnessing.slip import policy, written
from web_service.api.matches import HTML, NOT_KEPT, STREAM, AskedView, drawn_of
from web_service.app_state import AppState
from web_service.broadcast import Channel, event
from web_service.case_page import disputed, ledger_of
from web_service.drawings import DrawingRequest
from web_service.feeds import Feed
from web_service.match_lists import ROWS, listed, own_tags, reachable
from web_service.overview import BLANK, Overview, TableCard, TablesPage, changed, mark_of, seen_by
from web_service.parameters import Number, State, Who, Word
from web_service.permissions import Caller
from web_service.problems import HEADERS, Problem, not_here
from web_service.responses import ListedMatch, MatchList, StreamEvent

if TYPE_CHECKING:
    from jinja2 import Environment

_NARROW: Final = 46
_TYPES: Final = {"css": "text/css", "js": "text/javascript"}


@cache
def assets() -> dict[str, bytes]:
    """Return all files that pages load, by name."""
    folder = files("web_service") / "assets"
    own = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith((".js", ".css"))}
    style, common = replay_style().encode(), (tokens_style() + gauges_style()).encode()
    built = {"replay.js": replay_script().encode(), "replay.css": style + own["site.css"]}
    return own | built | {"site.css": common + own["site.css"]}


@cache
def asset(name: str) -> str:
    """Return the address of a file that pages load. It contains a digest of the file, so browsers may cache it for ever."""
    return f"/assets/{sha256(assets()[name]).hexdigest()[:12]}/{name}"


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    made = Environment(
        loader=PackageLoader("web_service", "assets"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    made.globals.update(asset=asset, own_tags=own_tags)
    return made


def drawn(name: str, caller: Caller, status: int = 200, **given: object) -> Response[str]:
    """Return a rendered page as a response."""
    return Response(page_text(name, caller, **given), status_code=status, media_type="text/html")


def page_text(name: str, caller: Caller, **given: object) -> str:
    """Return a rendered page as text."""
    return _templates().get_template(f"{name}.html").render(name=caller.name, menu=_menu(caller), **given)


def _menu(caller: Caller) -> list[tuple[str, str]]:
    """Return the links in the page header that the caller may open: address, label."""
    pages: tuple[tuple[str, bool, str], ...] = (
        ("/", True, "Tables"),
        ("/matches", True, "Matches"),
        ("/statistics", caller.asks, "Statistics"),
        ("/new", caller.opens, "New match"),
        ("/g/new", bool(caller.reach("organise")), "Create an event"),
    )
    return [(there, words) for there, may, words in pages if may]


@get("/assets/{digest:str}/{name:str}", right="public")
async def asset_file(digest: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Return a script or style sheet."""
    if name not in assets() or asset(name) != f"/assets/{digest}/{name}":
        raise not_here()
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(assets()[name], media_type=_TYPES[name.rpartition(".")[2]], headers=kept)


@get("/", right="look")
async def overview_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], page: Number = 1
) -> Response[Any]:
    """Return the page of tables; on a private service, the sign-in page for callers without a token."""
    return await _tables(app_state, caller, request, page)


@get("/locked", right="look")
async def locked_overview_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], page: Number = 1
) -> Response[Any]:
    """Return the page of tables for a public screen: as spectators see them, without links."""
    return await _tables(app_state, replace(caller, public=True), request, page)


async def _tables(app_state: AppState, caller: Caller, request: Request[Any, Any, Any], page: int) -> Response[Any]:
    if app_state.private and caller.token is None:
        return drawn("enter", caller)
    event = caller.code.match if caller.code and not caller.public else ""

    def look() -> DrawingRequest:
        tables = overview_of(app_state).cards(caller, page)
        key = (
            "overview",
            seen_by(app_state, caller),
            page,
            caller.name,
            caller.opens,
            caller.standing,
            caller.public,
            event,
        )
        return DrawingRequest(key, tables, lambda: overview_text(caller, tables, event).encode())

    return await app_state.drawings.answer(request, caller, look, HTML)


def overview_text(caller: Caller, tables: TablesPage, event: str = "") -> str:
    """Return the page of tables. `event`: the event of the caller's code."""
    given = {"tables": tables, "blank": BLANK, "locked": caller.public, "opens": caller.opens, "event": event}
    return page_text("overview", caller, **given)


@get("/api/live", right="look", answers=StreamEvent, media=STREAM)
async def overview_live(app_state: State, caller: Who, page: Number = 1, view: Word = "") -> Stream:
    """Stream server-sent events: the current cards of a page, then each changed card; with `view=spectator`, as
    spectators see them."""
    if app_state.private and caller.token is None:
        raise not_here()
    caller = replace(caller, public=view == SPECTATOR)
    follower = app_state.follower(caller)

    async def look() -> tuple[TableCard, ...]:
        return (await app_state.read(lambda: overview_of(app_state).cards(caller, page))).cards

    def made() -> Feed[tuple[TableCard, ...]]:
        return Feed(look, _told, timed=app_state.lags(caller))

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    events = app_state.feeds.stream(app_state, follower, ("overview", seen_by(app_state, caller), page), made)
    return Stream(events, media_type=STREAM, headers=headers)


def _told(before: tuple[TableCard, ...] | None, cards: tuple[TableCard, ...]) -> bytes:
    known = {card.match: card for card in before or ()}
    return b"".join(event("table", card) for card in changed(cards, known))


def overview_of(app_state: AppState) -> Overview:
    """Return the overview of the service, created at the first request."""
    if app_state.overview is None:
        app_state.overview = Overview(app_state)
    found: Overview = app_state.overview  # type: ignore[assignment]
    return found


@get("/matches", right="look")
async def matches_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], q: Word = "", page: Number = 1
) -> Response[bytes]:
    """Return the page with the list of matches."""

    def draw(found: MatchList, problem: object = "") -> bytes:
        pages = max(1, -(-found.total // ROWS))
        matches = as_on_cards(app_state, caller, found.matches)
        shown = {"q": q, "page": page, "pages": pages, "total": found.total, "matches": matches}
        return page_text("matches", caller, **shown, problem=problem, tags=_tagged(caller, found)).encode()

    def look() -> DrawingRequest:
        key = ("matches", seen_by(app_state, caller), q, page, caller.name, caller.standing)
        return DrawingRequest(key, mark_of(app_state, caller), lambda: draw(listed(app_state, caller, q, page)))

    try:
        return await app_state.drawings.answer(request, caller, look, HTML)
    except Problem as problem:
        if problem.status != 400:
            raise
        return Response(draw(MatchList(0, 1, ()), problem.body.get("detail")), status_code=400, media_type=HTML)


def as_on_cards(app_state: AppState, caller: Caller, matches: tuple[ListedMatch, ...]) -> tuple[ListedMatch, ...]:
    """Return the matches of a list. Matches in progress get the turn of their cards, because the analytics know only
    the turn of the last action."""
    live = [one.match for one in matches if one.status == "running"]
    moments = overview_of(app_state).moments(caller, live) if live else {}
    return tuple(replace(one, moment=moments.get(one.match, one.moment)) for one in matches)


def _tagged(caller: Caller, found: MatchList) -> bool:
    """Return True if the tags are shown: the caller sees all, and some match has tags that people chose."""
    return caller.sees_all and any(own_tags(one.tags) for one in found.matches)


@get("/enter", right="public")
async def enter_page(caller: Who) -> Response[str]:
    """Return the sign-in page."""
    return drawn("enter", caller)


@get("/m/{match:str}", right="look")
async def match_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: FromPath[str], view: Word = ""
) -> Response[bytes]:
    """Return the live page of a match, with replay controls."""
    return await _live_page(app_state, caller, request, _asked(caller, match, view, "replay"))


@get("/m/{match:str}/show", right="look")
async def show_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: FromPath[str], view: Word = ""
) -> Response[bytes]:
    """Return the page of a match for a projector."""
    return await _live_page(app_state, caller, request, _asked(caller, match, _public(caller, view), "show"))


@get("/m/{match:str}/locked", right="look")
async def locked_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: FromPath[str]
) -> Response[bytes]:
    """Return the page of a match for a public screen: like that for a projector, without links and other viewpoints."""
    return await _live_page(app_state, caller, request, _asked(caller, match, _public(caller, ""), "locked"))


@get("/live/overlay", right="look")
async def overlay_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: Word = "", view: Word = ""
) -> Response[bytes]:
    """Return an overlay for video streams: score, turn and last action on a transparent background of 1920 x 1080
    pixels. Without `match`, it shows the most recently recorded match; without `view`, the spectator's view."""

    def newest() -> str:
        found = reachable(app_state, caller, MatchQuery(limit=1).having(kind="match"))[1]
        if not found:
            raise not_here()
        return found[0]

    wanted = match or await app_state.drawings.paced(caller, newest)
    return await _live_page(app_state, caller, request, _asked(caller, wanted, _public(caller, view), "overlay"))


@get("/m/{match:str}/record", right="record")
async def record_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], match: FromPath[str]
) -> Response[bytes]:
    """Return the page for recording on a tablet."""
    return await _live_page(app_state, caller, request, _asked(caller, match, "", "record"))


@get("/m/{match:str}/slip", right="confirm")
async def slip_page(app_state: State, caller: Who, match: FromPath[str]) -> Response[str]:
    """Return the result slip, with the head hash for a player to keep."""

    def look() -> str:
        app_state.match(caller, "confirm", match)
        return written(app_state.app, match, "html", _links(caller, match, "slip"))

    text = await app_state.drawings.paced(caller, look)
    return Response(text, media_type="text/html", headers=NOT_KEPT | {"Content-Security-Policy": policy()})


@get("/m/{match:str}/disputes", right="judge")
async def disputes_page(app_state: State, caller: Who, match: FromPath[str], entry: Number = 1) -> Response[str]:
    """Return the page with the disputes of a match, and one case with its ruling form."""

    def look() -> Response[str]:
        app_state.match(caller, "judge", match)
        app_state.looked(caller, match, JUDGE, "page")
        given = disputed(app_state.app, match, entry, caller.name, caller.part)
        return drawn("disputes", caller, **given, ledger=ledger_of(app_state.analytics, match))

    return await app_state.drawings.paced(caller, look)


_SCRIPTS: Final = {"record": ("sending.js", "record.js", "touch.js"), "overlay": ("overlay.js",)}
_RIGHTS: Final[dict[str, Right]] = {"record": "record"}
"""Rights that live pages need instead of `look`."""


async def _live_page(
    app_state: AppState, caller: Caller, request: Request[Any, Any, Any], asked: AskedView
) -> Response[bytes]:
    def draw(viewpoint: Viewpoint) -> bytes:
        with app_state.channel(caller, asked.match, viewpoint).held() as channel:
            return _drawn_live(app_state, caller, channel, str(asked.what[0])).encode()

    return await app_state.drawings.answer(request, caller, partial(drawn_of, app_state, caller, asked, draw), HTML)


def _public(caller: Caller, view: str) -> str:
    """Return the viewpoint for a public screen."""
    return view or SPECTATOR if caller.sees_all else view


def _asked(caller: Caller, match: str, view: str, mode: str) -> AskedView:
    return AskedView(match, view, (mode, caller.standing), _RIGHTS.get(mode, "look"), "page")


def _drawn_live(app_state: AppState, caller: Caller, channel: Channel, mode: str) -> str:
    history, whole, viewpoint = channel.history, channel.whole(), channel.key.viewpoint
    name = f"@{viewpoint + 1}" if isinstance(viewpoint, int) else viewpoint
    data = {"match": whole.match, "first": whole.entry, "plan": whole.plan, "view": name}
    scripts = ("replay.js", "live.js", *_SCRIPTS.get(mode, ()))
    badge = "LIVE" if history.match.outcome is None else "OVER"
    return page_of(
        history,
        viewpoint,
        head=f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{asset("replay.css")}">',
        data="\n".join((data_part(data, "match"), data_part(whole.view, "view"))),
        tail="\n".join(f'<script src="{asset(one)}"></script>' for one in scripts),
        plain=plain_parts(history, viewpoint),
        badge=badge,
        mode="show" if mode == "locked" else mode,
        tools=_tools(app_state, caller, history, viewpoint, mode),
        beside=(files("web_service") / "assets" / "panel.html").read_text("utf-8") if mode == "record" else "",
    )


def plain_parts(history: AnyHistory, viewpoint: Viewpoint) -> str:
    """Return the current board and list, for readers without scripts."""
    board = plain(draw_board(board_after(history.match, history.match.version, viewpoint), _NARROW))
    return f"<pre>{escape(board)}</pre><pre>{escape(chr(10).join(log_lines(history, viewpoint)))}</pre>"


def _tools(app_state: AppState, caller: Caller, history: AnyHistory, viewpoint: Viewpoint, mode: str) -> str:
    """Return the additions to a live page's title bar: its delay, and links to other views."""
    match, seats = history.match, history.match.state.seats
    links = _links(caller, match.id, mode)
    if caller.sees_all:
        others: tuple[Viewpoint, ...] = (JUDGE, *range(len(seats)), SPECTATOR)
        links += [
            (f"/m/{match.id}?view={f'@{one + 1}' if isinstance(one, int) else one}", f"as {viewpoint_name(one, seats)}")
            for one in others
            if one != viewpoint
        ][: 6 if len(seats) < 6 else 2]
    if mode == "replay" and match.game.position(match.state) is not None:
        name = f"@{viewpoint + 1}" if isinstance(viewpoint, int) else viewpoint
        links.append((f"/m/{match.id}/position?view={name}", "Position"))
    if match.game.name == "gathering":
        links.append((f"/g/{match.id}", "Seats and standings"))
    shown = " ".join(f'<a href="{escape(there)}">{escape(text)}</a>' for there, text in links)
    elsewhere = "" if mode == "locked" else f'<nav class="links" aria-label="Elsewhere">{shown}</nav>'
    delay = f'<span class="eyes">{escape(app_state.delay_for(caller))} behind</span>' if app_state.lags(caller) else ""
    return (
        f'<p id="stale" role="status" hidden></p>{delay}{elsewhere}'
        '<button type="button" class="button" id="behind" hidden>Live</button>'
    )


def _links(caller: Caller, match: str, here: str) -> list[tuple[str, str]]:
    """Return the links from a page of a match: to the tables, and to its other pages that the caller may open: address, label."""
    pages: tuple[tuple[str, Right, str, str], ...] = (
        ("replay", "look", f"/m/{match}", "Match"),
        ("record", "record", f"/m/{match}/record", "Record"),
        ("slip", "confirm", f"/m/{match}/slip", "Slip"),
        ("disputes", "judge", f"/m/{match}/disputes", "Disputes"),
        ("show", "look", f"/m/{match}/show", "Projector"),
    )
    return [
        ("/", "Tables"),
        *((there, text) for page, right, there, text in pages if page != here and caller.reach(right)),
    ]


def problem_page(request: Request[Any, Any, Any], problem: Problem) -> Response[str]:
    """Return the error page of a problem."""
    caller = getattr(request.state, "caller", None) or Caller(
        request.state.sender.token
    )  # unknown addresses have no guard that finds the caller
    detail = problem.body.get("detail", "")
    page = drawn("problem", caller, problem.status, title=problem.body["title"], detail=detail)
    page.headers.update({**HEADERS, "Cache-Control": "no-store", **problem.headers})
    return page
