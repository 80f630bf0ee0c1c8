"""Lines that wait to be recorded one after the other: pasted, or loaded from a file."""

from collections.abc import Callable

from domain.text import pluralize
from service.reading.styled_text import clean


class Queue:
    """Lines run until one is refused; then it is in the command line, and the rest waits."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.lines: tuple[str, ...] = ()
        self.running = False
        """Whether the next line follows by itself once one is stored."""
        self._changed = changed

    def add(self, lines: tuple[str, ...]) -> None:
        """At its end."""
        self.lines += lines
        self._changed()

    def run(self, running: bool) -> None:
        """Goes on by itself from now on, or waits."""
        self.running = running
        self._changed()

    def next(self) -> str | None:
        """Take the first line out; `None`: it is empty, and stops."""
        line = next(iter(self.lines), None)
        self.lines = self.lines[1:]
        self.run(line is not None)
        return line

    def drop(self) -> str:
        """Lets all that waits go, and says from where on."""
        dropped, self.lines = self.lines, ()
        self._changed()
        return f"{pluralize(len(dropped), 'line')} dropped, from {clean(dropped[0])} on"
