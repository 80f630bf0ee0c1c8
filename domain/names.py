"""Conversion between the names that people use and seats or card ids."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from unicodedata import category, normalize

from domain.cards import UNKNOWN, CardRecord, Catalogue, parse_token
from domain.memo import Memo
from domain.seats import GameState, Seat
from domain.syntax import NotationError, quote, shown
from domain.text import control_char, first_of, pluralize, suggestion

MAX_NAME: Final = 100
"""Characters of a player's name: room for the two names of a side, `Ana & Bo`."""
_RESERVED: Final = frozenset({"judge", "spectator", "thetable"})
"""Names reserved for viewpoints and the table, as `fold_name` writes them."""


class Names:
    """Turns what people call players and cards into seats and card ids, and back."""

    def __init__(
        self,
        catalogue: Catalogue[CardRecord] | None = None,
        seats: tuple[Seat, ...] = (),
        state: GameState | None = None,
    ) -> None:
        """`state`: the table at which a line is read, for shorthands that need it."""
        self.catalogue = catalogue
        self.seats = seats
        self.state = state

    def seat(self, text: str) -> int:
        """The seat of a player's name, `2` or `@2`. Raises NotationError."""
        names = [seat.name for seat in self.seats]
        number = text.removeprefix("@")
        numbered = number.isascii() and number.isdigit() and len(number) < 5 and 1 <= int(number) <= (len(names) or 99)
        if numbered and text != number:
            return int(number) - 1
        for wanted, known in ((text, names), (fold_name(text), [fold_name(name) for name in names])):
            if wanted in known and known.count(wanted) == 1:
                return known.index(wanted)
        if numbered:
            return int(number) - 1
        raise NotationError(f"no player {shown(text)}; players: {first_of([*map(quote, names)]) or 'none yet'}")

    def seat_text(self, seat: int) -> str:
        """How notation writes a seat."""
        names = [s.name for s in self.seats]
        if 0 <= seat < len(names) and names.count(names[seat]) == 1 and not names[seat].startswith("@"):
            return quote(names[seat])
        return f"@{seat + 1}"

    def card(self, text: str) -> str:
        """Return a card reference with the card's name replaced by its id. Raises NotationError, with similar names."""
        if text == UNKNOWN or self.catalogue is None or text in self.catalogue or parse_token(text) is not None:
            return text
        token, equals, identity = text.partition("=")
        if equals and parse_token(token) is not None:
            return f"{token}={self._card_id(identity)}"
        base, mark, copy = text.rpartition("#")
        if mark and copy.isascii() and copy.isdigit():
            return f"{self._card_id(base)}#{copy}"
        return self._card_id(text)

    def is_card(self, text: str) -> bool:
        """Return False if a text is certainly not a card reference."""
        return (
            self.catalogue is None or text in self.catalogue or "#" in text or text == UNKNOWN or bool(self._ids(text))
        )

    def _card_id(self, text: str) -> str:
        if self.catalogue is None or text in self.catalogue:
            return text
        ids = self._ids(text)
        if not ids:
            folded = _FOLDED[self.catalogue]
            near = suggestion(fold_name(text), folded, lambda name: min(folded[name]))
            raise NotationError(f"no card {shown(text)} in the catalogue{near}")
        if len(ids) > 1:
            raise NotationError(f"card {shown(text)} may be {' or '.join(sorted(ids))}; give its id")
        return next(iter(ids))

    def _ids(self, text: str) -> frozenset[str]:
        """Return the ids of cards with exactly this name; if none has it, of cards whose name is the same apart from case,
        spaces and signs."""
        if self.catalogue is None:
            return frozenset()
        return _NAMED[self.catalogue].get(text) or _FOLDED[self.catalogue].get(fold_name(text), frozenset())


class NotedNames(Names):
    """Notes whether a name of a player was asked for: a line without one means the same at every table of so many."""

    def __init__(self, catalogue: Catalogue[CardRecord] | None, seats: tuple[Seat, ...]) -> None:
        super().__init__(catalogue, seats)
        self.asked = False
        self._numbers = frozenset(f"@{seat + 1}" for seat in range(len(seats)))

    def seat(self, text: str) -> int:
        self.asked = self.asked or text not in self._numbers
        return super().seat(text)


def _named(catalogue: Catalogue[CardRecord]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for record in catalogue:
        found.setdefault(record.name, set()).add(record.card_id)
    return {name: frozenset(ids) for name, ids in found.items()}


def _folded(catalogue: Catalogue[CardRecord]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for record in catalogue:
        for name in (fold_name(record.name), fold_name(record.card_id)):
            found.setdefault(name, set()).add(record.card_id)
    return {name: frozenset(ids) for name, ids in found.items()}


_NAMED: Final[Memo[Catalogue[CardRecord], Mapping[str, frozenset[str]]]] = Memo(_named)
"""Card name -> the ids that it may mean."""
_FOLDED: Final[Memo[Catalogue[CardRecord], Mapping[str, frozenset[str]]]] = Memo(_folded)
"""Folded card name or id -> the ids that it may mean."""


def tidy_name(text: str) -> str:
    """A player's name without the blanks around it."""
    return text.strip()


def name_problems(names: Sequence[str]) -> Iterator[str]:
    """Yield the problems with the names of players at one table: each name by itself, then names too similar to tell apart."""
    for seat, name in enumerate(names, start=1):
        if fault := _name_problem(name):
            yield f"the name of seat {seat} {fault}"
    seen: dict[str, str] = {}
    for name in names:
        folded = fold_name(name)
        if folded not in seen:
            seen[folded] = name
        elif seen[folded] == name:
            yield f"two players are called {quote(name)}; call them apart"
        else:
            yield f"two players are called {quote(seen[folded])} and {quote(name)}: more than case, blanks and signs must differ"


def _name_problem(name: str) -> str:
    folded = fold_name(name)
    number = folded.removeprefix("seat")
    if not any(category(c)[0] in "LNS" for c in name):
        return "has no letter in it" if any(category(c)[0] == "P" for c in name) else "is blank"
    if found := control_char(name):
        return f"has {found} in it"
    if len(name) > MAX_NAME:
        return f"has {pluralize(len(name), 'character')}; at most {MAX_NAME} are kept"
    if folded in _RESERVED or number.isdigit():
        return (
            f"is {shown(name)}, which means {'a seat' if number.isdigit() else 'something else'} here; choose another"
        )
    return ""


def fold_name(text: str) -> str:
    """Return a name for comparison, without case, spaces and signs (a name made only of signs keeps them)."""
    folded = normalize("NFKC", text).casefold()
    return "".join(c for c in folded if category(c)[0] in "LMN") or folded
