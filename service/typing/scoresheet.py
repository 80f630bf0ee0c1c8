"""Scoresheets: a match typed as text. Header lines begin with `@`, comments with `#`, everything else is one command a line.

    @game frc_card_game
    @player Ada
    @deck 1 30
    play_student dana
    !refused CG-A02 play_student pax

A `!refused` line states that the rules forbid the command: reading the sheet checks that they do. JSON lines
(`{"type": "play_student", ...}`) are read too.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from domain.cards import DeckList
from domain.entries import command_type
from domain.game import AnyGame, Command
from domain.notation import Names, NotationError, parse_command
from domain.seats import SeatSetup, TableSetup
from domain.validation import InvalidValue, validated_json

_TIMES: Final = re.compile(r"(?P<before>[\[,]\s*)(?P<times>[1-9][0-9]?)x (?P<value>[^,\[\]\"]+|\"[^\"]*\")")
_LIST: Final = re.compile(r"\[[^\[\]\"]*\]")
_NAME: Final = re.compile(r"[^\s,=\[\](){}']+(?: +[^\s,=\[\](){}']+)+")
"""A name with blanks in a list: `[snow day, wes]`."""
_HEADER_WORDS = ("game", "player", "side", "deck", "option", "catalogue", "title", "tag", "open", "turn")


class ScoresheetLine(Struct, frozen=True):
    """One line that is played (or must be refused)."""

    number: int
    text: str
    refused: str = ""
    """The rule id that forbids it; empty for a line that is played."""
    as_played: bool = False
    """True if it was recorded although a rule forbids it."""
    reason: str = ""
    """Why it was recorded as played."""
    concludes: bool = False
    """True if the line is the conclusion of the match."""


class Scoresheet(Struct, frozen=True):
    """A parsed sheet, before playing it."""

    lines: tuple[ScoresheetLine, ...]
    game: str = ""
    players: tuple[str, ...] = ()
    sides: dict[int, int] = {}
    decks: dict[int, str] = {}
    """Seat index -> deck size or deck name."""
    options: dict[str, str] = {}
    catalogue: str | None = None
    title: str = ""
    tags: tuple[str, ...] = ()
    opens_itself: bool = False
    """True if the first command line is the opening command; else the opening commands are made from the header."""
    left_out: tuple[str, ...] = ()
    """Further facts of the text, one sentence each."""

    def setup(self, deck_of: Callable[[str], DeckList]) -> TableSetup:
        """The table of the header; `deck_of` loads a deck list by name."""
        seats = []
        for seat, name in enumerate(self.players):
            deck = self.decks.get(seat)
            listed = None if deck is None else int(deck) if deck.isdigit() else deck_of(deck)
            seats.append(SeatSetup(name, self.sides.get(seat), listed))
        return TableSetup(tuple(seats), self.options)


class SheetError(ValueError):
    """A scoresheet line that cannot be used: `line 12: ...`."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"line {number}: {message}")
        self.number = number


def read_scoresheet(text: str) -> Scoresheet:
    """Parse a scoresheet. Raises SheetError."""
    header: dict[str, list[tuple[int, str]]] = {word: [] for word in _HEADER_WORDS}
    lines = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("@"):
            word, _, rest = line[1:].partition(" ")
            if word not in header:
                raise SheetError(number, f"no header @{word}; there are {', '.join('@' + w for w in _HEADER_WORDS)}")
            header[word].append((number, rest.strip()))
        elif line.startswith("!"):
            lines.append(_refused(number, line))
        else:
            lines.append(ScoresheetLine(number, line))
    return _assemble(header, tuple(lines))


def _refused(number: int, line: str) -> ScoresheetLine:
    words = line.split(maxsplit=2)
    if len(words) < 3 or words[0] != "!refused":
        raise SheetError(number, "write it as: !refused RULE-ID command")
    return ScoresheetLine(number, words[2], refused=words[1])


def _assemble(header: dict[str, list[tuple[int, str]]], lines: tuple[ScoresheetLine, ...]) -> Scoresheet:
    def single(word: str) -> str:
        if len(header[word]) > 1:
            raise SheetError(header[word][1][0], f"@{word} is given twice")
        return header[word][0][1] if header[word] else ""

    return Scoresheet(
        lines=lines,
        game=single("game"),
        players=tuple(name for _, name in header["player"]),
        sides={seat: int(side) - 1 for seat, side in _numbered(header["side"], "side") if side.isdigit()},
        decks=dict(_numbered(header["deck"], "deck")),
        options=dict(_pair(number, text) for number, text in header["option"]),
        catalogue=single("catalogue") or None,
        title=single("title"),
        tags=tuple(text for _, text in header["tag"]),
        opens_itself=single("open") == "no",
    )


def _numbered(given: list[tuple[int, str]], word: str) -> Iterator[tuple[int, str]]:
    for number, text in given:
        seat, _, value = text.partition(" ")
        if not (seat.isascii() and seat.isdigit() and value.strip() and int(seat) > 0):
            raise SheetError(number, f"write it as: @{word} SEAT-NUMBER VALUE")
        yield int(seat) - 1, value.strip()


def _pair(number: int, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals):
        raise SheetError(number, "write it as: @option name=value")
    return name.strip(), value.strip()


def _named(found: re.Match[str]) -> str:
    return _NAME.sub(lambda name: f'"{name[0].strip()}"', found[0])


def _repeated(found: re.Match[str]) -> str:
    return found["before"] + ", ".join([found["value"]] * int(found["times"]))


def read_command(text: str, game: AnyGame, names: Names) -> Command:
    """Parse a command in notation or as a JSON object. In lists, `3x wes` is Wes three times, and names may have blanks. Raises
    NotationError."""
    if not text.lstrip().startswith("{"):
        try:
            return parse_command(text, game.commands, names)
        except NotationError:
            if (written_out := _LIST.sub(_named, _TIMES.sub(_repeated, text))) == text:
                raise
        return parse_command(written_out, game.commands, names)
    try:
        return validated_json(text, command_type(game), typed=True)
    except InvalidValue as error:
        raise NotationError(f"not a command in JSON: {error}") from None
