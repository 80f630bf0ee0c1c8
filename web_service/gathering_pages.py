"""Pages of gatherings: for phones, for projectors, for paper."""

import time
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from service.competitions.gathering_view import GatheringView
from web_service.app_state import AppState
from web_service.pages import drawn
from web_service.parameters import State, Who, Word
from web_service.permissions import Caller

_DESK: Final = (
    ("start", ("seated",), "Start the clock"),
    ("pause", ("running",), "Stop the clock"),
    ("resume", ("paused",), "Go on"),
    ("extend", ("running", "paused"), "+5 minutes"),
    ("end", ("running", "paused"), "End the round"),
)
"""The organiser's buttons: act, the phases of a clock in which it is offered, what is on the button."""


@get("/g/{gathering:str}", right="look")
async def gathering_page(app_state: State, caller: Who, gathering: FromPath[str], find: Word = "") -> Response[str]:
    """Tables, clock and standings; players find their seat by name or number."""
    return await _page(app_state, caller, gathering, find, "")


@get("/g/{gathering:str}/show", right="look")
async def gathering_show(app_state: State, caller: Who, gathering: FromPath[str]) -> Response[str]:
    """The same for a projector: the clock and the seats by name; the standings once the round has ended."""
    return await _page(app_state, caller, gathering, "", "show")


async def _page(app_state: AppState, caller: Caller, gathering: str, find: str, mode: str) -> Response[str]:
    view, mark = await app_state.read(lambda: app_state.gatherings.view(caller, gathering))
    return drawn(
        "gathering",
        caller,
        view=view,
        found=view.found(find) if find else None,
        find=find,
        mode=mode,
        mark=mark,
        now=int(app_state.app.clock() // 1_000_000),
        seats=_by_name(view),
        until=lambda at: time.strftime("%H:%M", time.localtime(at)),
        organises=bool(caller.reach("organise")) and not mode,
        desk=_DESK,
    )


def _by_name(view: GatheringView) -> dict[str, list[tuple[str, int, int | None]]]:
    """Tournament -> name, number and table of each player, by name."""
    return {
        one.id: sorted(
            ((player.name, player.number, line.table) for line in one.tables for player in line.players),
            key=lambda seat: seat[0].casefold(),
        )
        for one in view.tournaments
    }
