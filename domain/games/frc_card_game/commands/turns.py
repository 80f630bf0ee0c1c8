"""Commands for turns and phases (CG-T), shown cards, and concessions (CG-E07)."""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex
from domain.games.frc_card_game.cards import PHASES, Phase
from domain.games.frc_card_game.commands.base import FrcCommand, closed, not_your_turn
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.turns import MatchConceded, TurnEnded
from domain.games.frc_card_game.field import draws_owed, hand_limit, is_skipped, next_phase, phases_before, triggered_in
from domain.games.frc_card_game.movements import discard, draw
from domain.games.frc_card_game.phases import begin_turn, go_to
from domain.games.frc_card_game.references import (
    acting,
    drawn_card,
    hand_card,
    hand_cards,
    held,
    in_hand,
    named_anew,
    no_such_player,
)
from domain.games.frc_card_game.scoring import end, ended_now
from domain.games.frc_card_game.state import State, opponent_of
from domain.rules import Violation, impossible
from domain.seats import JUDGE, Viewpoint
from domain.table.visibility import sees_hand
from domain.text import pluralize


class DrawCard(FrcCommand, frozen=True, kw_only=True, tag="draw_card"):
    """Draws one card owed in the draw phase (CG-T04)."""

    title = "Draw a card"
    card: CardRef = "??"
    player: SeatIndex | None = None
    rules = ("CG-D03", "CG-D05", "CG-D06", "CG-F01", "CG-K01", "CG-T01", "CG-T03", "CG-T04")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that a draw is owed, and that the top card can have this identity (CG-T04)."""
        player = acting(state, self.player)
        yield from not_your_turn(state, player)
        if state.turn == 1:
            yield Violation("CG-T03", "the draw phase of turn 1 is skipped for the first player")
        elif state.phase != "draw":
            yield Violation(
                "CG-T04", f"draw only in the draw phase, not in {state.phase}, unless a card effect says so"
            )
        elif draws_owed(state) == 0:
            yield Violation("CG-T04", f"no draw is owed: {pluralize(state.draws_made, 'draw')} made")
        yield from drawn_card(state, player, self.card)

    def resolve(self, out: FrcBuffer) -> None:
        """Draw the card. A draw from an empty deck loses the match (CG-E04)."""
        draw(out, acting(out.state, self.player), self.card, "draw_phase")

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if sees_hand(viewpoint, acting(state, self.player)) else replace(self, card=UNKNOWN)


class AdvancePhase(FrcCommand, frozen=True, kw_only=True, tag="advance_phase"):
    """Goes to the next phase, or to a later one (CG-T02)."""

    title = "Go to the next phase"
    to: Phase | None = None
    player: SeatIndex | None = None
    rules = ("CG-T01", "CG-T02", "CG-T03", "CG-T04", "CG-T08")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the phase is later in this turn, and that no required action is left (CG-T02 to CG-T04, CG-T08)."""
        yield from not_your_turn(state, acting(state, self.player))
        to = self.to or next_phase(state)
        if to is None:
            yield impossible("CG-T02", "the end phase is the last: end the turn")
            return
        if state.turn == 1 and to in ("draw", "scoring"):
            yield Violation("CG-T03", f"the {to} phase of turn 1 is skipped for the first player")
        elif state.phase in PHASES and PHASES.index(to) <= PHASES.index(state.phase):
            yield Violation("CG-T02", f"the {to} phase {'is over' if to != state.phase else 'has already begun'}")
        elif is_skipped(state, to):
            yield Violation("CG-T02", f"the {to} phase is skipped in this turn")
        yield from _left_undone(state, phases_before(state, to)[:-1])

    def resolve(self, out: FrcBuffer) -> None:
        to = self.to or next_phase(out.state)
        if to is not None:
            go_to(out, to)


