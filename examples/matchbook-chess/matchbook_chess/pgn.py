"""PGN in and out: the main line with its clocks and comments, the headers and the result."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

import chess
from msgspec.structs import replace

from domain.codecs import ExportedMatch, ImportedMatch, Remark
from domain.outcome import Outcome
from domain.seats import SeatSetup, TableSetup
from matchbook_chess.commands import ChessCommand, DeclarePosition, Move
from matchbook_chess.events import ChessEvent, MoveMade, PositionSet
from matchbook_chess.pgn_text import Game, Ply, games
from matchbook_chess.position import STEPS, board_of
from matchbook_chess.state import State

_RESULTS: Final = {
    "1-0": Outcome((0,), "result"),
    "0-1": Outcome((1,), "result"),
    "1/2-1/2": Outcome((), "result", drawn=True),
    "0-0": Outcome((), "double_forfeit"),
}
_TAGS: Final = {
    "Site": "place", "Round": "round", "WhiteElo": "white_elo", "BlackElo": "black_elo", "ECO": "eco", "Board": "board",
    "TimeControl": "time_control", "Termination": "termination",
}  # fmt: skip
_KEPT: Final = {*_TAGS, "Event", "Date", "UTCDate", "UTCTime", "White", "Black", "Result", "FEN", "SetUp", "Variant"}
_DATE: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")
_BASE: Final = re.compile(r"(?:\d+/)?(\d+)(?:\+(\d+))?")
_VARIANTS: Final = {"", "standard", "normal", "chess", "regular", "from position"}
_SHUFFLED: Final = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"}
_FIGURES: Final = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBN KQRBN ")
_LETTERS: Final = {
    "German": "KDTLS", "Dutch": "KDTLP", "French": "RDTFC", "Spanish": "RDTAC", "Portuguese": "RDTBC", "Polish": "KHWGS",
    "Czech": "KDVSJ", "Hungarian": "KVBFH", "Finnish": "KDTLR", "Romanian": "RDTNC", "Icelandic": "KDHBR", "Estonian": "KLVOR",
    "Russian": ("Кр", "Ф", "Л", "С", "К"),
}  # fmt: skip
"""Letters of king, queen, rook, bishop and knight; the Scandinavian languages and Croatian share the German ones."""


def read(data: bytes) -> Iterator[ImportedMatch[ChessCommand]]:
    """The games of a file: UTF-8, or Latin-1 as the standard has it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    yield from map(_foreign, games(text.replace("\0", "�")))


def _name(name: str, colour: str) -> str:
    """The name of a player. An unknown player is called White or Black; a name of digits gets the colour before it."""
    return colour if set(name) <= set("? ") else f"{colour} {name}" if name.isdigit() else name


def _foreign(game: Game) -> ImportedMatch[ChessCommand]:
    headers = game.headers
    names = [_name(headers.get(colour, "?").strip(), colour) for colour in ("White", "Black")]
    if names[0] == names[1]:
        names = [f"{names[0]} (White)", f"{names[1]} (Black)"]
    fen = headers.get("FEN", chess.STARTING_FEN)
    variant = headers.get("Variant", "").strip().casefold()
    fault = game.fault or ("" if variant in _VARIANTS | _SHUFFLED else f"a game of {headers['Variant']}")
    fault = fault or ("a game of Chess960 needs a FEN" if variant in _SHUFFLED and "FEN" not in headers else "")
    if not fault:
        fault = _translated(game, _tidy(fen))
    result = _result(game, _tidy(fen)) if not fault else "*"
    left = game.left + _counts(game)
    begun = _time(headers)
    if begun is None and (clocks := sum(ply.clock is not None or ply.taken is not None for ply in game.moves)):
        left["clock without a date"] += clocks
    return ImportedMatch(
        line=game.line,
        text="\n".join(
            (
                *(f"{name} {value}" for name, value in sorted(headers.items())),
                " ".join(ply.san for ply in game.moves),
                game.result or headers.get("Result", "*"),
            )
        ),
        setup=TableSetup(tuple(map(SeatSetup, names))),
        opening=() if fen == chess.STARTING_FEN else (DeclarePosition(players=tuple(names), fen=_tidy(fen)),),
        commands=tuple([Move(move=ply.san) for ply in game.moves]),
        times=_times(game, begun),
        notes=tuple(Remark(n, ply.text, ply.glyph) for n, ply in enumerate(game.plies) if ply.text or ply.glyph),
        concluded=_RESULTS.get(result),
        title=_known(headers, "Event"),
        tags=tuple(f"{word}:{value}" for name, word in _TAGS.items() if (value := _known(headers, name)))
        + ((f"date:{headers['Date']}",) if _known(headers, "Date") else ()),
        happened_at=begun,
        left_out=tuple(f"{number} {word}{'' if number == 1 else 's'}" for word, number in left.items()),
        remarks=game.remarks,
        fault=fault,
    )


def _counts(game: Game) -> Counter[str]:
    return Counter(f"{name} header" for name in game.headers if name not in _KEPT)


