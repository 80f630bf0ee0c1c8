"""Running the importers of kits, which turn a text, CSV or JSON file into matches whose actions are lines as people type them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final, TypeAlias

from domain.codecs import ImportedMatch, Remark
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.import_parts import (
    ImportPart,
    ImportRule,
    in_words,
    missing_column,
    pieces_of,
    replaced,
    written_out,
)
from domain.games.tabletop.import_rows import SHORT, Row, decoded, field_of, table_of
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.schema import MOST_PLAYERS
from domain.names import MAX_NAME
from domain.outcome import Outcome
from domain.seats import SeatSetup, TableSetup
from domain.text import pluralize

_MOST_UNREAD: Final = 20
"""Number of unreadable pieces of a match that are reported one by one; the others are counted."""
_FLAGS: Final = re.DOTALL | re.MULTILINE
_NAMED: Final = re.compile(r"\(\?P<\w+>")
_REFERENCE: Final = re.compile(r"\(\?P=|\(\?\(|\\[1-9]")
_RECTANGLE: Final = re.compile(r"([a-z]{2}):([a-z]{2})")
_DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? +(\S+))?")
"""Day, month, year, time."""
_UNREAD: Final = re.compile(r"[^\S\n]+|\n|[^\s]+")


def read_archive(part: ImportPart, layout: KitLayout, data: bytes) -> Iterator[ImportedMatch[TabletopCommand]]:
    """Yield the matches of a file. An unreadable match has a `fault` instead of an exception."""
    text = decoded(part, data)
    if text is None:
        yield _refused(1, f"not a text in {' or '.join(part.encodings)}: save the file as UTF-8")
        return
    rules, text = _rules(part), in_words(text, "file", part.words)
    if part.form == "text":
        starts = _starts(part.match, text)
        line, at, first = 1, 0, first_fitting(rules)
        for start, stop in pairwise([*starts, len(text)]):
            line, at = line + text.count("\n", at, start), start
            reading = _Reading(part, layout, line)
            reading.scan(text[start:stop], first)
            yield reading.match(text[start:stop])
        return
    header, rows = table_of(part, text)
    if header and (missing := missing_column(part, header)):
        columns = ", ".join(filter(None, header))
        yield _refused(1, f"no column {missing!r}, which the importer reads; the file has the columns {columns}")
        return
    yield from read_rows(part, layout, rows)


def _starts(match: str, text: str) -> list[int]:
    """Return the positions where matches begin. With a group `start`, they begin there, so that the expression can skip comments.
    With groups `open` and `close`, they begin at each `open` that is not inside another pair."""
    if not match:
        return [0]
    pattern = re.compile(match, re.MULTILINE)
    found = list(pattern.finditer(text))
    if "open" in pattern.groupindex:
        starts, depth = list[int](), 0
        for piece in found:
            if piece["open"] and not depth:
                starts.append(piece.start())
            depth = max(0, depth + bool(piece["open"]) - bool(piece["close"]))
    else:
        group = "start" if "start" in pattern.groupindex else 0
        starts = [piece.start(group) for piece in found if piece[group] is not None]
    starts[:1] = [0] * bool(starts)  # text before the first match is read with it
    return starts


def _rules(part: ImportPart) -> "Rules":
    return [(rule, re.compile(written_out(rule.find, part), _FLAGS)) for rule in part.rules]


def read_rows(part: ImportPart, layout: KitLayout, rows: Iterable[Row]) -> Iterator[ImportedMatch[TabletopCommand]]:
    """Yield the matches of rows. If a row cannot be read, no match is yielded, because the row may belong to any of them."""
    matches: dict[str, _Reading] = {}
    rules, unread = _rules(part), 0
    for number, row in rows:
        if isinstance(row, str):
            unread += 1
            if unread <= _MOST_UNREAD:
                yield _refused(number, row)
            continue
        fields = row | {field_of(name): cell for name, cell in row.items()}
        key = replaced(part.match, fields, part.words)
        reading = matches.setdefault(key, _Reading(part, layout, number))
        reading.take_row(fields, number, rules)
    if not unread:
        yield from (reading.match(f"{key}\n{reading.lines}") for key, reading in matches.items())
    elif matches:
        more = f" ({_MOST_UNREAD} of {unread} are listed)" if unread > _MOST_UNREAD else ""
        yield _refused(
            1, f"no match of the file is stored, because some lines cannot be read{more}: correct these first"
        )


def _refused(line: int, fault: str) -> ImportedMatch[TabletopCommand]:
    return ImportedMatch(line=line, text="", setup=TableSetup(()), fault=fault)


Rules: TypeAlias = Sequence[tuple[ImportRule, re.Pattern[str]]]
First: TypeAlias = Callable[[str, int], Rules]


def first_fitting(rules: Rules) -> First:
    """Return a function that selects the rules to try at a position of a text: with one search, the first one that fits.

    If a rule refers to its own groups, or matches an empty text, all rules are tried in order.
    """
    if any(_REFERENCE.search(pattern.pattern) for _, pattern in rules):
        return lambda _text, _at: rules
    picked = {f"_{number}": (one,) for number, one in enumerate(rules)}
    parts = (f"(?P<_{number}>{_NAMED.sub('(?:', pattern.pattern)})" for number, (_, pattern) in enumerate(rules))
    fit = re.compile("|".join(parts), _FLAGS).match

    def first(text: str, at: int) -> Rules:
        found = fit(text, at)
        if found is None or found.lastgroup is None:
            return ()
        return picked[found.lastgroup] if found.end() > at else rules

    return first


@dataclass(slots=True)
class _Reading:
    """One match that is being read."""

    part: ImportPart
    layout: KitLayout
    begun: int
    fields: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    """The names of players, by the file's word for the player or the number of the seat."""
    lines: list[tuple[int, str]] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    drawn: bool = False
    title: str = ""
    happened_at: int | None = None
    fault: str = ""
    fault_at: int = 0
    """The line of `fault`."""
    unread: int = 0
    """Number of unreadable pieces."""
    number: int = 1
    """The line that is being read."""
    firsts: int = 0
    """Number of lines that come before all others."""

    def scan(self, text: str, first: First) -> None:
        """Read a text from its start. At each position, the first rule that fits is applied."""
        at, depth, closed, skipped = 0, 0, set[int](), 0
        self.number = self.begun
        while at < len(text) and not self.fault:
            for rule, pattern in first(text, at):
                found = pattern.match(text, at)
                if found is None or found.end() == at:
                    continue
                if rule.branch in ("open", "aside"):
                    depth += 1
                    if not skipped and (rule.branch == "aside" or depth in closed):
                        skipped = depth
                        self.left["variation"] += 1
                elif rule.branch == "close":
                    skipped = 0 if skipped == depth else skipped
                    closed = {one for one in closed if one <= depth} | {depth}
                    depth -= 1
                elif not skipped:
                    self.apply(rule, found.groupdict(""))
                break
            else:
                found = _UNREAD.match(text, at)
                if found is not None and found[0].strip() and not skipped:
                    self._leave(found[0])
            end = found.end() if found is not None else len(text)
            self.number += text.count("\n", at, end)
            at = end
        if depth > 0 and not self.fault:
            self.remarks.append(f"line {self.number}: a bracket is not closed: the file may have been cut off")

    def _leave(self, piece: str) -> None:
        self.unread += 1
        self.fault_at = self.fault_at or self.number
        if self.unread <= _MOST_UNREAD:
            self.remarks.append(f"line {self.number}: {piece[:40]!r} cannot be read as {self.part.title}")

    def take_row(self, row: Mapping[str, str], number: int, rules: Rules) -> None:
        """Read one row: every rule whose column fits is applied."""
        self.number, self.fields, read = number, dict(row), False
        if SHORT in row:
            self.left["short row"] += 1
            if self.left["short row"] <= _MOST_UNREAD:
                self.remarks.append(f"line {number}: {row[SHORT]}; missing cells are read as empty")
        for rule, pattern in rules:
            text = row.get(rule.column, "")
            found = pattern.fullmatch(text) if rule.find else None
            if (rule.find and found is None) or (rule.column and not text) or self.fault:
                continue
            self.fields["text"] = text
            read = read or rule.reads_row
            self.apply(rule, found.groupdict("") if found else {})
        if not read and not self.fault:
            self._leave(" ".join(filter(None, row.values())))

    def apply(self, rule: ImportRule, fields: Mapping[str, str]) -> None:
        """Apply a rule to a piece with these fields."""
        self.fields.update(fields)
        if not rule.each:
            self._take(rule)
            return
        text = self.fields.get("text", "")
        text = _RECTANGLE.sub(_points, text) if rule.rectangles else text
        for number, item in enumerate(re.finditer(rule.each, text), 1):
            self.fields |= {"number": str(number), "item": item[0], **item.groupdict("")}
            if not rule.only or re.search(rule.only, item[0]):
                self._take(rule)

    def _take(self, rule: ImportRule) -> None:
        if rule.refuse:
            self.fault, self.fault_at = self._said(rule.refuse), self.number
        if rule.takes_back and self.lines:
            self.lines.pop()
            self.times.pop()
            self.left["taken-back action"] += 1
        if rule.skip:
            self.left[self._said(rule.skip)] += 1
        if rule.player and (name := (word := self._said(rule.player)).strip()[:MAX_NAME]):
            key = (word if rule.key == rule.player else self._said(rule.key)) or name
            if _numbered(self.players.get(key, "1")):  # a name replaces the number of its seat
                self.players[key] = name
        for line in rule.line:
            self._take_line(self._said(line), self._said(rule.by), self._said(rule.time), first=rule.first)
        if rule.note and (note := self._said(rule.note).strip()):
            self.notes.append(Remark(len(self.lines), " ".join(note.split())))
        if rule.is_header:
            self._take_header(rule)

    def _take_header(self, rule: ImportRule) -> None:
        self.winners += filter(None, [self._said(rule.winner)])
        self.drawn = self.drawn or rule.drawn
        self.title = self._said(rule.title) or self.title
        if (tag := self._said(rule.tag)) and not tag.endswith(":"):
            self.tags.append(tag)
        name, _, value = self._said(rule.option).partition("=")
        if value:
            self.options[name] = value
        if date := self._said(rule.date):
            self.happened_at = _moment(date)
            if self.happened_at is None:
                self.tags.append(f"date:{date}")

    def _take_line(self, line: str, by: str, time: str, *, first: bool) -> None:
        if not line.strip():
            self.left["empty action"] += 1
            return
        said = (self.number, self._by(line.strip(), self._word(by, "seat")) if by else line.strip())
        if first:
            self.lines.insert(self.firsts, said)
            self.times.insert(self.firsts, -1)
            self.firsts += 1
            return
        self.lines.append(said)
        moment = _moment(time) if time else None
        if moment is None and time:
            self.left["unreadable time"] += 1
        self.times.append(moment if moment is not None else self.times[-1] if self.times else -1)

    def _by(self, line: str, seat: str) -> str:
        """Return the line with its player, where the verb expects the player."""
        head, places = self.layout.head, self.layout.verb_at
        word, _, rest = line.partition(" ")
        if word not in places:
            word, rest = next(iter(head.usual), ""), line
        by = self.layout.kit.verbs[places[word]].by if word in places else ""
        by = by or ("named" if head.order == "together" else "turn")
        return f"{word} {seat} {rest}".rstrip() if by == "named" else line if by == "table" else f"{line} by={seat}"

    def _said(self, text: str) -> str:
        said = ""
        for before, name, words in pieces_of(text) if text else ():
            value = self.fields.get(name, "") if name else ""
            said += before + (self._word(value, words) if words else value)
        return said

    def _word(self, value: str, words: str) -> str:
        if words == "seat" and words not in self.part.words:
            if value not in self.players:
                return _numbered(value) or value
            return _numbered(value) or f"@{[*self.players].index(value) + 1}"
        return in_words(value, words, self.part.words)

    def match(self, text: str) -> ImportedMatch[TabletopCommand]:
        """Return the match that was read from a text."""
        if self.unread and not self.fault:
            more = f" ({_MOST_UNREAD} of {self.unread} are listed)" if self.unread > _MOST_UNREAD else ""
            self.fault = f"{pluralize(self.unread, 'piece')} of it cannot be read{more}"
        if not self.lines and not self.fault:
            self.fault = f"no action in it, read as {self.part.title}"
        numbered = all(map(_numbered, self.players))
        keys = sorted(self.players, key=lambda key: int(key.lstrip("@"))) if numbered else list(self.players)
        names = self._names(keys, numbered=numbered)
        winners = [self._seat(word, keys, names) for word in dict.fromkeys(self.winners)]
        seats = tuple(seat for seat in winners if seat is not None)
        self.remarks += ["its winner is not one of the players; no result is recorded"] * (len(seats) < len(winners))
        first = next((time for time in self.times if time >= 0), -1)
        times = tuple(first if time < 0 else time for time in self.times) if first >= 0 else ()
        notes = tuple(replace(note, after=min(note.after, len(self.lines))) for note in self.notes)
        return ImportedMatch(
            line=(self.fault and self.fault_at) or self.begun, text=text,
            setup=TableSetup(tuple(map(SeatSetup, names)), self.options),
            lines=tuple(self.lines), times=times, notes=notes, title=self.title, tags=tuple(self.tags),
            concluded=Outcome(seats, "result", drawn=self.drawn) if seats or self.drawn else None,
            happened_at=times[0] if times and self.happened_at is None else self.happened_at,
            left_out=tuple(pluralize(number, word) for word, number in self.left.items()),
            remarks=tuple(self.remarks), fault=self.fault,
        )  # fmt: skip

    def _names(self, keys: Sequence[str], *, numbered: bool) -> list[str]:
        names = [self.players[key] for key in keys]
        if numbered and keys:  # the file may leave out seats in between, and a number is not a name
            called = zip((int(key.lstrip("@")) for key in keys), names, strict=True)
            given = {seat: self._unnamed(seat) if _numbered(name) else name for seat, name in called}
            names = [given.get(seat, self._unnamed(seat)) for seat in range(1, max(given) + 1)]
        names += [self._unnamed(seat) for seat in range(len(names) + 1, self.layout.seat_counts[0] + 1)]
        # A name of digits would mean a seat.
        names = [f"{self._unnamed(seat)} {name}" if name.isdigit() else name for seat, name in enumerate(names, 1)]
        folded = Counter(map(str.casefold, names))
        return [f"{name} ({n})" if folded[name.casefold()] > 1 else name for n, name in enumerate(names, 1)]

    def _unnamed(self, seat: int) -> str:
        return self.part.names[seat - 1] if seat <= len(self.part.names) else f"Player {seat}"

    @staticmethod
    def _seat(word: str, keys: Sequence[str], names: Sequence[str]) -> int | None:
        if word.startswith("@") and word[1:].isdigit() and 0 < int(word[1:]) <= len(names):
            return int(word[1:]) - 1
        return keys.index(word) if word in keys else names.index(word) if word in names else None


