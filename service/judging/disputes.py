"""Lists of claims, rulings, penalties and appeals, for one match or for all matches."""

from collections.abc import Iterator

from msgspec import Struct

from domain.judging import Appealed, Disputed, Judging, Ruled
from domain.procedure.settlement import unsettled
from domain.seats import JUDGE, Viewpoint
from service.judging.judge_actions import AnyDocket, docket_of
from service.reading.record_acts import record_act_text
from service.recording.match_service import MatchService


class Dispute(Struct, frozen=True):
    """A claim, ruling, penalty or appeal with its status."""

    match: str
    version: int
    text: str
    state: str
    """The status: `open`, `ruled in 14`, `appealed in 16`, `final` or `withdrawn by entry 18`; empty for entries without one."""


def disputes(app: MatchService, match_id: str, viewpoint: Viewpoint = JUDGE) -> tuple[Dispute, ...]:
    """Return the officials' entries of a match, in order, with the texts that a viewpoint may read."""
    match = app.match(match_id)
    docket = docket_of(app, match)
    left = unsettled(docket)
    return tuple(
        Dispute(
            match_id,
            version,
            record_act_text(act, match.seats_at(version), viewpoint)
            + (f"; {left[version]}" if version in left else ""),
            "open" if version in left else state_of(docket, version, act),
        )
        for version, act in docket.acts.items()
    )


def open_disputes(app: MatchService) -> tuple[Dispute, ...]:
    """Return the claims and appeals that wait for a ruling, of all matches."""
    return tuple(one for match in _judged(app) for one in disputes(app, match) if one.state == "open")


def _judged(app: MatchService) -> Iterator[str]:
    """Yield the ids of matches with entries of officials."""
    return (
        match
        for match in app.store.match_ids()
        if any(isinstance(e.payload, Judging) for e in app.store.entries(match))
    )


def state_of(docket: AnyDocket, version: int, act: Judging) -> str:
    """Return the status of a claim, ruling, penalty or appeal, as in `Dispute.state`."""
    if fate := docket.fate_of(version):
        return fate
    if isinstance(act, Disputed | Appealed):
        ruling = docket.ruling_on(version)
        return f"ruled in {ruling}" if ruling else "open"
    if isinstance(act, Ruled):
        appeal = next(iter(docket.about(version, Appealed)), 0)
        return "final" if act.decision else f"appealed in {appeal}" if appeal else ""
    return ""
