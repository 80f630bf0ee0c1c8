"""A match as text: one line an action in notation, what followed from it indented, turns as headings.

Every line is cut for a viewpoint: commands are veiled and events narrated by the game, with what was known then.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from domain.failure import failure
from domain.game import AnyGame, Moment, Outcome, tag_of
from domain.match import Acted, Annotated, Concluded, Opened, TakenBack, payload_commands
from domain.notation import Names, print_command, print_struct
from domain.registry import find_rule
from domain.replay import AnyFrame, AnyHistory, frames_made
from domain.retelling import guarded
from domain.rules import Violation
from domain.table import JUDGE, GameState, Seat, Viewpoint, seat_name
from service.reading.toned import clean
from service.reading.viewpoints import viewpoint_name
from storage.records import AnyEntry as AnyEntry  # noqa: PLC0414 - screens import it from here
from storage.records import AnyMatch

VIOLATION_SIGN: Final = "!"
UNDONE_SIGN: Final = "x"


def log_lines(history: AnyHistory, viewpoint: Viewpoint) -> Iterator[str]:
    """The whole log: a heading, then every entry under the turn in which it was made."""
    yield heading(history, viewpoint)
    turn: tuple[int, int] | None = None
    for version in range(1, len(history.entries) + 1):
        now = moment_before(history, version)
        if version > 1 and (now.round, now.turn) != turn:
            turn = now.round, now.turn
            yield f"── {turn_text(history.match.game, now, state_before(history, version).seats)} ──"
        yield from entry_lines(history, version, viewpoint)


def entry_lines(history: AnyHistory, version: int, viewpoint: Viewpoint) -> Iterator[str]:
    """One entry: its action, the events of it, the rules it broke."""
    told = _event_lines(history.match.game, frames_of(history, version), viewpoint)
    yield from _entry_lines(history.match, history.entries[version - 1], told, viewpoint, history.note_damage)


def receipt_lines(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint) -> Iterator[str]:
    """One entry of a match that is in memory: nothing of it is read again, and nothing else of it folded."""
    frames = frames_made(match.game, entry, match.states[entry.envelope.version - 1])
    yield from _entry_lines(match, entry, _event_lines(guarded(match.game, str), frames, viewpoint), viewpoint, str)


def _event_lines(game: AnyGame, frames: Sequence[AnyFrame], viewpoint: Viewpoint) -> Iterator[str]:
    for frame in frames:
        if frame.event is not None:
            yield f"       {frame.version}.{frame.number} {event_text(game, frame, viewpoint)}"


def _entry_lines(
    match: AnyMatch, entry: AnyEntry, told: Iterable[str], viewpoint: Viewpoint, note: Callable[[str], object]
) -> Iterator[str]:
    version, game = entry.envelope.version, match.game
    by = match.undone.get(version)
    action = _action_text(match, entry, viewpoint, note)
    yield f"{' ' if by is None else UNDONE_SIGN} {version:>3}  {action}{f'  ({_undone(by)})' if by else ''}"
    yield from told
    violations = payload_commands(entry.payload)[2]
    for violation in violations:
        yield f"     {VIOLATION_SIGN} {violation_text(game, violation, viewpoint)}"
    if viewpoint == JUDGE and isinstance(entry.payload, Acted) and entry.payload.reason:
        recorded = "as played" if violations else "reason"
        yield f"     {VIOLATION_SIGN} {recorded}: {clean(entry.payload.reason)} ({clean(entry.envelope.by)})"


def heading(history: AnyHistory, viewpoint: Viewpoint) -> str:
    """Game, match, players and the viewpoint, on one line."""
    seats = history.match.state.seats
    opened = history.match.opened
    parts = [
        history.match.game.title,
        f"match {history.match.id}",
        what_if_text(history.match.forked_from),
        *([opened.title] if opened and opened.title else []),
        ", ".join(seat.name for seat in seats),
        f"as {viewpoint_name(viewpoint, seats)}",
    ]
    return clean(" · ".join(part for part in parts if part))


def what_if_text(forked_from: str) -> str:
    """`WHAT-IF of 7kq2m4xd9fra/41`; empty for a match that was played. Stands wherever the match is named."""
    return clean(f"WHAT-IF of {forked_from}") if forked_from else ""


def action_text(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """An entry's action in notation, or what a record act did in words."""
    return _action_text(history.match, history.entries[version - 1], viewpoint, history.note_damage)


