"""Simulated matches: bots choose among the legal commands, a dealer provides cards and dice. The seed decides all chance."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final, Generic

from msgspec import Struct

from domain.capabilities import Bot, Dealer, Simulation
from domain.cards import CardRecord, Catalogue
from domain.decision import Decision, RuleViolation, decide
from domain.game import C, E, Game, S
from domain.notation import Names, print_command
from domain.seats import TableSetup
from domain.text import pluralize

MAX_ACTIONS: Final = 20_000


class SimulatedAction(Struct, Generic[S, C, E], frozen=True):
    """One simulated action with the state before and after it."""

    before: S
    command: C
    events: tuple[E, ...]
    after: S


class NoTable(ValueError):
    """A game that cannot be simulated, or options for which it has no sample table. The message says what is available."""


class ActRefused(RuleViolation):
    """The rules refused an action of a simulated match: a defect of the game, its bot or its dealer. The message names the
    action and the match."""

    def __init__(self, error: RuleViolation, where: str) -> None:
        super().__init__(error.violations, {rule.id: rule for rule in error.rules})
        self.where = where

    def __reduce__(self) -> tuple[type["ActRefused"], tuple[RuleViolation, str]]:
        return ActRefused, (RuleViolation(self.violations, {rule.id: rule for rule in self.rules}), self.where)

    def __str__(self) -> str:
        return f"{self.where}: {super().__str__()}"


class EndlessMatch(RuntimeError):
    """A simulated match without a legal command before its end, or with too many actions."""


def simulate(
    game: Game[S, C, E],
    catalogue: Catalogue[CardRecord],
    seed: int,
    *,
    options: Mapping[str, str] | None = None,
    bots: tuple[str, ...] = (),
    setup: TableSetup | None = None,
    max_actions: int = MAX_ACTIONS,
) -> Iterator[SimulatedAction[S, C, E]]:
    """Plays one match to its end. `bots` names a bot per seat (the last one repeats; default `random`).

    Raises NoTable, RuleViolation (the options do not go together), EndlessMatch. A rule that a bot or dealer broke later is a
    defect of the game package.
    """
    game = game.for_catalogue(catalogue)
    rng, part = Random(seed), simulation_of(game)
    try:
        setup = setup or part.sample_table(catalogue, rng, options or {})
        opening = game.open_table(setup)
    except ValueError as error:
        raise NoTable(f"no table to simulate {game.name} with: {error}") from error
    dealer = part.deal(setup, catalogue, rng)
    players = [part.bots[bots[min(i, len(bots) - 1)] if bots else "random"] for i in range(len(setup.seats))]
    state = game.initial(catalogue)
    for command in opening:
        played = _play(game, state, dealer.fill(state, command))
        yield played
        state = played.after
    try:
        yield from played_on(game, state, dealer, players, rng, max_actions=max_actions)
    except EndlessMatch as error:
        raise EndlessMatch(f"{game.name}, seed {seed}: {error}") from error
    except ActRefused as error:
        error.where = f"{catalogue.name}, seed {seed}: {error.where}"
        raise


def played_on(
    game: Game[S, C, E], state: S, dealer: Dealer[S, C], players: list[Bot[S, C]], rng: Random, *, max_actions: int
) -> Iterator[SimulatedAction[S, C, E]]:
    """Yield the actions of the bots from a state to the end of the match. Raises EndlessMatch."""
    for _ in range(max_actions):
        if game.outcome(state) is not None:
            return
        played = _play(game, state, _choose(game, dealer, players, state, rng))
        yield played
        state = played.after
    raise EndlessMatch(f"no end after {pluralize(max_actions, 'action')}")


def simulation_of(game: Game[S, C, E]) -> Simulation[S, C]:
    """Return a game's simulation support. Raises NoTable for games without bots."""
    if game.simulation is None:
        raise NoTable(f"{game.name} cannot be simulated: it brings no bots along")
    return game.simulation


def _choose(game: Game[S, C, E], dealer: Dealer[S, C], players: list[Bot[S, C]], state: S, rng: Random) -> C:
    commands = tuple(game.legal(state))
    if not commands:
        raise EndlessMatch(f"no command is legal at {game.turn_info(state)}")
    commands = tuple([command for command in commands if not command.last_resort]) or commands
    seat = game.turn_info(state).seat or 0
    return dealer.fill(state, players[min(seat, len(players) - 1)].choose(state, commands, rng))


def _play(game: Game[S, C, E], state: S, command: C) -> SimulatedAction[S, C, E]:
    try:
        decision: Decision[S, C, E] = decide(game, state, command)
    except RuleViolation as error:
        if not state.seats:
            raise
        raise ActRefused(
            error, f"{print_command(command, Names(state.catalogue, state.seats))!r} is refused"
        ) from error
    return SimulatedAction(state, decision.command, decision.events, decision.after)
