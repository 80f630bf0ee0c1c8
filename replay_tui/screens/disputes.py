"""The disputes of a match, or all open disputes of all matches; each row leads to its case."""

from collections.abc import Iterator
from functools import partial

from textual import on
from textual.app import ComposeResult

from domain.board import Tone
from domain.text import pluralize
from replay_tui.background import in_background, trouble_text
from replay_tui.keymap import bindings
from replay_tui.screens.case import CaseScreen
from replay_tui.screens.fork_box import EntryWanted
from replay_tui.screens.help import KeyedScreen
from replay_tui.screens.note_controller import not_recorded
from replay_tui.screens.record_boxes import NoteBox
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkList, LinkRow
from service.judging.disputes import Dispute
from service.judging.judging_service import JudgingService
from service.reading.styled_text import Now, Span, clean, fold
from service.recording.recording_service import Recorded, RecordingOutcome


class DisputesScreen(KeyedScreen[None]):
    """Open disputes have the accent colour; the cursor starts at the first of them."""

    BINDINGS = bindings("disputes", "common")
    help_title = "Disputes"
    AUTO_FOCUS = "#disputes"

    def __init__(self, judging: JudgingService, match_id: str = "") -> None:
        """`match_id`: the match; empty: open disputes of all matches."""
        super().__init__()
        self.judging = judging
        self.of = match_id
        """The listed match; empty: all matches."""
        self.found: tuple[Dispute, ...] = ()
        self._match_id = match_id

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield LinkList(always=True, id="disputes")
        yield KeyFooter()

    def on_screen_resume(self) -> None:
        """Read the list, again after returning from a case."""
        self.action_reload()

    def action_reload(self) -> None:
        """Reads the list again."""
        job = partial(self.judging.disputes, self.of)
        in_background(self, job, self._show, self._failed, group="load", exclusive=True)

    def _show(self, found: tuple[Dispute, ...]) -> None:
        self.found = found
        waiting = sum(one.state == "open" for one in found)
        title = f"DISPUTES {self.of or 'of all matches'} "
        said = pluralize(waiting, "open claim or appeal", "open claims and appeals") if waiting else "none open"
        self.query_one("#header", LineBar).line = (Span(title, "strong"), Span(said))
        rows = self.query_one(LinkList)
        links = [_link(one) for one in found]
        first = next((_link(one) for one in found if one.state == "open"), None)
        at = rows.here if rows.here in links else first
        rows.write(lambda width: tuple(self._rows(width)), at)
        self.refresh_bindings()

    def _rows(self, width: int) -> Iterator[LinkRow]:
        if not self.found:
            yield LinkRow((Span("No entry is disputed. In a replay, C disputes an entry.", "dim"),))
        for one in self.found:
            place = f"{one.match}/{one.version}" if not self.of else str(one.version)
            head = (Span(f"{place:<{6 if self.of else 17}} ", "strong"), Span(f"{one.state:<15} ", _tone(one)))
            first, *others = fold(clean(one.text), max(20, width - (24 if self.of else 35)))
            yield LinkRow((*head, Span(first)), _link(one))
            for row in others:
                yield LinkRow((Span(" " * (23 if self.of else 34)), Span(row)))

    def _failed(self, error: Exception) -> None:
        self.notify(trouble_text(error), title="Disputes cannot be read", severity="error", markup=False, timeout=30)

    @property
    def chosen(self) -> Dispute | None:
        """The dispute under the cursor."""
        here = self.query_one(LinkList).here
        return next((one for one in self.found if _link(one) == here), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable keys without a row, and the narrower list if no match is open."""
        if action == "all":
            return True if self._match_id else None
        return None if action in ("go", "rule", "withdraw") and not self.found else True

    @on(LinkList.Followed)
    def _followed(self) -> None:
        self._open()

    def _open(self, *, ruling: bool = False) -> None:
        if (one := self.chosen) is not None:
            self.app.push_screen(CaseScreen(self.judging, one.match, one.version, ruling=ruling))

    def action_rule(self) -> None:
        """Open the case with its ruling form."""
        self._open(ruling=True)

    def action_go(self) -> None:
        """Open the replay at the entry of the dispute."""
        if (one := self.chosen) is not None:
            self.post_message(EntryWanted(one.match, one.version))

    def action_withdraw(self) -> None:
        """Ask for a reason and withdraw the dispute."""
        if (one := self.chosen) is not None:
            box = NoteBox(f"Withdraw entry {one.version}", "why: the wrong match, a mistake …", str)
            self.app.push_screen(box, partial(self._withdraw, one))

    def _withdraw(self, one: Dispute, why: str | None) -> None:
        if why is not None:
            job = partial(self.judging.withdraw, one.match, one.version, why)
            in_background(self, job, self._withdrawn, group="save")

    def _withdrawn(self, outcome: RecordingOutcome) -> None:
        if isinstance(outcome, Recorded):
            self.notify(f"saved {outcome.version}", timeout=3)
            self.action_reload()
        else:
            not_recorded(self, outcome)

    def action_all(self) -> None:
        """Switch between all matches and the one."""
        self.of = "" if self.of else self._match_id
        self.action_reload()


def _link(one: Dispute) -> Link:
    return Link("entry", f"{one.match}/{one.version}")


def _tone(one: Dispute) -> Tone | Now:
    return "now" if one.state == "open" else "dim"
