"""The opening command of a match, sample tables, and the dealer that supplies cards and dice in simulations."""

from collections.abc import Mapping
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRecord, Catalogue, DeckList
from domain.games.pbl_robots import numbers
from domain.games.pbl_robots.cards import (
    LIMBS,
    SLOTS,
    ActionCard,
    AddDice,
    BaseRobot,
    CardFilter,
    CrewCard,
    DrawCards,
    GainStorageBomb,
    OpenShop,
    SearchDeck,
    SlotName,
    StarterPilot,
    Trigger,
    fits,
    is_orange,
)
from domain.games.pbl_robots.changes import Change
from domain.games.pbl_robots.changes.cards import DrawNow, MoveCard
from domain.games.pbl_robots.changes.robots import BlowOff, RemoveArmor, RemoveHangar
from domain.games.pbl_robots.commands.attacks import RollAttack, RollDefense
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.builds import Build
from domain.games.pbl_robots.commands.cards import AddStorageBomb, BlastCrew, PickArmor, PlayAction, ResolveEffect
from domain.games.pbl_robots.commands.combat import AddBombs, AddShields
from domain.games.pbl_robots.commands.creation import Carried, CreateMatch
from domain.games.pbl_robots.commands.decks import QUICK_PLAY, DealQuickPlay, PassPile, TakePile, quick_play_sizes
from domain.games.pbl_robots.commands.inputs import effects_of
from domain.games.pbl_robots.commands.opening import DealOpeningHands, opening_sizes
from domain.games.pbl_robots.commands.setup import DealInheritance, RevealTalentPool, RollD20, inheritance_sizes
from domain.games.pbl_robots.commands.turns import ArrangeDeck, DrawCard
from domain.games.pbl_robots.draws import Draw, shuffled_cards, turned_up
from domain.games.pbl_robots.legal.cards import free_cards, possible_cards
from domain.games.pbl_robots.options import Options
from domain.games.pbl_robots.state import D6, D20, EMPTY, KEEPERS, State
from domain.options import options_from
from domain.seats import Seat, SeatSetup, TableSetup

NAMES = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Fay", "Gus", "Hilde")


EffectCommand: TypeAlias = Build | PlayAction | BlastCrew
"""Commands with inputs for the effects of a card."""


def open_table(setup: TableSetup) -> tuple[PblCommand, ...]:
    """Return the opening command. With the setup `keeper`, a seat's deck list contains its keepers; with
    `carried_over`, the deck from the previous game, whose field `beside` names starters and robot. Raises ValueError
    for an unknown option."""
    options = options_from(setup.options, Options())
    seats = tuple(
        Seat(one.name, one.side if one.side is not None else _default_side(index, options))
        for index, one in enumerate(setup.seats)
    )
    if "sides" not in setup.options and seats:
        options = replace(options, sides=max(seat.side for seat in seats) + 1)
    decks = _decks_by_side(setup, seats)
    keepers: tuple[tuple[str, ...], ...] = ()
    carried: tuple[Carried, ...] = ()
    if options.setup == "keeper":
        keepers = tuple(tuple(sorted(deck.cards)) if isinstance(deck, DeckList) else () for deck in decks)
    elif options.setup == "carried_over":
        carried = tuple(carried_deck(deck) for deck in decks)
    return (CreateMatch(seats=seats, options=options, keepers=keepers, carried=carried),)


def _default_side(index: int, options: Options) -> int:
    return index if options.team_mode == "none" else index // 2


def _decks_by_side(setup: TableSetup, seats: tuple[Seat, ...]) -> tuple[DeckList | int | None, ...]:
    decks: dict[int, DeckList | int | None] = {}
    for one, seat in zip(setup.seats, seats, strict=True):
        decks[seat.side] = decks.get(seat.side) or one.deck
    return tuple(decks[side] for side in sorted(decks))


