"""Whether a folded match can be drawn and told from every side: a forged record may fold and still break whoever shows it."""

from collections.abc import Iterable, Iterator

from domain.game import C, E, S
from domain.match import Entry, Match, payload_commands
from domain.notation import Names, print_command
from domain.table import JUDGE, SPECTATOR, Viewpoint


def untold(match: Match[S, C, E], entries: Iterable[Entry[C, E]]) -> tuple[int, str] | None:
    """The first of a match's entries that cannot be drawn or told from some viewpoint, and why; None where all can."""
    viewpoints: tuple[Viewpoint, ...] = (JUDGE, SPECTATOR, *range(len(match.state.seats)))
    for entry in entries:
        for viewpoint in viewpoints:
            try:
                for _ in _told(match, entry, viewpoint):
                    pass
            except Exception as error:
                # Whatever a game makes of events that its own `resolve` never gave.
                seen = viewpoint if isinstance(viewpoint, str) else f"seat {viewpoint + 1}"
                return entry.envelope.version, f"cannot be drawn or told as {seen}: {error!r}"
    return None


def _told(match: Match[S, C, E], entry: Entry[C, E], viewpoint: Viewpoint) -> Iterator[object]:
    """All that is shown of an entry."""
    game, version = match.game, entry.envelope.version
    state, after = match.states[version - 1], match.states[version]
    command, events, _ = payload_commands(entry.payload)
    if command is not None:
        yield print_command(game.veil(state, command, viewpoint), Names(state.catalogue, state.seats or after.seats))
    for event in events:
        yield game.narrate(state, event, viewpoint)
        state = game.evolve(state, event)
        yield game.board(state, viewpoint)
    yield game.moment(after)
    yield game.outcome(after)
    for seat in range(len(after.seats)):
        yield game.hand(after, seat)
        yield game.registered(after, seat, viewpoint)
