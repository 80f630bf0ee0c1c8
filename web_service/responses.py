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
    """Rules that it broke, as played."""


class Effects(Struct, frozen=True):
    """Effects that a correction would have; nothing is recorded."""

    line: str
    """The line of the entry at present."""
    possible: bool
    """False if a later action could no longer happen, or an official must order the correction."""
    told: list[str]
    """For each later action that does not stay the same, what happens to it, in words; if the opening names other players, each
    entry that names people, and why only an official may order it."""


class OpenedResponse(Struct, frozen=True, tag_field="type", tag="opened"):
    """A match is open."""

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
    """The chain's head; for those who see all."""
    to_act: tuple[str, ...] = ()
    undo_to: int | None = None
    """The entry that undoing the last act goes back to; for those who record."""


class BoardAnswer(Struct, frozen=True, kw_only=True):
    """A board as one viewpoint sees it."""

    match: str
    entry: int
    viewpoint: str
    board: Board
    lines: tuple[str, ...] = ()
    """Drawn as text, where a width was asked for."""


class LogAnswer(Struct, frozen=True):
    """A description of an entry for one viewpoint."""

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
    """The entry, as the viewpoint that is followed sees it."""


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
    """A game that matches can be opened of."""

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
    """Who says so: `rulebook`, `reading` or `program`."""
    place: str
    quote: str
    """The rulebook's own sentence; empty if unknown."""


class StatsAnswer(Struct, frozen=True, kw_only=True):
    """A table with what is needed to read it."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    matches: int
    """From how many it was computed."""
    total: int
    """Rows that there are."""
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
    """A token with its secret, shown this once."""

    token: TokenRow
    secret: str
    address: str
    """Opened in a browser, it signs in."""
    code: str
    """The address as a QR code: the `data:` address of a picture."""


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