def _translated(game: Game, fen: str) -> str:
    """Rewrites the moves in English letters; returns why they cannot be. Which language it is, the position decides."""
    for ply in game.moves:
        ply.piece, ply.made = (
            text.translate(_FIGURES).strip().upper() if len(text) == 1 else text for text in (ply.piece, ply.made)
        )
    letters = {text for ply in game.moves for text in (ply.piece, ply.made)} - {""}
    if letters <= set("KQRBN"):
        return ""
    fits: dict[tuple[str, ...], tuple[int, str, list[Ply]]] = {}
    for language, words in _LETTERS.items():
        if letters <= set(words):
            english = dict(zip(words, "KQRBN", strict=True)) | {"": ""}
            moves = [replace(ply, piece=english[ply.piece], made=english[ply.made]) for ply in game.moves]
            fits.setdefault(tuple(ply.san for ply in moves), (_legal(moves, fen), language, moves))
    best = max((legal for legal, *_ in fits.values()), default=0)
    found = [(language, moves) for legal, language, moves in fits.values() if legal == best]
    if len(found) != 1:
        odd = next(ply for ply in game.moves if {ply.piece, ply.made} - {"", *"KQRBN"})
        return f"line {odd.line}: {odd.san!r} names a piece that cannot be told: write K, Q, R, B, N"
    [(language, moves)] = found
    game.plies[1:] = moves
    game.remarks += (f"the letters of pieces are read as {language}: {', '.join(sorted(letters))}",)
    return ""


def _legal(moves: list[Ply], fen: str) -> int:
    """Return the number of legal moves, as far as they can be followed."""
    number = 0
    for ply in moves:
        step = STEPS[fen, ply.san]
        if step.unclear:
            break
        number += not step.why
        fen = step.fen
    return number


def _result(game: Game, fen: str) -> str:
    """Return the result of header and text; if they disagree, the text wins, unless it is unknown."""
    header, text = game.headers.get("Result", "").strip(), game.result
    header = "*" if header in ("", "?", "*") else {"1/2": "1/2-1/2", "½-½": "1/2-1/2"}.get(header, header)
    forfeited = "double forfeit" in game.headers.get("Termination", "").casefold()
    if game.moves and game.moves[-1].digits and not text and header in ("*", "0-0"):
        played = [ply.san for ply in game.moves[:-1]]
        if header == "0-0" or not _castles(fen, played):
            del game.plies[-1]
            text = "0-0"
    if header not in ("*", *_RESULTS):
        game.remarks += (f"the header Result is {header!r}: write 1-0, 0-1, 1/2-1/2 or *",)
        header = "*"
    known = text if text in _RESULTS else header
    if text and text != header and (game.headers.get("Result") is not None or forfeited):
        game.remarks += (f"the header Result says {header}, the text {text}: {known} is recorded",)
    if known == "*" and forfeited:
        known = "0-0"
    if known in _RESULTS and game.headers.get("Termination", "").casefold() == "unterminated":
        game.remarks += (f"Termination says unterminated, the result {known}: {known} is recorded",)
    return known


def _castles(fen: str, played: list[str]) -> bool:
    for san in played:
        if not (fen := STEPS[fen, san].fen):
            return False
    return not STEPS[fen, "O-O"].why and not STEPS[fen, "O-O"].unclear


def _times(game: Game, begun: int | None) -> tuple[int, ...]:
    """When each move was made: what the clocks of both players have run down by since the game began."""
    if begun is None or not any(ply.clock is not None or ply.taken is not None for ply in game.moves):
        return ()
    found = _BASE.fullmatch(game.headers.get("TimeControl", ""))
    base, more = (float(found[1]), float(found[2] or 0)) if found else (None, 0.0)
    clocks = [base, base]
    spent = []
    for number, ply in enumerate(game.moves):
        before, taken = clocks[number % 2], ply.taken
        if taken is None and ply.clock is not None and before is not None:
            taken = max(0.0, before + more - ply.clock)
        clocks[number % 2] = ply.clock if ply.clock is not None else before
        spent.append(round((taken or 0.0) * 1_000_000))
    return tuple(begun + sum_ for sum_ in accumulate(spent))


def _known(headers: dict[str, str], name: str) -> str:
    value = headers.get(name, "").strip()
    return "" if set(value) <= set("?-. ") else value


def _tidy(fen: str) -> str:
    try:
        return board_of(fen).fen()
    except ValueError:
        return fen


def _time(headers: dict[str, str]) -> int | None:
    date, clock = headers.get("UTCDate", headers.get("Date", "")), headers.get("UTCTime", "")
    try:
        year, month, day = map(int, _DATE.fullmatch(date).groups())  # type: ignore[union-attr]
        hour, minute, second = map(int, clock.split(":")) if re.fullmatch(r"\d\d:\d\d:\d\d", clock) else (0, 0, 0)
        at = datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.UTC)
        return int(at.timestamp()) * 1_000_000
    except (ValueError, AttributeError):
        return None


def write(match: ExportedMatch[State, ChessCommand, ChessEvent]) -> str:
    """Return the current main line, with the headers of the standard. Raises ValueError for a match that PGN cannot express."""
    state, outcome = match.state, match.outcome
    tags = dict(tag.partition(":")[::2] for tag in match.tags)
    result = "*"
    if outcome is not None:
        result = "1/2-1/2" if outcome.drawn else "*" if not outcome.winners else ("1-0", "0-1")[outcome.winners[0]]
    headers = {
        "Event": match.title or "?", "Site": tags.get("place", "?"), "Date": tags.get("date", "????.??.??"),
        "Round": tags.get("round", "?"), "White": state.seats[0].name, "Black": state.seats[1].name, "Result": result,
    }  # fmt: skip
    headers |= {name: tags[word] for name, word in _TAGS.items() if word in tags}
    if outcome is not None and outcome.reason == "double_forfeit":
        headers |= {"Termination": "double forfeit"}
    if state.began != chess.STARTING_FEN:
        headers |= {"SetUp": "1", "FEN": state.began} | (
            {"Variant": "Chess960"} if board_of(state.began).chess960 else {}
        )
    if any(isinstance(event, PositionSet) for _, events in match.actions for event in events):
        raise ValueError("the board was adjusted in it, and a PGN holds moves only; export a match file")
    made = [event for _, events in match.actions for event in events if isinstance(event, MoveMade)]
    board = board_of(state.began)
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
