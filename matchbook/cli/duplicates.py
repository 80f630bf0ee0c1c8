"""Matches that look typed in again: reports them, and on a terminal asks about them. The answer is stored as a note in
the match."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

import click

from matchbook.cli.session import Session, is_terminal, say

if TYPE_CHECKING:
    from projections.answers import MatchRow

LEAST: Final = 20
"""The number of equal actions that makes a coincidence unlikely."""
PLAYED_AGAIN: Final = "played again"
"""The note that marks a match as played again, so that it counts."""
_TOLD: Final = 3
MOST_LISTED: Final = 100_000


def ask_about_duplicates(session: Session, matches: Collection[str], *, silent: bool = False) -> None:
    """Report recorded matches that equal earlier ones, and ask about them unless `silent`."""
    from projections.answers import MatchQuery
    from projections.errors import AnalyticsError

    if len(session.app.store.recorder.select_match_ids(limit=2)) < 2:
        return  # the only match of a store cannot be a copy
    try:
        found = session.analytics.matches(MatchQuery(limit=MOST_LISTED).having(kind="duplicate"))
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
    """Report listed matches that equal earlier ones, and how to count them if they were played."""
    found = [row for row in rows if row.duplicate_of]
    for row in found[:_TOLD]:
        say(f"{row.id}: the same play as {row.duplicate_of}, typed in again? It is marked and does not count.")
    if len(found) > _TOLD:
        say(f"{len(found) - _TOLD} more like that: matchbook matches --find kind:duplicate")
    if found:
        say(f"If it was really played, record that: matchbook annotate {found[0].id}/1 '{PLAYED_AGAIN}'")


def _note(session: Session, match_id: str) -> None:
    from domain.entries import Annotated

    session.app.annotate(match_id, Annotated(about=1, text=PLAYED_AGAIN))
