"""A demonstration of a live event: bots play at several tables at a slow pace until they are stopped."""

from collections.abc import Iterator, Sequence
from itertools import count
from threading import Event

from domain.game import AnyGame
from domain.simulation import simulate
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue


def play_event(app: MatchService, games: Sequence[AnyGame], stop: Event, tables: int = 8, seconds: float = 2.0) -> None:
    """Play until `stop` is set; each table takes an action at regular intervals, and starts again after a match."""
    running = [_table(app, games[number % len(games)], number + 1) for number in range(tables)]
    for table in running:
        next(table)
    while not stop.is_set():
        for table in running:
            if stop.wait(seconds / tables):
                return
            next(table)


def _table(app: MatchService, game: AnyGame, number: int) -> Iterator[None]:
    """Play matches at one table; each step of the iterator records one action."""
    catalogue = load_catalogue(game)
    for round_ in count(1):
        title = f"Table {number}, round {round_}"
        opening = Opening(game=game.name, catalogue=catalogue, title=title, tags=("demo", "simulated"))
        match = ""
        for played in simulate(game, catalogue, 1000 * number + round_):
            with app.store.lock:
                batch = app.new_entries(app.match(match)) if match else app.new_batch(opening)
                batch.record(played.command, played.events)
                batch.store()
            match = batch.match.id
            yield
