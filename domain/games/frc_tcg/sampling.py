"""Unknown hand and prize cards: what they can be, and the adjustment that names them to their owner alone."""

from collections.abc import Iterator

from domain.cards import format_token, token_owner, unseen
from domain.games.frc_tcg.commands.agreements import Adjust
from domain.games.frc_tcg.commands.changes import ShowCard
from domain.games.frc_tcg.known import known_cards
from domain.games.frc_tcg.state import PlayerState, State
from domain.sampling import Candidates, Held, Identity


def candidates(state: State) -> tuple[Candidates, ...]:
    """Each player's unknown hand and prize cards, where the deck list is registered."""
    return tuple(_candidates(state))


def _candidates(state: State) -> Iterator[Candidates]:
    for seat, player in enumerate(state.players):
        held = tuple(_unknown(player, seat))
        if held and player.deck_list:
            listed = dict(player.deck_list)
            left = unseen(listed, known_cards(state, seat, listed))
            yield Candidates(held, {card: copies for card, copies in left.items() if copies > 0})


def _unknown(player: PlayerState, seat: int) -> Iterator[Held]:
    for card in (*player.pit, *player.prize_cards):
        if card is not None and card.card is None and token_owner(card.id) == seat:
            yield Held(seat, card.id)


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Names the cards on record; nobody but their owners sees them."""
    changes = tuple(
        ShowCard(card=format_token(one.token), identity=one.card, to=(one.seat,), player=one.seat) for one in identities
    )
    return Adjust(reason=reason, changes=changes)
