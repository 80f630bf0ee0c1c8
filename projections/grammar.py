"""The grammar of questions: `STATISTIC [by DIMENSION, …] [FILTERS]`.

    question = STATISTIC, [ "by", DIMENSION, { ",", DIMENSION } ], { filter } ;
    filter    = [ "-" ], NAME, ":", VALUE | [ "-" ], '"', TEXT, '"' ;
    VALUE     = WORD | '"', TEXT, '"' ;

A numeric VALUE is a range (`3..6`, `3..`, `..6`) or a comparison (`>3`, `<=6`); a quotation mark in quotes is written
twice. The table of filters is `filters.toml`. The match list accepts filters and words; searches also have phrases
before and between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from projections.errors import BadParameter
from projections.filters import Filter, dimensions, expect_few, filters, find_dimension, read_filter, renamed

LONGEST: Final = 1_000
"""The most characters of a line; longer text is probably pasted by mistake."""
_QUOTED: Final = r"\"(?:[^\"]|\"\")*\"?|'[^']*'?"
_NAMED: Final = r"(?P<minus>-?)(?P<name>[A-Za-z][\w-]*)"
_TOKEN: Final = re.compile(
    rf"""(?P<bracket>[()])
    | {_NAMED}(?P<sign>:|!=|<=|>=|[=<>])(?P<value>{_QUOTED}|[^\s()]*)
    | (?P<without>-?)(?P<quoted>{_QUOTED})
    | (?P<word>[^\s()]+)""",
    re.VERBOSE,
)
_OPEN: Final = re.compile(rf"{_NAMED}:(?P<value>[^\"'].*\s.*)", re.DOTALL)
"""A filter with blanks, as passed by a shell that removed the quotes around its value."""
_FURTHER: Final = re.compile(r"\s[-(]*([A-Za-z_-]+):")
"""The name of a further filter inside the same shell argument."""
_PLAIN: Final = re.compile(r"[^\s\"'()]+")


class QueryToken(Struct, frozen=True):
    """A piece of a line."""

    kind: str
    """bracket, filter, quoted, word or end."""
    text: str
    """The text without quotes; for a filter, the whole filter."""
    column: int = 0
    end: int = 0
    filter: Filter | None = None


class ParsedQuestion(Struct, frozen=True):
    """A parsed question; its statistic, dimensions and filters are not checked against each other yet."""

    number: str
    column: int
    by: tuple[str, ...]
    filters: tuple[Filter, ...]


def tokens(text: str, *, brackets: bool = False) -> list[QueryToken]:
    """Split a line into tokens. Without `brackets`, brackets are parts of words. Raises BadParameter, UnknownMetric,
    with the column of the wrong word."""
    if len(text) > LONGEST:
        raise BadParameter(f"a question has {LONGEST:,} characters at most; this one has {len(text):,}")
    return [_token(found, text) for found in _pieces(text, brackets=brackets)]


def _pieces(text: str, *, brackets: bool = False) -> list[re.Match[str]]:
    found, place = [], 0
    while place < len(text):
        if text[place].isspace():
            place += 1
        elif not brackets and text[place] in "()" and (word := re.compile(r"(?P<word>\S+)").match(text, place)):
            found.append(word)
            place = word.end()
        elif piece := _TOKEN.match(text, place):
            found.append(piece)
            place = piece.end()
    return found


def _token(found: re.Match[str], text: str) -> QueryToken:
    parts, whole = found.groupdict(), found[0]
    name, at = parts.get("name"), found.start()
    if parts.get("bracket"):
        return QueryToken("bracket", whole, at, found.end())
    if name and (parts["sign"] == ":" or _known(name)):
        if parts["sign"] != ":":
            raise BadParameter(f"{whole} is the old spelling; write {modern(text)}", at)
        read = read_filter(name, unquoted(parts["value"]), negative=bool(parts["minus"]), column=at)
        return QueryToken("filter", whole, at, found.end(), read)
    if parts.get("quoted"):
        said = unquoted(parts["quoted"])
        if parts["without"]:
            return QueryToken("filter", whole, at, found.end(), read_filter("text", said, negative=True, column=at))
        return QueryToken("quoted", said, at, found.end())
    return QueryToken("word", whole, at, found.end())


def _known(name: str) -> bool:
    key = name.replace("_", "-").lower()
    return key in filters() or bool(renamed(key))


def unquoted(text: str) -> str:
    """Return a value without its quotation marks."""
    if not text.startswith(('"', "'")):
        return text
    mark = text[0]
    return text[1 : -1 if len(text) > 1 and text.endswith(mark) else None].replace(mark * 2, mark)


def quoted(text: str) -> str:
    """Return a value in notation, quoted if necessary."""
    return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', '""') + '"'


def modern(text: str) -> str:
    """Convert a line from the old spelling (`where game=x tag!=y points<3`) to the current one."""

    def written(found: re.Match[str]) -> str:
        parts = found.groupdict()
        name, sign = parts.get("name"), parts.get("sign")
        if found[0].lower() == "where":
            return ""
        if not name or not sign or sign == ":" or not _known(name):
            return found[0]
        minus = bool(parts["minus"]) != (sign == "!=")
        compared = sign if sign in ("<", "<=", ">", ">=") else ""
        current = next((one.name for one in filters().values() if one.was == name), name)
        return f"{'-' if minus else ''}{current}:{compared}{quoted(unquoted(parts['value']))}"

    return " ".join(filter(None, map(written, _pieces(text))))


def line_of(words: Sequence[str]) -> str:
    """Join the arguments of a shell to a line, and restore the quotes around values with blanks."""
    return words[0] if len(words) == 1 else " ".join(map(requoted, words))


def requoted(word: str) -> str:
    """Return a filter from a shell argument with its quotes restored. Other words, and arguments with several filters,
    are unchanged."""
    found = _OPEN.fullmatch(word)
    if found is None or any(_known(name) for name in _FURTHER.findall(found["value"])):
        return word
    return f"{found['minus']}{found['name']}:{quoted(found['value'])}"


def expect_current(words: Sequence[str]) -> None:
    """Raise BadParameter, with the new spelling, if an argument of the shell is a filter in the old spelling."""
    for word in words:
        if " " not in word and modern(word) != word:
            now = " ".join(filter(None, (f"'{one}'" if " " in one else modern(one) for one in words)))
            raise BadParameter(f"{word} is the old spelling; write {now}")


def word_of(one: Filter) -> str:
    """Return a filter in notation."""
    return f"{'-' if one.negative else ''}{one.name}:{quoted(one.value)}"


def filter_text(given: Iterable[Filter]) -> str:
    """Format filters as a line that `read_filters` parses."""
    return " ".join(map(word_of, given))


def read_filters(text: str, *, words: bool = False) -> tuple[Filter, ...]:
    """Parse the filters of a line. With `words`, all other words become text filters. Raises BadParameter,
    UnknownMetric."""
    found = tuple(_filter(token, text, words=words) for token in tokens(text))
    expect_few(found)
    return found


def _filter(token: QueryToken, text: str, *, words: bool = False) -> Filter:
    if token.filter is not None:
        return token.filter
    if token.kind == "quoted" or words:
        return read_filter("text", token.text, column=token.column)
    if token.text.lower() == "where":
        raise BadParameter(f"leave 'where' out; write {modern(text)}", token.column)
    raise BadParameter(f'{token.text!r}: a filter is written NAME:VALUE, -NAME:VALUE or "text"', token.column)


def read_question(text: str) -> ParsedQuestion:
    """Parse a question. Raises BadParameter, UnknownMetric, UnknownQuestion, with the column of the wrong word."""
    first, *rest = tokens(text) or [QueryToken("end", "")]
    if first.kind != "word":
        raise BadParameter("the name of a statistic comes first, as in win-rate by player", first.column)
    by: list[str] = []
    if rest and rest[0].text.lower() == "by" and rest[0].kind == "word":
        by, rest = _dimensions(rest)
    elif rest and rest[0].kind == "word" and rest[0].text.lower() != "where":
        raise BadParameter(f"{rest[0].text!r}: write STATISTIC by DIMENSION, … FILTERS", rest[0].column)
    found = tuple(_filter(token, text) for token in rest)
    expect_few(found)
    return ParsedQuestion(first.text, first.column, tuple(dict.fromkeys(by)), found)


def _dimensions(rest: list[QueryToken]) -> tuple[list[str], list[QueryToken]]:
    """Return the dimensions after `by`, and the remaining tokens."""
    by: list[str] = []
    place, open_ = 1, True
    while place < len(rest) and rest[place].kind == "word" and (open_ or rest[place].text.startswith(",")):
        token = rest[place]
        column = token.column
        for part in token.text.split(","):
            if part:
                by.append(find_dimension(part, column).name)
            column += len(part) + 1
        open_ = token.text.endswith(",")
        place += 1
    if not by:
        raise BadParameter("by which dimension? write STATISTIC by DIMENSION, … FILTERS", rest[0].column)
    return by, rest[place:]


# --- completion ------------------------------------------------------------------------------------------------------------

Known = Mapping[str, Sequence[str]]
"""Filter name -> values, for filters whose values can be listed. The negative forms (`-tag`) are not included."""


def last_word(text: str) -> tuple[str, str]:
    """Return the line before its last word, and that word. Blanks in quotes do not separate words."""
    found = _pieces(text)
    start = found[-1].start() if found and found[-1].end() == len(text) else len(text)
    return text[:start], text[start:]


def candidates(text: str, known: Known, names: Iterable[str] = ()) -> tuple[str, ...]:
    """Return completions of the last word of a line, best first: filters with occurring values, and other `names`."""
    _, word = last_word(text)
    found = _TOKEN.fullmatch(word)
    if found is None or not found["name"] or found["sign"] != ":":
        begun = word.lower().lstrip("-")
        offered = tuple(f"{'-' if word.startswith('-') else ''}{name}:" for name in known if name.startswith(begun))
        return (*(name for name in names if name.startswith(word.lower())), *offered)
    name, value = found["name"].lower(), unquoted(found["value"])
    values = known.get(name) or (filters()[name].possible if name in filters() else ())
    fitting = [one for one in values if one.lower().startswith(value.lower())]
    return () if fitting == [value] else tuple(f"{found['minus']}{name}:{quoted(one)}" for one in fitting)


def question_candidates(text: str, numbers: Sequence[str], known: Known) -> tuple[str, ...]:
    """Return completions of a whole question: first its number, then dimensions after `by` and commas, then filters."""
    before, word = last_word(text)
    words = before.split()
    begun = word.rpartition(",")[2].lower()
    if not words:
        return tuple(name for name in numbers if name.startswith(word.lower()))
    if words[-1].lower() == "by" or words[-1].endswith(",") or ("," in word and ":" not in word):
        head = word[: len(word) - len(begun)]
        return tuple(head + name for name in dimensions() if name.startswith(begun))
    return candidates(text, known, ("by",) if len(words) == 1 else ())


def completed(text: str, candidate: str) -> str:
    """The line with its last word replaced."""
    return last_word(text)[0] + candidate + ("" if candidate.endswith(":") else " ")
