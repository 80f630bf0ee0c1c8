"""Values computed from a state: players and sides, numbers of robots and combats, places of cards."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from domain.effects.lasting import EffectSubject, modified
from domain.games.pbl_robots.cards import BLACK_CARDS, LIMBS, SHOULDERS, SLOTS
from domain.games.pbl_robots.options import Options
from domain.games.pbl_robots.state import D6, EMPTY, Combat, Side, Slot, State
from domain.games.pbl_robots.vocabulary import NumberName
from domain.rules import Violation
from domain.seats import Seat

# --- people and sides --------------------------------------------------------------------------------------------------


def seats_of(state: State, side: int) -> tuple[int, ...]:
    """Return the seats of a side, in order."""
    return tuple([index for index, seat in enumerate(state.seats) if seat.side == side])


def players(seats: tuple[Seat, ...], options: Options) -> tuple[int, ...]:
    """Return the seats that have a hand: all except gunners (PBL-V36)."""
    if options.team_mode != "pilot_and_gunner":
        return tuple(range(len(seats)))
    first: dict[int, int] = {}
    for index, seat in enumerate(seats):
        first.setdefault(seat.side, index)
    return tuple(sorted(first.values()))


def side_name(state: State, side: int) -> str:
    """Return the names of the people on a side, joined by `&`."""
    return " & ".join(seat.name for seat in state.seats if seat.side == side) or f"side {side + 1}"


def current_side(state: State) -> int:
    """Return the side whose turn it is."""
    return state.seats[state.turn.seat].side


def playing(state: State) -> tuple[int, ...]:
    """Return the sides that are still in the game."""
    return tuple([index for index, side in enumerate(state.sides) if not side.eliminated])


# --- the robot ---------------------------------------------------------------------------------------------------------


def level_of(slot: Slot) -> int:
    """Return the level of the active armor; 0 without armor (PBL-A02)."""
    return slot.stack[-1].level if slot.stack else 0


def attack_of(slot: Slot) -> int:
    """Return the attack of the active armor or of the bare limb."""
    return slot.stack[-1].attack if slot.stack else slot.attack


def defense_of(slot: Slot) -> int:
    """Return the defense of the active armor or of the bare limb."""
    return slot.stack[-1].defense if slot.stack else slot.defense


def active_limbs(side: Side) -> int:
    """Return the number of limbs without a blow-off card; shoulders do not count (PBL-E03)."""
    head, left_arm, right_arm, legs, *_ = side.slots  # written out for speed: called several times after every action
    return len(LIMBS) - (head.dead + left_arm.dead + right_arm.dead + legs.dead)


def can_attack(slot: Slot) -> bool:
    """Return True if a limb can attack (PBL-C02)."""
    pod = bool(slot.stack) and bool(slot.stack[-1].pod)
    return not slot.dead and not pod and not any(attached.no_attack for attached in slot.attached)


def can_be_target(slot: Slot, name: str) -> bool:
    """Return True if a limb or shoulder can be attacked (PBL-C03)."""
    return bool(slot.stack) if name in SHOULDERS else not slot.dead


def pilot_points(side: Side) -> int:
    """Return the number of armor cards, blow-off cards and attached actions on the robot (PBL-X01)."""
    return sum(len(slot.stack) + slot.dead + len(slot.attached) for slot in side.slots)


def base_stats(side: Side) -> tuple[int, int]:
    """Return the summed attack and defense of the active pilot, the crew and the active hangar (PBL-X14)."""
    attack, defense = pilot_stats(side)
    for crew in side.crew:
        attack += crew.attack
        defense += crew.defense
    if side.hangars:
        attack += side.hangars[-1].attack
        defense += side.hangars[-1].defense
    return attack, defense


def pilot_stats(side: Side) -> tuple[int, int]:
    """Return attack and defense of the active pilot in its current form."""
    if not side.pilots:
        return 0, 0
    pilot = side.pilots[-1]
    if side.critical and pilot.critical_attack is not None:
        return pilot.critical_attack, pilot.critical_defense or 0
    return pilot.attack, pilot.defense


def in_critical_form(side: Side) -> bool:
    """Return True if the pilot must be in critical form: it has one, and the robot has one active limb (PBL-X02, PBL-X05)."""
    return bool(side.pilots) and side.pilots[-1].critical_attack is not None and active_limbs(side) == 1


def spaces(side: Side) -> int:
    """Return the number of spaces of the active hangar; 1 without a hangar, for the sidekick."""
    return side.hangars[-1].spaces if side.hangars else 1


def free_spaces(side: Side) -> int:
    """Return the number of spaces without crew or storage bomb."""
    return spaces(side) - len(side.crew) - len(side.bombs)


def excess(state: State, index: int) -> int:
    """Return the number of crew and storage bombs that a side must remove at once (PBL-A24, PBL-X12)."""
    side = state.sides[index]
    skill_1_only = not side.hangars and state.options.sidekick_after_hangar_loss == "skill_1_only"
    if skill_1_only and len(side.crew) == 1 and side.crew[0].skill > 1:
        return 1
    return max(0, len(side.crew) + len(side.bombs) - spaces(side))


def crowded_side(state: State) -> int | None:
    """Return the first side with too many crew or storage bombs; `None` if there is none."""
    for index, side in enumerate(state.sides):
        if (side.crew or side.bombs) and excess(state, index):
            return index
    return None


def lead_of(state: State, side: int) -> int:
    """Return the first seat of a side. For lasting effects, the cards on a robot belong to this seat."""
    return next(index for index, seat in enumerate(state.seats) if seat.side == side)


def limb_subject(state: State, index: int, place: int) -> EffectSubject:
    """Return a limb or shoulder as a subject of effects, with the armor on top as its card."""
    stack, name = state.sides[index].slots[place].stack, SLOTS[place]
    kinds = ("shoulder" if name in SHOULDERS else "limb", name, *(("armor",) if stack else ()))
    return EffectSubject(lead_of(state, index), stack[-1].card if stack else 0, frozenset(kinds))


def strength_of(state: State, index: int, place: int, number: Literal["attack", "defense"]) -> int:
    """Return the attack or defense of a limb or shoulder, with effects."""
    slot = state.sides[index].slots[place]
    value = attack_of(slot) if number == "attack" else defense_of(slot)
    if not state.lasting:
        return value
    return modified(state.lasting, number, limb_subject(state, index, place), state.seats, value)


def base_of(state: State, index: int) -> tuple[int, int]:
    """Return base attack and defense of a robot, with effects on its pilot, crew and hangar (PBL-X14)."""
    side = state.sides[index]
    if not state.lasting:
        return base_stats(side)
    lead, found = lead_of(state, index), [0, 0]
    cards = [("crew", one.card, one.attack, one.defense) for one in side.crew]
    cards += [("hangar", one.card, one.attack, one.defense) for one in side.hangars[-1:]]
    cards += [("pilot", one.card, *pilot_stats(side)) for one in side.pilots[-1:]]
    for kind, card, *printed in cards:
        subject = EffectSubject(lead, card, frozenset({kind}))
        for at, number in enumerate(("attack", "defense")):
            found[at] += modified(state.lasting, number, subject, state.seats, printed[at])
    return found[0], found[1]


def attack_pool(state: State, combat: Combat) -> int:
    """Return the number of dice of the initial attack (PBL-C06)."""
    dice = base_of(state, combat.attacker)[0] + strength_of(state, combat.attacker, combat.limb, "attack")
    return max(0, _of_side(state, combat.attacker, "attack_dice", dice))


def defense_pool(state: State, combat: Combat) -> int:
    """Return the number of dice of the initial defense (PBL-C07)."""
    dice = base_of(state, combat.target)[1] + strength_of(state, combat.target, combat.slot, "defense")
    return max(0, _of_side(state, combat.target, "defense_dice", dice))


def hand_limit(state: State, seat: int) -> int:
    """Return the number of cards that a player may have in hand, with effects (PBL-X06)."""
    limit = state.people[seat].limit
    return (
        max(0, modified(state.lasting, "hand_limit", EffectSubject(seat), state.seats, limit))
        if state.lasting
        else limit
    )


def full_hand(state: State) -> int | None:
    """Return the first seat with more cards than its hand limit; `None` if there is none."""
    for seat, person in enumerate(state.people):
        if len(person.hand) > (hand_limit(state, seat) if state.lasting else person.limit):
            return seat
    return None


def _of_side(state: State, side: int, number: NumberName, value: int) -> int:
    if not state.lasting:
        return value
    return modified(state.lasting, number, EffectSubject(lead_of(state, side)), state.seats, value)


def blow_off_deck(state: State) -> int:
    """Return the number of black cards left in the blow-off deck. If they run out, markers replace them (PBL-S09)."""
    dead = sum(len(LIMBS) - active_limbs(side) for side in state.sides if not side.removed)
    return max(0, state.blow_off_start - dead)


def blow_offs_at_start(sides: int, rotation: int) -> int:
    """Return the size of the blow-off deck before any limb is dead (PBL-S09, PBL-V09, PBL-V13)."""
    return BLACK_CARDS - sides * max(1, rotation)


def counters_of(side: Side) -> dict[str, int | None]:
    """Return the cards of a robot that can have a counter, with its value; `None` for a card without one."""
    counters = {armor.card: armor.counter for slot in side.slots for armor in slot.stack}
    counters |= {crew.card: crew.counter for crew in side.crew}
    return counters | {pilot.card: pilot.counter for pilot in side.pilots}


# --- cards -------------------------------------------------------------------------------------------------------------


def deck_count(state: State, side: int) -> int:
    """Return the number of cards in the deck that a side draws from."""
    return state.sides[side].deck if state.community is None else state.community


def order_holder(state: State, side: int) -> int:
    """Return the side whose `top` contains the known order of the deck that a side draws from: its own, or the first
    side for a community deck."""
    return side if state.community is None else 0


def top_of(state: State, side: int) -> tuple[str | None, ...]:
    """Return the known order of the deck a side draws from, next card first."""
    return state.sides[order_holder(state, side)].top


def next_card(state: State, side: int) -> str | None:
    """Return the card that is known to be drawn next. If several known cards are the whole deck, their order is unknown."""
    top = top_of(state, side)
    if not top or (1 < len(top) == deck_count(state, side) and None not in top):
        return None
    return top[0]


def under_deck(state: State, side: int) -> tuple[str, ...]:
    """Return the cards known to be under the deck a side draws from, in any order."""
    top = top_of(state, side)
    if len(top) != deck_count(state, side):
        return ()
    unknown = max((place for place, card in enumerate(top) if card is None), default=-1)
    return tuple(card for card in top[unknown + 1 :] if card is not None)


def unplaced_of(state: State, side: int) -> frozenset[str]:
    """Return the cards known to be among the unidentified ones in a side's deck, hands and scrap heap."""
    return state.sides[side].unplaced if state.community is None else state.community_unplaced


