"""A match as text: one line per action in notation, its effects indented, turns as headings.

Every line is limited to a viewpoint: the game redacts commands and narrates events with the knowledge of that moment.
In the corrected view, a corrected action is struck out and followed by its replacement; as recorded, it is shown as it
was entered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from domain.corrected_history import act_frames, state_found
from domain.corrections import Corrected
from domain.entries import ActionEntry, Opened, TakenBack, action_parts
from domain.failure import failure
from domain.game import AnyGame, Command, TurnInfo, tag_of
from domain.match import AnyMatch
from domain.notation import Names, print_command
from domain.registry import find_rule
from domain.rendering import with_error_boundary
from domain.replay import AnyFrame, AnyHistory, frames_made, visible_frames
from domain.rules import Violation
from domain.seats import JUDGE, GameState, Seat, Viewpoint, seat_name
from domain.syntax import quoted
from domain.timeline import Address, AnyAction, place_of
from domain.verdicts import known_violations
from service.reading.record_acts import record_act_text
from service.reading.revealed_cards import revealed_text
from service.reading.seen_corrections import SeenCorrections, changed_later
from service.reading.styled_text import clean
from service.reading.viewpoints import viewpoint_name
from service.typing.log_form import (
    AS_RECORDED,
    RECORD_ACT,
    amended_line,
    entry_line,
    event_line,
    later_line,
    turn_line,
    violation_line,
)
from service.typing.log_form import UNDONE_SIGN as UNDONE_SIGN  # noqa: PLC0414 - screens import it from here
from service.typing.log_form import VIOLATION_SIGN as VIOLATION_SIGN  # noqa: PLC0414
from storage.records import AnyEntry as AnyEntry  # noqa: PLC0414 - screens import it from here

Reading: TypeAlias = Literal["corrected", "recorded"]
"""The view of a record: with corrections applied, or as it was recorded."""


def log_lines(history: AnyHistory, viewpoint: Viewpoint, reading: Reading = "corrected") -> Iterator[str]:
    """The whole log: a heading, then every entry under the turn in which it was made."""
    yield heading(history, viewpoint, reading)
    turn: tuple[int, int] | None = None
    seen = SeenCorrections(history, viewpoint)
    standing = _standing(history, viewpoint) if reading == "corrected" else {}
    for version in range(1, len(history.entries) + 1):
        act = standing.get(Address(version))
        now = (
            moment_before(history, version)
            if act is None
            else history.match.game.turn_info(state_found(history.match, act))
        )
        if version > 1 and (now.round, now.turn) != turn:
            turn = now.round, now.turn
            seats = (history.match.state if standing else state_before(history, version)).seats
            yield turn_line(turn_text(history.match.game, now, seats))
        yield from _corrected_lines(seen, version, standing)
    yield from _inserted_lines(seen, None, standing)


def entry_lines(
    history: AnyHistory, version: int, viewpoint: Viewpoint, reading: Reading = "recorded"
) -> Iterator[str]:
    """Yield the lines of one entry: its action, events and violations."""
    standing = _standing(history, viewpoint) if reading == "corrected" else {}
    yield from _corrected_lines(SeenCorrections(history, viewpoint), version, standing)


def corrected_frames(history: AnyHistory) -> Iterator[tuple[Address, AnyFrame]]:
    """Yield the frames of all entries, with their addresses: corrected actions in their current form, inserted actions
    before the entry that they precede."""
    waiting = list(reversed(history.match.actions))
    for version in (*range(1, history.match.version + 1), 0):
        address = Address(version)
        stands = not version or history.match.standing(address) is not None
        while stands and waiting and (waiting[-1].number or waiting[-1].address == address):
            act = waiting.pop()
            yield from ((act.address, frame) for frame in act_frames(history.match, act, history.entries))
        if not stands:
            yield from ((address, frame) for frame in frames_of(history, version))


def _act_lines(seen: SeenCorrections, act: AnyAction) -> Iterator[str]:
    """Yield the lines of an action in its current (corrected) form."""
    history, viewpoint, by = seen.history, seen.viewpoint, seen.changed_by(act)
    game, inserted = history.match.game, f"inserted by entry {by}" if act.number else ""
    note = inserted if by == act.version else f"after correction {by}"
    action = command_text(history.match, act, viewpoint, history.note_damage)
    yield entry_line(act.address, _distinct(action), note=note)
    yield from _event_lines(game, act.address, act_frames(history.match, act, history.entries), viewpoint)
    for violation in action_violations(history.match, act, viewpoint):
        yield violation_line(violation_text(game, violation, viewpoint))


def _standing(history: AnyHistory, viewpoint: Viewpoint) -> dict[Address, AnyAction]:
    """Return the corrected actions by address, in the order of the timeline; empty for most matches. Which actions a correction
    changed may be secret, so if there are corrections, all viewpoints but the judge get all actions."""
    every = viewpoint != JUDGE and history.match.corrections
    return {act.address: act for act in history.match.actions if every or act.by != act.version or act.number}


def _corrected_lines(seen: SeenCorrections, version: int, standing: Mapping[Address, AnyAction]) -> Iterator[str]:
    history, viewpoint = seen.history, seen.viewpoint
    match, entry = history.match, history.entries[version - 1]
    if standing:
        yield from _inserted_lines(seen, version, standing)
    act = standing.get(Address(version))
    if act is None or seen.is_replaced(act):
        same = match.standing(Address(version)) if standing and act is None else None  # with the current seats
        frames = frames_of(history, version) if same is None else list(act_frames(match, same, history.entries))
        told = _event_lines(match.game, version, frames, viewpoint)
        instead = "" if act is None else f"corrected by entry {seen.changed_by(act)}"
        yield from _entry_lines(match, entry, told, viewpoint, history.note_damage, instead=instead, act=same)
    if act is not None:
        yield from _act_lines(seen, act)


def _inserted_lines(seen: SeenCorrections, before: int | None, standing: Mapping[Address, AnyAction]) -> Iterator[str]:
    """Yield the lines of actions that corrections inserted before the action of an entry; `before` is `None` for those
    at the end."""
    actions = seen.match.actions
    place = len(actions) if before is None else place_of(actions, Address(before))
    first = place
    while first > 0 and actions[first - 1].number:
        first -= 1
    for act in actions[first:place] if standing else ():
        yield from _act_lines(seen, act)


def receipt_lines(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint) -> Iterator[str]:
    """Yield the lines of the latest entry of a match in memory, without reading or folding it again."""
    frames = frames_made(match.game, entry, match.states[entry.envelope.version - 1])
    told = _event_lines(with_error_boundary(match.game, str), entry.envelope.version, frames, viewpoint)
    yield from _entry_lines(match, entry, told, viewpoint, str)


def _event_lines(
    game: AnyGame, address: Address | int, frames: Iterable[AnyFrame], viewpoint: Viewpoint
) -> Iterator[str]:
    for number, frame in visible_frames(game, tuple(frames), viewpoint):
        if text := event_text(game, frame, viewpoint):
            yield event_line(address, number, text)


def _entry_lines(
    match: AnyMatch,
    entry: AnyEntry,
    told: Iterable[str],
    viewpoint: Viewpoint,
    note: Callable[[str], object],
    *,
    instead: str = "",
    act: AnyAction | None = None,
) -> Iterator[str]:
    """Yield the lines of a recorded action. `instead`: the action that replaced it. `act`: its current form, if shown."""
    version, game = entry.envelope.version, match.game
    gone = instead or _undone(match, version)
    action = _action_text(match, entry, viewpoint, note) if act is None else command_text(match, act, viewpoint, note)
    if act is not None or action_parts(entry.payload)[0]:
        action = _distinct(action)
    yield entry_line(version, action, note=gone, undone=bool(gone))
    yield from told
    yield from _amended_lines(match, entry, viewpoint, note)
    violations = entry_violations(match, entry, viewpoint)
    for violation in violations:
        yield violation_line(violation_text(game, violation, viewpoint))
    if viewpoint == JUDGE and isinstance(entry.payload, ActionEntry) and entry.payload.reason:
        recorded = "as played" if violations else "reason"
        yield violation_line(f"{recorded}: {clean(entry.payload.reason)} (by {clean(entry.envelope.by)})")


def _amended_lines(
    match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint, note: Callable[[str], object]
) -> Iterator[str]:
    """Yield the corrected actions of a correction, and the number of later actions that it changes for the viewpoint."""
    payload, version = entry.payload, entry.envelope.version
    if not isinstance(payload, Corrected):
        return
    made = {act.address: act for act in match.corrections[version]}
    number = 0
    for one in payload.amended:
        number += one.how == "insert"
        act = made.get(Address(version, number) if one.how == "insert" else one.address)
        what = "struck" if act is None else f"now {command_text(match, act, viewpoint, note)}"
        if one.how == "insert" and act is not None:
            what = f"before it, as {act.address}: {command_text(match, act, viewpoint, note)}"
        yield amended_line(one.address, what)
    if later := changed_later(match, entry, viewpoint):
        yield later_line(later)


def heading(history: AnyHistory, viewpoint: Viewpoint, reading: Reading = "corrected") -> str:
    """Game, match, players (as they sit today, or as they were recorded first) and the viewpoint, on one line."""
    seats = history.match.state.seats if reading == "corrected" else history.match.states[1].seats
    opened = history.match.opened
    recorded = AS_RECORDED if reading == "recorded" and history.match.corrections else ""
    parts = [
        history.match.game.title,
        f"match {history.match.id}",
        what_if_text(history.match.forked_from),
        *([opened.title] if opened and opened.title else []),
        ", ".join(seat.name for seat in seats),
        f"as {viewpoint_name(viewpoint, history.match.state.seats)}{recorded}",
    ]
    return clean(" · ".join(part for part in parts if part))


def what_if_text(forked_from: str) -> str:
    """`WHAT-IF of 7kq2m4xd9fra/41`; empty for a match that was played. Shown with each mention of the match."""
    return clean(f"WHAT-IF of {forked_from}") if forked_from else ""


def action_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """An entry's action in notation, or what a record act did in words."""
    match, entry = history.match, history.entries[version - 1]
    act = match.standing(Address(version)) if match.corrections else None
    if act is not None and action_parts(entry.payload)[:2] == (act.command, act.events):
        return command_text(match, act, viewpoint, history.note_damage)  # as corrected
    return _action_text(match, entry, viewpoint, history.note_damage)


