"""What the record screen asks of the application."""

from typing import Protocol

from domain.rules import Rule
from service.reading.log import AnyHistory
from service.recording.acts import Act, Outcome
from service.recording.forking import Branch, Forked
from service.recording.matchbook import Note
from service.recording.wizard import Draft


class Desk(Protocol):
    """A match that can be recorded. Calls may block: they are made in workers. Acts never raise."""

    def history(self, match_id: str) -> AnyHistory:
        """A match with all its frames. Any error's text is one line to show."""
        ...

    def refresh(self, history: AnyHistory) -> int:
        """Adds what was recorded since; returns how many entries. Any error's text is one line to show."""
        ...

    def rule(self, game: str, rule: str) -> Rule | None:
        """A rule of a game's reference."""
        ...

    def open_match(self, draft: Draft) -> str:
        """Opens a drafted match; returns its id. Raises Problem, else any error's text is one line to show."""
        ...

    def fork(self, branch: Branch) -> Forked:
        """Records a what-if of a match. Any error's text is one line to show."""
        ...

    def take(self, match_id: str, act: Act) -> Outcome:
        """Records a game command."""
        ...

    def take_back(self, match_id: str, to: int, *, reason: str, at_version: int) -> Outcome:
        """Goes back to the state after an entry."""
        ...

    def annotate(self, match_id: str, note: Note) -> Outcome:
        """Notes something about an entry."""
        ...
