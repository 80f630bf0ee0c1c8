"""Phrases that the tellings share."""

from collections.abc import Iterable

from domain.cards import Token
from domain.games.frc_tcg.state import Lasting, State, stack_of
from domain.table import JUDGE, Viewpoint, seat_name


def who(state: State, seat: int) -> str:
    """A player's name."""
    return seat_name(state.seats, seat)


def card_name(state: State, card: str | None) -> str:
    """A card's name, `??` where unknown."""
    return state.catalogue.name_of(card)


def robot_name(state: State, key: int) -> str:
    """The name of the robot with this key."""
    placed = stack_of(state, key)
    return card_name(state, placed.stack.top.card) if placed is not None else "a robot"


def card_names(state: State, cards: Iterable[Token]) -> str:
    """Several cards by name."""
    return ", ".join(card_name(state, card.card) for card in cards)


def seen_cards(state: State, cards: tuple[Token, ...], seat: int, viewpoint: Viewpoint) -> str:
    """`: a, b` where the viewpoint is the player's own or the judge's."""
    return ": " + card_names(state, cards) if viewpoint in (seat, JUDGE) and cards else ""


def shopped(state: State, cards: tuple[Token, ...]) -> str:
    """What went to the shop, or nothing."""
    return f"; to the shop: {card_names(state, cards)}" if cards else ""


def what(effect: Lasting) -> str:
    """A lasting effect in words."""
    return effect.label or f"{effect.kind.replace('_', ' ')} {effect.amount:+}"
