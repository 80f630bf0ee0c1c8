"""Recording by hand: effects of cards, retirements and adjustments."""

from collections.abc import Iterator
from typing import Literal, Self

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex, parse_ref
from domain.games.frc_card_game.changes import AnyChange, EffectChange, apply_changes, redacted_changes
from domain.games.frc_card_game.changes.base import CHANGE_RULES, ChangeSource
from domain.games.frc_card_game.commands.base import FrcCommand, closed
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import Adjusted, CardEffectResolved
from domain.games.frc_card_game.movements import retire_from_field
from domain.games.frc_card_game.references import acting, field_card, source_of
from domain.games.frc_card_game.scoring import look_at_points
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import find_slotted
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize


class ResolveCardEffect(FrcCommand, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """Record the result of a card's effect as primitive changes."""

    title = "Resolve a card's effect"
    source: CardRef
    text: str = ""
    changes: tuple[EffectChange, ...] = ()
    player: SeatIndex | None = None
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the source is on the field or has just left it (CG-A05)."""
        player = acting(state, self.player)
        source = source_of(state, player, self.source)
        if source is None:
            card = parse_ref(self.source).card
            unheard = card is not None and card not in state.catalogue
            text = f"{self.source} is not in play: effects work once it is played"
            yield Violation("CG-A05", text, impossible=unheard)
            if unheard:
                return
        yield from self.violations_of_changes(state)

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        source = source_of(out.state, player, self.source)
        token = source.token.id if source is not None else None
        card = source.token.card if source is not None else parse_ref(self.source).card
        out.add(CardEffectResolved(player=player, source=token, card=card, text=self.text))
        apply_changes(out, self.changes, ChangeSource(player, token, "effect"))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        changes = redacted_changes(state, self.changes, acting(state, self.player), viewpoint)
        return replace(self, changes=changes)


class RetireCard(FrcCommand, frozen=True, kw_only=True, tag="retire_card"):
    """Ends an event that lasts until a condition is met (CG-X04)."""

    title = "Retire a card"
    card: CardRef
    cause: Literal["effect_ended"] = "effect_ended"
    player: SeatIndex | None = None
    rules = ("CG-A06", "CG-A12", "CG-X04")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the card is an event that ends by a condition (CG-A06, CG-A12, CG-X04)."""
        found = field_card(state, acting(state, self.player), self.card)
        if found is None:
            yield impossible("CG-A12", f"{self.card} is not on the field")
            return
        title = state.catalogue.name_of(found.token.card)
        there = find_slotted(state, found.token.id)
        if there is None:
            yield Violation("CG-A12", f"{title} leaves the field only by a card effect or a score attempt")
        elif there[2].kind == "mentor":
            yield Violation("CG-A06", f"{title} is a mentor: it stays until a card effect retires it")
        elif there[2].kind != "condition":
            yield Violation(
                "CG-X04",
                f"{title} retires by itself, {there[2].counted} of {pluralize(there[2].count, 'turn')} counted",
            )

    def resolve(self, out: FrcBuffer) -> None:
        """Retire the card. Recorded as played, this works for any card on the field."""
        player = acting(out.state, self.player)
        found = field_card(out.state, player, self.card)
        assert found is not None
        retire_from_field(out, found, "effect", event=self.cause)
        look_at_points(out)


class Adjust(FrcCommand, frozen=True, kw_only=True, tag="adjust"):
    """Adjusts the record to the table, with a reason."""

    title = "Adjust the record"
    reason: str
    changes: tuple[AnyChange, ...]
    taken = "any_time"
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the changes; adjustments may break rules of play. During the setup, yield one violation."""
        if state.phase not in ("unopened", "setup"):
            yield from self.violations_of_changes(state)
        elif (shut := closed(state)) is not None:
            yield shut

    def resolve(self, out: FrcBuffer) -> None:
        out.add(Adjusted(reason=self.reason))
        apply_changes(out, self.changes, ChangeSource(acting(out.state, None), None, "adjustment"))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        changes = redacted_changes(state, self.changes, acting(state, None), viewpoint)
        return replace(self, changes=changes)
