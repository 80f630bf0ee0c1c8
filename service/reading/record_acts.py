"""Descriptions of record acts: take-backs, corrections, notes, officials' acts."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN
from domain.corrections import Corrected
from domain.entries import Annotated, Concluded, Restored, TableEvent, TakenBack
from domain.game import Command, Event
from domain.judging import (
    Appealed,
    Appointed,
    Confirmed,
    Disputed,
    Judging,
    Merged,
    Penalised,
    PutBack,
    Rewound,
    Ruled,
    Withdrawn,
)
from domain.notation import Names, print_struct
from domain.outcome import Outcome
from domain.procedure.guide import infractions
from domain.seats import JUDGE, Seat, Viewpoint, seat_name
from domain.text import ending_text, join_words, pluralize
from domain.timeline import OPENING, Address, target_of
from service.errors import UsageProblem
from service.reading.styled_text import clean


def record_act_text(payload: Struct, seats: tuple[Seat, ...], viewpoint: Viewpoint = JUDGE) -> str:
    """Describe a record act in one line (in notation, if there is no sentence for its kind). Statements of officials
    and players are public; cards that a rewind put back are named only to their owner and the judge."""
    if isinstance(payload, Rewound):
        payload = replace(payload, put_back=tuple(_redacted(one, viewpoint) for one in payload.put_back))
    told = _WORDS.get(type(payload), _other_act)(payload, seats)
    return clean(f"{told}; {payload.remark}" if isinstance(payload, Judging) and payload.remark else told)


def _redacted(back: PutBack, viewpoint: Viewpoint) -> PutBack:
    if viewpoint in (JUDGE, back.seat):
        return back
    return replace(back, candidates=(UNKNOWN,) * len(back.candidates), chosen=UNKNOWN)


def outcome_text(outcome: Outcome, seats: tuple[Seat, ...]) -> str:
    """Return an outcome in words (see `ending_text`)."""
    winners = (clean(seat_name(seats, seat)) for seat in outcome.winners)
    return ending_text(winners, drawn=outcome.drawn, reason=outcome.reason, rule=outcome.rule)


_WHY: Final = r"( \((?P<reason>[^,()]+)(, (?P<rule>[^,()]+))?\))?(: (?P<note>.+))?"
"""Pattern of a conclusion's text after the winners."""


def concluded_by(text: str, seats: tuple[Seat, ...]) -> Concluded:
    """Parse a conclusion from its `record_act_text`. Raises UsageProblem."""
    said = text.removeprefix("concluded: ")
    named = [seat for seat, one in enumerate(seats) if clean(one.name) in said]
    winning = (winners for number in range(len(named) + 1) for winners in combinations(named, number))
    for outcome in (Outcome((), "", drawn=True), *(Outcome(winners, "") for winners in winning)):
        found = re.fullmatch(re.escape(outcome_text(outcome, seats)) + _WHY, said)
        if found is not None:
            reason, rule, note = (part or "" for part in found.group("reason", "rule", "note"))
            return Concluded(outcome=replace(outcome, reason=reason.replace(" ", "_"), rule=rule), note=note)
    raise UsageProblem(f"no result of this match: {said}; leave the line out, and record it with `matchbook conclude`")


def _taken_back(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, TakenBack)
    asked = [f"asked by {seat_name(seats, payload.asked)}"] if payload.asked is not None else []
    agreed = [f"agreed by {join_words(seat_name(seats, seat) for seat in payload.agreed)}"] if payload.agreed else []
    people = f" ({', '.join([*asked, *agreed])})" if asked or agreed else ""
    return f"back to entry {target_of(payload)}{_ordered(payload)}{people}"


def _restored(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Restored)
    return f"redo: the record after entry {payload.to}{_ordered(payload)}"


def _corrected(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Corrected)
    seats = ", including the seating" if _opening_in(payload) and payload.official else ""
    return f"correction of {pluralize(len(payload.amended), 'entry', 'entries')}{seats}{_ordered(payload)}"


def _opening_in(payload: Corrected[Command, Event]) -> bool:
    return any(one.address == OPENING for one in payload.amended)


def _ordered(payload: TakenBack | Restored | Corrected[Command, Event]) -> str:
    """Return the reason, and the official who ordered it, in words."""
    who = f" (ordered by {payload.official}, {_words(payload.role)})" if payload.official else ""
    return (f": {payload.reason}" if payload.reason else "") + who


