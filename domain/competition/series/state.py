"""A series between two games."""

from collections import Counter

from domain.cards import CardRecord, Catalogue
from domain.competition.cards import ContestCard
from domain.competition.pictures import winner_text
from domain.competition.results import Result, Scale, Standing, find_result, standing_of
from domain.competition.state import ContestState
from domain.game import Moment, Outcome

DeckCards = tuple[tuple[str, int], ...]
"""Copies per card id."""

SCALE = Scale(1, 0, 0)
"""A game won is a point; a drawn one scores nobody (PBL-Q41)."""


class State(ContestState, frozen=True, kw_only=True, gc=False):
    """`number` is the next game; `flown` the pilots of each game in a rotation."""

    game: str = ""
    best_of: int = 0
    needed: int = 0
    starts: str = "loser"
    rotation: int = 0
    number: int = 0
    wins: tuple[int, ...] = ()
    starter: int | None = None
    winner: int | None = None
    decks: tuple[DeckCards, ...] = ()
    pilots: tuple[tuple[str, ...], ...] = ()
    flown: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def phase(self) -> str:
        """unopened, pilots (are drafted), select (the next game's), play or over."""
        if not self.seats:
            return "unopened"
        if self.winner is not None:
            return "over"
        if self.rotation and not all(self.pilots):
            return "pilots"
        return "select" if self.rotation and self.number not in dict(self.flown) else "play"

    def told(self, result: Result) -> str:
        return f"game {result.part} (match {result.match}): {winner_text(self.seats, result)}"

    def told_anew(self, result: Result) -> str:
        return f"game {result.part} now stands as: {winner_text(self.seats, result)}"

    def used(self, player: int) -> tuple[str, ...]:
        """The pilots that a side cannot select again: those of games that somebody won (PBL-V10)."""
        won = {result.part for result in self.results if result.winners}
        return tuple(pilots[player] for number, pilots in self.flown if number in won)

    def unused(self, player: int) -> tuple[str, ...]:
        """The pilots that a side can still select."""
        used = self.used(player)
        return tuple(pilot for pilot in self.pilots[player] if pilot not in used)

    def speed(self, pilot: str) -> int:
        """A pilot's speed; 0 where the catalogue does not tell."""
        record = self.catalogue.get(pilot)
        return record.speed if isinstance(record, ContestCard) else 0


def initial(catalogue: Catalogue[CardRecord]) -> State:
    """Before the opening."""
    return State(catalogue=catalogue)


def moment(state: State) -> Moment:
    """The turn of a series is its game; anybody may enter what comes next."""
    return Moment(state.number, state.phase)


def outcome(state: State) -> Outcome | None:
    """Who first won more than half of the games (PBL-V01)."""
    if state.winner is None:
        return None
    return Outcome((state.winner,), "games_won", "PBL-V01", state.wins)


def census(state: State) -> dict[str, int]:
    """The sides: nobody comes or goes."""
    return dict(Counter(seat.name for seat in state.seats))


def standings(state: State) -> tuple[Standing, ...]:
    """The sides by games won."""
    lines = (standing_of(state.results, player, SCALE.points) for player in range(len(state.seats)))
    return tuple(sorted(lines, key=lambda line: -state.wins[line.player]))


def result_before(state: State, match: str) -> Result | None:
    """The result before that of a match."""
    found = find_result(state.results, match)
    return None if found is None else next((r for r in reversed(state.results) if r.part < found.part), None)
