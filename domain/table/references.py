"""References to physical cards in a zone: finding the card that a reference names, and writing a reference to a
card."""

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
    """Any struct that belongs to one physical card."""

    @property
    def token(self) -> int: ...


P = TypeVar("P", bound=CardInPlay)
N = TypeVar("N", bound=Numbered)


def token_of(card: CardInPlay) -> Token:
    """Return the physical card of a card in play."""
    return Token(card.token, card.card)


def without_card(cards: tuple[N, ...], token: int) -> tuple[N, ...]:
    """Return the structs except the one of the card with the number `token`."""
    return tuple([card for card in cards if card.token != token]) if cards else cards


def card_named(ref: CardRef | None) -> str | None:
    """Return the card id that a reference names; `None` if it does not name one."""
    return parse_ref(ref).card if ref is not None else None


def cards_named(refs: Iterable[CardRef]) -> tuple[str, ...]:
    """Return the card ids that these references name, without references to unknown cards."""
    return tuple([card for ref in refs if (card := parse_ref(ref).card) is not None])


def contradicts(token: Token, ref: Ref) -> bool:
    """Return True if a card is known to differ from the reference, for example `#2-06=bolt` for a card known to be
    Drill."""
    return None not in (ref.card, token.card) and ref.card != token.card


def find_known(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """Return the card that a reference names; `None` if it is not there, or if the reference contradicts it."""
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


def find_or_identify(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """Return the card that a reference names, or else the unknown card held longest, which gets that identity. `None`
    if there is no such card, or if the reference contradicts it."""
    token = find_or_bind(tokens, ref)
    return None if token is None or contradicts(token, ref) else token


def find_each(tokens: Sequence[Token], refs: Iterable[Ref]) -> Iterator[Token | None]:
    """Yield the card for each reference as `find_or_identify` does, using every card only once."""
    left = tuple(tokens)
    for ref in refs:
        token = find_or_identify(left, ref)
        yield token
        left = left if token is None else without(left, token.id)


def reference(cards: Sequence[Token], card: Token) -> CardRef:
    """Return the reference to a card of a zone: its id (`zed`), its id and copy number (`zed#2`), or its token if it is
    unknown."""
    if card.card is None:
        return format_token(card.id)
    same = [token.id for token in cards if token.card == card.card]
    copy = same.index(card.id) + 1
    return card.card if copy == 1 else f"{card.card}#{copy}"
