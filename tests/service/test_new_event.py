"""Events created in one step: the settings of their rounds are known, or the event is not stored."""

import pytest

from domain.competition.tournament.state import State as Tournament
from domain.decision import RuleViolation
from domain.registry import installed_games, load_game
from domain.seats import JUDGE, SPECTATOR, SeatSetup, TableSetup
from service.competitions.event_days import EventDays
from service.competitions.fixtures import FixtureSettings
from service.competitions.new_event import EventIds, NewEvent, create_event
from service.errors import UsageProblem
from service.exchange.files import export_view
from service.kits import playable_games
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from web_service.event_forms import decks_of

FOUR = ("Ada", "Bo", "Cleo", "Dara")


def event(app: MatchService, **more: object) -> EventIds:
    asked = NewEvent(**{"title": "Open", "players": FOUR, "scorekeepers": ("Kim",), **more})  # type: ignore[arg-type]
    return create_event(app, asked)


def test_rounds_open_with_the_deck_of_each_player(app: MatchService) -> None:
    """A name is the game's list, a number its size; a late player brings their own, and one without takes the round's."""
    ids = event(app, game="frc_card_game", tables=3, decks=("all_hands", "30", "40", "30"))
    event_days = EventDays(app)
    for match in event_days.next_round(ids.event_day).opened:
        app.conclude(match, (), drawn=True)
    event_days.collect(ids.event_day)
    app.take(ids.tournament, "enter_player Ida deck=35")
    app.take(ids.tournament, "enter_player Jo")
    sizes = {}
    for match in event_days.next_round(ids.event_day, wishes=FixtureSettings(decks={0: "38", 1: "38"})).opened:
        state = app.match(match).state
        sizes |= {seat.name: one.deck_size for seat, one in zip(state.seats, state.players, strict=True)}
    assert sizes | {"Ada": 30} == {"Ada": 30, "Bo": 30, "Cleo": 40, "Dara": 30, "Ida": 35, "Jo": 38}


@pytest.mark.parametrize(("game", "rule"), [("frc_card_game", "CG-D01"), ("frc_tcg", "TCG-D01")])
def test_a_round_that_a_deck_stops_says_whose_it_is(app: MatchService, game: str, rule: str) -> None:
    """Given decks typed for the round, then the refusal names the player, or the table and both."""
    ids = event(app, game=game, tables=3, decks=("54", "54", "54", "54") if game == "frc_tcg" else ("30",) * 4)
    app.take(ids.tournament, "enter_player Ida")
    app.take(ids.tournament, "drop_player Dara")
    with pytest.raises(RuleViolation, match=r"Ida: the deck|table \d, .*Ida.*: ") as refused:
        EventDays(app).next_round(ids.event_day, wishes=FixtureSettings(decks={0: "7", 1: "7"}))
    assert [one.rule for one in refused.value.violations] == [rule]


def test_late_players_find_tables(app: MatchService) -> None:
    """Given an event with an uncounted number of tables, then late players are seated without an adjustment of the hall."""
    ids = event(app, game="pig")
    for name in ("Ida", "Jo", "Kit"):
        app.take(ids.tournament, f"enter_player {name}")
    assert EventDays(app).next_round(ids.event_day).tables == (1, 2, 3)


def test_rounds_are_played_with_the_kit_of_the_event(app: MatchService) -> None:
    """Given an event of a kit, then no round asks for it."""
    ids = event(app, game="pig")
    [first, _] = EventDays(app).next_round(ids.event_day).opened
    assert app.match(first).state.catalogue.name == "Pig"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"decks": ("all_hand", "30", "30", "30")}, "the deck of Ada: no 'all_hand'; give a size, or one of all_hands"),
        ({"decks": ("30", "30", "", "30")}, "deck"),
        ({"decks": ("/etc/hostname", "30", "30", "30")}, "the deck of Ada: no '/etc/hostname'"),
        ({"decks": ("30", "30", "30", "30"), "game": ""}, "decks need a game"),
        ({"game": "hearts"}, "this kit is for 4"),
    ],
)
def test_an_event_whose_rounds_could_not_open_is_not_stored(
    app: MatchService, more: dict[str, object], said: str
) -> None:
    """The message names player and deck."""
    with pytest.raises((UsageProblem, RuleViolation), match=said):
        event(app, **{"game": "frc_card_game", **more})
    assert app.store.head_position() == 0


def test_only_judges_see_which_decks_players_bring(app: MatchService) -> None:
    """The record of the tournament hides them from all others."""
    ids = event(app, game="frc_card_game", decks=("all_hands",) * 4)
    app.take(ids.tournament, "enter_player Ida deck=fast_shooters")
    state = app.match(ids.tournament).state
    assert isinstance(state, Tournament)
    history = app.history(ids.tournament)
    seen = {view: export_view(app, history, view).decode() for view in (JUDGE, SPECTATOR, "Ada")}
    told = {view: [name in text for name in ("all_hands", "fast_shooters")] for view, text in seen.items()}
    assert told == {JUDGE: [True, True], SPECTATOR: [False, False], "Ada": [False, False]}


DECK_SIZES = [(name, size) for name, game in installed_games().items() for size in game.cards.deck_sizes]


@pytest.mark.parametrize(("name", "size"), DECK_SIZES)
def test_the_rules_take_the_deck_sizes_that_a_game_states(app: MatchService, name: str, size: int) -> None:
    """A deck of each stated size opens a match; one card less or more than all of them breaks a rule."""
    game = load_game(name)

    def opened(size: int) -> None:
        setup = TableSetup((SeatSetup("Ada", deck=size), SeatSetup("Bo", deck=size)), {})
        app.open_match(Opening(game=game.name, commands=game.open_table(setup), catalogue=load_catalogue(game)))

    opened(size)
    for wrong in {size - 1, size + 1} - {*game.cards.deck_sizes}:
        with pytest.raises(RuleViolation, match="deck"):
            opened(wrong)


def test_forms_name_the_deck_sizes_of_each_game() -> None:
    """A range, a number, or an empty text if the rules have no number."""
    wanted = {name: decks_of(game)[2] for name, game in playable_games().items() if decks_of(game)[2]}
    assert wanted == {"frc_card_game": "30 to 40", "frc_tcg": "54"}
