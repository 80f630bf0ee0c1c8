"""Events of decks, the draft and opening hands."""

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, SeatIndex, SideNumber, Token
from domain.game import with_fields_of
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.numbers import top_of
from domain.games.pbl_robots.parts import (
    deck_resized,
    joined_unplaced,
    left_unplaced,
    top_taken,
    with_person,
    with_side,
)
from domain.games.pbl_robots.state import PILES, Draft, DraftPile, State


class InheritanceDealt(PblEvent, frozen=True, kw_only=True, tag="inheritance_dealt"):
    """The first cards of the decks were dealt: their number and the known ones, by side."""

    counts: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]
    template = "the inheritances are dealt: {counts:dealt}"

    def evolve(self, state: State) -> State:
        state = _dealt(state, self.counts, self.cards)
        return replace(state, setup=replace(state.setup, inheritances=self.counts))


class QuickPlayDealt(PblEvent, frozen=True, kw_only=True, tag="quick_play_dealt"):
    """The decks were completed: the number of further cards and the known ones, by side."""

    counts: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]
    template = "the decks are dealt: {counts:dealt}"

    def evolve(self, state: State) -> State:
        state = _dealt(state, self.counts, self.cards)
        return replace(state, phase="opening", setup=replace(state.setup, hands_due=True))


class ShopDeckFormed(PblEvent, frozen=True, kw_only=True, tag="shop_deck_formed"):
    """Undealt cards were put into the shop deck."""

    count: int
    template = "the shop deck gets {count:card|cards}"

    def evolve(self, state: State) -> State:
        setup = replace(state.setup, undealt=state.setup.undealt - self.count)
        return replace(state, setup=setup, shop=replace(state.shop, deck=state.shop.deck + self.count))


class DraftStarted(PblEvent, frozen=True, kw_only=True, tag="draft_started"):
    """The draft began with five piles of one card; `deck` is the number of cards left in the draft deck."""

    deck: int
    drafter: SideNumber
    template = "the draft begins; {drafter} looks first"

    def evolve(self, state: State) -> State:
        draft = Draft(self.deck, (DraftPile(1),) * PILES, self.drafter)
        setup = replace(state.setup, undealt=state.setup.undealt - self.deck - PILES)
        return replace(state, draft=draft, setup=setup, phase="draft")


class PilePassed(PblEvent, frozen=True, kw_only=True, tag="pile_passed"):
    """A drafter looked at a pile and put it back."""

    side: SideNumber
    pile: int
    cards: tuple[str, ...] = ()
    template = "{side} puts pile {pile} back"

    def evolve(self, state: State) -> State:
        draft = state.draft
        if draft is None:
            return state
        pile = draft.piles[self.pile - 1]
        seen = (*pile.cards, *(card for card in self.cards if card not in pile.cards))
        return _with_pile(state, draft, self.pile, replace(pile, cards=seen), at_pile=self.pile + 1, picks=draft.picks)


class PileTaken(PblEvent, frozen=True, kw_only=True, tag="pile_taken"):
    """A drafter took a whole pile into the deck."""

    side: SideNumber
    pile: int
    count: int
    cards: tuple[str, ...] = ()
    template = "{side} takes pile {pile} ({count:card|cards})"

    def evolve(self, state: State) -> State:
        state = joined_unplaced(deck_resized(state, self.side, self.count), self.side, self.cards)
        draft = state.draft
        if draft is None:
            return state
        return _with_pile(state, draft, self.pile, DraftPile(0), at_pile=1, picks=draft.picks + 1)


class PilesRestocked(PblEvent, frozen=True, kw_only=True, tag="piles_restocked"):
    """One card was put on each of the first `piles` piles; the next drafter begins with pile `at_pile`."""

    piles: int
    drafter: SideNumber
    at_pile: int = 1
    last: bool = False
    template = "one card goes on each of the first {piles:pile|piles}"

    def evolve(self, state: State) -> State:
        draft = state.draft
        if draft is None:
            return state
        piles = tuple(
            replace(pile, count=pile.count + 1) if number < self.piles else pile
            for number, pile in enumerate(draft.piles)
        )
        return replace(state, draft=with_fields_of(self, draft, deck=draft.deck - self.piles, piles=piles))


