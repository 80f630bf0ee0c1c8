"""The surface of the notation: text to a small tree of words, lists, maps and calls, with columns for error messages."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, product
from typing import Final, TypeAlias
from unicodedata import category

from msgspec import Struct

from domain.text import pluralize

MAX_TEXT: Final = 100_000
MAX_DEPTH: Final = 32
_MOST_JOINED: Final = 20
_MOST_READINGS: Final = 100
_CLOSERS: Final = {"[": "]", "{": "}", "(": ")"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPED: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_SPECIAL: Final = frozenset(" \t\r\n,()[]{}\"'\\")
_BARE: Final = re.compile(r"[^\s,()\[\]{}\"'\\]+")
_KEY: Final = re.compile(r"(\w+)=")
_PLAIN: Final = re.compile(
    rf"(?:(\w+)=)?+(?:({_BARE.pattern})|\[({_BARE.pattern}(?:\s*,\s*{_BARE.pattern})*)\s*\])(?=\s|\Z)"
)
"""A bare word, or a list of them, up to a blank or the end, perhaps behind a key."""
_SPACE: Final = re.compile(r"\s*")
_JOINERS: Final = "\u200c\u200d"
"""Invisible characters that are allowed, because many scripts (and emoji) need them."""
_LONGEST_SHOWN: Final = 60
_CODE_POINT: Final = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class NotationError(ValueError):
    """Text that is not valid notation. The message says what is wrong, where, and what is expected."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message if column is None else f"{message} (column {column + 1})")
        self.column = column


class Word(Struct, frozen=True):
    """A bare or quoted piece of text."""

    text: str
    column: int
    quoted: bool = False


class Items(Struct, frozen=True):
    """A list: `a,b` or `[a, b]`."""

    items: tuple["Node", ...]
    column: int


class Argument(Struct, frozen=True):
    """`value`, or `key=value`."""

    key: str | None
    value: "Node"
    column: int


class Call(Struct, frozen=True):
    """`name(arguments)` or `(arguments)`, and `{arguments}` for a map (`name` is unset)."""

    name: str | None
    arguments: tuple[Argument, ...]
    column: int


Node: TypeAlias = Word | Items | Call


def quote(text: str) -> str:
    """Return the text as one word: bare if that reads back the same, else in double quotes. Always a single line."""
    plain = text.isprintable() and text not in ("", "-") and not _SPECIAL.intersection(text)
    return text if plain and ("=" not in text or text.startswith("#")) else quoted(text)


def quoted(text: str) -> str:
    """Return the text in double quotes, with characters escaped that would disturb a line or a terminal."""
    return '"' + "".join(_ESCAPED.get(c) or _visible(c) for c in text) + '"'


def _visible(char: str) -> str:
    """Control, direction and separator characters as `\\u{2028}`, all others as they are."""
    if char.isprintable() or char in _JOINERS or category(char) == "Zs":
        return char
    return f"\\u{{{ord(char):x}}}"


