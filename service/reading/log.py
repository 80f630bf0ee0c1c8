"""A match as text: one line an action in notation, what followed from it indented, turns as headings.

Every line is cut for a viewpoint: commands are veiled and events narrated by the game, with what was known then. As ruled, an
act that was corrected is struck, and what stands in its place follows; as recorded, it stands as it was entered.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from domain.amending import Act, Address, Corrected, place_of
from domain.entries import Acted, Opened, payload_commands
from domain.failure import failure
from domain.game import AnyGame, Command, Event, Moment, tag_of
from domain.notation import Names, print_command
from domain.registry import find_rule
from domain.replay import AnyFrame, AnyHistory, frames_made
from domain.retelling import guarded
from domain.rules import Violation
from domain.rulings import act_frames, state_found
from domain.table import JUDGE, GameState, Seat, Viewpoint, seat_name
from service.reading.log_form import (
    AS_RECORDED,
    RECORD_ACT,
    amended_line,
    entry_line,
    event_line,
    later_line,
    turn_line,
    violation_line,
)
from service.reading.log_form import UNDONE_SIGN as UNDONE_SIGN  # noqa: PLC0414 - screens import it from here
from service.reading.log_form import VIOLATION_SIGN as VIOLATION_SIGN  # noqa: PLC0414
from service.reading.record_acts import record_act_text
from service.reading.toned import clean
from service.reading.viewpoints import viewpoint_name
from storage.records import AnyEntry as AnyEntry  # noqa: PLC0414 - screens import it from here
from storage.records import AnyMatch as AnyMatch  # noqa: PLC0414

AnyAct: TypeAlias = Act[GameState, Command, Event]
Reading: TypeAlias = Literal["ruled", "recorded"]
"""How a record is read: what stands today, or what each entry left."""


def log_lines(history: AnyHistory, viewpoint: Viewpoint, reading: Reading = "ruled") -> Iterator[str]:
    """The whole log: a heading, then every entry under the turn in which it was made."""
    yield heading(history, viewpoint, reading)
    turn: tuple[int, int] | None = None
    standing = _standing(history) if reading == "ruled" else {}
    for version in range(1, len(history.entries) + 1):
        act = standing.get(Address(version))
        now = (
            moment_before(history, version)
            if act is None
            else history.match.game.moment(state_found(history.match, act))
        )
        if version > 1 and (now.round, now.turn) != turn:
            turn = now.round, now.turn
            seats = (history.match.state if standing else state_before(history, version)).seats
            yield turn_line(turn_text(history.match.game, now, seats))
        yield from _ruled_lines(history, version, viewpoint, standing)
    yield from _inserted_lines(history, None, viewpoint, standing)


def entry_lines(
    history: AnyHistory, version: int, viewpoint: Viewpoint, reading: Reading = "recorded"
) -> Iterator[str]:
    """One entry: its action, the events of it, the rules it broke."""
    yield from _ruled_lines(history, version, viewpoint, _standing(history) if reading == "ruled" else {})


def ruled_frames(history: AnyHistory) -> Iterator[tuple[Address, AnyFrame]]:
    """The steps of all entries; acts that stand in the form in which they stand, inserted ones before those that follow them."""
    waiting = list(reversed(history.match.acts))
    for version in (*range(1, history.match.version + 1), 0):
        address = Address(version)
        stands = not version or history.match.standing(address) is not None
        while stands and waiting and (waiting[-1].number or waiting[-1].address == address):
            act = waiting.pop()
            yield from ((act.address, frame) for frame in act_frames(history.match, act, history.entries))
        if not stands:
            yield from ((address, frame) for frame in frames_of(history, version))


def act_lines(history: AnyHistory, act: AnyAct, viewpoint: Viewpoint) -> Iterator[str]:
    """An act as it stands after corrections."""
    game, inserted = history.match.game, act.by == act.version
    note = f"inserted by entry {act.by}" if inserted else f"as entry {act.by} has it"
    action = command_text(history.match, act, viewpoint, history.note_damage)
    yield entry_line(
        act.address, _distinct(game, act.command, action, state_found(history.match, act), viewpoint), note=note
    )
    for frame in act_frames(history.match, act, history.entries):
        if text := event_text(game, frame, viewpoint):
            yield event_line(act.address, frame.number, text)
    for violation in act.violations:
        yield violation_line(violation_text(game, violation, viewpoint))


def _standing(history: AnyHistory) -> dict[Address, AnyAct]:
    """What stands otherwise than it was recorded, by address, in the order of the line; nothing in most matches."""
    return {act.address: act for act in history.match.acts if act.by != act.version or act.number}


def _ruled_lines(
    history: AnyHistory, version: int, viewpoint: Viewpoint, standing: Mapping[Address, AnyAct]
) -> Iterator[str]:
    match, entry = history.match, history.entries[version - 1]
    if standing:
        yield from _inserted_lines(history, version, viewpoint, standing)
    act = standing.get(Address(version))
    if act is None or act.command != payload_commands(entry.payload)[0]:
        same = match.standing(Address(version)) if standing and act is None else None  # others may sit at the table now
        frames = frames_of(history, version) if same is None else list(act_frames(match, same, history.entries))
        told = _event_lines(match.game, frames, viewpoint)
        instead = "" if act is None else f"corrected by entry {act.by}"
        yield from _entry_lines(match, entry, told, viewpoint, history.note_damage, instead=instead, act=same)
    if act is not None:
        yield from act_lines(history, act, viewpoint)


def _inserted_lines(
    history: AnyHistory, before: int | None, viewpoint: Viewpoint, standing: Mapping[Address, AnyAct]
) -> Iterator[str]:
    """What corrections inserted before the act of an entry; None: behind all of them."""
    acts = history.match.acts
    place = len(acts) if before is None else place_of(acts, Address(before))
    first = place
    while first > 0 and acts[first - 1].number:
        first -= 1
    for act in acts[first:place] if standing else ():
        yield from act_lines(history, act, viewpoint)


def receipt_lines(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint) -> Iterator[str]:
    """One entry of a match that is in memory: nothing of it is read again, and nothing else of it folded."""
    frames = frames_made(match.game, entry, match.states[entry.envelope.version - 1])
    yield from _entry_lines(match, entry, _event_lines(guarded(match.game, str), frames, viewpoint), viewpoint, str)


def _event_lines(game: AnyGame, frames: Sequence[AnyFrame], viewpoint: Viewpoint) -> Iterator[str]:
    for frame in frames:
        if text := event_text(game, frame, viewpoint):
            yield event_line(frame.version, frame.number, text)


def _entry_lines(
    match: AnyMatch,
    entry: AnyEntry,
    told: Iterable[str],
    viewpoint: Viewpoint,
    note: Callable[[str], object],
    *,
    instead: str = "",
    act: AnyAct | None = None,
) -> Iterator[str]:
    """`instead`: what took its place. `act`: as it stands, where it is told so."""
    version, game = entry.envelope.version, match.game
    gone = instead or _undone(match, version)
    action = _action_text(match, entry, viewpoint, note) if act is None else command_text(match, act, viewpoint, note)
    if command := payload_commands(entry.payload)[0] if act is None else act.command:
        action = _distinct(game, command, action, match.states[version - 1], viewpoint)
    yield entry_line(version, action, note=gone, undone=bool(gone))
    yield from told
    yield from _amended_lines(match, entry, viewpoint, note)
    violations = payload_commands(entry.payload)[2]
    for violation in violations:
        yield violation_line(violation_text(game, violation, viewpoint))
    if viewpoint == JUDGE and isinstance(entry.payload, Acted) and entry.payload.reason:
        recorded = "as played" if violations else "reason"
        yield violation_line(f"{recorded}: {clean(entry.payload.reason)} ({clean(entry.envelope.by)})")


def _amended_lines(
    match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint, note: Callable[[str], object]
) -> Iterator[str]:
    """What a correction amends, and how many later acts it changes."""
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
    if later := len(payload.following):
        yield later_line(later)


def heading(history: AnyHistory, viewpoint: Viewpoint, reading: Reading = "ruled") -> str:
    """Game, match, players (as they sit today, or as they were recorded first) and the viewpoint, on one line."""
    seats = history.match.state.seats if reading == "ruled" else history.match.states[1].seats
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
    """`WHAT-IF of 7kq2m4xd9fra/41`; empty for a match that was played. Stands wherever the match is named."""
    return clean(f"WHAT-IF of {forked_from}") if forked_from else ""


def action_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """An entry's action in notation, or what a record act did in words."""
    match, entry = history.match, history.entries[version - 1]
    act = match.standing(Address(version)) if match.corrections else None
    if act is not None and payload_commands(entry.payload)[:2] == (act.command, act.events):
        return command_text(match, act, viewpoint, history.note_damage)  # as ruled
    return _action_text(match, entry, viewpoint, history.note_damage)