def _table_event(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, TableEvent)
    minutes = f" {pluralize(payload.minutes, 'minute')}" if payload.minutes else ""
    about = f" on {payload.about}" if payload.about else ""
    said = "".join(f": {part}" for part in (payload.text, payload.digest) if part)
    role = payload.role.replace("_", " ")
    by = role if payload.author == role else f"{payload.author}, {role}"
    return f"{payload.what.replace('_', ' ')}{minutes}{about}{said} ({by})"


def _annotated(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Annotated)
    act = Address(payload.about, payload.number)
    place = f"{act}.{payload.event}" if payload.event else str(act)
    kind = "bookmark" if payload.bookmark else "note"
    said = " ".join(part for part in (payload.glyph, payload.text) if part)
    return f"{kind} on {place}: {said}" if said else f"{kind} on {place}"


def _concluded(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Concluded)
    return f"concluded: {outcome_text(payload.outcome, seats)}" + (f": {payload.note}" if payload.note else "")


def _words(value: str) -> str:
    return value.replace("_", " ")


def _assigned(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Appointed)
    ties = join_words(seat_name(seats, seat) for seat in payload.conflicts)
    return f"official: {payload.official} is {_words(payload.role)}" + (
        f", with ties to {ties}" if payload.conflicts else ""
    )


def _disputed(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Disputed)
    upto = f" to {payload.upto}" if payload.upto > payload.about else ""
    return f"disputed: entry {payload.about}{upto}, {payload.claim}: {payload.text} ({payload.claimant}, {_words(payload.role)})"


def _ruled(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Ruled)
    decided = f"appeal {payload.decision}" if payload.decision else "ruled"
    guided = payload.infraction in infractions()
    parts = (
        f" on {payload.about}" if payload.about else "",
        f", point of error {payload.error}" if payload.error else "",
        f" [{', '.join(payload.rules)}]" if payload.rules else "" if guided else " (not covered by the rulebook)",
        f" {payload.infraction}:" if payload.infraction else "",
        f" {payload.text}",
        f"; remedy: {_words(payload.remedy)}" if payload.remedy != "none" else "",
        f"; {pluralize(payload.minutes, 'minute')} more" if payload.minutes else "",
        f"; deviation: {payload.deviation}" if payload.deviation else "",
        f"; {join_words(seat_name(seats, seat) for seat in payload.consents)} consented" if payload.consents else "",
        f" ({payload.official}, {_words(payload.role)})",
    )
    return decided + "".join(parts)


def _penalised(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Penalised)
    amount = f" of {payload.amount}" if payload.amount else ""
    who = f"{payload.person} (no player)" if payload.seat is None else seat_name(seats, payload.seat)
    return f"penalty by {payload.about}: {who}: {_words(payload.penalty)}{amount}"


def _appealed(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Appealed)
    why = f": {payload.text}" if payload.text else ""
    return f"appeal of {seat_name(seats, payload.seat)} against {payload.about}{why}"


def _rewound(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Rewound)
    dice = {"": "", "keep": "; dice are kept", "reroll": "; dice are rolled again"}[payload.dice]
    back = "".join(
        f"; {seat_name(seats, one.seat)}: {one.chosen} to {one.place}, drawn from {join_words(one.candidates)}"
        for one in payload.put_back
    )
    return f"rewound to entry {target_of(payload)} by ruling {payload.about}{dice}{back}"


def _confirmed(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Confirmed)
    return f"confirmed by {seat_name(seats, payload.seat)}: head {payload.head}"


def _merged(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Merged)
    return f"merged into {payload.into}: this record does not count"


def _withdrawn(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Withdrawn)
    return f"withdrawn: entry {payload.about}: {payload.text} ({payload.official}, {_words(payload.role)})"


def _other_act(payload: Struct, seats: tuple[Seat, ...]) -> str:
    """Return any other kind of record act in notation."""
    return f"record: {print_struct(payload, Names(None, seats))}"


_WORDS: Final[dict[type[Struct], Callable[[Struct, tuple[Seat, ...]], str]]] = {
    TakenBack: _taken_back,
    Annotated: _annotated,
    Concluded: _concluded,
    Restored: _restored,
    Corrected: _corrected,
    TableEvent: _table_event,
    Appointed: _assigned,
    Disputed: _disputed,
    Ruled: _ruled,
    Penalised: _penalised,
    Appealed: _appealed,
    Rewound: _rewound,
    Confirmed: _confirmed,
    Merged: _merged,
    Withdrawn: _withdrawn,
}
