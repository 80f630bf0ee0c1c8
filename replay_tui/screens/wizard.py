"""A new match, step by step: game, players, decks, and on request cards, options, strictness, title. Faults are reported
at their step."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from domain.text import join_words
from replay_tui.background import in_background, trouble_text
from replay_tui.keymap import bindings
from replay_tui.scorekeeping.pasted_text import take_pasted
from replay_tui.screens.help import KeyedScreen
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar, LinesView, folded
from replay_tui.widgets.suggestion_list import SuggestionList
from service.reading.styled_text import Span, StyledLine, clean, pad
from service.recording.recording_service import RecordingService
from service.recording.wizard import (
    STEPS,
    InvalidAnswer,
    Step,
    WizardAnswers,
    WizardChoice,
    answered,
    choices,
    notes,
    open_drafted,
    steps_of,
    values_of,
)
from service.typing.rows import Suggestion
from service.typing.word_matches import begins_any, tokens_of, words_in

_HINTS: Final[dict[Step, str]] = {
    "game": "which game: one of these, or a kit's file",
    "catalogue": "which card definitions: one of these, or a file",
    "players": "names in seat order, separated by commas; @1 after a name is its side",
    "options": "a number changes an option · letters find one · name=value · ⏎ goes on",
    "decks": "one for each player, in seat order: a row (1, 2), a file, or a size (30, 30)",
    "strictness": "treatment of illegal actions",
    "title": "title of the match, optional · ⏎ opens the match",
}
_NO_DECKS: Final = "row, file or size for each player (30, 30) · empty: no decks · ⏎ open the match"


class AnswerLine(CommandLine):
    """The input of a step."""

    BINDINGS = bindings("wizard_line")


class WizardScreen(KeyedScreen[None]):
    """Previous answers above, the line and its choices below. The match is stored at the last step."""

    BINDINGS = bindings("wizard")
    help_title = "New match"
    AUTO_FOCUS = "#line"

    def __init__(self, service: RecordingService, opened: Callable[[str], None]) -> None:
        super().__init__()
        self._brief = True
        """Ask only about game, players and decks; use the usual answers for the rest."""
        self.service = service
        self.draft = WizardAnswers()
        self.step: Step = STEPS[0]
        self._opened = opened
        self._opening = False
        self._problems: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        """Notes on the chosen cards."""
        self._known: tuple[WizardAnswers, Step, tuple[WizardChoice, ...]] | None = None

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield LinesView(id="answers")
        with Horizontal(id="command"):
            yield Static(">", id="sign")
            yield AnswerLine(self, id="line")
        yield LineBar(id="answer")
        yield SuggestionList(id="offers")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Start with the game."""
        self.query_one(LineBar).line = (Span("NEW MATCH", "strong"),)
        self.query_one(LinesView).can_focus = False
        self.query_one(LinesView).border_title = "Set-up"
        self.call_after_refresh(self._enter_step, self.step)

    @property
    def _steps(self) -> tuple[Step, ...]:
        return steps_of(self.draft, brief=self._brief)

    @property
    def line(self) -> CommandLine:
        """The input for answers."""
        return self.query_one(CommandLine)

    # --- steps ---------------------------------------------------------------------------------------------------------

    def _enter_step(self, step: Step) -> None:
        self.step = step
        self._problems = ()
        offered = self._offered()
        begun = self._answer_of(step) or (offered[0].value if offered and step in ("catalogue", "strictness") else "")
        self.line.put("" if step == "options" else begun)
        hint = _NO_DECKS if step == self._steps[-1] == "decks" else _HINTS[step]
        self.query_one("#answer", LineBar).line = (Span(hint, "dim"),)
        self._show()

    def _offered(self) -> tuple[WizardChoice, ...]:
        """Return the choices of the step; computed once per draft, not at every key."""
        if self._known is None or self._known[:2] != (self.draft, self.step):
            self._known = self.draft, self.step, choices(self.draft, self.step)
        return self._known[2]

    def _answer_of(self, step: Step) -> str:
        draft = self.draft
        decks = (draft.decks.get(seat, "") for seat in range(len(draft.players)))
        decks = (f"={deck}" if deck.isdigit() and len(deck) == 1 else deck for deck in decks)
        seated = (f"{p}@{draft.sides[n] + 1}" if n in draft.sides else p for n, p in enumerate(draft.players))
        answers: dict[Step, str] = {
            "game": draft.kit or draft.game,
            "catalogue": draft.catalogue,
            "players": ", ".join(seated),
            "options": ", ".join(f"{name}={value}" for name, value in draft.options.items()),
            "decks": ", ".join(decks) if draft.decks else "",
            "strictness": draft.strictness,
            "title": draft.title,
        }
        return answers[step]

    def _show(self) -> None:
        self.query_one(LinesView).show_lines(tuple(self._lines()))
        offers = self.query_one(SuggestionList)
        offers.highlighted = None
        offers.rows = tuple(self._rows())

    def _lines(self) -> Iterator[StyledLine]:
        steps = self._steps
        here = steps.index(self.step)
        for place, step in enumerate(steps):
            sign = ">" if place == here else "✓" if place < here else " "
            answer = self._answer_of(step) if place < here or step == "options" else ""
            default = "(as usual)" if place < here and not answer else ""
            label = pad((Span(f"{sign} {step}", "strong" if place == here else "plain"),), 14)
            yield (*label, Span(clean(answer or default), "plain" if answer else "dim"))
        if rest := [step for step in steps_of(self.draft) if step not in steps]:
            yield (Span(f"  ^o also asks for {join_words(rest)} (else defaults)", "dim"),)
        room = self.query_one(LinesView).room
        for problem in self._problems:
            yield ()
            yield from folded(f"! {problem}", room, "bad")
        for note in self._notes:
            yield from folded(f"note: {note}", room, "warn")

    def _rows(self) -> Iterator[Suggestion]:
        typed = self.line.value
        begun = typed.rpartition(",")[2].strip()
        offered = self._offered()
        whole = not begun or begun.isdigit() or any(choice.value == begun for choice in offered)
        for choice in offered:
            called = words_in(choice.value, choice.meaning)
            if whole or all(begins_any(token, called) for token in tokens_of(begun)):
                meaning = f"  {choice.meaning}" if choice.meaning else ""
                yield Suggestion(self._line_with(choice, typed), choice.value + meaning, complete=True)

    def _line_with(self, choice: WizardChoice, typed: str) -> str:
        if self.step != "decks":
            return choice.value
        kept = [word.strip() for word in typed.split(",")[:-1]]
        more = len(kept) + 1 < len(self.draft.players)
        return ", ".join([*kept, choice.value]) + (", " if more else "")

    # --- the line ------------------------------------------------------------------------------------------------------

    def claim(self, letter: str) -> bool:
        """Choose a row by its digit, except after `=` (the value of an option) and in steps where digits are text:
        decks, names, titles."""
        if not (letter.isascii() and letter.isdigit()) or self.step in ("players", "decks", "title"):
            return False
        self._keep_up()
        rows = self.query_one(SuggestionList).rows
        place = (int(letter) - 1) % 10
        if "=" in self.line.value.rpartition(",")[2]:
            return False
        if place >= len(rows):
            return True  # typed as text, a digit would mean something else than where there is a row
        if self.step == "options":
            self._turn(rows[place].line)
        else:
            self.line.put(rows[place].line)
        return True

    def _turn(self, pair: str) -> None:
        """Choose the next value of an option; options without a list of values are typed."""
        name, _, now = pair.partition("=")
        values = values_of(self.draft, name)
        if not values:
            self.line.put(f"{name}=")
            return
        following = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
        self._answer(f"{name}={following}")

    @on(Input.Changed, "#line")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._show()

    def _keep_up(self) -> None:
        """Update the choices before a key acts: keys may arrive faster than change messages."""
        if self.query_one(SuggestionList).highlighted is None:
            self._show()

    def move(self, by: int) -> None:
        """Move the highlight."""
        self.query_one(SuggestionList).move(by)

    def paste(self, text: str) -> None:
        """Insert the first line, up to the longest allowed."""
        pasted = take_pasted(text)
        if pasted.lines:
            self.line.put_in(pasted.lines[0])

    def complete(self) -> None:
        """Put the highlighted row, or the first, into the line."""
        offers = self.query_one(SuggestionList)
        if offers.rows:
            row = offers.rows[offers.highlighted or 0]
            self.line.put(row.line)

    def enter(self) -> None:
        """Accept the answer and go to the next step; after the last one, open the match."""
        self._keep_up()
        offers = self.query_one(SuggestionList)
        text = self.line.value
        if offers.highlighted is not None and self.step != "options":
            text = offers.rows[offers.highlighted].line
        elif self.step == "game" and len(offers.rows) == 1:
            text = offers.rows[0].line
        if self._opening or (not self._answer(text)) or (self.step == "options" and text.strip()):
            return
        steps = self._steps
        if self.step == steps[-1]:
            self._open()
        else:
            self._enter_step(steps[steps.index(self.step) + 1])

    def _answer(self, text: str) -> bool:
        """Accept an answer, or report its faults."""
        try:
            self.draft = answered(self.draft, self.step, text.rstrip(", "))
        except InvalidAnswer as problem:
            self._problems = problem.lines
            self._show()
            return False
        self._problems = ()
        if self.step in ("game", "catalogue"):
            self._notes = notes(self.draft)
        if self.step == "options":
            self.line.put("")
        self._show()
        return True

    # --- opening -------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._opening = True
        self.query_one("#answer", LineBar).line = (Span("opening …"),)
        in_background(
            self, partial(open_drafted, self.service.app, self.draft), self._done, self._not_opened, group="save"
        )

    def _not_opened(self, error: Exception) -> None:
        self._opening = False
        self._problems = error.lines if isinstance(error, InvalidAnswer) else (trouble_text(error),)
        self.query_one("#answer", LineBar).line = (Span("not opened · esc goes back a step", "bad"),)
        self._show()

    def _done(self, match_id: str) -> None:
        self.app.pop_screen()
        self._opened(match_id)

    def action_back(self) -> None:
        """Go to the step before; from the first one, leave."""
        steps = self._steps
        place = steps.index(self.step)
        if place:
            self._enter_step(steps[place - 1])
        else:
            self.app.pop_screen()

    def action_more(self) -> None:
        """Switch between all questions and the short form."""
        self._brief = not self._brief
        if self.step not in self._steps:
            self._enter_step(self._steps[0])
        self._show()
