"""Declarations of importers and exporters in the file of a kit: [[import]] and [[export]].

They are not pinned in matches, because records hold commands and no files.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.text import suggestion

Pattern: TypeAlias = Annotated[str, Meta(max_length=500)]


class ImportRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"key": "as"}):
    """A piece of a file and its meaning. Texts may contain fields of the file: `{name}`, or `{name|words}`."""

    find: Pattern = ""
    """Regular expression of the piece, in a text; of the whole column, in rows. Its named groups are fields."""
    column: str = ""
    """The column of a row that `find` and `each` read."""
    each: Pattern = ""
    """The piece is a list: regular expression of one item, which gets the fields `item` and `number`, from 1."""
    only: Pattern = ""
    """Items without this regular expression are passed over; they count in `number`."""
    rectangles: bool = False
    """Two points `dd:ee` of `text` are the corners of a rectangle: `each` reads all of its points."""
    line: tuple[Pattern, ...] = ()
    """Actions as they are typed."""
    first: bool = False
    """These actions come before those of all other rules."""
    by: str = ""
    """The player who acts, by the file's word; put into the action where its verb has the player."""
    time: str = ""
    """When: an ISO date and time, or seconds since 1970."""
    note: str = ""
    """A comment on the action before."""
    player: str = ""
    """The name of a player, ..."""
    key: str = ""
    """... and the number of the seat, or another word by which the file calls this player; `{word|seat}` finds the seat."""
    winner: str = ""
    """The player who won: a name, a seat `@1`, or the file's own word for the player."""
    drawn: bool = False
    """The match was drawn."""
    title: str = ""
    """The title of the match."""
    tag: str = ""
    """A search tag."""
    option: str = ""
    """An agreed option: `target=50`."""
    date: str = ""
    """When it was played: an ISO date, with or without a time."""
    takes_back: bool = False
    """The action before was taken back at the table: it is counted as left out."""
    branch: Literal["", "open", "aside", "close"] = ""
    """Brackets of variations: of those with `open`, only the first at each place is read; the others, and all with `aside`, are
    counted as left out."""
    skip: str = ""
    """The piece is left out, counted under this word."""
    refuse: str = ""
    """Why a match with this piece cannot be imported, and what to do."""

    @property
    def is_header(self) -> bool:
        """True if it says something about the match as a whole."""
        return self.drawn or bool(self.winner or self.title or self.tag or self.option or self.date)


class ImportPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file format that a kit reads."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9]{0,11}$")]
    """Its file name extension."""
    title: str
    """Its full name."""
    form: Literal["text", "csv", "json"] = "text"
    """`json`: one object in each line."""
    encodings: tuple[str, ...] = ("utf-8-sig", "cp1252", "latin-1")
    """Tried in order."""
    encoding: Pattern = ""
    """Regular expression whose first group is the name of an encoding in the file, which is tried before."""
    delimiter: Annotated[str, Meta(min_length=1, max_length=1)] = ","
    """Between the columns of `csv`."""
    match: Pattern = ""
    """Regular expression that begins each match, or whose group `start` does, or whose group `open` does up to its `close`; in
    rows, a text that differs between matches: `{game}`."""
    names: tuple[str, ...] = ()
    """Names of players whom the file does not name."""
    parts: dict[str, Pattern] = {}
    """Pieces of regular expressions: `%value%` in `find` stands for the one called value."""
    words: dict[str, tuple[tuple[str, str], ...]] = {}
    """Replacements, each a regular expression and its text, done in order: `{colour|seat}`; those called `file` are made in the
    whole text."""
    rules: tuple[ImportRule, ...]
    """The first that fits a piece of the file is used."""


class ExportPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file format that a kit writes. Fields are `{title}`, `{player1}` …, and `{winner}` (the seats that won, 0 for a draw, empty
    for no result). In lines also `{by}` (the seat, from 1), `{player}`, the arguments of the verb, `{number}` (of the player's
    lines), `{card}` (the first that it names), `{laid}` (a row of cards on a grid, a dot for each that was there), the player's
    counters after it, and the known cards of the player's zones before it; `{ZONE_others}` has those of the other players."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9]{0,11}$")]
    """Its file name extension."""
    title: str
    """Its full name."""
    head: Pattern = ""
    """The text before the actions."""
    lines: dict[str, Pattern]
    """Verb -> the text of an action; a match with a verb that it lacks is not written. Empty: the result, or `each`, says it."""
    each: dict[str, Pattern] = {}
    """Fields of `head` and `tail`, written once for each player: of `{by}`, `{player}`, counters at the end, and
    `{VERB_ARGUMENT}` of the player's only action with a verb."""
    tail: Pattern = ""
    """The text behind them."""
    words: dict[str, tuple[tuple[str, str], ...]] = {}
    """Replacements, as those of importers; those called `file` are made in the whole text."""


