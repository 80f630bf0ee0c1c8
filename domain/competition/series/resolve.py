"""What follows from a command in a series, legal or not."""

from collections.abc import Iterator
from typing import assert_never

from domain.competition.commands import WithdrawResult
from domain.competition.results import (
    Result,
    ResultAmended,
    ResultRecorded,
    ResultWithdrawn,
    find_result,
    result_of,
)
from domain.competition.series import commands as c
from domain.competition.series import events as e
from domain.competition.series.adjusting import adjusted, scored
from domain.competition.series.state import State, result_before


def resolve(state: State, command: c.SeriesCommand) -> tuple[e.SeriesEvent, ...]:
    """The events of a command that `check` did not call impossible."""
    return tuple(_resolve(state, command))


def _resolve(state: State, command: c.SeriesCommand) -> Iterator[e.SeriesEvent]:  # noqa: C901 (an arm for each)
    match command:
        case c.StartSeries():
            yield _started(command, (0,) * len(command.players), 1)
        case c.DeclarePosition():
            yield _started(command, command.wins, command.number)
        case c.DraftPilots():
            yield e.PilotsDrafted(player=command.player, pilots=command.pilots)
        case c.RevealPilots():
            yield e.PilotsRevealed(number=state.number, pilots=command.pilots, starter=_fastest(state, command.pilots))
        case c.RecordResult():
            yield from _recorded(state, result_from(state, command, state.number))
        case c.AmendResult():
            yield from _amended(state, command)
        case WithdrawResult():
            yield from _withdrawn(state, command)
        case c.RecordDecks():
            for deck in command.decks:
                yield e.DeckRecorded(player=deck.player, cards=tuple(sorted(deck.cards.items())))
        case c.Adjust():
            yield e.Adjusted(reason=command.reason)
            yield from adjusted(state, command.changes).events
        case _:
            assert_never(command)


def _started(command: c.StartSeries | c.DeclarePosition, wins: tuple[int, ...], number: int) -> e.SeriesStarted:
    options = command.options
    return e.SeriesStarted(
        players=command.players,
        game=options.game,
        best_of=options.best_of,
        needed=options.best_of // 2 + 1,
        starts=options.starts,
        rotation=options.rotation,
        wins=wins,
        number=number,
    )


def result_from(state: State, command: c.RecordResult | c.AmendResult, part: int) -> Result:
    """The result that a command reports; every side plays."""
    return result_of(command, range(len(state.seats)), part, command.first_out)


def _fastest(state: State, pilots: tuple[str, ...]) -> int | None:
    """The side of the fastest pilot (PBL-V12); None where two are as fast."""
    speeds = [state.speed(pilot) for pilot in pilots]
    best = max(speeds)
    return speeds.index(best) if speeds.count(best) == 1 else None


def _recorded(state: State, result: Result) -> Iterator[e.SeriesEvent]:
    yield ResultRecorded(result=result)
    yield from scored(state, _plus(state.wins, result, 1), state.number + 1, _next_starter(state, result))


def _amended(state: State, command: c.AmendResult) -> Iterator[e.SeriesEvent]:
    known = find_result(state.results, command.match)
    if known is None:
        return
    result = result_from(state, command, known.part)
    yield ResultAmended(result=result)
    starter = _next_starter(state, result) if known == state.results[-1] else state.starter
    if state.rotation:
        starter = state.starter
    yield from scored(state, _plus(_plus(state.wins, known, -1), result, 1), state.number, starter)


def _withdrawn(state: State, command: WithdrawResult) -> Iterator[e.SeriesEvent]:
    known = find_result(state.results, command.match)
    if known is None:
        return
    yield ResultWithdrawn(match=command.match)
    before = result_before(state, command.match)
    starter = _next_starter(state, before) if before is not None else None
    if pilots := dict(state.flown).get(known.part):
        starter = _fastest(state, pilots)
    yield from scored(state, _plus(state.wins, known, -1), known.part, starter)


def _plus(wins: tuple[int, ...], result: Result, change: int) -> tuple[int, ...]:
    """The score with a result counted, or no longer counted. A drawn game scores nobody."""
    return tuple(max(0, won + change * (player in result.winners)) for player, won in enumerate(wins))


def _next_starter(state: State, result: Result) -> int | None:
    """The loser starts the next game (PBL-V03); after a draw, and in a rotation, the fastest pilot does."""
    return result.loser if result.winners and state.starts == "loser" and not state.rotation else None
