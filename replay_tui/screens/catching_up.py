"""Turns that were missed: lines that are pasted or loaded wait in a queue, or the position on the table is declared."""

from functools import partial
from pathlib import Path

from textual.reactive import reactive

from domain.table import JUDGE
from domain.text import counted
from replay_tui.recording import captions
from replay_tui.recording.pasted import Pasted, take_pasted
from replay_tui.screens.position import PositionScreen
from replay_tui.screens.typing import TypingScreen
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.suggestion_list import SuggestionList
from service.reading.toned import clean
from service.recording.position_form import DECLARE, PositionForm, position_form
from service.resources import UnreadableFile, read_text
from service.typing.words import closed


class CatchingUpScreen(TypingScreen):
    """The queue runs until a line is not recorded; that line stands in the command line then, the rest waits."""

    queue: reactive[tuple[str, ...]] = reactive[tuple[str, ...]](())
    running: reactive[bool] = reactive(default=False)
    """Whether the next line follows by itself once one is stored."""
    _form: PositionForm | None = None
    """A position that was typed and not recorded yet."""
    _form_at = 0
    """The entry that was the last then."""

    def watch_queue(self) -> None:
        """Shows what waits."""
        self._write_queue()

    def watch_running(self) -> None:
        """Says whether it goes on by itself."""
        self._write_queue()

    def _write_queue(self) -> None:
        if self.is_mounted:
            bar = self.query_one("#queue", LineBar)
            bar.display = bool(self.queue)
            bar.line = captions.queue_line(self.queue, running=self.running)

    # --- what is pasted ------------------------------------------------------------------------------------------------

    def paste(self, text: str) -> None:
        """One line goes into the command line; of several, the first completes it, and they run."""
        pasted = take_pasted(text)
        self._tell_left_out(pasted)
        if pasted.lines:
            self.line.put_in(pasted.lines[0])
            self._line_up(pasted.lines[1:])

    def _line_up(self, lines: tuple[str, ...]) -> None:
        if not lines:
            return
        starts = not self.queue and not self.saving
        self.queue = (*self.queue, *lines)
        if starts:
            self.running = True
            self.send(closed(self.line.value))

    def _tell_left_out(self, pasted: Pasted) -> None:
        if pasted.left_out:
            self.notify(pasted.left_out, severity="warning", markup=False)

    # --- the position on the table -------------------------------------------------------------------------------------

    def action_position(self) -> None:
        """Opens the form of the position: as it was left, if nothing was recorded since."""
        if self.viewpoint != JUDGE:
            self.say("a position names what is hidden: F2 on to the judge's view first")
            return
        if self.line.value and not self.line.value.startswith(DECLARE):
            self.say("the position will stand in the line: record what is there, or esc, then F5")
            return
        form = self._form if self._form_at == self.timeline.versions else None
        match = self.history.match
        form = form or position_form(match.game, match.state)
        if form is None:
            self.say(f"{match.game.title} has no declared positions")
            return
        screen = PositionScreen(form, self.suggester)
        self.app.push_screen(screen, partial(self._declared, screen))

    def _declared(self, screen: PositionScreen, form: PositionForm | None) -> None:
        self._form, self._form_at = form, self.timeline.versions
        if screen.done and form is not None:
            self.line.put(form.line)

    # --- what is loaded ------------------------------------------------------------------------------------------------

    def action_load(self) -> None:
        """Asks for a file with lines."""
        self._ask("load", "lines from file", "a file with one command a line · ⏎ records them · esc")

    def _agreed(self, purpose: str, text: str) -> None:
        if purpose == "load":
            self.run_worker(partial(self._load, text.strip()), thread=True, group="load")
        else:
            super()._agreed(purpose, text)

    def _load(self, path: str) -> None:
        try:
            text = read_text(Path(path).expanduser())
        except UnreadableFile as problem:
            self.app.call_from_thread(self._not_loaded, path, problem)
            return
        self.app.call_from_thread(self._loaded, text)

    def _not_loaded(self, path: str, problem: UnreadableFile) -> None:
        """Asks again, with what was typed."""
        if self.is_mounted:
            self.say(str(problem))
            self.query_one(Prompt).open("load", "lines from file", path, "another file · esc")

    def _loaded(self, text: str) -> None:
        if not self.is_mounted:
            return
        pasted = take_pasted(text)
        self._tell_left_out(pasted)
        self.queue = (*self.queue, *pasted.lines)
        if not self.line.value and not self.saving:
            self.run_on()

    # --- running -------------------------------------------------------------------------------------------------------

    def run_on(self) -> None:
        """Records the next line that waits."""
        self.running = bool(self.queue)
        if self.queue:
            line, self.queue = self.queue[0], self.queue[1:]
            self.line.put(line)
            self.send(line)

    def went_on(self) -> None:
        """A line was stored. What was typed meanwhile is not overwritten: the queue waits for it."""
        if self.running and not self.line.value:
            self.run_on()
        else:
            self.running = False

    def enter(self) -> None:
        """On an empty line, the queue goes on."""
        chosen = self.query_one(SuggestionList).highlighted
        if self.queue and not self.line.value.strip() and chosen is None and not self.saving:
            self.run_on()
        else:
            super().enter()

    def drop_queue(self) -> None:
        """What waits is let go of."""
        self.say(f"{counted(len(self.queue), 'line')} dropped, from {clean(self.queue[0])} on")
        self.queue = ()
