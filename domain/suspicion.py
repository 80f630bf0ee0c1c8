"""Whether entries that were not made here may name seats that are not at the table."""

from collections.abc import Sequence

from domain.entries import Entry, events_of, payload_commands
from domain.game import C, E, S, evolve_all
from domain.match import Match
from domain.seating import glances


def suspicious(match: Match[S, C, E], entries: Sequence[Entry[C, E]]) -> bool:
    """Whether one of these entries, which come next, seems to name a seat or side that is not at the table; they are then
    applied `closely`.

    For entries that were not made here and are folded for the first time: a look over all of them costs less than one at each.
    """
    if not entries:
        return False
    seats = match.state.seats
    if not seats:
        try:
            seats = evolve_all(match.game, match.state, payload_commands(entries[0].payload)[1]).seats
        except Exception:  # what cannot be folded is told when it is
            return True
    at_this_table = glances(seats)
    for entry in entries:
        for event in events_of(entry.payload):
            if (glance := at_this_table[type(event)]) is not None:
                taken, right = glance
                if taken(event) not in right:
                    return True
    return False
