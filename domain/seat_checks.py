"""Whether entries that were not made here may name seats that are not at the table."""

from collections.abc import Sequence

from domain.entries import Entry, action_parts, events_of
from domain.game import C, E, S, evolve_all
from domain.match import Match
from domain.seating import quick_checks


def has_unknown_seats(match: Match[S, C, E], entries: Sequence[Entry[C, E]]) -> bool:
    """Whether one of these entries, which come next, seems to name a seat or side that is not at the table; they are then
    applied `check_seats`.

    For entries that were not made here and are folded for the first time: a look over all of them costs less than one at each.
    """
    if not entries:
        return False
    seats = match.state.seats
    if not seats:
        try:
            seats = evolve_all(match.game, match.state, action_parts(entries[0].payload)[1]).seats
        except Exception:  # what cannot be folded is told when it is
            return True
    at_this_table = quick_checks(seats)
    for entry in entries:
        for event in events_of(entry.payload):
            if (quick_check := at_this_table[type(event)]) is not None:
                taken, right = quick_check
                if taken(event) not in right:
                    return True
    return False
