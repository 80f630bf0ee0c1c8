"""Cards drawn into a hand, shown out of it, and discarded (CG-T04, CG-X05)."""

from domain.cards import Token, parse_ref
from domain.games.frc_card_game.ending import fail_draw
from domain.games.frc_card_game.events.base import FrcCourse
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.turns import CardDrawn, CardsDiscarded
from domain.games.frc_card_game.references import hand_cards
from domain.games.frc_card_game.state import DrawCause
from domain.games.frc_card_game.zones import next_token, top_card


def draw(course: FrcCourse, seat: int, text: str, cause: DrawCause) -> None:
    """One card from the top of a deck to the hand."""
    player = course.state.players[seat]
    if not player.deck:
        fail_draw(course, seat, cause)
        return
    top, ref = top_card(player), parse_ref(text)
    card = Token(top.id, top.card or ref.card) if top else Token(next_token(player, seat), ref.card)
    course.add(CardDrawn(player=seat, token=card.id, card=card.card, deck_after=player.deck - 1, cause=cause))


def show(course: FrcCourse, player: int, card: Token) -> None:
    """A hand card that is played or named becomes known first."""
    known = next((t.card for t in course.state.players[player].hand if t.id == card.id), card.card)
    if known is None and card.card is not None:
        course.add(CardRevealed(player=player, token=card.id, card=card.card))


def discard(course: FrcCourse, player: int, texts: tuple[str, ...]) -> None:
    """Hand cards go to the pile (CG-X05)."""
    cards = tuple([card for card in hand_cards(course.state, player, texts) if card is not None])
    for card in cards:
        show(course, player, card)
    if cards:
        course.add(CardsDiscarded(player=player, cards=cards))
