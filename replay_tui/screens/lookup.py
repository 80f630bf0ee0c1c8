"""Look-ups from any screen: the current game and match, and the way back to an entry."""

from textual.app import App

from domain.game import AnyGame
from domain.registry import installed_games
from replay_tui.browsers.scene import Scene
from replay_tui.captions import place_address
from replay_tui.screens.card_cursor import CardCursor
from replay_tui.screens.cards import CardsScreen
from replay_tui.screens.fork_box import EntryWanted
from replay_tui.screens.matches import MatchesScreen
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.record_boxes import RuleBox
from replay_tui.screens.replay import ReplayScreen
from replay_tui.screens.rules import RulesScreen
from replay_tui.screens.wizard import WizardScreen
from service.reading.card_story import told_card
from service.reading.catalogues import games


class Lookup:
    """Opens the rules and the cards above any screen."""

    def __init__(self, app: App[None]) -> None:
        self._app = app

    def rules(self) -> None:
        """Open the rules of the current game; for an entry that broke a rule, at that rule."""
        if not self._back_to(RulesScreen):
            every = tuple(installed_games().values())
            if (game := self._game()) is not None:
                self._app.push_screen(RulesScreen(every, game, self.scene(), self))

    def cards(self) -> None:
        """Open the cards and decks of the current game or match."""
        game = self._game()
        if game is None or self._back_to(CardsScreen):
            return
        if game.kind != "game":
            self._app.notify(f"A {game.name} has no cards of its own", severity="warning", markup=False)
            return
        self._app.push_screen(CardsScreen(games(), game, self.scene(), self))

    def look_up_rule(self, game: AnyGame, rule: str, scene: Scene | None) -> None:
        """Open the rules browser at a rule."""
        self._app.push_screen(RulesScreen(tuple(installed_games().values()), game, scene, self, rule))

    def go_to_entry(self, match_id: str, version: int) -> None:
        """Return to the open replay, or else open one."""
        stack = self._app.screen_stack
        nearest = next((s for s in reversed(stack) if isinstance(s, ReplayScreen | RecordScreen)), None)
        if not isinstance(nearest, ReplayScreen) or nearest.timeline.history.match.id != match_id:
            self._app.post_message(EntryWanted(match_id, version))
            return
        for _ in stack[stack.index(nearest) + 1 :]:
            self._app.pop_screen()
        nearest.go_to(nearest.timeline.end_of(version))

    def scene(self) -> Scene | None:
        """Return the match of the topmost screen that shows one."""
        rule = card = ""
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, RulesScreen | CardsScreen):
                return screen.games.scene
            if isinstance(screen, RuleBox):
                rule = screen.broken.violations[0].rule
            if isinstance(screen, CardCursor):
                card = screen.card_id
            if isinstance(screen, ReplayScreen | RecordScreen):
                return _scene(screen, rule, card)
        return None

    def _game(self) -> AnyGame | None:
        """Return the current game, or else the first one."""
        if (scene := self.scene()) is not None:
            return scene.game
        every = installed_games()
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, RulesScreen | CardsScreen):
                return screen.games.game
            if isinstance(screen, WizardScreen) and screen.draft.game in every:
                return every[screen.draft.game]
            if isinstance(screen, MatchesScreen) and (row := screen.table.chosen) is not None and row.game in every:
                return every[row.game]
        return next(iter(games()), None)

    def _back_to(self, kind: type[RulesScreen | CardsScreen]) -> bool:
        """Return True if such a screen is open: on top, or below the other browser, which is then closed."""
        stack = self._app.screen_stack
        if isinstance(stack[-1], kind):
            return True
        if len(stack) > 1 and isinstance(stack[-1], RulesScreen | CardsScreen) and isinstance(stack[-2], kind):
            self._app.pop_screen()
            return True
        return False


def _scene(screen: ReplayScreen | RecordScreen, rule: str, card: str) -> Scene:
    timeline = screen.timeline
    frame = timeline.frame(screen.position)
    broken = timeline.violations(frame.version)
    return Scene(
        history=timeline.history,
        broken=tuple(timeline.marks["violation"]),
        version=frame.version,
        address=place_address(timeline, screen.position),
        state=frame.state,
        viewpoint=screen.viewpoint,
        rule=rule or (broken[0].rule if broken else ""),
        card=card or told_card(timeline.history, frame.version, screen.viewpoint),
    )
