"""A store in memory, games by seed, and what is said of a file."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import chess
import chess.pgn
import pytest

from domain.registry import load_game
from service.exchange.game_formats import adopt, source_of, written
from service.exchange.import_report import MatchImport
from service.recording.match_service import MatchService
from storage.store import MatchStore


def game_by_seed(seed: int, plies: int = 120) -> chess.pgn.Game:
    """A legal game with headers; most captures are taken, so that some end on the board."""
    rng, board, game = Random(seed), chess.Board(), chess.pgn.Game()
    headers = {"Event": f"Cup {seed % 7}", "Site": rng.choice(["Riga", "Oslo", "Łódź"])}
    headers |= {"Date": f"20{10 + seed % 15:02}.03.1{seed % 9}", "Round": str(seed % 9 + 1)}
    headers |= {"White": f"W{seed % 13}", "Black": f"B{seed % 11}", "WhiteElo": str(1800 + seed)}
    game.headers.update(headers)
    node: chess.pgn.GameNode = game
    while not board.is_game_over() and board.ply() < plies:
        moves = list(board.legal_moves)
        taking = [move for move in moves if board.is_capture(move) or move.promotion]
        move = rng.choice(taking if taking and rng.random() < 0.4 else moves)
        node = node.add_variation(move)
        board.push(move)
    result = board.result()
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2"]) if result == "*" else result
    return game


class Club:
    """A store with a folder for files."""

    def __init__(self, app: MatchService, folder: Path) -> None:
        self.app = app
        self.folder = folder

    def takes(self, text: str | bytes) -> list[MatchImport]:
        """The result of importing a PGN file."""
        file = self.folder / "games.pgn"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return list(adopt(self.app, file, source_of(load_game("chess"), "pgn")))

    def gives(self, match: str) -> str:
        """A match as PGN."""
        return written(self.app.history(match), "pgn")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """An empty store."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path}/club.db", create=True)) as app:
        yield Club(app, tmp_path)
