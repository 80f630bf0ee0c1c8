"""The phrases of searches: `krabby scored before t4 and not rule:CG-C02 game:frc_tcg`, as a tree. Filters on matches
apply to the whole search, filters on actions to the description (`deed`) that they are part of.

    query   = step, { "then", [ "within", NUMBER, "turns" ], step } ;
    step    = all, { "or", all } ;
    all     = one, { "and", one } ;
    one     = ( "not" | "ever" | "never" ), one | "(", query, ")" | deed ;
    deed    = term, { term } ;
    term    = [ "on" | "by" ], WORD | filter | moment ;
    moment  = ( "before" | "after" | "in" ), TURN | "between", TURN, "and", TURN ;

TURN is `t4`, `turn 4` or `r2t4` (the fourth turn of round 2); for `filter` see `grammar`.
"""

import re
from typing import Final, TypeAlias, Union

from msgspec import Struct

from domain.syntax import shown
from projections.errors import BadParameter
from projections.filters import Filter
from projections.grammar import QueryToken, modern, tokens

MOST_TERMS: Final = 40
_DEEPEST: Final = 20
_TURN: Final = re.compile(r"(?:r(?P<round>\d{1,6}))?\.?t(?P<turn>\d{1,6})", re.IGNORECASE)
_WORDS: Final = frozenset({"and", "or", "not", "then", "ever", "never", "within"})
"""Operators between deeds; in quotes they are ordinary words."""
_MOMENTS: Final = frozenset({"before", "after", "between", "in"})


class NameLookup(Struct, frozen=True):
    """A name to be looked up: of an action, a card or a player."""

    text: str
    role: str = ""
    """`on`: the target card; `by`: a player; `quoted`: a literal term."""


class TurnRange(Struct, frozen=True):
    """The turns from `low` to `high`, inclusive (`None`: open); in one round if `round` is set."""

    low: int | None
    high: int | None
    round: int | None = None


Term: TypeAlias = NameLookup | Filter | TurnRange


class Deed(Struct, frozen=True):
    """A description of one action (a command, an event, or what happened to a card): all of its terms must match."""

    terms: tuple[Term, ...]


class Joined(Struct, frozen=True):
    """Entries in all of some sets (`and`), or in one of them (`or`)."""

    how: str
    parts: tuple["Query", ...]


class Negated(Struct, frozen=True):
    """Entries that are not in a set."""

    part: "Query"


class Ever(Struct, frozen=True):
    """All entries of the matches that have one in a set."""

    part: "Query"


class Sequence(Struct, frozen=True):
    """Entries of one set that follow one of another set in their match, within that number of turns (`None`: any)."""

    first: "Query"
    second: "Query"
    within: int | None = None


Query: TypeAlias = Union[Deed, Joined, Negated, Ever, Sequence]


_JOINERS: Final = frozenset({"and", "or", "then", "not", "ever", "never"})
_END: Final = QueryToken("end", "")


def read_query(text: str) -> tuple[Query, tuple[Filter, ...]]:
    """Parse a search into its tree and its filters on matches. Raises BadParameter, UnknownMetric, with the place and
    what is expected."""
    found = tokens(text, brackets=True)
    if sum(token.kind != "bracket" for token in found) > 4 * MOST_TERMS:
        raise BadParameter(f"more than {MOST_TERMS} terms")
    whole = [one for one in found if one.filter is not None and _is_of_matches(one.filter)]
    for one in whole:
        before = found[found.index(one) - 1] if found.index(one) else _END
        if before.kind == "word" and before.text.lower() in _JOINERS:
            raise BadParameter(
                f"{one.text} applies to the whole search: leave out {before.text!r} before it", before.column
            )
    reader = _Reader([one for one in found if one not in whole], text)
    query = reader.query()
    if reader.next.kind != "end":
        raise _misplaced(reader.next)
    return query, tuple(one.filter for one in whole if one.filter is not None)


def _is_of_matches(one: Filter) -> bool:
    """Return True if a filter is on matches. Raises BadParameter for filters that searches do not have."""
    if one.name in ("least", "sort") or one.dimension.own:
        raise BadParameter(f"{one.name} does not narrow a search", one.column)
    return not one.dimension.needs


def _misplaced(token: QueryToken) -> BadParameter:
    if token.text == ")":
        return BadParameter("')' closes no bracket", token.column)
    return BadParameter(f"'and', 'or' or 'then' is expected before {shown(token.text)}", token.column)


