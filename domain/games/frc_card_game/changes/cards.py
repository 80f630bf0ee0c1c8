"""Changes by hand of points and decks: cards drawn, shown and shuffled; random results and notes."""

from collections.abc import Iterator
from typing import Literal, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex
from domain.event_buffer import EventBuffer
from domain.games.frc_card_game.changes.base import ChangeSource, FrcChange
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import Noted, RandomRecorded
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.setup import DeckShuffled
from domain.games.frc_card_game.events.turns import DrawFailed
from domain.games.frc_card_game.movements import draw
from domain.games.frc_card_game.references import drawn_card, hand_card, in_hand
from domain.games.frc_card_game.scoring import change_points, fail_draw
from domain.games.frc_card_game.state import RevealedHandCard, State
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint
from domain.table.visibility import face_down, sees_hand


class ChangePoints(FrcChange, frozen=True, kw_only=True, tag="points_changed"):
    """A player's points go up or down."""

    player: SeatIndex
    delta: int
    nothing = ("CG-X06", "the points would stay the same")

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        change_points(out, self.player, self.delta, by.cause)


class DrawCards(FrcChange, frozen=True, kw_only=True, tag="cards_drawn"):
    """A player draws from the top of their deck."""

    player: SeatIndex
    cards: tuple[CardRef, ...] = ("??",)
    """One per draw, `??` if unknown."""
    nothing = ("CG-Q03", "no card to draw")

    def validate(self, state: State, _by: ChangeSource) -> Iterator[Violation]:
        """Check each card against the known part of the deck at the time of its draw."""
        trial: FrcBuffer = EventBuffer(state)
        for text in self.cards:
            yield from drawn_card(trial.state, self.player, text)
            if trial.state.players[self.player].deck:
                draw(trial, self.player, text, "effect")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        """Draw the cards that the deck has. A draw from an empty deck is recorded, and loses the match if the options say so
        (CG-Q03, CG-V02)."""
        had = out.state.players[self.player].deck
        for text in self.cards[:had]:
            draw(out, self.player, text, "effect")
        if len(self.cards) <= had:
            return
        if out.state.options.deck_out_loss == "any_draw" and out.state.result is None:
            fail_draw(out, self.player, "effect")
        else:
            out.add(DrawFailed(player=self.player, cause="effect"))

    def redacted_for(self, _state: State, _by: int, viewpoint: Viewpoint) -> Self:
        """Show the cards only to the player who draws."""
        return self if sees_hand(viewpoint, self.player) else replace(self, cards=face_down(self.cards))


class ShowCard(FrcChange, frozen=True, kw_only=True, tag="card_revealed"):
    """A hand card is shown."""

    card: CardRef
    player: SeatIndex
    to: SeatIndex | None = None
    """The player who sees the card; default: everyone."""
    nothing = ("CG-Q35", "everyone who would see the card knows it already")

    def seats(self) -> tuple[int | None, ...]:
        return self.player, self.to

    def validate(self, state: State, _by: ChangeSource) -> Iterator[Violation]:
        return in_hand(state, self.player, self.card, hand_card(state, self.player, self.card))

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        player, card = out.state.players[self.player], hand_card(out.state, self.player, self.card)
        assert card is not None
        assert card.card is not None
        known_to = {self.player, *(shown.to for shown in player.shown if shown.token == card.id)}
        if card not in player.hand or (self.to not in known_to and RevealedHandCard(card.id) not in player.shown):
            out.add(CardRevealed(player=self.player, token=card.id, card=card.card, to=self.to))

    def redacted_for(self, _state: State, _by: int, viewpoint: Viewpoint) -> Self:
        """Hide a card shown to one player from the others."""
        seen = self.to is None or viewpoint in (JUDGE, self.to, self.player)
        return self if seen else replace(self, card=UNKNOWN)


class ShuffleDeck(FrcChange, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck is shuffled, so the places of known cards in it are lost."""

    player: SeatIndex
    nothing = ("CG-S08", "the deck is empty")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        if out.state.players[self.player].deck:
            out.add(DeckShuffled(player=self.player))


class RandomResult(FrcChange, frozen=True, kw_only=True, tag="random_result"):
    """A coin, a die or a random pick that an effect asked for."""

    kind: Literal["coin", "die", "pick"]
    value: str
    nothing = ("CG-A05", "no result is named")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        if self.value.strip():
            out.add(RandomRecorded(kind=self.kind, value=self.value))


class Note(FrcChange, frozen=True, kw_only=True, tag="note"):
    """A comment without effect on the state."""

    text: str
    nothing = ("CG-A05", "the note is empty")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        if self.text.strip():
            out.add(Noted(text=self.text))
