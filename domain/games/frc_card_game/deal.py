"""Opening a table as it was asked for, and the dealer that stands for cards and coin in simulations."""

from collections.abc import Mapping
from importlib.resources import files
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList, deck_from_toml
from domain.dealing import Table
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import RobotCard, StudentCard, TeamCard, cards_of_type, check_deck
from domain.games.frc_card_game.options import CHOICES, Options
from domain.games.frc_card_game.state import State
from domain.table import SeatSetup, TableSetup

SAMPLE_DECKS: Final = ("fast_shooters", "wall_of_design", "pneumatic_club", "all_hands")


def open_table(setup: TableSetup) -> tuple[cmd.FrcCommand, ...]:
    """The opening command of a match. Raises ValueError for an option that does not exist or a deck that is not given."""
    unknown = [name for name in setup.options if name not in CHOICES]
    if unknown:
        raise ValueError(f"no option {unknown[0]!r}; options: {', '.join(CHOICES)}")
    options = msgspec.convert(dict(setup.options), Options)
    return (cmd.StartMatch(players=tuple(_player(seat) for seat in setup.seats), options=options),)


def _player(seat: SeatSetup) -> cmd.PlayerSetup:
    if seat.deck is None:
        raise ValueError(f"{seat.name}: give a deck list, or the number of cards in the deck (30 to 40)")
    return cmd.PlayerSetup(name=seat.name, deck=seat.deck)


class CardDealer:
    """Knows the order of both decks and flips the coin. A deck recorded by its size alone gives unknown cards."""

    def __init__(self, setup: TableSetup, rng: Random) -> None:
        self._table = Table(rng)
        for number, seat in enumerate(setup.seats):
            deck = seat.deck
            if isinstance(deck, DeckList):
                self._table.put(str(number), (card for card, count in deck.cards.items() for _ in range(count)))
            else:
                self._table.put(str(number), ["??"] * (deck or 0))

    def fill(self, state: State, command: cmd.FrcCommand) -> cmd.FrcCommand:
        """The command with cards drawn and the coin flipped."""
        if isinstance(command, cmd.DrawOpeningHand):
            return replace(command, cards=self._table.draw(str(command.player), len(command.cards)))
        if isinstance(command, cmd.DrawCard):
            seat = state.turn_player if command.player is None else command.player
            drawn = self._table.draw(str(seat))
            return replace(command, card=drawn[0]) if drawn else command
        if isinstance(command, cmd.FlipCoin):
            return replace(command, first_player=int(self._table.coin()))
        return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> CardDealer:  # noqa: ARG001
    """The dealer of a simulated match."""
    return CardDealer(setup, rng)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two invented players with legal decks: sample decks where the catalogue has their cards, else random ones."""
    fitting = [deck for deck in sample_decks() if not check_deck(catalogue, deck)]
    decks = [rng.choice(fitting) if fitting else random_deck(catalogue, rng) for _ in range(2)]
    seats = tuple(SeatSetup(name, deck=deck) for name, deck in zip(("Rin", "Otto"), decks, strict=True))
    return TableSetup(seats, options)


def sample_decks() -> tuple[DeckList, ...]:
    """The decks that come with the game."""
    folder = files("domain.games.frc_card_game").joinpath("decks")
    return tuple(
        deck_from_toml(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"), name) for name in SAMPLE_DECKS
    )


def random_deck(catalogue: Catalogue[CardRecord], rng: Random) -> DeckList:
    """A legal deck of 30 to 40 cards out of any catalogue. Raises ValueError where it has too few cards."""
    teams = cards_of_type(catalogue, TeamCard)
    pool = [r.card_id for r in catalogue if r not in teams for _ in range(3)]
    if not teams or len(pool) < 30:
        raise ValueError("a deck needs a team card and ten other cards in the catalogue")
    builders = [r.card_id for r in cards_of_type(catalogue, StudentCard, RobotCard) for _ in range(3)]
    picked = rng.sample(builders, min(len(builders), 24))
    rest = list(pool)
    for card in picked:
        rest.remove(card)
    picked += rng.sample(rest, max(30 - len(picked), min(len(rest), rng.randint(30, 40) - len(picked))))
    counts = {card: picked.count(card) for card in dict.fromkeys(picked)}
    return DeckList(counts, beside={"team": rng.choice(teams).card_id})
