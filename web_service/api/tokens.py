"""Tokens, for the organiser."""

from typing import Final

from litestar import delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from msgspec.structs import asdict

from service.access import Token
from service.errors import UsageProblem
from web_service.answers import NewToken, TokenRow
from web_service.bodies import TokenBody, reader
from web_service.house import House
from web_service.problems import not_here, unreadable


@get("/api/tokens", right="tokens", answers=list[TokenRow])
async def tokens(house: NamedDependency[House]) -> list[TokenRow]:
    """All tokens that were not revoked."""
    return [_row(token) for token in await house.read(house.access.tokens)]


@post(
    "/api/tokens", right="tokens", body=TokenBody, answers=NewToken, dependencies={"sent": Provide(reader(TokenBody))}
)
async def give(house: NamedDependency[House], sent: NamedDependency[TokenBody]) -> NewToken:
    """Gives a token out; its secret is in this answer and nowhere else."""
    scope = {name: value for name, value in asdict(sent).items() if name not in ("name", "role")}
    try:
        granted = await house.read(lambda: house.access.grant(sent.name, sent.role, **scope))
    except UsageProblem as error:
        raise unreadable(str(error)) from error
    return NewToken(_row(granted.token), granted.secret)


@delete("/api/tokens/{token:str}", right="tokens", answers=TokenRow, missing=True, status_code=200)
async def revoke(house: NamedDependency[House], token: FromPath[str]) -> TokenRow:
    """Ends a token: its open streams end within a second."""
    try:
        return _row(await house.read(lambda: house.access.revoke(token)))
    except UsageProblem:
        raise not_here() from None


def _row(token: Token) -> TokenRow:
    return TokenRow(**{name: value for name, value in asdict(token).items() if name != "digest"})


ROUTES: Final = (tokens, give, revoke)
