"""The store itself, for terminals that record from another machine: stored rows within the token's scope, and sealed
rows to store. Incoming rows pass through the one writer."""

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from domain.seats import JUDGE
from service.exchange.shared_store import PAGE, Batch, CatalogueRow, MatchRows, Row, SharedStore, StoreFacts
from web_service.api.matches import STREAM
from web_service.api.recording import MOST_LINES, taken_in
from web_service.app_state import AppState
from web_service.feeds import sent_to
from web_service.limits import ACTS
from web_service.parameters import State, Who
from web_service.permissions import Caller
from web_service.problems import Problem, forbidden, problem_of, too_large
from web_service.requests import reader
from web_service.responses import StreamEvent

T = TypeVar("T")

_MOST_BYTES: Final = 8 * 1024 * 1024
"""Most bytes of a batch: enough for a whole match with its card definitions."""
_LARGE: Final = 100
"""From this number of rows on, a batch is checked and loaded outside the writer's thread, so that others can record meanwhile."""
_Place = Annotated[int, QueryParameter(ge=-(2**62), le=2**62)]
_Count = Annotated[int, QueryParameter(ge=-1, le=PAGE)]
_Prefix = Annotated[str, QueryParameter(max_length=100)]


@get("/api/store", right="record", answers=StoreFacts)
async def store(app_state: State, caller: Who) -> StoreFacts:
    """Describe the part of the store that is in the token's scope."""
    return await _read(app_state, caller, SharedStore.facts)


@get("/api/store/log", right="record", answers=list[Row])
async def store_log(app_state: State, caller: Who, after: _Place = 0, limit: _Count = PAGE) -> list[Row]:
    """Return rows in the order of recording."""
    return await _read(app_state, caller, lambda shared: shared.log(after, limit), match="")


@get("/api/store/matches", right="record", answers=list[str])
async def store_matches(app_state: State, caller: Who, prefix: _Prefix = "", limit: _Count = -1) -> list[str]:
    """Return ids of matches in order; `limit` -1: all."""
    return await _read(app_state, caller, lambda shared: shared.matches(prefix, limit))


@get("/api/store/matches/{match:str}", right="record", answers=MatchRows, missing=True)
async def store_rows(
    app_state: State, caller: Who, match: FromPath[str], after: _Place = 0, upto: _Place = 2**62
) -> MatchRows:
    """Return the rows of a match in order."""
    return await _read(app_state, caller, lambda shared: shared.rows(match, after, upto), match=match)


@get("/api/store/catalogues", right="record", answers=list[CatalogueRow])
async def store_catalogues(app_state: State, caller: Who) -> list[CatalogueRow]:
    """Return the card definitions of the matches in scope."""
    return await _read(app_state, caller, SharedStore.catalogues)


@get("/api/store/catalogues/{digest:str}", right="record", answers=CatalogueRow, missing=True)
async def store_catalogue(app_state: State, caller: Who, digest: FromPath[str]) -> CatalogueRow:
    """Return the card definitions of a match in scope, by their digest."""
    return await _read(app_state, caller, lambda shared: shared.catalogue(digest))


@post(
    "/api/store/rows",
    right="record",
    body=Batch,
    answers=StoreFacts,
    missing=True,
    dependencies={"sent": Provide(reader(Batch))},
    request_max_body_size=_MOST_BYTES,
)
async def keep_rows(app_state: State, caller: Who, sent: NamedDependency[Batch]) -> Response[StoreFacts]:
    """Store entries that a terminal has sealed; they are on disk when the response is sent. Rows that break the hash
    chain or the rules are refused."""
    app_state.limits.spend(ACTS, caller.key)
    if not caller.reach("organise") and (rows := len(sent.rows)) > MOST_LINES:
        raise too_large(
            "batch", f"The batch has {rows:,} entries; at most {MOST_LINES:,} are allowed: send it in parts."
        )
    try:
        await _kept(app_state, caller, sent)
    except Problem:
        raise
    except Exception as error:
        raise problem_of(error, whole=True) from error
    return Response(await app_state.read(app_state.shared(caller).facts), status_code=201)


def _expect_room(app_state: AppState, caller: Caller, sent: Batch) -> None:
    """Raise Problem if the result of a match is final, or a match would become too large."""
    for match in {row.match for row in sent.rows}:
        known = app_state.app.store.exists(match)
        if known and (why := app_state.why_final(caller, app_state.match(caller, "record", match))):
            raise forbidden("The result is final.", detail=why)
        last = app_state.app.store.recorder.last_version(match)
        size = sum(len(row.state) for row in sent.rows if row.match == match and row.version > last)
        if size and (why := app_state.why_full(caller, match, "record", size)):
            raise forbidden("This match is full.", detail=why)


async def _kept(app_state: AppState, caller: Caller, sent: Batch) -> None:
    """Check and store a batch, and record the results of its matches. Raises Problem and the errors of the store."""
    shared, matches = app_state.shared(caller), dict.fromkeys(row.match for row in sent.rows)

    def check() -> None:
        _expect_room(app_state, caller, sent)
        shared.check(sent)

    def keep() -> None:
        _expect_room(app_state, caller, sent)
        shared.keep(sent)

    def settle() -> None:
        for match in matches:
            taken_in(app_state.service_as(caller.name), app_state.app.match(match))

    def whole() -> None:
        check()
        keep()
        settle()

    if len(sent.rows) < _LARGE:
        await app_state.writer.do(whole)
    else:
        await app_state.read(check)
        await app_state.writer.do(keep)
        await app_state.read(lambda: [app_state.app.match(match) for match in matches])  # loads what settling reads
        await app_state.writer.do(settle)


@get("/api/store/live", right="record", answers=StreamEvent, media=STREAM)
async def store_live(app_state: State, caller: Who) -> Stream:
    """Stream server-sent events: `news` after each entry in scope."""
    follower = app_state.follower(caller)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    app_state.keepers[follower] = app_state.shared(caller)

    async def begin() -> bytes:
        return b""

    return Stream(sent_to(follower, begin, app_state.left), media_type=STREAM, headers=headers)


async def _read(
    app_state: AppState, caller: Caller, look: Callable[[SharedStore], T], *, match: str | None = None
) -> T:
    """`match`: the match whose whole entries are read; empty: all matches in scope. Raises Problem."""

    def found() -> T:
        answer = look(app_state.shared(caller))
        if match is not None:
            app_state.looked(caller, match, JUDGE, "store")
        return answer

    try:
        return await app_state.read(found)
    except Exception as error:
        raise problem_of(error, whole=True) from error
