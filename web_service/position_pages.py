"""Pages of positions, whose address contains the whole board as a code, and redirects to them from a match."""

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import escape

from service.errors import EntryNotFound, UsageProblem
from service.exchange.position_codes import expect_known_cards, open_position, position_code, read_position_code
from service.reading.page import data_part, page_of
from service.reading.page_data import view_of
from service.reading.viewpoints import parse_viewpoint
from web_service.api.matches import HTML, seen
from web_service.drawings import DrawingRequest
from web_service.pages import asset, plain_parts
from web_service.parameters import Entry, State, Who, Word
from web_service.problems import not_here, unreadable


@get("/m/{match:str}/position", right="look")
async def match_position(
    app_state: State, caller: Who, match: FromPath[str], view: Word = "", at: Entry = 0
) -> Redirect:
    """Redirect to the page of the position after an entry (default: the last one), as the viewpoint knows it."""

    def look() -> str:
        history, viewpoint = seen(app_state, caller, match, view, "page")
        found = history.match
        version = at or found.version
        try:
            if version > found.version:
                raise EntryNotFound(version, found.version)
            return position_code(found, found.states[version], version, viewpoint)
        except UsageProblem as problem:
            raise unreadable(str(problem)) from None

    return Redirect(f"/position/{await app_state.drawings.paced(caller, look)}", status_code=303)


@get("/position/{code:str}", right="look")
async def position_page(
    app_state: State, caller: Who, request: Request[Any, Any, Any], code: FromPath[str]
) -> Response[bytes]:
    """Return the page with the board of a position code. The match need not be in the store."""
    if app_state.private and caller.token is None:
        raise not_here()

    def look() -> DrawingRequest:
        try:
            expect_known_cards(app_state.app, read_position_code(code))
        except UsageProblem as problem:
            raise unreadable(str(problem)) from None
        return DrawingRequest(("position", code), "", lambda: _page(code).encode())

    return await app_state.drawings.answer(request, caller, look, HTML)


def _page(code: str) -> str:
    try:
        opened = open_position(code)
    except UsageProblem as problem:
        raise unreadable(str(problem)) from None
    history = opened.app.history(opened.match)
    match, viewpoint = history.match, parse_viewpoint(opened.viewpoint, history.match.state.seats)
    data = {"match": match.id, "first": match.version, "plan": match.game.plan(match.state)}
    return page_of(
        history,
        viewpoint,
        head=f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{asset("replay.css")}">',
        data="\n".join((data_part(data, "match"), data_part(view_of(history, viewpoint), "view"))),
        tail=f'<script src="{asset("replay.js")}"></script>',
        plain=plain_parts(history, viewpoint),
        tools='<nav class="links" aria-label="Elsewhere"><a href="/">Tables</a></nav>'
        '<p class="eyes">From the address, not from a record</p>'
        f'<label class="eyes">Position code <input class="code" readonly value="{escape(code)}"></label>',
    )