FIELD: Final = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_BUILT_IN: Final[Mapping[str, Callable[[str], str]]] = {
    "number": lambda text: str(ord(text[0].lower()) - ord("a") + 1) if text else "",
    "lower": str.lower,
    "upper": str.upper,
    "letters": lambda text: re.sub(r"\d+", lambda number: chr(ord("a") + (int(number[0]) - 1) % 26), text),
    "list": lambda text: f"[{','.join(text)}]",
}
"""`{y|number}`: a is 1; `{at|letters}`: numbers as letters; `{word|list}`: the letters as a list; `{at|upper}`: capitals."""


def import_problems(part: ImportPart) -> Iterator[tuple[str, str]]:
    """Yield the mistakes in an importer, each with its place: regular expressions, encodings, replacements that it lacks."""
    yield from _rule_problems(part)
    yield from _word_problems(part)
    for encoding in part.encodings:
        try:
            codecs.lookup(encoding)
        except LookupError:
            yield "encodings", f"no encoding {encoding!r}"


def export_problems(part: ExportPart, verbs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the mistakes in an exporter of a kit with these verbs, each with its place."""
    yield from _word_problems(part)
    for verb in part.lines:
        if verb not in verbs:
            yield "lines", f"no verb {verb!r}{suggestion(verb, verbs)}"
    known = (*part.words, *_BUILT_IN)
    for _, words in FIELD.findall(" ".join((part.head, part.tail, *part.lines.values(), *part.each.values()))):
        if words and words not in known:
            yield "lines", f"no words {words!r}; there are {', '.join(known)}"


def _word_problems(part: ImportPart | ExportPart) -> Iterator[tuple[str, str]]:
    for name, pairs in part.words.items():
        for wanted, text in pairs:
            if fault := _fault(wanted, text):
                yield f"words.{name}", fault


def _fault(pattern: str, text: str = "") -> str:
    try:
        re.sub(pattern, text, "")
    except re.error as error:
        return f"not a regular expression: {error}"
    return ""


def _rule_problems(part: ImportPart) -> Iterator[tuple[str, str]]:
    for name in ("match", "encoding"):
        if part.form == "text" and (fault := _fault(getattr(part, name))):
            yield name, fault
    known = (*part.words, *_BUILT_IN, "seat")
    for number, rule in enumerate(part.rules, 1):
        for name in ("find", "each", "only"):
            if fault := _fault(written_out(getattr(rule, name), part)):
                yield f"rules[{number}].{name}", fault
        said = (rule.note, rule.by, rule.player, rule.key, rule.winner, rule.title, rule.tag, rule.option, rule.date)
        for _, words in FIELD.findall(" ".join((*said, *rule.line))):
            if words and words not in known:
                yield f"rules[{number}]", f"no words {words!r}; there are {', '.join(known)}"


def written_out(pattern: str, part: ImportPart) -> str:
    for name, piece in part.parts.items():
        pattern = pattern.replace(f"%{name}%", piece)
    return pattern


def in_words(value: str, name: str, words: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """A field as replacements, or a built-in function, change it."""
    for wanted, text in words.get(name, ()):
        value = re.sub(wanted, text, value)
    return _BUILT_IN[name](value) if name in _BUILT_IN and name not in words else value


@lru_cache(maxsize=1024)
def pieces_of(text: str) -> tuple[tuple[str, str, str], ...]:
    """A text with fields taken apart: the text before each field, its name and its words; last the text behind them."""
    parts = [*FIELD.split(text), "", ""]
    return tuple((parts[n], parts[n + 1], parts[n + 2] or "") for n in range(0, len(parts), 3))


def replaced(text: str, fields: Mapping[str, str], words: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    return "".join(
        f"{before}{in_words(fields.get(name, ''), word, words)}" if name else before
        for before, name, word in pieces_of(text)
    )
