"""Declared Active sets, and what of them has not come to light in this round."""

from collections import Counter

from domain.cards import DeckList, Registered, unseen
from domain.games.robin_in_the_hood.sight import is_private_to
from domain.games.robin_in_the_hood.state import State, everywhere
from domain.table import JUDGE, Viewpoint


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """The Active set of a player. The order of the Draw pile is the judge's knowledge alone, even where it is recorded."""
    player = state.players[seat] if 0 <= seat < len(state.players) else None
    if player is None or player.active_set is None or not is_private_to(viewpoint, seat):
        return None
    listed = dict(Counter(player.active_set))
    hidden = () if viewpoint == JUDGE else ("draw_pile",)
    seen = [] if player.new_set else [t.card for zone, t in everywhere(player) if t.card and zone not in hidden]
    return Registered(DeckList(listed), unseen(listed, seen))
