"""Authentication: by a token in the Authorization header, or in a cookie that only pages of this service can use."""

import asyncio
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope
from msgspec import Struct

from service.access import Access, AccessToken
from service.permissions import GRANTS, Right
from web_service.app_state import AppState
from web_service.limits import HELD, TRIES, network_of
from web_service.parameters import asked_by
from web_service.permissions import Caller
from web_service.problems import Problem, busy, forbidden, lacking, unknown, unreadable

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

COOKIE: Final = "matchbook"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class Sender(Struct, frozen=True):
    """The sender of a request, determined without reading the disk."""

    network: str
    """The client's network (`web_service.limits.network_of`)."""
    by_header: bool
    """True if the request has an Authorization header; its cookie is then ignored."""
    secret: str
    token: AccessToken | None

    @property
    def key(self) -> str:
        """The key for limits: the token, or the network of a caller without one."""
        return self.token.id if self.token else self.network

    @property
    def organises(self) -> bool:
        """True for an organiser, whose requests are not rate-limited."""
        return self.token is not None and self.token.role == "organiser"


def sender_of(scope: Any, access: Access) -> Sender:
    """Return who sends a request."""
    found = dict(scope["headers"])
    if by_header := b"authorization" in found:
        scheme, _, secret = found[b"authorization"].decode("latin-1").partition(" ")
        secret = secret.strip() if scheme.lower() == "bearer" else ""
    else:
        cookies = (part.strip().partition("=") for part in found.get(b"cookie", b"").decode("latin-1").split(";"))
        secret = next((value for name, _, value in cookies if name == COOKIE), "")
    network = network_of(scope["client"][0]) if scope["client"] else ""
    return Sender(network, by_header, secret, access.known(secret) if secret else None)


async def allow(connection: Connection, handler: BaseRouteHandler) -> None:
    """Guard every route: identify the caller, refuse requests from pages of other sites, and check the route's right.
    Runs in the event loop, because handing over to a thread would cost more than the checks."""
    right: Right | None = handler.opt.get("right")
    if right not in GRANTS:
        raise forbidden("This address belongs to another player.")
    _expect_known(connection, handler)
    if not app_state_of(connection.scope).address.expects(connection.headers.get("host", "")):
        raise forbidden("This name is not the address of this service.", "Start it with --url https://THE.ADDRESS.")
    sender: Sender = connection.state.sender
    caller = await _caller(connection, sender)
    if right == "look" and _visits(connection, caller):
        caller = Caller(network=sender.network)
    connection.state.caller = caller
    if caller.token is None and connection.state.get("crowded"):
        raise busy(5, close=True)
    if connection.scope["method"] not in SAFE and not sender.by_header:  # type: ignore[typeddict-item]
        _expect_own_page(connection)
    if caller.reach(right):
        return
    if caller.token is None:
        raise unknown()
    raise lacking(right)


def _visits(connection: Connection, caller: Caller) -> bool:
    """Return True if a player asks for a match of others, of which they see only the public part."""
    match, token = connection.scope["path_params"].get("match"), caller.token
    if not match or token is None or token.role != "player" or token.match in ("", match):
        return False
    return not app_state_of(connection.scope).private


def _expect_known(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse unknown query parameters: ignoring them would answer another question. Raises Problem."""
    if not connection.scope["query_string"] or not connection.scope["path"].startswith("/api/"):
        return
    known = asked_by(handler.fn)
    if strange := next((name for name in connection.query_params if name not in known), None):
        raise unreadable(f"unknown parameter {strange[:100]!r}; possible: {', '.join(known) or 'none'}")


def caller_of(request: "Request[Any, Any, Any]") -> Caller:
    """Return the caller found by the guard."""
    found: Caller = request.state.caller
    return found


def address(connection: Connection) -> str:
    """Return the client's address."""
    return connection.client.host if connection.client else ""


async def _caller(connection: Connection, sender: Sender) -> Caller:
    """Return the caller. An invalid token is refused; a stale cookie is ignored by pages and refused under `/api/`, except when
    signing in or out."""
    app_state = app_state_of(connection.scope)
    if sender.token is not None and app_state.access.holds(sender.token):
        return await app_state.caller(sender.token)
    by_program = sender.secret and connection.scope["path"].startswith("/api/") and not _signs(connection)
    if sender.by_header or by_program:
        return await app_state.caller(await holder(connection, sender.secret))
    found = await app_state.holder(sender.secret) if sender.secret else None
    return Caller(network=sender.network) if found is None else await app_state.caller(found)


async def holder(connection: Connection, secret: str) -> AccessToken:
    """Return the token of a secret. Raises Problem: 401 if it is invalid, 429 if this network sent too many invalid
    secrets. Valid tokens are never counted, so other clients behind the same address cannot lock a person out."""
    token = await app_state_of(connection.scope).holder(secret) if secret else None
    if token is None:
        try:
            app_state_of(connection.scope).limits.spend(TRIES, connection.state.sender.network)
        except Problem:
            await asyncio.sleep(HELD)
            raise
        raise unknown()
    return token


def _signs(connection: Connection) -> bool:
    return connection.scope["path"] in ("/api/enter", "/api/leave")


def _expect_own_page(connection: Connection) -> None:
    """Refuse requests that pages of other sites send with a visitor's cookie. Raises Problem."""
    headers = connection.headers
    host = headers.get("host", "")
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site not in (None, "same-origin") or (origin is None and site is None):
        raise forbidden("Send changes from pages of this service, or with an Authorization header.")
    if origin is not None and origin.partition("://")[2] != host:
        raise forbidden("Send changes from pages of this service, or with an Authorization header.")


def app_state_of(scope: "Scope") -> AppState:
    """Return the application state of the application that serves a request."""
    found: AppState = scope["litestar_app"].state.app_state
    return found
