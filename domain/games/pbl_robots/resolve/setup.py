"""Preparation: robots, pilots, decks, draft, challenge, opening hands, the first turn."""

from msgspec.structs import replace

from domain.cards import UNKNOWN, Token
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import (
    acting_seat,
    first_side,
    hands_done,
    lead_seat,
    pilots_done,
    player_seats,
    roll_purpose,
)
from domain.games.pbl_robots.cards import (
    LIMBS,
    ORANGE_CARDS,
    ArmorCard,
    BaseRobot,
    CrewCard,
    ExpertPilot,
    HangarCard,
    StarterPilot,
)
from domain.games.pbl_robots.events.decks import DeckReduced, InheritanceDealt, OpeningHandKept, OpeningHandsDealt
from domain.games.pbl_robots.events.setup import (
    BaseRobotChosen,
    BlowOffDeckFormed,
    CardDefined,
    CelebritySet,
    ChallengeCardPlayed,
    D20Rolled,
    DecksCarriedOver,
    GameStarted,
    MatchCreated,
    StarterChosen,
    StarterCommitted,
    StartersRevealed,
    TalentPoolRevealed,
)
from domain.games.pbl_robots.events.turns import CardsPutUnder, TurnStarted
from domain.games.pbl_robots.numbers import blow_offs_at_start, deck_count, players
from domain.games.pbl_robots.resolve.base import Work, card_of, known_hands, named, next_token, starter_of
from domain.games.pbl_robots.resolve.builds import place_armor, place_crew, place_expert, place_hangar, slot_for
from domain.games.pbl_robots.resolve.draws import draw_due
from domain.games.pbl_robots.resolve.effects import Cause, apply_effects
from domain.games.pbl_robots.state import Owed, Person, Setup, Side, State

HAND_SIZE = 5


def create_match(work: Work, command: c.CreateMatch) -> None:
    count = max((seat.side for seat in command.seats), default=-1) + 1
    bonus = {one.side: one for one in command.bonuses}
    sides = tuple(
        Side(
            hand_bonus=bonus[index].starting_hand if index in bonus else 0,
            reduction=bonus[index].deck_reduction if index in bonus else 0,
        )
        for index in range(count)
    )
    people = tuple(
        Person(limit=10 + (bonus[seat.side].hand_limit if seat.side in bonus else 0)) for seat in command.seats
    )
    undealt = ORANGE_CARDS - len(command.league_keepers)
    setup = Setup(undealt=undealt, keepers=command.keepers, league_keepers=command.league_keepers)
    work.add(
        MatchCreated(
            seats=command.seats,
            options=command.options,
            sides=sides,
            people=people,
            setup=setup,
            blow_off_deck=blow_offs_at_start(max(count, 1), command.options.rotation),
        )
    )
    if command.options.setup == "carried_over":
        _carry_over(work, command)


def _carry_over(work: Work, command: c.CreateMatch) -> None:
    state, carried = work.state, command.carried
    sides = []
    for side, one in zip(state.sides, carried, strict=False):
        record = state.catalogue.get(one.starters[0]) if one.starters else None
        seated = not state.options.rotation and isinstance(record, StarterPilot)
        sides.append(
            replace(
                side,
                deck=one.deck,
                unplaced=frozenset(one.cards),
                starters=one.starters if state.options.rotation else (),
                used_starters=one.used_starters,
                pilots=(starter_of(record),) if seated and isinstance(record, StarterPilot) else (),
            )
        )
    dealt = sum(one.deck for one in carried) + len(command.celebrities)
    work.add(
        DecksCarriedOver(
            sides=(*sides, *state.sides[len(sides) :]),
            shop_deck=state.setup.undealt - dealt,
            shop=command.shop,
            celebrities=command.celebrities,
        )
    )
    for index, one in enumerate(carried):
        robot = state.catalogue.get(one.robot)
        if isinstance(robot, BaseRobot):
            _take_robot(work, index, robot)


def _take_robot(work: Work, side: int, robot: BaseRobot) -> None:
    limbs = (robot.head, robot.left_arm, robot.right_arm, robot.legs)
    assert len(limbs) == len(LIMBS)
    work.add(BaseRobotChosen(side=side, robot=robot.card_id, limbs=limbs))


