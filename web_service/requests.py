"""Requests to the service and their strict decoding: JSON with the content type of JSON."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, TypeAlias, TypedDict, TypeVar

from litestar import Request
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from domain.entries import Strictness
from domain.fields import meanings_of
from domain.judging import MOST_MINUTES, ClaimKind, Decision, Dice, PutBack, Remedy
from domain.validation import InvalidValue, validated_json
from service.access import Role
from service.judging.rulings import RequestedPenalty
from service.recording.request_checks import MOST_TAG, MOST_TAGS, MOST_TEXT, MOST_TITLE
from web_service.problems import Problem, unknown, unreadable

T = TypeVar("T")

MOST_BYTES: Final = 64 * 1024
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
Text: TypeAlias = Annotated[str, Meta(max_length=MOST_TITLE)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MOST_TAG)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1_000, description="A seat, from 0.")]
Time: TypeAlias = Annotated[int, Meta(ge=0, le=10**16)]
CommandId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]
"""Chosen by the sender; a repeated request with the same id is stored once."""

IdempotencyKey: TypeAlias = Annotated[str, Meta(pattern="^([!-~]([ -~]{0,198}[!-~])?)?$")]
"""Chosen by the sender; empty if not used."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of request bodies: unknown fields and wrong types are refused."""


class EnterBody(Body, frozen=True, kw_only=True):
    """Signing in: the secret of a token."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class LeaveBody(Body, frozen=True, kw_only=True):
    """Signing out: an empty object."""


class OpenBody(Body, frozen=True, kw_only=True):
    """A match to open: either the text of a scoresheet, or game, players and options."""

    sheet: Annotated[str, Meta(max_length=60_000)] = ""
    game: Annotated[str, Meta(max_length=100)] = ""
    players: Annotated[tuple[Name, ...], Meta(max_length=2_000)] = ()
    decks: dict[str, Annotated[str, Meta(max_length=100)]] = {}
    """For each seat, from 1, the size of its deck or the name of a sample deck, both as text; for example `{"1": "30",
    "2": "30"}`."""
    options: dict[str, Annotated[str, Meta(max_length=200)]] = {}
    catalogue: Annotated[str, Meta(max_length=100)] = ""
    title: Text = ""
    tags: Annotated[tuple[Name, ...], Meta(max_length=MOST_TAGS)] = ()
    strictness: Strictness = "strict"


class VersionedBody(Body, frozen=True, kw_only=True):
    """Base class of requests that record an entry. A repeated request is stored once."""

    at_version: Version
    """The last entry that the sender saw."""
    command_id: CommandId


class ActBody(VersionedBody, frozen=True, kw_only=True):
    """A command line to record as an action."""

    line: Line
    as_played: bool = False
    reason: Text = ""
    happened_at: Time | None = None
    """When it happened at the table, in microseconds since 1970, UTC."""


class TakeBackBody(VersionedBody, frozen=True, kw_only=True):
    """Going back to the state after an entry, as the players agreed."""

    to: Version
    reason: Line
    asked: Annotated[str, Meta(max_length=100)] = ""
    """The player who asked for it."""
    agreed: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    """The players who agreed."""


class CorrectBody(VersionedBody, frozen=True, kw_only=True):
    """A new command line for the action of an entry, or `strike` to remove the action; later actions are kept and
    checked again."""

    entry: Version
    line: Annotated[str, Meta(max_length=MOST_TEXT)] = ""
    """Empty if the entry is struck."""
    strike: bool = False
    reason: Text = ""


class NoteBody(VersionedBody, frozen=True, kw_only=True):
    """A note on an entry."""

    about: Version
    text: Line


class ConclusionBody(VersionedBody, frozen=True, kw_only=True):
    """The end of a match as the players agreed: the winners' seats from 0, or a draw."""

    winners: Annotated[tuple[SeatNumber, ...], Meta(max_length=40)] = ()
    drawn: bool = False
    note: Text = ""


class DisputeBody(VersionedBody, frozen=True, kw_only=True):
    """A claim about the entries `about` to `upto`."""

    about: Version
    upto: Version = 0
    claim: ClaimKind
    text: Line


class ForeseenBody(Body, frozen=True, kw_only=True):
    """A ruling whose effects are previewed. For the fields see `domain.judging.Ruled`."""

    about: Version = 0
    error: Version = 0
    text: Line
    rules: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    infraction: Text = ""
    remedy: Remedy = "none"
    deviation: Text = ""
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    consents: Annotated[tuple[SeatNumber, ...], Meta(max_length=40)] = ()
    decision: Decision = ""
    to: Version | None = None
    dice: Dice = ""
    put_back: Annotated[tuple[PutBack, ...], Meta(max_length=40)] = ()
    lines: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()
    penalties: Annotated[tuple[RequestedPenalty, ...], Meta(max_length=40)] = ()
    later: bool = False
    at_version: Version


class RulingBody(ForeseenBody, frozen=True, kw_only=True):
    """A ruling with its effects."""

    command_id: CommandId


