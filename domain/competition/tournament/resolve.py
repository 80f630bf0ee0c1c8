"""What follows from a command in a tournament, legal or not."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from domain.competition.commands import AmendResult, RecordResult, Reported, WithdrawResult
from domain.competition.results import (
    Result,
    ResultAmended,
    ResultRecorded,
    ResultWithdrawn,
    Scale,
    find_result,
    result_of,
)
from domain.competition.tournament import commands as c
from domain.competition.tournament import events as e
from domain.competition.tournament.adjusting import adjusted
from domain.competition.tournament.evolve import evolve
from domain.competition.tournament.pairings import Pairing, elimination, round_robin
from domain.competition.tournament.state import State, standings


def resolve(state: State, command: c.TournamentCommand) -> tuple[e.TournamentEvent, ...]:
    """The events of a command that `check` did not call impossible."""
    events: list[e.TournamentEvent] = []
    for event in _resolve(state, command):
        events.append(event)
        state = evolve(state, event)
    return (*events, *_decision_of_all(state))


def _resolve(state: State, command: c.TournamentCommand) -> Iterator[e.TournamentEvent]:  # noqa: C901 (an arm for each)
    match command:
        case c.StartTournament():
            yield _started(command)
        case c.DeclarePosition():
            yield _started(command)
            yield e.BracketDrawn(
                pairings=_pairings(command.options.bracket, range(len(command.players)), command.options.legs)
            )
        case c.SeedPlayers():
            yield e.PlayersSeeded(order=command.order, source=command.source)
        case c.DrawBracket():
            yield e.BracketDrawn(pairings=_pairings(state.bracket, state.seeds, state.legs))
        case RecordResult():
            players = players_in(state, command)
            pairing = state.pairing_of(players)
            result = result_of(command, players, pairing.number if pairing else 0)
            yield from _settled(state, ResultRecorded(result=result), result.part)
        case AmendResult():
            if (known := find_result(state.results, command.match)) is not None:
                result = result_of(command, known.players, known.part)
                yield from _settled(state, ResultAmended(result=result), known.part)
        case WithdrawResult():
            if (known := find_result(state.results, command.match)) is not None:
                yield from _settled(state, ResultWithdrawn(match=command.match), known.part)
        case c.Adjust():
            yield e.Adjusted(reason=command.reason)
            yield from adjusted(state, command.changes).events
        case _:
            assert_never(command)


def _started(command: c.StartTournament | c.DeclarePosition) -> e.TournamentStarted:
    options = command.options
    return e.TournamentStarted(
        players=command.players,
        game=options.game,
        bracket=options.bracket,
        legs=options.legs,
        scale=Scale(options.win_points, options.draw_points, options.loss_points),
    )


def _pairings(bracket: str, seeds: Sequence[int], legs: int) -> tuple[Pairing, ...]:
    return elimination(seeds) if bracket == "single" else round_robin(seeds, legs)


def players_in(state: State, command: Reported) -> tuple[int, ...]:
    """Who played a reported match."""
    return command.players or tuple(range(len(state.seats)))


def decision(state: State, number: int, results: tuple[Result, ...]) -> tuple[bool, int | None]:
    """Whether a pairing is decided by these results, and who won it. A drawn knock-out match is played again (CT-T03)."""
    own = [result for result in results if result.part == number]
    winners = [result.winners[0] for result in own if result.winners]
    if state.bracket == "single":
        return bool(winners), winners[-1] if winners else None
    return bool(own), winners[-1] if winners else None


def _settled(state: State, event: e.ResultEvent, number: int) -> Iterator[e.TournamentEvent]:
    """The result, what it decides, and who goes on."""
    yield event
    results, pairing = evolve(state, event).results, state.pairing(number)
    if pairing is None:
        return
    decided, winner = decision(state, number, results)
    if (decided, winner) == (pairing.decided, pairing.winner):
        return
    yield e.PairingDecided(pairing=number, winner=winner) if decided else e.PairingReopened(pairing=number)
    if pairing.to is not None:
        yield e.PairingFilled(pairing=pairing.to, place=pairing.place, player=winner)


def _decision_of_all(state: State) -> Iterator[e.TournamentEvent]:
    """The end, once every match is decided; and that it is none, when one no longer is."""
    if state.pairings and all(pairing.decided for pairing in state.pairings):
        lines = standings(state)
        ranking = tuple(line.player for line in lines)
        scores = tuple(line.points for line in sorted(lines, key=lambda line: line.player))
        if (ranking, scores) != (state.ranking, state.scores):
            yield e.TournamentDecided(winner=ranking[0], ranking=ranking, scores=scores)
    elif state.ranking:
        yield e.TournamentReopened()