def told_texts(history: AnyHistory, version: int, viewpoint: Viewpoint, upto: int | None = None) -> list[str]:
    """What an entry did: a sentence, then what followed from it, as far as its event `upto` (None: all); minor events come
    last. A record act, and an entry of which nothing is told, says what was recorded."""
    frames = [frame for frame in frames_of(history, version) if frame.event is not None]
    game = history.match.game
    there = [frame for frame in frames if upto is None or frame.number <= upto]
    there.sort(key=lambda frame: frame.event is not None and frame.event.minor)
    told = [event_text(game, frame, viewpoint) for frame in there]
    return told or [action_text(history, version, viewpoint)]


def is_minor(history: AnyHistory, version: int) -> bool:
    """Whether an entry only moves the course of the game on."""
    events = [frame.event for frame in frames_of(history, version) if frame.event is not None]
    return bool(events) and all(event.minor for event in events)


def _action_text(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint, note: Callable[[str], object]) -> str:
    payload, version = entry.payload, entry.envelope.version
    if not isinstance(payload, Opened | Acted):
        return clean(_RECORD_ACTS.get(type(payload), _other_act)(payload, match.state.seats))
    before = match.states[version - 1]
    try:
        veiled = match.game.veil(before, payload.command, viewpoint)
        return clean(print_command(veiled, Names(before.catalogue, before.seats or match.states[version].seats)))
    except Exception as error:
        # A forged command; whoever may not see it whole is told no more of it than its name.
        note(f"damaged, entry {version} cannot be told: {failure(error, match.game.package)}")
        return clean(f"{tag_of(payload.command)}: damaged record: this cannot be told")


def event_text(game: AnyGame, frame: AnyFrame, viewpoint: Viewpoint) -> str:
    """One event in the rulebook's words; for a frame without an event, nothing."""
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
    by = history.match.undone.get(version)
    return "" if by is None else _undone(by)


def _undone(by: int) -> str:
    return f"taken back by entry {by}"


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
    """`turn 5 · Rin`, `round 2 · hand 3`."""
    parts = [f"{game.round_word or 'round'} {moment.round}"] if moment.round else []
    parts.append(f"{game.turn_word} {moment.turn}" if moment.turn else "opening")
    if moment.seat is not None:
        parts.append(clean(seat_name(seats, moment.seat)))
    return " · ".join(parts)


def outcome_text(outcome: Outcome, seats: tuple[Seat, ...]) -> str:
    """`Rin wins (points, CG-E01)`, `a draw (agreed)`."""
    winners = " and ".join(clean(seat_name(seats, seat)) for seat in outcome.winners)
    result = f"{winners} win{'s' if len(outcome.winners) == 1 else ''}" if winners else "a draw"
    why = ", ".join(part for part in (outcome.reason.replace("_", " "), outcome.rule) if part)
    if not winners and not outcome.drawn:
        result = "no winner"
    return f"{result} ({why})" if why else result


def _taken_back(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, TakenBack)
    return f"back to entry {payload.to}" + (f": {payload.reason}" if payload.reason else "")


def _annotated(payload: Struct, _: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Annotated)
    place = f"{payload.about}.{payload.event}" if payload.event else str(payload.about)
    kind = "bookmark" if payload.bookmark else "note"
    said = " ".join(part for part in (payload.glyph, payload.text) if part)
    return f"{kind} on {place}: {said}" if said else f"{kind} on {place}"


def _concluded(payload: Struct, seats: tuple[Seat, ...]) -> str:
    assert isinstance(payload, Concluded)
    return f"concluded: {outcome_text(payload.outcome, seats)}" + (f": {payload.note}" if payload.note else "")


def _other_act(payload: Struct, seats: tuple[Seat, ...]) -> str:
    """Any further kind of record act, in notation."""
    return print_struct(payload, Names(None, seats))


_RECORD_ACTS: Final[dict[type[Struct], Callable[[Struct, tuple[Seat, ...]], str]]] = {
    TakenBack: _taken_back,
    Annotated: _annotated,
    Concluded: _concluded,
}
