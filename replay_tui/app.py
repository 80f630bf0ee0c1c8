"""The terminal program: `MatchbookApp(service, analytics).run()`. It calls application services in workers."""

import asyncio
import gc
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from textual import on
from textual.app import SystemCommand
from textual.filter import LineFilter
from textual.screen import Screen

from domain.game import AnyGame
from domain.registry import load_game
from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from replay_tui.background import in_background
from replay_tui.keymap import bindings
from replay_tui.plain_signs import PlainSigns
from replay_tui.recording_app import RecordingApp
from replay_tui.screens.drill_down import MatchesWanted, MatchWanted, PlayerWanted
from replay_tui.screens.fork_box import EntryWanted
from replay_tui.screens.matches import MatchesScreen
from replay_tui.screens.replay import ReplayScreen
from replay_tui.timeline import Timeline
from replay_tui.widgets.match_table import MatchTable
from service.errors import UsageProblem
from service.preferences import PreferencesFile, PreferencesStore
from service.reading.signs import wants_plain
from service.reading.styled_text import clean
from service.reading.viewpoints import parse_viewpoint
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from service.settings import preferences_path

if TYPE_CHECKING:
    from replay_tui.screens.tour import Tour
    from service.analysis.statistics import StatisticsService
    from service.reading.match_list import OpenAnalytics

_STYLES: Final = Path(__file__).parent / "styles"


@runtime_checkable
class _OnAMatch(Protocol):
    """A screen that shows one match."""

    @property
    def timeline(self) -> Timeline: ...


