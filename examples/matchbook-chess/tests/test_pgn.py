"""Archives go in and out; what is wrong in one is told, and costs no other game anything."""

from io import StringIO
from time import process_time

import chess
import chess.pgn
import pytest
from conftest import Club, game_by_seed

from domain.audit import recheck
from domain.registry import load_game
from domain.table import JUDGE
from service.errors import UsageProblem
from service.reading.page import html_replay

GAMES = 220


def test_200_games_go_there_and_back(club: Club) -> None:
    """Given games by seed, when they are imported, audited and exported, then main lines and results are the same, and a second
    import finds them all there."""
    games = [game_by_seed(seed) for seed in range(GAMES)]
    text = "\n\n".join(map(str, games))
    taken = club.takes(text)
    assert [one.fault for one in taken] == [""] * GAMES
    for game, one in zip(games, taken, strict=True):
        match = club.app.match(one.match)
        assert not list(recheck(match.game, match.state.catalogue, club.app.store.entries(one.match)))
        back = chess.pgn.read_game(StringIO(club.gives(one.match)))
        assert back is not None
        assert not back.errors
        assert list(back.mainline_moves()) == list(game.mainline_moves())
        assert dict(back.headers) == dict(game.headers)
    assert {one.match for one in club.takes(text)} == {one.match for one in taken}
    assert not any(one.added for one in club.takes(text))


def test_date_place_round_and_ratings_are_found(club: Club) -> None:
    """Given headers, when a game is imported, then title, tags and time say them."""
    [one] = club.takes(str(game_by_seed(3)))
    match = club.app.match(one.match)
    assert match.opened is not None
    assert match.opened.title == "Cup 3"
    assert {"round:4", "white_elo:1803", "date:2013.03.13"} <= set(match.opened.tags)
    assert club.app.store.entries(one.match)[0].envelope.happened_at == 1363132800_000_000


def test_comments_variations_and_signs_are_counted_and_left_out(club: Club) -> None:
    """Given a game with them, then the main line is taken, and what is left out is said."""
    [one] = club.takes("1. e4 {best (by test)} e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3! $14 Nc6 ; so far\n3. Bb5 *\n")
    assert one.left_out == ("1 comments", "1 variations", "2 signs")
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" in club.gives(one.match)


def test_illegal_moves_are_recorded_and_played_on(club: Club) -> None:
    """Given a move that one piece alone can be meant by, and a passed turn, then they are flagged and the game goes on."""
    [one] = club.takes("1. e4 e5 2. Ke3 -- 3. Nf3 Nc6 1-0\n")
    assert (one.violations, one.fault) == (2, "")
    match = club.app.match(one.match)
    assert [[v.rule for v in act.violations] for act in match.acts[3:5]] == [["CH-M01"], ["CH-M02"]]
    assert club.gives(one.match).count("e1e3") == 1


def test_what_nobody_can_tell_is_refused_alone(club: Club) -> None:
    """Given three games of which the second has a move that nobody can follow, then the others are taken, and it is named."""
    first, third = str(game_by_seed(1)), str(game_by_seed(2))
    taken = club.takes(f'{first}\n\n[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf6 *\n\n{third}\n')
    assert [bool(one.fault) for one in taken] == [False, True, False]
    assert "Nf6 is not legal, and may be meant of 2 pieces" in taken[1].fault
    assert taken[1].line == len(first.splitlines()) + 2


def test_bad_files(club: Club) -> None:
    """Given other encodings, other variants, broken positions and no chess at all, then each is taken or said to be wrong."""
    [latin] = club.takes('[White "J\u00fcrgen"]\n[Black "B\x00o"]\n\n1. e4 *\n'.encode("latin-1"))
    assert club.app.match(latin.match).state.seats[0].name == "Jürgen"
    [variant] = club.takes('[Variant "Atomic"]\n\n1. e4 *\n')
    assert "Atomic" in variant.fault
    [position] = club.takes('[SetUp "1"]\n[FEN "8/8/8 w"]\n\n1. e4 *\n')
    assert position.fault
    same = club.takes('[White "A"]\n[Black "A"]\n\n1. e4 *\n')
    assert [seat.name for seat in club.app.match(same[0].match).state.seats] == ["A (White)", "A (Black)"]
    with pytest.raises(UsageProblem, match="no match in it, read as Portable Game Notation"):
        club.takes(bytes(range(256)) * 40)


def test_20_000_plies(club: Club) -> None:
    """Given a game that goes on far past its end, then every move is recorded, those after the end flagged; it opens within
    seconds and its page has at most 4 MB."""
    board, moves = chess.Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), []
    cycle = [chess.Move.from_uci(move) for move in ("a1a2", "e8e7", "a2a1", "e7e8")]
    for ply in range(20_000):
        moves.append(board.san(cycle[ply % 4]))
        board.push(cycle[ply % 4])
    [one] = club.takes(
        f'[SetUp "1"]\n[FEN "{chess.Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").fen()}"]\n\n{" ".join(moves)} *\n'
    )
    assert (one.fault, one.entries) == ("", 20_001)
    assert one.violations > 19_000
    began = process_time()
    history = club.app.history(one.match)
    opened = process_time() - began
    size = len(html_replay(history, (JUDGE,)))
    assert opened < 10
    assert size <= 4_000_000
    assert len(history.match.acts) == 20_001


def test_speed_beside_the_chess_package_alone(club: Club) -> None:
    """Given 100 games, then import takes at most 9 times, an audit 6 times what push_san with outcome takes: about half of that
    is aimed at, the rest is for busy machines."""
    text = "\n\n".join(str(game_by_seed(seed)) for seed in range(100))
    began = process_time()
    taken = club.takes(text)
    imported = process_time() - began
    entries = [club.app.store.entries(one.match) for one in taken]
    game, catalogue = load_game("chess"), club.app.match(taken[0].match).state.catalogue
    began = process_time()
    assert not [finding for some in entries for finding in recheck(game, catalogue, some)]
    audited = process_time() - began
    lines = [
        [entry.payload.command.move for entry in some[1:] if hasattr(entry.payload, "command")] for some in entries
    ]
    began = process_time()
    for line in lines:
        board = chess.Board()
        for move in line:
            board.push_san(move)
            board.outcome()
    alone = process_time() - began
    assert imported < 9 * alone
    assert audited < 6 * alone
