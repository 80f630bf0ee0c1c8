"""Tie-breaks of a Swiss tournament: what decides between players of equal points. All are exact fractions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from domain.competition.record import Result, Scale

LEAST_SHARE: Final = Fraction(1, 3)
"""Minimum share of matches or games won, so that having met an opponent who lost everything is not punished."""
GAMES: Final = ("games_won", "games_lost", "games_drawn")
"""The statistics of a result that say how the games of a match went; a result without them was one game."""


class Record:
    """Results of the players of a tournament so far."""

    def __init__(self, results: Iterable[Result], byes: Mapping[int, int], scale: Scale) -> None:
        """`byes`: how many each player had; a bye is worth a win, and no opponent."""
        self.byes = byes
        self.scale = scale
        self.played: dict[int, list[Result]] = {}
        for result in results:
            for player in result.players:
                self.played.setdefault(player, []).append(result)

    def points(self, player: int) -> int:
        """Of all matches and byes."""
        won = sum(self.scale.points(result, player) for result in self.of(player))
        return won + self.byes.get(player, 0) * self.scale.win

    def of(self, player: int) -> Sequence[Result]:
        """The results of a player."""
        return self.played.get(player, ())

    def opponents(self, player: int) -> list[int]:
        """Return a player's opponents, one for each match."""
        return [other for result in self.of(player) for other in result.players if other != player]

    @cached_property
    def all_points(self) -> dict[int, int]:
        """Player -> points, of all who played or had a bye."""
        return {player: self.points(player) for player in {*self.played, *self.byes}}

    @cached_property
    def equals(self) -> dict[int, frozenset[int]]:
        """Points -> who has them, of all who played or had a bye."""
        return {
            points: frozenset(player for player, _ in group)
            for points, group in groupby(sorted(self.all_points.items(), key=itemgetter(1)), key=itemgetter(1))
        }

    def match_share(self, player: int) -> Fraction:
        """The share of the points that could be won in matches, byes left out, and never below `LEAST_SHARE`."""
        return _share(
            sum(self.scale.points(result, player) for result in self.of(player)), self.scale.win * len(self.of(player))
        )

    def game_share(self, player: int) -> Fraction:
        """The same of games: a win is worth 3, a draw 1; never below `LEAST_SHARE`."""
        won = lost = drawn = 0
        for result in self.of(player):
            one = _games(result, player)
            won, lost, drawn = won + one[0], lost + one[1], drawn + one[2]
        return _share(3 * won + drawn, 3 * (won + lost + drawn))


def _share(got: int, possible: int) -> Fraction:
    return max(LEAST_SHARE, Fraction(got, possible)) if possible > 0 else LEAST_SHARE


def _games(result: Result, player: int) -> tuple[int, int, int]:
    counts = dict(dict(result.counts).get(player, ()))
    if counts.keys() & set(GAMES):
        won, lost, drawn = (counts.get(name, 0) for name in GAMES)
        return won, lost, drawn
    won_it = player in result.winners
    return int(won_it), int(not result.drawn and not won_it), int(result.drawn)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values) if values else Fraction()


def _buchholz(record: Record, player: int) -> Fraction:
    """The sum of the opponents' points."""
    return Fraction(sum(record.all_points[other] for other in record.opponents(player)))


def _sonneborn_berger(record: Record, player: int) -> Fraction:
    """The points of those who were beaten, and half of those who were drawn with."""
    total = Fraction()
    for result in record.of(player):
        weight = Fraction(1) if player in result.winners else Fraction(int(result.drawn), 2)
        total += weight * sum(record.all_points[other] for other in result.players if other != player)
    return total


def _head_to_head(record: Record, player: int) -> Fraction:
    """The points from matches among those who have as many points."""
    equals = record.equals.get(record.all_points.get(player, 0), frozenset())
    among = [result for result in record.of(player) if set(result.players) <= equals]
    return Fraction(sum(record.scale.points(result, player) for result in among))


class TieBreak(NamedTuple):
    """What decides between players of equal points."""

    heading: str
    """Of its column."""
    value: Callable[[Record, int], Fraction]
    """Of a player; the higher one is better."""
    meaning: str
    """Its name, and how it is computed."""
    counts_games: bool = False
    """True if it reads the statistics `GAMES` of results."""


def _mean_of(share: Callable[[Record, int], Fraction]) -> Callable[[Record, int], Fraction]:
    """The mean of the opponents' shares."""
    return lambda record, player: _mean([share(record, other) for other in record.opponents(player)])


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "buchholz": TieBreak(
        "BH",
        _buchholz,
        "Buchholz: the points of all opponents together",
    ),
    "sonneborn_berger": TieBreak(
        "SB",
        _sonneborn_berger,
        "Sonneborn-Berger: the points of beaten opponents, and half of those drawn with",
    ),
    "head_to_head": TieBreak(
        "H2H",
        _head_to_head,
        "head to head: points from matches between players with equal points",
    ),
    "opponents_match_wins": TieBreak(
        "OMW",
        _mean_of(Record.match_share),
        "opponents' match wins: the mean share of points that the opponents won in their matches",
    ),
    "game_wins": TieBreak(
        "GW",
        Record.game_share,
        "game wins: the share of points that the player won in games, byes left out",
        counts_games=True,
    ),
    "opponents_game_wins": TieBreak(
        "OGW",
        _mean_of(Record.game_share),
        "opponents' game wins: the mean share of points that the opponents won in games",
        counts_games=True,
    ),
}
"""By the name that an organiser chooses them by."""


def tie_breaks_named(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated list. Raise ValueError for unknown or repeated names."""
    names = tuple(name.strip() for name in text.split(",")) if text.strip() else ()
    for number, name in enumerate(names):
        if name not in TIE_BREAKS:
            raise ValueError(f"no tie-break {name!r}; there are {', '.join(TIE_BREAKS)}")
        if name in names[:number]:
            raise ValueError(f"tie-break {name} is named twice")
    return names


def shown(name: str, value: Fraction) -> str:
    """Return a tie-break as shown in a table: points, or a share in percent."""
    return f"{float(100 * value):.2f} %" if name.endswith("_wins") else f"{float(value):g}"