class MatchbookApp(RecordingApp):
    """Match list and replays. Modules of rarely used screens are imported when a screen opens, so that a replay starts
    fast.

    `match_id` is opened at once, at `place` (as typed after `:`); `viewpoint` is `judge`, `spectator` or a player.
    `live` is recorded at once, through `recording_service`. `delay` is the delay of the shown record, in words; when `locked`, no
    key shows another viewpoint, another match, or statistics; in a `kiosk` no key leaves the match either. `recording`:
    enter records a match of the list. `tour`: begin the tour."""

    TITLE = "Matchbook"
    BINDINGS = bindings("everywhere")
    CSS_PATH = [  # noqa: RUF012
        _STYLES / "app.tcss",
        _STYLES / "matches.tcss",
        _STYLES / "replay.tcss",
        _STYLES / "record.tcss",
        _STYLES / "browsing.tcss",
        _STYLES / "branching.tcss",
        _STYLES / "judging.tcss",
        _STYLES / "statistics.tcss",
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-compact"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-least"), (9, "-tiny"), (16, "-roomy")]  # noqa: RUF012

    def __init__(
        self,
        service: MatchService,
        analytics: "OpenAnalytics",
        *,
        match_id: str | None = None,
        place: str = "",
        viewpoint: str = JUDGE,
        zone: tzinfo | None = None,
        recording_service: RecordingService | None = None,
        live: AnyHistory | None = None,
        delay: str = "",
        locked: bool = False,
        kiosk: bool = False,
        recording: bool = False,
        tour: bool = False,
        keeper: PreferencesStore | None = None,
    ) -> None:
        super().__init__(keeper, recording_service, zone, place, self.open_match)
        self.service = service
        self.analytics = analytics
        self._live = live
        self._plain = PlainSigns(wants_plain(os.environ))
        self._match_id = match_id
        self._viewpoint = viewpoint
        self._delay = delay
        self._locked = locked
        self._kiosk = kiosk
        self._recording = recording
        self._tour = tour
        self._guide: Tour | None = None

    @property
    def statistics(self) -> "StatisticsService":
        """Answers questions about all matches."""
        from service.analysis.statistics import StatisticsService

        return StatisticsService(self.analytics())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of drawn lines; the last one replaces signs that the terminal lacks."""
        filters = super().get_line_filters()
        return [*filters, self._plain] if self._plain.enabled else filters

    def get_default_screen(self) -> Screen[None]:
        """The match list."""
        title = "Record a match" if self._recording else self.TITLE
        matches = MatchesScreen(self.analytics, self._open_listed, self.zone, self.keeper, title=title)
        matches.covered = self._match_id is not None or self._live is not None
        return matches

    def on_mount(self) -> None:
        """Open the requested match."""
        if self.recording_service is not None and self._live is not None:
            self._show_live(self.recording_service, self._live)
        elif self._match_id is not None:
            self.open_match(self._match_id)

    @on(MatchTable.Listed)
    def _listed(self) -> None:
        """Begin a requested tour, once the match list is filled."""
        begins, self._tour = self._tour, False
        if begins:
            self.action_tour()

    async def action_quit(self) -> None:
        """Quit; in a kiosk, only the terminal can end the program."""
        if self._kiosk:
            self.notify("This screen is a kiosk: end it from outside (SIGTERM)", timeout=4)
        else:
            await super().action_quit()

    def on_unmount(self) -> None:
        """Exit without waiting for pending reads, and unfreeze all objects: extension modules complain at exit
        about objects that were never collected."""
        self.service.cancel_reads()
        gc.unfreeze()

    @on(EntryWanted)
    def _elsewhere(self, event: EntryWanted) -> None:
        """Open a position of another match."""
        self._place = str(event.version)
        self.open_match(event.match)

    @on(MatchesWanted)
    def _behind(self, event: MatchesWanted) -> None:
        """List the matches behind a number, above the screen that shows it."""
        among, title = event.matches, f"Matches of {event.about}"
        self.push_screen(
            MatchesScreen(self.analytics, self.open_match, self.zone, self.keeper, among=among, title=title)
        )

    @on(PlayerWanted)
    def _player_wanted(self, event: PlayerWanted) -> None:
        """Open the page of a player."""
        from replay_tui.screens.player import PlayerScreen

        self.push_screen(PlayerScreen(self.statistics, event.players, event.where))

    @on(MatchWanted)
    def _match_wanted(self, event: MatchWanted) -> None:
        """Open a requested match."""
        self.open_match(event.match)

    def _open_listed(self, match_id: str) -> None:
        """Open a match of the list: for recording where the program was started for it, but a tour shows its replay first."""
        touring = self._guide is not None and self._guide.goes_on
        (self.record_match if self._recording and not touring else self.open_match)(match_id)

    def open_match(self, match_id: str) -> None:
        """Load a match and show its replay."""
        reading, failed = partial(self._read, match_id), partial(self._not_opened, match_id)
        in_background(self, reading, self._show, failed, group="load", exclusive=True)

    def _read(self, match_id: str) -> tuple[AnyHistory, str]:
        history = self.service.history(match_id)
        return history, self.service.chain_problem(match_id, history.match.version)

    def _show(self, read: tuple[AnyHistory, str]) -> None:
        history, altered = read
        gc.freeze()  # without this, each full collection scans the whole history, 30 to 80 ms in the middle of a step
        place, self._place = self._place, ""
        viewpoint = self._viewpoint_in(history)
        self.push_screen(
            ReplayScreen(
                history,
                self.service,
                viewpoint=viewpoint,
                place=place,
                zone=self.zone,
                delay=self._delay,
                locked=self._locked,
                keeper=self.keeper,
            )
        )
        for title, trouble in (("Damaged record", history.damage), ("Altered record", altered)):
            if trouble:
                self.notify(clean(trouble), title=title, severity="error", markup=False, timeout=30)

    def action_tour(self) -> None:
        """Go through eight screens. The tour shows a match: in an empty store, a demo match is recorded for it."""
        from replay_tui.screens.tour import Tour

        if isinstance(self.screen, MatchesScreen) and self.screen.table.count:
            self._guide = Tour(self)
            self._guide.begin()
        elif isinstance(self.screen, MatchesScreen) and self.screen.is_first_use and self.recording_service is not None:
            self._tour = True
            self.action_demo()
        else:
            self.notify("The tour shows a match: none is listed here", timeout=6)

    def action_statistics(self) -> None:
        """Open the statistics, at first of the current game."""
        if self._held_back("Statistics would show"):
            return
        from replay_tui.screens.statistics import StatisticsScreen
        from service.analysis.statistics import read_filters

        if not self._came_back_to(StatisticsScreen):
            game = self._game_looked_at()
            where = read_filters(f"game:{game.name}") if game is not None and game.kind == "game" else ()
            self.push_screen(StatisticsScreen(self.statistics, where, self.zone))

    def action_search(self) -> None:
        """Open the search for actions in all matches."""
        if self._held_back("A search would find"):
            return
        from replay_tui.screens.search import SearchScreen
        from service.analysis.search import SearchService

        if not self._came_back_to(SearchScreen):
            self.push_screen(SearchScreen(SearchService(self.analytics(), self.service.history, self._viewpoint)))

    def action_explorer(self) -> None:
        """Explore the current position; from the list, the start of the match's game."""
        if self._held_back("The explorer would count"):
            return
        from replay_tui.screens.explorer import explorer_over

        game = self._game_looked_at()
        if game is None or game.kind == "competition":
            why = "No match is chosen" if game is None else f"A {game.name} has no moves of its own"
            self.notify(f"{why}: the explorer needs a match of a game", markup=False, timeout=4)
        else:
            self.push_screen(explorer_over(self.screen, self.statistics, game))

    def _held_back(self, what: str) -> bool:
        """Return True and say so if a lock or a delay forbids a screen, because it would reveal hidden information."""
        if held := "lock" if self._locked else self._delay and "delay":
            self.notify(f"{what} what the {held} hides", markup=False, timeout=4)
        return bool(held)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        """Compose a screen before its keys act, because a key may leave it before it is composed."""
        while not screen.is_mounted:
            await asyncio.sleep(0)
        return await super()._replace_screen(screen)

    def _came_back_to(self, kind: type[Screen[None]]) -> bool:
        """Leave the screens above one of that kind; return False if it is not open."""
        below = [screen for screen in self.screen_stack if isinstance(screen, kind)]
        while below and self.screen is not below[-1]:
            self.pop_screen()
        return bool(below)

    def _game_looked_at(self) -> AnyGame | None:
        if isinstance(self.screen, _OnAMatch):
            return self.screen.timeline.history.match.game
        row = self.screen.table.chosen if isinstance(self.screen, MatchesScreen) else None
        return None if row is None else load_game(row.game)

    def action_rules(self) -> None:
        """Open the rules of the current game."""
        from replay_tui.screens.lookup import Lookup

        Lookup(self).rules()

    def action_cards(self) -> None:
        """Open the cards and decks of the current game or match."""
        from replay_tui.screens.lookup import Lookup

        Lookup(self).cards()

    def _viewpoint_in(self, history: AnyHistory) -> Viewpoint:
        """Return the requested viewpoint; in a match without that player, the spectator's."""
        try:
            return parse_viewpoint(self._viewpoint, history.match.state.seats)
        except UsageProblem as problem:
            self.notify(clean(f"{problem}; shown as spectator"), severity="warning", markup=False)
            return SPECTATOR

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the palette's commands: all keys of this screen, and the program's own commands."""
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.enabled and binding.id and binding.tooltip and not binding.id.startswith("tenth."):
                yield SystemCommand(binding.tooltip, binding.key, partial(self.run_action, binding.action, active.node))
        yield from super().get_system_commands(screen)


def run(program: Callable[..., MatchbookApp]) -> None:
    """Run the program with this person's preferences until it quits."""
    keeper = PreferencesStore(PreferencesFile(*preferences_path()))
    program(keeper=keeper).run()
    keeper.save()  # settings changed just before the end
