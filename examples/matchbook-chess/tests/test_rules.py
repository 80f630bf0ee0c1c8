"""Each rule, on a game that is typed as people type it."""

import pytest
from conftest import Club

from domain.decision import ImpossibleCommand, RuleViolation
from domain.match import AnyMatch
from domain.notation import NotationError
from domain.registry import load_game
from service.reading.log import log_lines
from service.recording.opening import opening_of
from service.typing.scoresheet import read_scoresheet

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def played(club: Club, *lines: str, fen: str = "") -> AnyMatch:
    """The match after these lines."""
    game = load_game("chess")
    head = f'@open no\ndeclare_position [Wanda, Bela] "{fen}"' if fen else "@player Wanda\n@player Bela"
    sheet = read_scoresheet("\n".join((head, *lines)))
    return club.app.open_match(opening_of(game, sheet), sheet.lines)


def test_moves_are_typed_alone_and_in_every_way(club: Club) -> None:
    """CH-M03: given a line that is not a command, then it is a move: by letters, squares, with its number; `e8=Q` too."""
    match = played(club, "e4", "1... e5", "move Nf3", "b8c6", "Bb5", "a6", "Bxc6", "dxc6", "O-O")
    assert [action.events[0].san for action in match.actions[1:]] == [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
        "Bxc6",
        "dxc6",
        "O-O",
    ]
    match = played(club, "e8=Q", "Kb6", "move e4", fen="8/4P3/8/k7/8/8/4P3/4K3 w - - 0 1")
    assert match.actions[1].events[0].san == "e8=Q"
    assert match.actions[1].command.move == "e8=Q"


def test_endings_by_themselves(club: Club) -> None:
    """CH-E01, CH-E02, CH-E03, CH-E04: mate, stalemate, dead position and the fifth repetition end the game."""
    mate = played(club, "f3", "e5", "g4", "Qh4")
    assert mate.outcome is not None
    assert (mate.outcome.reason, mate.outcome.winners) == ("checkmate", (1,))
    stale = played(club, "Qb6", fen="k7/8/8/1Q6/8/8/8/4K3 w - - 0 1")
    assert stale.outcome is not None
    assert stale.outcome.reason == "stalemate"
    dead = played(club, "Kxe2", fen="7k/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert dead.outcome is not None
    assert dead.outcome.reason == "dead_position"
    five = played(club, *SHUFFLE * 4)
    assert five.outcome is not None
    assert (five.outcome.reason, five.outcome.drawn) == ("fivefold", True)
    with pytest.raises(RuleViolation, match="CH-E01"):
        club.app.take(five.id, "e4")


def test_fifty_and_75_moves(club: Club) -> None:
    """CH-E05: a draw may be claimed from 50 moves on; after 75 the game is drawn."""
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - {} 90"
    with pytest.raises(RuleViolation, match="CH-E05"):
        club.app.take(played(club, "Ra2", fen=fen.format(90)).id, "draw fifty_moves")
    claimed = played(club, "Ra2", "draw fifty_moves", fen=fen.format(99))
    assert claimed.outcome is not None
    ended = played(club, "Ra2", fen=fen.format(149))
    assert ended.outcome is not None
    assert ended.outcome.reason == "seventy_five_moves"


def test_claims_agreements_and_resigning(club: Club) -> None:
    """CH-E04, CH-E06, CH-E07: the third repetition may be claimed, no earlier; players agree, resign, lose on time."""
    with pytest.raises(RuleViolation, match="CH-E04"):
        club.app.take(played(club, *SHUFFLE).id, "draw threefold")
    for line, reason in (("draw", "agreement"), ("resign Bela", "resignation"), ("resign Bela how=time", "time")):
        match = played(club, "e4", line)
        assert match.outcome is not None
        assert match.outcome.reason == reason
    claimed = played(club, *SHUFFLE * 2, "draw threefold")
    assert claimed.outcome is not None


def test_illegal_moves_are_refused_or_recorded_as_played(club: Club) -> None:
    """CH-M01, CH-M02: an illegal move is refused, recorded where it was made, and played on; castling takes the rook along."""
    match = played(club, "e4")
    for line in ("e5e4", "Bh5", "--"):
        with pytest.raises((RuleViolation, NotationError)):
            club.app.take(match.id, line)
    club.app.take(match.id, "O-O", as_played=True)
    state = club.app.match(match.id).state
    assert state.fen.startswith("rnbq1rkr/") or state.fen.startswith("rnbq1rk1/")
    club.app.take(match.id, "Nf3")
    with pytest.raises(ImpossibleCommand, match="CH-M03"):
        club.app.take(match.id, "move xyz", as_played=True)


def test_the_log_says_each_move_once(club: Club) -> None:
    """Given moves, then the log has one line for each, and a second where an opening is reached."""
    match = played(club, "e4", "e5", "a3")
    lines = [line.strip() for line in log_lines(club.app.history(match.id), "judge")]
    assert "2.1 e4 reaches the B00 King's Pawn" in lines
    assert lines[-1].endswith("move a3")


def test_the_board_is_put_right(club: Club) -> None:
    """CH-B01: a square is put right by hand."""
    match = played(club, "e4", 'adjust "a pawn fell down" [put(square=a7, piece=-)]')
    assert "a7" not in match.state.fen
    assert match.state.fen.startswith("rnbqkbnr/1ppppppp/")
