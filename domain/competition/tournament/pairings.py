"""Pairings of elimination brackets with byes and of round robins."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import SeatIndex


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

    def filled(self, place: int, player: int | None) -> "Pairing":
        """With another player in a place."""
        return replace(self, second=player) if place else replace(self, first=player)


def elimination(seeds: Sequence[int]) -> tuple[Pairing, ...]:
    """Return a single-elimination bracket. The two best seeds can meet only in the final; byes go to the best seeds."""
    size = 1 << max(1, (len(seeds) - 1).bit_length())
    pairings = {pairing.number: pairing for pairing in _empty_bracket(size)}
    for number, (high, low) in enumerate(_first_round(size), start=1):
        first = seeds[high] if high < len(seeds) else None
        second = seeds[low] if low < len(seeds) else None
        pairing = replace(pairings[number], first=first, second=second)
        if second is None:
            pairing = replace(pairing, bye=True, decided=True, winner=first)
            if pairing.to is not None:
                pairings[pairing.to] = pairings[pairing.to].filled(pairing.place, first)
        pairings[number] = pairing
    return tuple(pairings.values())


def _empty_bracket(size: int) -> Iterator[Pairing]:
    number, round_number, matches = 1, 1, size // 2
    while matches:
        for index in range(matches):
            last = matches == 1
            yield Pairing(
                number=number + index,
                round=round_number,
                to=None if last else number + matches + index // 2,
                place=index % 2,
            )
        number, round_number, matches = number + matches, round_number + 1, matches // 2


def _first_round(size: int) -> Iterator[tuple[int, int]]:
    """Ranks (from 0) that meet first: with eight, 0-7 3-4 1-6 2-5."""
    order = [0]
    while len(order) < size:
        double = 2 * len(order)
        order = [rank for one in order for rank in (one, double - 1 - one)]
    yield from zip(order[::2], order[1::2], strict=True)


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
