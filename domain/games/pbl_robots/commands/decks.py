"""Commands that make the decks: quick play, the draft, challenges, a community deck, reduced decks."""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from domain.cards import CardRef
from domain.games.pbl_robots.actors import SELECTIONS, challenge, lead_seat, pilots_done, player_seats, selecting_done
from domain.games.pbl_robots.builds import check_placing, place_card
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.commands.base import ActorCommand, PblCommand, PhaseRule
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.decks import (
    CommunityDeckFormed,
    DeckReduced,
    DraftEnded,
    DraftStarted,
    PilePassed,
    PilesRestocked,
    PileTaken,
    QuickPlayDealt,
    ShopDeckFormed,
)
from domain.games.pbl_robots.events.setup import ChallengeCardPlayed
from domain.games.pbl_robots.numbers import place_of, side_name
from domain.games.pbl_robots.references import hidden_cards, known_hands, name, orange
from domain.games.pbl_robots.state import PILES, Draft, State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, cards_named
from domain.table.visibility import face_down
from domain.text import pluralize

DRAFT_SHOP = {2: 15, 3: 5}
"""Size of the shop deck set aside before the draft, by number of sides (PBL-D03)."""
QUICK_PLAY = {2: 40, 3: 30}
"""Size of a side's deck in quick play, by number of sides (PBL-D02)."""
COMMUNITY_SHOP = 20


class DealQuickPlay(PblCommand, frozen=True, kw_only=True, tag="deal_quick_play"):
    """Deals whole decks; the other cards form the shop deck. `decks` are the cards of each side, or `sizes` their numbers."""

    title = "Deal the quick play decks"
    accepted_in: ClassVar = PhaseRule("PBL-D01", ("setup",), "decks are dealt once, before the game")

    decks: tuple[tuple[CardRef, ...], ...] = ()
    sizes: tuple[int, ...] = ()
    rules = ("PBL-D01", "PBL-D02", "PBL-S02", "PBL-S05", "PBL-V08", "PBL-V15")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _ready_for_decks(state, ("quick_play",))
        given = self.sizes or tuple(len(deck) for deck in self.decks)
        if given and len(given) != len(state.sides):
            yield impossible(
                "PBL-D02", f"{pluralize(len(state.sides), 'side')} play, {pluralize(len(given), 'deck')} given"
            )
            return
        sizes = quick_play_sizes(state)
        for wanted, size in zip(sizes, given, strict=False):
            if size != wanted:
                yield Violation("PBL-D02", f"deal {pluralize(wanted, 'more card')} to this side, not {size}")
        if sum(given or sizes) > state.setup.undealt:
            yield impossible("PBL-D02", f"only {pluralize(state.setup.undealt, 'card')} left to deal")
        yield from hidden_cards(state, tuple(ref for deck in self.decks for ref in deck), None)

    def act(self, out: PblBuffer) -> None:
        state = out.state
        cards = known_hands(state, self.decks)
        counts = self.sizes or tuple(len(deck) for deck in self.decks) or quick_play_sizes(state)
        out.add(QuickPlayDealt(counts=counts, cards=cards))
        out.add(ShopDeckFormed(count=out.state.setup.undealt))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        return replace(self, decks=(), sizes=self.sizes or tuple(len(deck) for deck in self.decks))


