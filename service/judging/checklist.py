"""The checklist for a rewind at the table: steps done, the decision about dice, and the names of returned cards.

Nothing is preset: the official decides about dice, and the players draw the returned cards at random.
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
"""The default place for returned cards."""


class Checklist(Struct, frozen=True, kw_only=True):
    """A rewind plan and its progress at the table."""

    plan: RewindPlan
    target: Address
    """The action that will be the last current one after the rewind."""
    ticked: frozenset[int] = frozenset()
    """Indexes of the finished steps in `plan.undo`."""
    dice: Dice = ""
    drawn: tuple[str, ...] = ()
    """For each card of `backs`: the name of the drawn card, `??` if nobody saw it, or empty if it is not drawn yet."""
    place: str = DECK_TOP
    """The place to which the cards were returned."""

    @property
    def backs(self) -> tuple[ReturningCards, ...]:
        """Return one item for each unknown card to return."""
        return tuple(back for back in self.plan.returning for _ in range(back.count))

    def ticking(self, step: int) -> "Checklist":
        """Return a copy with the mark of one step set or removed."""
        return replace(self, ticked=self.ticked ^ {step})

    def all_ticked(self) -> "Checklist":
        """Return a copy with all steps marked as done."""
        return replace(self, ticked=frozenset(range(len(self.plan.undo))))

    def throwing(self, dice: Dice) -> "Checklist":
        """Return a copy with this decision about the undone dice rolls: keep them, or roll again."""
        return replace(self, dice=dice)

    def putting(self, place: str) -> "Checklist":
        """Return a copy with this place for the returned cards."""
        return replace(self, place=place)

    def drawing(self, card: int, by: int) -> "Checklist":
        """Return a copy with another answer for a card, `by` steps further in this cycle: not drawn yet, each candidate, not
        seen."""
        choices = tuple(dict.fromkeys(("", *self.backs[card].candidates, UNKNOWN)))
        drawn = list(self._drawn)
        drawn[card] = choices[(choices.index(drawn[card]) + by) % len(choices)]
        return replace(self, drawn=tuple(drawn))

    def drawn_as(self, card: int) -> str:
        """Return the name of the card drawn as number `card`; empty if it is not drawn yet."""
        return self._drawn[card]

    @property
    def put_back(self) -> tuple[PutBack, ...]:
        """The returned cards, in the form of the record."""
        return tuple(
            PutBack(seat=back.seat, place=self.place.strip(), candidates=back.candidates, chosen=chosen)
            for back, chosen in zip(self.backs, self._drawn, strict=True)
        )

    @property
    def missing(self) -> str:
        """Return one line about the next missing answer; empty if the checklist is complete."""
        left = len(self.plan.undo) - len(self.ticked)
        if left:
            return f"{pluralize(left, 'step')} not marked as done"
        if self.plan.dice and not self.dice:
            return f"dice rolled in entry {', '.join(self.plan.dice)}: keep them, or roll again?"
        if undrawn := self._drawn.count(""):
            return f"{pluralize(undrawn, 'card')} not drawn at random yet"
        if self.backs and not self.place.strip():
            return "where were the cards put?"
        return next((f"{name} is returned more often than the hand had it" for name in self._too_often()), "")

    @property
    def _drawn(self) -> tuple[str, ...]:
        return self.drawn or ("",) * len(self.backs)

    def _too_often(self) -> list[str]:
        drawn = Counter(
            (back.seat, name) for back, name in zip(self.backs, self._drawn, strict=True) if name != UNKNOWN
        )
        held = Counter((back.seat, name) for back in self.plan.returning for name in back.candidates)
        return [name for (seat, name), count in drawn.items() if count > held[seat, name]]
