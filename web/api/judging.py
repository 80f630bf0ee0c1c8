"""What officials and players put into a record: claims, rulings, penalties, confirmations, an agreed end.

The role that a token names is the one that is recorded: nobody declares another over HTTP.
"""

from typing import TYPE_CHECKING, Final, TypedDict

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec.structs import asdict

from domain.amending import Address
from domain.judging import Appealed, Contested, Rewound, Ruled, Withdrawn
from service.judging.bench import prepared
from service.judging.desk import (
    Foresight,
    Ruling,
    before_error,
    confirm,
    penalise,
    recorded_before,
    rewind,
    rule,
    withdraw,
)
from service.judging.desk import record as record_act
from service.judging.disputes import Dispute, disputes
from service.judging.guide import guided
from service.recording.matchbook import Matchbook, Receipt
from web.answers import Recorded
from web.api.recording import posts, record, tried
from web.bodies import (
    AppealBody,
    ConclusionBody,
    ConfirmationBody,
    ContestBody,
    Entry,
    ForeseenBody,
    PenaltyBody,
    RewindBody,
    RulingBody,
    WithdrawalBody,
)
from web.house import House
from web.limits import OFFERS
from web.problems import forbidden
from web.rights import Caller

if TYPE_CHECKING:
    from service.judging.guide import Ledger

Desk = NamedDependency[House]
Who = NamedDependency[Caller]


@get("/api/matches/{match:str}/disputes", right="contest", answers=list[Dispute], missing=True)
async def match_disputes(house: Desk, caller: Who, match: FromPath[str]) -> list[Dispute]:
    """What officials have recorded of a match, and what still waits for a ruling."""

    def look() -> list[Dispute]:
        house.match(caller, "contest", match)
        return list(disputes(house.app, match))

    return await house.read(look)


@posts("claims", ContestBody, "contest")
async def contest(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[ContestBody]
) -> Response[Recorded]:
    """Contests entries, in the caller's own name."""
    act = Contested(
        about=sent.about,
        upto=sent.upto,
        claim=sent.claim,
        claimant=caller.name,
        role=caller.part,
        text=sent.text,
    )
    return await record(house, caller, match, lambda app: record_act(app, match, act, **_seen(sent)), "contest")


@posts("appeals", AppealBody, "contest")
async def appeal(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[AppealBody]
) -> Response[Recorded]:
    """Appeals to the head judge against a ruling; with a player's token, from that seat alone."""
    _expect_own_seat(caller, sent.seat)
    act = Appealed(about=sent.ruling, seat=sent.seat, text=sent.text)
    return await record(house, caller, match, lambda app: record_act(app, match, act, **_seen(sent)), "contest")


@posts("rulings", RulingBody, "judge")
async def ruling(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[RulingBody]
) -> Response[Recorded]:
    """Rules, with what the ruling brings along, all or nothing. Answers with its last entry."""
    meant = _ruling_of(sent, caller)

    def look() -> Ruling:
        found = house.match(caller, "judge", match)
        told = tried(lambda: guided(_ledger(house), found, meant, sent.at_version), caller, found.game)
        return told.ruling

    whole = await house.read(look)
    return await record(house, caller, match, lambda app: rule(app, match, whole, **_seen(sent))[-1], "judge")


@posts("rulings/foreseen", ForeseenBody, "judge", Foresight, 200)
async def foreseen(house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[ForeseenBody]) -> Foresight:
    """What a ruling would bring; nothing is recorded."""
    house.limits.spend(OFFERS, caller.key)
    meant = _ruling_of(sent, caller)

    def look() -> Foresight:
        game = house.match(caller, "judge", match).game
        return tried(
            lambda: prepared(house.app, match, meant, _ledger(house), at_version=sent.at_version).foresight,
            caller,
            game,
        )

    return await house.read(look)


@posts("rewinds", RewindBody, "judge")
async def rewinding(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[RewindBody]
) -> Response[Recorded]:
    """Undoes play as an earlier ruling says, once the table has done it. Answers with the last entry."""

    def work(app: Matchbook) -> Receipt:
        before = recorded_before(app, match, sent.command_id)
        done = before[0].entry.payload if before else None
        if isinstance(done, Rewound) and sent.to is None:
            to = Address(done.to, done.number)
        else:
            to = before_error(app, match, sent.ruling) if sent.to is None else Address(sent.to)
        act = Rewound(about=sent.ruling, to=to.version, number=to.number, dice=sent.dice, put_back=sent.put_back)
        return rewind(app, match, act, sent.lines, **_seen(sent))[-1]

    return await record(house, caller, match, work, "judge")


@posts("penalties", PenaltyBody, "judge")
async def penalty(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[PenaltyBody]
) -> Response[Recorded]:
    """A penalty by an earlier ruling, with what it does in the game."""
    return await record(
        house, caller, match, lambda app: penalise(app, match, sent.ruling, sent.given, **_seen(sent))[-1], "judge"
    )


@posts("withdrawals", WithdrawalBody, "judge")
async def withdrawal(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[WithdrawalBody]
) -> Response[Recorded]:
    """Withdraws what was recorded by mistake, and undoes what it brought along. Answers with the last entry."""
    act = Withdrawn(about=sent.about, official=caller.name, role=caller.part, text=sent.text)
    return await record(house, caller, match, lambda app: withdraw(app, match, act, **_seen(sent))[-1], "judge")


@posts("confirmations", ConfirmationBody, "confirm")
async def confirmation(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[ConfirmationBody]
) -> Response[Recorded]:
    """A player confirms the result and the record as it stands; with a player's token, from that seat alone."""
    _expect_own_seat(caller, sent.seat)
    return await record(house, caller, match, lambda app: confirm(app, match, sent.seat, **_seen(sent)), "confirm")


@posts("conclusion", ConclusionBody, "judge")
async def conclusion(
    house: Desk, caller: Who, match: FromPath[str], sent: NamedDependency[ConclusionBody]
) -> Response[Recorded]:
    """Ends the match as the players agreed."""
    return await record(
        house,
        caller,
        match,
        lambda app: app.conclude(match, sent.winners, drawn=sent.drawn, note=sent.note, **_seen(sent)),
        "judge",
    )


class _Seen(TypedDict):
    at_version: int
    command_id: str


def _seen(sent: Entry | RulingBody) -> _Seen:
    """What the sender saw last, and the id under which this is stored once."""
    return {"at_version": sent.at_version, "command_id": sent.command_id}


def _ledger(house: House) -> "Ledger":
    """What tells of earlier penalties, opened when it is asked."""
    return lambda: house.library.analytics


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