class StartDraft(PblCommand, frozen=True, kw_only=True, tag="start_draft"):
    """Sets the shop deck aside and lays out the piles of the draft. The numbers are optional, and checked if given."""

    title = "Start the draft"
    accepted_in: ClassVar = PhaseRule("PBL-D01", ("setup",), "the draft is held once, before the game")

    shop_deck: int | None = None
    draft_deck: int | None = None
    rules = ("PBL-D01", "PBL-D03", "PBL-L06", "PBL-S05", "PBL-V15")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _ready_for_decks(state, ("regular", "challenge_draft", "keeper"))
        shop = draft_shop(state)
        rule = "PBL-L06" if state.options.setup == "keeper" else "PBL-D03"
        if self.shop_deck is not None and self.shop_deck != shop:
            impossible = self.shop_deck < 0 or self.shop_deck > state.setup.undealt - PILES
            text = f"set {pluralize(shop, 'card')} aside, not {self.shop_deck}"
            yield Violation(rule, text, impossible=impossible)
        if self.draft_deck is not None and self.draft_deck != state.setup.undealt - shop:
            yield Violation(
                rule, f"the draft deck is {pluralize(state.setup.undealt - shop, 'card')}, {self.draft_deck} given"
            )

    def act(self, out: PblBuffer) -> None:
        state = out.state
        shop = draft_shop(state) if self.shop_deck is None else self.shop_deck
        if shop:
            out.add(ShopDeckFormed(count=shop))
        drafter = _last_chooser(state)
        out.add(DraftStarted(deck=max(0, out.state.setup.undealt - PILES), drafter=drafter))


