"""Recording by hand: card texts, cards shown, the end of a mentor or award, adjustments (TCG-A12, D07, X06)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, Token, token_owner
from domain.games.frc_tcg.changes import Change, apply_changes
from domain.games.frc_tcg.changes.base import CHANGE_RULES
from domain.games.frc_tcg.changes.cards import check_reveal, show
from domain.games.frc_tcg.combat import refresh_max_hp
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import CardEffectResolved
from domain.games.frc_tcg.events.turn import EnhancementEnded
from domain.games.frc_tcg.match_end import DefeatCause, PrizePick, settle
from domain.games.frc_tcg.references import find_enhancement, is_seat, seat_of, source_card
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.turn_checks import check_may_act
from domain.rules import Violation, impossible
from domain.seats import JUDGE, Viewpoint


class ResolveCardEffect(TcgCommand, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """Record the effect of a card's text, change by change."""

    title = "Resolve a card's effect"
    source: CardRef | None
    changes: tuple[Change, ...]
    note: str = ""
    prize_picks: tuple[PrizePick, ...] = ()
    player: SeatIndex | None = None
    """The card's owner; if omitted, any player's card may match."""
    rules = (*CHANGE_RULES,)

    def gate(self, state: State) -> tuple[Violation, ...]:
        """Require a match in progress; it may be anyone's turn."""
        return check_may_act(state, None)

    def validate(self, state: State) -> Iterator[Violation]:
        if not is_seat(state, self.player):
            yield impossible("TCG-A12", "this seat does not exist")
            return
        source = source_card(state, self.source, self.player) if self.source is not None else None
        if source is None:
            name = self.source or "no card"
            yield Violation("TCG-A12", f"{name}: an effect has a source card that is in play or was played this turn")

    def resolve(self, out: TcgBuffer) -> None:
        state = out.state
        source = source_card(state, self.source, self.player) if self.source is not None else None
        owner = token_owner(source.id) if source is not None else seat_of(state, self.player)
        token = source.id if source is not None else 0
        card = source.card if source is not None else self.source
        out.add(CardEffectResolved(player=owner, source=token, card=card, note=self.note))
        apply_changes(out, self.changes, owner, token)
        settle(out, DefeatCause(owner, picks=self.prize_picks))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "ResolveCardEffect":
        return replace(self, **self.redacted_by_hand(state, seat_of(state, self.player), viewpoint))


class EndEnhancement(TcgCommand, frozen=True, kw_only=True, tag="end_enhancement"):
    """Move a mentor or award to the shop, because its text says so or because of the card `source`."""

    title = "End a mentor or an award"
    card: CardRef
    reason: str = ""
    source: CardRef | None = None
    player: SeatIndex | None = None
    """The seat on whose side the card is."""
    rules = ("TCG-A12", "TCG-X06")

    def gate(self, state: State) -> tuple[Violation, ...]:
        """Require a match in progress; it may be anyone's turn."""
        return check_may_act(state, None)

    def validate(self, state: State) -> Iterator[Violation]:
        found = find_enhancement(state, self.card, self.player)
        if found is None:
            yield impossible("TCG-X06", f"no mentor or award {self.card} in play there")
            return
        duration = found[1].duration
        if self.source is None and duration != "manual":
            yield Violation("TCG-X06", f"it lasts {duration}: name the card that ends it as source")
        elif self.source is not None and source_card(state, self.source, None) is None:
            yield Violation("TCG-A12", f"{self.source} is not in play and was not played this turn")

    def resolve(self, out: TcgBuffer) -> None:
        found = find_enhancement(out.state, self.card, self.player)
        assert found is not None
        seat, card = found
        out.add(EnhancementEnded(player=seat, card=Token(card.token, card.card), reason=self.reason))
        refresh_max_hp(out)


class RevealCard(TcgCommand, frozen=True, kw_only=True, tag="reveal_card"):
    """Reveal a hidden card."""

    title = "Reveal a card"
    token: CardRef
    card_id: CardId
    to: tuple[SeatIndex, ...] = ()
    """Empty: everyone."""
    player: SeatIndex | None = None
    rules = ("TCG-D07",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.status == "unopened":
            yield impossible("TCG-S08", "no match is open: create_match first")
            return
        seat = seat_of(state, self.player)
        yield from check_reveal(state, max(0, seat), self.token, self.card_id, self.to)

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        show(out, max(0, seat), self.token, self.card_id, self.to)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "RevealCard":
        seen = not self.to or viewpoint in (JUDGE, seat_of(state, self.player), *self.to)
        return self if seen else replace(self, token=UNKNOWN, card_id=UNKNOWN)
