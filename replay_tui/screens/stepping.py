"""A screen on a timeline: its position, the keys that move it, and the prompts that ask where to go."""

from datetime import tzinfo
from typing import Final

from textual import on
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from domain.table import JUDGE, Viewpoint
from replay_tui.search import Search
from replay_tui.timeline import Mark, NoSuchPlace, Timeline, next_of
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.timeline_row import TimelineRow
from service.reading.log import AnyHistory
from service.reading.toned import clean

_STEPS: Final = {
    "action": Timeline.step_action,
    "event": Timeline.step_event,
    "turn": Timeline.step_turn,
    "phase": Timeline.step_phase,
}


class SteppingScreen(Screen[None]):
    """`position` is its only changing truth: panes receive it and draw themselves from it."""

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    bookmarks: reactive[frozenset[int]] = reactive(frozenset[int]())

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint, zone: tzinfo | None) -> None:
        super().__init__()
        self.timeline = Timeline(history)
        self.zone = zone
        self.searched = ""
        self.following = self.running
        """Whether the position goes along with the end of a running match."""
        self._search = Search(self.timeline)
        self._before_prompt = 0
        self._followed_before_prompt = False
        self.focused_before_prompt: Widget | None = None
        self.set_reactive(SteppingScreen.viewpoint, viewpoint)
        self.set_reactive(SteppingScreen.bookmarks, self.timeline.bookmarked())

    @property
    def running(self) -> bool:
        """Whether the match is still being played."""
        return self.timeline.history.match.outcome is None

    def validate_position(self, position: int) -> int:
        """The nearest position there is."""
        return self.timeline.clamp(position)

    def go_to(self, position: int) -> None:
        """Goes to a position, and stays there."""
        self.following = False
        self.position = position

    def close_prompt(self) -> None:
        """Hides the prompt and gives the keyboard back."""
        raise NotImplementedError

    # --- keys that move ------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dims what cannot be done at this position."""
        match action, parameters:
            case "step", (str(unit), int(by)):
                possible = _STEPS[unit](self.timeline, self.position, by) != self.position
            case "mark", (str(mark), int(by)):
                possible = self._marked(mark, by) is not None
            case "tenth", (int(tenths),):
                possible = self.timeline.tenth(tenths) != self.position
            case "first", _:
                possible = self.position > 0
            case "last", _:
                possible = self.position < self.timeline.last or (self.running and not self.following)
            case "find_next", _:
                possible = bool(self.searched)
            case "next_bookmark", (int(by),):
                possible = next_of(sorted(self.bookmarks), self.position, by) is not None
            case _:
                possible = True
        return True if possible else None

    def action_step(self, unit: str, by: int) -> None:
        """One event, action, phase or turn on or back."""
        self.go_to(_STEPS[unit](self.timeline, self.position, by))

    @on(EventList.Picked)
    @on(TimelineRow.Picked)
    def _picked(self, event: EventList.Picked | TimelineRow.Picked) -> None:
        self.go_to(event.position)

    def action_first(self) -> None:
        """The start of the match."""
        self.go_to(0)

    def action_last(self) -> None:
        """The end of the match; of a running one, following it."""
        self.go_to(self.timeline.last)
        self.following = self.running

    def action_tenth(self, tenths: int) -> None:
        """So many tenths into the match."""
        self.go_to(self.timeline.tenth(tenths))

    def action_mark(self, mark: str, by: int) -> None:
        """The next entry with that mark, or with any."""
        if (position := self._marked(mark, by)) is not None:
            self.go_to(position)

    def _marked(self, name: str, by: int) -> int | None:
        mark: Mark | None = "violation" if name == "violation" else None
        return self.timeline.next_mark(mark, self.position, by)

    def action_next_bookmark(self, by: int) -> None:
        """The next bookmark, recorded or one's own."""
        if (position := next_of(sorted(self.bookmarks), self.position, by)) is not None:
            self.go_to(position)

    def action_find_next(self, by: int) -> None:
        """The next entry that holds what was searched."""
        self._find(self.timeline.version(self.position), by)

    def _find(self, version: int, by: int) -> bool:
        found = self._search.find(self.searched, version, by, self.viewpoint)
        if found is None:
            self.notify(f"“{clean(self.searched)}”: nothing further", markup=False, timeout=3)
            return False
        self.go_to(self.timeline.end_of(found))
        return True

    # --- prompts -------------------------------------------------------------------------------------------------------

    def action_goto(self) -> None:
        """Asks where to go; the board moves while one types."""
        self._ask("goto", ":", "42 · 41.2 · t7 · r2t3 · 14:32")

    def action_find(self) -> None:
        """Asks what to look for; the first find shows while one types."""
        self._ask("find", "/", "⏎ keep · esc back")

    def _ask(self, purpose: str, sign: str, hint: str) -> None:
        self._before_prompt = self.position
        self._followed_before_prompt = self.following
        self.focused_before_prompt = self.focused
        self.query_one(Prompt).open(purpose, sign, hint=hint)

    @on(Prompt.Changed)
    def _preview(self, event: Prompt.Changed) -> None:
        if event.purpose == "goto":
            self._go(event.text)
        else:
            self._preview_find(event.text)

    def _go(self, text: str) -> bool:
        """Moves to the place a text names; says so where there is none."""
        prompt = self.query_one(Prompt)
        try:
            position = (
                self.timeline.place(text, self._before_prompt, self.zone) if text.strip() else self._before_prompt
            )
        except NoSuchPlace as problem:
            prompt.hint(clean(str(problem)))
            self.position = self._before_prompt
            return False
        prompt.hint("")
        self.go_to(position)
        return True

    def _preview_find(self, text: str) -> None:
        prompt, start = self.query_one(Prompt), self._before_prompt
        found = self._search.find(text, self.timeline.version(start) - 1, 1, self.viewpoint)
        prompt.hint("nothing found from here on" if text and found is None else "")
        self.go_to(start if found is None else self.timeline.end_of(found))

    @on(Prompt.Accepted)
    def _accepted(self, event: Prompt.Accepted) -> None:
        if event.purpose == "goto" and event.text.strip() and not self._go(event.text):
            return
        if event.purpose == "find":
            self.searched = event.text
        self.close_prompt()

    @on(Prompt.Cancelled)
    def _cancelled(self) -> None:
        self.position = self._before_prompt
        self.following = self._followed_before_prompt
        self.close_prompt()
