"""The HTTP client of a server that holds a store; it repeats failed requests when that is harmless."""

from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_RDWR
from threading import Event
from time import monotonic, sleep, strftime
from typing import Final, NoReturn, TypeVar

import httpx
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.decoding import decoded
from storage.errors import (
    Busy,
    EntryRefused,
    MatchNotFound,
    OutcomeUnknown,
    StorageError,
    StoreDamaged,
    StoreNotFound,
    StoreUnsupported,
    StoreUnwritable,
    Taken,
    Unreachable,
)
from storage.recorder import FollowerThread
from storage.remote_location import is_here
from storage.wire import Batch

T = TypeVar("T")

_PATIENCE: Final = httpx.Timeout(10, connect=3)
_AGAIN: Final = 0.25
"""Seconds before a failed request is repeated."""
_SILENCE: Final = 12
"""Seconds without data after which a server counts as silent. It sends a sign of life every five seconds on a stream."""
_CLOCK: Final = "%H:%M:%S"
_LEAVING: Final = 0.5
"""Seconds to wait for the end of a stream."""
_IDLE: Final = 2
"""Seconds that an idle connection is kept. Servers keep it longer, so requests are never sent on a connection that the
server has closed."""


class _Problem(Struct, frozen=True):
    """The body of a server's error response."""

    kind: str = ""
    type: str = ""
    """The URL of its explanation; responses of older servers have the kind here."""
    title: str = ""
    detail: str = ""

    @property
    def text(self) -> str:
        return (self.detail or self.title).rstrip(".")


class StoreClient:
    """Connections to a server, with the token. Safe for threads."""

    def __init__(self, address: str, token: str, patience: float) -> None:
        """`patience`: seconds during which failed requests are repeated."""
        self.place = address
        self._token, self._patience = token, patience
        self._left = Event()
        self._client = self.client(_PATIENCE)

    def client(self, timeout: httpx.Timeout) -> httpx.Client:
        """Return a client with separate connections. Proxies are not used for a server on this machine."""
        address = httpx.URL(self.place)
        return httpx.Client(
            base_url=f"{self.place}/api/store/",
            headers={"Authorization": f"Bearer {self._token}"},
            timeout=timeout,
            limits=httpx.Limits(keepalive_expiry=_IDLE),
            trust_env=not is_here(address.host),
            verify=address.scheme != "http",  # certificates take 30 ms to load; redirects are not followed
        )

    def read(self, path: str, wanted: type[T], **params: object) -> T:
        """Return the body of a response. Raises Unreachable, Busy, and the errors of `refuse`."""
        shown = {name: str(value) for name, value in params.items()}
        answer = self._answered(lambda: self._client.get(path, params=shown), writing=False)
        try:
            return decoded(answer.content, wanted)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise StorageError(
                f"{self.place}: its response cannot be read ({error}); is it a Matchbook server?"
            ) from error

    def send(self, batch: Batch) -> None:
        """Send rows to be stored. A failed request is repeated: the server stores each row only once, and answers Taken
        for repeated rows. Raises OutcomeUnknown, Unreachable, Busy, and the errors of `refuse`."""
        content = msgspec.json.encode(batch)
        headers = {"Content-Type": "application/json"}
        self._answered(lambda: self._client.post("rows", content=content, headers=headers), writing=True)

    def _answered(self, ask: Callable[[], httpx.Response], *, writing: bool) -> httpx.Response:
        """Return the successful response to a request that may be repeated."""
        until, maybe_stored, tries = monotonic() + self._patience, False, 0
        kind: type[Busy]
        while True:
            tries += 1
            pause = _AGAIN
            try:
                answer = ask()
            except httpx.TransportError as error:
                maybe_stored = maybe_stored or (
                    writing and not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
                )
                kind, told = Unreachable, f"cannot be reached ({str(error) or type(error).__name__})"
            else:
                if answer.status_code not in (429, 503):
                    return answer if answer.is_success else self.refuse(answer)
                maybe_stored = maybe_stored or _problem(answer).kind == "outcome-unknown"
                kind, told = Busy, _problem(answer).text or "busy"
                pause = max(pause, _seconds(answer.headers.get("retry-after", "")))
            # At least two tries: the first may fail because an idle connection was closed long ago.
            over = tries > 1 and monotonic() + pause > until
            if over or (not writing and self._left.wait(pause)):
                if maybe_stored:
                    raise OutcomeUnknown(f"{self.place}: {told}; reload the match to see what was recorded")
                raise kind(f"{self.place}: {told}; {'nothing was recorded, ' if writing else ''}try again")
            if writing:
                sleep(pause)

    def refuse(self, answer: httpx.Response) -> NoReturn:
        """Raise the error that a response describes."""
        problem, place = _problem(answer), self.place
        if answer.status_code == 401:
            raise StoreUnsupported(f"{place}: the token is invalid or expired; ask the organiser for another")
        writing = answer.request.method != "GET"
        if problem.kind == "unreadable" or (problem.kind == "forbidden" and problem.detail and writing):
            raise EntryRefused(f"{place}: {problem.text}; not recorded")
        if problem.kind == "forbidden":
            raise StoreUnsupported(
                f"{place}: {problem.text}: whole records require the token of an organiser, judge or scorekeeper"
            )
        if problem.kind == "conflict":
            raise Taken(f"{place}: {problem.text}")
        if problem.kind == "not-found":
            raise MatchNotFound(f"{place}: the match is missing, or outside the scope of this token")
        if problem.kind == "damaged":
            raise StoreDamaged(f"{place}: {problem.text}")
        if problem.kind in ("unwritable", "too-large"):
            raise StoreUnwritable(f"{place}: {problem.text}; not recorded")
        told = problem.text or f"answers with {answer.status_code}"
        raise StoreNotFound(f"{place}: {told}; is it a Matchbook server, and at least as new as this program?")

    def cancel_reads(self) -> None:
        """Stop repeating reads that fail."""
        self._left.set()

    def close(self) -> None:
        """Close all connections."""
        self._client.close()


