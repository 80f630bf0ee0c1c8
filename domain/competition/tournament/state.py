"""A tournament between two matches."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from domain.competition.citing import rule_of
from domain.competition.results import Result, Scale, Standing, ranked, standing_of
from domain.competition.state import ContestState
from domain.competition.tournament.pairings import Pairing
from domain.game import Moment, Outcome


class State(ContestState, frozen=True, kw_only=True, gc=False):
    """`seeds` are the players, the best first; `extra` points were added by the organiser."""

    word: ClassVar = "tournament"
    game: str = ""
    bracket: str = "single"
    legs: int = 1
    scale: Scale = Scale(3, 1, 0)
    seeds: tuple[int, ...] = ()
    seeded: str = ""
    """Where the seeds come from; empty: the players stand as they were entered."""
    pairings: tuple[Pairing, ...] = ()
    extra: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def phase(self) -> str:
        """unopened, seeding, play or over."""
        if not self.seats:
            return "unopened"
        if self.ranking:
            return "over"
        return "play" if self.pairings else "seeding"

    @property
    def round(self) -> int:
        """The first round in which a match is left."""
        return min((p.round for p in self.pairings if not p.decided), default=0)

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The matches that can be played now."""
        return tuple(pairing for pairing in self.pairings if pairing.open)

    def pairing(self, number: int) -> Pairing | None:
        """A pairing by its number."""
        return self.pairings[number - 1] if 1 <= number <= len(self.pairings) else None

    def pairing_of(self, players: Iterable[int]) -> Pairing | None:
        """The open match between these players."""
        wanted = set(players)
        return next((p for p in self.pairings if not p.decided and {p.first, p.second} == wanted), None)

    def with_pairing(self, pairing: Pairing) -> "State":
        """The tournament with one of its pairings replaced."""
        number = pairing.number
        return replace(self, pairings=(*self.pairings[: number - 1], pairing, *self.pairings[number:]))

    def results_in(self, number: int | None) -> tuple[Result, ...]:
        """The results of a pairing; several where a drawn match was replayed."""
        return tuple(result for result in self.results if result.part == number)

    def standings(self) -> tuple[Standing, ...]:
        """The players, best first.

        Round robin: by points, then as `results.ranked` says. Elimination: by the round reached (`points`), then by seed.
        """
        counted = tuple(result for result in self.results if result.part)
        lines = [standing_of(counted, player, self.scale.points) for player in self.seeds]
        if self.bracket == "single":
            lines = [replace(line, points=_reached(self, line.player)) for line in lines]
            return tuple(sorted(lines, key=lambda line: -line.points))
        lines = [replace(line, points=line.points + self.extra[line.player]) for line in lines]
        return ranked(counted, lines, self.scale)


def moment(state: State) -> Moment:
    """The turn of a tournament is its round; anybody may enter what comes next."""
    return Moment(state.round, state.phase)


def outcome(state: State) -> Outcome | None:
    """Who stands first after the last match."""
    if not state.ranking:
        return None
    reason = "final_won" if state.bracket == "single" else "points"
    return Outcome(state.ranking[:1], reason, rule_of(state.game, "CT-T05"), state.scores)


def _reached(state: State, player: int) -> int:
    """The last round that a player came to; one more for who won the final."""
    rounds = [p.round + (p.to is None and p.winner == player) for p in state.pairings if player in p.players]
    return max(rounds, default=0)
