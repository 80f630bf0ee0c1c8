"""A list, with the text of the chosen row beside or below it."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container

from replay_tui.widgets.link_list import LinkList


class Pages(Container):
    """`enter` in the list goes to the text, which fills a small screen."""

    def __init__(self) -> None:
        super().__init__(id="pages")
        self.list = LinkList(always=True, id="list")
        """The choices."""
        self.text = LinkList(always=False, id="text")
        """The text of the chosen row."""

    def compose(self) -> ComposeResult:
        """Compose list and text."""
        yield self.list
        yield self.text

    @on(LinkList.Followed, "#list")
    def _read(self, event: LinkList.Followed) -> None:
        event.stop()
        if "-wide" not in self.screen.classes:
            self.screen.add_class("reading")
        self.text.focus()

    @property
    def read(self) -> bool:
        """True if the text has the focus."""
        return self.screen.focused is self.text or "reading" in self.screen.classes

    def maximise(self) -> None:
        """Maximise the text, or restore it."""
        self.screen.toggle_class("reading")
        (self.text if "reading" in self.screen.classes else self.list).focus()

    def to_list(self) -> None:
        """Return to the list."""
        self.screen.remove_class("reading")
        self.list.focus()
