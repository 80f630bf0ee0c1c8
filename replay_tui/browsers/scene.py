"""The match from which rules or cards are looked up, as the screen below shows it."""

from typing import Protocol

from msgspec import Struct

from domain.game import AnyGame
from domain.replay import AnyHistory
from domain.seats import GameState, Viewpoint
from service.reading.catalogues import MatchView


class Scene(Struct, frozen=True):
    """A match at a position, for a viewpoint."""

    history: AnyHistory
    broken: tuple[int, ...]
    """The entries that broke rules."""
    version: int
    """The entry that is shown."""
    address: str
    """The address of the position."""
    state: GameState
    viewpoint: Viewpoint
    rule: str = ""
    """The rule in question; empty without one."""
    card: str = ""
    """The viewed card, or the first one that the entry names; empty without one."""

    @property
    def game(self) -> AnyGame:
        """The game of the match."""
        return self.history.match.game

    @property
    def table(self) -> MatchView:
        """The match as the card service needs it."""
        return MatchView(self.game, self.state, self.viewpoint)


class Guide(Protocol):
    """Opens other screens from a rule or card."""

    def look_up_rule(self, game: AnyGame, rule: str, scene: Scene | None) -> None:
        """Open the rules browser at a rule."""
        ...

    def go_to_entry(self, match_id: str, version: int) -> None:
        """Show an entry in its replay."""
        ...
