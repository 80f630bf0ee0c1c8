"""The line that narrows a question: what can be typed next stands beside it."""

from collections.abc import Mapping
from typing import Final

from textual import on
from textual.widgets import Input

from replay_tui.keymap.everywhere import PROMPT
from replay_tui.keymap.key import bindings
from replay_tui.keymap.statistics import SCOPE_LINE
from replay_tui.widgets.prompt import Prompt
from service.analysis.scope import Scope, completed, possible, read_scope, scope_text
from service.reading.toned import clean

_SHOWN: Final = 6
"""Values that are named at once."""


class ScopePrompt(Prompt):
    """Also asks for other things, as any prompt does; then `tab` does nothing."""

    BINDINGS = bindings((*PROMPT, *SCOPE_LINE))

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._known: Mapping[str, tuple[str, ...]] = {}

    def open_scope(self, scope: Scope) -> None:
        """Shows a scope to be changed."""
        text = scope_text(scope)
        self.open("scope", "/", f"{text} " if text else "", "")
        self._suggest()

    def know(self, known: Mapping[str, tuple[str, ...]]) -> None:
        """Takes the values that can be completed."""
        self._known = known
        self._suggest()

    @on(Prompt.Changed)
    def _typed(self) -> None:
        self._suggest()

    def _suggest(self) -> None:
        if self.purpose == "scope":
            self.hint(self._hint(self.query_one(Input).value))

    def _hint(self, text: str) -> str:
        found = possible(text, self._known)
        if found and not text.endswith(found[0]):
            more = f" +{len(found) - _SHOWN}" if len(found) > _SHOWN else ""
            return "tab " + " ".join(clean(word) for word in found[:_SHOWN]) + more
        try:
            read_scope(text)
        except ValueError as problem:
            return clean(str(problem))
        return "⏎ asks · esc"

    def action_complete(self) -> None:
        """Completes the word that is typed."""
        field = self.query_one(Input)
        whole = completed(field.value, self._known) if self.purpose == "scope" else None
        if whole is not None:
            field.value = whole
            field.cursor_position = len(whole)
