"""Corrections, with a preview before they are recorded, and redo."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.correction_preview import Edit, EditEffect, Proposal, Verdict, preview_correction
from domain.corrections import EditKind
from domain.decision import Decision, ImpossibleCommand, RuleViolation, decide
from domain.entries import Restored, TableEvent
from domain.game import Command, Event
from domain.match import AnyMatch
from domain.names import fold_name
from domain.notation import Names, NotationError, print_command
from domain.outcome import Outcome
from domain.payload import Role
from domain.procedure.authority import authority_violations, moved_effects, naming_entries
from domain.procedure.docket import Docket
from domain.rules import Violation
from domain.seating import NOWHERE, Seats, moved, places_now, reseated, seats_in
from domain.seats import JUDGE, GameState, Viewpoint, seat_name
from domain.text import join_words, pluralize
from domain.timeline import Address, AnyAction, BrokenHistory
from service.errors import EntryNotFound, LineRefused, UsageProblem
from service.reading.record_acts import outcome_text, record_act_text
from service.reading.seen_corrections import seen_effect
from service.recording.match_service import MatchService, Receipt
from service.recording.repetition import expect_same, repeated_request
from service.recording.request_checks import validated_request
from service.typing.scoresheet import read_command

NOTHING_TO_REDO: Final = (
    "no take-back since the last action, result or confirmation; "
    "`redo --to N` restores the record after entry N and undoes everything later"
)

AnyProposal: TypeAlias = Proposal[GameState, Command, Event]
AnyConsequence: TypeAlias = EditEffect[GameState, Command, Event]


class RequestedEdit(Struct, frozen=True):
    """One requested change of a correction."""

    address: Address
    how: EditKind
    line: str = ""
    """The new command in notation; empty if the action is struck."""
    number: int = 0
    """Its line number in a file of changes; 0 if it does not come from a file."""
    kept: bool = False
    """True for a penalty's effect that moves to its player's new seat. It is recorded even if a rule forbids it."""


class CorrectionRequest(Struct, frozen=True, kw_only=True):
    """A correction as requested."""

    match: str
    changes: tuple[RequestedEdit, ...]
    reason: str = ""
    as_played: bool = False
    """True: record amended commands even if rules forbid them."""
    at_version: int | None = None
    """The last entry that the sender saw; if the match has newer ones, it is a conflict."""
    command_id: str | None = None
    official: str = ""
    """The official who orders it, if officials' acts are affected."""
    role: Role | Literal[""] = ""


class EffectRow(Struct, frozen=True, kw_only=True):
    """The effect on one action, in readable form."""

    act: str
    verdict: Verdict
    before: str
    """Its command in notation; empty for an inserted action."""
    after: str
    """Its command afterwards; empty if it is removed."""
    rules: tuple[str, ...] = ()
    """Rules that it newly breaks, or that make it impossible."""
    text: str = ""
    """Its violations, in words: for the judge."""
    handed: str = ""
    """The old and the new player of the action, in words; empty if the player stays the same."""


class Preview(Struct, frozen=True, kw_only=True):
    """A correction before it is recorded. It is valid while the match is at `version`."""

    match: str
    version: int
    """The entry that the match is at."""
    proposal: AnyProposal
    before: GameState
    """The state before the correction."""
    after: GameState
    """The state after the correction."""
    outcome_before: Outcome | None
    outcome_after: Outcome | None
    competitions: tuple[str, ...] = ()
    """Competitions of which this is a match: their standings may change."""
    named: tuple[str, ...] = ()
    """For corrections of seats: each entry that names people and moves to their new seats, in words."""
    missing_authority: tuple[Violation, ...] = ()
    """Violations of rules on officials' authority that prevent the correction."""

    @property
    def possible(self) -> bool:
        """True if it can be recorded."""
        return not self.proposal.impossible

    @property
    def concern(self) -> str:
        """Return the text of a question before recording, if later entries break rules or change their player; else empty."""
        broken = len(self.having("newly_illegal"))
        handed = sum(one.handed is not None for one in self.proposal.consequences)
        parts = (
            broken and pluralize(broken, "later entry breaks", "later entries break") + " rules then",
            handed and pluralize(handed, "later entry becomes", "later entries become") + " another player's",
        )
        return ", ".join(part for part in parts if part)

    @property
    def results(self) -> tuple[str, str]:
        """The result before and after, in words."""
        ends = ((self.outcome_before, self.before), (self.outcome_after, self.after))
        was, now = (outcome_text(end, state.seats) if end else "in progress" for end, state in ends)
        return was, now

    def having(self, verdict: Verdict) -> tuple[AnyConsequence, ...]:
        """Return the effects with this verdict."""
        return self.proposal.having(verdict)


