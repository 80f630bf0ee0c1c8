"""What is entered into a tournament: what forbids it, and what follows."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal, final

from domain.cards import SeatIndex
from domain.competition import commands as shared
from domain.competition.adjusting import adjust, faults_of
from domain.competition.events import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.pictures import names
from domain.competition.reporting import check_players, check_report, check_withdrawal
from domain.competition.results import Result, Scale, amended, find_result, withdrawn
from domain.competition.tournament.changes import Change, TournamentCourse
from domain.competition.tournament.events import (
    Adjusted,
    BracketDrawn,
    PairingDecided,
    PairingFilled,
    PairingReopened,
    PlayersSeeded,
    TournamentDecided,
    TournamentReopened,
    TournamentStarted,
)
from domain.competition.tournament.options import Options
from domain.competition.tournament.pairings import Pairing, elimination, round_robin
from domain.competition.tournament.state import State, standings
from domain.game import Command
from domain.options import choice_faults
from domain.rules import Violation
from domain.text import counted

_SHOWN: Final = 6


class TournamentCommand(Command, frozen=True, kw_only=True):
    """What is entered into a tournament."""

    opens: ClassVar[bool] = False

    def check(self, state: State) -> tuple[Violation, ...]:
        """CT-R04: anything but an opening finds the tournament open."""
        if state.phase == "unopened" and not self.opens:
            text = "the tournament is not open: start_tournament comes first"
            return (Violation("CT-R04", text, impossible=True),)
        return tuple(self.faults(state))

    @abstractmethod
    def faults(self, state: State) -> Iterator[Violation]:
        """What is wrong with it."""

    @abstractmethod
    def unfold(self, course: TournamentCourse) -> None:
        """What follows from it."""


# --- opening and seeds -------------------------------------------------------------------------------------------------


def _opening_faults(state: State, players: tuple[str, ...], options: Options) -> Iterator[Violation]:
    if state.phase != "unopened":
        yield Violation("CT-R04", "the tournament is open already", impossible=True)
    yield from check_players(players)
    yield from choice_faults(options, "CT-S02")


def _start(course: TournamentCourse, players: tuple[str, ...], options: Options) -> None:
    scale = Scale(options.win_points, options.draw_points, options.loss_points)
    course.add(
        TournamentStarted(players=players, game=options.game, bracket=options.bracket, legs=options.legs, scale=scale)
    )


def _pairings(bracket: str, seeds: Sequence[int], legs: int) -> tuple[Pairing, ...]:
    return elimination(seeds) if bracket == "single" else round_robin(seeds, legs)


@final
class StartTournament(TournamentCommand, frozen=True, kw_only=True, tag="start_tournament"):
    """Opens a tournament."""

    players: tuple[str, ...]
    options: Options = Options()
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        return _opening_faults(state, self.players, self.options)

    def unfold(self, course: TournamentCourse) -> None:
        _start(course, self.players, self.options)


@final
class DeclarePosition(TournamentCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a tournament with its bracket drawn: the players stand in the order of their seeds."""

    players: tuple[str, ...]
    options: Options = Options()
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        return _opening_faults(state, self.players, self.options)

    def unfold(self, course: TournamentCourse) -> None:
        _start(course, self.players, self.options)
        _draw(course, _pairings(self.options.bracket, range(len(self.players)), self.options.legs))


@final
class SeedPlayers(TournamentCommand, frozen=True, kw_only=True, tag="seed_players"):
    """All players, the best first: as given, as drawn by lot, or as ranked by league games (PBL-L02)."""

    order: tuple[SeatIndex, ...]
    source: Literal["given", "drawn", "ranks"] = "given"

    def faults(self, state: State) -> Iterator[Violation]:
        if state.pairings:
            yield Violation("CT-R04", "the bracket is drawn: seeds come before it", impossible=True)
        if sorted(self.order) != list(range(len(state.seats))):
            text = f"seeds name each of the {counted(len(state.seats), 'player')} once"
            yield Violation("CT-T01", text, impossible=True)

    def unfold(self, course: TournamentCourse) -> None:
        course.add(PlayersSeeded(order=self.order, source=self.source))


@final
class DrawBracket(TournamentCommand, frozen=True, kw_only=True, tag="draw_bracket"):
    """Pairs the players by their seeds."""

    def faults(self, state: State) -> Iterator[Violation]:
        if state.pairings:
            yield Violation("CT-R04", "the bracket is drawn already", impossible=True)

    def unfold(self, course: TournamentCourse) -> None:
        state = course.state
        _draw(course, _pairings(state.bracket, state.seeds, state.legs))


def _draw(course: TournamentCourse, pairings: tuple[Pairing, ...]) -> None:
    course.add(BracketDrawn(pairings=pairings))
    _decide_all(course)


# --- results -----------------------------------------------------------------------------------------------------------


def _players_in(state: State, command: shared.Reported) -> tuple[int, ...]:
    """Who played a reported match."""
    return command.players or tuple(range(len(state.seats)))


