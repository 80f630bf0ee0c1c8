"""A series between two games."""

from typing import ClassVar

from domain.cards import SeatIndex
from domain.competition.citing import rule_of
from domain.competition.pictures import winner_text
from domain.competition.results import Result, Scale, Standing, standing_of
from domain.competition.state import CompetitionState
from domain.game import Outcome, TurnInfo
from domain.rules import Violation

DeckCards = tuple[tuple[str, int], ...]
"""Copies per card id."""

SCALE = Scale(1, 0, 0)
"""Points for a game: 1 for a win, 0 for a draw or a loss (CT-V01)."""


class State(CompetitionState, frozen=True, kw_only=True, gc=False):
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

    def starter_after(self, result: Result) -> int | None:
        """The loser starts the next game (CT-V03), if that was agreed; after a draw the game itself names who does."""
        return result.loser if result.winners and self.starts == "loser" else None

    def starter_amended(self, known: Result, result: Result) -> int | None:
        """Return the player who starts the next game after a result was amended."""
        return self.starter_after(result) if known == self.results[-1] else self.starter

    def starter_again(self, withdrawn: Result) -> int | None:
        """Return the player who starts a game whose result was withdrawn, as determined by the game before it."""
        before = next((result for result in reversed(self.results) if result.part < withdrawn.part), None)
        return self.starter_after(before) if before is not None else None

    def told(self, result: Result) -> str:
        return f"game {result.part} (match {result.match}): {winner_text(self.seats, result)}"

    def told_anew(self, result: Result) -> str:
        return f"game {result.part} is now: {winner_text(self.seats, result)}"

    def standings(self) -> tuple[Standing, ...]:
        """The sides by games won."""
        lines = (standing_of(self.results, player, SCALE.points) for player in range(len(self.seats)))
        return tuple(sorted(lines, key=lambda line: -self.wins[line.player]))


def turn_info(state: State) -> TurnInfo:
    """The turn of a series is its game; anybody may enter what comes next."""
    return TurnInfo(state.number, state.phase)


def outcome(state: State) -> Outcome | None:
    """Return the player who first won more than half of the games (CT-V01)."""
    if state.winner is None:
        return None
    return Outcome((state.winner,), "games_won", rule_of(state.game, "CT-V01"), state.wins)
