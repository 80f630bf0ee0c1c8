"""The surface of the notation: text to a small tree of words, lists, maps and calls, with columns for error messages."""

from typing import Final, TypeAlias

from msgspec import Struct

MAX_TEXT: Final = 100_000
MAX_DEPTH: Final = 32
_CLOSERS: Final = {"[": "]", "{": "}", "(": ")"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_SPECIAL: Final = frozenset(" \t\r\n,()[]{}\"'\\")


class Unreadable(ValueError):
    """Text that is not notation: says what, where and what would be right."""

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
    """`name(arguments)` or `(arguments)`, and `{arguments}` for a map (name None)."""

    name: str | None
    arguments: tuple[Argument, ...]
    column: int


Node: TypeAlias = Word | Items | Call


def quote(text: str) -> str:
    """The text as one word: bare where that reads back the same, else in double quotes."""
    plain = bool(text) and text != "-" and text.isprintable() and not _SPECIAL & set(text)
    if plain and ("=" not in text or text.startswith("#")):
        return text
    body = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + body.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'


def split_line(text: str) -> tuple[Word, tuple[Argument, ...]]:
    """A command line: its name and its arguments. Raises Unreadable."""
    if len(text) > MAX_TEXT:
        raise Unreadable(f"a line of {len(text):,} characters; the limit is {MAX_TEXT:,}")
    reader = _Reader(text)
    reader.skip_space()
    name = reader.word()
    arguments = []
    while reader.skip_space():
        arguments.append(reader.argument(depth=0))
        if not reader.done and not reader.peek.isspace():
            raise Unreadable(f"unexpected {reader.peek!r}", reader.at)
    return name, tuple(arguments)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    @property
    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def skip_space(self) -> bool:
        """Moves over white space; True when something is left."""
        while not self.done and self.peek.isspace():
            self.at += 1
        return not self.done

    def word(self) -> Word:
        start = self.at
        if self.peek in ('"', "'"):
            return Word(self._quoted(self.peek), start, quoted=True)
        while not self.done and self.peek not in _SPECIAL:
            self.at += 1
        if self.at == start:
            raise Unreadable(
                f"a word expected, found {self.peek!r}" if not self.done else "a word expected, the line ends", start
            )
        return Word(self.text[start : self.at], start)

    def _quoted(self, mark: str) -> str:
        start, parts = self.at, []
        self.at += 1
        while not self.done and self.peek != mark:
            if self.peek == "\\" and self.at + 1 < len(self.text):
                self.at += 1
                parts.append(_ESCAPES.get(self.peek, self.peek))
            else:
                parts.append(self.peek)
            self.at += 1
        if self.done:
            raise Unreadable(f"the quote {mark} is never closed", start)
        self.at += 1
        return "".join(parts)

    def argument(self, depth: int) -> Argument:
        start = self.at
        key = self._key()
        value = self.value(depth)
        if depth == 0 and self.peek == ",":
            value = self._bare_list(value, start)
        return Argument(key, value, start)

    def _key(self) -> str | None:
        if self.peek in ('"', "'"):
            return self._quoted_key()
        end = self.at
        while end < len(self.text) and (self.text[end].isalnum() or self.text[end] == "_"):
            end += 1
        if end == self.at or end >= len(self.text) or self.text[end] != "=":
            return None
        key, self.at = self.text[self.at : end], end + 1
        return key

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
            items.append(self.value(depth=1))
        return Items(tuple(items), start)

    def value(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise Unreadable(f"nested deeper than {MAX_DEPTH}", self.at)
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
            raise Unreadable(f"{self.text[start]!r} is never closed", start)
        if self.peek == closer:
            self.at += 1
            return False
        if not first:
            if self.peek != ",":
                raise Unreadable(f"',' or {closer!r} expected, found {self.peek!r}", self.at)
            self.at += 1
            if not self.skip_space():
                raise Unreadable(f"{self.text[start]!r} is never closed", start)
        return True