def _one_winner(command: shared.Reported) -> Iterator[Violation]:
    if len(command.winners) > 1:
        yield Violation("CT-R01", "one player wins a match, or none", impossible=True)


@final
class RecordResult(shared.RecordResult, TournamentCommand, frozen=True, kw_only=True, tag="record_result"):
    """A match of the tournament has ended."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_report(state.seats, state.results, self)
        yield from _one_winner(self)
        players = _players_in(state, self)
        if not all(0 <= player < len(state.seats) for player in players):
            return
        if not state.pairings:
            yield Violation("CT-R04", "the bracket is not drawn yet")
        elif state.pairing_of(players) is None:
            yield Violation("PBL-L01", f"{names(state.seats, players)} are not paired; {_to_play(state)}")

    def unfold(self, course: TournamentCourse) -> None:
        players = _players_in(course.state, self)
        pairing = course.state.pairing_of(players)
        result = self.result(players, pairing.number if pairing else 0)
        course.add(ResultRecorded(result=result))
        _settle(course, result.part)


def _to_play(state: State) -> str:
    waiting = [names(state.seats, pairing.players) for pairing in state.open]
    more = f" and {len(waiting) - _SHOWN} more" if len(waiting) > _SHOWN else ""
    return f"to play are {', '.join(waiting[:_SHOWN])}{more}" if waiting else "no match is left"


@final
class AmendResult(shared.AmendResult, TournamentCommand, frozen=True, kw_only=True, tag="amend_result"):
    """A match of the tournament stands otherwise than it was recorded."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_report(state.seats, state.results, self)
        yield from _one_winner(self)
        known = find_result(state.results, self.match)
        if known is None:
            return
        if set(self.players or known.players) != set(known.players):
            text = f"{names(state.seats, known.players)} played it; withdraw it to record another match"
            yield Violation("CT-R03", text, impossible=True)
        elif not set(self.winners) <= set(known.players):
            yield Violation("CT-R01", "the winner did not play", impossible=True)
        else:
            yield from _follow_up(state, known, amended(state.results, self.result(known.players, known.part)))

    def unfold(self, course: TournamentCourse) -> None:
        if (known := find_result(course.state.results, self.match)) is not None:
            course.add(ResultAmended(result=self.result(known.players, known.part)))
            _settle(course, known.part)
        else:
            _decide_all(course)


@final
class WithdrawResult(shared.WithdrawResult, TournamentCommand, frozen=True, kw_only=True, tag="withdraw_result"):
    """A match of the tournament has no outcome any more."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_withdrawal(state.results, self)
        if (known := find_result(state.results, self.match)) is not None:
            yield from _follow_up(state, known, withdrawn(state.results, self.match))

    def unfold(self, course: TournamentCourse) -> None:
        if (known := find_result(course.state.results, self.match)) is not None:
            course.add(ResultWithdrawn(match=self.match))
            _settle(course, known.part)
        else:
            _decide_all(course)


def _follow_up(state: State, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:
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


def _settle(course: TournamentCourse, number: int) -> None:
    """What a result decides, and who goes on."""
    state = course.state
    pairing = state.pairing(number)
    if pairing is not None:
        decided, winner = _decision(state, number, state.results)
        if (decided, winner) != (pairing.decided, pairing.winner):
            change = PairingDecided(pairing=number, winner=winner) if decided else PairingReopened(pairing=number)
            course.add(change)
            if pairing.to is not None:
                course.add(PairingFilled(pairing=pairing.to, place=pairing.place, player=winner))
    _decide_all(course)


def _decide_all(course: TournamentCourse) -> None:
    """The end, once every match is decided; and that it is none, when one no longer is."""
    state = course.state
    if state.pairings and all(pairing.decided for pairing in state.pairings):
        lines = standings(state)
        ranking = tuple(line.player for line in lines)
        scores = tuple(line.points for line in sorted(lines, key=lambda line: line.player))
        if (ranking, scores) != (state.ranking, state.scores):
            course.add(TournamentDecided(winner=ranking[0], ranking=ranking, scores=scores))
    elif state.ranking:
        course.add(TournamentReopened())


# --- by hand -----------------------------------------------------------------------------------------------------------


@final
class Adjust(TournamentCommand, frozen=True, kw_only=True, tag="adjust"):
    """Follows the organiser where no other command can."""

    reason: str
    changes: tuple[Change, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        yield from faults_of(state, self.changes)

    def unfold(self, course: TournamentCourse) -> None:
        course.add(Adjusted(reason=self.reason))
        adjust(course, self.changes)
        _decide_all(course)


COMMANDS: Final[tuple[type[TournamentCommand], ...]] = (
    StartTournament,
    DeclarePosition,
    SeedPlayers,
    DrawBracket,
    RecordResult,
    AmendResult,
    WithdrawResult,
    Adjust,
)
