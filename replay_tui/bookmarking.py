"""Bookmarks of one person: places of a match by their addresses, apart from those recorded in it."""

from collections.abc import Iterator

from replay_tui.timeline import NoSuchPlace, Timeline
from service.preferences import Preferences


def place_of(timeline: Timeline, position: int) -> str:
    """`12` for a whole entry, `12.3` inside it: its address in the match."""
    frame = timeline.frame(position)
    return f"{frame.version}.{frame.number}" if timeline.is_within(position) else f"{frame.version}"


def bookmarked_by(kept: Preferences, timeline: Timeline) -> frozenset[int]:
    """Positions that a person has marked in this match, as far as they can be seen yet."""
    return frozenset(_positions(kept.bookmarks.get(timeline.history.match.id, ()), timeline))


def _positions(places: tuple[str, ...], timeline: Timeline) -> Iterator[int]:
    for place in places:
        try:
            yield timeline.place(place, 0)
        except NoSuchPlace:
            continue
