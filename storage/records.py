"""Entries as stored bytes: seal new entries, split and decode stored ones, upcast old schemas.

A stored row's state is the JSON object `{"envelope":…,"payload":…,"salt":"…","head":"…"}`. Envelope and payload are
encoded once, when sealed; afterwards only these bytes are hashed, copied and compared."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, NamedTuple, TypeAlias, cast

import msgspec
from msgspec import Raw, Struct

from domain.chain import STORE_BEGINNING, next_head, next_store_head, payload_digest, read_head, write_head, write_heads
from domain.corrections import Corrected
from domain.decoding import decoder
from domain.entries import ActionEntry, Annotated, Entry, Envelope, Payload, Restored, TableEvent, TakenBack, entry_type
from domain.game import AnyGame, Command, Event
from domain.judging import Judging, Penalised, Withdrawn
from domain.payload import Revision
from domain.registry import load_game
from domain.text import pluralize
from domain.upcasting import (
    GRAMMAR,
    Upcaster,
    UpcastError,
    parse_topic,
    schema_in,
    schema_number,
    schema_of,
    upcast,
    upcasters_from,
)
from domain.validation import InvalidValue, in_json, json_invalidity
from storage.errors import StorageError, StoreTooNew
from storage.strict_json import MAX_LINE

AnyEntry: TypeAlias = Entry[Command, Event]
AnyPayload: TypeAlias = Payload[Command, Event]

GameFinder: TypeAlias = Callable[[str], AnyGame]

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, InvalidValue, UpcastError)
"""Errors that decoding raises on bytes that are not an entry."""

_ENVELOPE: Final = b'{"envelope":'
_PAYLOAD: Final = b',"payload":'
_SALT: Final = b',"salt":"'
_HEAD: Final = b'","head":"'
_END: Final = b'"}'

ANY_VERSION: Final = 2**62
"""A version above all others."""
NewRow: TypeAlias = tuple[str, int, str, bytes]
"""Match, version, topic and state of a row to be stored."""


class CatalogueRow(NamedTuple):
    """Card definitions as stored: canonical JSON under its SHA-256."""

    digest: str
    game: str
    name: str
    body: bytes


class States(NamedTuple):
    """Several states of a match as one JSON list, in order of version."""

    last: int
    """The highest version among them."""
    topics: tuple[str, ...] | None
    """Topics of the rows; `None` if one of them is not text."""
    states: bytes


class LastEntry(NamedTuple):
    """The entry that new entries must follow."""

    match: str
    version: int
    head: str


class Row(NamedTuple):
    """A stored row, and its position in the order of recording (of the whole store)."""

    position: int
    match: str
    version: int
    topic: str
    state: bytes


class StoredRow(NamedTuple):
    """A row of a match for verification, as bytes, because damaged columns may have other types."""

    version: int
    sound: bool
    """True if every column has its original type."""
    topic: bytes
    state: bytes


class Sealed(Struct, frozen=True, gc=False):
    """A new entry with the bytes that will be stored."""

    topic: str
    state: bytes
    entry: AnyEntry
    previous: str
    """The head that it was chained to."""

    @property
    def row(self) -> "NewRow":
        """Return the row to store."""
        return self.entry.envelope.match, self.entry.envelope.version, self.topic, self.state

    @property
    def originator_id(self) -> str:
        """The match id, under the event store's name for it."""
        return self.entry.envelope.match

    @property
    def originator_version(self) -> int:
        """The version, under the event store's name for it."""
        return self.entry.envelope.version


def expect_sequence(version: int, head: str, sealed: Sequence[Sealed]) -> None:
    """Raise StorageError if the entries do not continue the match, or each other, which is an error of the caller. An
    entry with an existing version is accepted here: the database then reports the conflict."""
    for one in sealed:
        number = one.originator_version
        if number > version + 1 or (number == version + 1 and one.previous != head):
            raise StorageError(f"{one.originator_id}: entry {number} does not follow entry {version}; not recorded")
        version, head = number, one.entry.head