def carried_deck(deck: DeckList | int | None) -> Carried:
    """Convert a deck of the previous game: a list whose field `beside` names pilots and robot, or a number of
    cards."""
    if not isinstance(deck, DeckList):
        return Carried(deck=deck or 0)
    beside = deck.beside
    starters = tuple(beside[key] for key in sorted(beside) if key.startswith("starter"))
    used = tuple(beside[key] for key in sorted(beside) if key.startswith("used"))
    return Carried(
        deck=deck.size,
        cards=tuple(sorted(deck.cards)),
        starters=starters,
        used_starters=used,
        robot=beside.get("robot", ""),
    )


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Return a table with invented players for these options, with keepers or carried decks if they need them."""
    chosen = {"setup": "quick_play", **options}
    teams = chosen.get("team_mode", "none") != "none"
    sides = int(chosen.get("sides", "2"))
    if sides == 3:
        chosen["sides"] = "3"
    names = rng.sample(NAMES, 4 if teams else sides)
    orange = [card.card_id for card in catalogue if is_orange(card)]
    rng.shuffle(orange)
    seats = []
    for index, name in enumerate(names):
        side = index // 2 if teams else index
        seats.append(SeatSetup(name, side, _sample_deck(catalogue, rng, orange, side, chosen)))
    return TableSetup(tuple(seats), chosen)


def _sample_deck(
    catalogue: Catalogue[CardRecord], rng: Random, orange: list[str], side: int, options: Mapping[str, str]
) -> DeckList | None:
    if options["setup"] == "keeper":
        kept = [card for card in orange if not isinstance(catalogue.get(card), ActionCard)]
        count = rng.randint(1, KEEPERS)
        return DeckList(dict.fromkeys(kept[side * KEEPERS : side * KEEPERS + count], 1))
    if options["setup"] != "carried_over":
        return None
    starters = [card.card_id for card in catalogue if isinstance(card, StarterPilot)]
    robots = [card.card_id for card in catalogue if isinstance(card, BaseRobot)]
    pilots, each = int(options.get("rotation", "0")) or 1, QUICK_PLAY[3]
    beside = {f"starter {n}": starters[side * pilots + n] for n in range(pilots)} | {"robot": robots[side]}
    if pilots > 1:
        beside["used 1"] = beside["starter 0"]
    return DeckList(dict.fromkeys(orange[side * each : (side + 1) * each], 1), beside=beside)


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> "TableDealer":
    """Return a dealer that names every card and rolls all dice."""
    del setup, catalogue
    return TableDealer(rng)


class TableDealer:
    """Supplies cards and dice. It keeps no decks: each card is drawn at random from those that the state allows, which is
    equivalent to a shuffled deck. `blind` is the probability that a drawn card stays unknown."""

    def __init__(self, rng: Random, blind: float = 0.0) -> None:
        self.rng = rng
        self.blind = blind

    def fill(self, state: State, command: PblCommand) -> PblCommand:
        """Return the command with the cards and dice that it needs."""
        match command:
            case RevealTalentPool():
                starters = [card.card_id for card in state.catalogue if isinstance(card, StarterPilot)]
                return replace(command, pilots=tuple(self.rng.sample(starters, len(command.pilots))))
            case RollD20():
                return replace(command, value=self.rng.randint(1, D20))
            case DealInheritance() | DealQuickPlay() | TakePile() | PassPile() | DealOpeningHands():
                return self._deal(state, command)
            case DrawCard():
                return self._draw(state, command)
            case RollAttack() | RollDefense() | AddBombs() | AddShields() | AddStorageBomb():
                return self._roll(state, command)
            case PlayAction() | BlastCrew() | Build():
                return self._effects(state, command)
            case PickArmor():
                return self._pick(state, command)
            case ResolveEffect():
                return replace(command, changes=self._changes(state, command.acting_seat(state)))
            case ArrangeDeck():
                known = self._hidden(state, command.acting_side(state), command.count)
                return replace(command, order=known if self.rng.random() < 0.5 else ())
            case _:
                return command

    def _some(self, cards: tuple[str, ...], count: int) -> tuple[str, ...]:
        return tuple(self.rng.sample(cards, min(count, len(cards))))

    def _dice(self, count: int) -> tuple[int, ...]:
        return tuple(self.rng.randint(1, D6) for _ in range(count))

    def _deal(self, state: State, command: PblCommand) -> PblCommand:
        if isinstance(command, DealOpeningHands):
            seat = command.acting_seat(state)
            first, second = opening_sizes(state, seat)
            cards = self._hidden(state, state.seats[seat].side, first + second)
            return replace(command, first=cards[:first], second=cards[first:])
        free = free_cards(state)
        if isinstance(command, DealInheritance):
            return replace(command, hands=self._inheritances(state, free))
        if isinstance(command, DealQuickPlay):
            sizes = quick_play_sizes(state)
            cards = self._some(free, sum(sizes))
            starts = [sum(sizes[:index]) for index in range(len(sizes))]
            return replace(command, decks=tuple(cards[s : s + n] for s, n in zip(starts, sizes, strict=True)))
        assert isinstance(command, TakePile | PassPile)
        draft = state.draft
        if draft is None:
            return command
        pile = draft.piles[(command.pile or draft.at_pile) - 1]
        fresh = self._some(free, pile.count - len(pile.cards))
        return replace(command, cards=(*pile.cards, *fresh))

    def _inheritances(self, state: State, free: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        sizes = inheritance_sizes(state)
        keepers = [*state.setup.keepers, *([()] * len(sizes))][: len(sizes)]
        kept = {card for cards in keepers for card in cards}
        pool = list(self._some(tuple(card for card in free if card not in kept), sum(sizes)))
        return tuple(
            (*mine, *(pool.pop() for _ in range(size - len(mine)))) for mine, size in zip(keepers, sizes, strict=True)
        )

    def _from_hidden(self, unplaced: frozenset[str], hidden: int, free: tuple[str, ...], count: int) -> tuple[str, ...]:
        """Return `count` cards drawn from `hidden` unidentified ones, which include the `unplaced` cards; the others are from
        the `free` cards."""
        sure, other, drawn = sorted(unplaced), list(free), list[str]()
        for left in range(hidden, hidden - count, -1):
            cards = sure if len(sure) >= left else [*sure, *other]
            if not cards:
                break
            drawn.append(self.rng.choice(cards))
            (sure if drawn[-1] in unplaced else other).remove(drawn[-1])
        return tuple(drawn)

    def _hidden(self, state: State, side: int, count: int, *, played: str = "") -> tuple[str, ...]:
        """Return cards from a side's deck, some of them unknown (see `blind`). `played` is the card that the same command plays."""
        unplaced, hidden = numbers.unplaced_of(state, side), numbers.unidentified(state, side)
        free = () if len(unplaced) >= hidden else free_cards(state)
        if played in unplaced or played in free:  # the played card is one of the hidden cards, too
            unplaced, free, hidden = unplaced - {played}, tuple(c for c in free if c != played), hidden - 1
        cards = self._from_hidden(unplaced, hidden, free, count)
        cards = tuple(UNKNOWN if self.rng.random() < self.blind else card for card in cards)
        return (*cards, *(UNKNOWN for _ in range(count - len(cards))))

    def _row(self, state: State, *, played: str = "") -> tuple[str, ...]:
        shop, free = state.shop, tuple(card for card in free_cards(state) if card != played)
        return self._from_hidden(shop.unplaced, shop.deck, free, len(turned_up(state, ())))

    def _draw(self, state: State, command: DrawCard) -> PblCommand:
        seat = command.acting_seat(state)
        side = state.seats[seat].side
        if numbers.deck_count(state, side):
            return command if command.slot or self._known_top(state, side) else self._drawn(state, side, command)
        row = self._row(state)
        command = replace(command, row=row)
        opened = bool(row) or any(place != EMPTY for place in state.shop.row)
        if not command.slot and opened:
            return command
        nothing = not opened and shuffled_cards(state, side) == 0
        return replace(command, nothing=nothing)

    def _known_top(self, state: State, side: int) -> bool:
        return numbers.next_card(state, side) is not None

    def _drawn(self, state: State, side: int, command: DrawCard) -> DrawCard:
        under = numbers.under_deck(state, side)
        if under and len(under) == numbers.deck_count(state, side):
            return replace(command, card=self.rng.choice(under))
        cards = self._hidden(state, side, 1)
        return replace(command, card=cards[0])

    def _roll(self, state: State, command: PblCommand) -> PblCommand:
        match command:
            case RollAttack() if state.combat is not None:
                dice = self._dice(numbers.attack_pool(state, state.combat))
                return replace(command, dice=dice, bombs=self._dice(len(command.bombs)))
            case RollDefense() if state.combat is not None:
                dice = self._dice(numbers.defense_pool(state, state.combat))
                return replace(command, dice=dice, shields=self._dice(len(command.shields)))
            case AddBombs() | AddShields():
                return replace(command, dice=self._dice(len(command.cards)))
            case AddStorageBomb():
                return replace(command, die=self.rng.randint(1, D6))
            case _:
                return command

    def _effects(self, state: State, command: EffectCommand) -> EffectCommand:
        """Return the command with dice, searches and row cards of its effects. Half of the draws are given at once, if the deck
        has enough cards; the others become obligations."""
        name = command.crew if isinstance(command, BlastCrew) else command.card
        seat = command.acting_seat(state)
        side = state.seats[seat].side
        trigger: Trigger = "action" if isinstance(command, PlayAction) else "on_play"
        trigger = "blast" if isinstance(command, BlastCrew) else trigger
        room = numbers.free_spaces(state.sides[side]) if state.sides[side].hangars else 0
        effects = effects_of(state, name, trigger)
        opens = any(isinstance(effect, OpenShop) for effect in effects)
        for effect in effects:
            match effect:
                case AddDice() if state.combat is not None:
                    command = replace(command, dice=self._dice(effect.n))
                case GainStorageBomb() if self.rng.random() < 0.5:
                    command = replace(command, dice=self._dice(min(room, effect.n)))
                case SearchDeck() if not command.from_row and command.found is not None:
                    command = replace(command, found=self._find(state, side, effect.filter, played=name))
                case OpenShop():
                    command = replace(command, row=self._row(state, played=name))
                case DrawCards() if self.rng.random() < 0.5 and not opens:
                    command = self._drawn_at_once(state, side, effect.n, command)
                case _:
                    pass
        return command

    def _drawn_at_once(self, state: State, side: int, n: int, command: EffectCommand) -> EffectCommand:
        top = numbers.top_of(state, side)
        if any(top[:n]) or numbers.deck_count(state, side) - sum(card is not None for card in top) < n:
            return command
        name = command.crew if isinstance(command, BlastCrew) else command.card
        return replace(command, drawn=tuple(Draw(card) for card in self._hidden(state, side, n, played=name)))

    def _find(self, state: State, side: int, wanted: CardFilter, *, played: str) -> str | None:
        if numbers.unidentified(state, side) == 0 or numbers.deck_count(state, side) == 0:
            return None
        possible = (card for card in possible_cards(state, side) if card != played)
        fitting = [card for card in possible if fits(state.catalogue.get(card), wanted)]
        return self.rng.choice(fitting) if fitting else None

    def _pick(self, state: State, command: PickArmor) -> PblCommand:
        card = state.catalogue.get(command.crew)
        if command.from_row or command.found is None or not isinstance(card, CrewCard) or card.pick is None:
            return command
        return replace(command, found=self._find(state, command.acting_side(state), card.pick, played=command.crew))

    def _changes(self, state: State, seat: int) -> tuple[Change, ...]:
        """Return a random change that is possible now, or none, for a card without machine-readable effects."""
        mine = state.seats[seat].side
        options: list[tuple[Change, ...]] = [(), (DrawNow(player=seat),)]
        for side in numbers.playing(state):
            if side == mine:
                continue
            victim = numbers.seats_of(state, side)[0]
            one = state.sides[side]
            if one.hangars:
                options.append((RemoveHangar(player=victim),))
            limbs: list[SlotName] = [limb for limb, slot in zip(LIMBS, one.slots, strict=False) if not slot.dead]
            options.append((BlowOff(player=victim, slot=self.rng.choice(limbs), by=seat),))
            armored: list[SlotName] = [
                name for name, slot in zip(SLOTS, one.slots, strict=True) if slot.stack and not slot.dead
            ]
            if armored:
                options.append((RemoveArmor(player=victim, slot=self.rng.choice(armored), to="hand"),))
            hand = state.people[victim].hand
            if hand:
                card = self.rng.choice(hand).card or UNKNOWN
                options.append((MoveCard(card=card, player=victim, source="hand", to="hand", to_player=seat),))
        return self.rng.choice(options)
