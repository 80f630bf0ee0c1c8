"""Analytics held against the store: what somebody changed in the file, which nothing that follows the store finds."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from domain.text import counted
from projections.analytics import Analytics
from projections.source import Source

_NAMED: Final = 3
"""Matches that are named of several."""


def edited(analytics: Analytics, source: Source) -> tuple[str, ...]:
    """The matches of which a file says something else than the store that it follows. All matches are projected once more, into
    a file for a while, and compared."""
    with TemporaryDirectory(prefix="matchbook-") as folder:
        anew = Analytics(Path(folder) / analytics.path.name, source, beside=True)
        try:
            (reached, said), (other, wanted) = analytics.digests(), anew.digests()
            while reached != other:  # something was recorded meanwhile
                (reached, said), (other, wanted) = analytics.digests(), anew.digests()
        finally:
            anew.close()
    return tuple(sorted(match for match in {**wanted, **said} if wanted.get(match) != said.get(match)))


def told_edits(analytics: Analytics, source: Source) -> str:
    """The same in one line; empty where nobody changed anything, and where there is no file."""
    found = edited(analytics, source) if analytics.path.exists() else ()
    named = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
    matches = f"{counted(len(found), 'match', 'matches')} ({named})"
    makes = "`matchbook project --rebuild` makes it anew"
    return (
        f"{analytics.path} was changed by another program and says of {matches} what the store does not; {makes}"
        if found
        else ""
    )
