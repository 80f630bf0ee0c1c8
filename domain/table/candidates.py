"""Unknown cards that players hold: their possible identities by the registered lists, and a random choice of them for a
what-if."""

from collections.abc import Iterable
from random import Random

from msgspec import Struct

from domain.cards import SeatIndex, format_token


class UnknownCard(Struct, frozen=True, gc=False):
    """An unknown card and who holds it."""

    seat: SeatIndex
    token: int


class Candidates(Struct, frozen=True):
    """Unknown cards of one registered list, and the cards left in that list."""

    held: tuple[UnknownCard, ...]
    left: dict[str, int]
    """Card id -> copies that have not come to light. At least as many as are held, unless a rule was broken."""


class Identity(Struct, frozen=True, gc=False):
    """An assumed identity of an unknown card."""

    seat: SeatIndex
    token: int
    card: str

    @property
    def ref(self) -> str:
        """`#2-06=zed`."""
        return f"{format_token(self.token)}={self.card}"


def sample(groups: Iterable[Candidates], rng: Random) -> tuple[Identity, ...]:
    """Return an identity for every unknown card, drawn without replacement with equal chances for each copy left.

    The same random source gives the same cards. If a list runs out, further cards stay unknown.
    """
    found: list[Identity] = []
    for group in groups:
        copies = [card for card in sorted(group.left) for _ in range(group.left[card])]
        drawn = rng.sample(copies, min(len(group.held), len(copies)))
        found += [Identity(held.seat, held.token, card) for held, card in zip(group.held, drawn, strict=False)]
    return tuple(found)