def preview(app: MatchService, asked: CorrectionRequest) -> Preview:
    """Return the effects of a correction without recording. Raises UsageProblem, LineRefused, RuleViolation, Conflict."""
    asked = validated_request(asked)
    with app.store.lock:
        match = app.store.load(asked.match)
        return _previewed(app, match, asked)


def correct(app: MatchService, asked: CorrectionRequest) -> Receipt:
    """Record a correction. Raises as `preview`, ImpossibleCommand if it makes later actions impossible, and the errors
    of the store."""
    asked = validated_request(asked)
    with app.store.lock:
        match = app.store.load(asked.match)
        if asked.command_id is not None and asked.command_id in match.command_ids:
            receipt = app.receipt(match, asked.command_id)
            with repeated_request(receipt.entry):
                before = app.store.load(asked.match, receipt.version - 1)
                expect_same(receipt.entry, decided(app, before, replace(asked, at_version=None)).payload)
            return receipt
        return app.record_revision(match, decided(app, match, asked).payload, command_id=asked.command_id)


def correct_unattended(app: MatchService, asked: CorrectionRequest) -> Receipt:
    """Record a correction without asking the scorekeeper. Unless `as_played`, it is refused if a later entry would break a rule
    or change its player. Raises as `correct`, and RuleViolation or UsageProblem for the first such entry."""
    with app.store.lock:
        found = preview(app, asked)
        concerns = found.having("newly_illegal") or [c for c in found.proposal.consequences if c.handed]
        if concerns and found.possible and not asked.as_played:
            rows = {row.act: row for row in rows_of(app.store.load(asked.match), found)}
            if broken := found.having("newly_illegal"):
                raise RuleViolation([_told_violation(rows[str(one.address)], one) for one in broken])
            raise UsageProblem(
                f"{described_effect(rows[str(concerns[0].address)])}; record it as played to accept this"
            )
        return correct(app, asked)


def _told_violation(row: EffectRow, one: AnyConsequence) -> Violation:
    first = one.violations[0]
    return replace(first, text=f"{described_effect(replace(row, rules=(), text=''))}: {first.text}")


def decided(app: MatchService, match: AnyMatch, asked: CorrectionRequest) -> AnyProposal:
    """Return the correction, if all later actions remain possible. Raises as `preview`, and ImpossibleCommand."""
    proposal = _previewed(app, match, asked).proposal
    if stopped := proposal.impossible:
        raise ImpossibleCommand([_at_its_act(one) for one in stopped])
    return proposal


def redo(
    app: MatchService,
    match_id: str,
    to: int | None = None,
    *,
    reason: str = "",
    official: str = "",
    role: Role | Literal[""] = "",
    at_version: int | None = None,
) -> Receipt:
    """Redo: continue from the record after entry `to`; `None`: before the last take-back. Raises UsageProblem,
    Conflict, RuleViolation if it requires an `official`."""
    with app.store.lock:
        match = app.store.load(match_id)
        app.remark_on(match)
        app.expect(match, at_version)
        if to is None:
            if not match.redoable:
                raise UsageProblem(NOTHING_TO_REDO)
            to = match.redoable[0]
        if not 0 < to <= match.version:
            raise EntryNotFound(to, match.version)
        if match.stands_as_after(to):
            raise UsageProblem(f"the record already equals that after entry {to}")
        return app.record_revision(match, Restored(to=to, reason=reason, official=official, role=role))


