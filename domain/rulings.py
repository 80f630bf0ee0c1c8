"""A match as ruled: what stands today, act by act, as if it had been recorded right from the start."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.amending import Act
from domain.game import C, E, S
from domain.match import Acted, Entry, Match, Opened, with_moment
from domain.replay import Frame


def state_found(match: Match[S, C, E], act: Act[S, C, E]) -> S:
    """The state that an act found."""
    return match.states[0] if act.parent is None else act.parent.state


def ruled_entry(act: Act[S, C, E], entry: Entry[C, E]) -> Entry[C, E]:
    """An act as an entry of its own. `entry`: the one that bears its version, of an inserted act that of the correction."""
    if act.by == act.version and not act.number:
        return entry
    payload = entry.payload
    if isinstance(payload, Opened | Acted):
        payload = replace(payload, command=act.command, events=act.events, violations=act.violations)
    else:
        payload = Acted(command=act.command, events=act.events, violations=act.violations)
    return replace(entry, envelope=with_moment(act.moment, entry.envelope), payload=payload)


def act_frames(match: Match[S, C, E], act: Act[S, C, E], entries: Sequence[Entry[C, E]]) -> Iterator[Frame[S, C, E]]:
    """The steps of an act in the form in which it stands."""
    entry, before = ruled_entry(act, entries[act.version - 1]), state_found(match, act)
    if not act.events:
        yield Frame(entry, 0, None, before, act.state)
    for number, event in enumerate(act.events, start=1):
        after = match.game.evolve(before, event)
        yield Frame(entry, number, event, before, after)
        before = after
