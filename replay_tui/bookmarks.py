"""Bookmarks of a match: recorded ones, and personal ones, which are stored by address in the preferences."""

from collections.abc import Iterator
from functools import partial

from replay_tui.captions import place_text
from replay_tui.timeline import NoSuchPlace, Timeline
from service.preferences import PreferencesStore, with_bookmark


class Bookmarks:
    """All bookmarks as positions. Personal ones are stored in the preferences, not in the record."""

    def __init__(self, timeline: Timeline, keeper: PreferencesStore) -> None:
        self._timeline = timeline
        self._keeper = keeper

    def all(self) -> frozenset[int]:
        """Return the bookmarked positions of the loaded match."""
        return self._timeline.bookmarked() | frozenset(self._own())

    def _own(self) -> Iterator[int]:
        for place in self._places:
            try:
                yield self._timeline.place(place, 0)
            except NoSuchPlace:
                continue

    @property
    def _places(self) -> tuple[str, ...]:
        return self._keeper.current.bookmarks.get(self._timeline.history.match.id, ())

    def toggle(self, position: int) -> None:
        """Set or remove a personal bookmark. Recorded ones stay."""
        match, place = self._timeline.history.match.id, place_text(self._timeline, position)
        self._keeper.keep(partial(with_bookmark, match=match, place=place, marked=place not in self._places))
