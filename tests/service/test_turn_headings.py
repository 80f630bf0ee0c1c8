"""What stands over a turn, and what is told of an entry that goes through one."""

import pytest

from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.simulation import simulate
from domain.table import JUDGE
from service.reading.framed import view_of
from service.reading.log import event_text, frames_of, log_lines, told_texts
from service.resources import load_catalogue
from tests.service.test_noninterference import recorded

PLAYED = tuple(name for name in game_names() if load_game(name).kind == "game")


@pytest.fixture(scope="module", params=PLAYED)
def history(request: pytest.FixtureRequest) -> AnyHistory:
    """A simulated match."""
    game = load_game(request.param)
    catalogue = load_catalogue(game)
    return recorded(game, catalogue, [action.command for action in simulate(game, catalogue, 31)])


def test_a_turn_is_named_after_whose_it_is(history: AnyHistory) -> None:
    """Headings of turns, of the log and of the page, name nobody but whom the board names, whoever is to act first in it."""
    names = [seat.name for seat in history.match.state.seats]
    log = "\n".join(log_lines(history, JUDGE))
    for turn in view_of(history, JUDGE).turns:
        moment = history.match.game.board(history.match.states[turn.entry], JUDGE).moment
        whose = [name for name in names if name in moment]
        assert not whose or [name for name in names if name in turn.words] == whose
        assert f"── {turn.words} ──" in log or turn.entry == history.match.version or turn.entry == 1


def test_minor_events_are_told_where_nothing_greater_follows(history: AnyHistory) -> None:
    """Phases that an ended turn went through and a card that was shown to be played are no consequences; all else is told, in
    its order."""
    for version in range(1, history.match.version + 1):
        frames = [frame for frame in frames_of(history, version) if frame.event is not None]
        words = {frame.number: event_text(history.match.game, frame, JUDGE) for frame in frames}
        minor = {frame.number: frame.event is not None and frame.event.minor for frame in frames}
        greater = [number for number, small in minor.items() if not small]
        kept = [words[n] for n, small in minor.items() if not small or not greater or n > greater[-1]]
        if frames:
            assert told_texts(history, version, JUDGE) == kept
