"""The recorder of a store behind a Matchbook server: the server stores the rows, checks permissions and validates
requests.

Rows are sealed and chains verified on the client, as for a local store, so changes made by the server are detected.
"""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, NoReturn
from urllib.parse import quote

from eventsourcing.persistence import AggregateRecorder, BaseInfrastructureFactory, InfrastructureFactory
from eventsourcing.utils import Environment, EnvType

from storage.errors import MatchNotFound, StoreNotFound
from storage.http_client import NewsListener, StoreClient
from storage.recorder import Following, LogSubscription, Maintenance, Setting
from storage.records import ANY_VERSION, CatalogueRow, LastEntry, NewRow, Row, States, StoredRow
from storage.sidecar import FileSidecar, SidecarKind
from storage.wire import PAGE, Batch, MatchRows, SealedRow, StoreFacts


class RemoteRecorder(Maintenance):
    """The rows of a store behind a server that are in the token's scope."""

    database = "the server"
    supports_push = True

    def __init__(self, client: StoreClient) -> None:
        """Raises the errors of a request to the server."""
        self._client, self.place = client, client.place
        try:
            facts = self._facts()
        except MatchNotFound:
            raise StoreNotFound(
                f"{client.place}: not a Matchbook server, or too old for recording from a terminal"
            ) from None
        self.by, self.tag = facts.by, facts.tag

    def _facts(self) -> StoreFacts:
        return self._client.read("", StoreFacts)

    # writing ---------------------------------------------------------------------------------------------------------

    def insert_rows(
        self,
        rows: Sequence[NewRow],
        catalogues: Sequence[CatalogueRow] = (),
        follows: LastEntry | None = None,  # noqa: ARG002 (the server looks at the chain itself)
    ) -> None:
        """Send rows to be stored in one transaction; they are on the server's disk when this returns. Raises as
        `storage.recorder.Recorder`."""
        self._client.send(Batch(rows=tuple(map(SealedRow._make, rows)), catalogues=tuple(catalogues)))

    # reading ---------------------------------------------------------------------------------------------------------

    def select_rows(self, match: str, after: int = 0, upto: int | None = None) -> list[tuple[int, str, bytes]]:
        """Version, topic and state of entries `after` < version <= `upto`, in order."""
        found: list[tuple[int, str, bytes]] = []
        while True:
            rows = self._rows(match, after, ANY_VERSION if upto is None else upto).rows
            found += rows
            if len(rows) < PAGE:
                return found
            after = rows[-1][0]

    def _rows(self, match: str, after: int, upto: int) -> MatchRows:
        try:
            return self._client.read(f"matches/{_in_path(match)}", MatchRows, after=after, upto=upto)
        except MatchNotFound:
            return MatchRows(0, ())

    def select_states(self, match: str, upto: int | None = None) -> States | None:
        """Return entries up to that version as one JSON list; `None` if the match is unknown."""
        if not (rows := self.select_rows(match, 0, upto)):
            return None
        topics = tuple(dict.fromkeys(topic for _, topic, _ in rows))
        return States(rows[-1][0], topics, b"[%b]" % b",".join(state for _, _, state in rows))

    def select_links(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """Match, version and head of every row in scope as bytes, in order of recording."""
        after = 0
        while rows := self.select_log(after, PAGE):
            after = rows[-1].position
            yield from ((row.match.encode(), b"%d" % row.version, row.state[-45:-2]) for row in rows)

    def select_log(self, after: int, limit: int) -> list[Row]:
        """Up to `limit` rows recorded after that position, in order of recording. Positions rise, and have gaps."""
        found: list[Row] = []
        while len(found) < limit:
            rows = self._client.read("log", list[Row], after=after, limit=min(PAGE, limit - len(found)))
            if not rows:
                break
            found += rows
            after = rows[-1].position
        return found

    def head_position(self) -> int:
        """Return the position of the last row in scope; 0 for an empty scope."""
        return self._facts().position

    def last_version(self, match: str) -> int:
        """Return the number of the last entry; 0 for an unknown match."""
        return self._rows(match, 0, 0).last

    def select_match_ids(self, prefix: str = "", limit: int = -1) -> list[str]:
        """Ids of the matches in scope in order of their bytes; -1: all."""
        return self._client.read("matches", list[str], prefix=prefix, limit=limit)

    def select_catalogue(self, digest: str) -> CatalogueRow | None:
        """The card definitions of that digest."""
        try:
            return self._client.read(f"catalogues/{_in_path(digest)}", CatalogueRow)
        except MatchNotFound:
            return None

    def select_catalogues(self) -> list[CatalogueRow]:
        """The card definitions of the matches in scope."""
        return self._client.read("catalogues", list[CatalogueRow])

    def follow(self, wake: Callable[[], None]) -> Following:
        """Call `wake` whenever something in scope may have been recorded."""
        return NewsListener(self._client, wake)

    def cancel_reads(self) -> None:
        """Stop repeating reads that fail."""
        self._client.cancel_reads()

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        """Follow the log: entries after position `gt`, and those that any program records later."""
        return LogSubscription(self, gt, topics)

    def sidecar(self, what: SidecarKind) -> FileSidecar:  # noqa: ARG002
        """Return no rows and refuse rows: names and tokens stay on the server."""
        return FileSidecar(None)

    # checking --------------------------------------------------------------------------------------------------------

    def select_stored_ids(self) -> list[bytes]:
        """Ids of the matches as bytes."""
        return [match.encode() for match in self.select_match_ids()]

    def select_versions(self, match: str) -> list[int]:
        """Versions of a match."""
        return [version for version, _, _ in self.select_rows(match, -ANY_VERSION)]

    def select_stored(self, match: str, first: int | None = None, last: int | None = None) -> list[StoredRow]:
        """A match's rows (from and up to these versions) in order, for checking."""
        rows = self.select_rows(match, -ANY_VERSION if first is None else first - 1, last)
        return [StoredRow(number, True, topic.encode(), state) for number, topic, state in rows]

    def durability(self) -> Iterator[Setting]:
        """Report whether the server answers, and the name under which it records. The server's own `doctor` checks its disk."""
        begun = monotonic()
        facts = self._facts()
        yield Setting("server", "fine", f"{self._client.place} answers in {(monotonic() - begun) * 1000:.0f} ms")
        yield Setting("token", "fine", f"records as {facts.by}")


def _in_path(name: str) -> str:
    """Return a name escaped as one segment of a URL path."""
    return quote(name, safe="")


class RemoteStoreFactory(InfrastructureFactory[Any]):
    """Reads STORE_NAME (the server's address), REMOTE_PASSWORD (the token) and REMOTE_LOCK_TIMEOUT (seconds during
    which failed requests are repeated)."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        BaseInfrastructureFactory.__init__(self, env)
        self._client = StoreClient(
            self.env["STORE_NAME"], self.env.get("REMOTE_PASSWORD") or "", float(self.env["REMOTE_LOCK_TIMEOUT"])
        )

    def application_recorder(self) -> Any:
        """The recorder of the store. Raises the errors of `storage.errors`."""
        return RemoteRecorder(self._client)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Not supported. Raises NotImplementedError."""
        raise NotImplementedError(purpose)

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> NoReturn:
        """Not supported: stores have no tracking. Raises NotImplementedError."""
        raise NotImplementedError(tracking_recorder_class)

    def process_recorder(self) -> NoReturn:
        """No-op: stores have no tracking."""
        raise NotImplementedError

    def close(self) -> None:
        """Close all connections."""
        self._client.close()
