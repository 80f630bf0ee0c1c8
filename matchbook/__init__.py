"""Matchbook from Python: record a match, step through it, look at its boards, ask questions.

import matchbook

with matchbook.open("club.db", create=True, by="Kim") as book:
    match = book.new("pig", ["Ada", "Bo"], title="Table 4")
    match.take("roll 6")
    match.take("hold")
    match.correct(2, "roll 4", reason="misread")
    match.conclude("Ada")
    for step in match.steps():
        print(step.address, step.text)
    print(match.at(3).board)  # a board draws itself in a notebook
    for row in book.matches("game:pig player:Ada"):
        print(row.id, *row.players)
    print(list(book.ask("win-rate by player where game=pig")))
    print(list(book.sql("select game, count(*) as n from matches group by game")))
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matchbook.api import BoardPicture, Book, RecordedMatch, ReplayStep, ResultTable, open  # noqa: A004 (as `gzip.open`)

__all__ = ["BoardPicture", "Book", "RecordedMatch", "ReplayStep", "ResultTable", "open"]


def __getattr__(name: str) -> object:
    # The command line is a part of this package and starts without what the names below need.
    if name in __all__:
        from matchbook import api

        return getattr(api, name)
    raise AttributeError(f"module 'matchbook' has no attribute {name!r}")
