"""Word search: each typed word must begin a word of the text, in any order. A word without matches is replaced by the nearest
known word."""

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from service.typing.word_matches import near_words, simplified


class WordSearchResult(Struct, frozen=True):
    """Result of a search."""

    keys: tuple[str, ...]
    """In the order of the texts."""
    read_as: str = ""
    """The searched words, if they differ from the typed ones."""


class WordSearch:
    """Texts by key. Case and accents do not count."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {key: simplified(text) for key, text in texts.items()}

    def find(self, typed: str) -> WordSearchResult:
        """Return the texts that contain all typed words; all texts if no word is typed."""
        words = simplified(typed).split()
        keys = self._holding(words)
        if keys or not words:
            return WordSearchResult(keys)
        nearest = [self._nearest(word) for word in words]
        return WordSearchResult(self._holding(nearest), " ".join(nearest))

    def _holding(self, words: list[str]) -> tuple[str, ...]:
        return tuple(key for key, text in self._texts.items() if all(_holds(text, word) for word in words))

    def _nearest(self, word: str) -> str:
        if any(_holds(text, word) for text in self._texts.values()):
            return word
        return next(iter(near_words(word, self._vocabulary)), word)

    @cached_property
    def _vocabulary(self) -> list[str]:
        return sorted({word for text in self._texts.values() for word in re.findall(r"\w+", text)})


def _holds(text: str, word: str) -> bool:
    """Return True if a word of the text begins with `word`. Scripts without blanks between words match anywhere."""
    if not word.isascii():
        return word in text
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum() and word[0].isalnum():
        at = text.find(word, at + 1)
    return at >= 0