def titled_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """Return the action of an entry after its title: `Play a student · play_student nia`; without the title if the
    command is hidden."""
    payload, action = history.entries[version - 1].payload, action_text(history, version, viewpoint)
    shown, known = (text.split(" ", 1)[0] for text in (action, action_text(history, version, JUDGE)))
    if not isinstance(payload, Opened | ActionEntry) or shown != known:
        return action
    phrase, _ = payload.command.to_words(state_before(history, version).catalogue)
    return f"{clean(phrase.title)} · {action}"


def told_texts(history: AnyHistory, version: int, viewpoint: Viewpoint, upto: int | None = None) -> list[str]:
    """Describe an entry: a sentence, then its effects up to event `upto` (`None`: all). Bookkeeping events are omitted unless
    the entry has no others: "plays a card" implies that the card is shown. For record acts, and entries without visible events,
    describe the recorded command."""
    seen = visible_frames(history.match.game, frames_of(history, version), viewpoint)
    frames = [frame for _, frame in seen if upto is None or frame.number <= upto]
    greater = [
        number for number, frame in enumerate(frames) if frame.event is not None and not frame.event.is_bookkeeping
    ]
    last = greater[-1] if greater else -1
    told = [
        event_text(history.match.game, frame, viewpoint)
        for number, frame in enumerate(frames)
        if frame.event is not None and (number > last or not frame.event.is_bookkeeping)
    ]
    told = list(filter(None, told))  # a game may narrate an event with no text, if the command already says it
    return told or [action_text(history, version, viewpoint)]


