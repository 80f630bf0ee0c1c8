"""Edits of the analytics by other programs, which catching up does not find."""

from typing import Final

from domain.text import pluralize
from projections.analytics import Analytics

_NAMED: Final = 3
"""Matches that are named of several."""


def told_edits(analytics: Analytics) -> str:
    """The matches with edited rows, in one line; empty if the file is unchanged."""
    found = analytics.edited()
    named = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
    matches = f"{pluralize(len(found), 'match', 'matches')} ({named})"
    makes = "`matchbook project --rebuild` rebuilds it"
    return (
        f"{analytics.path} was changed by another program and differs from the store in {matches}; {makes}"
        if found
        else ""
    )
