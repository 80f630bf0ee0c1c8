"""Hidden cards: what a viewpoint sees, registered decks, candidates for unknown cards, and identification."""

from msgspec.structs import replace

from domain.cards import UNKNOWN, DeckList, Registered, Token, unseen
from domain.games.tabletop.changes import NameCard
from domain.games.tabletop.commands.by_hand import Adjust
from domain.games.tabletop.state import Pile, State
from domain.games.tabletop.visibility import sees_choice, sees_counter, sees_token
from domain.seats import JUDGE, Viewpoint
from domain.table.candidates import Candidates, Identity, UnknownCard
from domain.table.visibility import masked


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """Return the cards of a player's zones that only their owner sees."""
    layout = state.layout
    zones = [n for n, zone in enumerate(layout.zones) if zone.of == "player" and zone.seen_by == "owner"]
    if not 0 <= seat < len(state.seats):
        return ()
    return tuple(token for zone in zones for token in state.pile(zone, seat).tokens)


def left_in_decks(state: State, seat: int) -> dict[str, int]:
    """Return the number of unseen copies by card id: of the seat's registered deck, else of the kit's decks."""
    cards = [token.card for _, token in state.located_tokens() if token.card is not None and token.id not in state.made]
    known = [state.layout.face_of.get(card, card) for card in cards]
    if 0 <= seat < len(state.lists) and state.lists[seat]:
        own = [
            token.card for _, token in state.located_tokens() if token.card is not None and token.id // 1000 - 1 == seat
        ]
        return unseen(dict(state.lists[seat]), own)
    left = {card: copies - known.count(card) for card, copies in state.layout.copies.items()}
    return {card: copies for card, copies in left.items() if copies > 0}


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """Return a player's registered deck; `None` without one, and for viewpoints that may not see it."""
    if not 0 <= seat < len(state.lists) or not state.lists[seat] or viewpoint not in (seat, JUDGE):
        return None
    return Registered(DeckList(dict(state.lists[seat])), left_in_decks(state, seat))


def seen(state: State, viewpoint: Viewpoint) -> State:
    """Return the table as a viewpoint knows it, with hidden cards, counters and choices unknown."""
    if not state.seats:
        return state
    layout = state.layout
    counters = tuple(
        tuple(
            value if sees_counter(slot.part, viewpoint, holder if slot.part.of == "player" else None) else None
            for holder, value in enumerate(values)
        )
        for slot, values in zip(layout.slots, state.counters, strict=True)
    )
    choices = tuple(
        tuple(
            word if sees_choice(state, viewpoint, n, holder) else word and UNKNOWN for holder, word in enumerate(words)
        )
        for n, words in enumerate(state.choices)
    )
    lists = tuple(listed if seat == viewpoint else () for seat, listed in enumerate(state.lists))
    return replace(
        state,
        zones=tuple(
            tuple(_seen_pile(state, viewpoint, zone, holder, pile) for holder, pile in enumerate(piles))
            for zone, piles in enumerate(state.zones)
        ),
        counters=counters,
        choices=choices,
        lists=lists,
    )


def _seen_pile(state: State, viewpoint: Viewpoint, zone: int, holder: int, pile: Pile) -> Pile:
    return replace(pile, tokens=masked(pile.tokens, lambda card: sees_token(state, viewpoint, zone, holder, card.id)))


def candidates(state: State) -> tuple[Candidates, ...]:
    """Return the unknown cards in players' hidden zones, with the unseen copies of the decks that they come from."""
    found = []
    shared: list[UnknownCard] = []
    for seat in range(len(state.seats)):
        held = [UnknownCard(seat, token.id) for token in hand(state, seat) if token.card is None]
        if held and state.lists[seat]:
            found.append(Candidates(tuple(held), left_in_decks(state, seat)))
        else:
            shared += held
    left = left_in_decks(state, -1)
    return (*found, Candidates(tuple(shared), left)) if shared and left else tuple(found)


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Return the command that records the identity of cards, visible only to viewpoints that may see them."""
    return Adjust(reason=reason, changes=tuple(NameCard(card=one.ref) for one in identities))
