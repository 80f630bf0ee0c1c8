"""Hidden cards: the view of each viewpoint, possible identities, and the unseen rest of a deck list."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList, Registered, Token, format_token, token_owner, unseen
from domain.games.frc_tcg.cards.decks import check_deck, fitting_profile
from domain.games.frc_tcg.changes.cards import ShowCard
from domain.games.frc_tcg.commands.position import Adjust
from domain.games.frc_tcg.options import DEFAULTS
from domain.games.frc_tcg.references import known_cards
from domain.games.frc_tcg.state import PlayerState, State
from domain.games.frc_tcg.visibility import knows_captured, knows_hand, knows_prize
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint
from domain.table.candidates import Candidates, Identity, UnknownCard
from domain.table.visibility import masked


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """Return a player's hand; empty for a seat without a player."""
    return state.players[seat].pit if seat < len(state.players) else ()


def seen(state: State, viewpoint: Viewpoint) -> State:
    """Return the match as a viewpoint knows it: public cards, own cards and cards shown to it."""
    return replace(state, players=tuple(_seen_of(state, seat, viewpoint) for seat in range(len(state.players))))


def _seen_of(state: State, seat: int, viewpoint: Viewpoint) -> PlayerState:
    player = state.players[seat]
    return replace(
        player,
        deck=masked(player.deck, lambda _: False),
        pit=masked(player.pit, lambda c: knows_hand(state, seat, viewpoint, c.id)),
        prize_cards=tuple(
            c if c is None or knows_prize(state, seat, viewpoint, c.id) else Token(c.id) for c in player.prize_cards
        ),
        captured=masked(player.captured, lambda c: knows_captured(state, seat, viewpoint, token_owner(c.id))),
        deck_list=player.deck_list if viewpoint == seat else (),
    )


def candidates(state: State) -> tuple[Candidates, ...]:
    """Return the unknown hand and prize cards of each player with a registered deck list, and what they may be."""
    return tuple(_candidates(state))


def _candidates(state: State) -> Iterator[Candidates]:
    for seat, player in enumerate(state.players):
        held = tuple(_unknown(player, seat))
        if held and player.deck_list:
            listed = dict(player.deck_list)
            left = unseen(listed, known_cards(state, seat, listed))
            yield Candidates(held, {card: copies for card, copies in left.items() if copies > 0})


def _unknown(player: PlayerState, seat: int) -> Iterator[UnknownCard]:
    for card in (*player.pit, *player.prize_cards):
        if card is not None and card.card is None and token_owner(card.id) == seat:
            yield UnknownCard(seat, card.id)


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Record the identity of cards; only their owners see it."""
    changes = tuple(
        ShowCard(card=format_token(one.token), identity=one.card, to=(one.seat,), player=one.seat) for one in identities
    )
    return Adjust(reason=reason, changes=changes)


def check_deck_list(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Return the violations of a deck list under the default options and the profile that fits it (TCG-D01 to D05)."""
    profile = fitting_profile(catalogue, deck.cards, deck.size)
    return check_deck(catalogue, deck.cards, DEFAULTS, seat=0, size=deck.size, profile=profile)


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """Return a player's deck list and its unseen cards. For the player, cards recorded as in the deck count as
    unseen."""
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
