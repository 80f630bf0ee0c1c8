"""A list on the left or above, the text of what is chosen in it beside or below."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container

from replay_tui.widgets.link_list import LinkList


class Pages(Container):
    """`enter` in the list goes into the text, which then has all the room where that is little."""

    def __init__(self) -> None:
        super().__init__(id="pages")
        self.list = LinkList(always=True, id="list")
        """The choices."""
        self.text = LinkList(always=False, id="text")
        """What is chosen."""

    def compose(self) -> ComposeResult:
        """Both."""
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
        """Whether one is in the text."""
        return self.screen.focused is self.text or "reading" in self.screen.classes

    def maximise(self) -> None:
        """Gives the text all the room, or gives it back."""
        self.screen.toggle_class("reading")
        (self.text if "reading" in self.screen.classes else self.list).focus()

    def to_list(self) -> None:
        """Back to the list."""
        self.screen.remove_class("reading")
        self.list.focus()