def record_table_event(app: MatchService, match_id: str, event: TableEvent) -> Receipt:
    """Record an event at the table outside the game, such as a judge call. Raises UsageProblem."""
    event = validated_request(event)
    if not event.author.strip():
        raise UsageProblem("give the author of the table event")
    if (event.what == "extra_time") != bool(event.minutes) and event.what not in ("clock_started", "clock_paused"):
        raise UsageProblem("give minutes (1 or more) for extra time; only clock events may have them, too")
    if (event.what == "evidence") != bool(event.digest):
        raise UsageProblem(
            "give a file for evidence, and only for evidence; its hash is recorded, the file is not stored"
        )
    if event.what in ("statement", "note") and not event.text.strip():
        raise UsageProblem(f"give the text of the {event.what}")
    with app.store.lock:
        match = app.store.load(match_id)
        if not 0 <= event.about <= match.version:
            raise EntryNotFound(event.about, match.version)
        return app.record(match, event)


def rows_of(match: AnyMatch, found: Preview, viewpoint: Viewpoint = JUDGE) -> tuple[EffectRow, ...]:
    """Return the effect on each action, in the new order, limited to what the viewpoint may know."""
    return tuple(_row(match, one, found.after, viewpoint) for one in found.proposal.consequences)


VERDICTS: Final[dict[Verdict, str]] = {
    "replaced": "is replaced",
    "inserted": "is added",
    "struck": "is removed",
    "same": "stays the same",
    "changed": "has other effects",
    "newly_illegal": "now breaks a rule",
    "newly_legal": "breaks no rule now",
    "impossible": "can no longer happen",
}
"""Effects of a correction on an action, in words."""

_TOLD: Final = VERDICTS | {"replaced": "will be replaced", "inserted": "will be added", "struck": "will be removed"}
"""The same in a sentence about a correction that is not recorded yet."""


def described_effect(row: EffectRow) -> str:
    """Return what happens to an action: `entry 12 (play_student nia) now breaks a rule: [CG-A02] …`."""
    why = f": {' '.join(f'[{rule}]' for rule in row.rules)} {row.text}" if row.text else ""
    whose = f", {row.handed}" if row.handed else ""
    return f"entry {row.act} ({row.before or row.after}) {_TOLD[row.verdict]}{whose}{why}"


def _previewed(app: MatchService, match: AnyMatch, asked: CorrectionRequest) -> Preview:
    app.remark_on(match)
    app.expect(match, asked.at_version)
    _expect_standing(match, asked.changes)
    docket: Docket[GameState, Command, Event] = Docket(match, app.store.entries(match.id, upto=match.version))
    decided = partial(_decided, match, asked.as_played or match.strictness != "strict")
    opening = match.actions[0].address
    amended = (one for one in asked.changes if (one.address, one.how) == (opening, "replace"))
    seats = next((decided(one, match.states[0]).after.seats for one in amended), match.state.seats)
    changes = (*asked.changes, *_moved(docket, seats, asked.changes))
    try:
        proposal = preview_correction(
            match, [Edit(one.address, one.how, one) for one in changes], decided, asked.reason
        )
    except BrokenHistory as error:
        raise UsageProblem(f"{match.id}: {error}") from error
    if all(one.is_unchanged for one in proposal.consequences):
        raise UsageProblem(f"entry {changes[0].address} already is {changes[0].line!r}: give another line")
    payload = docket.in_role(proposal.ordered(asked.official, asked.role))
    named = (tag.partition(":")[2] for tag in (match.opened.tags if match.opened else ()))
    return Preview(
        match=match.id,
        version=match.version,
        proposal=replace(proposal, payload=payload),
        before=match.state,
        after=proposal.state,
        outcome_before=match.outcome,
        outcome_after=(match.concluded and moved(match.concluded, match.state.seats, proposal.state.seats))
        or match.game.outcome(proposal.state),
        competitions=tuple(competition for competition in named if competition and app.store.exists(competition)),
        named=tuple(_kept(app, docket, seats)),
        missing_authority=tuple(authority_violations(docket, payload)),
    )