def is_minor(history: AnyHistory, version: int) -> bool:
    """Return True if an entry is only bookkeeping, such as a new phase."""
    events = [frame.event for frame in frames_of(history, version) if frame.event is not None]
    return bool(events) and all(event.is_bookkeeping for event in events)


def _action_text(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint, note: Callable[[str], object]) -> str:
    payload, version = entry.payload, entry.envelope.version
    if not isinstance(payload, Opened | ActionEntry):
        learnt = revealed_text(match, payload.to, version, viewpoint) if isinstance(payload, TakenBack) else ""
        return record_act_text(payload, match.seats_at(version), viewpoint) + learnt
    before, after = match.states[version - 1], match.states[version]
    return _command_text(
        match, payload.command, (before, after), viewpoint, lambda why: note(f"damaged, entry {version} {why}")
    )


def command_text(match: AnyMatch, act: AnyAction, viewpoint: Viewpoint, note: Callable[[str], object]) -> str:
    """The command of an act in notation, as the viewpoint may see it."""
    before = state_found(match, act)
    return _command_text(match, act.command, (before, act.state), viewpoint, note)


def _command_text(
    match: AnyMatch,
    command: Command,
    states: tuple[GameState, GameState],
    viewpoint: Viewpoint,
    note: Callable[[str], object],
) -> str:
    before, after = states
    try:
        redacted = match.game.redact(before, command, viewpoint)
        return clean(print_command(redacted, Names(before.catalogue, before.seats or after.seats)))
    except Exception as error:
        # A forged command cannot be redacted safely, so limited viewpoints see only its name.
        note(f"cannot be described: {failure(error, match.game.package)}")
        return clean(f"{tag_of(command)}: damaged record: this cannot be described")


