"""Importers and exporters in the file of a kit: [[import]] and [[export]].

They are not pinned in matches, because a record needs only the commands.
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
    """A piece of a file and its meaning. Texts can contain fields of the file: `{name}`, or `{name|words}`."""

    find: Pattern = ""
    """Regular expression for a piece of a text or, in rows, for the whole column. Its named groups are fields."""
    column: str = ""
    """The column of a row that `find` and `each` read."""
    each: Pattern = ""
    """Regular expression for one item of a list, in the group `text` of `find` (in rows, in the column). Each item has the fields
    `item` and `number`, from 1."""
    only: Pattern = ""
    """Items that do not match this regular expression are skipped, but count for `number`."""
    rectangles: bool = False
    """Two points `dd:ee` of `text` are the corners of a rectangle: `each` reads all of its points."""
    line: tuple[Pattern, ...] = ()
    """Actions, as people type them."""
    first: bool = False
    """If true, these actions come before those of all other rules."""
    by: str = ""
    """The acting player, by the file's word. It is put into the action where the verb expects the player."""
    time: str = ""
    """The time of the action: an ISO date and time, or seconds since 1970."""
    note: str = ""
    """A comment on the previous action."""
    player: str = ""
    """The name of a player."""
    key: str = ""
    """The number of the seat of `player`, or another word by which the file names the player; `{word|seat}` finds the seat."""
    winner: str = ""
    """The player who won: a name, a seat `@1`, or the file's own word for the player."""
    drawn: bool = False
    """True if the match was drawn."""
    title: str = ""
    """The title of the match."""
    tag: str = ""
    """A search tag."""
    option: str = ""
    """An agreed option, for example `target=50`."""
    date: str = ""
    """The date of the match: an ISO date, with or without a time."""
    takes_back: bool = False
    """True if the previous action was taken back at the table. It is counted as left out."""
    branch: Literal["", "open", "aside", "close"] = ""
    """Brackets of variations. Only the first variation with `open` at each place is read; the others, and all with `aside`, are
    counted as left out."""
    skip: str = ""
    """The piece is left out, counted under this word."""
    refuse: str = ""
    """The message that refuses a match with this piece: why it cannot be imported, and what to do."""

    @property
    def is_header(self) -> bool:
        """True if the rule describes the match as a whole."""
        return self.drawn or bool(self.winner or self.title or self.tag or self.option or self.date)

    @property
    def reads_row(self) -> bool:
        """True if it says what became of the row that it fits, which no rule would otherwise read."""
        told = self.line or self.skip or self.refuse or self.takes_back
        return bool(told or (self.find and (self.note or self.is_header)))


class ImportPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file format that a kit reads."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9]{0,11}$")]
    """Its file name extension."""
    title: str
    """Its full name."""
    form: Literal["text", "csv", "json"] = "text"
    """`json`: one object in each line."""
    encodings: tuple[str, ...] = ("utf-8-sig", "cp1252", "latin-1")
    """Encodings, which are tried in order."""
    encoding: Pattern = ""
    """Regular expression whose first group is the name of the encoding in the file. This encoding is tried first."""
    delimiter: Annotated[str, Meta(min_length=1, max_length=1)] = ","
    """The character between the columns of `csv`."""
    match: Pattern = ""
    """Regular expression for the beginning of each match, or for its group `start`, or for a match from its group `open` to its
    group `close`. In rows: a text that differs between matches, for example `{game}`."""
    names: tuple[str, ...] = ()
    """Names for players whom the file does not name."""
    parts: dict[str, Pattern] = {}
    """Pieces of regular expressions: with `parts = { n = '\\d+' }`, `%n%` in `find` is replaced by `\\d+`."""
    words: dict[str, tuple[tuple[str, str], ...]] = {}
    """Replacements, each a regular expression and its text, applied in order: with `words.month = [['Mai', '05']]`, `{m|month}` is
    the field `m` with `05` for `Mai`. Those called `file` are applied to the whole text."""
    rules: tuple[ImportRule, ...]
    """The rules. The first one that fits a piece of the file is used; in rows, all that fit."""


class ExportPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file format that a kit writes. Fields are `{title}`, `{player1}` …, and `{winner}` (the seats that won, 0 for a draw, empty
    for no result). Lines also have `{by}` (the seat, from 1), `{player}`, the arguments of the verb, `{number}` (of the player's
    lines), `{card}` (the first card among the arguments), `{laid}` (a row of cards on a grid, with a dot for each earlier card),
    the player's counters after the action, and the known cards of the player's zones before it. `{ZONE_others}` has the
    cards of the other players."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9]{0,11}$")]
    """Its file name extension."""
    title: str
    """Its full name."""
    head: Pattern = ""
    """The text before the actions."""
    lines: dict[str, Pattern]
    """The text of an action, by verb; empty if `each` or the result contains the action. A match with another verb cannot be
    written."""
    each: dict[str, Pattern] = {}
    """Fields for `head` and `tail` that are written once for each player. Their texts can contain `{by}`, `{player}`, counters at
    the end, and `{VERB_ARGUMENT}` of the player's only action with a verb. With `each.seats = "#player{by} {player} "`,
    `head = "{seats}"` names all players."""
    tail: Pattern = ""
    """The text after the actions."""
    words: dict[str, tuple[tuple[str, str], ...]] = {}
    """Replacements, as in importers; those called `file` are applied to the whole text."""


FIELD: Final = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_BUILT_IN: Final[Mapping[str, Callable[[str], str]]] = {
    "number": lambda text: str(ord(text[0].lower()) - ord("a") + 1) if text else "",
    "lower": str.lower,
    "upper": str.upper,
    "letters": lambda text: re.sub(r"\d+", lambda number: chr(ord("a") + (int(number[0]) - 1) % 26), text),
    "list": lambda text: f"[{','.join(text)}]",
}
"""Built-in replacements: `{y|number}` turns a into 1, `{at|letters}` numbers into letters, `{word|list}` letters into a list."""


def import_problems(part: ImportPart) -> Iterator[tuple[str, str]]:
    """Yield the mistakes in an importer, each with its place: regular expressions, encodings, unknown replacements."""
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
            yield "lines", f"no words {words!r}; possible: {', '.join(known)}"


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
        if rule.each and part.form == "text" and "(?P<text>" not in written_out(rule.find, part):
            yield f"rules[{number}].each", "it reads the group text of find, which has none: write (?P<text>…) there"
        said = (rule.note, rule.by, rule.player, rule.key, rule.winner, rule.title, rule.tag, rule.option, rule.date)
        for _, words in FIELD.findall(" ".join((*said, *rule.line))):
            if words and words not in known:
                yield f"rules[{number}]", f"no words {words!r}; possible: {', '.join(known)}"


def missing_column(part: ImportPart, columns: Sequence[str]) -> str:
    """Return the first column that the rows of a file lack and that tells matches, players or actions apart; empty if none does.
    A JSON object may leave out what an action reads."""
    made = {
        "text",
        "item",
        "number",
        *re.findall(r"\(\?P<(\w+)>", " ".join(f"{one.find}{one.each}" for one in part.rules)),
    }
    known = {*columns, *made}
    for rule in part.rules:
        lines = " ".join(rule.line) if part.form == "csv" else ""
        fields = FIELD.findall(" ".join((part.match, rule.by, rule.player, rule.key, lines)))
        named = [rule.column] if rule.column and (rule.line or rule.player) else []
        missing = (name for name in (*named, *(str(field) for field, _ in fields)) if name not in known)
        if found := next(missing, ""):
            return found
    return ""


def written_out(pattern: str, part: ImportPart) -> str:
    for name, piece in part.parts.items():
        pattern = pattern.replace(f"%{name}%", piece)
    return pattern


def in_words(value: str, name: str, words: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """Return a field after the replacements of this name, or after a built-in one."""
    for wanted, text in words.get(name, ()):
        value = re.sub(wanted, text, value)
    return _BUILT_IN[name](value) if name in _BUILT_IN and name not in words else value


@lru_cache(maxsize=1024)
def pieces_of(text: str) -> tuple[tuple[str, str, str], ...]:
    """Split a text with fields: (text before, name, words) for each field; the last one has the text after them."""
    parts = [*FIELD.split(text), "", ""]
    return tuple((parts[n], parts[n + 1], parts[n + 2] or "") for n in range(0, len(parts), 3))


def replaced(text: str, fields: Mapping[str, str], words: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    return "".join(
        f"{before}{in_words(fields.get(name, ''), word, words)}" if name else before
        for before, name, word in pieces_of(text)
    )
