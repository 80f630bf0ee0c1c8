"""The rules browser: a game's rules by the sections of its rulebook, and where the match that one came from broke them."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.markup import escape

from domain.game import AnyGame
from domain.rules import Rule
from domain.text import counted
from replay_tui.browsing.rule_rows import list_rows, rule_rows
from replay_tui.browsing.scene import Guide, Scene
from replay_tui.keymap import COMMON, RULES, bindings
from replay_tui.screens.reference import ReferenceScreen
from replay_tui.widgets.link_list import Link
from replay_tui.widgets.prompt import Prompt
from service.reading.rulebook import (
    Breach,
    Section,
    breaches,
    rule_citation,
    rules_in_order,
    searched_text,
    sections_of,
)
from service.reading.toned import clean
from service.reading.wordsearch import WordSearch


class RulesScreen(ReferenceScreen):
    """Opened on a match it begins at the rule in question."""

    NAME = "Rules"
    BINDINGS: ClassVar[list[BindingType]] = bindings((*RULES, *COMMON))

    def __init__(
        self, games: Sequence[AnyGame], game: AnyGame, scene: Scene | None, guide: Guide, rule: str = ""
    ) -> None:
        super().__init__(games, game, scene, guide)
        self._asked = rule or (scene.rule if scene is not None else "")
        self._sections: tuple[Section, ...] = ()
        self._order: tuple[str, ...] = ()
        self._broken: dict[str, tuple[Breach, ...]] = {}
        self._search = WordSearch({})
        self.searched = ""
        self.hits: tuple[str, ...] = ()
        self._before_prompt: Link | None = None

    def show_game(self) -> None:
        """Lists the game's rules; at first, at the rule that is in question."""
        scene = self.scene
        self._sections = sections_of(self.game.rules)
        self._order = tuple(rule.id for rule in rules_in_order(self._sections))
        self._broken = breaches(scene.history, scene.broken) if scene is not None else {}
        self._search = WordSearch({rule.id: searched_text(rule) for rule in rules_in_order(self._sections)})
        self.searched, self.hits = "", ()
        asked, self._asked = self._asked, ""
        self.show_list(Link("rule", asked) if asked else None)

    def show_list(self, at: Link | None) -> None:
        """Lists the rules, the cursor on one."""
        self.list.border_title = "Rules"
        hits = frozenset(self.hits)
        self.list.write(lambda width: tuple(list_rows(self._sections, self._broken, hits, width)), at)
        self.show_text()
        self.write_bars()

    @property
    def chosen(self) -> Rule | None:
        """The rule under the cursor."""
        link = self.list.here
        return self.game.rules.get(link.name) if link is not None else None

    def show_text(self) -> None:
        rule = self.chosen
        if rule is None:
            self.text.write(lambda _: ())
            return
        self.text.border_title = escape(clean(rule.id))
        broken = self._broken.get(rule.id, ())
        self.text.write(lambda width: rule_rows(self.game, rule, self.scene, broken, width))

    def place(self) -> str:
        rule = self.chosen
        if rule is None:
            return "no rules"
        section = next(section for section in self._sections if rule in section.rules)
        return f"rule {self._order.index(rule.id) + 1}/{len(self._order)} · {section.title} · {rule.kind}"

    def remark(self) -> str:
        if not self.searched:
            count = counted(len(self._broken), "rule", none="no")
            return f"{count} broken in this match" if self.scene is not None else ""
        here = self.chosen
        number = f"{self.hits.index(here.id) + 1}/" if here is not None and here.id in self.hits else ""
        return f"“{self.searched}” {number}{len(self.hits)}"

    def citation(self) -> str:
        rule = self.chosen
        return rule_citation(rule, self.game.title) if rule is not None else ""

    def follow(self, link: Link) -> None:
        if link.kind == "entry" and self.scene is not None:
            self.guide.go_to_entry(self.scene.history.match.id, int(link.name))

    # --- going through -------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dims what leads nowhere."""
        if action in ("find_next", "broken") and isinstance(by := parameters[0], int):
            among = self.hits if action == "find_next" else tuple(self._broken)
            return True if self._following(among, by) else None
        return super().check_action(action, parameters)

    def _following(self, among: Sequence[str], by: int) -> str:
        """The next (or previous) of some rules in the order of the list; empty where there is none."""
        here = self.chosen
        place = self._order.index(here.id) if here is not None else -1
        ahead = self._order[place + 1 :] if by > 0 else tuple(reversed(self._order[: max(place, 0)]))
        return next((rule for rule in ahead if rule in among), "")

    def _go(self, rule: str) -> None:
        if rule:
            self.list.cursor = self._order.index(rule)

    def action_find_next(self, by: int) -> None:
        """The next rule that was found."""
        self._go(self._following(self.hits, by))

    def action_broken(self, by: int) -> None:
        """The next rule that the match broke."""
        self._go(self._following(tuple(self._broken), by))

    # --- finding -------------------------------------------------------------------------------------------------------

    def action_find(self) -> None:
        """Asks for words; the first rule that has them shows while one types."""
        self._before_prompt = self.list.here
        self.query_one(Prompt).open("find", "/", hint="words · ⏎ keeps · esc back")

    @on(Prompt.Changed)
    def _looked_for(self, event: Prompt.Changed) -> None:
        self._find(event.text)
        self.show_list(self._first_hit() or self._before_prompt)

    def _find(self, text: str) -> None:
        found = self._search.find(text)
        self.searched = text.strip()
        self.hits = found.keys if self.searched else ()
        if not self.searched:
            hint = "words · ⏎ keeps · esc back"
        elif not self.hits:
            hint = "nothing found"
        else:
            read = f" · read as {found.read_as}" if found.read_as else ""
            hint = f"{len(self.hits)} found{read}"
        self.query_one(Prompt).hint(clean(hint))

    def _first_hit(self) -> Link | None:
        """A rule that has the words in its id or title goes before others."""
        words = self.searched.casefold().split()
        named = (r for r in self.hits if all(w in f"{r} {self.game.rules[r].title}".casefold() for w in words))
        chosen = next(named, None) or next(iter(self.hits), None)
        return Link("rule", chosen) if chosen is not None else None

    @on(Prompt.Accepted)
    def _kept(self) -> None:
        self.close_prompt()

    @on(Prompt.Cancelled)
    def _left(self) -> None:
        self._find("")
        self.show_list(self._before_prompt)
        self.close_prompt()

    def peel(self) -> bool:
        if not self.searched:
            return False
        self._find("")
        self.show_list(self.list.here)
        return True
