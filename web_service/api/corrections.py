"""Corrections of actions, with a preview of their effects."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from domain.names import Names
from domain.notation import print_command
from domain.seats import JUDGE
from domain.timeline import Address
from service.recording.correction_requests import (
    CorrectionRequest,
    RequestedEdit,
    correct,
    described_effect,
    preview,
    rows_of,
)
from web_service.api.recording import posts, record, tried
from web_service.limits import OFFERS
from web_service.parameters import Long, Number, State, Who
from web_service.problems import unreadable
from web_service.requests import CorrectBody
from web_service.responses import Effects, RecordedResponse


@get("/api/matches/{match:str}/corrections", right="record", answers=Effects, missing=True)
async def effects(
    app_state: State,
    caller: Who,
    match: FromPath[str],
    entry: Number = 1,
    line: Long = "",
    strike: FromQuery[bool] = False,
) -> Effects:
    """Return the command line of an entry. With a new `line`, or with `strike`, also preview the effect on each later
    action, without recording."""
    app_state.limits.spend(OFFERS, caller.key)

    def look() -> Effects:
        found = app_state.match(caller, "record", match)
        app_state.looked(caller, match, JUDGE, "api")
        action = found.standing(Address(entry))
        if action is None:
            raise unreadable(f"Entry {entry} is not a current action: only actions can be corrected.")
        own = print_command(action.command, Names(found.state.catalogue, found.state.seats))
        if not strike and (not line or line == own):
            return Effects(own, possible=True, told=[])
        asked = CorrectionRequest(match=match, changes=_changes(entry, line, strike=strike), **caller.ordering)
        foreseen = tried(lambda: preview(app_state.service_for(caller), asked), caller, found.game)
        rows = rows_of(found, foreseen)
        effects_told = [described_effect(row) for row in rows if row.verdict != "same"]
        told = [*effects_told, *foreseen.named, *map(str, foreseen.missing_authority)]
        return Effects(own, foreseen.possible and not foreseen.missing_authority, told)

    return await app_state.drawings.paced(caller, look)


def _changes(entry: int, line: str, *, strike: bool) -> tuple[RequestedEdit, ...]:
    """Return the requested edit. Raises Problem if neither a line nor `strike` is given, or both are."""
    if strike and line:
        raise unreadable(f"Send a new line for entry {entry}, or strike it: not both.")
    if not strike and not line.strip():
        raise unreadable(f"The line is empty. Send a new line for entry {entry}, or strike it to remove the entry.")
    return (RequestedEdit(Address(entry), "strike" if strike else "replace", line),)


@posts("corrections", CorrectBody)
async def correct_entry(
    app_state: State,
    caller: Who,
    match: FromPath[str],
    sent: NamedDependency[CorrectBody],
) -> Response[RecordedResponse]:
    """Replace the command line of an action, or strike the action; later actions are kept and checked again."""
    asked = CorrectionRequest(
        match=match,
        changes=_changes(sent.entry, sent.line, strike=sent.strike),
        reason=sent.reason,
        at_version=sent.at_version,
        command_id=sent.command_id,
        **caller.ordering,
    )
    return await record(app_state, caller, match, lambda app: correct(app, asked))
