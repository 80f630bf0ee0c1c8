"""Suggestions of commands that cannot simply be recorded now: illegal ones and impossible ones, found by their words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from domain.cards import UNKNOWN
from domain.fields import Field
from domain.game import AnyGame, Command, Phrase
from domain.names import Names
from domain.seats import GameState
from service.typing.offers import spoken
from service.typing.rows import Suggestion, Verdict
from service.typing.word_matches import begins_any, tokens_of, words_in

LEAST_LETTERS: Final = 2
"""Fewest letters that name a card; with fewer, its plays are not checked against the rules."""
MOST_NAMESAKES: Final = 3
"""Above this number, cards with the same beginning are not offered."""
MOST_REFUSED: Final = 4
"""Most commands shown that cannot simply be recorded."""

Commands: TypeAlias = Mapping[str, tuple[type[Command], Phrase]]


class Refusals:
    """Finds commands that are not legal in a state."""

    def __init__(
        self, game: AnyGame, state: GameState, commands: Commands, judge: Callable[[str], Verdict], names: Names
    ) -> None:
        """`judge` returns the verdict on a whole line."""
        self._game, self._state, self._commands, self._judge, self._names = game, state, commands, judge, names
        self._players = words_in(*(names.seat_text(seat) for seat in range(len(state.seats))))

    def rows(self, tokens: Sequence[str], *, offered: bool) -> list[Suggestion]:
        """Return commands with these words that a rule forbids, because they may have happened. If no legal command has these
        words (`offered` is False), include legal draws of the card, first, commands that take further arguments, and impossible
        ones with the reason."""
        found: dict[str, Suggestion] = {}
        for line, whole in (*self._plays(tokens), *(() if offered else (*self._plain(tokens), *self._boxes(tokens)))):
            verdict = self._judge(whole)
            label = " ".join(spoken(word, self._state) for word in line.split())
            said, broken = self._commands[line.split()[0]][1], verdict.violations
            title, draws = said.title, not any(field.required for field in said.fields)
            if line == whole and verdict.standing == "legal" and draws and not offered:
                row = Suggestion(line, label, title, complete=True)
            elif line == whole and verdict.standing == "illegal":
                row = Suggestion(line, label, title, 0, complete=True, note=f"! {broken[0]}", violations=broken)
            elif line == whole and verdict.standing == "impossible" and not offered:
                row = Suggestion(line, label, title, 0, note=f"impossible: {broken[0]}")
            elif line != whole and verdict.standing in ("legal", "illegal") and not offered:
                row = Suggestion(f"{line} ", label, title, 0)
            else:
                continue
            found[line] = row
        possible = [row for row in found.values() if row.complete or row.line.endswith(" ")]
        return sorted(possible, key=lambda row: -row.count) or list(found.values())

    def _plays(self, tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield commands that play a named card: up to the card, and complete, with some value for other required arguments. A
        player argument before the card is the player to act, or each player in turn."""
        acting = self._game.turn_info(self._state).seat
        seats = range(len(self._state.seats)) if acting is None else (acting,)
        for card, left in self._cards(tokens):
            for tag, (_, said) in self._commands.items():
                required = [field for field in said.fields if field.required]
                upto = next((n for n, field in enumerate(required) if field.kinds[0].kind == "card"), -1)
                named = said.fields[0].kinds[0].kind == "card" if said.fields and not required else False
                if named and self._named(tag, said, left) and self._judge(f"{tag} {card}").standing == "legal":
                    yield f"{tag} {card}", f"{tag} {card}"
                if upto < 0 or any(field.kinds[0].kind != "seat" for field in required[:upto]):
                    continue
                if self._named(tag, said, left):
                    for players in product(map(self._names.seat_text, seats), repeat=upto):
                        line = " ".join((tag, *players, card))
                        yield line, " ".join((line, *self._rest(card, seats[0], said.fields, required[: upto + 1])))

    def _rest(self, card: str, seat: int, fields: Sequence[Field], given: Sequence[Field]) -> Iterator[str]:
        """Yield complete lines, with some value for each further argument."""
        some = {"card": card, "seat": self._names.seat_text(seat), "list": "[]", "number": "1", "side": "1"}
        kinds = [(field, field.kinds[0]) for field in fields if field not in given]
        required = [next(iter(one.values), some.get(one.kind, "x")) for field, one in kinds if field.required]
        yield from required
        if required:
            yield from (f"{field.name}={one.values[0]}" for field, one in kinds if field.optional and one.values)

    def _plain(self, tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield commands with these words that take only players as arguments."""
        for tag, (_, said) in self._commands.items():
            required = [field for field in said.fields if field.required]
            if tokens and all(field.kinds[0].kind == "seat" for field in required) and self._named(tag, said, tokens):
                seats = list(map(self._names.seat_text, range(len(self._state.seats))))
                named = [seat for seat in seats if any(begins_any(token, words_in(seat)) for token in tokens)]
                for players in product(named or seats, repeat=len(required)):
                    line = " ".join((tag, *players))
                    yield line, line

    def _boxes(self, tokens: Sequence[str]) -> list[tuple[str, str]]:
        """Return commands whose first argument is a listed value with these words, such as a box of a sheet: up to the value, and
        complete, with some value for other required arguments."""
        found: list[tuple[str, str]] = []
        for tag, (_, said) in self._commands.items():
            field = next((field for field in said.fields if field.required), None)
            for value in field.kinds[0].values if field is not None else ():
                hits = [token for token in tokens if begins_any(token, words_in(value))]
                left = [token for token in tokens if token not in hits]
                if field and max(map(len, hits), default=0) >= LEAST_LETTERS and self._named(tag, said, left):
                    line = f"{tag} {value}"
                    found.append((line, " ".join((line, *self._rest(UNKNOWN, 0, said.fields, [field])))))
        return found if len(found) <= MOST_NAMESAKES else []

    def _named(self, tag: str, said: Phrase, tokens: Sequence[str]) -> bool:
        known = (*words_in(tag, said.title), *self._players)
        return all(begins_any(token, known) for token in tokens)

    def _cards(self, tokens: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
        """Return the cards that the tokens name, whole or (if they are few) by their beginnings, each with the remaining
        tokens."""
        whole: list[tuple[str, tuple[str, ...]]] = []
        begun: list[tuple[str, tuple[str, ...]]] = []
        for record in self._state.catalogue:
            names = ["".join(tokens_of(name)) for name in (record.card_id, record.name)]
            words = (*names, *tokens_of(record.name))
            hits = tuple(token for token in tokens if begins_any(token, words))
            if max(map(len, hits), default=0) >= LEAST_LETTERS:
                found = whole if "".join(hits) in names else begun
                found.append((record.card_id, tuple(token for token in tokens if token not in hits)))
        if whole or not begun:
            return whole
        fewest = min(len(left) for _, left in begun)
        most_named = [one for one in begun if len(one[1]) == fewest]
        return most_named if len(most_named) <= MOST_NAMESAKES else []
