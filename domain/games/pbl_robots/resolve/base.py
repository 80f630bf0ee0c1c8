"""What resolving works with: a state that follows its own events, cards taken out of hands, numbers taken from the catalogue."""

from collections.abc import Iterable

from domain.cards import TOKENS_PER_SEAT, UNKNOWN, CardRef, Ref, Token, find, parse_ref, token_id
from domain.games.pbl_robots.cards import ArmorCard, CrewCard, ExcludeDice, ExpertPilot, HangarCard, StarterPilot
from domain.games.pbl_robots.changes import Place
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.events.turns import CardRevealed, HandForgotten
from domain.games.pbl_robots.numbers import deck_count, meant, next_card
from domain.games.pbl_robots.state import Armor, Crew, Hangar, Pilot, Slot, State
from domain.unfolding import Course


class Work(Course[State, PblEvent]):
    """The course of a command, which knows from where on nothing more follows by itself."""

    __slots__ = ("at_rest", "before")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.before = state
        self.at_rest = state.sides if state.phase == "play" else None
        """The robots as nothing more follows from them: every command in play ends at rest."""


def card_of(ref: CardRef | None) -> str | None:
    """The card id that a reference names, if it names one."""
    return parse_ref(ref).card if ref is not None else None


def named(refs: Iterable[CardRef]) -> tuple[str, ...]:
    """The known cards among references."""
    return tuple(card for ref in refs if (card := card_of(ref)) is not None)


def known_hands(state: State, hands: tuple[tuple[CardRef, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The known cards per side; none where nothing was given."""
    given = [named(refs) for refs in hands[: len(state.sides)]]
    return (*given, *(() for _ in range(len(state.sides) - len(given))))


def next_token(state: State, seat: int, *, after: int = 0) -> int:
    """A token number that no card of this person has; `after` of them are given away already."""
    person = state.people[seat]
    offered = (token for hand in person.offered for token in hand)
    used = [token.id for token in (*person.hand, *offered, *state.sides[state.seats[seat].side].face_down)]
    number = person.serial
    for _ in range(after + 1):
        number = number % (TOKENS_PER_SEAT - 1) + 1
        while token_id(seat, number) in used:
            number = number % (TOKENS_PER_SEAT - 1) + 1
    return token_id(seat, number)


def take_from_hand(work: Work, seat: int, ref: CardRef) -> Token | None:
    """The hand card that a reference means, revealed to the record where it was unknown. None: there is no such card."""
    hand = work.state.people[seat].hand
    wanted = parse_ref(ref)
    if wanted == Ref():
        return find(hand, wanted)
    token = meant(hand, wanted)
    if token is not None and token.card is not None and token not in hand:
        work.add(CardRevealed(seat=seat, token=token.id, card=token.card))
    return token


def take_unseen(work: Work, seat: int, refs: tuple[CardRef, ...]) -> tuple[Token, ...]:
    """Hand cards that are discarded face down. A card nobody saw, out of a hand that was known, makes the hand unknown;
    the cards that are named stay so."""
    hand = work.state.people[seat].hand
    unseen = sum(parse_ref(ref) == Ref() for ref in refs)
    known_first = [take_from_hand(work, seat, ref) for ref in refs if ref != UNKNOWN]
    taken = [token for token in known_first if token is not None]
    gone = {token.id for token in taken}
    blank = sum(token.card is None for token in hand if token.id not in gone)
    if unseen > blank:
        work.add(HandForgotten(seat=seat))
        work.add(*(CardRevealed(seat=seat, token=token.id, card=token.card) for token in taken if token.card))
    rest = [token for token in work.state.people[seat].hand if token.card is None and token.id not in gone]
    return (*taken, *rest[:unseen])


def lying(state: State, player: int, ref: CardRef, place: Place) -> Token | None:
    """The card that a reference means in a place, with its identity as far as it is known or the reference gives it.

    None: it is not there. Cards in hands and face-down ones have a number, all others 0.
    """
    side, card = state.sides[state.seats[player].side], card_of(ref)
    if place in ("hand", "face_down"):
        tokens = state.people[player].hand if place == "hand" else side.face_down
        wanted = parse_ref(ref)
        return find(tokens, wanted) if wanted == Ref() else meant(tokens, wanted)
    if place == "scrap":
        there = card in side.scrap
    elif place == "out_of_game":
        there = card in state.out_of_game or (card is None and state.out_unknown > 0)
    elif place == "shop_deck":
        there = state.shop.deck > 0
    else:
        there = deck_count(state, state.seats[player].side) > 0
        first = next_card(state, state.seats[player].side) if place == "deck_top" else None
        there, card = there and (first is None or card in (None, first)), card or first
    return Token(0, card) if there else None


def armor_of(card: ArmorCard, slot: Slot) -> Armor:
    """An armor as it will lie on a slot; a construction pod is one level above what it covers, at most 3 (PBL-A09)."""
    excludes = tuple(v for effect in card.effects if isinstance(effect, ExcludeDice) for v in effect.values)
    level = card.level
    if card.pod == "construction":
        level = min(3, (slot.stack[-1].level if slot.stack else 0) + 1)
    return Armor(card.card_id, level, card.attack, card.defense, card.pod, excludes, card.counter)


def crew_of(card: CrewCard) -> Crew:
    """A crew member as it enters play."""
    return Crew(card.card_id, card.skill, card.attack, card.defense, card.counter)


def hangar_of(card: HangarCard) -> Hangar:
    """A hangar as it enters play."""
    return Hangar(card.card_id, card.level, card.spaces, card.attack, card.defense)


def starter_of(card: StarterPilot) -> Pilot:
    """A starter as it takes the cockpit."""
    return Pilot(
        card=card.card_id,
        attack=card.attack,
        defense=card.defense,
        speed=card.speed,
        critical_attack=card.critical_attack,
        critical_defense=card.critical_defense,
        counter=card.counter,
    )


def expert_of(card: ExpertPilot) -> Pilot:
    """An expert as it takes the cockpit."""
    return Pilot(
        card=card.card_id,
        attack=card.attack,
        defense=card.defense,
        critical_attack=card.critical_attack,
        critical_defense=card.critical_defense,
        expert=True,
        counter=card.counter,
    )
