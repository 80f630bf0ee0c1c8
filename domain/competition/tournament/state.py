"""A tournament between two matches."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, Final

from msgspec.structs import replace

from domain.competition.record import (
    RankedState,
    Result,
    Scale,
    Standing,
    find_result,
    names,
    ranked,
    rule_of,
    standing_of,
)
from domain.competition.tournament.pairings import Pair, Pairing, paired
from domain.competition.tournament.tiebreaks import TIE_BREAKS, Record, tie_breaks_named
from domain.game import TurnInfo
from domain.outcome import Outcome
from domain.rules import Violation, impossible
from domain.seats import put_at, seat_name
from domain.text import ending_text

_FORMS: Final = {"single": ("bracket", "drawn"), "round_robin": ("round robin", "drawn"), "swiss": ("Swiss", "paired")}
_OTHER: Final = ("tournament", "drawn")
"""Used for records that name an unknown form."""


class State(RankedState, frozen=True, kw_only=True, gc=False):
    """`seeds` are the players, the best first; `extra` points were added by the organiser."""

    word: ClassVar = "tournament"
    later: ClassVar = frozenset({"agreed_rounds", "tie_breaks", "dropped", "late", "decks", "kit"})
    game: str = ""
    bracket: str = "single"
    legs: int = 1
    scale: Scale = Scale(3, 1, 0)
    seeds: tuple[int, ...] = ()
    seeded: str = ""
    """Source of the seeds; empty: players are in the order in which they were entered."""
    pairings: tuple[Pairing, ...] = ()
    extra: tuple[int, ...] = ()
    agreed_rounds: int = 0
    """Of a Swiss; 0: as many as a knock-out would take."""
    tie_breaks: str = ""
    dropped: tuple[int, ...] = ()
    """Players who dropped out of the remaining rounds."""
    late: int = 0
    """Number of players who entered after the opening; they come after the others."""
    decks: tuple[str, ...] = ()
    """Name or size of each player's deck; empty or missing: unknown. Only judges see it."""
    kit: str = ""

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
        """The first round in which a match is left; between two rounds of a Swiss the one that was played."""
        between = self.rounds_paired if self.bracket == "swiss" and not self.ranking else 0
        return min((p.round for p in self.pairings if not p.decided), default=between)

    @property
    def form(self) -> str:
        """Word for the form of the tournament, for example bracket."""
        return _FORMS.get(self.bracket, _OTHER)[0]

    @property
    def made(self) -> str:
        """Word for the state of its form before the first match: drawn or paired."""
        return _FORMS.get(self.bracket, _OTHER)[1]

    @property
    def rounds_paired(self) -> int:
        """The last round that has pairings; 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def rounds(self) -> int:
        """How many rounds a Swiss has."""
        return self.agreed_rounds or max(1, (len(self.seats) - 1).bit_length())

    @property
    def active(self) -> tuple[int, ...]:
        """Players still in the tournament, in the order of the standings."""
        return tuple(line.player for line in self.standings() if line.player not in self.dropped)

    def ending_of(self, pairing: Pairing) -> str:
        """How a decided match ended, in words."""
        if any(result.double_loss for result in self.results_in(pairing.number)):
            return "lost by both"
        winners = () if pairing.winner is None else (seat_name(self.seats, pairing.winner),)
        return ending_text(winners, drawn=not winners)

    @property
    def between_rounds(self) -> bool:
        """Whether the next round of a Swiss can be paired."""
        played = all(pairing.decided for pairing in self.pairings)
        return (
            self.bracket == "swiss"
            and played
            and self.rounds_paired < self.rounds
            and len(self.dropped) + 1 < len(self.seats)
        )

    @property
    def met(self) -> frozenset[Pair]:
        """Pairs of players who were paired, the smaller number first."""
        return frozenset((min(p.players), max(p.players)) for p in self.pairings if len(p.players) == 2)

    @property
    def byes(self) -> tuple[int, ...]:
        """Players who had a bye, repeated for each bye."""
        return tuple(p.first for p in self.pairings if p.bye and p.first is not None)

    def deck_of(self, player: int) -> str:
        """Name or size of a player's deck; empty: unknown."""
        return self.decks[player] if player < len(self.decks) else ""

    def next_round(self) -> tuple[list[Pair], int | None]:
        """The pairs of the next round of a Swiss, and who has the bye."""
        lines = [line for line in self.standings() if line.player not in self.dropped]
        points = {line.player: line.points for line in lines}
        return paired([line.player for line in lines], points, self.met, set(self.byes))

    @property
    def record(self) -> Record:
        """The results that count."""
        return Record((result for result in self.results if result.part), Counter(self.byes), self.scale)

    def broken_ties(self, record: Record) -> dict[int, tuple[Fraction, ...]]:
        """Player -> the agreed tie-breaks of a Swiss, in their order."""
        chosen = [TIE_BREAKS[name].value for name in tie_breaks_named(self.tie_breaks)]
        return {player: tuple(one(record, player) for one in chosen) for player in self.seeds}

    @property
    def counts_games(self) -> bool:
        """Whether an agreed tie-break reads how many games of a match each player won."""
        return any(TIE_BREAKS[name].counts_games for name in tie_breaks_named(self.tie_breaks))

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
        return replace(self, pairings=put_at(self.pairings, pairing.number - 1, pairing))

    def results_in(self, number: int | None) -> tuple[Result, ...]:
        """The results of a pairing; several where a drawn match was replayed."""
        return tuple(result for result in self.results if result.part == number)

    @property
    def newcomers(self) -> int:
        return self.late

    def with_points(self, season: int | None, player: int, points: int) -> "State":  # noqa: ARG002
        return replace(self, extra=put_at(self.extra, player, self.extra[player] + points))

    def part_of(self, players: tuple[int, ...]) -> int:
        pairing = self.pairing_of(players)
        return pairing.number if pairing else 0

    def decision(self, number: int, results: tuple[Result, ...]) -> tuple[bool, int | None]:
        """Return whether a pairing is decided by these results, and who won it. A drawn knock-out match is played again
        (CT-T03)."""
        own = [result for result in results if result.part == number]
        winners = [result.winners[0] for result in own if result.winners]
        decided = winners if self.bracket == "single" else own
        return bool(decided), winners[-1] if winners else None

    def built_on(self, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:
        # The next round, or a replay of a drawn match.
        pairing = self.pairing(known.part)
        if pairing is None:
            return
        following: tuple[Result, ...] = ()
        if self.decision(pairing.number, results) != (pairing.decided, pairing.winner):
            following = self.results_in(pairing.to)
        changed = find_result(results, known.match)
        if self.bracket == "single" and changed is not None and changed.winners != known.winners:
            same = self.results_in(pairing.number)
            following += same[same.index(known) + 1 :]
        for later in following[:1]:
            text = f"match {later.match} ({names(self.seats, later.players)}) was played on it: withdraw that first"
            yield impossible("CT-R03", text)

    def standings(self) -> tuple[Standing, ...]:
        """The players, best first.

        Round robin: by points, then as `results.ranked` says. Elimination: by the round reached (`points`), then by seed.
        Swiss: by points, byes counted as wins, then by the tie-breaks, then by seed.
        """
        record = self.record
        lines = [standing_of(record.of(player), player, self.scale.points) for player in self.seeds]
        if self.bracket == "single":
            lines = [replace(line, points=_reached(self, line.player)) for line in lines]
            return tuple(sorted(lines, key=lambda line: -line.points))
        lines = [replace(line, points=record.points(line.player) + self.extra[line.player]) for line in lines]
        if self.bracket == "swiss":
            ties = self.broken_ties(record)
            return tuple(sorted(lines, key=lambda line: (-line.points, *(-tie for tie in ties[line.player]))))
        return ranked([result for result in self.results if result.part], lines, self.scale)


def turn_info(state: State) -> TurnInfo:
    """The turn of a tournament is its round; anybody may enter what comes next."""
    return TurnInfo(state.round, state.phase)


def outcome(state: State) -> Outcome | None:
    """Return the player who leads the standings after the last match."""
    if not state.ranking:
        return None
    reason = "final_won" if state.bracket == "single" else "points"
    return Outcome(state.ranking[:1], reason, rule_of(state.game, "CT-T05"), state.scores)


def _reached(state: State, player: int) -> int:
    """The last round that a player came to; one more for who won the final."""
    rounds = [p.round + (p.to is None and p.winner == player) for p in state.pairings if player in p.players]
    return max(rounds, default=0)
