"""Simulated tables: invented players and decks, a dealer who knows every card, two bots."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.capabilities import Bot
from domain.cards import UNKNOWN, CardRecord, Catalogue, DeckList, find_or_bind, parse_ref
from domain.options import options_from
from domain.seats import SeatSetup, TableSetup
from domain.table.chance import Chance
from tests.minigame import commands as c
from tests.minigame.options import Options
from tests.minigame.state import State


def open_table(setup: TableSetup) -> tuple[c.HighCardCommand, ...]:
    """start_match, then the deck lists that are known. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options())
    lists = [seat.deck if isinstance(seat.deck, DeckList) else None for seat in setup.seats]
    sizes = tuple(s.deck.size if isinstance(s.deck, DeckList) else s.deck or 12 for s in setup.seats)
    start = c.StartMatch(players=tuple(seat.name for seat in setup.seats), decks=sizes, options=options)
    return (start, *(c.RegisterDeck(player=n, cards=deck.cards) for n, deck in enumerate(lists) if deck))


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two players with twelve cards each; sometimes only the size of one deck is known."""
    ids = [record.card_id for record in catalogue]
    decks: list[DeckList | int] = [DeckList(cards=dict.fromkeys(rng.sample(ids, 6), 2)) for _ in range(2)]
    if rng.random() < 0.3:
        decks[rng.randrange(2)] = 12
    return TableSetup(
        tuple(SeatSetup(name, deck=deck) for name, deck in zip(("Ada", "Bo"), decks, strict=True)), options
    )


class HighCardDealer:
    """Holds both decks. The cards of a player whose deck list is unknown stay unknown until they are turned up."""

    def __init__(self, setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> None:
        self.table = Chance(rng)
        self.truth: dict[int, str] = {}
        for number, seat in enumerate(setup.seats):
            cards = seat.deck.cards if isinstance(seat.deck, DeckList) else {r.card_id: 1 for r in catalogue}
            self.table.put(str(number), [card for card, copies in cards.items() for _ in range(copies)])

    def fill(self, state: State, command: c.HighCardCommand) -> c.HighCardCommand:
        """Draws from the hidden decks, tells what is turned up, rolls the die."""
        match command:
            case c.Draw(player=seat):
                player = state.players[seat]
                cards = self.table.draw(str(seat), len(command.cards))
                first = (seat + 1) * 1000 + player.last + 1
                self.truth.update(enumerate(cards, first))
                return replace(command, cards=cards if player.listed else (UNKNOWN,) * len(cards))
            case c.TurnUp():
                return c.TurnUp(cards=tuple(self.truth[p.placed[-1].id] for p in state.players))
            case c.RollDie():
                return c.RollDie(result=self.table.die())
            case _:
                return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> HighCardDealer:
    """A dealer for one simulated match."""
    return HighCardDealer(setup, catalogue, rng)


class RandomBot:
    """Any legal command."""

    def choose(self, state: State, commands: Sequence[c.HighCardCommand], rng: Random) -> c.HighCardCommand:
        return rng.choice(commands)


class HighBot:
    """Places the highest card it knows to hold."""

    def choose(self, state: State, commands: Sequence[c.HighCardCommand], rng: Random) -> c.HighCardCommand:
        def value(command: c.HighCardCommand) -> int:
            if not isinstance(command, c.PlaceCard):
                return 0
            token = find_or_bind(state.players[command.player].hand, parse_ref(command.card))
            return state.value(token.card if token else None)

        return max(commands, key=value)


BOTS: Final[Mapping[str, Bot[State, c.HighCardCommand]]] = {"random": RandomBot(), "high": HighBot()}
