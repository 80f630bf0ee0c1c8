"""What is told of a card's past once the card comes to light."""

from collections.abc import Iterator

import pytest

from domain.digest import digest_of
from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.simulation import simulate
from domain.table import JUDGE, SPECTATOR, SeatSetup, TableSetup
from replay_tui.app import MatchbookApp
from service.reading.held_cards import hand_lines, stays
from service.recording.matchbook import Matchbook
from service.recording.recorder import Opening
from service.resources import load_catalogue
from storage.store import MatchStore
from tests.replay_tui.driving import see
from tests.replay_tui.memory import Shelf

GAMES = [name for name in game_names() if load_game(name).kind == "game"]
OPENING = (
    "play_team_card Ada red_alliance",
    "draw_opening_hand Ada",
    "play_team_card Bo torque_society",
    "draw_opening_hand Bo",
    "flip_coin Ada",
    "advance_phase main",
)


@pytest.fixture
def app() -> Iterator[Matchbook]:
    """The application on a store of its own."""
    with Matchbook(MatchStore.open(":memory:", create=True)) as matchbook:
        yield matchbook


def opened(app: Matchbook) -> str:
    """A match in which nobody's cards are known."""
    game = load_game("frc_card_game")
    commands = game.open_table(TableSetup(tuple(SeatSetup(name, deck=30) for name in ("Ada", "Bo"))))
    match = app.open_match(Opening(game=game.name, commands=commands, catalogue=load_catalogue(game)))
    for line in OPENING:
        app.take(match.id, line)
    return match.id


def told(app: Matchbook, match_id: str, line: str, viewpoint: int | str = JUDGE) -> tuple[str, ...]:
    """Takes a command; what is told of the hands after it."""
    version = app.take(match_id, line, as_played=True).version
    return hand_lines(app.history(match_id), version, viewpoint)  # type: ignore[arg-type]


@pytest.mark.promise(id="H1")
def test_a_card_that_is_played_has_a_past(app: Matchbook) -> None:
    """A card drawn unseen and played later is told with the turn and entry since which it was held; the entry that drew it
    stays as it was recorded."""
    match = opened(app)
    drawn = app.history(match).entries[2]
    assert told(app, match, "play_student bram") == ("Bram: in Ada's hand since the opening (entry 3), known only now",)
    assert app.history(match).entries[2] == drawn
    assert "??" in str(drawn.payload)


@pytest.mark.promise(id="H1")
def test_a_card_that_is_shown_is_known_from_then_on(app: Matchbook) -> None:
    """Shown first and played later: since when it was held, and since when it is known."""
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada").version
    story = f"Bram: in Ada's hand since the opening (entry 3), known since entry {shown}"
    assert told(app, match, "play_student bram") == (story,)


@pytest.mark.promise(id="H1")
def test_shuffled_away_it_is_forgotten(app: Matchbook) -> None:
    """A card that is shuffled into the deck cannot be told apart any more, and the story says by what."""
    match = opened(app)
    app.take(match, "reveal_card bram player=Ada")
    change = "changes=[card_moved(card=bram, origin=hand, to=deck), deck_shuffled(player=Ada)]"
    (story,) = told(app, match, f'adjust "put back" {change}')
    assert story.startswith("Bram: in Ada's hand since the opening (entry 3)")
    assert "forgotten: " in story
    assert "Ada's deck is shuffled" in story
    assert told(app, match, "reveal_card bram player=Ada")[0].startswith(
        "Bram: in Ada's hand since the opening (entry 3)"
    )


@pytest.mark.promise(id="H1")
def test_what_was_taken_back_is_passed_over(app: Matchbook) -> None:
    """A card that was played in a turn that was taken back is held since it was drawn, not since the take-back."""
    match = opened(app)
    before = app.match(match).version
    app.take(match, "play_student bram")
    app.take_back(match, before, reason="wrong student")
    assert told(app, match, "play_student ines") == ("Ines: in Ada's hand since the opening (entry 3), known only now",)


@pytest.mark.promise(id="H1")
def test_a_past_is_its_holders_and_the_judges(app: Matchbook) -> None:
    """Which card was drawn when is no business of the other player or a spectator."""
    match = opened(app)
    version = app.take(match, "play_student bram").version
    history = app.history(match)
    assert hand_lines(history, version, 0) == hand_lines(history, version, JUDGE) != ()
    assert hand_lines(history, version, 1) == hand_lines(history, version, SPECTATOR) == ()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="H1")
def test_every_game_tells_since_when_a_card_was_held(name: str, app: Matchbook) -> None:
    """In a simulated match, each card that leaves a hand was in it after every entry since the one that is told, and not before."""
    game = load_game(name)
    recorder = app.new_recorder(Opening(game=name, catalogue=load_catalogue(game)))
    for step in simulate(game, load_catalogue(game), 2):
        recorder.record(step.command, step.events)
    recorder.store()
    history = app.history(recorder.match.id)
    count = 0
    for version in range(1, history.match.version + 1):
        for stay in stays(history, version, JUDGE):
            count += 1
            spans = [held(history, stay.seat, stay.token, v) for v in range(stay.since - 1, version)]
            assert spans == [False] + [True] * (version - stay.since)
    assert count > 10
    assert digest_of(history.match.state) == digest_of(app.match(history.match.id).state)


def held(history: AnyHistory, seat: int, token: int, version: int) -> bool:
    """Whether a card is in a hand after an entry."""
    state = history.match.states[version]
    return seat < len(state.seats) and any(one.id == token for one in history.match.game.hidden.hand(state, seat))


@pytest.mark.promise(id="H1")
def test_the_details_tell_it(app: Matchbook) -> None:
    """The replay's details of an entry say since when the card was held."""
    match = opened(app)
    app.take(match, "play_student bram")
    shown = see(MatchbookApp(Shelf(history=app.history(match)), match_id=match), "end", "enter", size=(120, 40))
    assert "Bram: in Ada's hand since the opening (entry 3)" in " ".join(shown.text.split())