def _points(found: re.Match[str]) -> str:
    """Return the points `[dd][de]…` of a rectangle `dd:ee`."""
    columns, rows = (sorted(map(ord, pair)) for pair in zip(found[1], found[2], strict=True))
    return "][".join(
        f"{chr(x)}{chr(y)}" for x in range(columns[0], columns[1] + 1) for y in range(rows[0], rows[1] + 1)
    )


def _numbered(word: str) -> str:
    """Return the seat as `@2` if a word is the number of a seat; otherwise empty."""
    number = word.removeprefix("@")
    return f"@{number}" if number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_PLAYERS else ""


def _moment(text: str) -> int | None:
    """Return the microseconds since 1970 of an ISO date, a date like `1.5.2026 19:00`, or seconds; `None` for another text. Dates
    without a zone are UTC."""
    if dotted := _DOTTED.fullmatch(text):
        day, month, year, time = dotted.groups("0:00")
        text = f"{year}-{month:0>2}-{day:0>2}T{time:0>5}"
    try:
        seconds = float(text) if re.fullmatch(r"\d{9,11}(\.\d+)?", text) else None
        if seconds is None:
            written = datetime.fromisoformat(text)
            seconds = (written if written.tzinfo else written.replace(tzinfo=UTC)).timestamp()
        return round(seconds * 1_000_000) if seconds >= 0 else None
    except (ValueError, OverflowError):
        return None
