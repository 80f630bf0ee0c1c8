"""The words of searches: the actions, cards and players in a store, and the resolution of words to them."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import duckdb
from msgspec import Struct

from domain.syntax import shown
from domain.text import suggestion
from projections.database import is_read_only
from projections.entry_search.language import NameLookup, Term
from projections.errors import BadParameter, UnknownMetric
from projections.sections import parse, sql_text

_KEPT = "select listed from words where kind = $kind and position = (select position from catchup)"
_KEEP = "insert into words select position, $kind, $listed from catchup"
_LONGEST_NAME = 4
"""Most words of a name without quotes."""
_SHORTEST_STEM = 3
_ENDINGS = ("ing", "ied", "ed", "es", "s", "d", "e", "y")


class WordMeaning(Struct, frozen=True):
    """The meaning of words: any of some actions, a card, or a player."""

    kind: str
    """action, card or player."""
    values: tuple[str, ...]
    role: str = ""


class Vocabulary:
    """The names in the matches of an analytics file."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def _listed(self, part: str) -> tuple[str, ...]:
        """Return the words of a kind. They are listed once per position of the file and cached in it, if it is
        writable."""
        if kept := self._connection.execute(_KEPT, {"kind": part}).fetchall():
            return tuple(kept[0][0])
        query = parse("search", sql_text("entry_search", "search")).part(part)
        listed = sorted(str(value) for (value,) in self._connection.execute(query).fetchall())
        if not is_read_only(self._connection):
            self._connection.execute("delete from words where kind = $kind", {"kind": part})
            self._connection.execute(_KEEP, {"kind": part, "listed": listed})
        return tuple(listed)

    @cached_property
    def actions(self) -> Mapping[str, str]:
        """Return case-folded name -> action."""
        return {_folded(action): action for action in self._listed("actions")}

    @cached_property
    def cards(self) -> Mapping[str, str]:
        """Return case-folded name -> card id."""
        return {_folded(card): card for card in self._listed("cards")}

    @cached_property
    def players(self) -> Mapping[str, str]:
        """Return case-folded name -> player; names that differ only in case are the same."""
        return {_folded(player): player for player in self._listed("players")}

    def read(self, terms: Iterable[Term]) -> tuple[Term | WordMeaning, ...]:
        """Return the terms with words replaced by their meanings. Adjacent words may form one name. Raises
        UnknownMetric."""
        found: list[Term | WordMeaning] = []
        waiting: list[str] = []
        for term in terms:
            if isinstance(term, NameLookup) and not term.role:
                waiting.append(term.text)
                continue
            found += self._names(waiting)
            waiting = []
            found.append(self._one(term) if isinstance(term, NameLookup) else term)
        return (*found, *self._names(waiting))

    def expect_action(self, text: str) -> str:
        """Return the action with exactly this name. Raises UnknownMetric."""
        if action := self.actions.get(_folded(text)):
            return action
        raise UnknownMetric(f"no action {text!r} in any match{suggestion(_folded(text), self.actions)}")

    def _names(self, words: list[str]) -> list[WordMeaning]:
        found, place = [], 0
        while place < len(words):
            for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
                named = self._meant(" ".join(words[place : place + length]), stems=length == 1)
                if named is not None:
                    break
            else:
                raise self._unknown(words[place])
            found.append(named)
            place += length
        return found

    def _one(self, word: NameLookup) -> WordMeaning:
        kinds: dict[str, Callable[[], Mapping[str, str]]] = {"on": lambda: self.cards, "by": lambda: self.players}
        if word.role not in kinds:
            named = self._meant(word.text, stems=False)
            if named is None:
                raise self._unknown(word.text)
            return named
        known, kind = kinds[word.role](), "card" if word.role == "on" else "player"
        value = known.get(_folded(word.text))
        if value is None:
            raise UnknownMetric(f"no {kind} {word.text!r} in any match{suggestion(_folded(word.text), known)}")
        return WordMeaning(kind, (value,), word.role)

    def _meant(self, text: str, *, stems: bool) -> WordMeaning | None:
        word = _folded(text)
        means = [
            WordMeaning(kind, (known[word],))
            for kind, known in (("action", self.actions), ("card", self.cards), ("player", self.players))
            if word in known
        ]
        if len(means) > 1:
            ways = " or ".join(f"{one.kind}={text}" for one in means)
            raise BadParameter(f"{shown(text)} has several meanings: write {ways}")
        if means or not stems:
            return means[0] if means else None
        stem = _stem(word)
        alike = tuple(action for key, action in self.actions.items() if stem in map(_stem, key.split("_")))
        return WordMeaning("action", alike) if alike else None

    def _unknown(self, text: str) -> UnknownMetric:
        near = suggestion(_folded(text), (*self.actions, *self.cards, *self.players))
        return UnknownMetric(f"no action, card or player {text!r} in any match{near}")


def _folded(text: str) -> str:
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())


def _stem(word: str) -> str:
    """Return the common stem of `score`, `scored`, `scores` and `scoring`."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word
