"""Permissions to change the records of officials by take-backs, redo and corrections, including corrections of the
seating."""

from collections.abc import Iterable, Iterator

from domain.corrections import Corrected
from domain.entries import Restored, TakenBack
from domain.game import C, E, S, evolve_all
from domain.judging import RULING_ROLES, Penalised
from domain.match import Match
from domain.payload import Revision, Role
from domain.procedure.docket import Docket
from domain.rules import Violation
from domain.seating import NOWHERE, places_now, seats_in
from domain.seats import Seat
from domain.text import join_words
from domain.timeline import Address, target_of


def naming_entries(docket: Docket[S, C, E]) -> dict[int, tuple[int, ...]]:
    """Return the entries that name players by seat, with those players' current seats: entries of officials, players'
    confirmations and requests, the agreed result."""
    match = docket.match
    found = {version: seats_in(match.as_seated(version, act)) for version, act in docket.acts.items()}
    if match.ended is not None:
        found[match.ended[0]] = match.ended[1].winners
    return {version: seats for version, seats in sorted(found.items()) if seats}


def seats_after(match: Match[S, C, E], payload: Corrected[C, E]) -> tuple[Seat, ...]:
    """Return the seating after a correction."""
    opening = match.actions[0].address
    amended = (one.events for one in payload.amended if one.address == opening and one.how == "replace")
    return next((evolve_all(match.game, match.states[0], events).seats for events in amended), match.state.seats)


def moved_effects(docket: Docket[S, C, E], seats: tuple[Seat, ...]) -> Iterator[tuple[int, int]]:
    """Yield the penalties whose effect would hit another person with these seats, and the entries of those effects."""
    match = docket.match
    places = places_now(match.state.seats, seats)
    for version, act in docket.of(Penalised).items():
        effect = Address(version + 1)
        if (
            act.effect
            and act.seat is not None
            and act.seat != NOWHERE
            and places[act.seat] != act.seat
            and match.standing(effect)
        ):
            yield version, effect.version


def authority_violations(docket: Docket[S, C, E], payload: Revision) -> Iterator[Violation]:
    """Yield the violations of a change of the record that affects records of officials."""
    match = docket.match
    concerned = [version for version in sorted(_undone_by(match, payload)) if docket.acts_in(version)]
    seats, now = match.state.seats, match.state.seats
    if isinstance(payload, Corrected):
        seats = seats_after(match, payload)
    named = naming_entries(docket) if seats != now else {}
    if concerned or named:
        yield from _unordered(docket, (*concerned, *named), payload)
    places = places_now(now, seats)
    for version, who in named.items():
        if gone := [now[seat].name for seat in who if seat != NOWHERE and places[seat] == NOWHERE]:
            yield Violation(
                "JP-U02", f"entry {version} names {join_words(gone)}, who would not be at the table any more"
            )
    amended = {one.entry for one in payload.amended if not one.number} if isinstance(payload, Corrected) else set()
    for version, effect in moved_effects(docket, seats):
        if effect not in amended:
            yield Violation("JP-U02", f"entry {effect} is the effect of the penalty in entry {version}: amend it, too")


def _undone_by(match: Match[S, C, E], payload: Revision) -> set[int]:
    """Return the entries that would leave the timeline or change."""
    if isinstance(payload, TakenBack):
        return {address.version for address in match.addresses_undone(target_of(payload))}
    if isinstance(payload, Restored):
        return set(range(payload.to + 1, match.version + 1))
    return {one.entry for one in payload.amended if one.how != "insert"} if isinstance(payload, Corrected) else set()


def _unordered(docket: Docket[S, C, E], concerned: Iterable[int], by: Revision) -> Iterator[Violation]:
    """Yield a violation unless an official with a sufficient role orders a change that affects these entries."""
    roles = {version: docket.role_behind(version) or "judge" for version in concerned}
    needed: Role = "head_judge" if "head_judge" in roles.values() else "judge"
    if by.role not in RULING_ROLES[RULING_ROLES.index(needed) :] or not by.official.strip():
        entries = ", ".join(str(version) for version, role in roles.items() if role == needed)
        who = f"the {needed.replace('_', ' ')}" if needed == "head_judge" else "an official"
        text = f"this concerns what officials and players put on record in entry {entries}: {who} orders it, by name"
        yield Violation("JP-U01", text)
    elif problem := docket.named_otherwise(by.official, by.role):
        yield Violation("JP-U01", problem)
