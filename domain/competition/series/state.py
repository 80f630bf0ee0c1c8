"""A series between two games."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from domain.cards import SeatIndex
from domain.competition import record
from domain.game import TurnInfo
from domain.outcome import Outcome
from domain.rules import Violation, impossible

DeckCards = tuple[tuple[str, int], ...]
"""Copies per card id."""

SCALE = record.Scale(1, 0, 0)
"""Points for a game: 1 for a win, 0 for a draw or a loss (CT-V01)."""


class State(record.CompetitionState, frozen=True, kw_only=True, gc=False):
    """State of a series; `number` is the next game. Games that prepare something between the games extend it."""

    word: ClassVar = "series"
    game: str = ""
    best_of: int = 0
    needed: int = 0
    starts: str = "loser"
    number: int = 0
    wins: tuple[int, ...] = ()
    starter: SeatIndex | None = None
    winner: SeatIndex | None = None
    decks: tuple[DeckCards, ...] = ()

    @property
    def phase(self) -> str:
        """unopened, play or over."""
        if not self.seats:
            return "unopened"
        return "play" if self.winner is None else "over"

    @property
    def unready(self) -> Violation | None:
        """Why no game is played now."""
        return Violation("CT-V01", "the series is decided") if self.winner is not None else None

    def part_of(self, players: tuple[int, ...]) -> int:  # noqa: ARG002
        return self.number

    def built_on(self, known: record.Result, results: tuple[record.Result, ...]) -> Iterator[Violation]:
        if record.find_result(results, known.match) is not None:
            if (late := self._after_the_end(results)) is not None:
                text = (
                    f"that would have decided the series before game {late.part}: match {late.match} is withdrawn first"
                )
                yield impossible("CT-R03", text)
        elif (last := self.results[-1]) != known:
            yield impossible("CT-R03", f"game {last.part} (match {last.match}) is withdrawn first")

    def _after_the_end(self, results: tuple[record.Result, ...]) -> record.Result | None:
        """Return the first game that follows the decision."""
        recorded = Counter(winner for result in self.results for winner in result.winners)
        wins = {seat: won - recorded[seat] for seat, won in enumerate(self.wins)}
        for result, following in pairwise(results):
            for winner in result.winners:
                wins[winner] = wins.get(winner, 0) + 1
                if wins[winner] >= self.needed:
                    return following
        return None

    def starter_after(self, result: record.Result) -> int | None:
        """The loser starts the next game (CT-V03), if that was agreed; after a draw the game itself names who does."""
        return result.loser if result.winners and self.starts == "loser" else None

    def starter_amended(self, result: record.Result) -> int | None:
        """Return the player who starts the next game after a result was amended."""
        return self.starter_after(result) if result == self.results[-1] else self.starter

    def starter_again(self, withdrawn: record.Result) -> int | None:
        """Return the player who starts a game whose result was withdrawn, as determined by the game before it."""
        before = next((result for result in reversed(self.results) if result.part < withdrawn.part), None)
        return self.starter_after(before) if before is not None else None

    def told(self, result: record.Result) -> str:
        return f"game {result.part} (match {result.match}): {record.winner_text(self.seats, result)}"

    def told_anew(self, result: record.Result) -> str:
        return f"game {result.part} is now: {record.winner_text(self.seats, result)}"

    def standings(self) -> tuple[record.Standing, ...]:
        """The sides by games won."""
        lines = (record.standing_of(self.results, player, SCALE.points) for player in range(len(self.seats)))
        return tuple(sorted(lines, key=lambda line: -self.wins[line.player]))


def turn_info(state: State) -> TurnInfo:
    """The turn of a series is its game; anybody may enter what comes next."""
    return TurnInfo(state.number, state.phase)


def outcome(state: State) -> Outcome | None:
    """Return the player who first won more than half of the games (CT-V01)."""
    if state.winner is None:
        return None
    return Outcome((state.winner,), "games_won", record.rule_of(state.game, "CT-V01"), state.wins)
