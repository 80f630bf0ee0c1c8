"""Matches that look typed in again: said, and on a terminal asked about. The answer is a note of the match itself."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

import click

from matchbook.cli.session import Session, is_terminal, say

if TYPE_CHECKING:
    from projections.answers import MatchRow

LEAST: Final = 20
"""Number of equal actions from which on a coincidence is unlikely."""
PLAYED_AGAIN: Final = "played again"
"""The note that makes such a match count."""
_TOLD: Final = 3
_MOST: Final = 100_000


def ask_about_duplicates(session: Session, matches: Collection[str], *, silent: bool = False) -> None:
    """Says which of some recorded matches are the same as earlier ones, and asks, unless it is to be `silent`."""
    from projections.answers import MatchQuery
    from projections.errors import AnalyticsError

    if len(session.app.store.recorder.select_match_ids(limit=2)) < 2:
        return  # the only match of a store is no copy, and nothing need be counted to know it
    try:
        found = session.analytics.matches(MatchQuery(limit=_MOST).having(kind="duplicate"))
    except AnalyticsError as error:
        say(f"duplicates of it cannot be found: {error}")
        return
    rows = [row for row in found if row.id in matches]
    tell_duplicates(rows)
    if silent or not is_terminal():
        return
    for row in rows:
        if click.confirm(f"Was {row.id} played, as {row.duplicate_of} was? Then it counts", err=True):
            _note(session, row.id)


def tell_duplicates(rows: "Sequence[MatchRow]") -> None:
    """Says of listed matches which are the same as earlier ones, and what to do if they are not."""
    found = [row for row in rows if row.duplicate_of]
    for row in found[:_TOLD]:
        say(f"{row.id}: the same play as {row.duplicate_of}, typed in again? It is marked and does not count.")
    if len(found) > _TOLD:
        say(f"{len(found) - _TOLD} more like that: matchbook matches --find kind:duplicate")
    if found:
        say(f"If it was played again, say so: matchbook annotate {found[0].id}/1 '{PLAYED_AGAIN}'")


def _note(session: Session, match_id: str) -> None:
    from domain.entries import Annotated

    session.app.annotate(match_id, Annotated(about=1, text=PLAYED_AGAIN))
