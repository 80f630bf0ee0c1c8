"""Detection of rows that other programs edited, which catching up does not notice."""

from typing import Final

from domain.text import pluralize
from projections.analytics import Analytics

_NAMED: Final = 3
"""Most matches that the message names."""


def edits_text(analytics: Analytics) -> str:
    """Return one line with the matches that have edited rows; empty if there are none."""
    found = analytics.edited()
    named = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
    matches = f"{pluralize(len(found), 'match', 'matches')} ({named})"
    makes = "`matchbook project --rebuild` rebuilds it"
    return (
        f"{analytics.path} was changed by another program and differs from the store in {matches}; {makes}"
        if found
        else ""
    )
