"""The line for filters, a whole question or a search, with suggestions beside it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual import on
from textual.widgets import Input

from replay_tui.background import in_background
from replay_tui.keymap import bindings
from replay_tui.widgets.prompt import PromptBar
from service.analysis.search import read_search, words_next
from service.analysis.statistics import (
    Filter,
    candidates,
    completed,
    filter_text,
    question_candidates,
    read_filters,
    read_wish,
)
from service.reading.styled_text import clean

_SHOWN: Final = 6
"""Number of suggestions shown at once."""
_READERS: Final[Mapping[str, Callable[[str], object]]] = {
    "scope": read_filters,
    "ask": read_wish,
    "search": read_search,
}


class ScopePrompt(PromptBar):
    """Also usable as a plain prompt; then `tab` has no function."""

    BINDINGS = bindings("prompt", "scope_line")

    def __init__(self, know: Callable[[], Mapping[str, tuple[str, ...]]], *, id: str | None = None) -> None:  # noqa: A002
        """`know` returns the values for completion; it runs in a worker and may block."""
        super().__init__(id=id)
        self._know = know
        self._known: Mapping[str, tuple[str, ...]] = {}
        self._subjects: Sequence[str] = ()

    def open_scope(self, where: Sequence[Filter]) -> None:
        """Open the line with filters to change."""
        text = filter_text(where)
        self._begin("scope", "filter", f"{text} " if text else "")

    def open_ask(self, text: str, subjects: Sequence[str]) -> None:
        """Open the line with a whole question to change."""
        self._subjects = subjects
        self._begin("ask", "ask", text)

    def open_search(self, text: str) -> None:
        """Open the line with a search to change."""
        self._begin("search", "search", text)

    def _begin(self, purpose: str, sign: str, text: str) -> None:
        self.open(purpose, sign, text)
        self._suggest()
        in_background(self, self._know, self._learn, lambda _: None, group="known")

    def _learn(self, known: Mapping[str, tuple[str, ...]]) -> None:
        self._known = known
        self._suggest()

    @on(PromptBar.Changed)
    def _typed(self) -> None:
        self._suggest()

    def _suggest(self) -> None:
        if self.purpose in _READERS:
            self.hint(self._hint(self.text))

    def _candidates(self, text: str) -> tuple[str, ...]:
        """Return completions for the end of the line, best first."""
        if self.purpose == "search":
            return words_next(text, self._known)
        if self.purpose == "ask":
            return question_candidates(text, self._subjects, self._known)
        return candidates(text, self._known)

    def _hint(self, text: str) -> str:
        found = self._candidates(text)
        if found and not text.endswith(found[0]) and (self.purpose == "ask" or not text.endswith(" ")):
            more = f" +{len(found) - _SHOWN}" if len(found) > _SHOWN else ""
            values = [word.partition(":")[2] or word for word in found[:_SHOWN]]
            return "tab " + " ".join(map(clean, values)) + more
        try:
            _READERS[self.purpose](text)
        except (ValueError, LookupError) as problem:
            return clean(str(problem))
        return "⏎ asks · esc"

    def action_complete(self) -> None:
        """Complete the typed word."""
        field = self.query_one(Input)
        if self.purpose in _READERS and (found := self._candidates(field.value)):
            field.value = completed(field.value, found[0])
            field.cursor_position = len(field.value)
