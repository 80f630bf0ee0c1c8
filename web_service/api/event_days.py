"""Event days: their state, pairing and seating of rounds, and results of tables."""

from functools import partial

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Stream

from domain.game import made
from service.competitions.event_day_view import EventDayView
from service.competitions.event_days import EventDays, StartedRound
from service.competitions.fixtures import FixtureSettings
from service.competitions.new_event import EventIds, NewEvent, create_event, event_created_before
from service.competitions.results import SyncedResult
from service.delay import AT_ONCE
from service.kits import packaged_kit
from service.recording.match_service import MatchService, Receipt
from web_service.api.matches import STREAM
from web_service.api.recording import id_of_key, posts, record, seat_of, tried
from web_service.broadcast import event
from web_service.feeds import Feed
from web_service.limits import ACTS
from web_service.parameters import State, Who
from web_service.problems import unreadable
from web_service.requests import CollectBody, EventBody, RoundBody, SlipBody, reader
from web_service.responses import Changed, RecordedResponse, StreamEvent

_posts = partial(posts, of="event-days/{event_day:str}")


@get("/api/event-days/{event_day:str}", right="look", answers=EventDayView, missing=True)
async def event_day_view(app_state: State, caller: Who, event_day: FromPath[str]) -> EventDayView:
    """Return the tables, clock, standings and announcements."""
    return (await app_state.drawings.paced(caller, lambda: app_state.event_days.view(caller, event_day)))[0]


@get("/api/event-days/{event_day:str}/live", right="look", answers=StreamEvent, media=STREAM, missing=True)
async def event_day_live(app_state: State, caller: Who, event_day: FromPath[str]) -> Stream:
    """Stream server-sent events: one at the start, and one after each change of the event day."""
    found, delay = await app_state.read(lambda: app_state.event_days.found(caller, event_day))
    follower = app_state.follower(caller)

    async def look() -> str:
        return (await app_state.read(lambda: app_state.event_days.view(caller, event_day)))[1]

    def tell(before: str | None, mark: str) -> bytes:
        return b"" if mark == before else event("gathering", Changed(event_day, mark))

    def made() -> Feed[str]:
        return Feed(look, tell, timed=delay != AT_ONCE)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    events = app_state.feeds.stream(app_state, follower, ("event day", found.id, delay), made)
    return Stream(events, media_type=STREAM, headers=headers)


@post(
    "/api/event-days",
    right="organise",
    body=EventBody,
    answers=EventIds,
    dependencies={"sent": Provide(reader(EventBody))},
)
async def create(app_state: State, caller: Who, sent: NamedDependency[EventBody]) -> Response[EventIds]:
    """Open an event day with a Swiss tournament, atomically. Repeated requests with the same command_id open it only
    once."""
    app_state.limits.spend(ACTS, caller.key)
    assert caller.token is not None  # only tokens have this right
    event_id = id_of_key(f"{caller.token.id}/event/{sent.command_id}")
    if strange := next((name for name in sent.decks if name not in sent.players), None):
        raise unreadable(f"a deck for {strange[:100]!r}, who is no player")
    decks = tuple(sent.decks.get(player, sent.deck) for player in sent.players)
    scorekeepers = sent.scorekeepers or (caller.name,)
    asked = made(NewEvent, sent, decks=decks if any(decks) else (), scorekeepers=scorekeepers)

    def work() -> tuple[EventIds, bool]:
        repeated = app_state.app.store.exists(event_id)
        create = event_created_before if repeated else create_event
        return tried(lambda: create(app_state.service_for(caller), asked, event_id), caller), repeated

    ids, repeated = await app_state.writer.do(work)
    return Response(ids, status_code=200 if repeated else 201)


@_posts("rounds", RoundBody, "organise", StartedRound)
async def start_round(
    app_state: State, caller: Who, event_day: FromPath[str], sent: NamedDependency[RoundBody]
) -> StartedRound:
    """Pair a round, seat the players and open its matches. Answers 409 if the round was seated before."""
    app_state.limits.spend(ACTS, caller.key)

    def work() -> StartedRound:
        game = app_state.match(caller, "organise", event_day).game
        decks = {seat_of(seat): str(size) for seat, size in sent.decks.items()}
        if sent.kit and packaged_kit(sent.kit) is None:
            raise unreadable("no such kit: /api/games lists them")
        wishes = FixtureSettings(options=sent.options, decks=decks, catalogue=sent.kit or None)
        event_days = EventDays(app_state.service_as(caller.name))
        return tried(lambda: event_days.next_round(event_day, sent.tournament, sent.round, wishes), caller, game)

    return await app_state.writer.do(work)


@_posts("results", CollectBody, "organise", list[SyncedResult], status=200)
async def collect(
    app_state: State,
    caller: Who,
    event_day: FromPath[str],
    sent: NamedDependency[CollectBody],  # noqa: ARG001
) -> list[SyncedResult]:
    """Record the current results of all matches. Return each result that differs from the recorded one, and what was
    done about it."""
    app_state.limits.spend(ACTS, caller.key)

    def work() -> list[SyncedResult]:
        app_state.match(caller, "organise", event_day)
        return tried(lambda: list(EventDays(app_state.service_as(caller.name)).collect(event_day)), caller)

    return await app_state.writer.do(work)


@_posts("slips", SlipBody, "record", RecordedResponse)
async def slip(
    app_state: State, caller: Who, event_day: FromPath[str], sent: NamedDependency[SlipBody]
) -> Response[RecordedResponse]:
    """Record the result slip of a table; a second slip replaces the first. A slip from an organiser also ends the
    recorded match of the table. Only organisers may record in the tournament, so the service records the slip there
    with its own rights."""

    def work(_: MatchService) -> Receipt:
        return EventDays(app_state.service_as(caller.name)).enter_result(
            event_day,
            sent.table,
            sent.winners,
            drawn=sent.drawn,
            official=caller.name if caller.reach("organise") else "",
        )

    return await record(app_state, caller, event_day, work)
