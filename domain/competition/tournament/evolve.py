"""One event applied to a tournament."""

from collections.abc import Callable
from typing import Final, cast

from msgspec.structs import replace

from domain.competition import results as r
from domain.competition.tournament import events as e
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State
from domain.table import seats_of_names


def evolve(state: State, event: e.TournamentEvent) -> State:
    """The state after one event."""
    return _TABLE[type(event)](state, event)


def _tournament_started(state: State, event: e.TournamentStarted) -> State:
    count = len(event.players)
    return replace(
        state,
        seats=seats_of_names(event.players),
        game=event.game,
        bracket=event.bracket,
        legs=event.legs,
        scale=event.scale,
        seeds=tuple(range(count)),
        extra=(0,) * count,
    )


def _players_seeded(state: State, event: e.PlayersSeeded) -> State:
    return replace(state, seeds=event.order, seeded=event.source)


def _bracket_drawn(state: State, event: e.BracketDrawn) -> State:
    return replace(state, pairings=event.pairings)


def _result_recorded(state: State, event: r.ResultRecorded) -> State:
    return replace(state, results=(*state.results, event.result))


def _result_amended(state: State, event: r.ResultAmended) -> State:
    return replace(state, results=r.amended(state.results, event.result))


def _result_withdrawn(state: State, event: r.ResultWithdrawn) -> State:
    return replace(state, results=r.withdrawn(state.results, event.match))


def _with(state: State, pairing: Pairing) -> State:
    number = pairing.number
    return replace(state, pairings=(*state.pairings[: number - 1], pairing, *state.pairings[number:]))


def _pairing_decided(state: State, event: e.PairingDecided) -> State:
    return _with(state, replace(state.pairings[event.pairing - 1], decided=True, winner=event.winner))


def _pairing_reopened(state: State, event: e.PairingReopened) -> State:
    return _with(state, replace(state.pairings[event.pairing - 1], decided=False, winner=None))


def _pairing_filled(state: State, event: e.PairingFilled) -> State:
    return _with(state, state.pairings[event.pairing - 1].filled(event.place, event.player))


def _tournament_decided(state: State, event: e.TournamentDecided) -> State:
    return replace(state, ranking=event.ranking, scores=event.scores)


def _tournament_reopened(state: State, _: e.TournamentReopened) -> State:
    return replace(state, ranking=(), scores=())


def _adjusted(state: State, _: e.Adjusted) -> State:
    return state


def _points_added(state: State, event: e.PointsAdded) -> State:
    points = state.extra[event.player] + event.points
    return replace(state, extra=(*state.extra[: event.player], points, *state.extra[event.player + 1 :]))


def _pairing_set(state: State, event: e.PairingSet) -> State:
    return _with(state, replace(state.pairings[event.pairing - 1], first=event.first, second=event.second))


EVOLVE: Final = {
    e.TournamentStarted: _tournament_started,
    e.PlayersSeeded: _players_seeded,
    e.BracketDrawn: _bracket_drawn,
    r.ResultRecorded: _result_recorded,
    r.ResultAmended: _result_amended,
    r.ResultWithdrawn: _result_withdrawn,
    e.PairingDecided: _pairing_decided,
    e.PairingReopened: _pairing_reopened,
    e.PairingFilled: _pairing_filled,
    e.TournamentDecided: _tournament_decided,
    e.TournamentReopened: _tournament_reopened,
    e.Adjusted: _adjusted,
    e.PointsAdded: _points_added,
    e.PairingSet: _pairing_set,
}
_TABLE: Final = cast("dict[type, Callable[[State, e.TournamentEvent], State]]", EVOLVE)
