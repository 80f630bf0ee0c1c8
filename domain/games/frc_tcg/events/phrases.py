"""Phrases that the tellings share."""

from collections.abc import Iterable

from domain.cards import Token
from domain.games.frc_tcg.state import Lasting, State, stack_of
from domain.table import JUDGE
from domain.telling import Voice


def robot_name(voice: Voice[State], key: int) -> str:
    """The name of the robot with this key."""
    placed = stack_of(voice.state, key)
    return voice.card(placed.stack.top.card) if placed is not None else "a robot"


def card_names(voice: Voice[State], cards: Iterable[Token]) -> str:
    """Several cards by name."""
    return ", ".join(voice.card(card.card) for card in cards)


def seen_cards(voice: Voice[State], cards: tuple[Token, ...], seat: int, *, face_up: bool = False) -> str:
    """`: a, b` where the viewpoint is the player's own or the judge's, or the cards lie face up."""
    return ": " + card_names(voice, cards) if cards and (face_up or voice.viewpoint in (seat, JUDGE)) else ""


def shopped(voice: Voice[State], cards: tuple[Token, ...]) -> str:
    """What went to the shop, or nothing."""
    return f"; to the shop: {card_names(voice, cards)}" if cards else ""


def what(effect: Lasting) -> str:
    """A lasting effect in words."""
    return effect.label or f"{effect.kind.replace('_', ' ')} {effect.amount:+}"
