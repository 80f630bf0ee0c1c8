"""Pairings: of elimination brackets with byes, of round robins, and of a Swiss round.

In a Swiss, players with similar scores meet, and repeats are avoided. Each group of equal points is folded: its upper half meets
its lower half. A player left over moves down to the next group; a group that cannot be paired without a repeat is joined with the
one below it, the last one with the one above.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from domain.cards import SeatIndex

Pair = tuple[int, int]
_MOST_TRIES: Final = 20_000
"""Choices that are tried in one group before it is joined with another."""


class Pairing(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A match that is to be played, or a bye."""

    number: int
    round: int
    first: SeatIndex | None = None
    second: SeatIndex | None = None
    """Unset: not known yet, or no opponent (a bye)."""
    to: int | None = None
    """The pairing that the winner goes to."""
    place: int = 0
    """0: as its first player, 1: as its second."""
    bye: bool = False
    decided: bool = False
    winner: SeatIndex | None = None
    """Unset in a decided pairing: drawn."""

    @property
    def players(self) -> tuple[int, ...]:
        """Those who are known."""
        return tuple(player for player in (self.first, self.second) if player is not None)

    @property
    def open(self) -> bool:
        """Whether it can be played now."""
        return not self.decided and len(self.players) == 2


def elimination(seeds: Sequence[int]) -> tuple[Pairing, ...]:
    """Return a single-elimination bracket. The two best seeds can meet only in the final; byes go to the best seeds."""
    ranks = [0]  # in the order of the first round: with eight 0-7 3-4 1-6 2-5
    while len(ranks) < max(2, len(seeds)):
        ranks = [rank for one in ranks for rank in (one, 2 * len(ranks) - 1 - one)]
    players = [seeds[rank] if rank < len(seeds) else None for rank in ranks]
    pairings, round_number = list[Pairing](), 1
    while (matches := len(players) // 2) > 0:
        following = len(pairings) + matches + 1
        for place, (first, second) in enumerate(zip(players[::2], players[1::2], strict=True)):
            bye = round_number == 1 and second is None
            pairings.append(
                Pairing(
                    number=len(pairings) + 1,
                    round=round_number,
                    first=first,
                    second=second,
                    to=following + place // 2 if matches > 1 else None,
                    place=place % 2,
                    bye=bye,
                    decided=bye,
                    winner=first if bye else None,
                )
            )
        players = [pairing.winner for pairing in pairings[-matches:]]
        round_number += 1
    return tuple(pairings)


def round_robin(seeds: Sequence[int], legs: int) -> tuple[Pairing, ...]:
    """Return a round robin: every player meets all others, at most one per round. The second leg swaps sides."""
    circle: list[int | None] = [*seeds, *([None] if len(seeds) % 2 else [])]
    half, pairings = len(circle) // 2, list[Pairing]()
    for leg in range(legs):
        for turn in range(len(circle) - 1):
            for one, other in zip(circle[:half], reversed(circle[half:]), strict=True):
                if one is None or other is None:
                    continue
                first, second = (other, one) if leg else (one, other)
                round_number = leg * (len(circle) - 1) + turn + 1
                pairings.append(Pairing(number=len(pairings) + 1, round=round_number, first=first, second=second))
            circle = [circle[0], circle[-1], *circle[1:-1]]
    return tuple(pairings)


# --- Swiss -------------------------------------------------------------------------------------------------------------


def paired(
    order: Sequence[int], points: Mapping[int, int], met: Collection[Pair], byes: Collection[int]
) -> tuple[list[Pair], int | None]:
    """Return the pairs of a round and the player with the bye. `order` lists all active players, the best first.

    `met` are the pairs that were played, the smaller number first; `byes` the players who had one. A repeat or a second bye is
    given only if unavoidable. The bye goes to the lowest eligible player.
    """
    resting = [player for player in reversed(order) if player not in byes] or list(reversed(order))
    for bye in resting if len(order) % 2 else [None]:
        playing = [player for player in order if player != bye]
        if (pairs := _by_groups(playing, points, met)) is not None:
            return pairs, bye
    bye = resting[0] if len(order) % 2 else None
    return _with_repeats([player for player in order if player != bye], met), bye


def repeated(pairs: Sequence[Pair], met: Collection[Pair]) -> list[Pair]:
    """Those who met before."""
    return [pair for pair in pairs if _key(*pair) in met]


def _key(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _by_groups(order: Sequence[int], points: Mapping[int, int], met: Collection[Pair]) -> list[Pair] | None:
    """Return pairs without a repeat, if any were found."""
    groups = [list(group) for _, group in groupby(order, key=lambda player: points.get(player, 0))]
    done: list[list[Pair]] = []
    left: list[int] = []
    for number, group in enumerate(groups):
        pool = left + group
        last = number == len(groups) - 1
        pairs, left = _group(pool, met, all_of_them=last)
        while pairs is None and last and done:
            # Too few are left to choose among: the group above is opened again.
            pool = sorted({*pool, *(player for pair in done.pop() for player in pair)}, key=order.index)
            pairs, left = _group(pool, met, all_of_them=True)
        if pairs is None:
            return None
        done.append(pairs)
    return [pair for pairs in done for pair in pairs]


def _group(pool: list[int], met: Collection[Pair], *, all_of_them: bool) -> tuple[list[Pair] | None, list[int]]:
    """The pairs of a group, and who goes down from it: as few as can be, the lowest first."""
    if all_of_them:
        return _folded(pool, met), []
    if len(pool) % 2 == 0 and (pairs := _folded(pool, met)) is not None:
        return pairs, []
    if len(pool) % 2:
        for floater in reversed(pool):
            if (pairs := _folded([player for player in pool if player != floater], met)) is not None:
                return pairs, [floater]
    return [], pool


def _folded(pool: Sequence[int], met: Collection[Pair]) -> list[Pair] | None:
    """Return all players of a group paired without repeats, if found, as near as possible to upper half against lower half."""
    pairs: list[Pair] = []
    waiting = [(tuple(pool), _candidates(pool, met))]
    for _ in range(_MOST_TRIES):
        players, candidates = waiting[-1]
        if not players:
            return pairs
        other = next(candidates, None)
        if other is None:
            waiting.pop()
            if not waiting:
                return None
            pairs.pop()
            continue
        pairs.append((players[0], other))
        rest = tuple(player for player in players[1:] if player != other)
        waiting.append((rest, _candidates(rest, met)))
    return None


def _candidates(players: Sequence[int], met: Collection[Pair]) -> Iterator[int]:
    """Yield the possible opponents of the first player: from the middle down, then from the middle up."""
    middle = len(players) // 2
    for other in (*players[middle:], *reversed(players[1:middle])):
        if other != players[0] and _key(players[0], other) not in met:
            yield other


def _with_repeats(order: Sequence[int], met: Collection[Pair]) -> list[Pair]:
    """Neighbours in the standings, who did not meet where that can be seen at once."""
    rest, pairs = list(order), list[Pair]()
    while rest:
        first = rest.pop(0)
        other = next((player for player in rest if _key(first, player) not in met), rest[0])
        rest.remove(other)
        pairs.append((first, other))
    return pairs
