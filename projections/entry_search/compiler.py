"""Compiles searches to SQL: each `Deed` (a description of one action) becomes a set of entries, and the search's
operators combine the sets. Values are always bound."""

from functools import cache
from typing import Final

import duckdb
from msgspec.structs import replace

from domain.syntax import shown
from projections.entry_search.language import Deed, Ever, Joined, Negated, Query, Sequence, TurnRange
from projections.entry_search.words import Vocabulary, WordMeaning
from projections.errors import BadParameter
from projections.filters import Conditions, Filter, filters
from projections.sections import parse, sql_text

_BROKEN: Final = "p.position in (select position from broken where lower(rule) @is)"
COLUMNS: Final = (
    "player",
    "opponents",
    "seat",
    "side",
    "is_first",
    "result",
    "card",
    "at_turn",
    "at_round",
    "at_phase",
    "command",
    "deed",
)
"""The columns of a row that filters can use."""


@cache
def part(name: str) -> str:
    """A part of `search.sql`."""
    return parse("search", sql_text("entry_search", "search")).part(name)


class Compiler:
    """Compiles one search. `values` receives the bound values."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, values: dict[str, object]) -> None:
        self._connection = connection
        self._words = Vocabulary(connection)
        self._values = values
        self.sets: dict[str, str] = {}
        """The queries of the sets by name, each of entries: position, match, round, turn."""
        self.checks: list[Filter] = []
        """Filters whose values must occur in the store."""

    def found(self, query: Query) -> str:
        """Return the name of the relation with the entries that a search finds."""
        return self._set(query)

    def _named(self, sql: str) -> str:
        name = f"found{len(self.sets)}"
        self.sets[name] = sql
        return name

    def _set(self, query: Query) -> str:
        match query:
            case Deed():
                return self._deed(query)
            case Joined(how, parts):
                sets = [self._set(one) for one in parts]
                return self._named((" union " if how == "or" else " intersect ").join(f"from {one}" for one in sets))
            case Negated(inner):
                others = f"select position from {self._set(inner)}"  # noqa: S608 (our own names)
                rest = f"select position, match, round, turn from standing where position not in ({others})"  # noqa: S608
                return self._named(rest)
            case Ever(inner):
                matches = f"select match from {self._set(inner)}"  # noqa: S608 (our own names)
                return self._named(f"select position, match, round, turn from standing where match in ({matches})")  # noqa: S608
            case Sequence(first, second, within):
                return self._sequence(self._set(first), self._set(second), within)

    def _sequence(self, first: str, second: str, within: int | None) -> str:
        if within is None:
            return self._named(
                f"select s.* from {second} s join (select match, min(position) as position from {first} group by match) f "  # noqa: S608
                "on f.match = s.match and f.position < s.position"
            )
        turns = self._bind(within)
        return self._named(
            f"select distinct s.* from {second} s join {first} f on f.match = s.match and f.position < s.position "  # noqa: S608
            f"and f.round = s.round and s.turn - f.turn <= {turns}"
        )

    def _deed(self, deed: Deed) -> str:
        where = Conditions(self._values)
        terms = self._words.read(deed.terms)
        self._name_cards(terms, where)
        for term in terms:
            if isinstance(term, Filter):
                self._condition(term, where)
            elif isinstance(term, TurnRange):
                where.texts += self._moment(term)
            elif isinstance(term, WordMeaning) and term.kind == "player":
                where.texts.append(f"lower(p.player) = lower({self._bind(term.values[0])})")
        joins, conditions = "".join(where.joins), " and ".join(where.texts) or "true"
        return self._named(
            "select distinct p.position, p.match, p.at_round as round, p.at_turn as turn "  # noqa: S608 (values are bound)
            f"from rows p {joins} where {conditions}"
        )

    def _name_cards(self, terms: tuple[object, ...], where: Conditions) -> None:
        """Add conditions for the action and its cards. In a search, the acting card is named before the action."""
        named = [term for term in terms if isinstance(term, WordMeaning)]
        done = [place for place, one in enumerate(named) if one.kind == "action"]
        if len(done) > 1:
            both = " and ".join(shown(named[place].values[0]) for place in done[:2])
            raise BadParameter(f"{both} are two actions: join them with 'and', 'or' or 'then'")
        if done:
            where.texts.append(f"list_contains({self._bind(list(named[done[0]].values))}, p.action)")
        cards = [(place, one) for place, one in enumerate(named) if one.kind == "card"]
        for number, (place, card) in enumerate(cards):
            test = f"@.card = {self._bind(card.values[0])}"
            if card.role == "on":
                test += " and @.place > 1"
            elif done and place < done[0]:
                test += " and @.place = 1"
            if number == 0:
                where.texts.append(test.replace("@", "p"))
            else:
                others = f"select (q.position, q.action) from rows q where {test.replace('@', 'q')}"  # noqa: S608 (values are bound)
                where.texts.append(f"(p.position, p.action) in ({others})")

    def _condition(self, one: Filter, where: Conditions) -> None:
        if one.name == "action":
            action = self._words.expect_action(one.value)
            one = replace(one, value=action, low=action, high=action)
        dimension = filters()[one.name]
        if not (one.name == "rule" or dimension.fits(COLUMNS)):
            raise BadParameter(f"a search cannot be narrowed by {one.name}", one.column)
        where.add(dimension, [one], negative=one.negative, elsewhere=_BROKEN if one.name == "rule" else "")
        if dimension.is_checked:
            self.checks.append(one)

    def _moment(self, moment: TurnRange) -> list[str]:
        ends = ((">=", moment.low), ("<=", moment.high))
        if moment.round is None:
            return [f"p.at_turn {sign} {self._bind(turn)}" for sign, turn in ends if turn is not None]
        at = self._bind(moment.round)
        return [f"(p.at_round, p.at_turn) {sign} ({at}, {self._bind(turn)})" for sign, turn in ends if turn is not None]

    def _bind(self, value: object) -> str:
        name = f"f{len(self._values)}"
        self._values[name] = value
        return f"${name}"