def titled_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """The action of an entry behind its title: `Play a student · play_student nia`; without it if the command is hidden."""
    payload, action = history.entries[version - 1].payload, action_text(history, version, viewpoint)
    shown, known = (text.split(" ", 1)[0] for text in (action, action_text(history, version, JUDGE)))
    if not isinstance(payload, Opened | Acted) or shown != known:
        return action
    phrase, _ = payload.command.spoken(state_before(history, version).catalogue)
    return f"{clean(phrase.title)} · {action}"


def told_texts(history: AnyHistory, version: int, viewpoint: Viewpoint, upto: int | None = None) -> list[str]:
    """What an entry did: a sentence, then what followed from it, as far as its event `upto` (None: all). Of minor events only
    those are told that nothing greater follows: a card that is played was shown, a turn that ends went through its phases.
    A record act, and an entry of which nothing is told, says what was recorded."""
    frames = [frame for frame in frames_of(history, version) if upto is None or frame.number <= upto]
    greater = [number for number, frame in enumerate(frames) if frame.event is not None and not frame.event.minor]
    last = greater[-1] if greater else -1
    told = [
        event_text(history.match.game, frame, viewpoint)
        for number, frame in enumerate(frames)
        if frame.event is not None and (number > last or not frame.event.minor)
    ]
    told = list(filter(None, told))  # what the command says already, some games do not say again
    return told or [action_text(history, version, viewpoint)]


