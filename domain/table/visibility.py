"""Who sees which card: hands, cards that lie face down, and the words for cards of which a viewpoint knows only some."""

from collections.abc import Callable, Iterable, Sequence

from domain.cards import UNKNOWN, CardRef, Token
from domain.narration import Narrator
from domain.seats import JUDGE, GameState, Viewpoint
from domain.text import join_words, pluralize


def sees_hand(viewpoint: Viewpoint, seat: int) -> bool:
    """True if a viewpoint sees what a player hides from the others."""
    return viewpoint in (JUDGE, seat)


def face_down(cards: Sequence[CardRef]) -> tuple[CardRef, ...]:
    """Return as many unknown cards."""
    return (UNKNOWN,) * len(cards)


def masked(cards: Iterable[Token], known: Callable[[Token], bool]) -> tuple[Token, ...]:
    """Return the cards, without their identity unless it is known."""
    return tuple([card if known(card) else Token(card.id) for card in cards])


def card_names(narrator: Narrator[GameState], cards: Sequence[Token], seat: int, *, face_up: bool = False) -> str:
    """Return the cards by name that a viewpoint sees (those of its own seat; all if `face_up`), the others as a number:
    `CIM and 2 cards`, `a card`."""
    seen = face_up or sees_hand(narrator.viewpoint, seat)
    known = [narrator.card(card.card) for card in cards if card.card is not None and seen]
    unknown = len(cards) - len(known)
    others = "a card" if unknown == 1 else pluralize(unknown, "card")
    return join_words([*known, *([others] if unknown else ())], none="no card")
