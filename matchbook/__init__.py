"""Matchbook from Python: open a store, list its matches, step through one, look at its boards, ask in SQL.

import matchbook

with matchbook.open("club.db") as book:
    for row in book.matches("game:frc_card_game player:Ada"):
        print(row.id, *row.players)
    match = book.match("7kq2")
    for step in match.steps():
        print(step.address, step.text)
    match.at("7.2").board          # draws itself in a notebook; `print` gives it as text
    book.sql("select game, count(*) as n from matches group by game").df()
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matchbook.api import BoardPicture, Book, MatchReplay, ReplayStep, ResultTable, open  # noqa: A004 (as `gzip.open`)

__all__ = ["BoardPicture", "Book", "MatchReplay", "ReplayStep", "ResultTable", "open"]


def __getattr__(name: str) -> object:
    # The command line is a part of this package and starts without what the names below need.
    if name in __all__:
        from matchbook import api

        return getattr(api, name)
    raise AttributeError(f"module 'matchbook' has no attribute {name!r}")
