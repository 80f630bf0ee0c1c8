"""The opening command of a match, and the dealer that supplies cards and coin flips in simulations."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList
from domain.games.frc_card_game.build_requirement import skills_of
from domain.games.frc_card_game.cards import DECK_SIZES, MAX_COPIES, RobotCard, StudentCard, TeamCard, cards_of_type
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.setup import DrawOpeningHand, FlipCoin, PlayerSetup, StartMatch
from domain.games.frc_card_game.commands.turns import DrawCard
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import State
from domain.options import options_from
from domain.seats import SeatSetup, TableSetup
from domain.table.chance import Chance
from domain.table.decks import cards_of_deck

ROBOTS_IN_DECK: Final = 5
STUDENTS_IN_DECK: Final = 14


def open_table(setup: TableSetup) -> tuple[FrcCommand, ...]:
    """Return the opening command of a match. Raises ValueError for an unknown option or a missing deck."""
    options = options_from(setup.options, Options())
    return (StartMatch(players=tuple(_player(seat) for seat in setup.seats), options=options),)


def _player(seat: SeatSetup) -> PlayerSetup:
    if seat.deck is None:
        raise ValueError(f"{seat.name}: give a deck list, or the number of cards in the deck (30 to 40)")
    return PlayerSetup(name=seat.name, deck=seat.deck)


class CardDealer:
    """Knows the order of both decks and flips the coin. A deck given by its size contains only unknown cards."""

    def __init__(self, setup: TableSetup, rng: Random) -> None:
        self._table = Chance(rng)
        for number, seat in enumerate(setup.seats):
            self._table.put(str(number), cards_of_deck(seat.deck))

    def fill(self, state: State, command: FrcCommand) -> FrcCommand:
        """Return the command with the cards that it draws, or with the result of the coin flip."""
        if isinstance(command, DrawOpeningHand):
            return replace(command, cards=self._table.draw(str(command.player), len(command.cards)))
        if isinstance(command, DrawCard):
            seat = state.turn_player if command.player is None else command.player
            drawn = self._table.draw(str(seat))
            return replace(command, card=drawn[0]) if drawn else command
        if isinstance(command, FlipCoin):
            return replace(command, first_player=int(self._table.coin()))
        return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> CardDealer:  # noqa: ARG001
    """Return the dealer of a simulated match."""
    return CardDealer(setup, rng)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Return two invented players with random legal decks from the catalogue. Raises ValueError if it has too few cards."""
    seats = tuple(SeatSetup(name, deck=random_deck(catalogue, rng)) for name in ("Rin", "Otto"))
    return TableSetup(seats, options)


def random_deck(catalogue: Catalogue[CardRecord], rng: Random) -> DeckList:
    """Return a legal deck: a few robots, students who can build them, and other cards. Raises ValueError if the catalogue has
    too few cards for one."""
    teams = cards_of_type(catalogue, TeamCard)
    size, pool = rng.choice(DECK_SIZES), [r.card_id for r in catalogue if r not in teams for _ in range(MAX_COPIES)]
    if not teams or len(pool) < size:
        raise ValueError(
            "too few cards for a deck: it needs a team card and up to 40 others, in up to three copies each"
        )
    robots = [r for r in cards_of_type(catalogue, RobotCard) if isinstance(r, RobotCard)]
    robots = rng.sample(robots, min(ROBOTS_IN_DECK, len(robots)))
    wanted = {attribute for robot in robots for attribute in robot.attributes}
    builders = [s.card_id for s in cards_of_type(catalogue, StudentCard) if wanted & {*skills_of(catalogue, s.card_id)}]
    picked = Counter({robot.card_id: 2 for robot in robots})
    copies = builders * MAX_COPIES
    picked.update(rng.sample(copies, min(STUDENTS_IN_DECK, len(copies))))
    rest = list((Counter(pool) - picked).elements())
    picked.update(rng.sample(rest, size - picked.total()))
    return DeckList(dict(picked), beside={"team": rng.choice(teams).card_id})
