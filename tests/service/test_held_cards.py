"""A card's past and hindsight: its history after it was revealed."""

import pytest

from domain.digest import digest_of
from domain.registry import game_names, load_game
from domain.replay import AnyHistory, open_history
from domain.seats import JUDGE, SPECTATOR, SeatSetup, TableSetup
from domain.table.tokens import cards_on_table
from service.reading.drawing import pictured
from service.reading.held_cards import hand_lines, stays
from service.reading.hindsight import hindsight
from service.reading.styled_text import plain
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from tests.replay_tui.driving import see
from tests.replay_tui.memory import Shelf, on_shelf
from tests.service.conftest import CommandLine
from tests.service.whatifs import record

GAMES = [name for name in game_names() if load_game(name).kind == "game"]
OPENING = (
    "play_team_card Ada red_alliance",
    "draw_opening_hand Ada",
    "play_team_card Bo torque_society",
    "draw_opening_hand Bo",
    "flip_coin Ada",
    "advance_phase main",
)


def opened(app: MatchService) -> str:
    """A match in which all cards are unknown."""
    game = load_game("frc_card_game")
    commands = game.open_table(TableSetup(tuple(SeatSetup(name, deck=30) for name in ("Ada", "Bo"))))
    match = app.open_match(Opening(game=game.name, commands=commands, catalogue=load_catalogue(game)))
    for line in OPENING:
        app.take(match.id, line)
    return match.id


def told(app: MatchService, match_id: str, line: str, viewpoint: int | str = JUDGE) -> tuple[str, ...]:
    version = app.take(match_id, line, as_played=True).version
    return hand_lines(app.history(match_id), version, viewpoint)  # type: ignore[arg-type]


@pytest.mark.promise(id="H1")
def test_a_card_that_comes_to_light_has_a_past(app: MatchService) -> None:
    """Played, shown or shuffled away, it is told since when it was held; take-backs are passed over."""
    match = opened(app)
    drawn = app.history(match).entries[2]
    assert told(app, match, "play_student bram") == ("Bram: in Ada's hand since the opening (entry 3), known only now",)
    assert app.history(match).entries[2] == drawn
    assert "??" in str(drawn.payload)
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada").version
    story = f"Bram: in Ada's hand since the opening (entry 3), known since entry {shown}"
    assert told(app, match, "play_student bram") == (story,)
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
    match = opened(app)
    before = app.match(match).version
    app.take(match, "play_student bram")
    app.take_back(match, before, reason="wrong student")
    assert told(app, match, "play_student ines") == ("Ines: in Ada's hand since the opening (entry 3), known only now",)


@pytest.mark.promise(id="H1")
def test_a_past_is_its_holders_and_the_judges(app: MatchService) -> None:
    """The time at which a card was drawn is hidden from the other player and spectators."""
    match = opened(app)
    version = app.take(match, "play_student bram").version
    history = app.history(match)
    assert hand_lines(history, version, 0) == hand_lines(history, version, JUDGE) != ()
    assert hand_lines(history, version, 1) == hand_lines(history, version, SPECTATOR) == ()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="H1")
def test_every_game_tells_since_when_a_card_was_held(name: str, app: MatchService) -> None:
    """In a simulated match, each card that leaves a hand was in it after every entry since the one that is told, and not before."""
    history = app.history(record(app, name, 2).id)
    count = 0
    for version in range(1, history.match.version + 1):
        for stay in stays(history, version, JUDGE):
            count += 1
            spans = [held(history, stay.seat, stay.token, v) for v in range(stay.since - 1, version)]
            assert spans == [False] + [True] * (version - stay.since)
    assert count > 10
    assert digest_of(history.match.state) == digest_of(app.match(history.match.id).state)


def held(history: AnyHistory, seat: int, token: int, version: int) -> bool:
    state = history.match.states[version]
    return seat < len(state.seats) and any(one.id == token for one in history.match.game.hidden.hand(state, seat))


@pytest.mark.promise(id="H1")
def test_the_details_tell_it(app: MatchService) -> None:
    """The replay's details of an entry say since when the card was held."""
    match = opened(app)
    app.take(match, "play_student bram")
    shown = see(on_shelf(Shelf(history=app.history(match)), match_id=match), "end", "enter", size=(120, 40))
    assert "Bram: in Ada's hand since the opening (entry 3)" in " ".join(shown.text.split())


def board(history: AnyHistory, version: int, viewpoint: int | str, *, later: bool = False) -> str:
    """The board after an entry as text."""
    state = history.match.states[version]
    state = hindsight(history, state, version) if later else state
    return plain(pictured(history.match.game, state, viewpoint, 100))  # type: ignore[arg-type]


@pytest.mark.promise(id="H4")
def test_a_replay_shows_what_was_known_then(app: MatchService) -> None:
    """Later cards are named with hindsight, but other hands and undone lines stay hidden."""
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada").version
    history = app.history(match)
    for viewpoint in (0, "judge"):
        assert "Bram" not in board(history, shown - 1, viewpoint)
        assert "Bram" in board(history, shown, viewpoint)
        assert "Bram" in board(history, shown - 1, viewpoint, later=True)
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada to=Ada").version
    history = app.history(match)
    for viewpoint in (1, SPECTATOR):
        assert board(history, shown - 1, viewpoint, later=True) == board(history, shown - 1, viewpoint)
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
def test_no_board_knows_the_future(name: str, app: MatchService) -> None:
    game = load_game(name)
    whole = app.history(record(app, name, 3).id)
    cut = open_history(game, load_catalogue(game), whole.entries[:60])
    for viewpoint in (*range(len(whole.match.state.seats)), SPECTATOR):
        assert board(cut, 60, viewpoint) == board(whole, 60, viewpoint)
    state = whole.match.states[60]
    assert hindsight(whole, state, 60) == state or any(card is None for _, card in cards_on_table(state))


@pytest.mark.promise(id="H4")
def test_hindsight_on_the_command_line(matchbook: CommandLine) -> None:
    new = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match = matchbook(*new).out.strip()
    for line in ("play_team_card Ada red_alliance", "draw_opening_hand Ada", "reveal_card bram player=Ada"):
        assert matchbook("take", match, line).code == 0
    then, now = matchbook("show", f"{match}/3").out, matchbook("show", f"{match}/3", "--hindsight").out
    assert "Bram" not in then
    assert "Bram" in now
    assert now.splitlines()[0] == then.splitlines()[0] + " · in hindsight"