def choose_base_robot(work: Work, command: c.ChooseBaseRobot) -> None:
    robot = work.state.catalogue.get(card_of(command.robot))
    if isinstance(robot, BaseRobot):
        _take_robot(work, work.state.seats[acting_seat(work.state, command)].side, robot)


def define_card(work: Work, command: c.DefineCard) -> None:
    work.add(CardDefined(card=command.card))


def set_celebrity(work: Work, command: c.SetCelebrity) -> None:
    work.add(CelebritySet(card=card_of(command.card) or "", turned=named(command.turned), note=command.note))


def inheritance_sizes(state: State) -> tuple[int, ...]:
    """Cards of each side's inheritance: five, or its keepers (PBL-L05, PBL-Q49)."""
    if state.options.setup != "keeper":
        return (HAND_SIZE,) * len(state.sides)
    sizes = [len(cards) for cards in state.setup.keepers]
    sizes += [0] * (len(state.sides) - len(sizes))
    return tuple(max(size, HAND_SIZE) if state.options.top_up_inheritance else size for size in sizes)


def deal_inheritance(work: Work, command: c.DealInheritance) -> None:
    state = work.state
    cards = known_hands(state, command.hands)
    if state.options.setup == "keeper":
        cards = tuple(
            (*kept, *(x for x in more if x not in kept)) for kept, more in zip(_kept(state), cards, strict=True)
        )
    counts = inheritance_sizes(state)
    if command.hands:
        counts = tuple(
            max(len(hand), size if state.options.setup == "keeper" else 0)
            for hand, size in zip(command.hands, counts, strict=False)
        )
    work.add(InheritanceDealt(counts=counts, cards=cards))


def _kept(state: State) -> tuple[tuple[str, ...], ...]:
    return (*state.setup.keepers, *(() for _ in range(len(state.sides) - len(state.setup.keepers))))


def reveal_talent_pool(work: Work, command: c.RevealTalentPool) -> None:
    work.add(TalentPoolRevealed(pilots=named(command.pilots)))


def roll_d20(work: Work, command: c.RollD20) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    purpose = roll_purpose(work.state) or "pilots"
    work.add(D20Rolled(side=side, value=command.value, purpose=purpose))


def choose_starter(work: Work, command: c.ChooseStarter) -> None:
    state = work.state
    card = state.catalogue.get(card_of(command.pilot))
    if not isinstance(card, StarterPilot):
        return
    side = state.seats[acting_seat(state, command)].side
    work.add(StarterChosen(side=side, pilot=starter_of(card), seated=not state.options.rotation))
    if pilots_done(work.state):
        count = blow_offs_at_start(len(state.sides), state.options.rotation)
        work.add(BlowOffDeckFormed(count=count))


def commit_starter(work: Work, command: c.CommitStarter) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    work.add(StarterCommitted(side=side, pilot=card_of(command.pilot)))


def reveal_starters(work: Work, command: c.RevealStarters) -> None:
    state = work.state
    given = [card_of(ref) for ref in command.pilots]
    names = [given[index] if index < len(given) else side.committed for index, side in enumerate(state.sides)]
    records = [state.catalogue.get(name) for name in names]
    pilots = tuple(starter_of(record) for record in records if isinstance(record, StarterPilot))
    if len(pilots) == len(state.sides):
        work.add(StartersRevealed(pilots=pilots))


def select_challenge_card(work: Work, command: c.SelectChallengeCard) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    card = work.state.catalogue.get(card_of(command.card))
    if card is None:
        return
    order = work.state.setup.selection_order or tuple(range(len(work.state.sides)))
    following = order[(order.index(side) + 1) % len(order)] if side in order else order[0]
    work.add(ChallengeCardPlayed(side=side, card=card.card_id, next_side=following))
    match card:
        case ArmorCard():
            place_armor(work, side, card, slot_for(card, command.slot), seat=None, token=None)
        case CrewCard():
            place_crew(work, side, card, seat=None, token=None)
        case HangarCard():
            place_hangar(work, side, card, seat=None, token=None)
        case ExpertPilot():
            place_expert(work, side, card, seat=None, token=None)
        case _:
            pass


