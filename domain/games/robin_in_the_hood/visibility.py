"""Visibility of cards (RH-Q27, RH-Q28): public cards, own playing hand, and cards shown to a viewpoint."""

from domain.games.robin_in_the_hood.state import STAGE_INDEX, State, other
from domain.seats import JUDGE, Viewpoint


def is_open(zone: str) -> bool:
    """True if everybody sees the cards of a zone."""
    return zone in STAGE_INDEX or zone == "modifier_pile"


def may_see(state: State, viewpoint: Viewpoint, owner: int, zone: str, token: int) -> bool:
    """True if a viewpoint may know a card of a player's zone."""
    if viewpoint == JUDGE or is_open(zone):
        return True
    if zone == "playing_hand" and viewpoint == owner:
        return True
    return any(shown.token == token and sees_reveal(viewpoint, owner, shown.to) for shown in state.players[owner].shown)


def sees_reveal(viewpoint: Viewpoint, owner: int, to: str) -> bool:
    """True if a card that was shown to `to` was shown to this viewpoint."""
    if viewpoint == JUDGE or to == "all":
        return True
    return viewpoint == owner if to == "owner" else to == "opponent" and viewpoint == other(owner)


def would_lie_hidden(state: State, seat: int) -> bool:
    """True if a card that the player chooses now is face down: in a simultaneous hand, before the other player has
    chosen."""
    if state.phase == "placing":
        return state.order is None and not state.players[other(seat)].chosen
    if state.phase in ("refill", "between_rounds"):
        return state.agility_winner is None
    return state.phase == "opening_draw" and state.order is None
