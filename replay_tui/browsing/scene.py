"""The match that something is looked up from, as the screen below shows it."""

from typing import Protocol

from msgspec import Struct

from domain.game import AnyGame
from domain.replay import AnyHistory
from domain.seats import GameState, Viewpoint
from service.reading.catalogues import MatchView


class Scene(Struct, frozen=True):
    """A match at a moment, through somebody's eyes."""

    history: AnyHistory
    broken: tuple[int, ...]
    """The entries that broke rules."""
    version: int
    """The entry that is shown."""
    address: str
    """Of the moment."""
    state: GameState
    viewpoint: Viewpoint
    rule: str = ""
    """The rule in question; empty without one."""
    card: str = ""
    """The viewed card, or the first one that the entry names; empty without one."""

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return self.history.match.game

    @property
    def table(self) -> MatchView:
        """Parts for which catalogues and decks are asked."""
        return MatchView(self.game, self.state, self.viewpoint)


class Guide(Protocol):
    """Leads from what was looked up to somewhere else."""

    def look_up_rule(self, game: AnyGame, rule: str, scene: Scene | None) -> None:
        """Opens the rules browser at a rule."""
        ...

    def go_to_entry(self, match_id: str, version: int) -> None:
        """Shows an entry in its replay."""
        ...
