"""Acts of officials and players: claims, rulings, penalties, confirmations, an agreed end.

The recorded role is that of the token; requests cannot declare another one.
"""

from typing import TYPE_CHECKING, Final, TypedDict

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec.structs import asdict

from domain.judging import Appealed, Contested, Rewound, Ruled, Withdrawn
from domain.timeline import Address
from service.judging.disputes import Dispute, disputes
from service.judging.guide import guided
from service.judging.judge_actions import (
    Foresight,
    before_error,
    confirm,
    penalise,
    recorded_before,
    rewind,
    rule,
    withdraw,
)
from service.judging.judge_actions import record as record_act
from service.judging.judging_service import prepared
from service.judging.rulings import Ruling
from service.recording.match_service import MatchService, Receipt
from web_service.api.recording import posts, record, tried
from web_service.app_state import AppState
from web_service.limits import OFFERS
from web_service.permissions import Caller
from web_service.problems import forbidden
from web_service.requests import (
    AppealBody,
    ConclusionBody,
    ConfirmationBody,
    ContestBody,
    ForeseenBody,
    PenaltyBody,
    RewindBody,
    RulingBody,
    VersionedBody,
    WithdrawalBody,
)
from web_service.responses import RecordedResponse

if TYPE_CHECKING:
    from service.judging.guide import Ledger

AppStateDependency = NamedDependency[AppState]
Who = NamedDependency[Caller]


@get("/api/matches/{match:str}/disputes", right="contest", answers=list[Dispute], missing=True)
async def match_disputes(app_state: AppStateDependency, caller: Who, match: FromPath[str]) -> list[Dispute]:
    """Return the officials' entries of a match, and the claims that wait for a ruling."""

    def look() -> list[Dispute]:
        app_state.match(caller, "contest", match)
        return list(disputes(app_state.app, match))

    return await app_state.read(look)


@posts("claims", ContestBody, "contest")
async def contest(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[ContestBody]
) -> Response[RecordedResponse]:
    """Contests entries, in the caller's own name."""
    act = Contested(
        about=sent.about,
        upto=sent.upto,
        claim=sent.claim,
        claimant=caller.name,
        role=caller.part,
        text=sent.text,
    )
    return await record(app_state, caller, match, lambda app: record_act(app, match, act, **_seen(sent)), "contest")


@posts("appeals", AppealBody, "contest")
async def appeal(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[AppealBody]
) -> Response[RecordedResponse]:
    """Appeal against a ruling to the head judge; with a player's token, only from that seat."""
    _expect_own_seat(caller, sent.seat)
    act = Appealed(about=sent.ruling, seat=sent.seat, text=sent.text)
    return await record(app_state, caller, match, lambda app: record_act(app, match, act, **_seen(sent)), "contest")


@posts("rulings", RulingBody, "judge")
async def ruling(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[RulingBody]
) -> Response[RecordedResponse]:
    """Record a ruling with its effects, atomically. Return its last entry."""
    meant = _ruling_of(sent, caller)

    def look() -> Ruling:
        found = app_state.match(caller, "judge", match)
        told = tried(lambda: guided(_ledger(app_state), found, meant, sent.at_version), caller, found.game)
        return told.ruling

    whole = await app_state.read(look)
    return await record(app_state, caller, match, lambda app: rule(app, match, whole, **_seen(sent))[-1], "judge")


@posts("rulings/foreseen", ForeseenBody, "judge", Foresight, 200)
async def foreseen(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[ForeseenBody]
) -> Foresight:
    """Return the effects of a ruling without recording."""
    app_state.limits.spend(OFFERS, caller.key)
    meant = _ruling_of(sent, caller)

    def look() -> Foresight:
        game = app_state.match(caller, "judge", match).game
        return tried(
            lambda: prepared(app_state.app, match, meant, _ledger(app_state), at_version=sent.at_version).foresight,
            caller,
            game,
        )

    return await app_state.read(look)


@posts("rewinds", RewindBody, "judge")
async def rewinding(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[RewindBody]
) -> Response[RecordedResponse]:
    """Undoes play as an earlier ruling says, once the table has done it. Answers with the last entry."""

    def work(app: MatchService) -> Receipt:
        before = recorded_before(app, match, sent.command_id)
        done = before[0].entry.payload if before else None
        if isinstance(done, Rewound) and sent.to is None:
            to = Address(done.to, done.number)
        else:
            to = before_error(app, match, sent.ruling) if sent.to is None else Address(sent.to)
        act = Rewound(about=sent.ruling, to=to.version, number=to.number, dice=sent.dice, put_back=sent.put_back)
        return rewind(app, match, act, sent.lines, **_seen(sent))[-1]

    return await record(app_state, caller, match, work, "judge")


@posts("penalties", PenaltyBody, "judge")
async def penalty(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[PenaltyBody]
) -> Response[RecordedResponse]:
    """A penalty by an earlier ruling, with what it does in the game."""
    return await record(
        app_state, caller, match, lambda app: penalise(app, match, sent.ruling, sent.given, **_seen(sent))[-1], "judge"
    )


@posts("withdrawals", WithdrawalBody, "judge")
async def withdrawal(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[WithdrawalBody]
) -> Response[RecordedResponse]:
    """Withdraws what was recorded by mistake, and undoes what it brought along. Answers with the last entry."""
    act = Withdrawn(about=sent.about, official=caller.name, role=caller.part, text=sent.text)
    return await record(app_state, caller, match, lambda app: withdraw(app, match, act, **_seen(sent))[-1], "judge")


@posts("confirmations", ConfirmationBody, "confirm")
async def confirmation(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[ConfirmationBody]
) -> Response[RecordedResponse]:
    """Record a player's confirmation of the result and the record; with a player's token, only from that seat."""
    _expect_own_seat(caller, sent.seat)
    return await record(app_state, caller, match, lambda app: confirm(app, match, sent.seat, **_seen(sent)), "confirm")


@posts("conclusion", ConclusionBody, "judge")
async def conclusion(
    app_state: AppStateDependency, caller: Who, match: FromPath[str], sent: NamedDependency[ConclusionBody]
) -> Response[RecordedResponse]:
    """Ends the match as the players agreed."""
    return await record(
        app_state,
        caller,
        match,
        lambda app: app.conclude(match, sent.winners, drawn=sent.drawn, note=sent.note, **_seen(sent)),
        "judge",
    )


class _Seen(TypedDict):
    at_version: int
    command_id: str


def _seen(sent: VersionedBody | RulingBody) -> _Seen:
    """The last entry that the sender saw, and the id that prevents storing the request twice."""
    return {"at_version": sent.at_version, "command_id": sent.command_id}


def _ledger(app_state: AppState) -> "Ledger":
    """Reports earlier penalties; opened on first use."""
    return lambda: app_state.library.analytics


def _expect_own_seat(caller: Caller, seat: int) -> None:
    """Raises Problem where a player speaks for another."""
    if caller.token is not None and caller.token.seat not in (None, seat):
        raise forbidden("This token is of another seat.")


def _ruling_of(sent: ForeseenBody, caller: Caller) -> Ruling:
    """The ruling that is meant, by this official."""
    said = asdict(sent)
    ruled, own = ({name: said[name] for name in of.__struct_fields__ if name in said} for of in (Ruled, Ruling))
    own["to"] = None if sent.to is None else Address(sent.to)
    return Ruling(ruled=Ruled(**ruled, official=caller.name, role=caller.part), **own)


ROUTES: Final = (
    match_disputes,
    contest,
    appeal,
    ruling,
    foreseen,
    rewinding,
    penalty,
    withdrawal,
    confirmation,
    conclusion,
)
