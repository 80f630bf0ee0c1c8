"""Comparison of two matches with the same beginning, such as a what-if and its origin: where they diverge, the actions
since, and the differences of the boards."""

from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest

from msgspec import Struct

from domain.corrected_history import act_frames
from domain.replay import AnyHistory, visible_frames
from domain.seats import Viewpoint
from domain.timeline import AnyAction
from service.errors import UsageProblem
from service.reading.log import VIOLATION_SIGN, action_violations, command_text, event_text
from service.reading.moment_diff import NOWHERE, BoardPath, follow


class CurrentAction(Struct, frozen=True):
    """A current action of one of the two matches."""

    version: int
    text: str
    violations: tuple[str, ...] = ()
    """Ids of the rules it broke."""


class Pair(Struct, frozen=True):
    """The n-th action after the divergence in both matches; `None` if one of them has ended."""

    left: CurrentAction | None
    right: CurrentAction | None


class BoardDifference(Struct, frozen=True):
    """A place where the two current boards differ, with the entries that caused it (`None`: unchanged since the
    divergence)."""

    place: str
    left: str
    right: str
    left_version: int | None
    right_version: int | None


class Comparison(Struct, frozen=True):
    """One viewpoint's view of two matches with the same beginning."""

    left: str
    right: str
    """Ids of the matches."""
    shared: int
    """Number of current actions (in corrected form) that both matches share."""
    left_parting: int
    right_parting: int
    """The last shared entry, in each match's own numbers."""
    pairs: tuple[Pair, ...]
    differences: tuple[BoardDifference, ...]


def compare(left: AnyHistory, right: AnyHistory, viewpoint: Viewpoint) -> Comparison:
    """Compare two matches. They diverge at the first action that looks different to the viewpoint.

    Raises UsageProblem for matches with different beginnings.
    """
    lines = left.match.actions, right.match.actions
    shared = 0
    for actions in zip(*lines, strict=False):
        if _looks(left, actions[0], viewpoint) != _looks(right, actions[1], viewpoint):
            break
        shared += 1
    if not shared:
        raise UsageProblem(
            f"{left.match.id} and {right.match.id} have different beginnings, so they cannot be compared"
        )
    steps = _steps(left, lines[0][shared:], viewpoint), _steps(right, lines[1][shared:], viewpoint)
    return Comparison(
        left.match.id,
        right.match.id,
        shared,
        lines[0][shared - 1].version,
        lines[1][shared - 1].version,
        tuple(_pairs(*steps)),
        _differences(_since(left, shared, viewpoint), _since(right, shared, viewpoint)),
    )


def _looks(history: AnyHistory, action: AnyAction, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Return an action as the viewpoint sees it. Only this is compared; otherwise the point of divergence would reveal
    hidden cards."""
    match = history.match
    seen = visible_frames(match.game, tuple(act_frames(match, action, history.entries)), viewpoint)
    events = (event_text(match.game, frame, viewpoint) for _, frame in seen)
    return (command_text(match, action, viewpoint, history.note_damage), *events)


def _steps(history: AnyHistory, actions: Sequence[AnyAction], viewpoint: Viewpoint) -> list[CurrentAction]:
    return [
        CurrentAction(
            action.version,
            command_text(history.match, action, viewpoint, history.note_damage),
            tuple(dict.fromkeys(violation.rule for violation in action_violations(history.match, action, viewpoint))),
        )
        for action in actions
    ]


def _pairs(left: list[CurrentAction], right: list[CurrentAction]) -> Iterator[Pair]:
    """Pair the n-th actions. An adjustment at that point (sampled cards) has no counterpart and is paired with an empty
    side."""
    here, there = (sum(1 for _ in takewhile(_adjusts, steps)) for steps in (left, right))
    yield from (Pair(*pair) for pair in zip_longest(left[:here], right[:there]))
    yield from (Pair(*pair) for pair in zip_longest(left[here:], right[there:]))


def _adjusts(step: CurrentAction) -> bool:
    return step.text.partition(" ")[0] == "adjust"


def _since(history: AnyHistory, shared: int, viewpoint: Viewpoint) -> BoardPath:
    path = [(action.version, action.state) for action in history.match.actions[shared - 1 :]]
    return follow(history.match.game, viewpoint, path)


def _differences(left: BoardPath, right: BoardPath) -> tuple[BoardDifference, ...]:
    found = []
    for key in (*left.end, *(key for key in right.end if key not in left.end)):
        here, there = left.end.get(key, NOWHERE), right.end.get(key, NOWHERE)
        if here.text != there.text:
            versions = left.made_by.get(key), right.made_by.get(key)
            found.append(BoardDifference(here.label or there.label, here.text, there.text, *versions))
    return tuple(found)


def step_text(step: CurrentAction | None) -> str:
    """` 15  play_student zed  ! CG-A02`; empty without an entry."""
    if step is None:
        return ""
    broken = "".join(f"  {VIOLATION_SIGN} {rule}" for rule in step.violations)
    return f"{step.version:>3}  {step.text}{broken}"
