"""What another program changed in the analytics, which nothing that follows the store finds."""

from typing import Final

from domain.text import counted
from projections.analytics import Analytics

_NAMED: Final = 3
"""Matches that are named of several."""


def told_edits(analytics: Analytics) -> str:
    """The matches of which a file says what was not written there, in one line; empty where nobody changed anything."""
    found = analytics.edited()
    named = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
    matches = f"{counted(len(found), 'match', 'matches')} ({named})"
    makes = "`matchbook project --rebuild` makes it anew"
    return (
        f"{analytics.path} was changed by another program and says of {matches} what the store does not; {makes}"
        if found
        else ""
    )
