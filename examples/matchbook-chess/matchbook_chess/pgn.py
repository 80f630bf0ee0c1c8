"""PGN in and out: the main line, its headers and its result. The `chess` package takes the text apart."""

import datetime
import re
from collections.abc import Iterator
from io import StringIO
from typing import Final

import chess
import chess.pgn

from domain.exploring import AnyMatch
from domain.formats import Foreign
from domain.game import Outcome
from domain.table import SeatSetup, TableSetup
from matchbook_chess.commands import ChessCommand, DeclarePosition, Move
from matchbook_chess.events import MoveMade
from matchbook_chess.state import State

_RESULTS: Final = {
    "1-0": Outcome((0,), "result"),
    "0-1": Outcome((1,), "result"),
    "1/2-1/2": Outcome((), "result", drawn=True),
}
_TAGS: Final = {"Site": "place", "Round": "round", "WhiteElo": "white_elo", "BlackElo": "black_elo", "ECO": "eco"}
_DATE: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")


class _Taken(chess.pgn.BaseVisitor[None]):
    """What stands in one game. No move is played: the record decides what is legal."""

    def begin_game(self) -> None:
        self.headers: dict[str, str] = {}
        self.moves: list[str] = []
        self.comments = self.variations = self.signs = 0
        self.given, self.fault = "", ""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def visit_board(self, board: chess.Board) -> None:
        if not board.move_stack:
            board.push(chess.Move.null())  # variations are only told of where something was played

    def begin_parse_san(self, board: chess.Board, san: str) -> chess.pgn.SkipType:
        self.moves.append(san)
        return chess.pgn.SKIP

    def begin_variation(self) -> chess.pgn.SkipType:
        self.variations += 1
        return chess.pgn.SKIP

    def visit_comment(self, comment: str) -> None:
        self.comments += 1

    def visit_nag(self, nag: int) -> None:
        self.signs += 1

    def visit_result(self, result: str) -> None:
        self.given = result

    def handle_error(self, error: Exception) -> None:
        self.fault = self.fault or str(error)

    def result(self) -> None:
        return None


class _Lines(StringIO):
    """A text that counts the lines it gave."""

    number = 0

    def readline(self, size: int = -1, /) -> str:
        self.number += 1
        return super().readline(size)


def read(data: bytes) -> Iterator[Foreign[ChessCommand]]:
    """The games of a file: UTF-8, or Latin-1 as the standard has it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    lines = _Lines(text.replace("\0", "�"))
    while True:
        line, taken = lines.number + 1, _Taken()
        chess.pgn.read_game(lines, Visitor=lambda taken=taken: taken)
        if not hasattr(taken, "moves"):
            return
        if taken.headers or taken.moves:
            yield _foreign(line, taken)


def _foreign(line: int, taken: _Taken) -> Foreign[ChessCommand]:
    headers, result = taken.headers, taken.given or taken.headers.get("Result", "*")
    names = [headers.get("White", "?").strip(), headers.get("Black", "?").strip()]
    names = [colour if set(name) <= set("? ") else name for name, colour in zip(names, ("White", "Black"), strict=True)]
    if names[0] == names[1]:
        names = [f"{names[0]} (White)", f"{names[1]} (Black)"]
    fault = (
        f"a game of {headers['Variant']}" if headers.get("Variant", "Standard") not in ("Standard", "Normal") else ""
    )
    fen = headers.get("FEN", chess.STARTING_FEN)
    counts = (("comment", taken.comments), ("variation", taken.variations), ("sign", taken.signs))
    return Foreign(
        line=line,
        text="\n".join(
            (*(f"{name} {value}" for name, value in sorted(headers.items())), " ".join(taken.moves), result)
        ),
        setup=TableSetup(tuple(map(SeatSetup, names))),
        opening=() if fen == chess.STARTING_FEN else (DeclarePosition(players=tuple(names), fen=_tidy(fen)),),
        commands=tuple([Move(move=move) for move in taken.moves]),
        concluded=_RESULTS.get(result),
        title=_known(headers, "Event"),
        tags=tuple(f"{word}:{value}" for name, word in _TAGS.items() if (value := _known(headers, name)))
        + ((f"date:{headers['Date']}",) if _known(headers, "Date") else ()),
        happened_at=_time(headers.get("UTCDate", headers.get("Date", ""))),
        left_out=tuple(f"{number} {word}s" for word, number in counts if number),
        fault=fault or taken.fault,
    )


def _known(headers: dict[str, str], name: str) -> str:
    value = headers.get(name, "").strip()
    return "" if set(value) <= set("?-. ") else value


def _tidy(fen: str) -> str:
    try:
        return chess.Board(fen).fen()
    except ValueError:
        return fen


def _time(text: str) -> int | None:
    try:
        year, month, day = map(int, _DATE.fullmatch(text).groups())  # type: ignore[union-attr]
        return int(datetime.datetime(year, month, day, tzinfo=datetime.UTC).timestamp()) * 1_000_000
    except (ValueError, AttributeError):
        return None


def write(match: AnyMatch) -> str:
    """The main line of what stands, with the headers that the standard asks for."""
    state, opened, outcome = match.state, match.opened, match.outcome
    assert isinstance(state, State)
    assert opened is not None
    tags = dict(tag.partition(":")[::2] for tag in opened.tags)
    result = "*"
    if outcome is not None:
        result = "1/2-1/2" if outcome.drawn else "*" if not outcome.winners else ("1-0", "0-1")[outcome.winners[0]]
    headers = {
        "Event": opened.title or "?", "Site": tags.get("place", "?"), "Date": tags.get("date", "????.??.??"),
        "Round": tags.get("round", "?"), "White": state.seats[0].name, "Black": state.seats[1].name, "Result": result,
    }  # fmt: skip
    headers |= {name: tags[word] for name, word in _TAGS.items() if word in tags}
    if state.began != chess.STARTING_FEN:
        headers |= {"SetUp": "1", "FEN": state.began}
    made = [event for act in match.acts for event in act.events if isinstance(event, MoveMade)]
    board = chess.Board(state.began)
    words, number, white = [], board.fullmove_number, board.turn
    for place, move in enumerate(made):
        if white or not place:
            words.append(f"{number}{'.' if white else '...'}")
        words.append(move.san)
        number, white = number + (not white), not white
    lines, line = [], ""
    for word in (*words, result):
        if len(line) + len(word) > 78:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    quoted = (f'[{name} "{_escaped(value)}"]' for name, value in headers.items())
    return "\n".join((*quoted, "", *lines, line, "", ""))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
