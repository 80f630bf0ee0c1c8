"""The games of a browser, and the match that it was opened from."""

from collections.abc import Sequence

from domain.game import AnyGame
from replay_tui.browsers.scene import Scene
from replay_tui.captions import spread
from service.reading.styled_text import Span, StyledLine, clean
from service.reading.viewpoints import viewpoint_name


class Games:
    """The installed games, one of which is current. The game of the match is bound to its catalogue or kit."""

    def __init__(self, games: Sequence[AnyGame], game: AnyGame, scene: Scene | None) -> None:
        self._every = (*games,) if game.name in [one.name for one in games] else (game, *games)
        self._scene = scene
        self._number = next(n for n, one in enumerate(self._every) if one.name == game.name)

    @property
    def game(self) -> AnyGame:
        """The current game."""
        return self._every[self._number] if self.scene is None else self.scene.game

    @property
    def scene(self) -> Scene | None:
        """The match that the browser was opened from, while its game is current."""
        here = self._every[self._number].name
        return self._scene if self._scene is not None and self._scene.game.name == here else None

    def has(self, by: int) -> bool:
        """True if there is a game `by` places further."""
        return 0 <= self._number + by < len(self._every)

    def go_on(self, by: int) -> None:
        """Move by some games; they must exist."""
        self._number += by

    def header_line(self, name: str, width: int) -> StyledLine:
        """Return the top bar: `RULES · Robin in the Hood game 1 of 4`."""
        scene = self.scene
        origin = f"game {self._number + 1} of {len(self._every)}"
        if scene is not None:
            origin = f"{scene.address} · as {viewpoint_name(scene.viewpoint, scene.state.seats)}"
        left = (Span(f"{name.upper()} ", "strong"), Span(f"· {clean(self.game.title)}"))
        return spread(left, (Span(origin, "strong"),), width)
