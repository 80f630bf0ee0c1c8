"""Access tokens of a served store, kept as digests in a sidecar. They are not recorded, because they can be revoked."""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from threading import Lock
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from domain.decoding import converted, decoded
from domain.names import fold_name
from domain.text import control_char
from service.clock import Clock, system_clock
from service.errors import UsageProblem
from storage.sidecar import Sidecar, unreadable

Role: TypeAlias = Literal["organiser", "judge", "scorekeeper", "player"]
KIND_TAGS: Final = frozenset({"simulated", "what-if"})
"""Tags that mark special kinds of matches, which statistics count separately."""
_BYTES: Final = 24
_MOST_NAME: Final = 100


class AccessToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token without its secret. Its scope is one match, the matches of a tag, or (both empty) all. A player's code for an event
    has both: the event, and `tournament:ID`."""

    id: str
    """The name under which it is listed and revoked."""
    digest: str
    """SHA-256 of the secret, in hex."""
    name: str
    """The person or desk that holds it; entries recorded with the token name it as their recorder."""
    role: Role
    tag: str = ""
    match: str = ""
    seat: int | None = None
    """Seat of a player's token; for a code for an event, the player's number in the tournament, from 0."""
    ends_at: int | None = None
    """Microseconds since 1970, UTC; `None`: valid until revoked."""

    @property
    def whole_event(self) -> bool:
        """True if it is a player's code for an event, which is valid at every table where the player sits."""
        return bool(self.role == "player" and self.tag and self.match)

    def strange_tag(self, tags: Iterable[str]) -> str:
        """Return the first of some tags that a match opened with this token must not have; empty if all are allowed. A token
        whose scope is a tag may use only that tag. Other tokens may not use tags with a colon or KIND_TAGS: only organisers do,
        because these link a match to an event or change how it counts."""
        if self.role == "organiser":
            return ""
        if self.tag:
            return next((tag for tag in tags if tag.casefold() != self.tag.casefold()), "")
        return next((tag for tag in tags if ":" in tag or tag.casefold() in KIND_TAGS), "")


class Granted(Struct, frozen=True):
    """A new token with its secret, which is shown this once."""

    token: AccessToken
    secret: str


class Access:
    """The tokens of a store. Several programs may change them: unknown tokens are read again, and `look` reports revoked
    ones. Methods raise the errors of Sidecar."""

    def __init__(self, sidecar: Sidecar, clock: Clock = system_clock) -> None:
        self._beside = sidecar
        self._clock = clock
        self._mutex = Lock()
        self._by_digest: dict[str, AccessToken] = {}

    def grant(self, name: str, role: Role, **scope: object) -> Granted:
        """Create a token; `scope` are the fields `tag`, `match`, `seat` and `ends_at` of AccessToken. A player's code for an
        event replaces the former one. Raises UsageProblem for a contradictory scope."""
        secret = secrets.token_urlsafe(_BYTES)
        given = {"id": secrets.token_hex(4), "digest": _digest(secret), "name": name, "role": role, **scope}
        token = converted(given, AccessToken)
        if problem := _problem(token):
            raise UsageProblem(problem)
        former = [
            one.id
            for one in self.tokens()
            if token.whole_event
            and (one.role, one.tag, one.match, one.seat) == (role, token.tag, token.match, token.seat)
        ]
        self._beside.put({token.id: Raw(msgspec.json.encode(token))})
        if former:
            self._beside.drop(former)
        self.look()
        return Granted(token, secret)

    def revoke(self, wanted: str) -> AccessToken:
        """Revoke a token by its id. Raises UsageProblem for an unknown id."""
        found = next((token for token in self.tokens() if token.id == wanted), None)
        if found is None:
            named = ", ".join(token.id for token in self.tokens() if fold_name(token.name) == fold_name(wanted))
            raise UsageProblem(
                f"{wanted} is a name: a token is revoked by its id: {named}"
                if named
                else f"no token {wanted!r}: `matchbook tokens list` lists them"
            )
        self._beside.drop([wanted])
        self.look()
        return found

    def tokens(self) -> tuple[AccessToken, ...]:
        """Return the tokens that are not revoked, oldest first."""
        self.look()
        return tuple(self._by_digest.values())

    def known(self, secret: str) -> AccessToken | None:
        """Return the token of a secret at the last read; `None` if it is unknown or expired."""
        token = self._by_digest.get(_digest(secret))
        return token if token is not None and self.holds(token) else None

    def holder(self, secret: str) -> AccessToken | None:
        """Return the token of a secret, reading the tokens again if it is unknown."""
        if _digest(secret) not in self._by_digest:
            self.look()
        return self.known(secret)

    def holds(self, token: AccessToken) -> bool:
        """Return True if a token was still valid at the last read."""
        return token.digest in self._by_digest and (token.ends_at is None or self._clock() < token.ends_at)

    def look(self) -> None:
        """Read the tokens again if the sidecar changed."""
        with self._mutex:
            if (rows := self._beside.read()) is None:
                return
            try:
                tokens = [decoded(row, AccessToken) for row in rows.values()]
            except msgspec.MsgspecError as error:
                raise unreadable(self._beside.place, error) from error
            self._by_digest = {token.digest: token for token in tokens}


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


def _problem(token: AccessToken) -> str:
    """Return why a token cannot be granted; empty if it can."""
    if not token.name.strip() or len(token.name) > _MOST_NAME:
        return f"a token names its holder, in 1 to {_MOST_NAME} characters"
    if problem := control_char(token.name) or control_char(token.tag):
        return f"name and tag: {problem} cannot be in them"
    if token.role == "organiser" and (token.tag or token.match):
        return "an organiser's token is for everything: leave out tag and match, or give a judge's"
    if token.whole_event and not token.tag.startswith("tournament:"):
        return "a player's code for an event names the event as match, and the tag tournament:ID"
    if token.tag and token.match and token.role != "player":
        return "the scope is a tag or a match, not both"
    if token.role == "player" and not (token.match and token.seat is not None):
        return "a player's token names the match and the seat"
    if token.role != "player" and token.seat is not None:
        return "a seat is a player's: this role sees all of its matches"
    return ""