class DraftEnded(PblEvent, frozen=True, kw_only=True, tag="draft_ended"):
    """The draft ended; the piles that are left joined the shop deck."""

    count: int
    cards: tuple[str, ...] = ()
    template = "the draft is over, and the shop deck gets {count:card|cards}"

    def evolve(self, state: State) -> State:
        shop = replace(
            state.shop, deck=state.shop.deck + self.count, unplaced=state.shop.unplaced | frozenset(self.cards)
        )
        setup = replace(state.setup, hands_due=True)
        return replace(state, draft=None, shop=shop, phase="opening", setup=setup)


class CommunityDeckFormed(PblEvent, frozen=True, kw_only=True, tag="community_deck_formed"):
    """All other cards formed one deck for everyone."""

    count: int
    template = "all draw from one deck of {count:card|cards}"

    def evolve(self, state: State) -> State:
        setup = replace(state.setup, undealt=state.setup.undealt - self.count, hands_due=True)
        return replace(state, community=self.count, setup=setup, phase="opening")


class DeckReduced(PblEvent, frozen=True, kw_only=True, tag="deck_reduced"):
    """Cards were removed from a deck and from the game."""

    side: SideNumber
    cards: tuple[str | None, ...]
    template = "{side} takes {cards:card|cards} out of the deck"

    def evolve(self, state: State) -> State:
        known = tuple(card for card in self.cards if card)
        state = left_unplaced(deck_resized(state, self.side, -len(self.cards)), self.side, known)
        side = state.sides[self.side]
        state = with_side(state, self.side, replace(side, reduction=max(0, side.reduction - len(self.cards))))
        unknown = len(self.cards) - len(known)
        return replace(state, out_of_game=(*state.out_of_game, *known), out_unknown=state.out_unknown + unknown)


class OpeningHandsDealt(PblEvent, frozen=True, kw_only=True, tag="opening_hands_dealt"):
    """A player was dealt two hands to choose from."""

    seat: SeatIndex
    hands: tuple[tuple[Token, ...], ...]
    template = "{seat} deals two opening hands"

    def evolve(self, state: State) -> State:
        tokens = [token for hand in self.hands for token in hand]
        side, person = state.seats[self.seat].side, state.people[self.seat]
        for token in tokens if top_of(state, side) else ():
            state = top_taken(state, side, token.card)
        state = left_unplaced(deck_resized(state, side, -len(tokens)), side, [token.card for token in tokens])
        serial = max((token.id % TOKENS_PER_SEAT for token in tokens), default=person.serial)
        return with_person(state, self.seat, replace(person, offered=self.hands, serial=serial))


class OpeningHandKept(PblEvent, frozen=True, kw_only=True, tag="opening_hand_kept"):
    """A player kept one hand; the `returned` cards went to the bottom of the deck."""

    seat: SeatIndex
    hand: tuple[Token, ...]
    returned: tuple[Token, ...]
    template = "{seat} keeps a hand of {hand:card|cards}"

    def evolve(self, state: State) -> State:
        side, person = state.seats[self.seat].side, state.people[self.seat]
        state = with_person(state, self.seat, replace(person, hand=(*person.hand, *self.hand), offered=(), ready=True))
        state = left_unplaced(state, side, _cards(self.hand))
        return joined_unplaced(deck_resized(state, side, len(self.returned)), side, _cards(self.returned))


def _dealt(state: State, counts: tuple[int, ...], cards: tuple[tuple[str, ...], ...]) -> State:
    sides = tuple(
        replace(side, deck=side.deck + count, unplaced=side.unplaced | set(known))
        for side, count, known in zip(state.sides, counts, cards, strict=True)
    )
    setup = replace(state.setup, undealt=state.setup.undealt - sum(counts))
    return replace(state, sides=sides, setup=setup)


def _with_pile(state: State, draft: Draft, number: int, pile: DraftPile, *, at_pile: int, picks: int) -> State:
    piles = (*draft.piles[: number - 1], pile, *draft.piles[number:])
    return replace(state, draft=replace(draft, piles=piles, at_pile=at_pile, picks=picks))


def _cards(tokens: tuple[Token, ...]) -> tuple[str | None, ...]:
    return tuple(token.card for token in tokens)
