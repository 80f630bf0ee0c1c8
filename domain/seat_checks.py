"""Check of entries from elsewhere (imported or received) for seats that are not at the table."""

from collections.abc import Sequence

from domain.entries import Entry, action_parts, events_of
from domain.game import C, E, S, evolve_all
from domain.match import Match
from domain.seating import quick_checks


def has_unknown_seats(match: Match[S, C, E], entries: Sequence[Entry[C, E]]) -> bool:
    """Return True if one of the next entries seems to name a seat or side that is not at the table. Then apply them with
    `check_seats`.

    For entries from elsewhere that are folded for the first time. One quick pass over all entries costs less than a full check
    of each.
    """
    if not entries:
        return False
    seats = match.state.seats
    if not seats:
        try:
            seats = evolve_all(match.game, match.state, action_parts(entries[0].payload)[1]).seats
        except Exception:  # folding reports entries that do not fit
            return True
    at_this_table = quick_checks(seats)
    for entry in entries:
        for event in events_of(entry.payload):
            if (quick_check := at_this_table[type(event)]) is not None:
                taken, right = quick_check
                if taken(event) not in right:
                    return True
    return False
