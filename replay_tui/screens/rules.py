"""The rules browser: a game's rules by sections, and their violations in the match below."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.markup import escape

from domain.game import AnyGame
from domain.rules import Rule
from replay_tui.browsers.games import Games
from replay_tui.browsers.rule_index import WORDS_HINT, RuleIndex
from replay_tui.browsers.scene import Guide, Scene
from replay_tui.captions import spread
from replay_tui.keymap import bindings
from replay_tui.screens.help import KeyedScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkList
from replay_tui.widgets.pages import Pages
from replay_tui.widgets.prompt import PromptBar
from service.reading.styled_text import Span, clean


class RulesScreen(KeyedScreen[None]):
    """Opened from a match, it starts at the rule in question."""

    BINDINGS = bindings("rules", "common")
    help_title = "Rules"
    AUTO_FOCUS = "#list"
    keys_now: ClassVar = {"links.follow": "read", "rules.find": "find", "back": "back", "help": "help"}
    """Keys and labels of the footer."""

    def __init__(
        self, games: Sequence[AnyGame], game: AnyGame, scene: Scene | None, guide: Guide, rule: str = ""
    ) -> None:
        super().__init__()
        self.games = Games(games, game, scene)
        self.pages = Pages()
        self.index = RuleIndex(self.games.game, self.games.scene)
        self._guide = guide
        self._asked = rule or (scene.rule if scene is not None else "")
        self._before_prompt: Link | None = None

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield self.pages
        yield LineBar(id="place")
        yield PromptBar(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Start at the requested rule."""
        self.pages.list.border_title = "Rules"
        self.call_after_refresh(self._show_list, Link("rule", self._asked) if self._asked else None)

    @property
    def chosen(self) -> Rule | None:
        """The rule under the cursor."""
        return self.index.rule(self.pages.list.here)

    # --- showing -------------------------------------------------------------------------------------------------------

    def _show_list(self, at: Link | None = None) -> None:
        """List the rules, with the cursor on one."""
        self.pages.list.write(self.index.list_rows, at)
        self._show_chosen()

    @on(LinkList.Moved, "#list")
    def _show_chosen(self) -> None:
        rule = self.chosen
        if rule is None:
            self.pages.text.write(lambda _: ())
        else:
            self.pages.text.border_title = escape(clean(rule.id))
            self.pages.text.write(lambda width: self.index.rule_rows(rule, width))
        self.write_bars()

    def write_bars(self) -> None:
        """Update the bars and the disabled keys."""
        width = self.size.width
        if not self.is_mounted or not width:
            return
        self.query_one("#header", LineBar).line = self.games.header_line("Rules", width)
        place, remark = self.index.place(self.chosen), self.index.remark(self.chosen)
        self.query_one("#place", LineBar).line = spread((Span(clean(place)),), (Span(clean(remark)),), width)
        self.refresh_bindings()

    on_resize = write_bars

    # --- going through -------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do nothing now."""
        match action, parameters:
            case "find_next", (int(by),):
                possible = bool(self.index.following(self.chosen, self.index.hits, by))
            case "broken", (int(by),):
                possible = bool(self.index.following(self.chosen, self.index.broken, by))
            case "game", (int(by),):
                possible = self.games.has(by)
            case "cite", _:
                possible = self.chosen is not None
            case _:
                possible = True
        return True if possible else None

    def action_game(self, by: int) -> None:
        """Go to the next or previous game."""
        if self.games.has(by):
            self.games.go_on(by)
            self.index = RuleIndex(self.games.game, self.games.scene)
            self._show_list()

    def _go(self, rule: str) -> None:
        if rule:
            self.pages.list.cursor = self.index.place_of(rule)

    def action_find_next(self, by: int) -> None:
        """Go to the next found rule."""
        self._go(self.index.following(self.chosen, self.index.hits, by))

    def action_broken(self, by: int) -> None:
        """Go to the next rule that the match broke."""
        self._go(self.index.following(self.chosen, self.index.broken, by))

    @on(LinkList.Followed, "#text")
    def _followed(self, event: LinkList.Followed) -> None:
        scene = self.games.scene
        if event.link.kind == "entry" and scene is not None:
            self._guide.go_to_entry(scene.history.match.id, int(event.link.name))

    def action_maximise(self) -> None:
        """Maximise the text, or restore it."""
        self.pages.maximise()

    def action_cite(self) -> None:
        """Copy a citation of the rule, and show it."""
        text = self.index.citation(self.chosen)
        self.app.copy_to_clipboard(text)
        self.notify(clean(text), title="Copied", markup=False, timeout=4)

    def action_back(self) -> None:
        """Close one layer: the text, the search, the screen."""
        if self.pages.read:
            self.pages.to_list()
        elif self.index.searched:
            self._find("", self.pages.list.here)
        else:
            self.app.pop_screen()

    # --- finding -------------------------------------------------------------------------------------------------------

    def action_find(self) -> None:
        """Ask for words; the first rule with them shows while you type."""
        self._before_prompt = self.pages.list.here
        self.query_one(PromptBar).open("find", "/", hint=WORDS_HINT)

    def _find(self, text: str, otherwise: Link | None) -> None:
        """Go to the first rule with the words, or else to `otherwise`."""
        self.query_one(PromptBar).hint(self.index.find(text))
        self._show_list(self.index.first_hit or otherwise)

    @on(PromptBar.Changed)
    def _looked_for(self, event: PromptBar.Changed) -> None:
        self._find(event.text, self._before_prompt)

    @on(PromptBar.Cancelled)
    def _left(self) -> None:
        self._find("", self._before_prompt)
        self._close_prompt()

    @on(PromptBar.Accepted)
    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        self.pages.list.focus()
        self.write_bars()
