"""Archives are imported and exported; a fault in one game is reported without affecting the others."""

from contextlib import suppress
from io import StringIO
from random import Random
from time import process_time

import chess
import chess.pgn
import pytest
from conftest import Club, game_by_seed
from matchbook_chess.state import State

from domain.audit import recheck
from domain.corrections import EditKind
from domain.decision import RuleViolation
from domain.entries import Annotated, Concluded
from domain.registry import load_game
from domain.seats import JUDGE
from domain.timeline import Address
from service.errors import LineRefused, UsageProblem
from service.reading.page import html_replay
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct

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
    """Given headers, when a game is imported, then title, tags and time describe them."""
    [one] = club.takes(str(game_by_seed(3)))
    match = club.app.match(one.match)
    assert match.opened is not None
    assert match.opened.title == "Cup 3"
    assert {"round:4", "white_elo:1803", "date:2013.03.13"} <= set(match.opened.tags)
    assert club.app.store.entries(one.match)[0].envelope.happened_at == 1363132800_000_000


def notes_of(club: Club, match: str) -> list[tuple[int, str, str]]:
    entries = [entry.payload for entry in club.app.store.entries(match)]
    return [(one.about, one.text, one.glyph) for one in entries if isinstance(one, Annotated)]


def test_comments_become_notes_and_what_is_left_out_is_counted(club: Club) -> None:
    """Given a game with them, then the main line is taken with its comments and glyphs, and the rest is said by its kind."""
    text = (
        '[Event "Cup"]\n[Annotator "Kim"]\n\n{before} 1. e4 {best (by\n\ntest)} e5 (1... c5 2. Nf3 (2. c3 d5) Qxq9) 2. Nf3! $14 '
        "Nc6 ; so far\n{[%eval 0.3] [%csl Ga1]} 3. Bb5 a6 {end} *\n"
    )
    [one] = club.takes(text)
    assert (one.fault, one.remarks) == ("", ())
    assert one.left_out == ("1 variation", "1 sign", "1 evaluation", "1 drawing", "1 Annotator header")
    assert notes_of(club, one.match) == [
        (1, "before", ""), (2, "best (by test)", ""), (4, "", "!"), (5, "so far", ""), (7, "end", ""),
    ]  # fmt: skip
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" in club.gives(one.match)


def test_clocks_become_times_at_the_table(club: Club) -> None:
    """With a date and the time control; what the players' clocks ran down by is when a move was made. Without a date they are
    counted as left out."""
    moves = "1. e4 {[%clk 0:04:58]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:04:50]} Nc6 {[%emt 0:00:30]} *\n"
    dated = '[Date "2020.01.01"]\n[UTCTime "12:00:00"]\n[TimeControl "300+3"]\n[Board "4"]\n[Termination "time forfeit"]\n\n'
    [one] = club.takes(dated + moves)
    first, *at = [entry.envelope.happened_at for entry in club.app.store.entries(one.match)]
    assert first == 1_577_880_000_000_000
    assert [(time - first) // 1_000_000 for time in at if time is not None] == [5, 8, 19, 49]
    opened = club.app.match(one.match).opened
    assert opened is not None
    assert {"board:4", "time_control:300+3", "termination:time forfeit"} <= set(opened.tags)
    assert '[Termination "time forfeit"]' in club.gives(one.match)
    assert club.takes(moves)[0].left_out == ("4 clock without a dates",)


FOREIGN = (
    ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. De2 Ld6 *", "German: D, L, S"),
    ("1. e4 e5 2. Cf3 Cc6 3. Fb5 Tb8 *", "French: C, F, T"),
    ("1. e4 e5 2. Кf3 Кc6 3. Сb5 Крe7 *", "Russian: К, Кр, С"),
    ("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♔e7 *", ""),
    ("1.e4 e5 2.Nf3 Nc6 3.Bb5 Ke7 *", ""),
    ("1. Pe2-e4 e5 2. Ng1-f3 Nc6! 3. Bf1-b5+ Ke7 *", ""),
)


@pytest.mark.parametrize(("text", "language"), FOREIGN)
def test_letters_of_other_languages_and_figures_are_read(club: Club, text: str, language: str) -> None:
    """Pieces are never taken for pawns: every move is legal, and the language is said."""
    [one] = club.takes(text)
    assert (one.fault, one.violations) == ("", 0)
    assert "2. Nf3 Nc6 3. Bb5" in club.gives(one.match)
    assert one.remarks == ((f"the letters of pieces are read as {language}",) if language else ())


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("1. e4 e5\n2. Xf3 Nc6 *", "line 2: 'Xf3' names a piece that cannot be told"),
        ("1. e4 e5\n2. knight Nc6 *", "line 2: 'knight' is not a move that can be read"),
        ("1. e4 e5 2. Nf3 } Nc6 *", "line 1: '}' cannot be read"),
        ("1. e4 e5 2. Nf3 ) Nc6 *", "line 1: ')' closes no variation"),
        ("1. e4 { so\n\n", "line 1: a comment is not closed"),
    ],
)
def test_no_word_of_a_main_line_is_skipped(club: Club, moves: str, why: str) -> None:
    """A game with one that cannot be read is not taken, and the line is named; the game after it is."""
    one, other = club.takes(moves + '\n[Event "Next"]\n\n1. d4 *\n')
    assert why in one.fault
    assert other.fault == ""


