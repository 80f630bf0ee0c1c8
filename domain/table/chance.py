"""Chance in simulations: shuffled piles, dice and coins from one seeded source."""

from collections.abc import Iterable
from random import Random


class Chance:
    """Named piles of cards and a source of randomness. Its results are stored in commands, so replays never need it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._piles: dict[str, list[str]] = {}

    def put(self, pile: str, cards: Iterable[str], *, shuffled: bool = True) -> None:
        """Put a pile on the table, replacing one of that name; it is shuffled by default."""
        self._piles[pile] = list(cards)
        if shuffled:
            self.shuffle(pile)

    def shuffle(self, pile: str) -> None:
        """Put a pile into a new random order."""
        self.rng.shuffle(self._piles[pile])

    def draw(self, pile: str, count: int = 1) -> tuple[str, ...]:
        """Take up to `count` cards from the top of a pile."""
        cards = self._piles.get(pile, [])
        drawn, self._piles[pile] = cards[:count], cards[count:]
        return tuple(drawn)

    def add(self, pile: str, cards: Iterable[str], *, on_top: bool = False) -> None:
        """Put cards on the bottom (or on top) of a pile, in the given order."""
        below = self._piles.get(pile, [])
        self._piles[pile] = [*cards, *below] if on_top else [*below, *cards]

    def left(self, pile: str) -> tuple[str, ...]:
        """Return the cards left in a pile, top first."""
        return tuple(self._piles.get(pile, ()))

    def die(self, faces: int = 6) -> int:
        """Roll one die."""
        return self.rng.randint(1, faces)

    def dice(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll several dice."""
        return tuple(self.die(faces) for _ in range(count))

    def coin(self) -> bool:
        """Flip a coin; True for heads."""
        return self.rng.random() < 0.5
