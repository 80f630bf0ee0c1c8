"""Hidden cards: what a viewpoint sees, the unseen rest of a deck list, candidates for unknown cards, and identification."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import DeckList, Registered, Token, token_owner, unseen
from domain.games.frc_card_game.cards import MAX_COPIES, RECORDS, TeamCard
from domain.games.frc_card_game.changes.cards import ShowCard
from domain.games.frc_card_game.commands.by_hand import Adjust
from domain.games.frc_card_game.references import known_copies
from domain.games.frc_card_game.state import Player, State
from domain.games.frc_card_game.zones import all_cards
from domain.seats import JUDGE, Viewpoint
from domain.table.candidates import Candidates, Identity, UnknownCard
from domain.table.visibility import masked


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """Return a player's hand; empty before the match starts."""
    return state.players[seat].hand if seat < len(state.players) else ()


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """Return a player's deck list with its unseen cards; `None` for viewpoints that may not see it. Cards with a known place
    in the deck count as seen only for the judge."""
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


def seen(state: State, viewpoint: Viewpoint) -> State:
    """Return the match as a viewpoint knows it (CG-Q35): own cards, public cards and cards shown to it."""
    players = tuple(_seen_of(player, viewpoint == seat, viewpoint) for seat, player in enumerate(state.players))
    return replace(state, players=players)


def _seen_of(player: Player, own: bool, viewpoint: Viewpoint) -> Player:
    shown = {one.token for one in player.shown if own or one.to in (None, viewpoint)}
    hand = player.hand if own else masked(player.hand, lambda card: card.id in shown)
    listed = (player.deck_list, player.team_card) if own else (None, None)
    return replace(player, deck_known=(), hand=hand, deck_list=listed[0], team_card=listed[1])


def candidates(state: State) -> tuple[Candidates, ...]:
    """Return each player's unknown hand cards with the cards that they can be, for players with a registered deck list."""
    return tuple(_candidates(state))


def _candidates(state: State) -> Iterator[Candidates]:
    for seat, player in enumerate(state.players):
        held = tuple(UnknownCard(seat, t.id) for t in player.hand if t.card is None and token_owner(t.id) == seat)
        if held and player.deck_list is not None:
            yield Candidates(held, could_be(state, seat))


def could_be(state: State, seat: int) -> dict[str, int]:
    """Return the cards that an unknown card of a player can be, with counts: the rest of the deck list or, without a list, the
    whole catalogue."""
    listed = state.players[seat].deck_list
    if listed is None:
        ids = [r.card_id for r in state.catalogue if isinstance(r, RECORDS) and not isinstance(r, TeamCard)]
        listed = tuple((card, MAX_COPIES) for card in ids)
    left = {card: count - known_copies(state, seat, card) for card, count in listed}
    return {card: count for card, count in left.items() if count > 0}


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Return the command that records the identity of cards, visible only to their owners and the judge."""
    changes = tuple(ShowCard(card=one.ref, player=one.seat, to=one.seat) for one in identities)
    return Adjust(reason=reason, changes=changes)