def shown(text: str) -> str:
    """Return the input as error messages repeat it: in quotes, and shortened."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…")


def split_line(text: str) -> tuple[Word, tuple[Argument, ...]]:
    """A command line: its name and its arguments. Raises NotationError."""
    if len(text) > MAX_TEXT:
        raise NotationError(f"a line of {pluralize(len(text), 'character')}; the limit is {MAX_TEXT:,}")
    if half := _SURROGATE.search(text):
        raise NotationError("text that was not UTF-8", half.start())
    reader = _Reader(text)
    reader.skip_space()
    name = reader.word()
    arguments = []
    while reader.skip_space():
        arguments.append(reader.argument(depth=0))
        if not reader.done and not reader.peek.isspace():
            raise NotationError(f"unexpected {reader.peek!r}", reader.at)
    return name, tuple(arguments)


def joined(arguments: Sequence[Argument], named: Collection[str]) -> Iterator[tuple[Argument, ...]]:
    """Yield the arguments as they are, and each way to take words behind the key of a name into it: `victim=mary ann`.
    None of a long line."""
    return islice(_joined(arguments, named), _MOST_READINGS) if len(arguments) <= _MOST_JOINED else iter(())


def _joined(arguments: Sequence[Argument], named: Collection[str]) -> Iterator[tuple[Argument, ...]]:
    if not arguments:
        yield ()
        return
    first, *others = arguments
    words = [first.value.text] if first.key in named and isinstance(first.value, Word) else []
    for rest in _joined(others, named):
        yield first, *rest
    for many, one in enumerate(others if words else (), 1):
        if one.key is not None or not isinstance(one.value, Word):
            break
        words.append(one.value.text)
        for joint, rest in product(" _", _joined(others[many:], named)):
            yield Argument(first.key, Word(joint.join(words), first.value.column), first.column), *rest


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of a match of the pattern at index `at`, or `at` if it does not match there."""
    found = pattern.match(text, at)
    return at if found is None else found.end()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    @property
    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def skip_space(self) -> bool:
        """Moves over white space; True when something is left."""
        self.at = _end(_SPACE, self.text, self.at)
        return self.at < len(self.text)

    def word(self) -> Word:
        start = self.at
        if self.peek in ('"', "'"):
            return Word(self._quoted(self.peek), start, quoted=True)
        self.at = _end(_BARE, self.text, start)
        if self.at == start:
            raise NotationError(f"a word expected, {'the line ends' if self.done else f'found {self.peek!r}'}", start)
        return Word(self.text[start : self.at], start)

    def _quoted(self, mark: str) -> str:
        start, parts = self.at, []
        self.at += 1
        while not self.done and self.peek != mark:
            parts.append(self._escaped() if self.peek == "\\" else self.peek)
            self.at += 1
        if self.done:
            raise NotationError(f"the quote {mark} is never closed", start)
        self.at += 1
        return "".join(parts)

    def _escaped(self) -> str:
        """Return the character that an escape sequence represents, and end on the last character of the sequence."""
        if number := _CODE_POINT.match(self.text, self.at):
            code = int(number[1], 16)
            if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                raise NotationError(f"character {number[0]} does not exist", self.at)
            self.at = number.end() - 1
            return chr(code)
        self.at += 1
        return _ESCAPES.get(self.peek, self.peek)

    def argument(self, depth: int) -> Argument:
        start = self.at
        if depth == 0 and (plain := _PLAIN.match(self.text, start)):  # nearly all arguments
            self.at, key, word = plain.end(), plain[1], plain[2]
            if word is not None:
                return Argument(key, Word(word, plain.start(2)), start)
            words = _BARE.finditer(self.text, *plain.span(3))
            return Argument(key, Items(tuple([Word(one[0], one.start()) for one in words]), plain.start(3) - 1), start)
        key = self._key()
        value = self.value(depth)
        if depth == 0 and self.peek == ",":
            value = self._bare_list(value, start)
        return Argument(key, value, start)

    def _key(self) -> str | None:
        if self.peek in ('"', "'"):
            return self._quoted_key()
        found = _KEY.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[1]

    def _quoted_key(self) -> str | None:
        start = self.at
        key = self._quoted(self.peek)
        if self.peek == "=":
            self.at += 1
            return key
        self.at = start
        return None

    def _bare_list(self, first: Node, start: int) -> Items:
        items = [first]
        while self.peek == ",":
            self.at += 1
            self.skip_space()
            items.append(self.value(depth=1))
        return Items(tuple(items), start)

    def value(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise NotationError(f"nested deeper than {MAX_DEPTH}", self.at)
        if self.peek == "[":
            return self._list(depth)
        if self.peek in ("(", "{"):
            return self._call(None, depth)
        word = self.word()
        if self.peek == "(" and not word.quoted:
            return self._call(word, depth)
        return word

    def _list(self, depth: int) -> Items:
        start = self.at
        self.at += 1
        items: list[Node] = []
        while self._more("]", start, first=not items):
            items.append(self.value(depth + 1))
        return Items(tuple(items), start)

    def _call(self, name: Word | None, depth: int) -> Call:
        start = self.at
        closer = _CLOSERS[self.peek]
        self.at += 1
        arguments: list[Argument] = []
        while self._more(closer, start, first=not arguments):
            arguments.append(self.argument(depth + 1))
        return Call(name.text if name else None, tuple(arguments), start)

    def _more(self, closer: str, start: int, *, first: bool) -> bool:
        """True when another item follows; moves past the comma or the closer."""
        if not self.skip_space():
            raise NotationError(f"{self.text[start]!r} is never closed", start)
        if self.peek == closer:
            self.at += 1
            return False
        if not first:
            if self.peek != ",":
                raise NotationError(f"',' or {closer!r} expected, found {self.peek!r}", self.at)
            self.at += 1
            if not self.skip_space():
                raise NotationError(f"{self.text[start]!r} is never closed", start)
        return True
