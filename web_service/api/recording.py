"""Recording: opening matches, actions, take-backs, notes, and suggestions for typed lines. All entries pass through the
one writer."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from domain.decoding import converted
from domain.entries import Annotated as Note
from domain.game import AnyGame
from domain.registry import UnknownGame, load_game
from domain.seats import JUDGE
from service.competitions.event_days import EventDays
from service.kits import packaged_kit
from service.permissions import Right, may_give
from service.recording.match_service import MatchService, Receipt
from service.recording.opening import opening_of
from service.recording.request_checks import MOST_TEXT, expect_short
from service.resources import catalogue_names, deck_names
from service.typing.rows import Suggestions
from service.typing.scoresheet import Scoresheet, SheetError, read_scoresheet
from service.typing.suggestions import Suggester
from service.typing.touch import touched
from web_service.app_state import AppState
from web_service.limits import ACTS, CALLS, OFFERS
from web_service.parameters import State, Typed, Who
from web_service.permissions import Caller
from web_service.problems import LOG, Problem, broken_rules, forbidden, problem_of, too_large, unreadable
from web_service.requests import ActBody, Body, IdempotencyKey, NoteBody, OpenBody, TakeBackBody, reader, seen
from web_service.responses import OpenedResponse, RecordedResponse

if TYPE_CHECKING:
    from domain.match import AnyMatch

T = TypeVar("T")
B = TypeVar("B", bound=Body)

MOST_LINES: Final = 1_000
"""Most lines of a scoresheet in one request; organisers may send more."""
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"


@post(
    "/api/matches",
    right="open",
    once=True,
    body=OpenBody,
    answers=OpenedResponse,
    dependencies={"sent": Provide(reader(OpenBody))},
)
async def open_match(
    app_state: State, caller: Who, sent: NamedDependency[OpenBody], request: Request[Any, Any, Any]
) -> Response[OpenedResponse]:
    """Open a match from a scoresheet or from game, players and options. Requests with the same Idempotency-Key open it
    only once."""
    app_state.limits.spend(ACTS, caller.key)
    token = caller.token
    assert token is not None  # only tokens have this right
    expect_opener(caller)
    _expect_few(caller, sent.sheet)
    try:
        key = converted(request.headers.get("idempotency-key", ""), IdempotencyKey)
    except msgspec.ValidationError:
        raise unreadable("Idempotency-Key: at most 200 letters, digits, signs and spaces of ASCII") from None
    name = id_of_key(f"{token.id}/{key}") if key else None

    def work() -> OpenedResponse:
        app = app_state.service_for(caller)
        sheet = _sheet(sent, token.tag)
        if strange := token.strange_tag(sheet.tags):
            raise forbidden(f"This token may not use the tag {strange!r}.")
        opening = opening_of(load_game(sheet.game), sheet, strictness=sent.strictness)
        if name is not None and app.store.exists(name):
            return OpenedResponse(name, app.opened_before(name, opening, sheet.lines).version, repeated=True)
        match = app.open_match(opening, sheet.lines, match_id=name)
        return OpenedResponse(match.id, match.version)

    opened = await app_state.writer.do(lambda: tried(work, caller))
    return Response(opened, status_code=200 if opened.repeated else 201)


def expect_opener(caller: Caller) -> None:
    """Refuse a token for one match. Raises Problem."""
    if not caller.opens:
        raise forbidden("This token is for one match.")


def _expect_few(caller: Caller, sheet: str) -> None:
    """Raise Problem (413) for a sheet that would keep the one writer busy, and for a sheet with a line longer than a single
    command may be."""
    if not caller.reach("organise") and (lines := len(sheet.splitlines())) > MOST_LINES:
        what_to_do = f"send the first {MOST_LINES:,}, then each action, or ask an organiser to open the match"
        raise too_large("sheet", f"The sheet has {lines:,} lines; at most {MOST_LINES:,} are allowed: {what_to_do}.")
    if any(len(line) > MOST_TEXT for line in sheet.splitlines()):
        raise too_large("sheet", f"The sheet has a line of more than {MOST_TEXT:,} characters.")


def _sheet(sent: OpenBody, tag: str) -> Scoresheet:
    """Return the scoresheet of a request, limited to packaged cards and decks. Raises Problem, and the errors of reading it."""
    given = read_scoresheet(sent.sheet) if sent.sheet else Scoresheet(())
    tags = (*given.tags, *sent.tags)
    game, catalogue = sent.game or given.game, sent.catalogue or given.catalogue
    game, catalogue = packaged_kit(game) or (game, catalogue)
    sheet = Scoresheet(
        lines=given.lines,
        game=game,
        players=sent.players or given.players,
        sides=given.sides,
        decks=given.decks | {seat_of(seat): deck for seat, deck in sent.decks.items()},
        options=given.options | sent.options,
        catalogue=catalogue,
        title=sent.title or given.title,
        tags=(*tags, tag) if tag and tag.casefold() not in {one.casefold() for one in tags} else tags,
        opens_itself=given.opens_itself,
    )
    expect_short(sheet.title, sheet.tags)
    known = _game(sheet.game)
    if not (sheet.players or sheet.opens_itself):
        raise unreadable("give the name of each player")
    _expect_packaged(known, sheet)
    return sheet


def _game(name: str) -> AnyGame:
    try:
        return load_game(name)
    except UnknownGame:
        raise unreadable("no such game: /api/games lists them") from None


def _expect_packaged(game: AnyGame, sheet: Scoresheet) -> None:
    """Accept only decks and catalogues of the game's package, not files of this machine. Raises Problem."""
    names = deck_names(game)
    known = {*names, *(f"{name}.toml" for name in names)}
    if strange := [deck for deck in sheet.decks.values() if not deck.isdigit() and deck not in known]:
        choices = f", or one of: {', '.join(names)}" if names else ""
        raise unreadable(f"this game has no deck {strange[0]!r}: give the number of cards{choices}")
    if sheet.catalogue is not None and sheet.catalogue.removesuffix(".toml") not in catalogue_names(game):
        raise unreadable("this game has no such catalogue: /api/games lists them")


