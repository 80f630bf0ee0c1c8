"""What is not known of the cards: what unknown ones can be, how they are named on record, what of a declared set is unseen."""

from collections import Counter
from collections.abc import Iterator

from domain.cards import CardRecord, Catalogue, DeckList, Registered, Token, format_token, unseen
from domain.games.robin_in_the_hood.cards import CharacterCard
from domain.games.robin_in_the_hood.changes import IdentifyCard
from domain.games.robin_in_the_hood.commands.record import Adjust
from domain.games.robin_in_the_hood.sight import is_private_to
from domain.games.robin_in_the_hood.state import Player, State, all_tokens, everywhere
from domain.sampling import Candidates, Held, Identity
from domain.table import JUDGE, Viewpoint


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """A player's hand; empty for a seat that is not taken."""
    return state.players[seat].playing_hand if seat < len(state.players) else ()


def candidates(state: State) -> tuple[Candidates, ...]:
    """Each player's unknown hand cards, where the Active set is declared."""
    return tuple(_candidates(state))


def _candidates(state: State) -> Iterator[Candidates]:
    for seat, player in enumerate(state.players):
        held = tuple(Held(seat, token.id) for token in player.playing_hand if token.card is None)
        if held and player.active_set is not None:
            yield Candidates(held, _left(player, state.catalogue))


def _left(player: Player, catalogue: Catalogue[CardRecord]) -> dict[str, int]:
    """What of the Active set has not come to light, less printings of characters that have (RH-D03)."""
    known = [token.card for token in all_tokens(player)]
    characters = {used.character for used in player.used}
    characters |= {r.character for r in map(catalogue.get, known) if isinstance(r, CharacterCard)}
    left: dict[str, int] = {}
    for card in dict.fromkeys(player.active_set or ()):
        record = catalogue.get(card)
        copies = (player.active_set or ()).count(card) - known.count(card)
        if copies > 0 and not (isinstance(record, CharacterCard) and record.character in characters):
            left[card] = copies
    return left


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Names the cards on record; nobody but their owners sees them."""
    changes = tuple(IdentifyCard(player=one.seat, token=format_token(one.token), card=one.card) for one in identities)
    return Adjust(reason=reason, changes=changes)


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """The Active set of a player. The order of the Draw pile is the judge's knowledge alone, even where it is recorded."""
    player = state.players[seat] if 0 <= seat < len(state.players) else None
    if player is None or player.active_set is None or not is_private_to(viewpoint, seat):
        return None
    listed = dict(Counter(player.active_set))
    hidden = () if viewpoint == JUDGE else ("draw_pile",)
    seen = [] if player.new_set else [t.card for zone, t in everywhere(player) if t.card and zone not in hidden]
    return Registered(DeckList(listed), unseen(listed, seen))
