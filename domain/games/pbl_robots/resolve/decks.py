"""Decks: quick play, the draft, a community deck."""

from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.events.decks import (
    CommunityDeckFormed,
    DraftEnded,
    DraftStarted,
    PilePassed,
    PilesRestocked,
    PileTaken,
    QuickPlayDealt,
    ShopDeckFormed,
)
from domain.games.pbl_robots.resolve.base import Work, known_hands, named
from domain.games.pbl_robots.state import Draft, State

DRAFT_SHOP = {2: 15, 3: 5}
"""Shop deck set aside before the draft, per number of sides (PBL-D03)."""
QUICK_PLAY = {2: 40, 3: 30}
"""Deck of a side in quick play (PBL-D02)."""
COMMUNITY_SHOP = 20


def quick_play_sizes(state: State) -> tuple[int, ...]:
    """Cards dealt to each side after its inheritance (PBL-D02, PBL-Q06)."""
    whole = QUICK_PLAY.get(len(state.sides), 0)
    extra = state.options.quick_play_deck == "plus_inheritance"
    had = state.setup.inheritances or (0,) * len(state.sides)
    return tuple(whole if extra else whole - count for count in had)


def deal_quick_play(work: Work, command: c.DealQuickPlay) -> None:
    state = work.state
    cards = known_hands(state, command.decks)
    counts = command.sizes or tuple(len(deck) for deck in command.decks) or quick_play_sizes(state)
    work.add(QuickPlayDealt(counts=counts, cards=cards))
    work.add(ShopDeckFormed(count=max(0, work.state.setup.undealt)))


def draft_shop(state: State) -> int:
    """Cards set aside as shop deck before a draft; celebrities come out of it (PBL-Q29), keeper leagues set none aside."""
    if state.options.setup == "keeper":
        return 0
    return max(0, DRAFT_SHOP.get(len(state.sides), 0) - len(state.celebrities))


def start_draft(work: Work, command: c.StartDraft) -> None:
    state = work.state
    shop = draft_shop(state) if command.shop_deck is None else command.shop_deck
    if shop:
        work.add(ShopDeckFormed(count=shop))
    drafter = _last_chooser(state)
    work.add(DraftStarted(deck=max(0, work.state.setup.undealt - 5), drafter=drafter))


def _last_chooser(state: State) -> int:
    """The side that chose a starter last (PBL-D05, PBL-Q60)."""
    return state.setup.order[-1] if state.setup.order else 0


def next_drafter(state: State, drafter: int) -> int:
    """Drafting goes in the reverse of the order in which pilots were chosen (PBL-Q07)."""
    order = state.setup.order or tuple(range(len(state.sides)))
    return order[order.index(drafter) - 1] if drafter in order else 0


def pass_pile(work: Work, command: c.PassPile) -> None:
    draft = work.state.draft
    if draft is not None:
        number = command.pile or draft.at_pile
        work.add(PilePassed(side=draft.drafter, pile=number, cards=named(command.cards)))


def take_pile(work: Work, command: c.TakePile) -> None:
    draft = work.state.draft
    if draft is None:
        return
    side = work.state.seats[acting_seat(work.state, command)].side
    number = command.pile or draft.at_pile
    pile = draft.piles[min(max(number, 1), len(draft.piles)) - 1]
    known = (*pile.cards, *(card for card in named(command.cards) if card not in pile.cards))
    work.add(PileTaken(side=side, pile=number, count=pile.count, cards=known))
    after = work.state.draft
    if after is not None:
        _after_pick(work, after)


def _after_pick(work: Work, draft: Draft) -> None:
    drafter = next_drafter(work.state, draft.drafter)
    if draft.deck >= len(draft.piles):
        work.add(PilesRestocked(piles=len(draft.piles), drafter=drafter))
    elif draft.deck > 0 and not draft.last:
        work.add(PilesRestocked(piles=draft.deck, drafter=drafter, at_pile=_first_pile(draft), last=True))
    else:
        cards = tuple(card for pile in draft.piles for card in pile.cards)
        work.add(DraftEnded(count=sum(pile.count for pile in draft.piles) + draft.deck, cards=cards))


def _first_pile(draft: Draft) -> int:
    """The first pile that holds cards after a restock that could not reach all of them (PBL-Q44)."""
    counts = [pile.count + (number < draft.deck) for number, pile in enumerate(draft.piles)]
    return next((number for number, count in enumerate(counts, start=1) if count), 1)


def form_community_deck(work: Work, command: c.FormCommunityDeck) -> None:
    shop = community_shop(work.state) if command.shop_deck is None else command.shop_deck
    work.add(ShopDeckFormed(count=shop))
    work.add(CommunityDeckFormed(count=max(0, work.state.setup.undealt)))


def community_shop(state: State) -> int:
    """Shop deck beside a community deck (PBL-V18, PBL-Q29)."""
    return max(0, COMMUNITY_SHOP - len(state.celebrities))