def seat_of(text: str) -> int:
    """Return the index of a seat that is numbered from 1. Raises Problem."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 100):
        raise unreadable("name the seat of each deck, from 1")
    return int(text) - 1


def id_of_key(key: str) -> str:
    """Return the match id that belongs to an idempotency key."""
    number = int.from_bytes(sha256(key.encode()).digest()[:8])
    return "".join(_ALPHABET[(number >> (5 * place)) & 31] for place in range(12))


def posts(
    path: str,
    body: type,
    right: Right = "record",
    answers: Any = RecordedResponse,
    status: int = 201,
    *,
    of: str = "matches/{match:str}",
) -> Callable[[Any], Any]:
    """Return a decorator for a POST route of a match, or of the resource `of`, that records its body."""
    return post(
        f"/api/{of}/{path}",
        right=right,
        body=body,
        answers=answers,
        missing=True,
        status_code=status,
        dependencies={"sent": Provide(reader(body))},
    )


def records(
    path: str, body: type[B], right: Right = "record"
) -> Callable[[Callable[[MatchService, str, B, Caller], Receipt]], Any]:
    """Return a decorator that makes a POST route of a recording function. The function gets the service in the caller's
    name, the match id, the request and the caller."""

    def decorate(work: Callable[[MatchService, str, B, Caller], Receipt]) -> Any:
        async def handler(app_state: State, caller: Who, match: FromPath[str], sent: NamedDependency[Any]) -> Any:
            return await record(app_state, caller, match, lambda app: work(app, match, sent, caller), right)

        handler.__name__, handler.__doc__ = work.__name__, work.__doc__
        return posts(path, body, right)(handler)

    return decorate


@records("acts", ActBody)
def act(app: MatchService, match: str, sent: ActBody, _: Caller) -> Receipt:
    """Record a command line. The entry is on disk when the response is sent."""
    return app.take(
        match, sent.line, as_played=sent.as_played, reason=sent.reason, happened_at=sent.happened_at, **seen(sent)
    )


@records("take-backs", TakeBackBody)
def take_back(app: MatchService, match: str, sent: TakeBackBody, caller: Caller) -> Receipt:
    """Go back to the state after an entry; undone entries stay in the record."""
    return app.take_back(
        match, sent.to, reason=sent.reason, asked=sent.asked, agreed=sent.agreed, **caller.ordering, **seen(sent)
    )


@records("notes", NoteBody)
def note(app: MatchService, match: str, sent: NoteBody, _: Caller) -> Receipt:
    """Add a note to an entry."""
    return app.annotate(match, Note(about=sent.about, text=sent.text), **seen(sent))


@get("/api/matches/{match:str}/offers", right="record", answers=Suggestions, missing=True)
async def offers(app_state: State, caller: Who, match: FromPath[str], typed: Typed = "") -> Suggestions:
    """Return suggestions for the next command, and the verdict on the typed line, without recording.

    Begin with an empty `typed`. Each of the `rows` has the whole `line` after choosing it. If the row is `complete`,
    send its line to `acts`; else its line ends with a blank: send it as `typed`, and you get the rows of the next
    argument. `asked` says what that argument is. Rows with `violations` break a rule: `acts` refuses them without
    `as_played`. The `verdict` is about the line so far. Lines name players by their names, and seats count from 0 in
    all answers.
    """
    app_state.limits.spend(OFFERS, caller.key)

    def look() -> Suggestions:
        found = app_state.match(caller, "record", match)
        app_state.looked(caller, match, JUDGE, "api")
        may = partial(may_give, caller.standing, found.game)
        suggester = Suggester(found.game, found.state, over=found.concluded is not None, may=may, touch=True)
        return touched(suggester, typed)

    return await app_state.drawings.paced(caller, look)


async def record(
    app_state: AppState, caller: Caller, match: str, work: Callable[[MatchService], Receipt], right: Right = "record"
) -> Response[RecordedResponse]:
    """Record an entry in the caller's name. Answers 201 once it is on disk, 200 if it was stored before. Raises Problem."""
    app_state.limits.spend(CALLS if caller.standing == "player" else ACTS, caller.key)

    def act() -> RecordedResponse:
        known = app_state.match(caller, right, match, fresh=False)
        game = known.game
        if right == "record" and (why := app_state.why_final(caller, known)):
            raise forbidden(why)
        app = app_state.service_for(caller, app_state.why_full(caller, match, right))
        receipt = tried(lambda: work(app), caller, game)
        taken_in(app_state.service_as(caller.name), receipt.match_after)
        broken = broken_rules(receipt.violations, game, whole=caller.sees_all)
        return RecordedResponse(match=match, version=receipt.version, repeated=receipt.repeated, broken=broken)

    # The writer's thread also checks the permission, which saves a second switch to another thread.
    said = await app_state.writer.do(act)
    return Response(said, status_code=200 if said.repeated else 201)


def taken_in(app: MatchService, match: "AnyMatch") -> None:
    """Record results of tables in their tournament automatically. Refused results are reported when an organiser collects."""
    try:
        EventDays(app).settle(match)
    except Exception as error:
        LOG.warning("result of %s: %s", match.id, error)


def tried(work: Callable[[], T], caller: Caller, game: AnyGame | None = None) -> T:
    """Run some work and return its result. Its errors become Problems, worded for this caller. Raises Problem."""
    try:
        return work()
    except Problem:
        raise
    except SheetError as error:
        raise unreadable(str(error)) from error
    except Exception as error:
        raise problem_of(error, whole=caller.sees_all, game=game) from error
