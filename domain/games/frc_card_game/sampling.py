"""Unknown hand cards: what they can be, and the adjustment that names them to their owner alone."""

from collections.abc import Iterator

from domain.cards import token_owner
from domain.games.frc_card_game.changes import ShowCard
from domain.games.frc_card_game.commands import Adjust
from domain.games.frc_card_game.refs import known_copies
from domain.games.frc_card_game.state import State
from domain.sampling import Candidates, Held, Identity


def candidates(state: State) -> tuple[Candidates, ...]:
    """Each player's unknown hand cards, where the deck list is registered."""
    return tuple(_candidates(state))


def _candidates(state: State) -> Iterator[Candidates]:
    for seat, player in enumerate(state.players):
        held = tuple(Held(seat, t.id) for t in player.hand if t.card is None and token_owner(t.id) == seat)
        if held and player.deck_list is not None:
            left = {card: copies - known_copies(state, seat, card) for card, copies in player.deck_list}
            yield Candidates(held, {card: copies for card, copies in left.items() if copies > 0})


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Names the cards on record; nobody but their owners sees them."""
    changes = tuple(ShowCard(card=one.ref, player=one.seat, to=one.seat) for one in identities)
    return Adjust(reason=reason, changes=changes)
