"""Authentication: by a token in the Authorization header, or in a cookie that only pages of this service can use."""

from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope

from service.access import AccessToken
from service.permissions import GRANTS, Right
from web_service.app_state import AppState
from web_service.limits import TRIES, network_of
from web_service.parameters import asked_by
from web_service.permissions import Caller
from web_service.problems import busy, forbidden, lacking, unknown, unreadable

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

COOKIE: Final = "matchbook"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


async def allow(connection: Connection, handler: BaseRouteHandler) -> None:
    """Guards every route: who asks, whether from a page of ours, whether the route's right reaches this one at all. In the
    loop: a thread for each request would cost more than it does."""
    right: Right | None = handler.opt.get("right")
    if right not in GRANTS:
        raise forbidden("This address belongs to another player.")
    _expect_known(connection, handler)
    caller, by_cookie = await _caller(connection)
    if right == "look" and _visits(connection, caller):
        caller = Caller(network=network_of(address(connection)))
    connection.state.caller = caller
    if caller.token is None and connection.state.get("crowded"):
        raise busy(5, close=True)
    if connection.scope["method"] not in SAFE and (by_cookie or not _has_header(connection)):  # type: ignore[typeddict-item]
        _expect_own_page(connection)
    if caller.reach(right):
        return
    if caller.token is None:
        raise unknown()
    raise lacking(right)


def _visits(connection: Connection, caller: Caller) -> bool:
    """Whether a player looks at a match of others: a player sees of it what everybody without a token sees."""
    match, token = connection.scope["path_params"].get("match"), caller.token
    if not match or token is None or token.role != "player" or token.match in ("", match):
        return False
    return not app_state_of(connection.scope).private


def _expect_known(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuses a parameter that the address does not know: left out unseen, the answer would be to another question. Raises
    Problem."""
    if not connection.scope["query_string"] or not connection.scope["path"].startswith("/api/"):
        return
    known = asked_by(handler.fn)
    if strange := next((name for name in connection.query_params if name not in known), None):
        raise unreadable(f"no parameter {strange[:100]!r}; there are {', '.join(known) or 'none'}")


def caller_of(request: "Request[Any, Any, Any]") -> Caller:
    """Return the caller found by the guard."""
    found: Caller = request.state.caller
    return found


def address(connection: Connection) -> str:
    """Return the client's address."""
    return connection.client.host if connection.client else ""


def _has_header(connection: Connection) -> bool:
    return "authorization" in connection.headers


async def _caller(connection: Connection) -> tuple[Caller, bool]:
    """Return the caller, and whether a cookie identified it. An invalid token is refused; a stale cookie is ignored."""
    app_state = app_state_of(connection.scope)
    if _has_header(connection):
        scheme, _, secret = connection.headers["authorization"].partition(" ")
        token = await holder(connection, secret.strip() if scheme.lower() == "bearer" else "")
        return await app_state.caller(token), False
    secret = connection.cookies.get(COOKIE, "")
    if secret and connection.scope["path"].startswith("/api/") and not _signs(connection):
        return await app_state.caller(await holder(connection, secret)), True
    found = await app_state.holder(secret) if secret else None
    if found is not None:
        return await app_state.caller(found), True
    return Caller(network=network_of(address(connection))), False


async def holder(connection: Connection, secret: str) -> AccessToken:
    """Return the token of a secret. Raises Problem: 401 if it is invalid, 429 if this network sent too many invalid secrets. Valid
    tokens are never counted, so other clients behind the same address cannot lock a person out."""
    token = await app_state_of(connection.scope).holder(secret) if secret else None
    if token is None:
        app_state_of(connection.scope).limits.spend(TRIES, network_of(address(connection)))
        raise unknown()
    return token


def _signs(connection: Connection) -> bool:
    return connection.scope["path"] in ("/api/enter", "/api/leave")


def _expect_own_page(connection: Connection) -> None:
    """Refuses what a page of another site sends with a visitor's cookie. Raises Problem."""
    headers = connection.headers
    host = headers.get("host", "")
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site not in (None, "same-origin") or (origin is None and site is None):
        raise forbidden("Send changes from pages of this service, or with an Authorization header.")
    if origin is not None and origin.partition("://")[2] != host:
        raise forbidden("Send changes from pages of this service, or with an Authorization header.")


def app_state_of(scope: "Scope") -> AppState:
    """The state of the application that is asked."""
    found: AppState = scope["litestar_app"].state.app_state
    return found
