"""The preview of a correction: effects on each action, and the boards before and after."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input

from domain.board import Tone
from domain.correction_preview import Verdict
from domain.replay import AnyHistory
from domain.seats import JUDGE
from domain.timeline import Address
from replay_tui.keymap import bindings
from replay_tui.screens.help import HelpScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar, LinesView, folded
from replay_tui.widgets.prompt import MOST_LETTERS
from replay_tui.widgets.text_line import TextLine
from service.reading.styled_text import Span, StyledLine, clean
from service.reading.table.picture import drawn
from service.recording.correction_requests import VERDICTS, EffectRow
from service.recording.recording_service import CorrectionForecast

_TONES: Final[dict[Verdict, Tone]] = {
    "same": "dim",
    "changed": "warn",
    "newly_illegal": "bad",
    "newly_legal": "good",
    "impossible": "bad",
}
_SIGNS: Final[dict[Verdict, str]] = {"newly_illegal": "! ", "impossible": "# "}


class CorrectionChoices(Struct, frozen=True):
    """The user's answer to the preview."""

    what: Literal["record", "amend", "strike", "back"]
    reason: str
    act: Address | None = None
    """The action that is amended or struck, too."""


class ActionGroup(Struct, frozen=True):
    """Actions shown in one row: one action, or several adjacent ones that stay the same."""

    first: EffectRow
    last: EffectRow
    count: int


def grouped(rows: Sequence[EffectRow]) -> list[ActionGroup]:
    """Group adjacent rows that stay the same."""
    groups: list[ActionGroup] = []
    for row in rows:
        if groups and row.verdict == "same" == groups[-1].first.verdict:
            groups[-1] = ActionGroup(groups[-1].first, row, groups[-1].count + 1)
        else:
            groups.append(ActionGroup(row, row, 1))
    return groups


