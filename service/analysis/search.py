"""Searches on one line, for example `krabby scored before t4 game:…`: parsing, completion and results."""

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from domain.replay import AnyHistory
from domain.seats import JUDGE
from projections.answers import AsOf
from projections.entry_search import EntrySearch, read_searched
from projections.grammar import candidates, last_word
from service.analysis.found_entries import FoundEntry, found_in
from service.analysis.statistics import Report

if TYPE_CHECKING:
    from projections.analytics import Analytics

Known = Mapping[str, tuple[str, ...]]
"""Names in the store: `action`, `card`, `player`, and the values of filters by name."""

MOST: Final = 200
"""Most entries that are narrated; the answer has the total number."""
_BEGIN: Final = ("not", "ever", "never")
_GO_ON: Final = ("and", "or", "then", "before", "after", "between", "in", "on", "by", "within")
_TURNS: Final = ("before", "after", "in", "between")


class Search(Struct, frozen=True):
    """A search and the matches to search in."""

    text: str
    searched: EntrySearch

    @property
    def command(self) -> str:
        """Return the same search as a shell command."""
        return shlex.join(["matchbook", "find", self.text])


class FoundEntries(Struct, frozen=True):
    """The entries that fit, those of the latest match first."""

    entries: tuple[FoundEntry, ...]
    total: int
    """Number of matching entries; only the first ones are narrated."""
    notes: tuple[str, ...]
    as_of: AsOf


def read_search(text: str) -> Search:
    """Parse a search. Raises BadParameter, UnknownMetric."""
    return Search(text.strip(), read_searched(text, {"limit": MOST}))


def words_next(text: str, known: Known) -> tuple[str, ...]:
    """Return the completions of a line's last word: known names, the words that join them, filters and their values."""
    before, word = last_word(text)
    if ":" in word:
        return candidates(text, known)
    previous = before.split()[-1].lower() if before.split() else ""
    if previous in _TURNS:
        return ()
    begun = word.strip("\"'").casefold()
    if previous in ("on", "by"):
        return tuple(_quoted(known.get({"on": "card", "by": "player"}[previous], ()), begun))
    joining = _BEGIN if not before.strip() else (*_GO_ON, *_BEGIN)
    names = (name for kind in ("action", "card", "player") for name in _quoted(known.get(kind, ()), begun))
    joins = [name for name in joining if name.startswith(begun)]
    found = tuple((*joins, *names) if before.strip() and not begun else (*names, *joins))
    return found or candidates(text, known)


def _quoted(names: tuple[str, ...], begun: str) -> list[str]:
    """Return the names that begin with `begun`, then those with a later word that does; the shortest first."""

    def order(name: str) -> tuple[bool, int, str]:
        return not name.casefold().startswith(begun), len(name), name

    fitting = (name for name in names if f"_{begun}" in f"_{name.casefold().replace(' ', '_')}")
    return [f'"{name}"' if " " in name else name for name in sorted(fitting, key=order)]


class SearchService:
    """Searches all matches of a store. Calls may block; any error's text is one line to show."""

    def __init__(self, analytics: "Analytics", history_of: Callable[[str], AnyHistory], viewpoint: str = JUDGE) -> None:
        """`viewpoint`: `judge`, `spectator` or a player's name, as for `--as`."""
        self._analytics = analytics
        self._history_of = history_of
        self._viewpoint = viewpoint

    def find(self, search: Search, report: Report | None = None) -> FoundEntries:
        """Return the entries that match, described in sentences. Raises Stopped, and the errors of the analytics."""
        answer = self._analytics.find(search.searched, report, self._viewpoint)
        entries = tuple(found_in(answer, self._history_of, self._viewpoint))
        return FoundEntries(entries, answer.total or len(entries), answer.notes, answer.as_of)

    def known(self) -> Known:
        """Return the names that occur in the store, and the values of filters."""
        return {**self._analytics.known_values(), **self._analytics.words()}