class _OfPile(ActorCommand, frozen=True, kw_only=True):
    """A command of the drafter for one pile. `cards` are the cards in it, if known."""

    accepted_in: ClassVar = PhaseRule(
        "PBL-D09", ("draft",), "no draft is under way: the draft is over or has not begun"
    )
    gunner_may: ClassVar = True

    pile: int = 0
    """Number of the pile; 0 for the one that the drafter is looking at."""
    cards: tuple[CardRef, ...] = ()
    rules = ("PBL-D05", "PBL-D06", "PBL-D07", "PBL-D09", "PBL-S02", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        return _check_pile(state, self)


class PassPile(_OfPile, frozen=True, kw_only=True, tag="pass_pile"):
    """The drafter looks at a pile and puts it back."""

    title = "Pass a pile"

    def act(self, out: PblBuffer) -> None:
        draft = out.state.draft
        if draft is not None:
            number = self.pile or draft.at_pile
            out.add(PilePassed(side=draft.drafter, pile=number, cards=cards_named(self.cards)))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        """Hide the cards of the pile from everyone except the judge."""
        return replace(self, cards=())


class TakePile(_OfPile, frozen=True, kw_only=True, tag="take_pile"):
    """The drafter takes the pile that they are looking at."""

    title = "Take a pile"

    def act(self, out: PblBuffer) -> None:
        draft = out.state.draft
        if draft is None:
            return
        side = self.acting_side(out.state)
        number = self.pile or draft.at_pile
        pile = draft.piles[min(max(number, 1), len(draft.piles)) - 1]
        known = (*pile.cards, *(card for card in cards_named(self.cards) if card not in pile.cards))
        out.add(PileTaken(side=side, pile=number, count=pile.count, cards=known))
        after = out.state.draft
        if after is not None:
            _after_pick(out, after)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if self.side_seen(state, viewpoint) else replace(self, cards=())


class SelectChallengeCard(ActorCommand, frozen=True, kw_only=True, tag="select_challenge_card"):
    """Challenge: a side selects an orange card and plays it at once; give `slot` for pods."""

    title = "Select a challenge card"
    accepted_in: ClassVar = PhaseRule("PBL-V15", ("setup",), "challenge cards are selected before the decks are made")

    card: CardRef
    slot: SlotName | Literal[""] = ""
    rules = ("PBL-S02", "PBL-V08", "PBL-V15", "PBL-V16")

    def validate(self, state: State) -> Iterator[Violation]:
        setup = state.setup
        if not challenge(state):
            yield impossible("PBL-V15", "cards are selected only in a challenge")
            return
        if not pilots_done(state) or not setup.selection_order:
            yield Violation("PBL-V15", "choose the pilots and roll the dice before cards are selected")
            return
        index = self.acting_side(state)
        if setup.selections and len(setup.selections[index]) >= SELECTIONS:
            yield Violation("PBL-V15", f"the side has already selected {SELECTIONS} cards")
        elif index != setup.selector:
            yield Violation("PBL-V15", f"{side_name(state, setup.selector)} selects now")
        card = card_named(self.card)
        if card is None:
            yield impossible("PBL-V16", "name the selected card")
            return
        problem = orange(state, card)
        if problem is not None:
            yield problem
            return
        place = place_of(state, card)
        if place:
            rule = "PBL-V08" if card in state.celebrities else "PBL-S02"
            yield impossible(rule, f"{name(state, card)} is already in {place}")
        record = state.catalogue.get(card)
        if record is not None:
            for problem in check_placing(state.sides[index], record, self.slot):
                yield Violation("PBL-V16", f"it cannot be played now: {problem.text}", impossible=problem.impossible)

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        card = out.state.catalogue.get(card_named(self.card))
        if card is None:
            return
        order = out.state.setup.selection_order or tuple(range(len(out.state.sides)))
        following = order[(order.index(side) + 1) % len(order)]
        out.add(ChallengeCardPlayed(side=side, card=card.card_id, next_side=following))
        place_card(out, side, card, self.slot, seat=None, token=None)

    def due_seat(self, state: State) -> int:
        return lead_seat(state, state.setup.selector)


class FormCommunityDeck(PblCommand, frozen=True, kw_only=True, tag="form_community_deck"):
    """Challenge without a draft: sets a shop deck of 20 aside; all other cards form one deck for everyone."""

    title = "Form the community deck"
    accepted_in: ClassVar = PhaseRule("PBL-V18", ("setup",), "the community deck is formed once, before the game")

    shop_deck: int | None = None
    rules = ("PBL-D01", "PBL-S05", "PBL-V15", "PBL-V18")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _ready_for_decks(state, ("challenge_community",))
        shop = community_shop(state)
        if self.shop_deck is not None and self.shop_deck != shop:
            impossible = not 0 <= self.shop_deck <= state.setup.undealt
            yield Violation(
                "PBL-V18", f"the shop deck is {pluralize(shop, 'card')}, {self.shop_deck} given", impossible=impossible
            )

    def act(self, out: PblBuffer) -> None:
        shop = community_shop(out.state) if self.shop_deck is None else self.shop_deck
        out.add(ShopDeckFormed(count=shop))
        out.add(CommunityDeckFormed(count=out.state.setup.undealt))


class ReduceDeck(ActorCommand, frozen=True, kw_only=True, tag="reduce_deck"):
    """League bonus: takes cards out of the player's deck before the opening hands."""

    title = "Reduce a deck"
    accepted_in: ClassVar = PhaseRule("PBL-L11", ("opening",), "decks are reduced before the opening hands")

    cards: tuple[CardRef, ...]
    rules = ("PBL-L11", "PBL-S02", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        index = self.acting_side(state)
        side = state.sides[index]
        if not self.cards or len(self.cards) > side.reduction:
            yield Violation("PBL-L11", f"{side_name(state, index)} may take {pluralize(side.reduction, 'card')} out")
        if len(self.cards) > side.deck:
            yield impossible("PBL-L11", f"the deck has {pluralize(side.deck, 'card')}")
        if any(person.ready or person.offered for person in (state.people[s] for s in player_seats(state, index))):
            yield Violation("PBL-L11", "the deck is reduced before the opening hands")
        yield from hidden_cards(state, self.cards, index)

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        out.add(DeckReduced(side=side, cards=tuple(card_named(ref) for ref in self.cards)))

    def due_seat(self, state: State) -> int:
        return lead_seat(state, next((side for side, one in enumerate(state.sides) if one.reduction), 0))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if self.side_seen(state, viewpoint) else replace(self, cards=face_down(self.cards))


def _ready_for_decks(state: State, wanted: tuple[str, ...]) -> Iterator[Violation]:
    """Check that the command fits the match's setup, and that pilots and inheritance come first (PBL-D01)."""
    if state.options.setup not in wanted:
        yield Violation("PBL-D01", f"this match has the setup {state.options.setup}")
    elif not pilots_done(state):
        yield Violation("PBL-D01", "choose the pilots first")
    elif challenge(state) and not selecting_done(state):
        yield Violation("PBL-V15", f"every side must select {SELECTIONS} cards first")
    elif not challenge(state) and not state.setup.inheritances:
        yield Violation("PBL-S05", "deal the inheritance first")


def _check_pile(state: State, command: _OfPile) -> Iterator[Violation]:
    draft = state.draft
    if draft is None:
        return
    side = command.acting_side(state)
    if side != draft.drafter:
        yield Violation("PBL-D05", f"{side_name(state, draft.drafter)} drafts now")
    number = command.pile or draft.at_pile
    if not 1 <= number <= len(draft.piles):
        yield impossible("PBL-D06", f"pile {number} does not exist")
        return
    pile = draft.piles[number - 1]
    if number < draft.at_pile:
        yield Violation("PBL-D06", f"pile {number} was passed in this pick; pile {draft.at_pile} is next")
    elif any(one.count for one in draft.piles[draft.at_pile - 1 : number - 1]):
        yield Violation("PBL-D06", f"pile {draft.at_pile} comes before pile {number}")
    last = not any(one.count for one in draft.piles[number:])
    if isinstance(command, PassPile) and last:
        yield Violation("PBL-D06", f"pile {number} is the last one and must be taken")
    yield from _check_contents(state, command, pile.count, pile.cards)


def _check_contents(state: State, command: _OfPile, count: int, known: tuple[str, ...]) -> Iterator[Violation]:
    if command.cards and len(command.cards) != count:
        yield Violation(
            "PBL-D07", f"the pile has {pluralize(count, 'card')}, {len(command.cards)} given; name all of them"
        )
    given = cards_named(command.cards)
    missing = [card for card in known if card not in given]
    if len(given) == len(command.cards) and command.cards and missing:
        yield impossible("PBL-D07", f"{name(state, missing[0])} was seen in that pile")
    fresh = tuple(card for card in given if card not in known)
    yield from hidden_cards(state, fresh, None)


def quick_play_sizes(state: State) -> tuple[int, ...]:
    """Return the number of cards dealt to each side after its inheritance (PBL-D02, PBL-Q06)."""
    whole = QUICK_PLAY[len(state.sides)]
    extra = state.options.quick_play_deck == "plus_inheritance"
    had = state.setup.inheritances or (0,) * len(state.sides)
    return tuple(whole if extra else whole - count for count in had)


def draft_shop(state: State) -> int:
    """Return the size of the shop deck set aside before a draft, minus the celebrities (PBL-Q29); 0 in keeper leagues."""
    if state.options.setup == "keeper":
        return 0
    return max(0, DRAFT_SHOP[len(state.sides)] - len(state.celebrities))


def _last_chooser(state: State) -> int:
    """Return the side that chose a starter last, which drafts first (PBL-D05, PBL-Q60)."""
    return state.setup.order[-1] if state.setup.order else 0


def next_drafter(state: State, drafter: int) -> int:
    """Return the side that drafts next. Sides draft in the reverse of the order in which they chose pilots (PBL-Q07)."""
    order = state.setup.order or tuple(range(len(state.sides)))
    return order[order.index(drafter) - 1]


def _after_pick(out: PblBuffer, draft: Draft) -> None:
    drafter = next_drafter(out.state, draft.drafter)
    if draft.deck >= len(draft.piles):
        out.add(PilesRestocked(piles=len(draft.piles), drafter=drafter))
    elif draft.deck > 0:
        out.add(PilesRestocked(piles=draft.deck, drafter=drafter, last=True))
    else:
        cards = tuple(card for pile in draft.piles for card in pile.cards)
        out.add(DraftEnded(count=sum(pile.count for pile in draft.piles), cards=cards))


def community_shop(state: State) -> int:
    """Return the size of the shop deck in a match with a community deck (PBL-V18, PBL-Q29)."""
    return max(0, COMMUNITY_SHOP - len(state.celebrities))
