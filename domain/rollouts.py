"""Roll-outs: a match is played on from a state many times, and each side's wins are counted.

A world is one possible assignment of hidden information that agrees with what is known: unknown cards get identities that the
lists still allow, decks an order, dice their faces, all from its own seed. Bots play on, so a share rates the position for bots
of this strength.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.capabilities import Bot, Dealer
from domain.cards import DeckList
from domain.decision import Decision, ImpossibleCommand, RuleViolation, decide
from domain.game import AnyGame, Command, Event
from domain.seats import JUDGE, GameState, SeatSetup, TableSetup
from domain.simulation import EndlessMatch, played_on, simulation_of
from domain.table.candidates import sample

LONGEST: Final = 5_000
"""Actions after which a world counts as endless."""


class RolloutResults(Struct, frozen=True):
    """Results of the worlds of a state."""

    worlds: int
    """Worlds that were played to their end."""
    points: tuple[float, ...]
    """By side: worlds won, plus its share of the drawn worlds."""
    unplayed: int = 0
    """Worlds that were abandoned: no legal command, drawn cards that would break a rule, or too many actions."""

    @property
    def chances(self) -> tuple[float, ...]:
        """Each side's share of the worlds. Raises ZeroDivisionError if zero worlds were played."""
        return tuple(points / self.worlds for points in self.points)


def roll_out(game: AnyGame, state: GameState, *, worlds: int, seed: int, bot: str = "") -> RolloutResults:
    """Play a state to the end in `worlds` worlds; the same seed gives the same worlds. `bot` plays all seats; default: the bot
    that plays to win. Raises NoTable if the game has no bots, KeyError for an unknown bot."""
    part = simulation_of(game)
    player = part.bots[bot or list(part.bots)[-1]]
    sides = max((seat.side for seat in state.seats), default=0) + 1
    points, played = [0.0] * sides, 0
    for world in range(worlds):
        try:
            end = _end(game, state, player, Random(f"{seed}/{world}"))
        except (EndlessMatch, RuleViolation, ImpossibleCommand):
            continue
        winning = {state.seats[seat].side for seat in end} or set(range(sides))
        played += 1
        for side in winning:
            points[side] += 1 / len(winning)
    return RolloutResults(played, tuple(points), worlds - played)


def _end(game: AnyGame, state: GameState, player: Bot[GameState, Command], rng: Random) -> tuple[int, ...]:
    """Return the seats that win a world; empty for a draw."""
    state = _imagined(game, state, rng)
    *_, last = _states(game, state, _dealer(game, state, rng), player, rng)
    outcome = game.outcome(last)
    assert outcome is not None
    return outcome.winners


def _states(
    game: AnyGame, state: GameState, dealer: Dealer[GameState, Command], player: Bot[GameState, Command], rng: Random
) -> Iterator[GameState]:
    yield state
    for played in played_on(game, state, dealer, [player] * len(state.seats), rng, max_actions=LONGEST):
        yield played.after


def _imagined(game: AnyGame, state: GameState, rng: Random) -> GameState:
    """Return the state with a possible identity for every unknown card in a hand."""
    identities = sample(game.hidden.candidates(state), rng)
    if game.hidden.identify is None or not identities:
        return state
    decision: Decision[GameState, Command, Event] = decide(game, state, game.hidden.identify("imagined", identities))
    return decision.after


def _dealer(game: AnyGame, state: GameState, rng: Random) -> Dealer[GameState, Command]:
    """Return a dealer for continuing from a state, by default one that deals the cards left in the lists."""
    part = simulation_of(game)
    if part.resume is not None:
        return part.resume(state, rng)
    seats = []
    for number, seat in enumerate(state.seats):
        registered = game.hidden.registered(state, number, JUDGE)
        left = (
            None if registered is None else {card: copies for card, copies in registered.unseen.items() if copies > 0}
        )
        deck = None if registered is None or left is None else replace(registered.deck, cards=left)
        assert deck is None or isinstance(deck, DeckList)
        seats.append(SeatSetup(seat.name, seat.side, deck))
    return part.deal(TableSetup(tuple(seats)), state.catalogue, rng)