class _Reader:
    """Recursive descent parser, with one method per rule of the grammar."""

    def __init__(self, tokens: list[QueryToken], text: str) -> None:
        self._tokens, self._text = tokens, text
        self._place = 0
        self._depth = 0
        self._terms = 0

    @property
    def next(self) -> QueryToken:
        """Return the next token without consuming it."""
        return self._tokens[self._place] if self._place < len(self._tokens) else _END

    def query(self) -> Query:
        """Parse steps joined by `then`."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise BadParameter(f"brackets are nested more than {_DEEPEST} deep")
        found = self._step()
        while self._take("then"):
            within = self._turns() if self._take("within") else None
            found = Sequence(found, self._step(), within)
        self._depth -= 1
        return found

    def _turns(self) -> int:
        number = self._word("a number of turns after 'within'")
        if not (number.isascii() and number.isdigit() and len(number) < 7):
            raise BadParameter(f"within {shown(number)}: a number of turns expected, as in 'within 2 turns'")
        if not (self._take("turns") or self._take("turn")):
            raise BadParameter(f"within {number} what? write 'turns' after it, as in 'within 2 turns'")
        return int(number)

    def _step(self) -> Query:
        parts = [self._all()]
        while self._take("or"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Joined("or", tuple(parts))

    def _all(self) -> Query:
        parts = [self._one()]
        while self._take("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else Joined("and", tuple(parts))

    def _one(self) -> Query:
        deepest, self._depth = self._depth, self._depth + 1
        if self._depth > 2 * _DEEPEST:
            raise BadParameter(f"more than {_DEEPEST} times 'not' in a row")
        try:
            if self._take("not"):
                return Negated(self._one())
            if self._take("ever"):
                return Ever(self._one())
            if self._take("never"):
                return Negated(Ever(self._one()))
            if self.next.kind == "bracket" and self.next.text == "(":
                self._place += 1
                found = self.query()
                if self.next.kind == "end":
                    raise BadParameter("a bracket is not closed")
                if self.next.text != ")":
                    raise _misplaced(self.next)
                self._place += 1
                return found
            return self._deed()
        finally:
            self._depth = deepest

    def _deed(self) -> Deed:
        terms: list[Term] = []
        while (token := self.next).kind in ("filter", "quoted", "word") and not self._joins(token):
            self._place += 1
            terms.append(self._term(token))
        if not terms:
            what = shown(self.next.text) if self.next.kind != "end" else "the end"
            raise BadParameter(f"an action, card or player is expected before {what}", self.next.column or None)
        self._terms += len(terms)
        if self._terms > MOST_TERMS:
            raise BadParameter(f"more than {MOST_TERMS} terms")
        return Deed(tuple(terms))

    def _joins(self, token: QueryToken) -> bool:
        return token.kind == "word" and token.text.lower() in _WORDS

    def _term(self, token: QueryToken) -> Term:
        if token.filter is not None:
            return token.filter
        if not token.text.strip():
            raise BadParameter("a blank name in quotation marks", token.column)
        if token.kind == "quoted":
            return NameLookup(token.text, "quoted")
        word = token.text.lower()
        if word == "where":
            raise BadParameter(f"leave 'where' out; write {modern(self._text)}", token.column)
        if word in _MOMENTS:
            return self._moment(word)
        if word in ("on", "by"):
            return NameLookup(self._word(f"a name after '{word}'"), word)
        return NameLookup(token.text)

    def _moment(self, word: str) -> TurnRange:
        round_number, turn = self._turn(word)
        if word == "before":
            return TurnRange(None, turn - 1, round_number)
        if word == "after":
            return TurnRange(turn + 1, None, round_number)
        if word == "in":
            return TurnRange(turn, turn, round_number)
        if not self._take("and"):
            raise BadParameter("between which turns? write 'between t2 and t5'")
        again, last = self._turn(word)
        if again != round_number:
            raise BadParameter("between turns of two rounds: write 'round:' with a range instead")
        if last < turn:
            raise BadParameter(f"between t{turn} and t{last}: write the earlier turn first")
        return TurnRange(turn, last, round_number)

    def _turn(self, word: str) -> tuple[int | None, int]:
        text = self._word(f"a turn after '{word}', as in '{word} t4'")
        if text.lower() in ("turn", "hand"):
            text = f"t{self._word(f'a number after {text!r}')}"
        found = _TURN.fullmatch(text)
        if found is None:
            raise BadParameter(f"{word} {shown(text)}: a turn is written t4, or r2t4 for the fourth of round 2")
        return int(found["round"]) if found["round"] else None, int(found["turn"])

    def _word(self, expected: str) -> str:
        token = self.next
        if token.kind not in ("word", "quoted") or not token.text:
            raise BadParameter(f"{expected} is expected", token.column or None)
        self._place += 1
        return token.text

    def _take(self, word: str) -> bool:
        if self.next.kind != "word" or self.next.text.lower() != word:
            return False
        self._place += 1
        return True