def _moved(
    docket: "Docket[GameState, Command, Event]", seats: Seats, changes: Sequence[RequestedEdit]
) -> Iterator[RequestedEdit]:
    """Yield edits that move the effects of penalties to their players' new seats, except effects that are corrected
    themselves."""
    match, asked = docket.match, {change.address for change in changes}
    places = places_now(match.state.seats, seats)
    for _, effect in moved_effects(docket, seats):
        action = match.standing(Address(effect))
        if action is not None and action.address not in asked:
            command = reseated(action.command, places)
            if NOWHERE in seats_in(command):
                continue  # the correction is refused, because the penalty names somebody who would not be at the table
            line = print_command(command, Names(match.state.catalogue, seats))
            yield RequestedEdit(action.address, "replace", line, kept=True)


def _kept(app: MatchService, docket: "Docket[GameState, Command, Event]", seats: Seats) -> Iterator[str]:
    """Yield each entry that names people, with their old and new seats, in words."""
    match = docket.match
    places = places_now(match.state.seats, seats)
    for version, who in naming_entries(docket).items() if seats != match.state.seats else ():
        payload = app.store.entries(match.id, version - 1, version)[0].payload
        sat = [(match.state.seats[seat].name, seat, places[seat]) for seat in who if seat != NOWHERE]
        where = ", ".join(f"{name} from seat {seat + 1} to {place + 1 or 'none'}" for name, seat, place in sat)
        said = f"entry {version} ({record_act_text(payload, match.seats_at(version))})"
        renamed = [(name, seats[place].name) for name, _, place in sat if place != NOWHERE]
        if others := [f"{old} as {new}" for old, new in renamed if fold_name(old) != fold_name(new)]:
            yield (
                f"{said} passes to {join_words(others)}: {where}. If that is another person, "
                f"take back or withdraw entry {version} first"
            )
        else:
            yield f"{said} goes with the people whom it names: {where}"


def _decided(
    match: AnyMatch, as_played: bool, change: RequestedEdit, state: GameState
) -> Decision[GameState, Command, Event]:
    """Parse the line of a change; errors name the line of its file."""
    names = Names(state.catalogue, state.seats or match.state.seats, state)
    try:
        command = read_command(change.line, match.game, names)
        return decide(match.game, state, command, as_played=as_played or change.kept)
    except (NotationError, RuleViolation) as error:
        if not change.number:
            raise
        raise LineRefused(change.number, change.line, error) from error


def _expect_standing(match: AnyMatch, changes: Sequence[RequestedEdit]) -> None:
    """Raise UsageProblem if a change is not of a current action, with the reason."""
    if not changes:
        raise UsageProblem("give a command, --strike, or a file with changes")
    for change in changes:
        address = change.address
        where = f"line {change.number}: " if change.number else ""
        if address.version > match.version:
            raise EntryNotFound(address, match.version, where)
        if match.standing(address) is not None:
            continue
        if not any(action.address == address for action in match.all_actions):
            raise UsageProblem(f"{where}entry {address} is not an action: only actions can be corrected")
        by = match.undone.get(address.version)
        why = f"entry {by} undid it" if by and not address.number else "it was undone"
        raise UsageProblem(f"{where}entry {address} was undone: {why}; `redo --to N` restores the record")


def _at_its_act(one: AnyConsequence) -> Violation:
    first = one.violations[0]
    return Violation(first.rule, f"entry {one.address} becomes impossible: {first.text}", impossible=True)


def _row(match: AnyMatch, one: AnyConsequence, after: GameState, viewpoint: Viewpoint) -> EffectRow:
    def told(action: AnyAction | None) -> str:
        if action is None:
            return ""
        before = match.states[0] if action.parent is None else action.parent.state
        redacted = match.game.redact(before, action.command, viewpoint)
        return print_command(redacted, Names(before.catalogue, before.seats or action.state.seats))

    verdict, rules = seen_effect(match, one, viewpoint)
    return EffectRow(
        act=str(one.address),
        verdict=verdict,
        before=told(one.before),
        after=told(one.after),
        rules=rules,
        text="; ".join(violation.text for violation in one.violations) if viewpoint == JUDGE else "",
        handed=_handed(one, match.state, after),
    )


def _handed(one: AnyConsequence, before: GameState, after: GameState) -> str:
    if one.handed is None:
        return ""
    was, now = one.handed
    return f"becomes {seat_name(after.seats, now)}'s; it was {seat_name(before.seats, was)}'s"
