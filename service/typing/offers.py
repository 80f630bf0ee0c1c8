"""Legal commands as they are offered: in words of notation, with printed names, in groups that begin alike."""

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
from service.typing.matching import plain, words_in

MOST_OFFERS: Final = 400
"""Legal commands that are looked at: enough for any table, few enough for one key press."""
MOST_NUMBERS: Final = 60
"""More numbers than that are offered by their tens."""
AMOUNTS: Final = (*range(1, 21), 25, 30, 40, 50, 60, 80, 100, 200)
"""Numbers of wide bounds that are offered to people who do not type: chips, hit points."""
MOST_AMOUNT: Final = 1_000_000
"""The highest number without a bound that is completed."""
MOST_ROWS: Final = 9
"""Up to here rows are unfolded into whole lines: a digit chooses each."""
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
        """All that it can be found by: its title, its words, and the printed names in it."""
        return words_in(self.title, *self.words, *self.spoken)


def offers_at(game: AnyGame, state: GameState, names: Names) -> Iterator[Offer]:
    """Legal commands at a state, each in one notation."""
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
    """A number that must be given: dice, counts; and what is typed and never listed."""
    return field.required and (field.typed or is_numeric(field))


def expanded(offers: Sequence[Offer], depth: int) -> list[list[Offer]]:
    """Offers in groups by their next word. The smallest groups are shown line by line, then the smallest ones by the word after it,
    while there is room for digits."""
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
    """A group by the first word in which its offers differ; empty if one says less than that."""
    shared = shared_words(group, depth + 1)
    apart = all(len(offer.words) > shared and not _is_unseen(offer, shared) for offer in group)
    return list(_grouped(group, shared).values()) if apart else []


def _is_unseen(offer: Offer, at: int) -> bool:
    """Whether a word begins a list with an unseen card, which may be named: it is chosen card by card."""
    return at > 0 and offer.words[at].startswith(f"[{UNKNOWN}")


def shared_words(group: Sequence[Offer], least: int) -> int:
    """How many words all of a group begin with: what leaves no choice is filled in."""
    shortest = min(len(offer.words) for offer in group)
    shared = least
    while shared < shortest and len({offer.words[shared] for offer in group}) == 1:
        shared += 1
    return shared


def is_numeric(field: Field) -> bool:
    """Whether digits are its value, and choose no row."""
    found: TypeSpec = field
    while found.item is not None:
        found = found.item
    return found.kinds[0].kind in ("number", "side")


def numbers_of(spec: TypeSpec, begun: str) -> Iterator[tuple[str, str]]:
    """The numbers of a type with their labels. Of many, those below 20 and the tens: `4` as `40–49`; once one is begun, its
    numbers. Of numbers that hardly have a highest one, usual amounts."""
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
