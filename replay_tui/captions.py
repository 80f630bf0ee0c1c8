"""Captions of a match: the bars of replay and record screen, the next duty, the citation of a position."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Final

from domain.board import Prompt
from domain.entries import Envelope, TakenBack
from domain.game import TurnInfo
from domain.judging import Rewound
from domain.replay import AnyHistory, visible_frames
from domain.seats import JUDGE, GameState, Viewpoint, seat_name
from domain.text import pluralize
from domain.timeline import target_of
from replay_tui.timeline import Timeline, local_time
from service.addresses import format_address
from service.reading.log import (
    UNDONE_SIGN,
    VIOLATION_SIGN,
    action_text,
    entry_violations,
    event_text,
    frames_of,
    turn_text,
    what_if_text,
)
from service.reading.record_acts import outcome_text
from service.reading.styled_text import WIDE, Span, StyledLine, clean, cut, fit, fold, width_of
from service.reading.viewpoints import viewpoint_name
from service.typing.rows import Suggestions

if TYPE_CHECKING:
    from service.analysis.statistics import Answer

_MOST_NEXT: Final = 24
"""Most letters shown of the next queued line; the key hints follow it."""


def header_line(
    word: str, address: str, history: AnyHistory, viewpoint: Viewpoint, width: int, *, more: str = "", reading: str = ""
) -> StyledLine:
    """`REPLAY 7kq2m4xd9fra/41 · FRC: The Card Game · Otto v Rin as judge`. Return the top bar. The address is never
    cut."""
    match = history.match
    names = " v ".join(clean(seat.name) for seat in match.state.seats)
    title = match.opened.title if match.opened else ""
    about = " · ".join(clean(part) for part in (match.game.title, names, title, more) if part)
    left = (
        Span(f"{word} ", "strong"),
        Span(address, "strong"),
        Span(f" {what_if_text(match.forked_from)}".rstrip(), "warn"),
        Span(f" as {reading}" if reading else "", "warn"),
        Span(f" · {about}"),
    )
    room = width - width_of(left[:2]) - 1
    seen = cut(f"as {viewpoint_name(viewpoint, match.state.seats)}", max(room, 0))
    return spread(left, (Span(seen, "strong"),), width)


def replay_line(word: str, timeline: Timeline, position: int, viewpoint: Viewpoint, width: int) -> StyledLine:
    """Return the top bar of a replay; in a corrected match, it names the view."""
    history = timeline.history
    reading = timeline.reading if history.match.corrections else ""
    return header_line(word, place_address(timeline, position), history, viewpoint, width, reading=reading)


def moment_line(
    timeline: Timeline, position: int, badges: Sequence[str], zone: tzinfo | None, width: int
) -> StyledLine:
    """`entry 41/212 · turn 7 · Scoring · Ana to act · 14:32:07      LIVE`."""
    frame = timeline.frame(position)
    parts = [
        f"entry {place_text(timeline, position)}/{timeline.versions}",
        *moment_parts(timeline.history, timeline.moment(position), position),
        local_time(frame.entry.envelope.happened_at, zone).strftime("%H:%M:%S"),
    ]
    violations = timeline.violations(frame.version)
    marks = "".join(f"  {VIOLATION_SIGN} {rule}" for rule in dict.fromkeys(v.rule for v in violations))
    undone = timeline.history.match.undone.get(frame.version)
    back = f"  {UNDONE_SIGN} taken back by {undone}" if undone else ""
    left = (Span(" · ".join(parts)), Span(marks, "bad"), Span(back, "warn"))
    return spread(left, (Span(" · ".join(badges), "strong"),), width)


def place_text(timeline: Timeline, position: int) -> str:
    """`12` for a whole entry, `12.3` inside it: a position by its address in the match."""
    frame = timeline.frame(position)
    return f"{frame.version}.{frame.number}" if timeline.is_within(position) else f"{frame.version}"


def moment_parts(history: AnyHistory, moment: TurnInfo, position: int) -> list[str]:
    """Return turn, phase and, before the match was concluded, the player to act, in words."""
    game, frame = history.match.game, history.frames[position]
    seats, ended = frame.state.seats, history.match.ended_after(frame.version)
    parts = [turn_text(game, TurnInfo(moment.turn, "", None, moment.round), seats)]
    parts += [clean(moment.phase.replace("_", " "))] if moment.phase else []
    if moment.seat is not None and not ended:
        parts.append(f"{clean(seat_name(seats, moment.seat))} to act")
    return parts


def place_address(timeline: Timeline, position: int) -> str:
    """Return the address of a position: of its event inside an entry, of the entry at its end."""
    frame = timeline.frame(position)
    return clean(frame.address if timeline.is_within(position) else frame.entry.address)


def citation(timeline: Timeline, position: int, viewpoint: Viewpoint) -> str:
    """Return the citation of a position: address as its viewpoint numbers events, turn, action, broken rules and viewpoint."""
    history = timeline.history
    frame = timeline.frame(position)
    seats = history.match.state.seats
    seen = visible_frames(history.match.game, frames_of(history, frame.version), viewpoint)
    number = next((n for n, one in seen if timeline.is_within(position) and one is frame), 0)
    within = event_text(history.match.game, frame, viewpoint) if number else ""
    said = within or action_text(history, frame.version, viewpoint)
    rules = dict.fromkeys(v.rule for v in entry_violations(history.match, frame.entry, viewpoint))
    parts = [
        clean(format_address(history.match.id, frame.version, number)),
        *filter(None, [what_if_text(history.match.forked_from)]),
        turn_text(history.match.game, timeline.found(frame.version), seats),
        said,
        *(f"[{rule}]" for rule in rules),
    ]
    if viewpoint != JUDGE:
        parts.append(f"as {viewpoint_name(viewpoint, seats)}")
    return " · ".join(parts)


def correction_text(envelope: Envelope, payload: TakenBack | Rewound) -> str:
    """`entry 17: taken back to entry 8 by tess: miscounted`, `entry 20: rewound to entry 8 by pia: ruling in entry
    19`."""
    by = f" by {envelope.by}" if envelope.by else ""
    back, why = (
        ("taken back", payload.reason)
        if isinstance(payload, TakenBack)
        else ("rewound", f"ruling in entry {payload.about}")
    )
    return clean(f"entry {envelope.version}: {back} to entry {target_of(payload)}{by}{f': {why}' if why else ''}")


def spread(left: StyledLine, right: StyledLine, width: int) -> StyledLine:
    """Return a row with texts at both ends; the left one is cut if they overlap."""
    room = width - width_of(right) - 1 if width_of(right) else width
    if room < 8:
        return fit(left, width)
    shown = fit(left, room)
    return (*shown, Span(" " * (width - width_of(shown) - width_of(right))), *right)


def record_lines(
    timeline: Timeline, position: int, viewpoint: Viewpoint, badges: tuple[Span, ...], width: int
) -> tuple[StyledLine, ...]:
    """`41 · turn 7 · Krabby scores on Wall and fails saved 41`: the last entry, or the one that a prompt would return
    to. Narrow screens have a second row; on wide ones, it would change the layout of the table."""
    shown, history = timeline.version(position), timeline.history
    number = f"{shown}" if position == timeline.last else f"PREVIEW entry {shown}/{timeline.versions}"
    turn = turn_text(history.match.game, timeline.found(shown), history.match.state.seats)
    seen = visible_frames(history.match.game, frames_of(history, shown), viewpoint)
    told = (event_text(history.match.game, frame, viewpoint) for _, frame in seen)
    said = " · ".join(filter(None, told)) or action_text(history, shown, viewpoint)
    right = tuple(piece for badge in badges for piece in (Span("  "), badge))
    head: StyledLine = (Span(f"{number} ", "strong"), Span(f"{turn} · ", "dim"))
    room = max(width - width_of((*head, *right)) - 1, 8)
    first, *rest = fold(said, room) if width < WIDE else (said,)
    further = " ".join(row.strip() for row in rest)
    row = spread((*head, Span(first)), right, width)
    return (row, fit((Span(" " * len(f"{number} ")), Span(further)), width)) if further else (row,)


def due_lines(timeline: Timeline, position: int, viewpoint: Viewpoint) -> tuple[StyledLine, ...]:
    """Describe the next duty and its player after the shown entry, or the result."""
    match, state = timeline.history.match, timeline.frame(position).state
    at_end = position == timeline.last
    outcome = match.outcome if at_end else timeline.concluded(position) or match.game.outcome(state)
    if outcome is not None:
        result = Span(f"Result: {outcome_text(outcome, state.seats)}", "strong")
        return ((result,), (Span("^z takes back · F4 replays", "dim"),) if at_end else ())
    board = match.game.board(match.state if at_end else state, viewpoint)
    return tuple((Span(f"→ {_whose(prompt, state)}", "strong"), Span(clean(prompt.text))) for prompt in board.prompts)


def _whose(prompt: Prompt, state: GameState) -> str:
    """Return the player, if the text does not begin with the name."""
    name = "" if prompt.seat is None else clean(seat_name(state.seats, prompt.seat))
    return "" if not name or clean(prompt.text).startswith(name) else f"{name}: "


def queue_line(queue: tuple[str, ...], *, running: bool) -> StyledLine:
    """`12 lines wait · next: play_student nia · ⏎ on an empty line resumes · esc drops them`."""
    if not queue:
        return ()
    lines = pluralize(len(queue), "line")
    if running:
        return (Span("catching up", "strong"), Span(f" · {lines} to go"))
    waiting = Span(f"{lines} wait{'s' if len(queue) == 1 else ''}", "strong")
    following = clean(queue[0]) if len(queue[0]) <= _MOST_NEXT else f"{clean(queue[0][:_MOST_NEXT])}…"
    return (waiting, Span(f" · next: {following}"), Span(" · ⏎ on an empty line resumes · esc drops them", "dim"))


def answer_line(offered: Suggestions, chosen: str = "") -> StyledLine:
    """Describe the verdict on the typed line and the next argument; or the row that enter records instead."""
    verdict = offered.verdict
    broken = next((row.violations for row in offered.rows if row.line == chosen and row.violations), ())
    if chosen and chosen != offered.line and not broken:
        return (Span("⏎ records ", "dim"), Span(clean(chosen), "good"))
    if violations := broken or verdict.violations:
        first = f"{VIOLATION_SIGN} {'illegal' if broken else verdict.standing}: {clean(str(violations[0]))}"
        more = f" (+{len(violations) - 1})" if len(violations) > 1 else ""
        return (Span(first + more, "bad"),)
    if verdict.standing == "legal":
        extra = " ".join(f"{asked.name}=" for asked in offered.optional)
        return (
            Span(verdict.text or "✓ legal", "good"),
            Span(" · ⏎ records", "dim"),
            Span(f" · may add {extra}" if extra else "", "dim"),
        )
    if verdict.standing == "empty":
        return () if offered.rows else (Span("no suggestions now: type a command", "dim"),)
    return (Span(clean(verdict.text), "warn" if verdict.standing == "unreadable" else "dim"),)


def entries_text(history: AnyHistory, after: int, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Describe the entries after a version, one line each, with their recorders."""
    return tuple(
        f"{version}  {action_text(history, version, viewpoint)}  ({clean(entry.envelope.by)})"
        for version, entry in enumerate(history.entries[after:], start=after + 1)
    )


def statistics_line(where: str, answer: "Answer | None", zone: tzinfo | None, width: int) -> StyledLine:
    """Return the top bar of an answer: the scope, its number of matches, and the last entry in the analytics."""
    left, right = f" · {clean(where) or 'all matches'}", ""
    if answer is not None:
        left += f" · {pluralize(answer.n, 'match', 'matches')}"
        right = f"as of entry {answer.as_of.position:,} of {answer.as_of.head:,}"
        if width >= 100:
            right += local_time(answer.as_of.updated_at, zone).strftime(" · %Y-%m-%d %H:%M:%S")
    return spread((Span("STATISTICS", "strong"), Span(left)), (Span(right, "strong"),), width)
