"""Saving an answer as a file: asks for the name, and overwrites an existing file only if it is entered twice."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.screen import Screen

from domain.text import pluralize
from replay_tui.background import in_background
from replay_tui.widgets.prompt import PromptBar
from service.analysis.statistics import Answer, save_csv
from service.reading.styled_text import clean


@dataclass
class ExportController:
    """The prompt of a screen for the name of a file."""

    screen: Screen[None]
    _existing: Path | None = None
    """The existing file that was entered once."""

    def ask(self, name: str) -> None:
        """Ask for the file."""
        self._existing = None
        self._prompt.open("save", "save as", name, "⏎ saves the table · esc")

    def save(self, answer: Answer, path: Path) -> None:
        """Save the answer."""
        job = partial(save_csv, answer, path, replace=path == self._existing)
        saved, failed = partial(self._saved, len(answer.rows)), partial(self._not_saved, path)
        in_background(self.screen, job, saved, failed, group="save")

    def _not_saved(self, path: Path, error: Exception) -> None:
        exists = isinstance(error, FileExistsError)
        self._existing = path if exists else self._existing
        self._prompt.hint("it exists: ⏎ overwrites it · esc" if exists else clean(str(error)))

    def _saved(self, rows: int, place: Path) -> None:
        self._prompt.post_message(PromptBar.Cancelled("save"))
        self.screen.notify(clean(f"{pluralize(rows, 'row')} in {place}"), title="Saved", markup=False, timeout=6)

    @property
    def _prompt(self) -> PromptBar:
        return self.screen.query_one(PromptBar)