def is_minor(history: AnyHistory, version: int) -> bool:
    """Whether an entry only moves the course of the game on."""
    events = [frame.event for frame in frames_of(history, version) if frame.event is not None]
    return bool(events) and all(event.minor for event in events)


def _action_text(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint, note: Callable[[str], object]) -> str:
    payload, version = entry.payload, entry.envelope.version
    if not isinstance(payload, Opened | Acted):
        return record_act_text(payload, match.seats_at(version), viewpoint)
    before, after = match.states[version - 1], match.states[version]
    return _command_text(
        match, payload.command, (before, after), viewpoint, lambda why: note(f"damaged, entry {version} {why}")
    )


def command_text(match: AnyMatch, act: AnyAct, viewpoint: Viewpoint, note: Callable[[str], object]) -> str:
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
        veiled = match.game.veil(before, command, viewpoint)
        return clean(print_command(veiled, Names(before.catalogue, before.seats or after.seats)))
    except Exception as error:
        # A forged command; whoever may not see it whole is told no more of it than its name.
        note(f"cannot be told: {failure(error, match.game.package)}")
        return clean(f"{tag_of(command)}: damaged record: this cannot be told")


def _distinct(game: AnyGame, command: Command, action: str, before: GameState, viewpoint: Viewpoint) -> str:
    """An action that reads like the words of a record act, which kits can have, as JSON."""
    if not RECORD_ACT.fullmatch(action):
        return action
    return clean(msgspec.json.encode(game.veil(before, command, viewpoint)).decode())


def event_text(game: AnyGame, frame: AnyFrame, viewpoint: Viewpoint) -> str:
    """One event in the rulebook's words; nothing for a frame without an event, and where the command says it already."""
    return "" if frame.event is None else clean(game.narrate(frame.before, frame.event, viewpoint))


def violation_text(game: AnyGame, violation: Violation, viewpoint: Viewpoint) -> str:
    """A broken rule. What exactly was wrong may name cards that are hidden, so only the judge reads that; all others read
    the rule's title."""
    if viewpoint == JUDGE:
        return clean(str(violation))
    rule = find_rule(game, violation.rule)
    return clean(f"[{violation.rule}] {rule.title if rule else ''}".rstrip())


def undone_text(history: AnyHistory, version: int) -> str:
    """Which entry undid this one; empty where it stands."""
    return _undone(history.match, version)


def superseded_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """What became of an entry that does not stand as it was recorded, and what took its place; empty where it stands."""
    act = history.match.standing(Address(version))
    if act is None or act.command == payload_commands(history.entries[version - 1].payload)[0]:
        return undone_text(history, version)
    return f"corrected by entry {act.by}: {command_text(history.match, act, viewpoint, history.note_damage)}"


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
    """The state that entry `version` found."""
    return history.match.states[version - 1]


def moment_before(history: AnyHistory, version: int) -> Moment:
    """Where the game stood when entry `version` was made."""
    last = history.last_frame_of[version - 1]
    return history.moments[last] if last >= 0 else history.match.game.moment(state_before(history, version))


def turn_text(game: AnyGame, moment: Moment, seats: tuple[Seat, ...]) -> str:
    """`turn 5 · Rin`, `round 2 · hand 3`: whose turn it is, whoever is to act."""
    whose = moment.seat if moment.owner is None else moment.owner
    parts = [f"{game.round_word or 'round'} {moment.round}"] if moment.round else []
    parts.append(f"{game.turn_word} {moment.turn}" if moment.turn else "opening")
    if whose is not None:
        parts.append(clean(seat_name(seats, whose)))
    return " · ".join(parts)