def reduce_deck(work: Work, command: c.ReduceDeck) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    work.add(DeckReduced(side=side, cards=tuple(card_of(ref) for ref in command.cards)))


def opening_sizes(state: State, seat: int) -> tuple[int, int]:
    """Sizes of the two opening hands; a small deck gives what it has (PBL-Q45)."""
    deck = deck_count(state, state.seats[seat].side)
    first = min(HAND_SIZE, deck)
    return first, min(HAND_SIZE, deck - first)


def deal_opening_hands(work: Work, command: c.DealOpeningHands) -> None:
    seat = acting_seat(work.state, command)
    sizes = opening_sizes(work.state, seat)
    hands = []
    given = 0
    for refs, size in zip((command.first, command.second), sizes, strict=True):
        cards = refs or (UNKNOWN,) * size
        hands.append(
            tuple(Token(next_token(work.state, seat, after=given + n), card_of(ref)) for n, ref in enumerate(cards))
        )
        given += len(cards)
    work.add(OpeningHandsDealt(seat=seat, hands=tuple(hands)))


def keep_opening_hand(work: Work, command: c.KeepOpeningHand) -> None:
    seat = acting_seat(work.state, command)
    offered = work.state.people[seat].offered
    if not offered:
        return
    kept, returned = _kept_hand(offered, command)
    work.add(OpeningHandKept(seat=seat, hand=kept, returned=returned))
    if any(token.card for token in returned):
        side = work.state.seats[seat].side
        work.add(CardsPutUnder(side=side, seat=seat, cards=tuple(token.card for token in returned)))
    if hands_done(work.state):
        _opening_bonuses(work)


def _kept_hand(
    offered: tuple[tuple[Token, ...], ...], command: c.KeepOpeningHand
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """The hand kept, its cards named where the command names them, and the other one."""
    cards = named(command.cards)
    number = command.hand - 1 if command.hand in (1, 2) else 0
    for index, hand in enumerate(offered):
        if any(token.card in cards for token in hand if token.card):
            number = index
    left = [card for card in cards if all(token.card != card for token in offered[number])]
    kept = tuple(Token(t.id, left.pop(0)) if t.card is None and left else t for t in offered[number])
    others = tuple(token for index, hand in enumerate(offered) if index != number for token in hand)
    return kept, others


def _opening_bonuses(work: Work) -> None:
    """After the last hand is chosen, starter bonuses and league bonuses are due (PBL-S12, PBL-L11)."""
    for index, side in enumerate(work.state.sides):
        if side.pilots:
            cause = Cause(lead_seat(work.state, index), side.pilots[0].card, "opening", None)
            apply_effects(work, cause, "opening")
        for _ in range(side.hand_bonus):
            owe_card(work, index)


def owe_card(work: Work, side: int) -> None:
    """One more card of a league bonus is due."""
    draw_due(work, Owed("draw", side, lead_seat(work.state, side), 1, "opening", "PBL-S12"), None, ())


def start_game(work: Work, command: c.StartGame) -> None:
    state = work.state
    side = first_side(state)
    if side is None:
        side = 0
    first = lead_seat(state, side) if command.first is None else command.first
    order = turn_order(state, first)
    work.add(GameStarted(order=order))
    work.add(TurnStarted(number=1, seat=order[0]))


def turn_order(state: State, first: int) -> tuple[int, ...]:
    """Seats in turn order from the first: by seat, or in four hands alternating between the teams (PBL-Q35)."""
    able = players(state.seats, state.options)
    if state.options.team_mode != "two_robots_four_hands":
        at = able.index(first) if first in able else 0
        return (*able[at:], *able[:at])
    lead = state.seats[first].side
    mine = [first, *(seat for seat in player_seats(state, lead) if seat != first)]
    theirs = [seat for side in range(len(state.sides)) if side != lead for seat in player_seats(state, side)]
    return tuple(seat for pair in zip(mine, theirs, strict=False) for seat in pair)
