"""Lines that wait to be recorded, pasted or loaded from a file."""

from collections.abc import Callable

from domain.text import pluralize
from service.reading.styled_text import clean


class Queue:
    """Lines run until one is refused; it goes to the command line, and the rest waits."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.lines: tuple[str, ...] = ()
        self.running = False
        """True if the next line is sent as soon as one is stored."""
        self._changed = changed

    def add(self, lines: tuple[str, ...]) -> None:
        """Add lines at the end."""
        self.lines += lines
        self._changed()

    def run(self, running: bool) -> None:
        """Start or stop sending lines automatically."""
        self.running = running
        self._changed()

    def next(self) -> str | None:
        """Take the first line out. If the queue is empty, stop and return `None`."""
        line = next(iter(self.lines), None)
        self.lines = self.lines[1:]
        self.run(line is not None)
        return line

    def drop(self) -> str:
        """Drop all lines; return a message that names the first of them."""
        dropped, self.lines = self.lines, ()
        self._changed()
        return f"{pluralize(len(dropped), 'line')} dropped, from {clean(dropped[0])} on"
