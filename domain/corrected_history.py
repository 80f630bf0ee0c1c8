"""A match with corrections applied: its current actions, as if they had been recorded this way in the first place."""

from collections.abc import Iterator, Sequence
from copy import copy

from msgspec.structs import replace

from domain.entries import ActionEntry, Entry, Opened, with_moment
from domain.game import C, E, S
from domain.match import Match
from domain.replay import Frame, History, frames_made, frames_seen, history_seen
from domain.seats import JUDGE, Viewpoint
from domain.timeline import Action


def state_found(match: Match[S, C, E], action: Action[S, C, E]) -> S:
    """The state before an action."""
    return match.states[0] if action.parent is None else action.parent.state


def corrected_entry(action: Action[S, C, E], entry: Entry[C, E]) -> Entry[C, E]:
    """The current form of an action as an entry. `entry`: the entry with its version; for an inserted action, the
    correction."""
    if action.by == action.version and not action.number:
        return entry
    payload = entry.payload
    if isinstance(payload, Opened | ActionEntry):
        payload = replace(payload, command=action.command, events=action.events, violations=action.violations)
    else:
        payload = ActionEntry(command=action.command, events=action.events, violations=action.violations)
    return replace(entry, envelope=with_moment(action.moment, entry.envelope), payload=payload)


def act_frames(
    match: Match[S, C, E], action: Action[S, C, E], entries: Sequence[Entry[C, E]]
) -> Iterator[Frame[S, C, E]]:
    """Yield the frames of an action in its current form."""
    entry, before = corrected_entry(action, entries[action.version - 1]), state_found(match, action)
    yield from (
        frames_made(match.game, entry, before) if action.events else (Frame(entry, 0, None, before, action.state),)
    )


def corrected_history(history: History[S, C, E], viewpoint: Viewpoint = JUDGE) -> History[S, C, E]:
    """Return the history with corrections applied, and with the frames that a viewpoint may know of. Current actions have their
    current form, with those inserted before them; other entries are as recorded. Entries keep their numbers. The result does not
    grow with the match. To the judge, without corrections, it is the given history."""
    match = history.match
    if not match.corrections:
        return history_seen(history, viewpoint)
    shown = copy(history)
    shown.entries, shown.frames, shown.moments, shown.last_frame_of = [], [], [], [-1]
    last = len(history.last_frame_of) - 1
    actions = [action for action in match.actions if action.by <= last]
    ends = {action.version: place for place, action in enumerate(actions) if not action.number}
    begun = 0
    for version, entry in enumerate(history.entries[:last], start=1):
        end = ends.get(version, begun - 1)
        if version == last:
            end = len(actions) - 1  # up to and including actions inserted before one that was struck later
        steps, begun = actions[begun : end + 1], end + 1
        found = history.frames[history.last_frame_of[version - 1] + 1 : history.last_frame_of[version] + 1]
        frames = frames_seen(match.game, found, viewpoint)
        recorded = len(steps) == 1 and version in ends and steps[0].state is match.states[version]
        if steps and not recorded:
            acts = [list(act_frames(match, action, history.entries)) for action in steps]
            steps_of = [frame for made in acts for frame in frames_seen(match.game, made, viewpoint)]
            numbered = [frame for frame in steps_of if frame.event is not None] or steps_of[-1:]
            shown_entry = corrected_entry(steps[-1], entry) if version in ends else entry
            frames = [
                replace(frame, entry=shown_entry, number=number if frame.event is not None else 0)
                for number, frame in enumerate(numbered, start=1)
            ]
        shown.entries.append(frames[-1].entry)
        shown.add_frames(frames)
        shown.last_frame_of.append(len(shown.frames) - 1)
    return shown
