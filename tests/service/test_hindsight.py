"""What was known then, and what is known by now."""

from collections.abc import Iterator

import pytest

from domain.known_cards import cards_on_table
from domain.registry import game_names, load_game
from domain.replay import AnyHistory, open_history
from domain.simulation import simulate
from domain.table import SPECTATOR
from service.reading.hindsight import hindsight
from service.reading.table.picture import pictured
from service.reading.toned import plain
from service.recording.matchbook import Matchbook
from service.recording.recorder import Opening
from service.resources import load_catalogue
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_held_cards import opened

GAMES = [name for name in game_names() if load_game(name).kind == "game"]


@pytest.fixture
def app() -> Iterator[Matchbook]:
    """The application on a store of its own."""
    with Matchbook(MatchStore.open(":memory:", create=True)) as matchbook:
        yield matchbook


def board(history: AnyHistory, version: int, viewpoint: int | str, *, later: bool = False) -> str:
    """The board after an entry as text."""
    state = history.match.states[version]
    state = hindsight(history, state, version) if later else state
    return plain(pictured(history.match.game, state, viewpoint, 100))  # type: ignore[arg-type]


@pytest.mark.promise(id="H4")
def test_a_replay_shows_what_was_known_then(app: Matchbook) -> None:
    """A card that came to light later is unknown on every board before that, the judge's too; on request it is named."""
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada").version
    history = app.history(match)
    for viewpoint in (0, "judge"):
        assert "Bram" not in board(history, shown - 1, viewpoint)
        assert "Bram" in board(history, shown, viewpoint)
        assert "Bram" in board(history, shown - 1, viewpoint, later=True)


@pytest.mark.promise(id="H4")
def test_hindsight_is_no_other_viewpoint(app: Matchbook) -> None:
    """With hindsight, too, nobody sees into another's hand."""
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada to=Ada").version
    history = app.history(match)
    for viewpoint in (1, SPECTATOR):
        assert board(history, shown - 1, viewpoint, later=True) == board(history, shown - 1, viewpoint)


@pytest.mark.promise(id="H4")
def test_a_card_of_a_turn_that_was_taken_back_is_another(app: Matchbook) -> None:
    """What a card turned out to be in a line of play that was taken back says nothing of the line that stands."""
    match = opened(app)
    before = app.match(match).version
    app.take(match, "play_student bram")
    app.take_back(match, before, reason="wrong card")
    app.take(match, "play_student ines")
    history = app.history(match)
    assert "Ines" in board(history, before, "judge", later=True)
    assert "Bram" not in board(history, before, "judge", later=True)
    assert "Bram" in board(history, before + 1, "judge")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="H4")
def test_no_board_knows_the_future(name: str, app: Matchbook) -> None:
    """A match cut at any entry shows every viewpoint the same boards up to there as the whole match does."""
    game = load_game(name)
    recorder = app.new_recorder(Opening(game=name, catalogue=load_catalogue(game)))
    for step in simulate(game, load_catalogue(game), 3):
        recorder.record(step.command, step.events)
    recorder.store()
    whole = app.history(recorder.match.id)
    cut = open_history(game, load_catalogue(game), whole.entries[:60])
    for viewpoint in (*range(len(whole.match.state.seats)), SPECTATOR):
        assert board(cut, 60, viewpoint) == board(whole, 60, viewpoint)
    state = whole.match.states[60]
    assert hindsight(whole, state, 60) == state or any(card is None for _, card in cards_on_table(state))


@pytest.mark.promise(id="H4")
def test_hindsight_on_the_command_line(matchbook: CommandLine) -> None:
    """`show --hindsight` names what came to light later, and says that it does."""
    new = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match = matchbook(*new).out.strip()
    for line in ("play_team_card Ada red_alliance", "draw_opening_hand Ada", "reveal_card bram player=Ada"):
        assert matchbook("take", match, line).code == 0
    then, now = matchbook("show", f"{match}/3").out, matchbook("show", f"{match}/3", "--hindsight").out
    assert "Bram" not in then
    assert "Bram" in now
    assert now.splitlines()[0] == then.splitlines()[0] + " · in hindsight"
