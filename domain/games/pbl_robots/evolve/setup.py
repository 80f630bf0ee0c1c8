"""Preparation and draft."""

from itertools import permutations

from msgspec.structs import replace

from domain.cards import Token
from domain.games.pbl_robots.events import (
    BaseRobotChosen,
    BlowOffDeckFormed,
    CardDefined,
    CelebritySet,
    ChallengeCardPlayed,
    CommunityDeckFormed,
    D20Rolled,
    DeckReduced,
    DecksCarriedOver,
    DraftEnded,
    DraftStarted,
    GameStarted,
    InheritanceDealt,
    MatchCreated,
    OpeningHandKept,
    OpeningHandsDealt,
    PilePassed,
    PilesRestocked,
    PileTaken,
    QuickPlayDealt,
    ShopDeckFormed,
    StarterChosen,
    StarterCommitted,
    StartersRevealed,
    TalentPoolRevealed,
)
from domain.games.pbl_robots.evolve.base import decked, misplaced, placed, with_person, with_side
from domain.games.pbl_robots.evolve.order import top_taken
from domain.games.pbl_robots.numbers import tied
from domain.games.pbl_robots.state import EMPTY, Draft, Pile, Setup, State


def match_created(state: State, event: MatchCreated) -> State:
    return replace(
        state,
        seats=event.seats,
        options=event.options,
        phase="setup",
        sides=event.sides,
        people=event.people,
        setup=event.setup,
        blow_off_start=event.blow_off_deck,
    )


def decks_carried_over(state: State, event: DecksCarriedOver) -> State:
    setup = replace(state.setup, hands_due=True, undealt=0)
    shop = replace(state.shop, deck=event.shop_deck, unplaced=frozenset(event.shop))
    return replace(state, sides=event.sides, shop=shop, celebrities=event.celebrities, setup=setup, phase="opening")


def card_defined(state: State, event: CardDefined) -> State:
    return replace(state, catalogue=state.catalogue.plus(event.card))


def base_robot_chosen(state: State, event: BaseRobotChosen) -> State:
    side = state.sides[event.side]
    slots = tuple(
        replace(slot, attack=attack, defense=defense)
        for slot, (attack, defense) in zip(side.slots, event.limbs, strict=False)
    )
    slots = (*slots, *side.slots[len(slots) :])
    return with_side(state, event.side, replace(side, robot=event.robot, slots=slots))


def celebrity_set(state: State, event: CelebritySet) -> State:
    setup = replace(state.setup, undealt=state.setup.undealt - 1)
    return replace(state, celebrities=(*state.celebrities, event.card), setup=setup)


def _dealt(state: State, counts: tuple[int, ...], cards: tuple[tuple[str, ...], ...]) -> State:
    sides = tuple(
        replace(side, deck=side.deck + count, unplaced=side.unplaced | set(known))
        for side, count, known in zip(state.sides, counts, cards, strict=True)
    )
    setup = replace(state.setup, undealt=state.setup.undealt - sum(counts))
    return replace(state, sides=sides, setup=setup)


def inheritance_dealt(state: State, event: InheritanceDealt) -> State:
    state = _dealt(state, event.counts, event.cards)
    return replace(state, setup=replace(state.setup, inheritances=event.counts))


def talent_pool_revealed(state: State, event: TalentPoolRevealed) -> State:
    return replace(state, setup=replace(state.setup, pool=event.pilots, pool_shown=True))


def d20_rolled(state: State, event: D20Rolled) -> State:
    rolls = state.setup.rolls or ((),) * len(state.sides)
    rolls = (*rolls[: event.side], (*rolls[event.side], event.value), *rolls[event.side + 1 :])
    setup = replace(state.setup, rolls=rolls)
    if not any(tied(mine, other) for mine, other in permutations(rolls, 2)):
        setup = _with_order(setup, event)
    return replace(state, setup=setup)


def _with_order(setup: Setup, event: D20Rolled) -> Setup:
    """The order that distinct rolls give; the rolls are cleared for the next purpose, except a first-turn roll-off."""
    order = tuple(sorted(range(len(setup.rolls)), key=lambda side: setup.rolls[side], reverse=True))
    if event.purpose == "pilots":
        return replace(setup, order=order, rolls=())
    if event.purpose == "challenge":
        return replace(setup, selection_order=order, selector=order[0], rolls=())
    return setup


def starter_chosen(state: State, event: StarterChosen) -> State:
    setup, side = state.setup, state.sides[event.side]
    pool = tuple(card for card in setup.pool if card != event.pilot.card)
    state = replace(state, setup=replace(setup, pool=pool, choices=setup.choices + 1))
    if event.seated:
        return with_side(state, event.side, replace(side, pilots=(event.pilot,)))
    return with_side(state, event.side, replace(side, starters=(*side.starters, event.pilot.card)))


def blow_off_deck_formed(state: State, event: BlowOffDeckFormed) -> State:
    return replace(state, blow_off_start=event.count, setup=replace(state.setup, pool=()))


def starter_committed(state: State, event: StarterCommitted) -> State:
    return with_side(state, event.side, replace(state.sides[event.side], committed=event.pilot))


