"""The commands of players and officials: `official`, `dispute`, `ruling`, `rewind`, `penalise`, `appeal`, `withdraw`,
`confirm`."""

from collections.abc import Callable
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, get_args

import click
from msgspec import structs

from domain.judging import MOST_AMOUNT, MOST_MINUTES, RULING_ROLES, ClaimKind, Decision, Dice, Penalty, Remedy
from domain.payload import Role
from domain.procedure.guide import infractions
from matchbook.cli.official_options import (
    act_of,
    claimant_of,
    entry_of,
    named_entry,
    names_in,
    official_of,
    put_back_of,
)
from matchbook.cli.recording import print_receipt, print_receipts
from matchbook.cli.session import Session, as_json_or_text, on_damaged, say
from service.errors import UsageProblem

if TYPE_CHECKING:
    from domain.notation import Names
    from service.judging.rulings import Ruling

F = TypeVar("F", bound=Callable[..., object])
_at = click.option(
    "--at", "at_version", type=int, metavar="VERSION", help="Refuse unless the match is at this version."
)


def _options(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return several options as one decorator."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


_recording = _options(_at, on_damaged, as_json_or_text, click.pass_obj)
"""Options shared by commands that record several entries."""
_by_official = _options(
    click.option("--official", metavar="NAME", help="The official (default: the recorder)."),
    click.option(
        "--role",
        type=click.Choice(RULING_ROLES),
        help="The official's role (default: as `official` named them, or judge).",
    ),
)
_going_back = _options(
    click.option("--to", "to", metavar="ENTRY", help="Go back to the state after ENTRY (default: before the error)."),
    click.option("--dice", type=click.Choice(["keep", "reroll"]), help="Treatment of dice rolled since."),
    click.option(
        "--put-back",
        "put_back",
        multiple=True,
        metavar="'PLAYER: CARD of CARD, CARD … to PLACE'",
        help="An unknown card that goes back, drawn at random from the candidates.",
    ),
    click.option(
        "--line", "lines", multiple=True, metavar="COMMAND", help="A manual change of the remedy; repeatable, in order."
    ),
)


@click.command("official")
@click.argument("match")
@click.argument("name")
@click.argument("role", type=click.Choice(get_args(Role)))
@click.option("--ties-to", "ties", multiple=True, metavar="PLAYER", help="A conflict of interest that they declare.")
@on_damaged
@click.pass_obj
def official_command(session: Session, match: str, name: str, role: Role, ties: tuple[str, ...]) -> None:
    """Record the role of NAME in MATCH, and the players they have ties to.

    Without a server roles are declared, not proven.
    """
    from domain.judging import Appointed
    from service.judging.judge_actions import record

    match_id, names = names_in(session, match)
    act = Appointed(official=name, role=role, conflicts=tuple(names.seat(tie) for tie in ties))
    print_receipt(session, record(session.app, match_id, act))


@click.command("dispute")
@click.argument("address", metavar="MATCH/ENTRY[-ENTRY]")
@click.argument("claim", type=click.Choice(get_args(ClaimKind)))
@click.argument("text")
@click.option("--claimant", metavar="NAME", help="The claimant (default: the recorder).")
@click.option(
    "--role",
    type=click.Choice(get_args(Role)),
    help="The claimant's role (default: a player, or as `official` named them).",
)
@_at
@on_damaged
@click.pass_obj
def dispute_command(
    session: Session,
    address: str,
    claim: ClaimKind,
    text: str,
    claimant: str | None,
    role: Role | None,
    at_version: int | None,
) -> None:
    """Dispute an entry, or entries A-B: claim that the record or the play is wrong.

    misrecorded: the log differs from the play. illegal: the play broke a rule. missed: a required action did not
    happen. interpretation: the meaning of a rule. conduct: somebody's behaviour."""
    from domain.judging import Disputed
    from service.judging.judge_actions import record

    place, dash, last = address.partition("-")
    match_id, version, names = named_entry(session, place)
    claimant, role = claimant_of(session, match_id, names, claimant, role)
    if dash and not (last.isascii() and last.isdigit() and len(last) < 10):
        raise UsageProblem(f"{address}: which entries? Write them as MATCH/ENTRY or MATCH/ENTRY-ENTRY")
    act = Disputed(
        about=version,
        upto=int(last) if dash else 0,
        claim=claim,
        claimant=claimant,
        role=role,
        text=text,
    )
    print_receipt(session, record(session.app, match_id, act, at_version=at_version))


class _Asked(TypedDict):
    """The options of a ruling."""

    text: str
    rules: tuple[str, ...]
    official: str | None
    role: Role | None
    error: int
    remedy: Remedy
    to: str | None
    dice: Dice | None
    put_back: tuple[str, ...]
    lines: tuple[str, ...]
    infraction: str
    penalties: tuple[str, ...]
    effects: tuple[str, ...]
    minutes: int
    deviation: str
    consents: tuple[str, ...]
    decision: Decision | None
    later: bool


@click.command("ruling")
@click.argument("address", metavar="MATCH[/ENTRY]")
@click.argument("text")
@click.option(
    "--cite",
    "rules",
    multiple=True,
    metavar="RULE",
    help="A rule of the rulebook, or an infraction of the guide; repeat it for each.",
)
@_by_official
@click.option(
    "--error", type=int, default=0, metavar="ENTRY", help="The point of error: the first entry that is wrong."
)
@click.option("--remedy", type=click.Choice(get_args(Remedy)), default="none", show_default=True)
@_going_back
@click.option("--infraction", default="", metavar="ID", help=f"An infraction of the guide: {', '.join(infractions())}.")
@click.option(
    "--penalty",
    "penalties",
    multiple=True,
    metavar="PLAYER[=PENALTY[:AMOUNT]]",
    help="warning, game_loss …, or the first letters; default: the penalty of the guide. "
    "Write `person NAME` for someone who is not a player. Repeat it for each.",
)
@click.option(
    "--effect",
    "effects",
    multiple=True,
    metavar="COMMAND",
    help="Effect of a penalty in the game (default: the game's own); one for each --penalty, in order.",
)
@click.option("--minutes", type=click.IntRange(0, MOST_MINUTES), default=0, help="Time extension.")
@click.option("--deviation", default="", help="Reason for deviating from the guide (head judge).")
@click.option(
    "--consent",
    "consents",
    multiple=True,
    metavar="PLAYER",
    help="A player who accepts an official with declared ties.",
)
@click.option(
    "--decision", type=click.Choice([d for d in get_args(Decision) if d]), help="The decision on the appeal in ENTRY."
)
@click.option("--later", is_flag=True, help="Undo play later: `rewind` records it when that is done.")
@_recording
def ruling_command(
    session: Session, address: str, at_version: int | None, as_json: bool, **asked: Unpack[_Asked]
) -> None:
    """Rule on the claim or appeal in ENTRY, or on MATCH without a claim. The ruling and all its effects are recorded
    atomically.

    \b
    matchbook ruling 7kq2/31 "Ada scored in the first turn" --cite CG-T03 --error 29 --remedy rewind --role head_judge
    matchbook ruling 7kq2/31 "no card was drawn" --cite CG-T02 --error 30 --remedy partial_fix --line draw_card
    matchbook ruling 7kq2 "marked sleeves" --cite CG-D01 --penalty Ada=warning
    matchbook ruling 7kq2 "four minutes for one move" --infraction slow-play --penalty Ada
    matchbook ruling 7kq2 "told Ada what to play" --cite outside-assistance --penalty "person Zoe=warning"

    \b
    none           nothing changes at the table
    simple_backup  undo one decision that revealed no information
    rewind         undo play back to the point of error
    partial_fix    fix the error and keep later play
    adjustment     change points, cards or the like
    reshuffle      shuffle the random part of a deck
    replay_game    undo everything since the opening

    `plan MATCH/ERROR` shows the steps of a rewind beforehand. The infraction guide names a penalty for the first time
    at an event, and others for repeats; the reference lists it."""
    from service.judging.guide import guided
    from service.judging.judge_actions import rule

    if len(asked["effects"]) > len(asked["penalties"]):
        raise UsageProblem("--effect is the effect of a --penalty: give one for each, in the same order")
    match_id, names = names_in(session, address)
    ruling = _ruling_of(address, names, official_of(session, match_id, asked["official"], asked["role"]), asked)
    found = guided(lambda: session.analytics, session.app.match(match_id), ruling, at_version)
    print_receipts(session, rule(session.app, match_id, found.ruling, at_version=at_version), as_json=as_json)
    for line in found.advice:
        say(line)


def _ruling_of(address: str, names: "Names", by: tuple[str, Role], asked: _Asked) -> "Ruling":
    from domain.judging import Ruled
    from service.addresses import parse_address
    from service.judging.form import given_of
    from service.judging.rulings import Ruling

    ruled = Ruled(
        about=parse_address(address)[1] or 0,
        text=asked["text"],
        rules=asked["rules"],
        official=by[0],
        role=by[1],
        error=asked["error"],
        remedy=asked["remedy"],
        infraction=asked["infraction"],
        deviation=asked["deviation"],
        minutes=asked["minutes"],
        consents=tuple(names.seat(name) for name in asked["consents"]),
        decision=asked["decision"] or "",
    )
    penalties = zip_longest(asked["penalties"], asked["effects"], fillvalue="")
    return Ruling(
        ruled=ruled,
        to=None if asked["to"] is None else act_of(asked["to"]),
        dice=asked["dice"] or "",
        lines=asked["lines"],
        later=asked["later"],
        put_back=tuple(put_back_of(one, names) for one in asked["put_back"]),
        penalties=tuple(structs.replace(given_of(one, names), effect=effect) for one, effect in penalties),
    )


@click.command("rewind")
@click.argument("address", metavar="MATCH/RULING")
@_going_back
@on_damaged
@as_json_or_text
@click.pass_obj
def rewind_command(
    session: Session,
    address: str,
    to: str | None,
    dice: Dice | None,
    put_back: tuple[str, ...],
    lines: tuple[str, ...],
    as_json: bool,
) -> None:
    """Record the rewind that the ruling in entry RULING orders (`ruling --later`), after it was done at the table, with
    random cards drawn."""
    from domain.judging import Rewound
    from service.judging.judge_actions import before_error, rewind

    match_id, ruling, names = named_entry(session, address)
    target = before_error(session.app, match_id, ruling) if to is None else act_of(to)
    backs = tuple(put_back_of(one, names) for one in put_back)
    act = Rewound(about=ruling, to=target.version, number=target.number, dice=dice or "", put_back=backs)
    print_receipts(session, rewind(session.app, match_id, act, lines), as_json=as_json)


@click.command("penalise")
@click.argument("address", metavar="MATCH/RULING")
@click.argument("player")
@click.argument("penalty", type=click.Choice(get_args(Penalty)))
@click.option(
    "--amount", type=click.IntRange(1, MOST_AMOUNT), help="Size of a score adjustment: points, prizes or victories."
)
@click.option("--effect", default="", metavar="COMMAND", help="Its effect in the game (default: the game's own).")
@_recording
def penalise_command(
    session: Session,
    address: str,
    player: str,
    penalty: Penalty,
    amount: int | None,
    effect: str,
    at_version: int | None,
    as_json: bool,
) -> None:
    """Give PLAYER (or `person NAME`, not a player) a penalty by the ruling in entry RULING, with its effect in the
    game."""
    from service.judging.form import receiver_of
    from service.judging.judge_actions import penalise

    match_id, ruling, names = named_entry(session, address)
    given = structs.replace(receiver_of(player, names), penalty=penalty, amount=amount or 0, effect=effect)
    print_receipts(session, penalise(session.app, match_id, ruling, given, at_version=at_version), as_json=as_json)


@click.command("appeal")
@click.argument("address", metavar="MATCH/RULING")
@click.argument("player")
@click.argument("text", default="")
@_at
@on_damaged
@click.pass_obj
def appeal_command(session: Session, address: str, player: str, text: str, at_version: int | None) -> None:
    """PLAYER appeals to the head judge against the ruling in entry RULING; `ruling` decides it."""
    from domain.judging import Appealed
    from service.judging.judge_actions import record

    match_id, ruling, names = named_entry(session, address)
    act = Appealed(about=ruling, seat=names.seat(player), text=text)
    print_receipt(session, record(session.app, match_id, act, at_version=at_version))


@click.command("withdraw")
@click.argument("address", metavar="MATCH/ENTRY")
@click.argument("text")
@_by_official
@_recording
def withdraw_command(
    session: Session,
    address: str,
    text: str,
    official: str | None,
    role: Role | None,
    at_version: int | None,
    as_json: bool,
) -> None:
    """Withdraw the claim, ruling, penalty or appeal in ENTRY, because it belongs to another match or was a mistake.
    TEXT is the reason. The effects of the entry are undone, too. If later play prevents that, the entry stays open in
    `disputes`.

    \b
    matchbook withdraw 7kq2/31 "this was table 4" --official Jo --role head_judge
    """
    from domain.judging import Withdrawn
    from service.judging.judge_actions import withdraw

    match_id, entry = entry_of(session, address)
    who, role = official_of(session, match_id, official, role)
    act = Withdrawn(about=entry, official=who, role=role, text=text)
    print_receipts(session, withdraw(session.app, match_id, act, at_version=at_version), as_json=as_json)


@click.command("confirm")
@click.argument("match")
@click.argument("player")
@_at
@on_damaged
@click.pass_obj
def confirm_command(session: Session, match: str, player: str, at_version: int | None) -> None:
    """Record that PLAYER confirms the result of MATCH and its record; the entry contains the head hash."""
    from service.judging.judge_actions import confirm

    match_id, names = names_in(session, match)
    print_receipt(session, confirm(session.app, match_id, names.seat(player), at_version=at_version))
