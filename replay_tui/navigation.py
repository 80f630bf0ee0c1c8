"""Target positions of keys and prompts: steps, marks and places. Independent of the screen."""

from datetime import tzinfo
from typing import Final

from msgspec import Struct

from domain.seats import Viewpoint
from domain.text import pluralize
from replay_tui.text_search import Hit, TextSearch
from replay_tui.timeline import Mark, NoSuchPlace, Timeline, next_of
from service.reading.styled_text import clean

_STEPS: Final = {
    "action": Timeline.step_action,
    "event": Timeline.step_event,
    "turn": Timeline.step_turn,
    "phase": Timeline.step_phase,
}


def target(
    timeline: Timeline, position: int, bookmarks: frozenset[int], action: str, parameters: tuple[object, ...]
) -> int | None:
    """The target position of a key; `None` without a target."""
    found: int | None = None
    match action, parameters:
        case "step", ("tenth", int(tenths)):
            found = timeline.tenth(tenths)
        case "step", ("bookmark", int(by)):
            found = next_of(sorted(bookmarks), position, by)
        case "step", (str(unit), int(by)):
            found = _STEPS[unit](timeline, position, by)
        case "mark", (str(name), int(by)):
            found = timeline.next_mark(_mark(name), position, by)
        case _:
            pass
    return None if found == position else found


def _mark(name: str) -> Mark | None:
    return "violation" if name == "violation" else None


def marked(timeline: Timeline, name: str) -> list[int]:
    """The entries that bear a mark (`violation`, else any), ascending."""
    return timeline.marks["violation"] if _mark(name) else timeline.notable()


def none_further(timeline: Timeline, name: str, position: int, by: int) -> str:
    """Return the message if there is no further mark in a direction; it counts those in the other direction."""
    what, here = "violation" if _mark(name) else "mark", timeline.version(position)
    if not marked(timeline, name):
        return f"this match has no {what}s"
    others = [version for version in marked(timeline, name) if (version <= here if by > 0 else version >= here)]
    way, other = ("further on", "up to here") if by > 0 else ("before this", "from here on")
    return f"no {what} {way}; {pluralize(len(others), what)} {other}"


class Target(Struct, frozen=True):
    """The target of a typed text."""

    position: int
    hint: str = ""
    """The remark beside the prompt."""
    there: bool = True
    """False if the text names no place."""


class Navigator:
    """Finds places typed after `:` and texts typed after `/`; the board moves while you type."""

    def __init__(self, timeline: Timeline, zone: tzinfo | None) -> None:
        self.searched = ""
        """The last searched text; empty before the first search."""
        self.start = 0
        """The position when the prompt was opened."""
        self._timeline = timeline
        self._zone = zone
        self._search = TextSearch(timeline)
        self._found: tuple[int, str] = (-1, "")
        """The position of the last find, its number and the total."""

    def seek(self, purpose: str, text: str, viewpoint: Viewpoint) -> Target:
        """Return the target of typed text: a place (`goto`), or the first match (`find`)."""
        if purpose == "goto":
            return self.place(text, self.start) if text.strip() else Target(self.start)
        found = self._search.find(text, self._timeline.version(self.start) - 1, 1, viewpoint)
        if found is None:
            return Target(self.start, "nothing found" if text else "")
        return Target(self._taken(found), f"{found.counted} · ⏎ keep · esc back")

    @property
    def hint(self) -> str:
        """Return examples of places to type."""
        return " · ".join(self._timeline.examples(self._zone))

    def place(self, text: str, position: int) -> Target:
        """Return the target of a place; turns are relative to the round of `position`."""
        try:
            return Target(self._timeline.place(text, position, self._zone))
        except NoSuchPlace as problem:
            return Target(position, clean(str(problem)), there=False)

    def find(self, position: int, by: int, viewpoint: Viewpoint) -> int | None:
        """Return the position of the next (or previous) entry with the searched text; `None` without one."""
        found = self._search.find(self.searched, self._timeline.version(position), by, viewpoint)
        return None if found is None else self._taken(found)

    def _taken(self, found: Hit) -> int:
        self._found = self._timeline.end_of(found.version), found.counted
        return self._found[0]

    def badge(self, position: int) -> str:
        """Return `“katsura” 2 of 12` at the position of the last find; empty elsewhere."""
        shown = self.searched and self._found[0] == position
        return f"“{clean(self.searched)}” {self._found[1]}" if shown else ""
