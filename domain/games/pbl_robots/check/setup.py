"""Preparation: the match, robots, pilots, decks, draft, challenge, opening hands, the first turn."""

from collections import Counter

from domain.cards import parse_ref
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import (
    SELECTIONS,
    acting_seat,
    challenge,
    choosing_side,
    first_side,
    hands_done,
    hands_order,
    lead_seat,
    pilots_done,
    pilots_each,
    player_seats,
    roll_purpose,
    selecting_done,
    sides_to_roll,
    waiting_commits,
)
from domain.games.pbl_robots.cards import BaseRobot, CrewCard, StarterPilot
from domain.games.pbl_robots.check.base import Problems, faces, hidden_cards, name, orange
from domain.games.pbl_robots.check.builds import check_placing
from domain.games.pbl_robots.numbers import place_of, side_name
from domain.games.pbl_robots.resolve.base import card_of, named
from domain.games.pbl_robots.resolve.decks import community_shop, draft_shop, quick_play_sizes
from domain.games.pbl_robots.resolve.setup import HAND_SIZE, inheritance_sizes, opening_sizes
from domain.games.pbl_robots.state import EMPTY, State
from domain.rules import Violation
from domain.text import counted

POOL_SIZE = {0: {2: 3, 3: 4}, 3: {2: 7}, 5: {2: 10}}
"""Starters turned up, per rotation and number of sides (PBL-S06, PBL-V09, PBL-Q30)."""


def check_robot(state: State, command: c.ChooseBaseRobot) -> Problems:
    seat = acting_seat(state, command)
    card = card_of(command.robot)
    if not isinstance(state.catalogue.get(card), BaseRobot):
        yield Violation("PBL-S03", f"{name(state, card)} is no base robot", impossible=True)
        return
    for index, side in enumerate(state.sides):
        if side.robot == card:
            yield Violation("PBL-S03", f"{name(state, card)} is taken by {side_name(state, index)}", impossible=True)
    if state.sides[state.seats[seat].side].robot:
        yield Violation("PBL-S03", f"{state.seats[seat].name} has a robot")


def check_celebrity(state: State, command: c.SetCelebrity) -> Problems:
    card = card_of(command.card)
    if state.setup.inheritances or state.shop.deck or state.setup.selections:
        yield Violation("PBL-V05", "celebrities are agreed before the cards are dealt")
    if not isinstance(state.catalogue.get(card), CrewCard):
        rule = "PBL-V06" if command.turned else "PBL-V05"
        yield Violation(rule, f"{name(state, card)} is no crew card", impossible=True)
        return
    yield from hidden_cards(state, (command.card,), None)
    for turned in named(command.turned):
        if isinstance(state.catalogue.get(turned), CrewCard):
            yield Violation("PBL-V06", f"{name(state, turned)} is a crew card: the turning stops there")


def check_inheritance(state: State, command: c.DealInheritance) -> Problems:
    if challenge(state) or state.setup.inheritances:
        yield Violation("PBL-S05", "the inheritance is dealt once, and not in a challenge", impossible=True)
        return
    keeper = state.options.setup == "keeper"
    rule = "PBL-L05" if keeper else "PBL-S05"
    sizes = inheritance_sizes(state)
    if command.hands and len(command.hands) != len(state.sides):
        yield Violation(
            rule, f"{counted(len(state.sides), 'side')} play, {len(command.hands)} inheritances given", impossible=True
        )
        return
    for index, hand in enumerate(command.hands):
        if len(hand) != sizes[index]:
            yield Violation(rule, f"the inheritance is {counted(sizes[index], 'card')}, {len(hand)} given")
        kept = state.setup.keepers[index] if keeper and index < len(state.setup.keepers) else ()
        others = set(named(hand)) - set(kept)
        if keeper and len(others) > sizes[index] - len(kept):
            yield Violation("PBL-L05", "the inheritance is the side's keepers")
    yield from hidden_cards(state, tuple(ref for hand in command.hands for ref in hand), None)


def check_pool(state: State, command: c.RevealTalentPool) -> Problems:
    wanted = POOL_SIZE.get(state.options.rotation, {}).get(len(state.sides), 0)
    if state.setup.pool_shown:
        yield Violation("PBL-S06", "the talent pool is already turned up")
    rule = {0: "PBL-S06", 3: "PBL-V09", 5: "PBL-V13"}.get(state.options.rotation, "PBL-S06")
    if len(command.pilots) != wanted:
        yield Violation(rule, f"the talent pool is {counted(wanted, 'starter')}, {len(command.pilots)} given")
    cards = named(command.pilots)
    for card, copies in Counter(cards).items():
        if not isinstance(state.catalogue.get(card), StarterPilot):
            yield Violation("PBL-S06", f"{name(state, card)} is no starter pilot", impossible=True)
        elif copies > 1:
            yield Violation("PBL-S02", f"{name(state, card)} is named twice", impossible=True)


