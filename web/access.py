"""Who may come in: tokens, kept as digests in an access file of their own. They can be revoked, so they are in no event store."""

import fcntl
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.text import disturbance
from service.clock import Clock, system_clock
from service.errors import UsageProblem

Role: TypeAlias = Literal["organiser", "judge", "scorekeeper", "player"]
_BYTES: Final = 24
_MOST_NAME: Final = 100


class Token(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token without its secret. Its scope is one match, the matches of a tag, or (both empty) all."""

    id: str
    """What it is called where it is listed and revoked."""
    digest: str
    """SHA-256 of the secret, in hex."""
    name: str
    """The person or desk that holds it: becomes `by` of what is recorded with it."""
    role: Role
    tag: str = ""
    match: str = ""
    seat: int | None = None
    """A player's own."""
    ends_at: int | None = None
    """Microseconds since 1970, UTC; None: when it is revoked."""


class Granted(Struct, frozen=True):
    """A new token with its secret, which is shown this once."""

    token: Token
    secret: str


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    tokens: tuple[Token, ...] = ()


class AccessFile:
    """The tokens of a store, in a file that its owner alone may read. Several programs may change it; each looks anew before
    it answers. Methods raise UsageProblem where the file cannot be read or written."""

    def __init__(self, path: Path, clock: Clock = system_clock) -> None:
        self.path = path
        self._clock = clock
        self._mutex = Lock()
        self._seen: tuple[int, int, int] | None = None
        self._by_digest: dict[str, Token] = {}

    def grant(self, name: str, role: Role, **scope: object) -> Granted:
        """Makes a token: `tag`, `match`, `seat`, `ends_at` as in Token. Raises UsageProblem for a scope that makes no sense."""
        secret = secrets.token_urlsafe(_BYTES)
        given = {"id": secrets.token_hex(4), "digest": _digest(secret), "name": name, "role": role, **scope}
        token = msgspec.convert(given, Token)
        if problem := _faults(token):
            raise UsageProblem(problem)
        self._change(lambda tokens: (*tokens, token))
        return Granted(token, secret)

    def revoke(self, wanted: str) -> Token:
        """Ends a token by its id. Raises UsageProblem where there is none."""
        found = next((token for token in self.tokens() if token.id == wanted), None)
        if found is None:
            raise UsageProblem(f"no token {wanted!r}: `matchbook tokens list` lists them")
        self._change(lambda tokens: tuple(token for token in tokens if token.id != wanted))
        return found

    def tokens(self) -> tuple[Token, ...]:
        """All that were not revoked, in the order in which they were made."""
        with self._mutex:
            self._look()
            return tuple(self._by_digest.values())

    def holder(self, secret: str) -> Token | None:
        """The token of a secret; None where there is none, or its end has come."""
        with self._mutex:
            self._look()
            token = self._by_digest.get(_digest(secret))
        return token if token is not None and self._runs(token) else None

    def holds(self, token: Token) -> bool:
        """Whether a token that was given out still opens anything."""
        with self._mutex:
            self._look()
            return token.digest in self._by_digest and self._runs(token)

    def _runs(self, token: Token) -> bool:
        return token.ends_at is None or self._clock() < token.ends_at

    def _look(self) -> None:
        """Reads the file where it is another one than before."""
        try:
            found = self.path.stat()
            now = (found.st_ino, found.st_mtime_ns, found.st_size)
            if now == self._seen:
                return
            kept = msgspec.json.decode(self.path.read_bytes(), type=_Kept)
        except FileNotFoundError:
            now, kept = (0, 0, 0), _Kept()
        except OSError as error:
            raise UsageProblem(f"{self.path} cannot be read: {error.strerror}") from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UsageProblem(f"{self.path} is no access file: {error}; restore it, or move it away") from error
        self._seen = now
        self._by_digest = {token.digest: token for token in kept.tokens}

    def _change(self, change: Callable[[tuple[Token, ...]], tuple[Token, ...]]) -> None:
        try:
            with self._alone():
                tokens = change(self.tokens())
                part = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}.part")
                part.touch(mode=0o600, exist_ok=False)
                part.write_bytes(msgspec.json.format(msgspec.json.encode(_Kept(tokens)), indent=1))
                part.replace(self.path)
        except OSError as error:
            raise UsageProblem(f"{self.path} cannot be written: {error.strerror}") from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other program changes the file meanwhile."""
        with self.path.with_name(f"{self.path.name}.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


def _faults(token: Token) -> str:
    """Why a token cannot be given; empty where it can."""
    if not token.name.strip() or len(token.name) > _MOST_NAME:
        return f"a token names its holder, in 1 to {_MOST_NAME} characters"
    if problem := disturbance(token.name) or disturbance(token.tag):
        return f"name and tag: {problem} cannot be in them"
    if token.tag and token.match:
        return "the scope is a tag or a match, not both"
    if token.role == "player" and not (token.match and token.seat is not None):
        return "a player's token names the match and the seat"
    if token.role != "player" and token.seat is not None:
        return "a seat is a player's: this role sees all of its matches"
    return ""
