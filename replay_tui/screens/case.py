"""A disputed entry for a viewpoint: board before, action, board after, changes, rule checks."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from domain.replay import AnyHistory
from domain.seats import JUDGE, Viewpoint
from replay_tui.background import in_background, trouble_text
from replay_tui.captions import spread
from replay_tui.keymap import bindings
from replay_tui.screens.explain_box import explanation_lines
from replay_tui.screens.fork_box import EntryWanted
from replay_tui.screens.help import KeyedScreen
from replay_tui.screens.ruling import RulingScreen
from replay_tui.screens.ruling_preview import PreviewScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar, LinesView, folded
from service.judging.case import Hearing, states_of
from service.judging.checklist import Checklist
from service.judging.judging_service import JudgingService
from service.reading.styled_text import Span, StyledLine, clean
from service.reading.table.picture import drawn
from service.reading.viewpoints import next_viewpoint, viewpoint_name

_INDENT: Final = 2
_PAGES: Final = ("summary", "before", "after")


class CaseScreen(KeyedScreen[None]):
    """Claim, actions, changes, rule checks and statements, above the boards before and after."""

    BINDINGS = bindings("case", "common")
    help_title = "Disputed entry"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012

    def __init__(self, judging: JudgingService, match_id: str, entry: int, *, ruling: bool = False) -> None:
        """`entry`: a claim, or a ruling or appeal about one. `ruling`: open the ruling form at once."""
        super().__init__()
        self.judging = judging
        self.match_id = match_id
        self.entry = entry
        self.viewpoint: Viewpoint = JUDGE
        self.read: tuple[AnyHistory, Hearing] | None = None
        self._ruling = ruling

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        with Horizontal(id="both"):
            yield LinesView(id="summary")
            with Vertical(id="boards"):
                yield LinesView(id="before")
                yield LinesView(id="after")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Let the screen handle all keys; on a small screen, show the text first."""
        self.add_class(f"-{_PAGES[0]}")
        for pane in self.query(LinesView):
            pane.can_focus = False

    def on_screen_resume(self) -> None:
        """Read the case, again after a ruling."""
        job = partial(self.judging.hearing, self.match_id, self.entry, self.viewpoint)
        in_background(self, job, self._heard, self._failed, group="load", exclusive=True)

    def _heard(self, read: tuple[AnyHistory, Hearing]) -> None:
        self.read = read
        self._draw()
        self.refresh_bindings()
        if self._ruling:
            self._ruling = False
            self.action_rule()

    def _failed(self, error: Exception) -> None:
        self.app.pop_screen()
        self.app.notify(trouble_text(error), title="The case is missing", severity="warning", markup=False, timeout=8)

    def on_resize(self) -> None:
        """Draw all panes for the new size."""
        self.call_after_refresh(self._draw)

    # --- what is shown -------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.read is None or not self.size.width:
            return
        history, hearing = self.read
        case, game = hearing.case, history.match.game
        seen = f"as {viewpoint_name(self.viewpoint, history.match.state.seats)}"
        span = str(case.first) if case.first == case.last else f"{case.first}-{case.last}"
        left: StyledLine = (Span(f"CASE {self.match_id}/{span} ", "strong"), Span(clean(case.state), "now"))
        self.query_one("#header", LineBar).line = spread(left, (Span(clean(seen), "strong"),), self.size.width)
        states = states_of(history, case)
        before, after = (game.board(state, self.viewpoint) for state in states)
        for name, state, board in (("before", states[0], before), ("after", states[1], after)):
            pane = self.query_one(f"#{name}", LinesView)
            entry = case.first - 1 if name == "before" else case.last
            pane.border_title = f"{name.capitalize()}: after entry {entry}"
            size = pane.room, pane.page
            compared = before if board is after else None
            pane.show_lines(drawn(game.plan(state), board, self.viewpoint, size, compared) if state.seats else ())
        pane = self.query_one("#summary", LinesView)
        pane.show_lines(tuple(self._told(hearing, pane.room)))

    def _told(self, hearing: Hearing, width: int) -> Iterator[StyledLine]:
        case = hearing.case
        yield from folded(case.text, width, "strong")
        yield from _part("Said", (row.text for row in case.statements), width)
        for answer in case.answers:
            yield from _part(
                f"Entry {answer.entry}", (answer.text, *(f"{row.entry} {row.text}" for row in answer.followed)), width
            )
            yield from _part("Appeals", (f"{row.entry} {row.text}" for row in answer.appeals), width)
        yield from _part("Action", case.action, width)
        yield from _part(
            "Difference", (f"{place}: {was or '-'} → {now or '-'}" for place, was, now in case.changed), width
        )
        yield (Span("Rule checks", "dim"),)
        for asked in hearing.asked:
            yield from explanation_lines(asked, width)

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable impossible actions: a ruling without an open appeal needs no further ruling, and only some need a
        rewind."""
        if self.read is None:
            return None if action in ("rule", "undo", "viewpoint") else True
        if action == "rule":
            return True if self.read[1].proposal.about else None
        return None if action == "undo" and not self.read[1].to_undo[0] else True

    def action_rule(self) -> None:
        """Open the ruling form."""
        if self.read is not None and self.read[1].proposal.about:
            history, hearing = self.read
            self.app.push_screen(RulingScreen(self.judging, history.match, hearing))

    def action_undo(self) -> None:
        """Open the checklist of a pending rewind."""
        if self.read is None:
            return
        ruling, error = self.read[1].to_undo
        job = partial(self.judging.checklist, self.match_id, error)
        in_background(self, job, partial(self._undo, ruling), self._not_undone, group="save")

    def _undo(self, ruling: int, checklist: Checklist) -> None:
        assert self.read is not None
        store = partial(self.judging.rewind, self.match_id, ruling)
        seats = self.read[0].match.state.seats
        self.app.push_screen(PreviewScreen(f"{self.match_id}/{ruling}", seats, None, checklist, store))

    def _not_undone(self, error: Exception) -> None:
        self.notify(trouble_text(error), severity="warning", markup=False, timeout=8)

    def action_viewpoint(self, by: int) -> None:
        """Switch to the next viewpoint."""
        if self.read is not None:
            self.viewpoint = next_viewpoint(self.viewpoint, self.read[0].match.state.seats, by)
            self.on_screen_resume()

    def action_board(self) -> None:
        """Show the next of board before, board after and text, on a screen too small for all."""
        shown = next(n for n, page in enumerate(_PAGES) if self.has_class(f"-{page}"))
        self.remove_class(f"-{_PAGES[shown]}").add_class(f"-{_PAGES[(shown + 1) % len(_PAGES)]}")
        self.call_after_refresh(self._draw)

    def action_scroll(self, by: int) -> None:
        """Scroll the text."""
        pane = self.query_one("#summary", LinesView)
        pane.show_from(max(0, min(pane.top + by, len(pane.lines) - pane.page)))

    def action_go(self) -> None:
        """Open the replay at the disputed entry."""
        if self.read is not None:
            self.post_message(EntryWanted(self.match_id, self.read[1].case.first))


def _part(title: str, texts: Iterator[str] | tuple[str, ...], width: int) -> Iterator[StyledLine]:
    """Yield a dim heading and its content; nothing without content."""
    rows = list(texts)
    if rows:
        yield (Span(title, "dim"),)
    for text in rows:
        yield from ((Span(" " * _INDENT), *line) for line in folded(text, max(8, width - _INDENT)))
