"""Cards drawn into a hand, shown out of it, and discarded (CG-T04, CG-X05)."""

from domain.cards import Token, parse_ref
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.turns import CardDrawn, CardsDiscarded
from domain.games.frc_card_game.references import hand_cards
from domain.games.frc_card_game.scoring import fail_draw
from domain.games.frc_card_game.state import DrawCause
from domain.games.frc_card_game.zones import next_token, top_card


def draw(out: FrcBuffer, seat: int, text: str, cause: DrawCause) -> None:
    """One card from the top of a deck to the hand."""
    player = out.state.players[seat]
    if not player.deck:
        fail_draw(out, seat, cause)
        return
    top, ref = top_card(player), parse_ref(text)
    card = Token(top.id, top.card or ref.card) if top else Token(next_token(player, seat), ref.card)
    out.add(CardDrawn(player=seat, token=card.id, card=card.card, deck_after=player.deck - 1, cause=cause))


def show(out: FrcBuffer, player: int, card: Token) -> None:
    """A hand card that is played or named becomes known first."""
    known = next((t.card for t in out.state.players[player].hand if t.id == card.id), card.card)
    if known is None and card.card is not None:
        out.add(CardRevealed(player=player, token=card.id, card=card.card))


def discard(out: FrcBuffer, player: int, texts: tuple[str, ...]) -> None:
    """Hand cards go to the pile (CG-X05)."""
    cards = tuple([card for card in hand_cards(out.state, player, texts) if card is not None])
    for card in cards:
        show(out, player, card)
    if cards:
        out.add(CardsDiscarded(player=player, cards=cards))
