"""The text of PGN files, taken apart into games. No word of a main line is skipped: one that cannot be read is named."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from domain.payload import Glyph

_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<escape>^%.*)|(?P<header>^\[.*)|(?P<comment>\{[^}]*\})|(?P<rest>;.*)|\$(?P<nag>\d+)|(?P<open>\()"
    r"|(?P<close>\))|(?P<word>[^\s{}();$]+)|(?P<stray>.)",
    re.MULTILINE,
)
_HEADER: Final = re.compile(r'\[\s*([A-Za-z0-9][\w+#=:-]*)\s+"(.*)"\s*\]\s*')
_NUMBER: Final = re.compile(r"(\d+)(?:[.…]+|$)|[.…]+")
_RESULTS: Final = {"½-½": "1/2-1/2", "1/2": "1/2-1/2", "½": "1/2-1/2", "0.5-0.5": "1/2-1/2"}
_DASHES: Final = str.maketrans("–—−‐‑×:", "-----xx")
_CASTLING: Final = {"0-0": "O-O", "0-0-0": "O-O-O"}
_MOVE: Final = re.compile(
    r"(?P<piece>[^\W\d_a-z]{0,2}|[♔-♟])(?P<rest>[a-h]?[1-8]?[x-]?[a-h][1-8])(?:[=/]?\(?(?P<made>[A-Za-z♔-♟]|[^\W\d_a-z])\)?)?"
)
_PASS: Final = ("--", "Z0", "0000", "@@@@")
_SIGNS: Final = re.compile(
    r"e\.?p\.?|\+{1,2}|#|[+=-]/[+=-]|[+-]-[+-]?|-\+|\+=|=\+|=|[±∓⩲⩱∞□⟳]|N|TN|D|mate", re.IGNORECASE
)
_COMMAND: Final = re.compile(r"\[%(\w+)\s*([^\]]*)\]")
_GLYPHS: Final[tuple[Glyph, ...]] = ("", "!", "?", "!!", "??", "!?", "?!")
_NEXT_GAME: Final = re.compile(r"^\[Event ", re.MULTILINE)


class Ply(Struct):
    """A move, or (in the first one of a game) the text before it."""

    piece: str = ""
    """As written, in any language."""
    rest: str = ""
    made: str = ""
    """The promoted piece."""
    line: int = 0
    digits: bool = False
    """It is written `0-0`, which is also how some write that both forfeit."""
    glyph: Glyph = ""
    text: str = ""
    clock: float | None = None
    """Seconds left after it."""
    taken: float | None = None
    """Seconds that it took."""

    @property
    def san(self) -> str:
        """The move as written."""
        return f"{self.piece}{self.rest}{'=' if self.made else ''}{self.made}"


class Game(Struct):
    """One game."""

    line: int
    headers: dict[str, str]
    plies: list[Ply]
    left: Counter[str]
    """Omissions and their numbers."""
    result: str = ""
    """As the text ends; empty where it does not say."""
    remarks: tuple[str, ...] = ()
    fault: str = ""

    @property
    def moves(self) -> list[Ply]:
        """The main line."""
        return self.plies[1:]


class _Reader:
    """A file while it is read."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.begin(1)

    def begin(self, line: int) -> None:
        self.game = Game(line, {}, [Ply()], Counter())
        self.depth = self.blank = 0

    @property
    def begun(self) -> bool:
        return bool(self.game.headers or self.game.moves or self.game.result or self.game.fault)

    def games(self) -> Iterator[Game]:
        at, line = 0, 1
        while found := _TOKEN.match(self.text, at):
            kind, token = str(found.lastgroup), found[0]
            if (kind == "stray" and self.text[at] == "{") or (kind == "comment" and (cut := _NEXT_GAME.search(token))):
                self.fail(line, "a comment is not closed")
                cut = _NEXT_GAME.search(self.text, at)
                token = self.text[at : cut.start()] if cut else self.text[at:]
                self.depth = 0
            elif self.ends(kind, token):
                yield self.game
                self.begin(line)
            if not self.begun:
                self.game.line = line
            getattr(self, f"_{kind}")(token, line)
            at, line = at + len(token), line + token.count("\n")
        if self.begun:
            yield self.game

    def ends(self, kind: str, token: str) -> bool:
        """Whether another game begins."""
        game = self.game
        played = bool(game.moves or game.result or game.fault)
        if kind == "header":
            return played
        again = token.startswith("1.") and bool(self.blank)
        return kind == "word" and not self.depth and (bool(game.result) or (again and bool(game.moves)))

    def fail(self, line: int, why: str) -> None:
        self.game.fault = self.game.fault or f"line {line}: {why}"

    def _space(self, token: str, line: int) -> None:
        self.blank = token.count("\n") > 1

    def _escape(self, token: str, line: int) -> None:
        self.game.left["escaped line"] += 1

    def _header(self, token: str, line: int) -> None:
        found = _HEADER.fullmatch(token)
        if found:
            self.game.headers[found[1]] = re.sub(r'\\(["\\])', r"\1", found[2])
        else:
            self.game.remarks += (f"line {line}: a header cannot be read: {token[:60]}",)

    def _comment(self, token: str, line: int) -> None:
        if self.depth:
            return
        ply = self.game.plies[-1]
        for name, value in _COMMAND.findall(token):
            seconds = _seconds(value)
            if name == "clk" and seconds is not None:
                ply.clock = seconds
            elif name == "emt" and seconds is not None:
                ply.taken = seconds
            else:
                self.game.left[{"eval": "evaluation", "csl": "drawing", "cal": "drawing"}.get(name, f"%{name}")] += 1
        text = " ".join(_COMMAND.sub(" ", token[1:-1]).split())
        ply.text = f"{ply.text} {text}".strip()

    def _rest(self, token: str, line: int) -> None:
        self._comment(f"{{{token[1:].replace('}', ')')}}}", line)

    def _nag(self, token: str, line: int) -> None:
        number = int(token[1:])
        if not self.depth:
            self._sign(_GLYPHS[number] if 0 < number < len(_GLYPHS) else "")

    def _sign(self, glyph: str) -> None:
        ply = self.game.plies[-1]
        if glyph in _GLYPHS[1:] and not ply.glyph:
            ply.glyph = glyph
        else:
            self.game.left["sign"] += 1

    def _open(self, token: str, line: int) -> None:
        self.game.left["variation"] += not self.depth
        self.depth += 1

    def _close(self, token: str, line: int) -> None:
        if not self.depth:
            self.fail(line, "')' closes no variation")
        self.depth = max(0, self.depth - 1)

    def _stray(self, token: str, line: int) -> None:
        if not self.depth:
            self.fail(line, f"{token!r} cannot be read")

    def _word(self, token: str, line: int) -> None:
        if self.depth:
            return
        if number := _NUMBER.match(token):
            token = token[number.end() :]
        word = token.translate(_DASHES)
        move, signs = word.rstrip("!?"), word[len(word.rstrip("!?")) :]
        bare = (_SIGNS.fullmatch(move) is None and move.rstrip("+#†‡")) or move
        if result := _RESULTS.get(word, word if word in ("1-0", "0-1", "1/2-1/2", "*") else ""):
            self.game.result = result
        elif bare in _PASS or bare.upper().replace("O", "0") in _CASTLING:
            castling = _CASTLING.get(bare.upper().replace("O", "0"), bare)
            self.game.plies.append(Ply(rest=castling, line=line, digits=bare == "0-0"))
        elif found := _MOVE.fullmatch(bare):
            piece = "" if found["piece"] in ("P", "♙", "♟") else found["piece"]
            self.game.plies.append(Ply(piece, found["rest"], found["made"] or "", line))
        elif _SIGNS.fullmatch(move):
            self.game.left["sign"] += 1
        elif word:
            self.fail(line, f"{token!r} is not a move that can be read")
        if signs:
            self._sign(signs)


def _seconds(text: str) -> float | None:
    try:
        hours, minutes, seconds = ["0", "0", *text.strip().split(":")][-3:]
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    except ValueError:
        return None


def games(text: str) -> Iterator[Game]:
    """The games of a file, in order."""
    yield from _Reader(text).games()