def check_roll(state: State, command: c.RollD20) -> Problems:
    yield from faces((command.value,), 20)
    side = state.seats[acting_seat(state, command)].side
    rule = {"challenge": "PBL-V15", "first_turn": "PBL-S13"}.get(roll_purpose(state), "PBL-S07")
    due = sides_to_roll(state)
    if not due:
        yield Violation(rule, "no d20 roll is due", impossible=True)
    elif side not in due:
        yield Violation(rule, f"{side_name(state, side)} has rolled; {side_name(state, due[0])} rolls")


def check_starter(state: State, command: c.ChooseStarter) -> Problems:
    card = card_of(command.pilot)
    side = state.seats[acting_seat(state, command)].side
    if pilots_done(state):
        rule = "PBL-V09" if state.options.rotation else "PBL-S08"
        yield Violation(rule, f"every side has its {pilots_each(state)} starter", impossible=True)
        return
    if not state.setup.pool_shown:
        yield Violation("PBL-S06", "the talent pool is turned up first", impossible=True)
        return
    if card not in state.setup.pool:
        yield Violation("PBL-S08", f"{name(state, card)} is not in the talent pool", impossible=True)
    due = choosing_side(state)
    if due is None:
        yield Violation("PBL-S07", "every side rolls the d20 before pilots are chosen")
    elif due != side:
        yield Violation("PBL-S07", f"{side_name(state, due)} chooses now")
    if not all(one.robot for one in state.sides):
        yield Violation("PBL-S03", "robots are chosen before pilots")


def check_commit(state: State, command: c.CommitStarter) -> Problems:
    index = state.seats[acting_seat(state, command)].side
    side = state.sides[index]
    card = card_of(command.pilot)
    if not state.options.rotation:
        yield Violation("PBL-V10", "pilots are selected face down in a rotation only", impossible=True)
        return
    if side.committed != EMPTY or side.pilots:
        yield Violation("PBL-V10", f"{side_name(state, index)} has selected a pilot", impossible=True)
    if card is not None and card not in side.starters:
        yield Violation("PBL-V10", f"{name(state, card)} is not one of the side's pilots", impossible=True)
    if card is not None and card in side.used_starters:
        yield Violation("PBL-V10", f"{name(state, card)} was used earlier in this series")


def check_reveal_starters(state: State, command: c.RevealStarters) -> Problems:
    if not state.options.rotation or waiting_commits(state) or all(side.pilots for side in state.sides):
        yield Violation("PBL-V10", "pilots are revealed together, once both sides have selected", impossible=True)
        return
    given = [card_of(ref) for ref in command.pilots]
    for index, side in enumerate(state.sides):
        card = given[index] if index < len(given) else side.committed
        if card is None:
            yield Violation("PBL-V10", f"name the pilot that {side_name(state, index)} reveals", impossible=True)
        elif side.committed is not None and card != side.committed:
            text = f"{side_name(state, index)} selected {name(state, side.committed)}, not {name(state, card)}"
            yield Violation("PBL-V10", text)
        elif card not in side.starters:
            yield Violation("PBL-V10", f"{name(state, card)} is not one of the side's pilots", impossible=True)
        elif card in side.used_starters:
            yield Violation("PBL-V10", f"{name(state, card)} was used earlier in this series")


def _ready_for_decks(state: State, wanted: tuple[str, ...]) -> Problems:
    """Decks are made after the pilots, in the way the match was created for (PBL-D01)."""
    if state.options.setup not in wanted:
        yield Violation("PBL-D01", f"this match is set up as {state.options.setup}")
    elif not pilots_done(state):
        yield Violation("PBL-D01", "pilots are chosen first")
    elif challenge(state) and not selecting_done(state):
        yield Violation("PBL-V15", f"every side selects {SELECTIONS} cards first")
    elif not challenge(state) and not state.setup.inheritances:
        yield Violation("PBL-S05", "the inheritance is dealt first")


def check_quick_play(state: State, command: c.DealQuickPlay) -> Problems:
    yield from _ready_for_decks(state, ("quick_play",))
    given = command.sizes or tuple(len(deck) for deck in command.decks)
    if given and len(given) != len(state.sides):
        yield Violation(
            "PBL-D02", f"{counted(len(state.sides), 'side')} play, {counted(len(given), 'deck')} given", impossible=True
        )
        return
    sizes = quick_play_sizes(state)
    for wanted, size in zip(sizes, given, strict=False):
        if size != wanted:
            yield Violation("PBL-D02", f"{counted(wanted, 'more card')} dealt to each side, {size} given")
    if sum(given or sizes) > state.setup.undealt:
        yield Violation("PBL-D02", f"{counted(state.setup.undealt, 'card')} left to deal", impossible=True)
    yield from hidden_cards(state, tuple(ref for deck in command.decks for ref in deck), None)


