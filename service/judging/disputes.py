"""What is disputed, in one match and in all, and the ledger of penalties over matches."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.judging import LADDER, Appealed, Contested, Judging, Penalised, Penalty, Ruled
from domain.names import fold_name
from domain.procedure.settlement import unsettled
from domain.seating import NOWHERE, seats_in
from domain.table import seat_name
from service.judging.desk import AnyDocket, docket_of
from service.reading.record_acts import record_act_text
from service.recording.matchbook import Matchbook

_NEXT = dict(zip(LADDER, (*LADDER[1:], LADDER[-1]), strict=True))


class Dispute(Struct, frozen=True):
    """A claim, ruling, penalty or appeal, and how it stands."""

    match: str
    version: int
    text: str
    state: str
    """`open`, `ruled in 14`, `appealed in 16`, `final`, `withdrawn by entry 18`, empty for what needs no answer."""


class Line(Struct, frozen=True, kw_only=True):
    """A penalty in the ledger."""

    player: str
    match: str
    version: int
    penalty: Penalty
    infraction: str
    repeated: int
    """The how manieth of this player for this infraction it is, in the order of recording."""
    next_step: Penalty
    """What the ladder names for the next time; a hint."""
    overturned: int = 0
    """The entry that withdrew it, or overturned its ruling on appeal: it does not count as repeated."""


def disputes(app: Matchbook, match_id: str) -> tuple[Dispute, ...]:
    """What officials have recorded of a match, in order."""
    match = app.match(match_id)
    docket = docket_of(app, match)
    left = unsettled(docket)
    return tuple(
        Dispute(
            match_id,
            version,
            record_act_text(act, match.seats_at(version)) + (f"; {left[version]}" if version in left else ""),
            "open" if version in left else state_of(docket, version, act),
        )
        for version, act in docket.acts.items()
    )


def open_disputes(app: Matchbook) -> tuple[Dispute, ...]:
    """The claims and appeals of all matches that wait for a ruling."""
    return tuple(one for match in _judged(app) for one in disputes(app, match) if one.state == "open")


def ledger(app: Matchbook, player: str | None = None) -> tuple[Line, ...]:
    """The penalties over all matches, by player and in the order of recording."""
    found: list[tuple[int, Line]] = []
    for match_id in _judged(app):
        found += _penalties(app, match_id, player)
    counts: Counter[tuple[str, str]] = Counter()
    lines = []
    for _, line in sorted(found, key=lambda one: one[0]):
        key = fold_name(line.player), line.infraction
        counts[key] += not line.overturned
        lines.append(replace(line, repeated=counts[key]))
    return tuple(sorted(lines, key=lambda line: fold_name(line.player)))


def _penalties(app: Matchbook, match_id: str, player: str | None) -> Iterator[tuple[int, Line]]:
    match = app.match(match_id)
    docket = docket_of(app, match)
    recorded = {e.envelope.version: e.envelope.recorded_at for e in app.store.entries(match_id)}
    for version, act in docket.of(Penalised).items():
        now, then = match.state.seats, match.seats_at(version)
        name = seat_name(now, act.seat) if act.seat != NOWHERE else seat_name(then, seats_in(docket.acts[version])[0])
        if player is not None and fold_name(name) != fold_name(player):
            continue
        ruling = docket.acts.get(act.about)
        infraction = ruling.infraction if isinstance(ruling, Ruled) else ""
        yield (
            recorded[version],
            Line(
                player=name,
                match=match_id,
                version=version,
                penalty=act.penalty,
                infraction=infraction,
                repeated=1,
                next_step=_NEXT[act.penalty],
                overturned=docket.void_by(version),
            ),
        )


def _judged(app: Matchbook) -> Iterator[str]:
    """The matches of which officials have recorded something."""
    return (
        match
        for match in app.store.match_ids()
        if any(isinstance(e.payload, Judging) for e in app.store.entries(match))
    )


def state_of(docket: AnyDocket, version: int, act: Judging) -> str:
    """How a claim, ruling, penalty or appeal stands."""
    if fate := docket.fate_of(version):
        return fate
    if isinstance(act, Contested | Appealed):
        ruling = docket.ruling_on(version)
        return f"ruled in {ruling}" if ruling else "open"
    if isinstance(act, Ruled):
        appeal = next(iter(docket.about(version, Appealed)), 0)
        return "final" if act.decision else f"appealed in {appeal}" if appeal else ""
    return ""
