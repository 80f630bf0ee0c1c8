"""The rules of a game, found by section, by words, or by the violations of a match."""

from collections.abc import Iterable

from domain.game import AnyGame
from domain.rules import Rule
from domain.text import pluralize
from replay_tui.browsers.rule_rows import list_rows, rule_rows
from replay_tui.browsers.scene import Scene
from replay_tui.widgets.link_list import Link, LinkRow
from service.reading.rulebook import breaches, rule_citation, rules_in_order, searched_text, sections_of
from service.reading.styled_text import clean
from service.reading.wordsearch import WordSearch

WORDS_HINT = "words · ⏎ keeps · esc back"


class RuleIndex:
    """`scene` is the match that the browser was opened from, if it is of this game."""

    def __init__(self, game: AnyGame, scene: Scene | None) -> None:
        self._game = game
        self._scene = scene
        self._sections = sections_of(game.rules)
        rules = (*rules_in_order(self._sections),)
        self._order = tuple(rule.id for rule in rules)
        self._search = WordSearch({rule.id: searched_text(rule) for rule in rules})
        self.broken = breaches(scene.history, scene.broken) if scene is not None else {}
        """Rule id -> its violations in the match."""
        self.searched = ""
        self.hits: tuple[str, ...] = ()
        """Ids of the rules that contain the words."""

    def rule(self, link: Link | None) -> Rule | None:
        """Return the rule of a row."""
        return self._game.rules.get(link.name) if link is not None else None

    def place_of(self, rule: str) -> int:
        """Return the index of a rule in the list."""
        return self._order.index(rule)

    def following(self, here: Rule | None, among: Iterable[str], by: int) -> str:
        """Return the next (or previous) of some rules in the order of the list; empty at the end."""
        place = self.place_of(here.id) if here is not None else -1
        ahead = self._order[place + 1 :] if by > 0 else tuple(reversed(self._order[: max(place, 0)]))
        wanted = frozenset(among)
        return next((rule for rule in ahead if rule in wanted), "")

    def find(self, text: str) -> str:
        """Find the rules that contain some words; return a remark for the prompt."""
        found = self._search.find(text)
        self.searched = text.strip()
        self.hits = found.keys if self.searched else ()
        if not self.searched:
            return WORDS_HINT
        read = f" · read as {found.read_as}" if found.read_as else ""
        return clean(f"{len(self.hits)} found{read}") if self.hits else "nothing found"

    @property
    def first_hit(self) -> Link | None:
        """The first result; rules with the words in their id or title come first."""
        words = self.searched.casefold().split()
        named = (r for r in self.hits if all(w in f"{r} {self._game.rules[r].title}".casefold() for w in words))
        chosen = next(named, None) or next(iter(self.hits), None)
        return Link("rule", chosen) if chosen is not None else None

    # --- in words ------------------------------------------------------------------------------------------------------

    def list_rows(self, width: int) -> tuple[LinkRow, ...]:
        """Return the rows of all rules."""
        return tuple(list_rows(self._sections, self.broken, frozenset(self.hits), width))

    def rule_rows(self, rule: Rule, width: int) -> list[LinkRow]:
        """Return the rows of one rule, in full."""
        return rule_rows(self._game, rule, self._scene, self.broken.get(rule.id, ()), width)

    def place(self, rule: Rule | None) -> str:
        """The position in the list."""
        if rule is None:
            return "no rules"
        section = next(section for section in self._sections if rule in section.rules)
        return f"rule {self.place_of(rule.id) + 1}/{len(self._order)} · {section.title} · {rule.kind}"

    def remark(self, rule: Rule | None) -> str:
        """Return the search results, or else the violations."""
        if not self.searched:
            count = pluralize(len(self.broken), "rule", none="no")
            return f"{count} broken in this match" if self._scene is not None else ""
        number = f"{self.hits.index(rule.id) + 1}/" if rule is not None and rule.id in self.hits else ""
        return f"“{self.searched}” {number}{len(self.hits)}"

    def citation(self, rule: Rule | None) -> str:
        """The rule named by the context; empty without one."""
        return rule_citation(rule, self._game.title) if rule is not None else ""
