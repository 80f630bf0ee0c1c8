"""Legal commands as suggestions: split into words of notation, with printed names, and grouped by common beginnings."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from domain.cards import UNKNOWN
from domain.fields import Field, TypeSpec
from domain.game import AnyGame
from domain.notation import Names, command_words
from domain.seats import GameState
from service.typing.word_matches import plain, words_in

MOST_OFFERS: Final = 400
"""Most legal commands that are considered: enough for any table, few enough to compute at one key press."""
MOST_NUMBERS: Final = 60
"""Longer ranges of numbers are offered by tens first."""
AMOUNTS: Final = (*range(1, 21), 25, 30, 40, 50, 60, 80, 100, 200)
"""Numbers from a wide range (chips, hit points) that are offered to people who do not type."""
MOST_AMOUNT: Final = 1_000_000
"""Upper limit of completed numbers, for types without a maximum."""
MOST_ROWS: Final = 9
"""Up to this number of rows, groups are expanded into whole lines, each chosen by a digit."""
_CARD: Final = re.compile(r"[\w-]+")


class Offer(Struct, frozen=True, gc=False):
    """A legal command, word by word."""

    words: tuple[str, ...]
    whole: bool
    """True if the command is complete: required numbers are read off the table and never offered."""
    spoken: tuple[str, ...]
    """The words with the printed names of cards for their ids."""
    title: str

    @property
    def called(self) -> tuple[str, ...]:
        """Return the texts that searches match: title, words and printed names."""
        return words_in(self.title, *self.words, *self.spoken)


def offers_at(game: AnyGame, state: GameState, names: Names) -> Iterator[Offer]:
    """Yield the legal commands of a state, each in one notation."""
    seen = set[tuple[str, ...]]()
    for command in islice(game.legal(state), MOST_OFFERS):
        words = command_words(command, names)
        phrase = command.to_words(state.catalogue)[0]
        upto = next((n for n, field in enumerate(phrase.fields, 1) if _is_read_off(field)), len(words))
        words, whole = words[:upto], upto >= len(words)
        offer = Offer(words, whole, tuple(spoken(word, state) for word in words), phrase.title)
        if offer.words not in seen:
            seen.add(offer.words)
            yield offer


def spoken(word: str, state: GameState) -> str:
    """A word of notation with the printed names of cards for their ids."""

    def named(found: re.Match[str]) -> str:
        record = state.catalogue.get(found[0])
        return found[0] if record is None or plain(record.name) == plain(found[0].replace("_", "")) else record.name

    return _CARD.sub(named, word)


def _is_read_off(field: Field) -> bool:
    """Return True for values that people read off the table: required numbers (dice, counts), and values that are typed and
    never listed."""
    return field.required and (field.typed or is_numeric(field))


def expanded(offers: Sequence[Offer], depth: int) -> list[list[Offer]]:
    """Group offers by their next word. While there are digits for more rows, the smallest groups are split: first into single
    lines, then by a further word."""
    groups = _grouped(offers, depth)
    rows, found = len(groups), dict[str, list[list[Offer]]]()
    for parted in (_one_by_one, _parted):
        for word, group in sorted(groups.items(), key=lambda pair: len(pair[1])):
            parts = [] if word in found else parted(group, depth)
            if parts and rows + len(parts) - 1 <= MOST_ROWS:
                rows += len(parts) - 1
                found[word] = parts
    return [part for word, group in groups.items() for part in found.get(word, [group])]


def _grouped(offers: Sequence[Offer], depth: int) -> dict[str, list[Offer]]:
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.words[depth], []).append(offer)
    return groups


def _one_by_one(group: Sequence[Offer], depth: int) -> list[list[Offer]]:
    """Each offer of a small group."""
    unseen = any(_is_unseen(offer, at) for offer in group for at in range(depth, len(offer.words)))
    return [[offer] for offer in group] if len(group) <= MOST_ROWS and not unseen else []


def _parted(group: Sequence[Offer], depth: int) -> list[list[Offer]]:
    """Split a group by the first word in which its offers differ; empty if one of them ends before that word."""
    shared = shared_words(group, depth + 1)
    apart = all(len(offer.words) > shared and not _is_unseen(offer, shared) for offer in group)
    return list(_grouped(group, shared).values()) if apart else []


def _is_unseen(offer: Offer, at: int) -> bool:
    """Return True if a word is a list that begins with an unseen card. Such lists are completed card by card, so that the card
    can be named."""
    return at > 0 and offer.words[at].startswith(f"[{UNKNOWN}")


def shared_words(group: Sequence[Offer], least: int) -> int:
    """Return the number of words that all offers of a group begin with. These are filled in without a choice."""
    shortest = min(len(offer.words) for offer in group)
    shared = least
    while shared < shortest and len({offer.words[shared] for offer in group}) == 1:
        shared += 1
    return shared


def is_numeric(field: Field) -> bool:
    """Return True if typed digits are the value of the field and do not choose a row."""
    found: TypeSpec = field
    while found.item is not None:
        found = found.item
    return found.kinds[0].kind in ("number", "side")


def numbers_of(spec: TypeSpec, begun: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers of a type with their labels. Long ranges give the numbers below 20 and the tens (`4` as `40–49`), or
    the numbers that start with `begun`. Ranges that are almost unlimited give usual amounts."""
    least, most = (bound if isinstance(bound, int) else None for bound in (spec.least, spec.most))
    if spec.kind != "number" or (begun and not begun.isdigit()):
        return
    low, high = least or 0, MOST_AMOUNT if most is None else most
    if least is not None and most is not None and most - least < MOST_NUMBERS:
        yield from ((text, text) for text in map(str, range(least, most + 1)) if text.startswith(begun))
        return
    tens = range(2, high // 10 + 1) if not begun and low >= 0 and high < 10 * MOST_ROWS * 3 else ()
    few = range(20) if tens else AMOUNTS
    found = (int(begun), *range(10 * int(begun), 10 * int(begun) + 10)) if begun else few
    yield from ((str(number), str(number)) for number in dict.fromkeys(found) if low <= number <= high)
    for ten in tens:
        first, last = 10 * ten, min(10 * ten + 9, high)
        yield str(ten), f"{first}–{last}" if first < last else f"{first} …"
