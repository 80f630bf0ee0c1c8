"""What the rules browser and the card browser share: a list, the text of what is chosen in it, the games to go through."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Resize
from textual.screen import Screen

from domain.game import AnyGame
from replay_tui.browsing.scene import Guide, Scene
from replay_tui.captions import spread
from replay_tui.screens.help import HelpScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkList
from replay_tui.widgets.prompt import Prompt
from service.reading.toned import Span, clean
from service.reading.viewpoints import viewpoint_name


class ReferenceScreen(Screen[None]):
    """The list is on the left or above, the text beside or below; `enter` reads, `esc` goes back."""

    AUTO_FOCUS = "#list"
    NAME = ""
    """As the help has it."""

    def __init__(self, games: Sequence[AnyGame], game: AnyGame, scene: Scene | None, guide: Guide) -> None:
        super().__init__()
        names = [one.name for one in games]
        self.games = (*games,) if game.name in names else (game, *games)
        self.game = next((one for one in self.games if one.name == game.name), game)
        if scene is not None and scene.game.name == game.name:
            self.game = scene.game
        self.guide = guide
        self._scene = scene

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield LineBar(id="header")
        with Container(id="pages"):
            yield LinkList(always=True, id="list")
            yield LinkList(always=False, id="text")
        yield LineBar(id="place")
        yield Prompt(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begins with the game asked for."""
        self.call_after_refresh(self.show_game)

    @property
    def scene(self) -> Scene | None:
        """The match that was come from, while its game is looked at."""
        return self._scene if self._scene is not None and self._scene.game.name == self.game.name else None

    @property
    def list(self) -> LinkList:
        """What can be chosen."""
        return self.query_one("#list", LinkList)

    @property
    def text(self) -> LinkList:
        """What is chosen."""
        return self.query_one("#text", LinkList)

    # --- what a browser fills in ---------------------------------------------------------------------------------------

    def show_game(self) -> None:
        """Lists what the game has."""
        raise NotImplementedError

    def show_text(self) -> None:
        """Shows what is chosen."""
        raise NotImplementedError

    def place(self) -> str:
        """Where one is in the list."""
        raise NotImplementedError

    def remark(self) -> str:
        """What stands at the end of that line."""
        raise NotImplementedError

    def follow(self, link: Link) -> None:
        """Goes where a row of the text leads."""
        raise NotImplementedError

    def peel(self) -> bool:
        """Takes a search back; False where there is none."""
        raise NotImplementedError

    def citation(self) -> str:
        """What names the chosen thing; empty: nothing is chosen."""
        raise NotImplementedError

    # --- bars ----------------------------------------------------------------------------------------------------------

    def on_resize(self, _: Resize) -> None:
        """Fits the bars to the new width."""
        self.write_bars()

    def write_bars(self) -> None:
        """Writes the bars and dims dead keys."""
        if not self.is_mounted or not self.size.width:
            return
        left = (Span(f"{self.NAME.upper()} ", "strong"), Span(f"· {clean(self.game.title)}"))
        right = (Span(self._origin(), "strong"),)
        self.query_one("#header", LineBar).line = spread(left, right, self.size.width)
        line = spread((Span(clean(self.place())),), (Span(clean(self.remark())),), self.size.width)
        self.query_one("#place", LineBar).line = line
        self.refresh_bindings()

    def _origin(self) -> str:
        if (scene := self.scene) is not None:
            return f"{scene.address} · as {viewpoint_name(scene.viewpoint, scene.state.seats)}"
        return f"game {self._number + 1} of {len(self.games)}"

    @property
    def _number(self) -> int:
        return next(n for n, game in enumerate(self.games) if game.name == self.game.name)

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dims what cannot be done."""
        if action == "game" and isinstance(by := parameters[0], int):
            return True if 0 <= self._number + by < len(self.games) else None
        if action == "cite":
            return True if self.citation() else None
        return True

    def action_game(self, by: int) -> None:
        """The next game, or the one before."""
        number = self._number + by
        if 0 <= number < len(self.games):
            chosen = self.games[number]
            at_match = self._scene is not None and self._scene.game.name == chosen.name
            self.game = self._scene.game if self._scene is not None and at_match else chosen
            self.show_game()

    @on(LinkList.Moved, "#list")
    def _moved(self) -> None:
        self.show_text()
        self.write_bars()

    @on(LinkList.Followed, "#list")
    def _read(self) -> None:
        if "-wide" not in self.classes:
            self.add_class("reading")
        self.text.focus()

    @on(LinkList.Followed, "#text")
    def _followed(self, event: LinkList.Followed) -> None:
        self.follow(event.link)

    def action_maximise(self) -> None:
        """Gives the text all the room, or gives it back."""
        self.toggle_class("reading")
        (self.text if "reading" in self.classes else self.list).focus()

    def action_cite(self) -> None:
        """Copies what names the chosen thing, and shows it."""
        self.app.copy_to_clipboard(self.citation())
        self.notify(clean(self.citation()), title="Copied", markup=False, timeout=4)

    def to_list(self) -> None:
        """Back to the list."""
        self.remove_class("reading")
        self.list.focus()

    def action_back(self) -> None:
        """One layer back: the text, the search, the screen."""
        if self.focused is self.text or "reading" in self.classes:
            self.to_list()
        elif not self.peel():
            self.app.pop_screen()

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(HelpScreen(self.NAME))

    def close_prompt(self) -> None:
        """Hides the prompt and gives the keyboard back."""
        self.query_one(Prompt).close()
        self.list.focus()
        self.write_bars()
