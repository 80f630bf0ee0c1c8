"""Deck lists: the check of one by itself, and what of a registered one has not come to light."""

from domain.cards import CardRecord, Catalogue, DeckList, Registered, token_owner, unseen
from domain.games.frc_card_game.cards import check_deck
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import all_cards
from domain.rules import Violation
from domain.table import JUDGE, Viewpoint


def check_deck_list(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """All that is wrong with a deck list (CG-D01 to CG-D05)."""
    return check_deck(catalogue, deck)


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """The list of a player. What lies in the deck is the judge's knowledge alone, even where it is recorded."""
    if viewpoint not in (JUDGE, seat) or not 0 <= seat < len(state.players):
        return None
    player = state.players[seat]
    if player.deck_list is None:
        return None
    hidden = ("team_slot",) if viewpoint == JUDGE else ("team_slot", "deck")
    seen = [
        found.token.card
        for found in all_cards(state)
        if found.token.card is not None and token_owner(found.token.id) == seat and found.place not in hidden
    ]
    beside = {"team": player.team_card} if player.team_card is not None else {}
    return Registered(DeckList(dict(player.deck_list), beside=beside), unseen(dict(player.deck_list), seen))
