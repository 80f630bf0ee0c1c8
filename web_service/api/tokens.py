"""Access tokens, and the log of looks at hidden information, for organisers."""

from typing import Any

import segno
from litestar import Request, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from msgspec.structs import asdict

from service.access import AccessToken
from service.errors import UsageProblem
from service.looks import Look
from web_service.app_state import AppState
from web_service.parameters import State, Word
from web_service.problems import not_here, unreadable
from web_service.requests import TokenBody, reader
from web_service.responses import NewToken, TokenRow


@get("/api/tokens", right="tokens", answers=list[TokenRow])
async def tokens(app_state: State) -> list[TokenRow]:
    """Return the tokens that are not revoked."""
    return [_row(token) for token in await app_state.read(app_state.access.tokens)]


@post(
    "/api/tokens", right="tokens", body=TokenBody, answers=NewToken, dependencies={"sent": Provide(reader(TokenBody))}
)
async def give(app_state: State, sent: NamedDependency[TokenBody], request: Request[Any, Any, Any]) -> NewToken:
    """Create a token. Only this response contains its secret; the store keeps a digest."""
    where = _public_address(app_state, request)
    scope = {name: value for name, value in asdict(sent).items() if name not in ("name", "role")}
    try:
        granted = await app_state.read(lambda: app_state.access.grant(sent.name, sent.role, **scope))
    except UsageProblem as error:
        raise unreadable(str(error)) from error
    address = f"{where}/enter#{granted.secret}"
    code = segno.make(address, error="m", micro=False).svg_data_uri(scale=4, light="white")
    return NewToken(_row(granted.token), granted.secret, address, code)


def _public_address(app_state: AppState, request: Request[Any, Any, Any]) -> str:
    """Return the address of the service for sign-in codes. Raises Problem if it is not configured, and the request
    names an unknown host."""
    host = request.headers.get("host", "")
    if found := app_state.address.seen_from(request.url.scheme, host):
        return found
    raise unreadable(f"{host[:100]!r} may not be the address of this service: start it with --url https://THE.ADDRESS")


@delete("/api/tokens/{token:str}", right="tokens", answers=TokenRow, missing=True, status_code=200)
async def revoke(app_state: State, token: FromPath[str]) -> TokenRow:
    """Revoke a token; its open streams end within a second."""
    try:
        return _row(await app_state.read(lambda: app_state.access.revoke(token)))
    except UsageProblem:
        raise not_here() from None


@get("/api/looks", right="tokens", answers=list[Look])
async def looks(app_state: State, match: Word = "") -> list[Look]:
    """Return officials' looks at hidden information, latest first, in all matches or in one. Repeated looks within ten
    minutes are one row; the last 5,000 rows are kept."""
    return list(await app_state.read(lambda: app_state.looks.looks(match)))


def _row(token: AccessToken) -> TokenRow:
    return TokenRow(**{name: value for name, value in asdict(token).items() if name != "digest"})
