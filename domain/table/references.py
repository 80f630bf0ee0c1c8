"""Which physical card a reference means among the cards of a zone, and how a command names one of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from domain.cards import CardRef, Ref, Token, find, find_or_bind, format_token, parse_ref, without


class CardInPlay(Protocol):
    """A card that a game keeps together with its state in play."""

    @property
    def token(self) -> int: ...
    @property
    def card(self) -> str | None: ...


class Numbered(Protocol):
    """A record about one physical card."""

    @property
    def token(self) -> int: ...


P = TypeVar("P", bound=CardInPlay)
N = TypeVar("N", bound=Numbered)


def token_of(card: CardInPlay) -> Token:
    """The physical card itself."""
    return Token(card.token, card.card)


def less(cards: tuple[N, ...], token: int) -> tuple[N, ...]:
    """Return the items without the one for that card."""
    return tuple([card for card in cards if card.token != token]) if cards else cards


def card_named(ref: CardRef | None) -> str | None:
    """Return the card id that a reference names; `None` if it does not name one."""
    return parse_ref(ref).card if ref is not None else None


def cards_named(refs: Iterable[CardRef]) -> tuple[str, ...]:
    """The card ids that these references name; references to unknown cards are left out."""
    return tuple([card for ref in refs if (card := parse_ref(ref).card) is not None])


def contradicts(token: Token, ref: Ref) -> bool:
    """Return True if a card is known to differ from the reference, for example `#2-06=bolt` for a card known to be Drill."""
    return None not in (ref.card, token.card) and ref.card != token.card


def known(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """As `find`; `None` if the reference contradicts the card."""
    token = find(tokens, ref)
    return None if token is None or contradicts(token, ref) else token


def in_play(cards: Sequence[P], ref: Ref) -> P | None:
    """Return the card in play that a reference means; `None` if it is not there, or if the reference contradicts it."""
    if ref.token is not None:
        return next((card for card in cards if card.token == ref.token and ref.card in (None, card.card)), None)
    found, left = None, ref.copy
    for card in cards:
        if card.card == ref.card:
            found, left = card, left - 1
            if not left:
                break
    return found


def meant(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """As `find_or_bind`; `None` if the reference contradicts the card. A name that no card has is given to the unknown card
    held longest."""
    token = find_or_bind(tokens, ref)
    return None if token is None or contradicts(token, ref) else token


def meant_in_turn(tokens: Sequence[Token], refs: Iterable[Ref]) -> Iterator[Token | None]:
    """Yield the card that each reference means among those left by the references before it; `None` if it is not there."""
    left = tuple(tokens)
    for ref in refs:
        token = meant(left, ref)
        yield token
        left = left if token is None else without(left, token.id)


def reference(cards: Sequence[Token], card: Token) -> CardRef:
    """How a command names one of several cards of a zone: its id, its id and copy number, or its token."""
    if card.card is None:
        return format_token(card.id)
    same = [token.id for token in cards if token.card == card.card]
    copy = same.index(card.id) + 1
    return card.card if copy == 1 else f"{card.card}#{copy}"