def _problem(answer: httpx.Response) -> _Problem:
    try:
        problem = decoded(answer.content, _Problem)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _Problem()
    return problem if problem.kind else replace(problem, kind=problem.type)


def _seconds(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


class NewsListener(FollowerThread):
    """A thread that reads the server's stream of news. It reconnects after an interruption and wakes its follower at
    each try. The follower finds the error when it reads, or in `trouble`."""

    def __init__(self, client: StoreClient, wake: Callable[[], None]) -> None:
        self._line = client
        self._heard = strftime(_CLOCK)
        self._response: httpx.Response | None = None
        super().__init__("news", wake)

    def close(self) -> None:
        """Close the stream. A stream that is being opened closes when the server answers, without waking followers."""
        self._stopping.set()
        if (response := self._response) is not None:
            with suppress(OSError):
                response.extensions["network_stream"].get_extra_info("socket").shutdown(SHUT_RDWR)
        self._thread.join(_LEAVING)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                was_open = self._listen()
            except httpx.HTTPError as error:
                self.trouble, was_open = self._why(error), False
            if was_open:  # the stream was cut: test the connection before waking the follower
                self._stopping.wait(_AGAIN)
            else:
                self._tell()
                self._stopping.wait(1)

    def _why(self, error: httpx.HTTPError) -> str:
        """Return why the server cannot be reached; empty if the follower's own request gives a better error."""
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
            return f"{self._line.place}: cannot be reached"
        return f"{self._line.place}: no response since {self._heard}" if isinstance(error, httpx.ReadTimeout) else ""

    def _tell(self) -> None:
        if not self._stopping.is_set():
            self._wake()

    def _listen(self) -> bool:
        """Read the stream until it is cut. Return True if it was open. Raises httpx.HTTPError if it cannot be opened,
        or if the server is silent."""
        timeout = httpx.Timeout(_SILENCE, connect=3)
        with self._line.client(timeout) as client, client.stream("GET", "live") as response:
            self.trouble = ""
            if not response.is_success:
                return False
            self._response = response  # set first: a concurrent `close` finds it, or is noticed below
            try:
                if not self._stopping.is_set():
                    self._tell()
                    self._hear(response)
            finally:
                self._response = None
        return True

    def _hear(self, response: httpx.Response) -> None:
        """Wake the follower at each event of the stream until the stream is cut. Raises httpx.ReadTimeout if the server is
        silent."""
        try:
            for line in response.iter_lines():
                self._heard = strftime(_CLOCK)
                if line.startswith("event:"):
                    self._tell()
        except httpx.ReadTimeout:
            raise
        except httpx.HTTPError:
            pass
