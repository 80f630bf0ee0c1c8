"""Words for people: counts, guesses at what was meant, and which characters a text may hold.

Invisible characters that do something (move the cursor, change the direction of writing, end a line) are refused on input.
Older records may contain them, so they are replaced on output.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final
from unicodedata import category

_LONGEST_GUESSED: Final = 100
_UNDRAWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
"""Invisible characters that are allowed, because many scripts (and emoji) need them."""
_LINE_MARKS: Final = "\n\t"


def pluralize(number: int, one: str, many: str = "", *, none: str = "0") -> str:
    """Return `1 student`, `2 students`, `0 students`. `many` is the plural if it is not `one` with an s; the last argument
    replaces the 0."""
    amount = f"{number:,}" if number else none
    return f"{amount} {one if abs(number) == 1 else many or one + 's'}"


def with_article(noun: str) -> str:
    """Return the noun with its indefinite article: `a crew`, `an armor`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def join_words(names: Iterable[str], last: str = "and", *, none: str = "nobody") -> str:
    """Return `Nia`, `Nia and Pax`, `Nia, Pax and Wes`. `last` joins the last two names; the last argument is used for an
    empty list."""
    *others, final = tuple(names) or (none,)
    return f"{', '.join(others)} {last} {final}" if others else final


TITLE: Final = r"[^a-z_\s][^_]{1,39}"
"""The form of a title: 2 to 40 characters, a capital first."""


def title_of(name: str) -> str:
    """A stored name as a title: `play_student` is `Play student`."""
    return name.replace("_", " ").capitalize()


def first_of(names: Sequence[str], most: int = 16) -> str:
    """Return all the names, or the first ones and the number of others: `Nia, Pax and 62 more`."""
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def span_text(numbers: Sequence[int]) -> str:
    """Return increasing numbers in words: `2 to 8` where none is left out between them, else `2, 3 or 6`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last


def suggestion(given: str, known: Iterable[str], written: Callable[[str], str] = str) -> str:
    """Return `; did you mean a or b?` for similar known words, each as `written`, or an empty text."""
    import difflib

    near = difflib.get_close_matches(given, list(known), n=3, cutoff=0.6) if len(given) <= _LONGEST_GUESSED else ()
    return f"; did you mean {' or '.join(dict.fromkeys(map(written, near)))}?" if near else ""


def is_undrawn(character: str) -> bool:
    """Return True for characters that would disturb a screen: control and direction characters, surrogates, line and paragraph
    separators."""
    return category(character) in _UNDRAWN and character not in _JOINERS


def control_char(text: str, *, lines: bool = False) -> str:
    """Return a description of the text's first character that would disturb a screen or a list; empty if the text is clean.
    `lines`: allow line breaks and tabs."""
    if text.isprintable():
        return ""
    found = next((c for c in text if is_undrawn(c) and not (lines and c in _LINE_MARKS)), "")
    if not found:
        return ""
    if category(found) == "Cs":
        return "text that is not UTF-8"
    named = {"\n": "a line break", "\t": "a tab"}.get(found)
    return named or f"the control character U+{ord(found):04X}"


def sanitize(text: str, *, lines: bool = False) -> str:
    """Text that cannot disturb a terminal or a page: line breaks and tabs become spaces, other such characters `�`.

    `lines`: keep line breaks and tabs.
    """
    if text.isprintable():
        return text
    if lines:
        return "\n".join("\t".join(map(sanitize, line.split("\t"))) for line in text.split("\n"))
    return "".join(_REPLACED.get(c, "�" if is_undrawn(c) else c) for c in text)


_REPLACED: Final = dict.fromkeys("\n\t\u2028\u2029\u00a0", " ")


def ending_text(
    winners: Iterable[str], *, drawn: bool, reason: str = "", rule: str = "", verb: str | None = None
) -> str:
    """Return an ending in words: `Ana wins (points, CG-E01)`, `drawn (agreed)`, `no winner (left)`. Pass an empty `verb` if
    room is short: `Ana (points)`."""
    names = tuple(winners)
    said = ("wins" if len(names) == 1 else "win") if verb is None else verb
    result = f"{join_words(names)} {said}".rstrip() if names else "drawn" if drawn else "no winner"
    why = ", ".join(part for part in (reason.replace("_", " "), rule) if part)
    return f"{result} ({why})" if why else result
