"""A new event in one step: a tournament, an event day, and the link between them."""

from msgspec import Struct, field
from msgspec.structs import replace

from domain.cards import CatalogueError
from domain.competition.gathering.commands import AddTournament
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State as Tournament
from domain.decision import RuleViolation
from domain.entries import action_parts
from domain.game import AnyGame
from domain.seats import SeatSetup, TableSetup
from service.competitions.fixtures import FixtureSettings, match_of_pairing, named
from service.competitions.results import opening_of_competition
from service.errors import UsageProblem
from service.kits import playable_games
from service.recording.entry_batch import EntryBatch, store_together
from service.recording.match_service import MatchService
from service.recording.repetition import expect_all_same


class NewEvent(Struct, frozen=True, kw_only=True):
    """The settings of an event."""

    title: str
    players: tuple[str, ...]
    scorekeepers: tuple[str, ...]
    game: str = ""
    """A game or kit that its tables record; empty: they record on paper."""
    rounds: int = 0
    """0: as many as a knock-out with these players would need."""
    minutes: int = 50
    tables: int = 0
    """0: set by the number of players, late ones included."""
    decks: tuple[str, ...] = ()
    """Size or name of each player's deck; empty: rounds ask for it."""


class EventIds(Struct, frozen=True):
    """An event and its tournament."""

    event_day: str = field(name="gathering")
    tournament: str


def create_event(app: MatchService, asked: NewEvent, event_id: str = "") -> EventIds:
    """Open a Swiss and an event, and add one to the other, atomically. Raises UsageProblem, RuleViolation, and the errors of
    storing."""
    cup, hall = _decided(app, asked, event_id)
    store_together(app.store, [cup, hall])
    return EventIds(hall.match.id, cup.match.id)


def event_created_before(app: MatchService, asked: NewEvent, event_id: str) -> EventIds:
    """Return the event that an earlier, identical request created under this id. Raises CommandIdTaken if it was created
    differently, and as `create_event`."""
    stored = list(app.store.entries(event_id, 0, 2))
    added = action_parts(stored[-1].payload)[0]
    cup_id = added.tournament if isinstance(added, AddTournament) else ""
    cup, hall = _decided(app, asked, event_id, cup_id)
    if cup_id:
        stored[:0] = app.store.entries(cup_id, 0, len(cup.entries))
    expect_all_same(stored, [entry.payload for entry in (*cup.entries, *hall.entries)])
    return EventIds(event_id, cup_id)


def _decided(app: MatchService, asked: NewEvent, event_id: str, cup_id: str = "") -> tuple[EntryBatch, EntryBatch]:
    """The tournament and the event, not stored. Raises as `create_event`."""
    game = asked.game
    if game and game not in playable_games():
        raise UsageProblem(f"no game {game!r}: there are {', '.join(playable_games())}")
    if asked.decks and not game:
        raise UsageProblem("decks need a game: choose one")
    options = {"bracket": "swiss", "rounds": str(asked.rounds)}
    opening = opening_of_competition("tournament", game, asked.players, options, title=asked.title)
    opening = replace(opening, commands=(replace(opening.commands[0], decks=asked.decks),))
    cup = app.opened_batch(opening, match_id=cup_id)
    if asked.decks or (game and playable_games()[game].kits is not None):
        _expect_playable(app, cup)
    tables = asked.tables or len(asked.players)  # one per pair, and as many again for late players
    place = {"tables": str(tables), "minutes": str(asked.minutes)}
    opening = opening_of_competition("gathering", "", asked.scorekeepers, place, title=asked.title)
    hall = app.opened_batch(opening, match_id=event_id)
    hall.act(AddTournament(tournament=cup.match.id, name=asked.title or "Main"))
    return cup, hall


def _expect_playable(app: MatchService, cup: EntryBatch) -> None:
    """Open, without storing, a match with each deck. Raises UsageProblem, RuleViolation."""
    state, tried = cup.state, set[str]()
    assert isinstance(state, Tournament)
    for player in range(len(state.seats)):
        if (deck := state.deck_of(player)) not in tried:
            tried.add(deck)
            pairing = Pairing(number=1, round=1, first=player, second=player - 1 if player else 1)
            alike = replace(state, decks=(deck,) * len(state.seats)) if deck else state
            try:
                app.opened_batch(match_of_pairing(cup.match, pairing, FixtureSettings(), alike))
            except RuleViolation as refusal:
                raise (named(refusal, state.seats[player].name) if deck else refusal) from refusal


def lacks_deck(game: AnyGame) -> bool:
    """Return True if a match of the game cannot be opened without decks or their sizes."""
    try:
        game.open_table(TableSetup((SeatSetup("Ada"), SeatSetup("Bo")), {}))
    except (ValueError, CatalogueError):
        return True
    return False