class DiscardToHandLimit(FrcCommand, frozen=True, kw_only=True, tag="discard_to_hand_limit"):
    """Discards down to the hand limit in the end phase (CG-T09)."""

    title = "Discard to the hand limit"
    cards: tuple[CardRef, ...]
    player: SeatIndex | None = None
    rules = ("CG-A01", "CG-D03", "CG-D05", "CG-D06", "CG-K01", "CG-T01", "CG-T09", "CG-X05")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check phase and cards, and that the hand then has exactly its limit (CG-T09)."""
        player = acting(state, self.player)
        yield from not_your_turn(state, player)
        if state.phase != "end":
            yield Violation("CG-T09", f"discard to the hand limit in the end phase, not in {state.phase}")
        if not self.cards:
            yield impossible("CG-T09", "name the cards to discard")
        else:
            yield from _cut(state, player, self.cards)

    def resolve(self, out: FrcBuffer) -> None:
        discard(out, acting(out.state, self.player), self.cards)


class EndTurn(FrcCommand, frozen=True, kw_only=True, tag="end_turn"):
    """Ends the turn, going through its remaining phases (CG-T08, CG-T10)."""

    title = "End the turn"
    discards: tuple[CardRef, ...] = ()
    player: SeatIndex | None = None
    rules = ("CG-A01", "CG-D03", "CG-D05", "CG-D06", "CG-K01", "CG-T01", "CG-T04", "CG-T08", "CG-T09", "CG-X05")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that no required action is left, and the discards (CG-T08, CG-T09)."""
        yield from not_your_turn(state, acting(state, self.player))
        yield from _left_undone(state, phases_before(state, "end"))
        yield from _cut(state, acting(state, None), self.discards)

    def resolve(self, out: FrcBuffer) -> None:
        if out.state.phase != "end":
            go_to(out, "end")
        if ended_now(out):
            return
        player = acting(out.state, None)  # as played, the other player may end the turn of the turn player
        discard(out, player, self.discards)
        out.add(TurnEnded(turn=out.state.turn, player=player))
        begin_turn(out, out.state.turn + 1, opponent_of(player))


class RevealCard(FrcCommand, frozen=True, kw_only=True, tag="reveal_card"):
    """Shows a hand card: `dana`, or `#1-03=dana` for one physical card."""

    title = "Reveal a card"
    card: CardRef
    to: SeatIndex | None = None
    """The player who sees the card; default: everyone."""
    player: SeatIndex | None = None
    taken = "any_time"
    rules = ("CG-A01", "CG-D03", "CG-D05", "CG-D06", "CG-K01")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the card is in the hand, and can have this identity (CG-D03, CG-D06)."""
        if state.phase == "unopened":
            yield impossible("CG-S07", "setup not complete: the match has not been started")
            return
        # Allowed in the setup and after the end, too, but an open choice must be made first.
        if state.choices and state.result is None and (shut := closed(state)) is not None:
            yield shut
        player = acting(state, self.player)
        yield from no_such_player(state, self.to)
        yield from in_hand(state, player, self.card, hand_card(state, player, self.card))

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        card = hand_card(out.state, player, self.card)
        if card is not None and card.card is not None:
            out.add(CardRevealed(player=player, token=card.id, card=card.card, to=self.to))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        """Hide a card shown to one player from the others."""
        seen = self.to is None or viewpoint in (JUDGE, self.to, acting(state, self.player))
        return self if seen else replace(self, card=UNKNOWN)


class Concede(FrcCommand, frozen=True, kw_only=True, tag="concede"):
    """A player concedes the match (CG-E07)."""

    title = "Concede the match"
    player: SeatIndex | None = None
    taken = "from_setup"
    with_open_choice = True
    rules = ("CG-E07",)

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the command names a player if there is no turn player (CG-E07)."""
        if self.player is None and state.turn_player is None:
            yield impossible("CG-E07", "say who concedes")

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        out.add(MatchConceded(player=player))
        # Recorded as played, a concession after the end has no effect.
        if out.state.result is None:
            end(out, opponent_of(player), "concession", "CG-E07")


def _left_undone(state: State, passed: tuple[Phase, ...]) -> Iterator[Violation]:
    """Yield a violation for each action that is required in the current phase or in the phases passed over."""
    if state.options.draw_phase_draw == "must" and (owed := draws_owed(state)):
        yield Violation("CG-T04", f"{pluralize(owed, 'draw')} owed")
    for phase, source in triggered_in(state, *passed):
        card = state.catalogue.name_of(source.card)
        yield Violation("CG-T08", f"{card} acts in the {phase} phase: go to it first (advance_phase {phase})")


def _cut(state: State, player: int, texts: tuple[str, ...]) -> Iterator[Violation]:
    """Check that the discards reduce the hand exactly to its limit, and can have these identities (CG-D03, CG-D06)."""
    hand = len(state.players[player].hand)
    limit = hand_limit(state, player)
    over = max(0, hand - limit)
    if len(texts) != over:
        asked = f"discard {over}" if over else "nothing to discard"
        yield Violation("CG-T09", f"{pluralize(hand, 'card')} in hand, the limit is {limit}: {asked}, not {len(texts)}")
    if not texts:
        return
    cards = hand_cards(state, player, texts)
    for text, card in zip(texts, cards, strict=True):
        if card is not None and card.card is None:
            yield Violation("CG-X05", "a discarded card is face up in the pile: say which card it is")
        else:
            yield from held(state, player, text, card)
    yield from named_anew(state, player, cards)
