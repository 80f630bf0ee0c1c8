"""A command line while it is typed: its complete words, and the word that is being typed."""

from collections.abc import Callable, Collection
from typing import Final

from msgspec import Struct

from service.typing.word_matches import letters

_OPENERS: Final = "[({"
_CLOSERS: Final = "])}"


class TypedLine(Struct, frozen=True, gc=False):
    """A partly typed line. In `score lifter da`, `words` are the first two, `rest` is `da`."""

    words: tuple[str, ...]
    rest: str = ""

    @property
    def key(self) -> str:
        """The name before `=` of the word being typed."""
        key, equals, _ = self.rest.partition("=")
        return key if equals and key.isidentifier() else ""

    @property
    def item(self) -> str:
        """Return the value being typed; in a list, its last item."""
        return self.rest[self._item_start :].lstrip()

    @property
    def _item_start(self) -> int:
        after_key = len(self.key) + 1 if self.key else 0
        return max(after_key, *(self.rest.rfind(mark) + 1 for mark in "[,"))

    @property
    def items(self) -> tuple[str, ...]:
        """The values before the one being typed in a list."""
        before = self.rest[max(self._item_start - 1, 0) : self._item_start] == "," and self.rest[: self._item_start - 1]
        return (
            tuple(word.strip("[ ") for word in before.partition("=")[2 if self.key else 0].split(",")) if before else ()
        )

    def with_word(self, word: str) -> str:
        """The line with its last word replaced."""
        return " ".join((*self.words, word))

    def with_item(self, value: str, *, listed: bool = False) -> str:
        """The line with the value being typed replaced; a list is opened, and stays open for more."""
        kept = self.rest[: self._item_start]
        if not listed or ("," in kept and "[" not in kept):
            return self.with_word(kept + value)
        opened = kept if "[" in kept else f"{kept}["
        return self.with_word(opened + (" " if opened.endswith(",") else "") + value + ", ")


def with_name(typed: TypedLine, names: Collection[str], taken: Callable[[str], bool]) -> TypedLine:
    """Return the line with its last words as one if one of these names (of `letters`) begins so, as in `draw_card snow d`, and the
    words before the last one are neither a name by themselves nor `taken` by another value."""
    for at in range(1, len(typed.words)):
        before, begun = " ".join(typed.words[at:]), " ".join((*typed.words[at:], typed.rest)).strip()
        named = any(name.startswith(letters(begun)) for name in names)
        if named and letters(before) not in names and not taken(before):
            return TypedLine(typed.words[:at], begun.replace(" ", "_"))
    return typed


def take_apart(text: str) -> TypedLine:
    """Split a line at blanks, except in brackets and quotes and after commas."""
    words: list[str] = []
    word, depth, mark = "", 0, ""
    for char in text:
        if char.isspace() and not depth and not mark and not word.endswith(","):
            words += [word] if word else []
            word = ""
            continue
        if mark:
            mark = "" if char == mark and not word.endswith("\\") else mark
        elif char in "\"'":
            mark = char
        depth += (char in _OPENERS) - (char in _CLOSERS) if not mark else 0
        word += char
    return TypedLine(tuple(words), word)


def closed(text: str) -> str:
    """The line with its last list closed: `[nia, pax, ` is `[nia, pax]`."""
    rest = take_apart(text).rest
    if rest.count("[") != rest.count("]") + 1 or rest.count('"') % 2:
        return text.strip()
    return text.rstrip(", ") + "]"
