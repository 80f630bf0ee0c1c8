"""Match typed letters with cards, ids, players, and the names, titles and initials of commands. Case and accents do not count."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import accumulate, islice, product
from typing import Final
from unicodedata import combining, normalize

_LOOSE: Final = str.maketrans("", "", "[] ")
_WORD: Final = re.compile(r"[^\W_]+")
_NEAR: Final = 0.75
"""Least similarity (0 to 1) of a misspelt word: `mentr` is read as `mentor`."""
_LEAST_LETTERS: Final = 4
"""Shorter words are not corrected, because they resemble too many words."""
_MOST_NEAR: Final = 3
_MOST_CORRECTIONS: Final = 6


def simplified(text: str) -> str:
    """Return a text for comparison, without case and accents."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def tokens_of(text: str) -> tuple[str, ...]:
    """Return the letters and digits of a text, simplified, cut at all other signs."""
    return tuple(_WORD.findall(simplified(text)))


def words_in(*texts: str) -> tuple[str, ...]:
    """Return the simplified words of some texts, and words of notation both whole and in parts."""
    found = (simplified(text) for text in texts)
    return tuple(dict.fromkeys(word for text in found for word in (*text.split(), *_WORD.findall(text))))


def plain(word: str) -> str:
    """Return a word of notation for comparison, without key, brackets, case and accents."""
    key, equals, value = word.partition("=")
    return simplified((value if equals and key.isidentifier() else word).translate(_LOOSE))


def letters(word: str) -> str:
    """Return a word of notation for comparison with a printed name: also without `_`."""
    return plain(word).replace("_", "")


def exact(typed: str, word: str) -> bool:
    """Return True if a typed word means this word of notation; `RC1` also means `targets=[RC1]`."""
    return typed == word or plain(typed) == plain(word)


def strict_prefix(typed: str, word: str) -> bool:
    """Return True if a typed word is a proper prefix of this one."""
    begun, whole = plain(typed), plain(word)
    return whole.startswith(begun) and begun != whole


def begins_any(token: str, words: Iterable[str]) -> bool:
    """Return True if a simplified word begins with the token; a number must be the whole word."""
    return any(word == token or (word.startswith(token) and not token.isdigit()) for word in words)


def near_words(token: str, words: Collection[str]) -> list[str]:
    """Return the words that a misspelt token may be, nearest first."""
    if len(token) < _LEAST_LETTERS or not token.isalpha():
        return []
    return get_close_matches(token, sorted(words), _MOST_NEAR, _NEAR)


def corrections(typed: str, words: Collection[str]) -> list[str]:
    """Return corrected readings of a text: each word that is not the beginning of a known word is replaced by a similar one.
    Empty if all words are known, or if one has no similar word."""
    tokens = tokens_of(typed)
    choices = [
        [token] if begins_any(token, words) else near_words(token, {*words, *(word[: len(token)] for word in words)})
        for token in tokens
    ]
    found = (" ".join(reading) for reading in islice(product(*choices), _MOST_CORRECTIONS))
    return [reading for reading in found if reading != " ".join(tokens)]


def initials(text: str) -> str:
    """`ps` of `play_student` and of `Play student`."""
    return "".join(part[0] for part in text.replace("_", " ").split())


def quick_keys(tags: Iterable[str], own: Mapping[str, str]) -> dict[str, str]:
    """Return unique letters for each command: the game's own, else the shortest unique prefix of its initials or its name; the
    game's own are reserved."""
    found: dict[str, str] = {}
    for tag in tags:
        begun = accumulate(initials(tag))
        spelled = accumulate(tag.replace("_", ""))
        taken = {*found.values(), *own.values()}
        found[tag] = own.get(tag) or next((key for key in (*begun, *spelled) if key not in taken), "")
    return found


def score(typed: str, words: Sequence[str], quick: Mapping[str, str], title: str = "") -> int:
    """Return how well typed letters match a line; 0: not at all. Matches in the command's name count more than in its
    arguments. `title`: the command's title, while a command is being chosen."""
    given, named = plain(typed), simplified(title)
    if not given or typed == quick.get(words[0]):
        return 100
    if initials(words[0]).startswith(given):
        return 90
    for place, word in enumerate(words):
        text = plain(word)
        if text.startswith(given):
            return 80 - 2 * min(place, 9) + (given == text)
    if any(part.startswith(given) for part in words[0].split("_")):
        return 70
    if plain(named).startswith(given) or any(part.startswith(given) for part in named.split()):
        return 60
    line = "".join(f" {plain(word).replace('_', ' ').replace(',', ' ')}" for word in words)
    if any(part.startswith(given) for part in line.split()):
        return 50
    if _by_beginnings(given, line):
        return 40
    return 30 if named and initials(named).startswith(given) else 0


def _by_beginnings(given: str, line: str) -> bool:
    """Return True if the letters are beginnings of successive words: `psw` for `play student wes`."""
    places = {0}
    """Ends of the letters matched so far."""
    for letter in given:
        nexts = {
            at + 1
            for at in range(1, len(line))
            if line[at] == letter and (at in places or (line[at - 1] == " " and at >= min(places)))
        }
        if not nexts:
            return False
        places = nexts
    return True