class CorrectionScreen(Screen[CorrectionChoices]):
    """`enter` records it; `e` and `s` amend or strike the action of a row, too; `r` gives a reason; `b` shows the other
    board."""

    BINDINGS = bindings("correction")
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012

    def __init__(self, history: AnyHistory, foreseen: CorrectionForecast, reason: str, news: str = "") -> None:
        """`news`: what somebody else recorded since the last preview, in words."""
        super().__init__()
        self.preview = foreseen.preview
        self.groups = grouped(foreseen.rows)
        self.chosen = 0
        self.reason = reason
        self._match = history.match
        self._rows = foreseen.rows
        self._news = news
        self._asked = False
        """True after the warning that later entries break rules or become another player's."""
        impossible = [n for n, group in enumerate(self.groups) if group.first.verdict == "impossible"]
        if impossible:
            self.chosen = impossible[0]

    def compose(self) -> ComposeResult:
        """Compose the effects on actions, above the boards."""
        yield LineBar(id="header")
        yield LinesView(id="acts")
        with Horizontal(id="boards"):
            yield LinesView(id="before")
            yield LinesView(id="after")
        yield TextLine(id="why", compact=True, placeholder="why the record is corrected · ⏎", max_length=MOST_LETTERS)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Let the screen handle all keys."""
        for pane in self.query(LinesView):
            pane.can_focus = False
        self.query_one("#acts").border_title = "Effects on the entries"
        self.query_one("#before").border_title = "Current board"
        self.query_one("#after").border_title = "Board: PREVIEW, not recorded"
        self.query_one(Input).display = False

    def on_resize(self) -> None:
        """Draw all panes for the new size."""
        self.call_after_refresh(self._draw)

    # --- what is shown -------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        count = Counter(row.verdict for row in self._rows)
        told = " · ".join(f"{number} {verdict.replace('_', ' ')}" for verdict, number in count.items())
        self.query_one("#header", LineBar).line = (Span(f"CORRECTION {self._match.id} ", "strong"), Span(told))
        game, found = self._match.game, self.preview
        before, after = game.board(found.before, JUDGE), game.board(found.after, JUDGE)
        for name, state, board in (("before", found.before, before), ("after", found.after, after)):
            pane = self.query_one(f"#{name}", LinesView)
            size = pane.room, pane.page
            pane.show_lines(drawn(game.plan(state), board, JUDGE, size, before if board is after else None))
        self._list()

    def _list(self) -> None:
        pane, lines, here = self.query_one("#acts", LinesView), list(self._told()), 0
        for number, group in enumerate(self.groups):
            if number == self.chosen:
                here = len(lines)
            lines += self._row(group, pane.room, chosen=number == self.chosen)
        pane.show_lines(tuple(lines))
        pane.show_from(max(0, min(here - pane.page // 2, len(lines) - pane.page)))

    def _told(self) -> Iterator[StyledLine]:
        """Yield the summary above the list of actions."""
        room, found = self.query_one("#acts", LinesView).room, self.preview
        if self._news:
            yield from folded(f"{self._news}: computing again", room, "warn")
        for said in (*found.named, *map(str, found.missing_authority)):
            yield from folded(said, room, "warn")
        if found.possible and found.results[0] != found.results[1]:
            yield from folded("The result changes from {} to {}".format(*found.results), room, "warn")
            for competition in found.competitions:
                yield from folded(
                    f"Competition {competition} counts this match: sync it to count the new result", room, "warn"
                )
        if self.reason:
            yield from folded(f"Why: {self.reason}", room)

    def _row(self, group: ActionGroup, room: int, *, chosen: bool) -> Iterator[StyledLine]:
        row = group.first
        acts = row.act if group.count == 1 else f"{row.act}-{group.last.act}"
        said = " → ".join(dict.fromkeys(filter(None, (row.before, row.after)))) if group.count == 1 else ""
        said = row.before if row.verdict == "impossible" else said
        yield (
            Span(f"{'>' if chosen else ' '} {acts:<8} ", "strong" if chosen else "plain"),
            Span(f"{_SIGNS.get(row.verdict, '')}{VERDICTS[row.verdict]}".ljust(23), _TONES.get(row.verdict, "strong")),
            Span(clean(said), "dim" if row.verdict == "same" else "plain"),
        )
        if row.handed:
            yield from ((Span("           "), *line) for line in folded(row.handed, max(8, room - 11), "warn"))
        if row.text:
            rules = f"[{', '.join(row.rules)}] " if row.rules else ""
            yield from ((Span("           "), *line) for line in folded(f"{rules}{row.text}", max(8, room - 11), "bad"))

    # --- keys ----------------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Move to another row."""
        self.chosen = min(max(self.chosen + by, 0), len(self.groups) - 1)
        self._list()

    def action_board(self) -> None:
        """Show the other board, if both do not fit."""
        self.toggle_class("-before")
        self.call_after_refresh(self._draw)

    def action_reason(self) -> None:
        """Ask for the reason."""
        why = self.query_one(Input)
        why.value, why.display = self.reason, True
        why.focus()

    @on(Input.Submitted)
    def _reasoned(self, event: Input.Submitted) -> None:
        event.stop()
        self.reason = event.value.strip()
        self._leave_reason()

    def _leave_reason(self) -> None:
        self.query_one(Input).display = False
        self.set_focus(None)
        self._list()

    def action_record(self) -> None:
        """Record the correction, unless a later action would be impossible; warn once if later entries break rules or
        change players."""
        concern, self._asked = "" if self._asked else self.preview.concern, False
        if stopped := self.preview.proposal.impossible:
            acts = ", ".join(str(one.address) for one in stopped)
            self.notify(f"Entry {acts} becomes impossible: e amends it, s strikes it", severity="warning", markup=False)
        elif concern:
            self._asked = True
            self.notify(f"{concern.capitalize()}: ⏎ again records it, esc goes back", severity="warning", markup=False)
        else:
            self.dismiss(CorrectionChoices("record", self.reason))

    def action_amend(self) -> None:
        """Amend the action of the row, too."""
        self._also("amend")

    def action_strike(self) -> None:
        """Strike the action of the row, too."""
        self._also("strike")

    def _also(self, what: Literal["amend", "strike"]) -> None:
        group = self.groups[self.chosen]
        if group.count > 1 or group.first.verdict == "inserted":
            self.notify("Only a row with one recorded entry can be amended or struck", markup=False, timeout=4)
        else:
            self.dismiss(CorrectionChoices(what, self.reason, address_of(group.first)))

    def action_back(self) -> None:
        """Close the reason, then the preview."""
        if self.query_one(Input).display:
            self._leave_reason()
        else:
            self.dismiss(CorrectionChoices("back", self.reason))

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(HelpScreen("Correction", self._match.game.plan(self._match.state)))


def address_of(row: EffectRow) -> Address:
    """Return the address of a row's action."""
    version, _, number = row.act.partition("#")
    return Address(int(version), int(number or 0))