def starters_revealed(state: State, event: StartersRevealed) -> State:
    sides = tuple(
        replace(
            side,
            pilots=(pilot, *(one for one in side.pilots if one.expert)),
            committed=EMPTY,
            used_starters=(*side.used_starters, pilot.card),
        )
        for side, pilot in zip(state.sides, event.pilots, strict=True)
    )
    return replace(state, sides=sides)


def quick_play_dealt(state: State, event: QuickPlayDealt) -> State:
    state = _dealt(state, event.counts, event.cards)
    return replace(state, phase="opening", setup=replace(state.setup, hands_due=True))


def shop_deck_formed(state: State, event: ShopDeckFormed) -> State:
    setup = replace(state.setup, undealt=state.setup.undealt - event.count)
    return replace(state, setup=setup, shop=replace(state.shop, deck=state.shop.deck + event.count))


def draft_started(state: State, event: DraftStarted) -> State:
    draft = Draft(event.deck, (Pile(1),) * 5, event.drafter)
    setup = replace(state.setup, undealt=state.setup.undealt - event.deck - 5)
    return replace(state, draft=draft, setup=setup, phase="draft")


def pile_passed(state: State, event: PilePassed) -> State:
    draft = state.draft
    if draft is None:
        return state
    pile = draft.piles[event.pile - 1]
    seen = (*pile.cards, *(card for card in event.cards if card not in pile.cards))
    return _with_pile(state, draft, event.pile, replace(pile, cards=seen), at_pile=event.pile + 1, picks=draft.picks)


def _with_pile(state: State, draft: Draft, number: int, pile: Pile, *, at_pile: int, picks: int) -> State:
    piles = (*draft.piles[: number - 1], pile, *draft.piles[number:])
    return replace(state, draft=replace(draft, piles=piles, at_pile=at_pile, picks=picks))


def pile_taken(state: State, event: PileTaken) -> State:
    state = misplaced(decked(state, event.side, event.count), event.side, event.cards)
    draft = state.draft
    if draft is None:
        return state
    return _with_pile(state, draft, event.pile, Pile(0), at_pile=1, picks=draft.picks + 1)


def piles_restocked(state: State, event: PilesRestocked) -> State:
    draft = state.draft
    if draft is None:
        return state
    piles = tuple(
        replace(pile, count=pile.count + 1) if number < event.piles else pile for number, pile in enumerate(draft.piles)
    )
    return replace(
        state,
        draft=replace(
            draft,
            deck=draft.deck - event.piles,
            piles=piles,
            drafter=event.drafter,
            at_pile=event.at_pile,
            last=event.last,
        ),
    )


def draft_ended(state: State, event: DraftEnded) -> State:
    shop = replace(
        state.shop, deck=state.shop.deck + event.count, unplaced=state.shop.unplaced | frozenset(event.cards)
    )
    setup = replace(state.setup, hands_due=True)
    return replace(state, draft=None, shop=shop, phase="opening", setup=setup)


def challenge_card_played(state: State, event: ChallengeCardPlayed) -> State:
    setup = state.setup
    selections = setup.selections or ((),) * len(state.sides)
    mine = (*selections[event.side], event.card)
    selections = (*selections[: event.side], mine, *selections[event.side + 1 :])
    setup = replace(setup, selections=selections, selector=event.next_side, undealt=setup.undealt - 1)
    return replace(state, setup=setup)


def community_deck_formed(state: State, event: CommunityDeckFormed) -> State:
    setup = replace(state.setup, undealt=state.setup.undealt - event.count, hands_due=True)
    return replace(state, community=event.count, setup=setup, phase="opening")


def deck_reduced(state: State, event: DeckReduced) -> State:
    known = tuple(card for card in event.cards if card)
    state = placed(decked(state, event.side, -len(event.cards)), event.side, known)
    side = state.sides[event.side]
    state = with_side(state, event.side, replace(side, reduction=max(0, side.reduction - len(event.cards))))
    unknown = len(event.cards) - len(known)
    return replace(state, out_of_game=(*state.out_of_game, *known), out_unknown=state.out_unknown + unknown)


def opening_hands_dealt(state: State, event: OpeningHandsDealt) -> State:
    tokens = [token for hand in event.hands for token in hand]
    side, person = state.seats[event.seat].side, state.people[event.seat]
    for token in tokens:
        state = top_taken(state, side, token.card)
        state = placed(decked(state, side, -1), side, (token.card,))
    serial = max((token.id % 1000 for token in tokens), default=person.serial)
    return with_person(state, event.seat, replace(person, offered=event.hands, serial=serial))


def opening_hand_kept(state: State, event: OpeningHandKept) -> State:
    side, person = state.seats[event.seat].side, state.people[event.seat]
    state = with_person(state, event.seat, replace(person, hand=(*person.hand, *event.hand), offered=(), ready=True))
    state = placed(state, side, _cards(event.hand))
    return misplaced(decked(state, side, len(event.returned)), side, _cards(event.returned))


def _cards(tokens: tuple[Token, ...]) -> tuple[str | None, ...]:
    return tuple(token.card for token in tokens)


def game_started(state: State, event: GameStarted) -> State:
    return replace(state, order=event.order, phase="play", setup=replace(state.setup, rolls=(), hands_due=False))
