"""The box that splits a metric: one row for each of its dimensions."""

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from replay_tui.keymap import bindings
from replay_tui.widgets.link_list import Link, LinkList, LinkRow
from service.analysis.statistics import Question, dimensions_of
from service.reading.styled_text import Span, fit

_NAME = 19


class SplitBox(ModalScreen[str | None]):
    """The result is the dimension; empty for none, `None` for no change."""

    BINDINGS = bindings("split_box")
    AUTO_FOCUS = "#splits"

    def __init__(self, metric: Question, by: tuple[str, ...], *, further: bool) -> None:
        """`further`: add a dimension to the current ones."""
        super().__init__()
        self._metric, self._by, self._further = metric, by, further

    def compose(self) -> ComposeResult:
        """Compose the list in a box."""
        with Vertical(id="split-box"):
            yield LinkList(always=True, id="splits")

    def on_mount(self) -> None:
        """Start at the current dimension."""
        title = "and by" if self._further else "by"
        self.query_one("#split-box").border_title = f"{self._metric.name} {title} …"
        at = self._by[0] if self._by and not self._further else ""
        listed = self.query_one(LinkList)
        self.call_after_refresh(listed.write, lambda width: tuple(self._rows(width)), Link("dimension", at))

    def _rows(self, width: int) -> Iterator[LinkRow]:
        if not self._further:
            yield LinkRow((Span(f"{'-':{_NAME}}by game only"),), Link("dimension", ""))
        for name, meaning in dimensions_of(self._metric):
            if not (self._further and name in self._by):
                line = fit((Span(f"{name:{_NAME}}"), Span(meaning, "dim")), width)
                yield LinkRow(line, Link("dimension", name))

    @on(LinkList.Followed)
    def _followed(self, event: LinkList.Followed) -> None:
        self.dismiss(event.link.name)

    def action_cancel(self) -> None:
        """Leave without choosing."""
        self.dismiss(None)