def _distinct(action: str) -> str:
    """Return an action in notation, with its verb in quotes if it reads like the text of a record act, because a kit may have a
    verb called `note`."""
    if not RECORD_ACT.fullmatch(action):
        return action
    verb, _, arguments = action.partition(" ")
    return f"{quoted(verb)} {arguments}".rstrip()


def event_text(game: AnyGame, frame: AnyFrame, viewpoint: Viewpoint) -> str:
    """Describe one event in the rulebook's words; empty for a frame without an event, or if the command says it already."""
    return "" if frame.event is None else clean(game.narrate(frame.before, frame.event, viewpoint))


def entry_violations(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint) -> tuple[Violation, ...]:
    """Return the violations that an entry recorded, as far as a viewpoint may know them."""
    command, _, found = action_parts(entry.payload)
    before = match.states[entry.envelope.version - 1]
    return known_violations(match.game, before, command, found, viewpoint)


def action_violations(match: AnyMatch, action: AnyAction, viewpoint: Viewpoint) -> tuple[Violation, ...]:
    """Return the violations of an action in its current form, as far as a viewpoint may know them."""
    before = state_found(match, action)
    return known_violations(match.game, before, action.command, action.violations, viewpoint)


def violation_text(game: AnyGame, violation: Violation, viewpoint: Viewpoint) -> str:
    """Describe a violation. The details may name hidden cards, so only the judge sees them; other viewers see the
    rule's title."""
    if viewpoint == JUDGE:
        return clean(str(violation))
    rule = find_rule(game, violation.rule)
    return clean(f"[{violation.rule}] {rule.title if rule else ''}".rstrip())


def undone_text(history: AnyHistory, version: int) -> str:
    """Return the entry that undid this one; empty if it is current."""
    return _undone(history.match, version)


def superseded_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """Describe the status of an undone or corrected entry, and its replacement; empty for a current entry."""
    act, seen = history.match.standing(Address(version)), SeenCorrections(history, viewpoint)
    if act is None or not seen.is_replaced(act):
        return undone_text(history, version)
    return (
        f"corrected by entry {seen.changed_by(act)}: {command_text(history.match, act, viewpoint, history.note_damage)}"
    )


def _undone(match: AnyMatch, version: int) -> str:
    by = match.undone.get(version)
    if by is None:
        return ""
    how = "struck" if by in match.corrections else "undone" if by in match.redos else "taken back"
    return f"{'rewound' if by in match.rewinds else how} by entry {by}"


def frames_of(history: AnyHistory, version: int) -> list[AnyFrame]:
    """The frames of one entry."""
    return history.frames[history.last_frame_of[version - 1] + 1 : history.last_frame_of[version] + 1]


def state_before(history: AnyHistory, version: int) -> GameState:
    """Return the state before entry `version`."""
    return history.match.states[version - 1]


def moment_before(history: AnyHistory, version: int) -> TurnInfo:
    """Return the turn context at the time of entry `version`."""
    last = history.last_frame_of[version - 1]
    return history.moments[last] if last >= 0 else history.match.game.turn_info(state_before(history, version))


def turn_text(game: AnyGame, moment: TurnInfo, seats: tuple[Seat, ...]) -> str:
    """Return `turn 5 · Rin`, `round 2 · hand 3`. The name is that of the player whose turn it is, even if another is to act."""
    whose = moment.seat if moment.owner is None else moment.owner
    parts = [f"{game.round_word or 'round'} {moment.round}"] if moment.round else []
    parts.append(f"{game.turn_word} {moment.turn}" if moment.turn else "opening")
    if whose is not None:
        parts.append(clean(seat_name(seats, whose)))
    return " · ".join(parts)
