"""Who may see what, and cards as one viewpoint hears of them."""

from collections.abc import Iterable

from domain.cards import UNKNOWN, CardRef, Token, parse_ref
from domain.games.frc_card_game.state import OPEN_PLACES, State
from domain.games.frc_card_game.zones import all_cards
from domain.table import JUDGE, Viewpoint
from domain.telling import Voice


def knows_hand(viewpoint: Viewpoint, seat: int) -> bool:
    """Whether a viewpoint sees that player's hand."""
    return viewpoint in (JUDGE, seat)


def hidden_card(voice: Voice[State], seat: int, card: str | None) -> str:
    """A card that only its holder and the judge see."""
    return voice.card(card) if knows_hand(voice.viewpoint, seat) else UNKNOWN


def open_card(voice: Voice[State], token: int | None) -> str:
    """A card that lies open, by its token."""
    found = (f for f in all_cards(voice.state) if f.token.id == token and f.place in OPEN_PLACES)
    return next((voice.card(f.token.card) for f in found), UNKNOWN)


def open_cards(voice: Voice[State], tokens: Iterable[Token]) -> str:
    """Names of cards that lie open."""
    return ", ".join(voice.card(token.card) for token in tokens)


def lies_open(state: State, text: CardRef) -> bool:
    """Whether a reference names a token that everyone sees."""
    token = parse_ref(text).token
    return token is not None and any(f.token.id == token and f.place in OPEN_PLACES for f in all_cards(state))
