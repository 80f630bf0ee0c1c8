"""Matches that are recorded as they were played elsewhere: simulated under any options, or written on a scoresheet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.cards import Catalogue
from domain.decision import RuleViolation, decide
from domain.entries import Envelope
from domain.game import evolve_all
from domain.match import Match
from domain.notation import Names, parse_command
from domain.simulation import SimulatedAction, simulate, simulation_of
from projections.analytics import Analytics
from service.resources import load_catalogue, load_deck
from service.typing.scoresheet import read_scoresheet
from storage.store import MatchStore
from tests.projections.scorebook import GAMES, Scorebook, catalogue_of

Actions = tuple[Sequence[SimulatedAction[Any, Any, Any]], Catalogue[Any]]
"""Played actions and their cards."""


class Retold(Scorebook):
    """A match with given actions."""

    def __init__(self, store: MatchStore, match_id: str, game: str, played: Actions, **opening: Any) -> None:
        super().__init__(store, match_id, game, **opening)
        self.actions, catalogue = played
        self.match = Match(match_id, self.game, catalogue)

    def play(self, count: int | None = None) -> "Retold":
        """Records the next actions; all that are left by default."""
        super().play(count)
        return self

    def do(self, *lines: Any) -> "Retold":
        """Plays commands (lines of notation) after what has been recorded, legal or not; the simulation ends there."""
        state = self.match.state
        done = list(self.actions[: self._place()])
        for line in lines:
            command = command_of(self.match.game, state, line)
            events = decide(self.match.game, state, command, as_played=True).events
            done.append(SimulatedAction(state, command, events, evolve_all(self.match.game, state, events)))
            state = done[-1].after
        self.actions = tuple(done)
        self.play()
        return self


def command_of(game: Any, state: Any, line: Any) -> Any:
    """A command, from notation where it is a text."""
    if not isinstance(line, str):
        return line
    return parse_command(line, game.commands, Names(state.catalogue, state.seats))


@cache
def simulated(game: str, seed: int, bot: str = "", **options: str) -> Actions:
    """A simulated match with the sample cards."""
    catalogue = catalogue_of(game)
    return tuple(simulate(GAMES[game], catalogue, seed, options=options, bots=(bot,) if bot else ())), catalogue


@cache
def of_kit(kit: str, seed: int) -> Actions:
    """A simulated match of a kit, cut off after some actions."""
    catalogue = load_catalogue(GAMES["tabletop"], kit)
    return tuple(
        islice(simulate(GAMES["tabletop"], catalogue, seed, bots=("greedy",) if seed % 2 else ()), 80)
    ), catalogue


@cache
def written(game: str) -> Actions:
    """The hand-written match that comes with the game."""
    [path] = files(f"domain.games.{game}").joinpath("match").iterdir()
    sheet = read_scoresheet(path.read_text("utf-8"))
    catalogue = load_catalogue(GAMES[game], sheet.catalogue)
    rules, state = GAMES[game], GAMES[game].initial(catalogue)
    lines: list[Any] = [*rules.open_table(sheet.setup(lambda name: load_deck(GAMES[game], name)))]
    lines += [line.text for line in sheet.lines if not line.refused]
    played: list[SimulatedAction[Any, Any, Any]] = []
    for line in lines:
        command = command_of(rules, state, line)
        events = decide(rules, state, command).events
        played.append(SimulatedAction(state, command, events, evolve_all(rules, state, events)))
        state = played[-1].after
    return tuple(played), catalogue


def declared(store: MatchStore, match_id: str, game: str, seed: int = 3) -> tuple[Retold, tuple[int, int]]:
    """A match of which the record begins in the middle; and the round and turn in which it does."""
    book = Retold(store, match_id, game, simulated(game, seed))
    actions = book.actions
    opening = next(n for n, done in enumerate(actions) if book.game.turn_info(done.after).turn > 0) + 1
    middle = actions[len(actions) * 2 // 3].before
    book.play(opening).do(book.game.position(middle))
    begun = _turn(book)
    assert begun > (1, 1) or begun[1] > 2
    return book, begun


def go_on(book: Retold, seed: int = 3) -> Retold:
    """Two turns more of whatever the bots think of."""
    game, rng = book.game, Random(seed)
    part = simulation_of(game)
    dealer = part.deal(part.sample_table(catalogue_of(game.name), rng, {}), catalogue_of(game.name), rng)
    seen = {_turn(book)}
    for _ in range(400):
        if len(seen) > 2 or game.outcome(book.match.state) is not None:
            break
        state = book.match.state
        chosen = part.bots["random"].choose(state, tuple(game.legal(state)), rng)
        try:
            book.do(dealer.fill(state, chosen))
        except RuleViolation:
            book.do(chosen)
        seen.add(_turn(book))
    assert len(seen) > 1 or game.outcome(book.match.state) is not None
    return book


def _turn(book: Retold) -> tuple[int, int]:
    """Round and turn, as the table has it."""
    moment = book.game.turn_info(book.match.state)
    return moment.round, moment.turn


def happened(book: Scorebook) -> Iterator[tuple[int, int, Any, Envelope]]:
    """Version, number, event and envelope of each current event."""
    for version in book.match.line:
        for k, event in enumerate(book.payloads[version - 1].events, start=1):
            yield version, k, event, book.envelopes[version - 1]


def of(book: Scorebook, *names: str) -> list[tuple[int, int, Any, Envelope]]:
    """The standing events of these types."""
    return [one for one in happened(book) if type(one[2]).__name__ in names]


def shuffled_in(books: Sequence[Scorebook], rng: Random) -> None:
    """Records the rest of several matches in turns, with take-backs in between."""
    running = [book for book in books if not book.over]
    while running:
        book = rng.choice(running)
        book.play(rng.randrange(1, 30))
        if rng.random() < 0.3:
            book.take_back(rng.choice(book.match.line[-12:]))
        running = [book for book in running if not book.over]


def rows(analytics: Analytics, sql: str) -> list[tuple[Any, ...]]:
    """The answer to a query."""
    return list(analytics.sql(sql, limit=1_000_000).rows)


def table(analytics: Analytics, question: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The answer to a question, a mapping a row."""
    answer = analytics.ask(question, {"limit": 100_000, **parameters})
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def figures(row: Iterable[object]) -> tuple[str, ...]:
    """A row with fractions to twelve digits: the last ones hang on the order in which threads add them up."""
    return tuple(f"{value:.12g}" if isinstance(value, float) else repr(value) for value in row)


def rebuilt(analytics: Analytics, store: MatchStore, folder: Path, batch: int) -> str:
    """The content of a file that is made from the whole store in batches of that size."""
    return Analytics(folder / f"rebuilt-{batch}.duckdb", store, batch=batch).content_hash()


def plain(value: Any) -> Any:
    """A struct as what its JSON says."""
    return msgspec.json.decode(msgspec.json.encode(value))
