"""Unknown cards in hands: their possible identities by the registered deck lists, and random identities for a
what-if."""

from collections.abc import Iterable
from random import Random

from msgspec import Struct

from domain.cards import SeatIndex, format_token


class UnknownCard(Struct, frozen=True, gc=False):
    """An unknown card and its holder."""

    seat: SeatIndex
    token: int


class Candidates(Struct, frozen=True):
    """The unknown cards of one player, and the cards of the registered list that were not seen yet."""

    held: tuple[UnknownCard, ...]
    left: dict[str, int]
    """Card id -> copies not seen yet. Together at least as many as `held`, unless a rule was broken."""


class Identity(Struct, frozen=True, gc=False):
    """An assumed identity of an unknown card."""

    seat: SeatIndex
    token: int
    card: str

    @property
    def ref(self) -> str:
        """Return the reference with the identity: `#2-06=zed`."""
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
