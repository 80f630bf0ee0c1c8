"""Responses of the service."""

from typing import Any, Literal

from msgspec import Struct, field

from domain.board import Board
from web_service.problems import BrokenRule


class RecordedResponse(Struct, frozen=True, kw_only=True, tag_field="type", tag="recorded"):
    """The entry is stored."""

    match: str
    version: int
    repeated: bool = False
    """It was stored before under the same command id."""
    broken: list[BrokenRule] = []
    """Rules that it broke (recorded as played)."""


class Effects(Struct, frozen=True):
    """Effects that a correction would have; nothing is recorded."""

    line: str
    """The line of the entry at present."""
    possible: bool
    """False if a later action could no longer happen, or an official must order the correction."""
    told: list[str]
    """Sentences: what happens to each later action that changes; for changed seats, each entry that moves with them; why an
    official must order the correction, if so."""


class OpenedResponse(Struct, frozen=True, tag_field="type", tag="opened"):
    """A match was opened."""

    match: str
    version: int
    repeated: bool = False


class MatchHead(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match in its current state, for the caller."""

    match: str
    game: str
    title: str
    seats: tuple[str, ...]
    tags: tuple[str, ...]
    version: int
    moment: str
    result: str
    over: bool
    head: str = ""
    """The head hash; only for callers who may see hidden information."""
    to_act: tuple[str, ...] = ()
    undo_to: int | None = None
    """The entry to which an undo of the last action goes back; only for callers who may record."""


class BoardAnswer(Struct, frozen=True, kw_only=True):
    """A board as one viewpoint sees it."""

    match: str
    entry: int
    viewpoint: str
    board: Board
    lines: tuple[str, ...] = ()
    """The board drawn as text, if `width` was given."""


class LogAnswer(Struct, frozen=True):
    """The log of a match up to an entry, line by line, for one viewpoint."""

    match: str
    entry: int
    viewpoint: str
    lines: tuple[str, ...]


class StreamEvent(Struct, frozen=True, kw_only=True):
    """One of the server-sent events of a stream."""

    event: Literal["whole", "entry", "table", "gathering", "news", "bye"]
    data: str
    """JSON."""
    id: str = ""
    """The version of the record that the followed viewpoint sees."""


class Changed(Struct, frozen=True):
    """The event day changed: fetch it again."""

    event_day: str = field(name="gathering")
    mark: str


class ListedMatch(Struct, frozen=True, kw_only=True):
    """One match of a list."""

    match: str
    game: str
    kit: str
    """The kit that it is played with; empty for a game without kits."""
    game_title: str
    """The title of the game or the kit."""
    title: str
    players: tuple[str, ...]
    tags: tuple[str, ...]
    entries: int
    status: str
    result: str
    moment: str


class MatchList(Struct, frozen=True):
    """A page of matches."""

    total: int
    page: int
    matches: tuple[ListedMatch, ...]


class GameRow(Struct, frozen=True):
    """A game for which matches can be opened."""

    name: str
    title: str
    seats: tuple[int, ...]
    catalogues: tuple[str, ...]
    decks: tuple[str, ...]
    options: tuple[str, ...]


class RuleRow(Struct, frozen=True):
    """A row of a rulebook."""

    id: str
    title: str
    text: str
    source: str
    """Origin of the rule: `rulebook`, `reading` (our interpretation) or `program`."""
    place: str
    quote: str
    """The rulebook's own sentence; empty if unknown."""


class StatsAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a question: a table with notes."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    matches: int
    """Number of matches that the answer is based on."""
    total: int
    """Number of rows without the limit."""
    notes: tuple[str, ...]


class TokenRow(Struct, frozen=True, kw_only=True):
    """A token, without its secret."""

    id: str
    name: str
    role: str
    tag: str = ""
    match: str = ""
    seat: int | None = None
    ends_at: int | None = None


class NewToken(Struct, frozen=True):
    """A new token with its secret, which is shown only here."""

    token: TokenRow
    secret: str
    address: str
    """A link that signs a browser in."""
    code: str
    """The link as a QR code: a `data:` URL of a picture."""


class Entered(Struct, frozen=True):
    """The person who signed in."""

    name: str
    role: str
    event: str = ""
    """The event that a player's code is for."""


class Left(Struct, frozen=True):
    """The person is signed out."""

    signed_out: bool = True


class Health(Struct, frozen=True):
    """The service answers."""

    status: str = "ok"
