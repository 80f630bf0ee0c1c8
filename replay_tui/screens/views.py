"""The box of saved views: show, rename, delete."""

from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from replay_tui.keymap import bindings
from replay_tui.personal import PreferencesChanged
from replay_tui.widgets.lines import LinesView
from replay_tui.widgets.prompt import PromptBar
from service.errors import UsageProblem
from service.preferences import Change, PreferencesStore, SavedView, with_view_renamed, without_view
from service.reading.styled_text import Span, StyledLine, clean, pad

_NAME_WIDTH = 24


class ViewsScreen(ModalScreen[str | None]):
    """The result is the view to show; `None` without a choice."""

    BINDINGS = bindings("views")
    AUTO_FOCUS = "#views"

    def __init__(self, keeper: PreferencesStore, current: str) -> None:
        super().__init__()
        self._keeper = keeper
        names = [view.name for view in self._views]
        self._place = names.index(current) if current in names else 0

    def compose(self) -> ComposeResult:
        """Compose a list and a line for a new name."""
        with Vertical(id="box"):
            yield LinesView(id="views")
            yield PromptBar(id="prompt")

    def on_mount(self) -> None:
        """Show the views."""
        pane = self.query_one(LinesView)
        pane.border_title = "Your views"
        pane.border_subtitle = "⏎ show · r rename · d delete · esc back"
        pane.call_after_refresh(self._draw)

    @property
    def _views(self) -> tuple[SavedView, ...]:
        return self._keeper.current.views

    @property
    def _chosen(self) -> SavedView | None:
        return self._views[self._place] if self._place < len(self._views) else None

    def _draw(self) -> None:
        pane = self.query_one(LinesView)
        none: tuple[StyledLine, ...] = ((Span("No views yet: m on the list saves its filter and order."),),)
        pane.show_lines(tuple(self._line(n, view) for n, view in enumerate(self._views)) or none)
        pane.scroll_to(y=max(0, self._place - pane.size.height + 3), animate=False)
        self.refresh_bindings()

    def _line(self, number: int, view: SavedView) -> StyledLine:
        current = number == self._place
        name = pad((Span(clean(view.name), "now" if current else "strong"),), _NAME_WIDTH)
        return Span(">" if current else " "), *name, Span(f"  {clean(view.query) or 'all matches'}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that need a view."""
        match action, parameters:
            case "move", (int(by),):
                possible = 0 <= self._place + by < len(self._views)
            case (("show" | "rename" | "delete"), _):
                possible = self._chosen is not None
            case _:
                possible = True
        return True if possible else None

    def action_move(self, by: int) -> None:
        """Move to the next or previous view."""
        self._place += by
        self._draw()

    def action_show(self) -> None:
        """Close with the view under the cursor."""
        if self._chosen is not None:
            self.dismiss(self._chosen.name)

    def action_delete(self) -> None:
        """Delete the view under the cursor."""
        if self._chosen is not None and self._change(partial(without_view, name=self._chosen.name)):
            self._place = max(0, min(self._place, len(self._views) - 1))
            self._draw()

    def action_rename(self) -> None:
        """Ask for a new name."""
        if self._chosen is not None:
            self.query_one(PromptBar).open("rename", "new name", self._chosen.name, "⏎ renames · esc")

    @on(PromptBar.Accepted)
    def _named(self, event: PromptBar.Accepted) -> None:
        chosen = self._chosen
        if chosen is None or self._change(partial(with_view_renamed, name=chosen.name, to=event.text.strip())):
            self._unasked()

    @on(PromptBar.Cancelled)
    def _unasked(self) -> None:
        self.query_one(PromptBar).close()
        self.query_one(LinesView).focus()
        self._draw()

    def _change(self, change: Change) -> bool:
        try:
            self._keeper.keep(change)
        except UsageProblem as problem:
            self.query_one(PromptBar).hint(clean(str(problem)))
            return False
        self.post_message(PreferencesChanged())
        return True

    def action_back(self) -> None:
        """Leave without choosing."""
        self.dismiss(None)
