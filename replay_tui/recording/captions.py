"""The words on the record screen: the bars, what is due, what the line comes to."""

from typing import Final

from domain.table import GameState, Viewpoint, seat_name
from replay_tui.screens.captions import moment_parts, spread
from replay_tui.timeline import Timeline
from service.reading.log import VIOLATION_SIGN, AnyHistory, action_text, outcome_text, what_if_text
from service.reading.toned import Line, Span, clean
from service.reading.viewpoints import viewpoint_name
from service.typing.suggestions import Asked, Suggestions

_MOST_NEXT: Final = 24
"""Letters of the next line that are shown: what can be done with the queue stands behind it."""

__all__ = ["answer_line", "due_lines", "entries_text", "header_line", "place_line", "queue_line"]


def header_line(timeline: Timeline, viewpoint: Viewpoint, width: int) -> Line:
    """`RECORD 7kq2m4xd9fra/41 · FRC: The Card Game · Otto v Rin · strict      as judge`."""
    match = timeline.history.match
    title = match.opened.title if match.opened else ""
    names = " v ".join(clean(seat.name) for seat in match.state.seats)
    about = " · ".join(clean(part) for part in (match.game.title, names, title, match.strictness) if part)
    left = (
        Span("RECORD ", "strong"),
        Span(f"{match.id}/{timeline.versions}", "strong"),
        Span(f" {what_if_text(match.forked_from)}".rstrip(), "warn"),
        Span(f" · {about}"),
    )
    return spread(left, (Span(f"as {viewpoint_name(viewpoint, match.state.seats)}", "strong"),), width)


def place_line(timeline: Timeline, position: int, badges: tuple[Span, ...], width: int) -> Line:
    """`entry 41 · turn 7 · Scoring · Ana to act      saved 41`."""
    shown = timeline.version(position)
    number = f"entry {shown}" if position == timeline.last else f"PREVIEW entry {shown}/{timeline.versions}"
    parts = [number, *moment_parts(timeline.history, timeline.moment(position), position)]
    right = tuple(piece for badge in badges for piece in (Span("  "), badge))
    return spread((Span(" · ".join(parts)),), right, width)


def due_lines(history: AnyHistory, viewpoint: Viewpoint) -> tuple[Line, ...]:
    """What must be done next and by whom, or how it ended."""
    match = history.match
    if match.outcome is not None:
        result = Span(f"Result: {outcome_text(match.outcome, match.state.seats)}", "strong")
        return ((result,), (Span("^z takes back · F4 replays", "dim"),))
    board = match.game.board(match.state, viewpoint)
    return tuple(
        (Span(f"→ {_whose(prompt.seat, match.state)}", "strong"), Span(clean(prompt.text))) for prompt in board.prompts
    )


def _whose(seat: int | None, state: GameState) -> str:
    return "" if seat is None else f"{clean(seat_name(state.seats, seat))}: "


def queue_line(queue: tuple[str, ...], *, running: bool) -> Line:
    """`12 lines wait · next: play_student nia · ⏎ on an empty line goes on · esc drops them`."""
    if not queue:
        return ()
    lines = f"{len(queue)} line{'s' if len(queue) > 1 else ''}"
    if running:
        return (Span("catching up", "strong"), Span(f" · {lines} to go"))
    waiting = Span(f"{lines} wait{'s' if len(queue) == 1 else ''}", "strong")
    following = clean(queue[0]) if len(queue[0]) <= _MOST_NEXT else f"{clean(queue[0][:_MOST_NEXT])}…"
    return (waiting, Span(f" · next: {following}"), Span(" · ⏎ on an empty line goes on · esc drops them", "dim"))


def answer_line(offered: Suggestions, chosen: str = "") -> Line:
    """What the line comes to as typed, and what may be given next; or the row that enter records in its place."""
    verdict = offered.verdict
    if chosen and chosen != offered.line:
        return (Span("⏎ records ", "dim"), Span(clean(chosen), "good"))
    if verdict.violations:
        first = f"{VIOLATION_SIGN} {verdict.standing}: {clean(str(verdict.violations[0]))}"
        more = f" (+{len(verdict.violations) - 1})" if len(verdict.violations) > 1 else ""
        return (Span(first + more, "bad"),)
    if verdict.standing == "legal":
        extra = _names(offered.optional)
        return (
            Span("✓ legal", "good"),
            Span(" · ⏎ records", "dim"),
            Span(f" · may add {extra}" if extra else "", "dim"),
        )
    if verdict.standing == "empty":
        what = "number, letters or a command" if offered.rows else "nothing is offered now: type a command"
        return (Span(f"{what} · ? help", "dim"),)
    return (Span(clean(verdict.text), "warn" if verdict.standing == "unreadable" else "dim"),)


def _names(optional: tuple[Asked, ...]) -> str:
    return " ".join(f"{asked.name}=" for asked in optional)


def entries_text(history: AnyHistory, after: int, viewpoint: Viewpoint) -> tuple[str, ...]:
    """What was recorded after an entry, one line each, with who did it."""
    return tuple(
        f"{version}  {action_text(history, version, viewpoint)}  ({clean(entry.envelope.by)})"
        for version, entry in enumerate(history.entries[after:], start=after + 1)
    )
