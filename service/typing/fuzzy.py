"""How typed letters find words: beginnings of words first, then letters in order."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Final

_LOOSE: Final = str.maketrans("", "", "[] ")


def plain(word: str) -> str:
    """A word of notation for comparing: without its key, brackets and case."""
    key, equals, value = word.partition("=")
    return (value if equals and key.isidentifier() else word).translate(_LOOSE).casefold()


def exact(typed: str, word: str) -> bool:
    """Whether a typed word means this one; `RC1` means `targets=[RC1]` too."""
    return typed == word or plain(typed) == plain(word)


def strict_prefix(typed: str, word: str) -> bool:
    """Whether a typed word begins this one and is not all of it."""
    begun, whole = plain(typed), plain(word)
    return whole.startswith(begun) and begun != whole


def initials(tag: str) -> str:
    """`ps` of `play_student`."""
    return "".join(part[0] for part in tag.split("_") if part)


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


def score(typed: str, words: Sequence[str], quick: Mapping[str, str]) -> int:
    """How well typed letters fit a line, 0 for not at all. Names of commands count more than their arguments."""
    given = plain(typed)
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
    line = "".join(f" {plain(word).replace('_', ' ').replace(',', ' ')}" for word in words)
    if any(part.startswith(given) for part in line.split()):
        return 50
    if _by_beginnings(given, line):
        return 40
    return 0


def _by_beginnings(given: str, line: str) -> bool:
    """Whether the letters are beginnings of words one after the other: `psw` of `play student wes`."""
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
