"""Claims, rulings, penalties, confirmations and agreed results. The recorded role is that of the token; requests cannot
declare another one."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.game import made
from domain.judging import Appealed, Disputed, Rewound, Ruled, Withdrawn
from domain.seats import JUDGE
from domain.timeline import Address
from service.judging.disputes import Dispute, disputes
from service.judging.guide import guided
from service.judging.judge_actions import (
    RulingEffects,
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
from web_service.api.recording import posts, record, records, tried
from web_service.limits import OFFERS
from web_service.parameters import State, Who
from web_service.permissions import Caller
from web_service.problems import forbidden
from web_service.requests import (
    AppealBody,
    ConclusionBody,
    ConfirmationBody,
    DisputeBody,
    ForeseenBody,
    PenaltyBody,
    RewindBody,
    RulingBody,
    WithdrawalBody,
    seen,
)
from web_service.responses import RecordedResponse


@get("/api/matches/{match:str}/disputes", right="dispute", answers=list[Dispute], missing=True)
async def match_disputes(app_state: State, caller: Who, match: FromPath[str]) -> list[Dispute]:
    """Return the claims, rulings, penalties and appeals of a match, and which claims are open."""

    def look() -> list[Dispute]:
        seats = app_state.match(caller, "dispute", match).state.seats
        app_state.looked(caller, match, caller.viewpoint, "api", seats)
        return list(disputes(app_state.app, match, caller.viewpoint))

    return await app_state.drawings.paced(caller, look)


@records("claims", DisputeBody, "dispute")
def dispute(app: MatchService, match: str, sent: DisputeBody, caller: Caller) -> Receipt:
    """Dispute entries in the caller's name."""
    act = Disputed(
        about=sent.about, upto=sent.upto, claim=sent.claim, claimant=caller.name, role=caller.part, text=sent.text
    )
    return record_act(app, match, act, **seen(sent))


@records("appeals", AppealBody, "dispute")
def appeal(app: MatchService, match: str, sent: AppealBody, caller: Caller) -> Receipt:
    """Appeal against a ruling to the head judge; with a player's token, only from that seat."""
    _expect_own_seat(caller, sent.seat)
    return record_act(app, match, Appealed(about=sent.ruling, seat=sent.seat, text=sent.text), **seen(sent))


@posts("rulings", RulingBody, "judge")
async def ruling(
    app_state: State, caller: Who, match: FromPath[str], sent: NamedDependency[RulingBody]
) -> Response[RecordedResponse]:
    """Record a ruling with its effects, atomically. Return its last entry."""
    meant = _ruling_of(sent, caller)

    def look() -> Ruling:
        found = app_state.match(caller, "judge", match)
        told = tried(lambda: guided(app_state.analytics, found, meant, sent.at_version), caller, found.game)
        return told.ruling

    whole = await app_state.drawings.paced(caller, look)
    return await record(app_state, caller, match, lambda app: rule(app, match, whole, **seen(sent))[-1], "judge")


@posts("rulings/foreseen", ForeseenBody, "judge", RulingEffects, 200)
async def foreseen(
    app_state: State, caller: Who, match: FromPath[str], sent: NamedDependency[ForeseenBody]
) -> RulingEffects:
    """Return the effects of a ruling without recording."""
    app_state.limits.spend(OFFERS, caller.key)
    meant = _ruling_of(sent, caller)

    def look() -> RulingEffects:
        game = app_state.match(caller, "judge", match).game
        app_state.looked(caller, match, JUDGE, "api")
        return tried(
            lambda: prepared(app_state.app, match, meant, app_state.analytics, at_version=sent.at_version).foresight,
            caller,
            game,
        )

    return await app_state.drawings.paced(caller, look)


@records("rewinds", RewindBody, "judge")
def rewinding(app: MatchService, match: str, sent: RewindBody, _: Caller) -> Receipt:
    """Record the rewind that an earlier ruling orders, after the players have carried it out. Return the last entry."""
    before = recorded_before(app, match, sent.command_id)
    done = before[0].entry.payload if before else None
    if isinstance(done, Rewound) and sent.to is None:
        to = Address(done.to, done.number)
    else:
        to = before_error(app, match, sent.ruling) if sent.to is None else Address(sent.to)
    act = Rewound(about=sent.ruling, to=to.version, number=to.number, dice=sent.dice, put_back=sent.put_back)
    return rewind(app, match, act, sent.lines, **seen(sent))[-1]


@records("penalties", PenaltyBody, "judge")
def penalty(app: MatchService, match: str, sent: PenaltyBody, _: Caller) -> Receipt:
    """Record a penalty by an earlier ruling, with its effect in the game."""
    return penalise(app, match, sent.ruling, sent.given, **seen(sent))[-1]


@records("withdrawals", WithdrawalBody, "judge")
def withdrawal(app: MatchService, match: str, sent: WithdrawalBody, caller: Caller) -> Receipt:
    """Withdraw a claim, ruling, penalty or appeal that was recorded by mistake, and undo its effects. Return the last
    entry."""
    act = Withdrawn(about=sent.about, official=caller.name, role=caller.part, text=sent.text)
    return withdraw(app, match, act, **seen(sent))[-1]


@records("confirmations", ConfirmationBody, "confirm")
def confirmation(app: MatchService, match: str, sent: ConfirmationBody, caller: Caller) -> Receipt:
    """Record a player's confirmation of the result and the record; with a player's token, only from that seat."""
    _expect_own_seat(caller, sent.seat)
    return confirm(app, match, sent.seat, **seen(sent))


@records("conclusion", ConclusionBody, "judge")
def conclusion(app: MatchService, match: str, sent: ConclusionBody, _: Caller) -> Receipt:
    """End the match with the result that the players agreed on."""
    return app.conclude(match, sent.winners, drawn=sent.drawn, note=sent.note, **seen(sent))


def _expect_own_seat(caller: Caller, seat: int) -> None:
    """Raise Problem if a player's token names another seat."""
    if caller.token is not None and caller.standing == "player" and caller.token.seat != seat:
        raise forbidden("This token is of another seat.")


def _ruling_of(sent: ForeseenBody, caller: Caller) -> Ruling:
    """Return the requested ruling, in the caller's name."""
    ruled = made(Ruled, sent, official=caller.name, role=caller.part)
    return made(Ruling, sent, ruled=ruled, to=None if sent.to is None else Address(sent.to))
