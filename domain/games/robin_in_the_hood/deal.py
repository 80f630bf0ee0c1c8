"""Opening commands, random tables for simulations, and the dealer that replaces the physical cards."""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import asdict, replace

from domain.cards import UNKNOWN, CardRecord, Catalogue, DeckList
from domain.game import Command
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.commands.hand_end import DrawCard
from domain.games.robin_in_the_hood.commands.rounds import DeclareActiveSet, DrawPlayingHand, ShuffleDrawPile
from domain.games.robin_in_the_hood.commands.setup import OpenTournament, StakeAnte
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE, Options
from domain.games.robin_in_the_hood.state import State
from domain.options import options_from
from domain.seats import SeatSetup, TableSetup
from domain.table.chance import Chance
from domain.table.decks import cards_of_deck
from domain.text import pluralize

SHARE_OF_MODIFIERS = 4
"""One card in this many of a simulated Active set is a modifier, if modifiers are used."""


def open_table(setup: TableSetup) -> tuple[Command, ...]:
    """Return the commands for opening, antes and Active sets. Raises ValueError for unknown or unfit options."""
    options = options_from(setup.options, Options(), least=None)
    opening = OpenTournament(players=tuple(seat.name for seat in setup.seats), **asdict(options))
    antes = tuple(
        StakeAnte(player=number, card=seat.deck.beside["ante"])
        for number, seat in enumerate(setup.seats)
        if opening.ante and isinstance(seat.deck, DeckList) and "ante" in seat.deck.beside
    )
    sets = tuple(_declaration(number, seat, opening.active_count) for number, seat in enumerate(setup.seats))
    return (opening, *antes, *sets)


def _declaration(number: int, seat: SeatSetup, active_count: int) -> DeclareActiveSet:
    if isinstance(seat.deck, DeckList):
        return DeclareActiveSet(player=number, cards=tuple(cards_of_deck(seat.deck)))
    if seat.deck is not None and seat.deck != active_count:
        raise ValueError(f"option active_count: {pluralize(active_count, 'card')} agreed, {seat.name} has {seat.deck}")
    return DeclareActiveSet(player=number)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Return two players with random legal Active sets and antes, to two victories unless the options differ."""
    chosen = {"victories_to_win": "2", **options}
    agreed = options_from(chosen, Options(), least=None)
    seats = []
    for name in ("Ann", "Ben"):
        cards = random_set(catalogue, rng, agreed.active_count, modifiers=agreed.modifiers)
        beside = {"ante": rng.choice(_ids(catalogue, CharacterCard))} if agreed.ante else {}
        copies = {card: cards.count(card) for card in dict.fromkeys(cards)}
        seats.append(SeatSetup(name=name, deck=DeckList(cards=copies, beside=beside)))
    return TableSetup(seats=tuple(seats), options=chosen)


def random_set(catalogue: Catalogue[CardRecord], rng: Random, size: int, *, modifiers: bool) -> tuple[str, ...]:
    """Return a random legal Active set (RH-D01 to RH-D05). Raises ValueError if the catalogue has too few
    characters."""
    by_character: dict[str, list[str]] = {}
    for record in catalogue:
        if isinstance(record, CharacterCard):
            by_character.setdefault(record.character, []).append(record.card_id)
    available = _ids(catalogue, ModifierCard)
    others = size // SHARE_OF_MODIFIERS if modifiers and available else 0
    if len(by_character) < size - others:
        raise ValueError(
            f"option active_count: the catalogue has {pluralize(len(by_character), 'character')}, {size - others} needed"
        )
    characters = [rng.choice(by_character[name]) for name in rng.sample(sorted(by_character), size - others)]
    return (*characters, *(rng.choice(available) for _ in range(others)))


def _ids(catalogue: Catalogue[CardRecord], kind: type[CharacterCard] | type[ModifierCard]) -> list[str]:
    return sorted(record.card_id for record in catalogue if isinstance(record, kind))


class RobinDealer:
    """Simulates the table: knows the order of both Draw piles, and records it in half of the tournaments."""

    def __init__(self, setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> None:
        self._table = Chance(rng)
        self._rng = rng
        self._catalogue = catalogue
        self._sets: dict[int, tuple[str, ...]] = {
            number: tuple(cards_of_deck(seat.deck))
            for number, seat in enumerate(setup.seats)
            if isinstance(seat.deck, DeckList)
        }
        self._records_orders = rng.random() < 0.5

    def fill(self, state: State, command: Command) -> Command:
        """Return the command with its order or drawn cards; between rounds also with a new Active set."""
        match command:
            case ShuffleDrawPile(order=None, seed=None):
                return self._shuffle(state, command)
            case DrawPlayingHand() if set(command.cards) == {UNKNOWN}:
                return replace(command, cards=self._draw(command.player, PLAYING_HAND_SIZE))
            case DrawCard(card="??"):
                return replace(command, card=self._draw(command.player, 1)[0])
            case DeclareActiveSet(cards=None) if state.phase == "between_rounds":
                self._sets[command.player] = self._new_set(state)
                return replace(command, cards=self._sets[command.player])
            case _:
                return command

    def _shuffle(self, state: State, command: ShuffleDrawPile) -> ShuffleDrawPile:
        seat = command.player
        self._table.put(f"{seat}", self._set_of(state, seat))
        return replace(command, order=self._table.left(f"{seat}")) if self._records_orders else command

    def _set_of(self, state: State, seat: int) -> Sequence[str]:
        known = state.players[seat].active_set
        if known is not None:
            return known
        if seat not in self._sets:
            self._sets[seat] = self._new_set(state)
        return self._sets[seat]

    def _new_set(self, state: State) -> tuple[str, ...]:
        return random_set(self._catalogue, self._rng, state.options.active_count, modifiers=state.options.modifiers)

    def _draw(self, seat: int, count: int) -> tuple[str, ...]:
        cards = self._table.draw(f"{seat}", count)
        return (*cards, *(UNKNOWN,) * (count - len(cards)))


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> RobinDealer:
    """Return the dealer of a simulated tournament."""
    return RobinDealer(setup, catalogue, rng)
