"""Public routes: health checks, installed games and their rules, signing in and out."""

from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from domain.entries import command_type
from domain.fields import fields_of
from domain.game import AnyGame
from domain.registry import UnknownGame, load_game, rules_of_procedure
from service.kits import playable_games
from service.resources import catalogue_names, deck_names
from web_service.auth import COOKIE, LOOPBACK, address, holder
from web_service.drawings import DrawingRequest
from web_service.openapi import document
from web_service.parameters import State, Who
from web_service.problems import Problem, not_here
from web_service.requests import EnterBody, LeaveBody, reader
from web_service.responses import Entered, GameRow, Health, Left, RuleRow

_YEAR: Final = 365 * 24 * 3600


@get("/healthz", right="public", answers=Health)
async def healthz() -> Health:
    """Report that the process is running."""
    return Health()


@get("/readyz", right="public", answers=Health, stores=True)
async def readyz(app_state: State) -> Health:
    """Report whether the store answers and has room for entries."""

    def look() -> None:
        app_state.app.store.head_position()
        app_state.app.store.location.expect_room()

    await app_state.read(look)
    return Health()


def _fixed(
    app_state: State, caller: Who, request: Request[Any, Any, Any], key: Hashable, found: Callable[[], object]
) -> Coroutine[Any, Any, Response[bytes]]:
    """Return a response that is constant while the server runs, computed only once."""
    wanted = DrawingRequest(key, "", lambda: msgspec.json.encode(found()))
    return app_state.drawings.answer(request, caller, lambda: wanted, "application/json")


@get("/api/openapi.json", right="public", answers=dict, cached=True)
async def openapi(app_state: State, caller: Who, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return this OpenAPI description."""
    return await _fixed(app_state, caller, request, "openapi", lambda: document(request.app))


@get("/api/games", right="public", answers=list[GameRow], cached=True)
async def games(app_state: State, caller: Who, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the games and kits for which matches can be opened."""
    return await _fixed(app_state, caller, request, "games", _games)


def _games() -> list[GameRow]:
    return [
        GameRow(
            name=name,
            title=game.title,
            seats=game.seat_counts,
            catalogues=() if game.kits else catalogue_names(game),
            decks=() if game.kits else deck_names(game),
            options=tuple(field.name for field in fields_of(game.options)),
        )
        for name, game in playable_games().items()
    ]


@get("/api/games/{game:str}/schema", right="public", answers=dict, missing=True, cached=True)
async def schema(
    app_state: State, caller: Who, request: Request[Any, Any, Any], game: FromPath[str]
) -> Response[bytes]:
    """Return the JSON Schema of a game's commands, as accepted in a line."""
    return await _fixed(
        app_state, caller, request, ("schema", game), lambda: msgspec.json.schema(command_type(_game(game)))
    )


@get("/api/games/{game:str}/rules", right="public", answers=list[RuleRow], missing=True, cached=True)
async def rules(app_state: State, caller: Who, request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """Return the rules of a game, followed by the rules of procedure that apply to all games."""
    return await _fixed(app_state, caller, request, ("rules", game), lambda: _rules(_game(game)))


def _rules(game: AnyGame) -> list[RuleRow]:
    return [
        RuleRow(rule.id, rule.title, rule.text, rule.source, rule.place, rule.quote)
        for rule in (*game.rules.values(), *rules_of_procedure().values())
    ]


@post(
    "/api/enter",
    right="public",
    body=EnterBody,
    answers=Entered,
    status_code=200,
    dependencies={"sent": Provide(reader(EnterBody))},
)
async def enter(
    app_state: State, sent: NamedDependency[EnterBody], request: Request[Any, Any, Any]
) -> Response[Entered]:
    """Sign a browser in: the token is stored in a cookie that scripts cannot read."""
    token = await holder(request, sent.token)
    encrypted = request.url.scheme == "https"
    if not (encrypted or address(request) in LOOPBACK or app_state.insecure):
        text = "This connection is not encrypted, so tokens are refused. Use https, or serve with --insecure-lan."
        raise Problem(403, "insecure", text)
    cookie = Cookie(COOKIE, value=sent.token, httponly=True, samesite="strict", path="/", max_age=_YEAR)
    cookie.secure = encrypted
    return Response(Entered(token.name, token.role, token.match if token.whole_event else ""), cookies=[cookie])


@post(
    "/api/leave",
    right="public",
    body=LeaveBody,
    answers=Left,
    status_code=200,
    dependencies={"sent": Provide(reader(LeaveBody))},
)
async def leave(sent: NamedDependency[LeaveBody]) -> Response[Left]:  # noqa: ARG001 (read, so that it is JSON)
    """Sign a browser out."""
    return Response(Left(), cookies=[Cookie(COOKIE, value="", httponly=True, samesite="strict", path="/", max_age=0)])


def _game(name: str) -> AnyGame:
    try:
        return playable_games().get(name) or load_game(name)
    except UnknownGame:
        raise not_here() from None
