"""One event applied to a series."""

from collections.abc import Callable
from typing import Final, cast

from msgspec.structs import replace

from domain.competition import results as r
from domain.competition.series import events as e
from domain.competition.series.state import State
from domain.table import seats_of_names


def evolve(state: State, event: e.SeriesEvent) -> State:
    """The state after one event."""
    return _TABLE[type(event)](state, event)


def _series_started(state: State, event: e.SeriesStarted) -> State:
    count = len(event.players)
    return replace(
        state,
        seats=seats_of_names(event.players),
        game=event.game,
        best_of=event.best_of,
        needed=event.needed,
        starts=event.starts,
        rotation=event.rotation,
        wins=event.wins,
        number=event.number,
        decks=((),) * count,
        pilots=((),) * count,
    )


def _pilots_drafted(state: State, event: e.PilotsDrafted) -> State:
    pilots = (*state.pilots[: event.player], event.pilots, *state.pilots[event.player + 1 :])
    return replace(state, pilots=pilots)


def _pilots_revealed(state: State, event: e.PilotsRevealed) -> State:
    others = tuple(one for one in state.flown if one[0] != event.number)
    return replace(state, flown=(*others, (event.number, event.pilots)), starter=event.starter)


def _result_recorded(state: State, event: r.ResultRecorded) -> State:
    return replace(state, results=(*state.results, event.result))


def _result_amended(state: State, event: r.ResultAmended) -> State:
    return replace(state, results=r.amended(state.results, event.result))


def _result_withdrawn(state: State, event: r.ResultWithdrawn) -> State:
    return replace(state, results=r.withdrawn(state.results, event.match))


def _series_game_scored(state: State, event: e.SeriesGameScored) -> State:
    return replace(state, wins=event.wins, number=event.number, starter=event.starter)


def _series_decided(state: State, event: e.SeriesDecided) -> State:
    return replace(state, winner=event.winner)


def _series_reopened(state: State, _: e.SeriesReopened) -> State:
    return replace(state, winner=None)


def _deck_recorded(state: State, event: e.DeckRecorded) -> State:
    return replace(state, decks=(*state.decks[: event.player], event.cards, *state.decks[event.player + 1 :]))


def _adjusted(state: State, _: e.Adjusted) -> State:
    return state


def _starter_set(state: State, event: e.StarterSet) -> State:
    return replace(state, starter=event.starter)


EVOLVE: Final = {
    e.SeriesStarted: _series_started,
    e.PilotsDrafted: _pilots_drafted,
    e.PilotsRevealed: _pilots_revealed,
    r.ResultRecorded: _result_recorded,
    r.ResultAmended: _result_amended,
    r.ResultWithdrawn: _result_withdrawn,
    e.SeriesGameScored: _series_game_scored,
    e.SeriesDecided: _series_decided,
    e.SeriesReopened: _series_reopened,
    e.DeckRecorded: _deck_recorded,
    e.Adjusted: _adjusted,
    e.StarterSet: _starter_set,
}
_TABLE: Final = cast("dict[type, Callable[[State, e.SeriesEvent], State]]", EVOLVE)