def check_draft(state: State, command: c.StartDraft) -> Problems:
    yield from _ready_for_decks(state, ("regular", "challenge_draft", "keeper"))
    shop = draft_shop(state)
    rule = "PBL-L06" if state.options.setup == "keeper" else "PBL-D03"
    if command.shop_deck is not None and command.shop_deck != shop:
        impossible = command.shop_deck < 0 or command.shop_deck > state.setup.undealt - 5
        yield Violation(rule, f"{counted(shop, 'card')} set aside, {command.shop_deck} given", impossible=impossible)
    if command.draft_deck is not None and command.draft_deck != state.setup.undealt - shop:
        yield Violation(
            rule, f"the draft deck is {counted(state.setup.undealt - shop, 'card')}, {command.draft_deck} given"
        )


def check_pile(state: State, command: c.PassPile | c.TakePile) -> Problems:
    draft = state.draft
    if draft is None:
        return
    side = state.seats[acting_seat(state, command)].side
    if side != draft.drafter:
        yield Violation("PBL-D05", f"{side_name(state, draft.drafter)} drafts now")
    number = command.pile or draft.at_pile
    if not 1 <= number <= len(draft.piles):
        yield Violation("PBL-D06", f"there is no pile {number}", impossible=True)
        return
    pile = draft.piles[number - 1]
    if number < draft.at_pile:
        yield Violation("PBL-D06", f"pile {number} was passed over in this pick; pile {draft.at_pile} is looked at")
    elif number > draft.at_pile and any(one.count for one in draft.piles[draft.at_pile - 1 : number - 1]):
        yield Violation("PBL-D06", f"pile {draft.at_pile} is looked at before pile {number}")
    last = not any(one.count for one in draft.piles[number:])
    if isinstance(command, c.PassPile) and last:
        yield Violation("PBL-D06", f"pile {number} is the last one and must be taken")
    yield from _check_contents(state, command, pile.count, pile.cards)


def _check_contents(state: State, command: c.PassPile | c.TakePile, count: int, known: tuple[str, ...]) -> Problems:
    if command.cards and len(command.cards) != count:
        yield Violation(
            "PBL-D07", f"the pile has {counted(count, 'card')}, {len(command.cards)} given; it is taken whole"
        )
    given = named(command.cards)
    missing = [card for card in known if card not in given]
    if len(given) == len(command.cards) and command.cards and missing:
        yield Violation("PBL-D07", f"{name(state, missing[0])} was seen in that pile", impossible=True)
    fresh = tuple(card for card in given if card not in known)
    yield from hidden_cards(state, fresh, None)


def check_challenge(state: State, command: c.SelectChallengeCard) -> Problems:
    setup = state.setup
    if not challenge(state):
        yield Violation("PBL-V15", "cards are selected in a challenge only", impossible=True)
        return
    if not pilots_done(state) or not setup.selection_order:
        yield Violation("PBL-V15", "pilots are chosen and the dice rolled before cards are selected")
        return
    index = state.seats[acting_seat(state, command)].side
    if selecting_done(state) or (setup.selections and len(setup.selections[index]) >= SELECTIONS):
        yield Violation("PBL-V15", f"{SELECTIONS} cards are selected")
    elif index != setup.selector:
        yield Violation("PBL-V15", f"{side_name(state, setup.selector)} selects now")
    card = card_of(command.card)
    problem = orange(state, card or "??")
    if problem is not None or card is None:
        yield problem or Violation("PBL-V16", "name the card that was selected", impossible=True)
        return
    place = place_of(state, card)
    if place:
        rule = "PBL-V08" if card in state.celebrities else "PBL-S02"
        yield Violation(rule, f"{name(state, card)} is already in {place}", impossible=True)
    record = state.catalogue.get(card)
    if record is not None:
        for problem in check_placing(state.sides[index], record, command.slot):
            yield Violation("PBL-V16", f"it could not be played now: {problem.text}", impossible=problem.impossible)


def check_community(state: State, command: c.FormCommunityDeck) -> Problems:
    yield from _ready_for_decks(state, ("challenge_community",))
    shop = community_shop(state)
    if command.shop_deck is not None and command.shop_deck != shop:
        impossible = not 0 <= command.shop_deck <= state.setup.undealt
        yield Violation(
            "PBL-V18", f"the shop deck is {counted(shop, 'card')}, {command.shop_deck} given", impossible=impossible
        )


