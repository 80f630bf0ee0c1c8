"""Tables of contests to test at, and the simulations that all three have."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import TypeVar, cast

import msgspec

from domain.cards import CardRecord, Catalogue
from domain.decision import decide
from domain.digest import digest_of
from domain.game import AnyGame, Command, Event, Game, evolve_all
from domain.seats import GameState
from domain.simulation import simulate
from matchbook.conformance.random_walk import walked
from service.resources import load_catalogue

S = TypeVar("S", bound=GameState)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


def cards_of(competition: Game[S, C, E]) -> Catalogue[CardRecord]:
    """The sample cards that a contest brings along."""
    return load_catalogue(cast("AnyGame", competition))


def play_many(competition: Game[S, C, E], seeds: range, options: Mapping[str, str] = {}) -> list[list[S]]:
    """The states of simulated contests; each is replayed from its stored events to the same state, to the last byte."""
    cards = cards_of(competition)
    plays = []
    for seed in seeds:
        states, replayed = [], competition.initial(cards)
        for step in simulate(walked(competition), cards, seed, options=options):
            for event in step.events:
                replayed = competition.evolve(
                    replayed, msgspec.json.decode(msgspec.json.encode(event), type=type(event))
                )
            states.append(step.after)
        assert digest_of(replayed) == digest_of(states[-1])
        assert competition.outcome(states[-1]) is not None
        plays.append(states)
    return plays


def amended(competition: Game[S, C, E], seeds: range, options: Mapping[str, str] = {}) -> Iterator[S]:
    """Simulated contests at some moment, after six of their matches were amended to another winner."""
    rng = Random(len(seeds))
    for states in play_many(competition, seeds, options):
        state = rng.choice([states[-1], *states[2:]])
        for _ in range(6 if state.results else 0):
            one = rng.choice(state.results)
            players = one.players or tuple(range(len(state.seats)))
            state = _amend(competition, state, rng, players, one.match) or state
        yield state


def _amend(competition: Game[S, C, E], state: S, rng: Random, players: tuple[int, ...], match: str) -> S | None:
    """The state after a match is amended to another winner; `None` if the competition refuses it."""
    kind = next(c for c in competition.commands if c.__struct_config__.tag == "amend_result")
    command = msgspec.convert(
        {"type": "amend_result", "match": match, "players": players, "winners": [rng.choice(players)]}, kind
    )
    if competition.check(state, command):
        return None
    return evolve_all(competition, state, decide(competition, state, command).events)
