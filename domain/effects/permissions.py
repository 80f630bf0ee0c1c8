"""Checks commands under lasting effects that allow or forbid them, and deviations that a card justifies
(`because=CARD`)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Never, cast

from domain.cards import CardRef, parse_ref
from domain.effects.lasting import Effects, EffectState, EffectSubject, Key, Lasting, permission
from domain.effects.vocabulary import EffectVocabulary
from domain.game import Command, tag_of
from domain.rules import Violation, impossible


class EffectCommand(Command, frozen=True, kw_only=True):
    """A command in a game with lasting effects."""

    because: CardRef | None = None
    """The card that justifies a deviation from the rules: in play, just played, or with a text that still applies."""
    vocabulary: ClassVar[EffectVocabulary]

    def check(self, state: EffectState) -> tuple[Violation, ...]:
        """Return the broken rules. A deviation that a card justifies is not a violation."""
        found = self.broken(state)  # type: ignore[arg-type]  # once an action: a cast would be a call
        if state.lasting:
            found = self._under_effects(state, found)
        if self.because is None:
            return found
        if unfounded := self._unfounded(state, self.because):
            return (*found, unfounded)
        return tuple(violation for violation in found if not self._justifiable(violation))

    def deviations(self, state: EffectState) -> tuple[Violation, ...]:
        """Return the broken rules, under the effects in force, that a card may justify."""
        found = self._under_effects(state, self.broken(cast("Never", state)))
        return tuple(violation for violation in found if self._justifiable(violation))

    def _justifiable(self, violation: Violation) -> bool:
        return not violation.impossible and violation.rule != self.vocabulary.end_rule

    @abstractmethod
    def broken(self, state: Never) -> tuple[Violation, ...]:
        """Return the broken rules, ignoring effects."""

    @abstractmethod
    def subject(self, state: Never) -> EffectSubject | None:
        """Return the card or player that acts; `None` if the command names one that is not there."""

    @abstractmethod
    def is_in_force(self, state: Never, card: CardRef) -> bool:
        """Return True if a card is in play or was just played."""

    def _unfounded(self, state: EffectState, card: CardRef) -> Violation | None:
        """Return a violation if a card cannot justify the command: it is not in the catalogue, or not in force."""
        ref = parse_ref(card)
        if ref.card is not None and ref.card not in state.catalogue:
            return impossible(self.vocabulary.rule, f"no card {ref.card} in the catalogue: define_card first")
        played = card in (getattr(self, name) for name in self.__struct_fields__ if name != "because")
        if played or self.is_in_force(cast("Never", state), card):
            return None
        name = state.catalogue.name_of(ref.card) if ref.card is not None else card
        return impossible(
            self.vocabulary.rule, f"{name} is not in play and has no lasting effect, so it cannot justify this"
        )

    def _under_effects(self, state: EffectState, found: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """Return the violations after the effects that allow or forbid actions."""
        permissions = tuple([effect for effect in state.lasting if effect.word in ("allow", "forbid")])
        return tuple(self._permitted(state, permissions, found)) if permissions else found

    def _permitted(self, state: EffectState, permissions: Effects, found: tuple[Violation, ...]) -> Iterator[Violation]:
        """Yield the violations without those that an effect allows, and those of actions that an effect forbids."""
        tag, subject = tag_of(self), self.subject(cast("Never", state))
        lifted: set[str] = set()
        for name, named in self.vocabulary.names.items():
            if subject is None or tag not in named.commands:
                continue
            effect = permission(permissions, name, subject, state.seats)
            if effect is not None and effect.word == "allow":
                lifted.update(named.lifts)
            elif effect is not None:
                text = f"{self._who(state, subject)} may not {named.words}{self._cause(state, effect)}"
                yield Violation(self.vocabulary.rule, text)
        yield from (violation for violation in found if violation.impossible or violation.rule not in lifted)

    def _who(self, state: EffectState, subject: EffectSubject) -> str:
        return (
            state.seats[subject.seat].name if not subject.token else self.card_name(cast("Never", state), subject.token)
        )

    def _cause(self, state: EffectState, effect: Lasting) -> str:
        name = self.card_name(cast("Never", state), effect.source) if effect.source else ""
        return f": {name}" if name else ""

    @abstractmethod
    def card_name(self, state: Never, token: Key) -> str:
        """Return the printed name of a card on the table; `a card` if it is unknown."""
