"""Event days for programs: state, pairing and seating of rounds, results of tables."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Stream

from service.competitions.fixtures import FixtureSettings
from service.competitions.gathering_view import GatheringView
from service.competitions.gatherings import Gatherings, Started
from service.competitions.results import Synced
from service.recording.match_service import MatchService, Receipt
from web_service.api.matches import KEEP_ALIVE, STREAM
from web_service.api.recording import posts, record, seat_of, tried
from web_service.app_state import AppState
from web_service.broadcast import Subscriber, event
from web_service.limits import ACTS
from web_service.parameters import State, Who
from web_service.permissions import Caller
from web_service.requests import CollectBody, RoundBody, SlipBody
from web_service.responses import Changed, RecordedResponse, StreamEvent

_LOOK: Final = 1.0
"""Seconds from one look at a gathering that is followed to the next."""


_posts = partial(posts, of="gatherings/{gathering:str}")


@get("/api/gatherings/{gathering:str}", right="look", answers=GatheringView, missing=True)
async def gathering_view(app_state: State, caller: Who, gathering: FromPath[str]) -> GatheringView:
    """Tables, clock, standings and announcements."""
    return (await app_state.read(lambda: app_state.gatherings.view(caller, gathering)))[0]


@get("/api/gatherings/{gathering:str}/live", right="look", answers=StreamEvent, media=STREAM, missing=True)
async def gathering_live(app_state: State, caller: Who, gathering: FromPath[str]) -> Stream:
    """Server-sent events: one to begin with, and one each time that the gathering changed."""
    await app_state.read(lambda: app_state.gatherings.view(caller, gathering))
    follower = app_state.follower(caller)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(_views(app_state, caller, gathering, follower), media_type=STREAM, headers=headers)


async def _views(app_state: AppState, caller: Caller, gathering: str, follower: Subscriber) -> AsyncIterator[bytes]:
    before, silent = "", 0.0
    app_state.visitors.add(follower)
    try:
        yield b"retry: 1000\n\n"
        while True:
            _, mark = await app_state.read(lambda: app_state.gatherings.view(caller, gathering))
            if mark != before:
                yield event("gathering", Changed(gathering, mark))
                before, silent = mark, 0.0
            elif silent >= KEEP_ALIVE:
                yield b": \n\n"
                silent = 0.0
            try:
                if (sent := await follower.next(_LOOK)) is None:
                    return
                yield sent
            except TimeoutError:
                silent += _LOOK
    finally:
        app_state.left(follower)


@_posts("rounds", RoundBody, "organise", Started)
async def start_round(
    app_state: State, caller: Who, gathering: FromPath[str], sent: NamedDependency[RoundBody]
) -> Started:
    """Pairs a round, seats it and opens its matches. A round that somebody seated before is a conflict."""
    app_state.limits.spend(ACTS, caller.key)

    def work() -> Started:
        game = app_state.match(caller, "organise", gathering).game
        decks = {seat_of(seat): str(size) for seat, size in sent.decks.items()}
        wishes = FixtureSettings(options=sent.options, decks=decks)
        desk = Gatherings(app_state.desk(caller.name))
        return tried(lambda: desk.next_round(gathering, sent.tournament, sent.round, wishes), caller, game)

    return await app_state.writer.do(work)


@_posts("results", CollectBody, "organise", list[Synced], status=200)
async def collect(
    app_state: State,
    caller: Who,
    gathering: FromPath[str],
    sent: NamedDependency[CollectBody],  # noqa: ARG001
) -> list[Synced]:
    """Record the current results of all matches, and report the effect of each difference."""
    app_state.limits.spend(ACTS, caller.key)

    def work() -> list[Synced]:
        app_state.match(caller, "organise", gathering)
        return tried(lambda: list(Gatherings(app_state.desk(caller.name)).collect(gathering)), caller)

    return await app_state.writer.do(work)


@_posts("slips", SlipBody, "record", RecordedResponse)
async def slip(
    app_state: State, caller: Who, gathering: FromPath[str], sent: NamedDependency[SlipBody]
) -> Response[RecordedResponse]:
    """The result slip of a table that records on paper; sent again, it is amended. The tournament that it goes into is the
    organiser's to record in, so the slip goes in by the service's own leave."""

    def work(_: MatchService) -> Receipt:
        return Gatherings(app_state.desk(caller.name)).enter_result(
            gathering, sent.table, sent.winners, drawn=sent.drawn
        )

    return await record(app_state, caller, gathering, work)
