"""The checklist of a rewind while the table carries it out: steps ticked, dice decided, returned cards named.

It has no defaults: the ruling decides about dice, and the table draws returned cards at random.
"""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN
from domain.judging import Dice, PutBack
from domain.text import pluralize
from domain.timeline import Address
from service.judging.plan import ReturningCards, RewindPlan

DECK_TOP = "deck top"
"""Where cards go back unless the table says otherwise."""


class Checklist(Struct, frozen=True, kw_only=True):
    """A plan and its progress at the table."""

    plan: RewindPlan
    target: Address
    """The last current action after the rewind."""
    ticked: frozenset[int] = frozenset()
    """Which of the steps of `plan.undo` are done."""
    dice: Dice = ""
    drawn: tuple[str, ...] = ()
    """For each card of `backs`: the drawn candidate, `??` if it was not seen; empty: not drawn yet."""
    place: str = DECK_TOP
    """Where the cards went."""

    @property
    def backs(self) -> tuple[ReturningCards, ...]:
        """Return one item for each unknown card that goes back."""
        return tuple(back for back in self.plan.returning for _ in range(back.count))

    def ticking(self, step: int) -> "Checklist":
        """Return a copy with one step ticked, or unticked if it was ticked."""
        return replace(self, ticked=self.ticked ^ {step})

    def all_ticked(self) -> "Checklist":
        """Return a copy with all steps ticked."""
        return replace(self, ticked=frozenset(range(len(self.plan.undo))))

    def throwing(self, dice: Dice) -> "Checklist":
        """Return a copy with the decision about later dice."""
        return replace(self, dice=dice)

    def putting(self, place: str) -> "Checklist":
        """Return a copy with the place where cards went."""
        return replace(self, place=place)

    def drawing(self, card: int, by: int) -> "Checklist":
        """Return a copy with the next candidate for a card: not drawn yet, each candidate, not seen."""
        choices = tuple(dict.fromkeys(("", *self.backs[card].candidates, UNKNOWN)))
        drawn = list(self._drawn)
        drawn[card] = choices[(choices.index(drawn[card]) + by) % len(choices)]
        return replace(self, drawn=tuple(drawn))

    def drawn_as(self, card: int) -> str:
        """Return the candidate that a card turned out to be; empty: not drawn yet."""
        return self._drawn[card]

    @property
    def put_back(self) -> tuple[PutBack, ...]:
        """The cards that went back, as they are recorded."""
        return tuple(
            PutBack(seat=back.seat, place=self.place.strip(), candidates=back.candidates, chosen=chosen)
            for back, chosen in zip(self.backs, self._drawn, strict=True)
        )

    @property
    def missing(self) -> str:
        """Return the remaining steps on one line; empty if all are done."""
        left = len(self.plan.undo) - len(self.ticked)
        if left:
            return f"{pluralize(left, 'step')} not ticked off"
        if self.plan.dice and not self.dice:
            return f"dice rolled in entry {', '.join(self.plan.dice)}: keep them, or roll again?"
        if undrawn := self._drawn.count(""):
            return f"{pluralize(undrawn, 'card')} still to be drawn at random"
        if self.backs and not self.place.strip():
            return "where did the cards go?"
        return next((f"{name} went back more often than it was there" for name in self._too_often()), "")

    @property
    def _drawn(self) -> tuple[str, ...]:
        return self.drawn or ("",) * len(self.backs)

    def _too_often(self) -> list[str]:
        drawn = Counter(
            (back.seat, name) for back, name in zip(self.backs, self._drawn, strict=True) if name != UNKNOWN
        )
        held = Counter((back.seat, name) for back in self.plan.returning for name in back.candidates)
        return [name for (seat, name), count in drawn.items() if count > held[seat, name]]
