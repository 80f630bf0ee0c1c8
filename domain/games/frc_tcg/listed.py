"""Deck lists: the check of one by itself, and what of a registered one has not come to light."""

from domain.cards import CardRecord, Catalogue, DeckList, Registered, unseen
from domain.games.frc_tcg.cards import check_deck, fitting_profile
from domain.games.frc_tcg.known import known_cards
from domain.games.frc_tcg.options import DEFAULTS
from domain.games.frc_tcg.state import State
from domain.rules import Violation
from domain.table import JUDGE, Viewpoint


def check_deck_list(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """All that is wrong with a deck list under the default options and the profile that it fits (TCG-D01 to TCG-D05)."""
    profile = fitting_profile(catalogue, deck.cards, deck.size)
    return check_deck(catalogue, deck.cards, DEFAULTS, seat=0, size=deck.size, profile=profile)


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """The list of a player. What lies in the deck is the judge's knowledge alone, even where it is recorded."""
    if viewpoint not in (JUDGE, seat) or not 0 <= seat < len(state.players):
        return None
    listed = dict(state.players[seat].deck_list)
    if not listed:
        return None
    seen = known_cards(state, seat, listed)
    if viewpoint != JUDGE:
        for token in state.players[seat].deck:
            if token.card in seen:
                seen.remove(token.card)
    return Registered(DeckList(listed), unseen(listed, seen))