def check_reduce(state: State, command: c.ReduceDeck) -> Problems:
    index = state.seats[acting_seat(state, command)].side
    side = state.sides[index]
    if not command.cards or len(command.cards) > side.reduction:
        yield Violation("PBL-L11", f"{side_name(state, index)} may take {counted(side.reduction, 'card')} out")
    if len(command.cards) > side.deck:
        yield Violation("PBL-L11", f"the deck has {counted(side.deck, 'card')}", impossible=True)
    if any(person.ready or person.offered for person in (state.people[s] for s in player_seats(state, index))):
        yield Violation("PBL-L11", "the deck is reduced before the opening hands")
    yield from hidden_cards(state, command.cards, index)


def check_hands(state: State, command: c.DealOpeningHands) -> Problems:
    seat = acting_seat(state, command)
    if seat not in hands_order(state):
        yield Violation("PBL-V36", f"{state.seats[seat].name} holds no hand", impossible=True)
        return
    person = state.people[seat]
    if person.ready or person.offered:
        yield Violation("PBL-S11", f"{state.seats[seat].name} has two hands, or has kept one", impossible=True)
    if not all(side.robot and side.pilots for side in state.sides):
        yield Violation("PBL-S10", "every robot has its pilot before hands are dealt", impossible=True)
    for index, side in enumerate(state.sides):
        if side.reduction and index == state.seats[seat].side:
            yield Violation(
                "PBL-L11", f"{counted(side.reduction, 'card')} to be taken out of the deck first: reduce_deck"
            )
    if state.community is not None:
        before = hands_order(state)[: hands_order(state).index(seat)]
        if any(not (state.people[other].ready or state.people[other].offered) for other in before):
            yield Violation("PBL-V19", "with a community deck the first selector's hands are dealt first")
    for hand, size in zip((command.first, command.second), opening_sizes(state, seat), strict=True):
        if hand and len(hand) != size:
            yield Violation("PBL-S11", f"an opening hand is {counted(size, 'card')}, {len(hand)} given")
    yield from hidden_cards(state, (*command.first, *command.second), state.seats[seat].side)


def check_keep(state: State, command: c.KeepOpeningHand) -> Problems:
    seat = acting_seat(state, command)
    offered = state.people[seat].offered
    if not offered:
        yield Violation("PBL-S11", f"no opening hands are dealt to {state.seats[seat].name}", impossible=True)
        return
    if command.hand not in (1, 2):
        yield Violation("PBL-S11", "hand 1 or hand 2 is kept")
    cards = named(command.cards)
    if not command.cards:
        return
    if len(command.cards) not in {len(hand) for hand in offered}:
        yield Violation(
            "PBL-S11", f"one whole hand of {HAND_SIZE} is kept, {counted(len(command.cards), 'card')} given"
        )
        return
    homes = {index for index, hand in enumerate(offered) for token in hand if token.card in cards}
    if len(homes) > 1:
        yield Violation("PBL-S11", "cards of both hands: one whole hand is kept")
        return
    hand = offered[next(iter(homes), (command.hand - 1) % 2)]
    known = [token.card for token in hand if token.card]
    if any(card not in cards for card in known) and len(cards) == len(command.cards):
        yield Violation("PBL-S11", "cards that are not in that hand", impossible=True)
    fresh = tuple(card for card in cards if card not in known)
    yield from hidden_cards(state, fresh, state.seats[seat].side)


def check_start(state: State, command: c.StartGame) -> Problems:
    if not hands_done(state):
        yield Violation("PBL-S11", "every player chooses an opening hand first", impossible=True)
        return
    side = first_side(state)
    if side is None:
        names = " and ".join(side_name(state, one) for one in sides_to_roll(state))
        yield Violation("PBL-S13", f"equal speed: {names} roll the d20 first")
        return
    if command.first is None:
        return
    if not 0 <= command.first < len(state.seats) or command.first not in hands_order(state):
        yield Violation("PBL-S13", "no such player", impossible=True)
    elif state.seats[command.first].side != side:
        loser = state.options.previous_loser and not state.options.rotation
        rule = "PBL-V03" if loser else "PBL-V12" if state.options.rotation else "PBL-S13"
        yield Violation(rule, f"{state.seats[lead_seat(state, side)].name} starts")


def check_define(state: State, command: c.DefineCard) -> Problems:
    record = command.card
    if record.card_id in state.catalogue:
        yield Violation("PBL-S02", f"{record.card_id} is already in the catalogue", impossible=True)
    elif not record.card_id or parse_ref(record.card_id).card != record.card_id:
        yield Violation("PBL-S02", f"{record.card_id!r} cannot be a card id", impossible=True)
