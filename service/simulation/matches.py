"""Simulated matches: played by bots, counted, and recorded if asked for."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.digest import digest_of
from domain.game import AnyGame
from domain.outcome import Outcome
from domain.seats import GameState
from domain.simulation import simulate
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService


class SimulationPlan(Struct, frozen=True, kw_only=True):
    """The plan of a simulation."""

    game: str
    matches: int
    seed: int = 0
    options: Mapping[str, str] = {}
    bots: tuple[str, ...] = ()


class SimulatedMatch(Struct, frozen=True):
    """One simulated match."""

    seed: int
    match: str
    """Its id in the store; empty when it was not recorded."""
    actions: int
    events: int
    turns: int
    outcome: Outcome
    digest: str
    """Digest of the final state."""


class Summary(Struct, kw_only=True):
    """Running totals of simulated matches."""

    game: str
    matches: int = 0
    actions: int = 0
    events: int = 0
    seconds: float = 0.0
    wins: list[int]
    """Matches won by each seat."""
    draws: int = 0
    reasons: dict[str, int] = {}
    """Why matches ended, with counts."""

    @property
    def actions_per_second(self) -> float:
        """Simulated actions per second, including recording."""
        return self.actions / self.seconds if self.seconds else 0.0

    def add(self, simulated: SimulatedMatch) -> None:
        """Add one match to the totals."""
        self.matches += 1
        self.actions += simulated.actions
        self.events += simulated.events
        self.draws += simulated.outcome.drawn
        for seat in simulated.outcome.winners:
            self.wins[seat] += 1
        reason = simulated.outcome.reason
        self.reasons = dict(sorted({**self.reasons, reason: self.reasons.get(reason, 0) + 1}.items()))

    def take_in(self, other: "Summary") -> None:
        """Add the totals of another run, except its time."""
        self.matches += other.matches
        self.actions += other.actions
        self.events += other.events
        self.draws += other.draws
        self.wins = [one + more for one, more in zip(self.wins, other.wins, strict=True)]
        self.reasons = dict(sorted((Counter(self.reasons) + Counter(other.reasons)).items()))


@contextmanager
def counting(game: AnyGame) -> Iterator[Summary]:
    """Yield an empty summary, and set its `seconds` to the time spent in the context."""
    summary, started = Summary(game=game.name, wins=[0] * max(game.seat_counts)), perf_counter()
    yield summary
    summary.seconds = perf_counter() - started


def run_plan(
    game: AnyGame, catalogue: Catalogue[CardRecord], plan: SimulationPlan, app: MatchService | None = None
) -> Iterator[SimulatedMatch]:
    """Play the matches of a plan one after the other. With `app`, they are recorded and tagged `simulated`."""
    for seed in range(plan.seed, plan.seed + plan.matches):
        yield play(game, catalogue, plan, seed, app)


def one_by_one(
    game: AnyGame, catalogue: Catalogue[CardRecord], plan: SimulationPlan, app: MatchService | None = None
) -> Iterator[Summary]:
    """Yield the result of each match of a plan."""
    for simulated in run_plan(game, catalogue, plan, app):
        with counting(game) as summary:
            summary.add(simulated)
        yield summary


def play(
    game: AnyGame,
    catalogue: Catalogue[CardRecord],
    plan: SimulationPlan,
    seed: int,
    app: MatchService | None,
    *,
    match_id: str | None = None,
) -> SimulatedMatch:
    """Play the match of a seed. With `app`, it is recorded under `match_id`, or under a new id."""
    batch = None
    if app is not None:
        opening = Opening(game=game.name, catalogue=catalogue, title=f"simulated, seed {seed}", tags=("simulated",))
        batch = app.new_batch(opening, match_id=match_id)
    state: GameState = game.initial(catalogue)
    actions = events = turns = 0
    for played in simulate(game, catalogue, seed, options=plan.options, bots=plan.bots):
        if batch is not None:
            batch.record(played.command, played.events)
        moment = game.turn_info(played.after)
        turns += moment.turn != game.turn_info(played.before).turn
        actions, events, state = actions + 1, events + len(played.events), played.after
    if batch is not None:
        batch.store()
    outcome = game.outcome(state) or Outcome((), "unfinished")
    return SimulatedMatch(seed, batch.match.id if batch else "", actions, events, turns, outcome, digest_of(state))
