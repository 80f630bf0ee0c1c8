"""The effects of a ruling, and the checklist of its rewind. Rulings are stored only from here."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from domain.judging import Dice
from domain.seats import Seat
from domain.text import pluralize
from replay_tui.background import in_background
from replay_tui.keymap import bindings
from replay_tui.screens.help import KeyedScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import LineBar, LinesView, folded
from replay_tui.widgets.prompt import MOST_LETTERS
from replay_tui.widgets.text_line import TextLine
from service.judging.checklist import Checklist
from service.judging.judge_actions import RulingEffects
from service.judging.judging_service import trouble_of
from service.reading.styled_text import Span, StyledLine, clean
from service.recording.recording_service import ConflictWith, Recorded, RecordingOutcome

Store = Callable[[Checklist | None], RecordingOutcome]
"""Stores the ruling; may block. Without a checklist, a rewind stays pending: play is undone later."""
_INDENT: Final = Span(" " * 6)
_KEYS_OF_CHECKLIST: Final = ("tick", "all", "dice", "drawn", "place", "later")


class PreviewScreen(KeyedScreen[int]):
    """`enter` stores the ruling; the result is the stored entry, or `None`."""

    BINDINGS = bindings("checklist")
    help_title = "Ruling: preview"
    AUTO_FOCUS = ""

    def __init__(
        self,
        title: str,
        seats: tuple[Seat, ...],
        foresight: RulingEffects | None,
        checklist: Checklist | None,
        store: Store,
    ) -> None:
        """`foresight`: `None` if the ruling is already stored. `checklist`: `None` without a rewind."""
        super().__init__()
        self.title = title
        self.seats = seats
        self.foresight = foresight
        self.checklist = checklist
        self.chosen = 0
        self._may_go = [checklist]
        """Checklists that `esc` drops without asking."""
        """Which of the steps; cards that go back follow them."""
        self._store = store

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield LinesView(id="summary")
        yield TextLine(
            id="where", compact=True, placeholder="where the cards went back to · ⏎", max_length=MOST_LETTERS
        )
        yield LinePad(most=3, id="fault")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Let the screen handle all keys."""
        self.query_one(LinesView).can_focus = False
        self.query_one(Input).display = False
        self.query_one("#header", LineBar).line = (
            Span(f"PREVIEW {self.title} ", "strong"),
            Span("not recorded: ⏎ stores it", "now"),
        )

    def on_resize(self) -> None:
        """Fits the text to the new width."""
        self.call_after_refresh(self._draw)

    # --- what is shown -------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        pane = self.query_one(LinesView)
        if not pane.size.width:
            return
        rows = [(-1, line) for line in self._brought(pane.room)]
        if self.checklist is not None:
            rows += self._rows(self.checklist, pane.room)
            rows += ((-1, line) for line in self._known(self.checklist, pane.room))
        rows += ((-1, line) for line in self._changed(pane.room))
        pane.show_lines(tuple(line for _, line in rows))
        here = next((n for n, (row, _) in enumerate(rows) if row == self.chosen), 0)
        pane.show_from(max(0, min(here - pane.page // 2, len(rows) - pane.page)))

    def _brought(self, width: int) -> Iterator[StyledLine]:
        if self.foresight is None:
            return
        yield (Span("Would be recorded", "dim"),)
        entries = self.foresight.entries
        if self.checklist is not None:
            entries = entries[:1] + entries[2:]  # the checklist shows the undone entries
        for entry in entries:
            yield from folded(entry, width, "strong")
        for line in self.foresight.guide:
            yield from folded(line, width, "dim")
        if self.foresight.result:
            yield from folded(f"New result: {self.foresight.result}", width, "warn")

    def _changed(self, width: int) -> Iterator[StyledLine]:
        if self.foresight is None:
            return
        yield (Span("On the board", "dim"),)
        for place, was, now in self.foresight.changed:
            yield from folded(f"{place}: {was or '-'} → {now or '-'}", width)
        if not self.foresight.changed:
            yield (Span("nothing changes"),)

    def _rows(self, done: Checklist, width: int) -> Iterator[tuple[int, StyledLine]]:
        """Lines, each with its row; -1 if the cursor cannot reach it."""
        plan = done.plan
        simple = f"not a simple backup: {'; '.join(plan.not_simple)}" if plan.not_simple else "a simple backup"
        head = f"Undo at the table, the newest first, back to the state after entry {plan.to} ({simple})"
        yield from ((-1, line) for line in folded(head, width, "dim"))
        for number, one in enumerate(plan.undo):
            told = f"entry {one.act}: {one.told[0] if one.told else one.command}"
            yield from self._row(number, number in done.ticked, told, width)
            yield from ((number, (_INDENT, *line)) for hand in one.hands for line in folded(hand, width - 6, "dim"))
        for number, back in enumerate(done.backs):
            drawn = done.drawn_as(number)
            chosen = f"it is {drawn}, to {done.place}" if drawn else "which? ←→"
            told = (
                f"{self._player(back.seat)} returns a card, drawn at random from {', '.join(back.candidates)}: {chosen}"
            )
            yield from self._row(len(plan.undo) + number, bool(drawn), told, width)
        if plan.dice:
            answer = {"": "k keep · r re-roll", "keep": "keep: the same numbers count", "reroll": "re-roll"}[done.dice]
            yield from self._row(-1, bool(done.dice), f"dice rolled in entry {', '.join(plan.dice)}: {answer}", width)

    def _row(self, number: int, done: bool, text: str, width: int) -> Iterator[tuple[int, StyledLine]]:
        """Yield a row with its checkbox, folded."""
        here = number == self.chosen
        sign = Span(f"{'>' if here else ' '} {'[x]' if done else '[ ]'} ", "strong")
        for line in folded(text, width - 6, "strong" if here else "plain"):
            yield number, (sign, *line)
            sign = _INDENT

    def _known(self, done: Checklist, width: int) -> Iterator[StyledLine]:
        yield (Span(f"{pluralize(done.plan.decisions, 'decision')} since. Cards seen since:", "dim"),)
        for gained in done.plan.gained:
            yield from folded(f"{self._player(gained.seat)} has seen {', '.join(gained.cards)}", width, "warn")
        if not done.plan.gained:
            yield (Span("no player saw a new card"),)
        for pile in done.plan.random:
            whose = "" if pile.seat is None else f"{self._player(pile.seat)}'s "
            known = f", except {', '.join(pile.known)}" if pile.known else ""
            yield from folded(f"{whose}{pile.name}: {pluralize(pile.cards, 'card')} in random order{known}", width)

    def _player(self, seat: int) -> str:
        return clean(self.seats[seat].name)

    def _complain(self, text: str) -> None:
        self.query_one(LinePad).pieces = tuple(folded(text, self.size.width, "bad"))

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable keys without use: for the list without a rewind, for dice without dice."""
        if self.checklist is None:
            return None if action in _KEYS_OF_CHECKLIST else True
        if action == "later":
            return True if self.foresight is not None else None
        possible = {
            "dice": bool(self.checklist.plan.dice),
            "drawn": self._card >= 0,
            "place": bool(self.checklist.backs),
        }
        return True if possible.get(action, True) else None

    @property
    def _card(self) -> int:
        """Return the returned card under the cursor; below 0 for other rows."""
        return -1 if self.checklist is None else self.chosen - len(self.checklist.plan.undo)

    def _take(self, checklist: Checklist) -> None:
        self.checklist = checklist
        self._complain("")
        self._draw()

    def action_move(self, by: int) -> None:
        """Move to another row, or scroll without a checklist."""
        pane = self.query_one(LinesView)
        if self.checklist is None:
            pane.show_from(max(0, min(pane.top + by, len(pane.lines) - pane.page)))
            return
        last = len(self.checklist.plan.undo) + len(self.checklist.backs) - 1
        self.chosen = min(max(self.chosen + by, 0), last)
        self.refresh_bindings()
        self._draw()

    def action_tick(self) -> None:
        """Tick this step and go to the next; the arrows choose a returned card."""
        if self.checklist is not None and self._card < 0:
            self._take(self.checklist.ticking(self.chosen))
            self.action_move(1)

    def action_all(self) -> None:
        """Tick all steps."""
        if self.checklist is not None:
            self._take(self.checklist.all_ticked())

    def action_dice(self, dice: Dice) -> None:
        """Choose how later dice are treated."""
        if self.checklist is not None:
            self._take(self.checklist.throwing(dice))

    def action_drawn(self, by: int) -> None:
        """Choose the returned card."""
        if self.checklist is not None and self._card >= 0:
            self._take(self.checklist.drawing(self._card, by))

    def action_place(self) -> None:
        """Ask where returned cards went."""
        if self.checklist is not None:
            where = self.query_one(Input)
            where.value, where.display = self.checklist.place, True
            where.focus()

    @on(Input.Submitted)
    def _placed(self, event: Input.Submitted) -> None:
        event.stop()
        if self.checklist is not None:
            self._take(self.checklist.putting(event.value))
        self._leave_place()

    def _leave_place(self) -> None:
        self.query_one(Input).display = False
        self.set_focus(None)

    def action_store(self) -> None:
        """Store the ruling once all steps are ticked."""
        if self.checklist is not None and (missing := self.checklist.missing):
            self._complain(missing)
        else:
            self._send(self.checklist)

    def action_later(self) -> None:
        """Store only the ruling."""
        self._send(None)

    def _send(self, done: Checklist | None) -> None:
        in_background(self, partial(self._store, done), self._stored, group="save", exclusive=True)

    def _stored(self, outcome: RecordingOutcome) -> None:
        if isinstance(outcome, Recorded):
            self.app.notify(f"saved {outcome.version}", timeout=4)
            self.dismiss(outcome.version)
        elif isinstance(outcome, ConflictWith):
            who = clean(outcome.by) or "Someone else"
            self._may_go.append(self.checklist)
            self._complain(f"{who} recorded entry {outcome.version} meanwhile: esc, then look at it again")
        else:
            self._complain(trouble_of(outcome))

    def action_back(self) -> None:
        """Close the place, then the preview."""
        if self.query_one(Input).display:
            self._leave_place()
        elif self.checklist in self._may_go:
            self.app.pop_screen()
        else:
            self._may_go.append(self.checklist)
            self._complain("esc again throws away what you ticked; any other key goes on")
