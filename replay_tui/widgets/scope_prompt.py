"""The line that narrows a query, or replaces it, with suggestions beside it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual import on
from textual.widgets import Input

from replay_tui.background import in_background
from replay_tui.keymap.everywhere import PROMPT
from replay_tui.keymap.key import bindings
from replay_tui.keymap.statistics import SCOPE_LINE
from replay_tui.widgets.prompt import PromptBar
from service.analysis.scope import completed, completed_name, names_next, possible, read_where, where_text
from service.analysis.searching import completed_search, read_search, words_next
from service.analysis.statistics import read_wish
from service.reading.styled_text import clean

_SHOWN: Final = 6
"""Values that are named at once."""
_READERS: Final[Mapping[str, Callable[[str], object]]] = {
    "scope": read_where,
    "ask": read_wish,
    "search": read_search,
}


class ScopePrompt(PromptBar):
    """Also usable as a plain prompt; then `tab` has no function."""

    BINDINGS = bindings((*PROMPT, *SCOPE_LINE))

    def __init__(self, know: Callable[[], Mapping[str, tuple[str, ...]]], *, id: str | None = None) -> None:  # noqa: A002
        """`put` returns the values for completion, and may block; without it values are not completed."""
        super().__init__(id=id)
        self._know = know
        self._known: Mapping[str, tuple[str, ...]] = {}
        self._subjects: Sequence[str] = ()
        self._dimensions: Sequence[str] = ()

    def open_scope(self, where: Sequence[str]) -> None:
        """Shows filters to be changed."""
        text = where_text(where)
        self._begin("scope", "where", f"{text} " if text else "")

    def open_ask(self, text: str, subjects: Sequence[str], dimensions: Sequence[str]) -> None:
        """Shows a whole question to be changed."""
        self._subjects, self._dimensions = subjects, dimensions
        self._begin("ask", "ask", text)

    def open_search(self, text: str) -> None:
        """Shows a search to be changed."""
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

    def _names(self, text: str) -> tuple[str, ...] | None:
        """Return names for the end of a search or a whole question; `None` if a filter must follow."""
        if self.purpose == "search":
            return words_next(text, self._known)
        return names_next(text, self._subjects, self._dimensions) if self.purpose == "ask" else None

    def _hint(self, text: str) -> str:
        names = self._names(text)
        found = possible(text, self._known) if names is None else names
        if found and not text.endswith(found[0]) and (self.purpose != "search" or not text.endswith(" ")):
            more = f" +{len(found) - _SHOWN}" if len(found) > _SHOWN else ""
            return "tab " + " ".join(clean(word) for word in found[:_SHOWN]) + more
        try:
            _READERS[self.purpose](text)
        except (ValueError, LookupError) as problem:
            return clean(str(problem))
        return "⏎ asks · esc"

    def action_complete(self) -> None:
        """Completes the word that is typed."""
        if self.purpose not in _READERS:
            return
        field = self.query_one(Input)
        names = self._names(field.value)
        if self.purpose == "search":
            whole = completed_search(field.value, self._known)
        else:
            whole = completed(field.value, self._known) if names is None else completed_name(field.value, names)
        if whole is not None:
            field.value = whole
            field.cursor_position = len(whole)
