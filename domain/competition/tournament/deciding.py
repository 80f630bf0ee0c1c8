"""Consequences of results in a tournament: who advances, which results depend on others, and the end."""

from collections.abc import Iterator

from domain.competition.pictures import names
from domain.competition.results import Result, find_result
from domain.competition.tournament.changes import TournamentBuffer
from domain.competition.tournament.events import (
    PairingDecided,
    PairingFilled,
    PairingReopened,
    TournamentDecided,
    TournamentReopened,
)
from domain.competition.tournament.state import State
from domain.rules import Violation


def follow_up(state: State, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:
    """A change to a match on which others were built: the next round, or a replay of a drawn match."""
    pairing = state.pairing(known.part)
    if pairing is None:
        return
    following: tuple[Result, ...] = ()
    if _decision(state, pairing.number, results) != (pairing.decided, pairing.winner):
        following = state.results_in(pairing.to)
    changed = find_result(results, known.match)
    if state.bracket == "single" and changed is not None and changed.winners != known.winners:
        same = state.results_in(pairing.number)
        following += same[same.index(known) + 1 :]
    for later in following[:1]:
        text = f"match {later.match} ({names(state.seats, later.players)}) was played on it: withdraw that first"
        yield Violation("CT-R03", text, impossible=True)


def _decision(state: State, number: int, results: tuple[Result, ...]) -> tuple[bool, int | None]:
    """Whether a pairing is decided by these results, and who won it. A drawn knock-out match is played again (CT-T03)."""
    own = [result for result in results if result.part == number]
    winners = [result.winners[0] for result in own if result.winners]
    if state.bracket == "single":
        return bool(winners), winners[-1] if winners else None
    return bool(own), winners[-1] if winners else None


def settle(out: TournamentBuffer, number: int) -> None:
    """Add the events that decide a pairing and advance its winner."""
    state = out.state
    pairing = state.pairing(number)
    if pairing is not None:
        decided, winner = _decision(state, number, state.results)
        if (decided, winner) != (pairing.decided, pairing.winner):
            change = PairingDecided(pairing=number, winner=winner) if decided else PairingReopened(pairing=number)
            out.add(change)
            if pairing.to is not None:
                out.add(PairingFilled(pairing=pairing.to, place=pairing.place, player=winner))
    decide_all(out)


def decide_all(out: TournamentBuffer) -> None:
    """Decide the tournament once every match is decided, or reopen it if a match becomes undecided."""
    state = out.state
    if _is_over(state):
        lines = state.standings()
        ranking = tuple(line.player for line in lines)
        scores = tuple(line.points for line in sorted(lines, key=lambda line: line.player))
        if (ranking, scores) != (state.ranking, state.scores):
            out.add(TournamentDecided(winner=ranking[0], ranking=ranking, scores=scores))
    elif state.ranking:
        out.add(TournamentReopened())


def _is_over(state: State) -> bool:
    return bool(state.pairings) and all(pairing.decided for pairing in state.pairings) and not state.between_rounds