def unidentified(state: State, side: int) -> int:
    """Return the number of unidentified cards of a side: deck, unknown hand cards, unknown face-down cards."""
    sides = range(len(state.sides)) if state.community is not None else (side,)
    count = state.community or 0
    for index in sides:
        one = state.sides[index]
        count += one.deck - sum(card is not None for card in one.top)
        count += sum(token.card is None for token in one.face_down)
        for seat in seats_of(state, index):
            person = state.people[seat]
            count += sum(token.card is None for token in person.hand)
            count += sum(token.card is None for hand in person.offered for token in hand)
    return count


def robot_cards(side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (place, cards) of all cards on a robot, including pilots."""
    for name, slot in zip(SLOTS, side.slots, strict=True):
        if slot.stack or slot.attached:
            yield name, (*[armor.card for armor in slot.stack], *[attached.card for attached in slot.attached])
    yield "hangar", tuple([hangar.card for hangar in side.hangars])
    yield "crew", tuple([crew.card for crew in side.crew])
    yield "cockpit", tuple([pilot.card for pilot in side.pilots])


def _places_of_side(side: Side) -> Iterator[tuple[str, Collection[str | None]]]:
    yield "deck or hidden cards", side.unplaced
    yield "deck", side.top
    yield from robot_cards(side)
    yield "scrap heap", side.scrap
    yield "scrap heap", [token.card for token in side.face_down]


def _places_of_table(state: State) -> Iterator[tuple[str, Collection[str | None]]]:
    yield "the shop deck", state.shop.unplaced
    yield "the shop row", state.shop.row
    yield "the community cards", state.community_unplaced
    yield "the celebrities", state.celebrities
    yield "out of the game", state.out_of_game
    yield "a league's keepers", state.setup.league_keepers
    if state.draft is not None:
        yield from (("a draft pile", pile.cards) for pile in state.draft.piles)
    if state.action is not None and not state.action.attached:
        yield "the action in progress", (state.action.card,)


def _places(state: State) -> Iterator[tuple[int | str, str, Collection[str | None]]]:
    """Yield (side or person, place, cards there). If a card is in several places, the last one counts."""
    for index, side in enumerate(state.sides):
        for place, cards in _places_of_side(side):
            yield index, place, cards
    for seat, person in zip(state.seats, state.people, strict=True):
        yield seat.name, "hand", [token.card for token in person.hand]
        for offered in person.offered:
            yield seat.name, "hand", [token.card for token in offered]
    for place, cards in _places_of_table(state):
        yield "", place, cards


def _place_text(state: State, whose: int | str, place: str) -> str:
    owner = side_name(state, whose) if isinstance(whose, int) else whose
    return f"{owner}'s {place}" if owner else place


def placed_cards(state: State) -> set[str | None]:
    """Return the cards whose place is known (PBL-S02)."""
    return set[str | None]().union(*[cards for _, _, cards in _places(state)])


def places_of(state: State, cards: Iterable[str]) -> dict[str, str]:
    """Return the places of these cards in words, without cards whose place is unknown."""
    wanted, found = set(cards), dict[str, tuple[int | str, str]]()
    for whose, place, there in _places(state):
        found |= dict.fromkeys(wanted.intersection(there), (whose, place))
    return {card: _place_text(state, *where) for card, where in found.items()}


def place_of(state: State, card: str) -> str:
    """Return the known place of a card, in words; empty if unknown."""
    found: tuple[int | str, str] | None = None
    for whose, place, cards in _places(state):
        if card in cards:
            found = whose, place
    return _place_text(state, *found) if found else ""


def card_counts(state: State) -> dict[str, int]:
    """Return the number of orange cards in all zones. They are counted together, because the Shop and effects change their
    owners."""
    count = state.setup.undealt + state.shop.deck + sum(place != EMPTY for place in state.shop.row)
    count += (state.community or 0) + len(state.celebrities) + len(state.out_of_game) + state.out_unknown
    if state.draft is not None:
        count += state.draft.deck + sum(pile.count for pile in state.draft.piles)
    for side in state.sides:
        count += side.deck + len(side.scrap) + len(side.face_down) + len(side.hangars) + len(side.crew)
        count += sum(len(slot.stack) + len(slot.attached) for slot in side.slots)
        count += sum(pilot.expert for pilot in side.pilots)
    for person in state.people:
        count += len(person.hand) + sum(len(hand) for hand in person.offered)
    count += state.action is not None and not state.action.attached and state.action.card != EMPTY
    return {"orange cards": count} if state.sides else {}


def tied(mine: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return True if a side must roll the d20: it has not rolled yet, or its rolls so far equal those of the other
    side."""
    return other[: len(mine)] == mine


def faces(dice: tuple[int, ...], sides: int = D6) -> Iterator[Violation]:
    """Check that each die shows 1 to the number of its faces (PBL-S14)."""
    for die in dice:
        if not 1 <= die <= sides:
            yield Violation("PBL-S14", f"{die} is not a face of a d{sides}")