def test_blank_lines_split_no_game(club: Club) -> None:
    """Between headers and moves, and within them; what begins again at move 1, or with headers, is the next game."""
    text = '[Event "A"]\n\n\n1. e4 e5\n\n2. Nf3 Nc6 1-0\n\n\n[Event "B"]\n\n\n\n1. d4\n\n1. c4 *\n2. x'
    taken = club.takes(text)
    assert [club.app.match(one.match).version for one in taken[:3]] == [6, 2, 2]
    assert [bool(one.fault) for one in taken] == [False, False, False, True]


RESULTS = (
    ("1-0", "1. e4 *", "1-0", "the header Result says 1-0, the text *: 1-0 is recorded"),
    ("1-0", "1. e4 0-1", "0-1", "the header Result says 1-0, the text 0-1: 0-1 is recorded"),
    ("*", "1. e4 1/2-1/2", "1/2-1/2", "the header Result says *, the text 1/2-1/2: 1/2-1/2 is recorded"),
    ("1-0", "1. e4", "1-0", ""),
    ("won", "1. e4 1-0", "1-0", "the header Result is 'won': write 1-0"),
    ("0-0", "1. e4 0-0", "*", ""),
    ("*", "1. e4 e5 0-0", "*", "the header Result says *, the text 0-0: 0-0 is recorded"),
    ("1/2-1/2", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0", "1/2-1/2", ""),
    ("0-1", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1", "1-0", "the play ends with White wins (checkmate, CH-E01)"),
)


@pytest.mark.parametrize(("header", "moves", "result", "remark"), RESULTS)
def test_every_disagreement_about_the_result_is_said(
    club: Club, header: str, moves: str, result: str, remark: str
) -> None:
    """Contradictions of header, text and board; and a double forfeit is not castling."""
    [one] = club.takes(f'[Result "{header}"]\n\n{moves}\n')
    assert (one.fault, one.violations) == ("", 0)
    assert any(remark in said for said in one.remarks) if remark else not one.remarks
    back = club.gives(one.match)
    assert f'[Result "{result}"]' in back
    assert ("double forfeit" in back) == (moves.endswith("0-0") and header != "1/2-1/2")
    outcome = club.app.match(one.match).outcome
    assert outcome is not None
    notes = [entry.payload.note for entry in club.app.store.entries(one.match) if isinstance(entry.payload, Concluded)]
    assert notes == ([] if outcome.reason == "checkmate" else ["as its file says (Portable Game Notation)"])
    [again] = club.takes(back)
    assert again.remarks == ()
    found = club.app.match(again.match).outcome
    assert found is not None
    assert (found.winners, found.drawn) == (outcome.winners, outcome.drawn)


def test_variants_by_any_name_and_chess960(club: Club) -> None:
    """`From Position` and `normal` are chess; castling of Chess960 keeps its rook, with the header and without."""
    for name in ("normal", "From Position", "Chess"):
        assert club.takes(f'[Variant "{name}"]\n[White "{name}"]\n\n1. e4 *\n')[0].fault == ""
    fen = "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - 0 1"
    for variant in ("", '[Variant "Chess960"]\n', '[Variant "Fischerandom"]\n'):
        [one] = club.takes(f'{variant}[SetUp "1"]\n[FEN "{fen}"]\n\n1. O-O O-O-O *\n')
        assert (one.fault, one.violations) == ("", 0)
        state = club.app.match(one.match).state
        assert isinstance(state, State)
        assert state.fen.startswith("2kr2r1/6p1/8/8/8/8/6P1/1R3RK1 w")
        again = club.takes(club.gives(one.match))[0]
        assert club.app.match(again.match).state.fen == state.fen
    assert "needs a FEN" in club.takes('[Variant "Chess960"]\n\n1. e4 *\n')[0].fault


def test_castling_that_is_illegal_takes_its_rook_along(club: Club) -> None:
    """In Chess960 too: through check, it is recorded as it was made, and flagged."""
    [one] = club.takes('[FEN "4k3/8/8/5r2/8/8/8/1R2K1R1 w KQ - 0 1"]\n\n1. O-O *\n')
    state = club.app.match(one.match).state
    assert isinstance(state, State)
    assert (one.violations, state.fen.split(" ")[0]) == (1, "4k3/8/8/5r2/8/8/8/1R3RK1")


@pytest.mark.parametrize("seed", range(12))
def test_corrected_and_concluded_games_read_back(club: Club, seed: int) -> None:
    """The current game after take-backs and corrections, and its end."""
    rng, app = Random(seed), club.app
    [taken] = club.takes(f'[White "A{seed}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n')
    match = taken.match
    for _ in range(rng.randint(1, 4)):
        place = Address(rng.randint(2, 9))
        how: EditKind = rng.choice(("replace", "insert", "strike"))
        line = "" if how == "strike" else rng.choice(("move a3", "move h6", "move Nc3", "move d3"))
        with suppress(RuleViolation, UsageProblem, LineRefused):
            correct(app, CorrectionRequest(match=match, changes=(RequestedEdit(place, how, line),), as_played=True))
    if rng.random() < 0.3:
        app.undo(match)
    app.conclude(match, rng.choice(([0], [1])))
    stands = app.match(match)
    [again] = club.takes(club.gives(match))
    back = app.match(again.match)
    assert isinstance(back.state, State)
    assert isinstance(stands.state, State)
    assert (again.fault, back.state.fen) == ("", stands.state.fen)
    assert [action.violations for action in back.actions] == [action.violations for action in stands.actions]
    assert back.outcome is not None
    assert stands.outcome is not None
    assert back.outcome.winners == stands.outcome.winners


def test_an_adjusted_board_is_in_no_pgn(club: Club) -> None:
    """It is said, and what to do."""
    [one] = club.takes("1. e4 *\n")
    club.app.take(one.match, "adjust slip [put(square=a2, piece=-)]")
    with pytest.raises(UsageProblem, match="a PGN holds moves only; export a match file"):
        club.gives(one.match)


def test_the_only_knight_that_reaches_the_square_is_meant(club: Club) -> None:
    """Although the king is in check: the move is recorded as illegal, and flagged."""
    [one] = club.takes("1. e4 e5 2. d3 Bb4+ 3. Nf3 *\n")
    assert (one.fault, one.violations) == ("", 1)
    assert club.gives(one.match).count("g1f3") == 1


def test_illegal_moves_are_recorded_and_played_on(club: Club) -> None:
    """Given a move that only one piece can make, and a passed turn, then they are flagged and the game continues."""
    [one] = club.takes("1. e4 e5 2. Ke3 -- 3. Nf3 Nc6 1-0\n")
    assert (one.violations, one.fault) == (2, "")
    match = club.app.match(one.match)
    assert [[v.rule for v in action.violations] for action in match.actions[3:5]] == [["CH-M01"], ["CH-M02"]]
    assert club.gives(one.match).count("e1e3") == 1


def test_what_nobody_can_tell_is_refused_alone(club: Club) -> None:
    """Given three games, the second with an unintelligible move, then the others are imported, and it is named."""
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
    for text in ("", "\n\n", "% nothing\n"):
        assert [one.fault for one in club.takes(text)] == ["no match in it, read as Portable Game Notation"]
    assert all(one.fault for one in club.takes(bytes(range(256)) * 40))


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
    assert len(history.match.actions) == 20_001


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