class Parts(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a stored state, envelope and payload as raw bytes."""

    envelope: Raw
    payload: Raw
    salt: str
    head: str


_split: Final = decoder(Parts).decode


def grammar_of(payload: AnyPayload) -> int:
    """Return the lowest grammar (`domain.upcasting.GRAMMAR`: which kinds of entries a program knows) that can read an entry, so
    that older programs can read as much as possible."""
    if isinstance(payload, ActionEntry):  # nearly all entries
        return 0
    if isinstance(payload, Penalised) and payload.person:
        return 4
    if isinstance(payload, TakenBack) and (payload.asked is not None or payload.agreed):
        return 5
    if isinstance(payload, Withdrawn) or (isinstance(payload, Revision) and payload.role):
        return 3
    if isinstance(payload, Judging):
        return 2
    if isinstance(payload, Restored | Corrected | TableEvent):
        return 1
    return int(isinstance(payload, TakenBack | Annotated) and payload.number > 0)


SALT_BYTES: Final = 8


def new_salt() -> str:
    """11 random URL-safe characters."""
    return token_urlsafe(SALT_BYTES)


def seal(
    topic: str,
    envelope: Envelope,
    payload: AnyPayload,
    previous: str,
    salt: str | None = None,
    *,
    hide: Callable[[bytes], bytes] = bytes,
) -> Sealed:
    """Encodes a new entry and chains it to the head before it (`Match.head`).

    `salt` is given only to reproduce the same bytes; by default it is random. `hide` replaces names in the stored
    payload by pseudonyms. Raises InvalidValue for values that JSON cannot represent, and as `expect_size`."""
    salt = salt or new_salt()
    envelope_bytes, payload_bytes = in_json(envelope), hide(in_json(payload))
    digest = payload_digest(salt, payload_bytes)
    head = write_head(next_head(read_head(previous), topic, envelope_bytes, digest))
    state = join(envelope_bytes, payload_bytes, salt, head)
    expect_size(topic, state)
    return Sealed(topic, state, Entry(envelope, payload, salt, head), previous)


def expect_size(topic: str, state: bytes) -> None:
    """Raise InvalidValue for a state that is too large for a line of a match file, which contains the topic and most of
    the state."""
    if (size := len(topic) + len(state)) > MAX_LINE:
        raise InvalidValue(
            f"an entry of {pluralize(size, 'byte')} is too large: the limit is {MAX_LINE:,}; record it in parts"
        )


def _newer_package(game: AnyGame) -> str:
    """Name the program that can read entries newer than the installed game: the game itself, unless it is built in."""
    return (
        "a newer Matchbook" if game.package.startswith("domain.") else f"a newer {game.title} (package {game.package})"
    )


def join(envelope: bytes, payload: bytes, salt: str, head: str) -> bytes:
    """Return the stored state of an entry's parts."""
    return b'{"envelope":%b,"payload":%b,"salt":"%b","head":"%b"}' % (envelope, payload, salt.encode(), head.encode())


def encode_entry(entry: AnyEntry) -> bytes:
    """Encode an entry in today's stored form. Entries stored by older programs may differ from it."""
    return join(in_json(entry.envelope), in_json(entry.payload), entry.salt, entry.head)


def split(state: bytes) -> Parts:
    """Split a stored state without decoding its parts. Raises one of UNREADABLE, with a readable message."""
    try:
        return _split(state)
    except UNREADABLE:
        raise InvalidValue(json_invalidity(state, Parts)) from None


def head_after(previous: bytes, topic: str, parts: Parts) -> bytes:
    """The head that an entry must have after this one."""
    return next_head(previous, topic, bytes(parts.envelope), payload_digest(parts.salt, bytes(parts.payload)))


class ChainPosition(NamedTuple):
    """The verified part of the chain of a match."""

    version: int
    head: bytes
    """The head after that entry."""
    broken: int = 0
    """The first entry that does not follow from its predecessor; 0 if all do."""


def chain_along(link: ChainPosition, rows: Iterable[StoredRow]) -> ChainPosition:
    """Verify the chain from a position on, up to the first entry that does not follow or is not in stored form.

    It gives the same result as `head_after` and `join` at half the cost, because it runs before every recording.
    """
    first, head, _ = link
    heads: list[bytes] = []
    stored: list[bytes] = []
    broken, known, prefix = 0, b"", b""
    for version, (number, sound, topic, state) in enumerate(rows, start=first + 1):
        broken = version
        payload, salt = state.find(_PAYLOAD), state.rfind(_SALT)
        whole = state.startswith(_ENVELOPE) and payload > 0 < salt and state.startswith(_HEAD, -55)
        if number != version or not (sound and whole and state.endswith(_END)):
            break
        if topic != known:
            known, prefix = topic, b"\x00%b\n" % topic
        digest = sha256(state[salt + 9 : -55] + state[payload + 11 : salt]).digest()
        head = sha256(head + sha256(prefix + state[12:payload] + b"\n" + digest).digest()).digest()
        heads.append(head)
        stored += state[-45:-2], b"A"
        broken = 0
    followed = len(heads)
    if write_heads(heads) != b"".join(stored):
        followed = next(n for n, one in enumerate(heads) if write_head(one).encode() != stored[2 * n])
        broken = first + followed + 1
    return ChainPosition(first + followed, heads[followed - 1] if followed else link.head, broken)


def store_heads(links: Iterable[tuple[bytes, bytes, bytes]]) -> Iterator[bytes]:
    """Yield the head of a whole store after each of its entries. `links`: match, version and head of each entry, in
    order of recording."""
    head = STORE_BEGINNING
    for link in links:
        head = next_store_head(head, *link)
        yield head


def store_head(links: Iterable[tuple[bytes, bytes, bytes]]) -> str:
    """Return the last of these heads as text; for an empty store, the initial head."""
    return write_head(next(iter(deque(store_heads(links), maxlen=1)), STORE_BEGINNING))


class Codecs:
    """Decodes stored states of all games, in current and older schemas."""

    def __init__(self, find_game: GameFinder = load_game) -> None:
        self.find_game = find_game
        self._topics: dict[tuple[str, int], str] = {}
        self._readers: dict[str, Callable[[bytes], AnyEntry]] = {}
        self._list_readers: dict[tuple[str, ...], Callable[[bytes], list[AnyEntry]]] = {}

    def topic(self, game: str, payload: AnyPayload | None = None) -> str:
        """Return the topic of a new entry with this payload: `<game>/<schema>`. Without a payload, the topic of
        ordinary entries."""
        key = game, 0 if payload is None else grammar_of(payload)
        topic = self._topics.get(key)
        if topic is None:
            topic = self._topics[key] = f"{game}/{schema_number(self._schema(game), key[1])}"
        return topic

    def decode(self, topic: str, state: bytes) -> AnyEntry:
        """Decode a stored state.

        Raises one of UNREADABLE (with a readable message), UnknownGame, or StoreTooNew for a schema that this program
        does not know."""
        reader = self._readers.get(topic)
        if reader is None:
            reader = self._readers[topic] = self._reader(topic)
        try:
            return reader(state)
        except UpcastError:
            raise
        except UNREADABLE:
            raise InvalidValue(json_invalidity(state, entry_type(self.find_game(parse_topic(topic)[0])))) from None

    def decode_list(self, topics: tuple[str, ...], states: bytes) -> list[AnyEntry]:
        """Decode a JSON list of states with these topics at once. Raises as `decode`, and LookupError if one of them
        may need an upcaster."""
        reader = self._list_readers.get(topics)
        if reader is None:
            reader = self._list_readers[topics] = self._list_reader(topics)
        return reader(states)

    def _list_reader(self, topics: tuple[str, ...]) -> Callable[[bytes], list[AnyEntry]]:
        games, schemas, grammars = zip(*map(schema_in, topics), strict=True)
        game = games[0]
        as_today = max(schemas) <= self._schema(game) and max(grammars) <= GRAMMAR
        if len(set(games)) > 1 or not as_today or self._lifts(game, min(schemas)):
            raise LookupError(f"{' and '.join(topics)} cannot be read as the current schema")
        entries = list[entry_type(self.find_game(game))]  # type: ignore[misc, valid-type]
        return decoder(cast("type[list[AnyEntry]]", entries)).decode

    def _schema(self, game: str) -> int:
        return schema_of(self.find_game(game).upcasters)

    def _lifts(self, game: str, schema: int) -> Sequence[Upcaster]:
        return upcasters_from(self.find_game(game).upcasters, schema)

    def _reader(self, topic: str) -> Callable[[bytes], AnyEntry]:
        name, schema, grammar = schema_in(topic)
        current = self._schema(name)
        if grammar > GRAMMAR:
            raise StoreTooNew(f"entries of {topic} need a newer Matchbook")
        if schema > current:
            raise StoreTooNew(
                f"entries of {topic} need {_newer_package(self.find_game(name))}: this one knows {name}/{current}"
            )
        decode = decoder(entry_type(self.find_game(name))).decode
        upcasters = self._lifts(name, schema)
        return (lambda state: decode(upcast(state, upcasters))) if upcasters else decode