class RewindBody(VersionedBody, frozen=True, kw_only=True):
    """The rewind that a ruling orders, as carried out at the table. For the fields see `domain.judging.Rewound`."""

    ruling: Version
    to: Version | None = None
    """The entry to go back to; null: the one before the ruling's point of error."""
    dice: Dice = ""
    put_back: Annotated[tuple[PutBack, ...], Meta(max_length=40)] = ()
    lines: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()
    """The remedy's manual changes."""


class AppealBody(VersionedBody, frozen=True, kw_only=True):
    """A player asks the head judge to look at the ruling in an entry again."""

    ruling: Version
    seat: SeatNumber
    text: Text = ""


class WithdrawalBody(VersionedBody, frozen=True, kw_only=True):
    """Withdraws the claim, ruling, penalty or appeal in an entry."""

    about: Version
    text: Line


class PenaltyBody(VersionedBody, frozen=True, kw_only=True):
    """A penalty by the ruling in an entry."""

    ruling: Version
    given: RequestedPenalty


class ConfirmationBody(VersionedBody, frozen=True, kw_only=True):
    """A player's confirmation of the result and the record."""

    seat: SeatNumber


class RoundBody(Body, frozen=True, kw_only=True):
    """The round of an event day's tournament that is to be paired, seated and opened."""

    round: Annotated[int, Meta(ge=1, le=10_000)]
    tournament: Annotated[str, Meta(max_length=100)] = ""
    options: dict[str, Annotated[str, Meta(max_length=200)]] = {}
    decks: dict[str, Annotated[int, Meta(ge=1, le=1_000)]] = {}
    """For each seat, from 1 and as text, the size of its deck, the same in each match; for example `{"1": 30, "2":
    30}`."""
    kit: Annotated[str, Meta(max_length=100)] = ""
    """The kit that the matches are played with, if the tournament is played with kits."""


class EventBody(Body, frozen=True, kw_only=True):
    """An event day to open, with a Swiss tournament of these players."""

    title: Annotated[str, Meta(min_length=1, max_length=200)]
    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=2_000)]
    scorekeepers: Annotated[tuple[Name, ...], Meta(max_length=200)] = ()
    """Empty: the caller."""
    game: Annotated[str, Meta(max_length=100)] = ""
    """A name from `/api/games`; empty: the tables record on paper."""
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0
    minutes: Annotated[int, Meta(ge=1, le=1_440)] = 50
    tables: Annotated[int, Meta(ge=0, le=2_000)] = 0
    """0: enough for all players, including late ones."""
    deck: Annotated[str, Meta(max_length=100)] = ""
    """Deck of each player who is not in `decks`: its size, or the name of a sample deck."""
    decks: Annotated[dict[str, Annotated[str, Meta(max_length=100)]], Meta(max_length=2_000)] = {}
    """For each player's name, their own deck, written as in `deck`; for example `{"Ada": "30"}`."""
    command_id: CommandId


class SlipBody(Body, frozen=True, kw_only=True):
    """The result slip of a table; a second slip replaces the first."""

    table: Annotated[int, Meta(ge=1, le=10_000)]
    winners: Annotated[tuple[Name, ...], Meta(max_length=40)] = ()
    drawn: bool = False


class CollectBody(Body, frozen=True, kw_only=True):
    """Collecting results of the matches: an empty object."""


class TokenBody(Body, frozen=True, kw_only=True):
    """A token to create; its scope is one match, a tag, or everything. A player's token needs match and seat. For a
    whole event, a player's token has the event as match, `tournament:ID` as tag, and the player's number from 0 as
    seat."""

    name: Name
    role: Role
    tag: Annotated[str, Meta(max_length=100)] = ""
    match: Annotated[str, Meta(max_length=100)] = ""
    seat: SeatNumber | None = None
    ends_at: Time | None = None


class _Seen(TypedDict):
    """The last entry that a sender saw, and the id that prevents storing the request twice."""

    at_version: int
    command_id: str


def seen(sent: VersionedBody | RulingBody) -> _Seen:
    """Return these two fields of a request."""
    return {"at_version": sent.at_version, "command_id": sent.command_id}


async def body_of(request: "Request[Any, Any, Any]", type_: type[T]) -> T:
    """Return the strictly decoded request: numbers in quotes are not numbers. Raises Problem."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem(415, "not-json", "Send application/json.")
    raw = await request.body()
    try:
        return validated_json(raw, type_, typed=True)
    except InvalidValue as error:
        raise unreadable(_explained(str(error), type_)) from None


def _explained(error: str, type_: Any) -> str:
    """Return an error message, extended by the meaning of the field that it is about."""
    place = error.partition(":")[0]
    meaning = meanings_of(type_).get(place.partition(".")[0].partition("[")[0], "")
    return f"{error}. {place.partition('.')[0]}: {meaning}".replace("\n", " ") if meaning else error


def reader(type_: type[T]) -> Callable[..., Awaitable[T]]:
    """Return a dependency that reads a body of a type after the caller is identified. A token that expired during the
    request is refused."""

    async def read(
        request: "Request[Any, Any, Any]", app_state: NamedDependency[Any], caller: NamedDependency[Any]
    ) -> Any:
        sent = await body_of(request, type_)
        if caller.token is not None and not app_state.access.holds(caller.token):
            raise unknown()
        return sent

    return read
