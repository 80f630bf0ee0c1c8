"""Parsing of people, entries and cards in commands of officials."""

from typing import TYPE_CHECKING

from domain.judging import PutBack
from domain.names import fold_name
from domain.payload import Role
from matchbook.cli.session import Session
from service.errors import UsageProblem

if TYPE_CHECKING:
    from domain.notation import Names
    from domain.timeline import Address
    from service.judging.judge_actions import AnyDocket


def claimant_of(
    session: Session, match_id: str, names: "Names", claimant: str | None, role: Role | None
) -> tuple[str, Role]:
    """Return the claimant and their role: by default a player, an official in their role, or the scorekeeper.

    Raises NotationError for a name that is neither.
    """
    who = session.app.by if claimant is None else claimant
    role = role or _docket(session, match_id).role_of(who)
    if role is None and claimant is None and fold_name(who) not in map(fold_name, (one.name for one in names.seats)):
        role = "scorekeeper"
    if role is None or role == "player":
        return names.seats[names.seat(who)].name, "player"
    return who, role


def _docket(session: Session, match_id: str) -> "AnyDocket":
    from service.judging.judge_actions import docket_of

    return docket_of(session.app, session.app.match(match_id))


def official_of(session: Session, match_id: str, official: str | None, role: Role | None) -> tuple[str, Role]:
    """Return the official and their role: by default the recorder, in the role that `official` recorded."""
    who = session.app.by if official is None else official
    return who, role or _docket(session, match_id).ruling_role(who)


def names_in(session: Session, address: str) -> "tuple[str, Names]":
    from service.recording.match_service import names_of

    match_id = session.match_id(address)
    return match_id, names_of(session.app.match(match_id))


def named_entry(session: Session, address: str) -> "tuple[str, int, Names]":
    match_id, entry = entry_of(session, address)
    return match_id, entry, names_in(session, match_id)[1]


def entry_of(session: Session, address: str) -> tuple[str, int]:
    """Return the match and the entry of an address. Raises UsageProblem."""
    from service.addresses import parse_address

    prefix, version, event = parse_address(address)
    if version is None or event is not None:
        raise UsageProblem(f"{address}: which entry? Write it as MATCH/ENTRY")
    return session.match_id(prefix), version


def act_of(text: str) -> "Address":
    from service.addresses import parse_act

    act = parse_act(f"/{text}")[1]
    assert act is not None
    return act


def put_back_of(text: str, names: "Names") -> PutBack:
    player, colon, rest = text.partition(":")
    chosen, of, rest = rest.partition(" of ")
    candidates, to, place = rest.rpartition(" to ")
    if not (colon and of and to and chosen.strip() and place.strip()):
        raise UsageProblem(
            f"--put-back {text}: write 'PLAYER: CARD of CARD, CARD … to PLACE'; CARD is ?? if it is unknown"
        )
    among = tuple(names.card(one.strip()) for one in candidates.split(","))
    return PutBack(
        seat=names.seat(player.strip()), place=place.strip(), candidates=among, chosen=names.card(chosen.strip())
    )
