"""The keys by which boards, and arrows from card to card, name the cards and places on the table.

A token's number tells when its card was drawn: cards are named by owner, card and copy. Those on the stages, which everybody
sees, are counted first, so that their keys are the same for every viewpoint.
"""

from domain.games.robin_in_the_hood.state import STAGE_NAMES, State


def card_key(seat: int, card: str, copy: int) -> str:
    """A player's card; `copy` from 1."""
    return f"{seat + 1}/{card}/{copy}"


def place_key(seat: int, stage: int) -> str:
    """Return the key of an empty stage of a player."""
    return f"stage.{seat}.{STAGE_NAMES[stage]}"


def stage_key(state: State, seat: int, stage: int) -> str:
    """Return the key of the character on a player's stage, else of the place."""
    cards = [token.card if token is not None else None for token in state.players[seat].stages]
    card = cards[stage]
    return place_key(seat, stage) if card is None else card_key(seat, card, cards[: stage + 1].count(card))
