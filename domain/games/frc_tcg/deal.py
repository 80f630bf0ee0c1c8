"""Opening commands, random tables for simulations, and the dealer that replaces physical decks."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRecord, Catalogue, CatalogueError, DeckList
from domain.games.frc_tcg.cards.decks import DECK_SIZE, PROFILES
from domain.games.frc_tcg.cards.records import EDITIONS, Card, Component, Item, Robot, type_of
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.setup import (
    CreateMatch,
    DetermineFirstPlayer,
    DrawOpeningHand,
    RegisterDeck,
    SetPrizeCards,
    ShuffleDeck,
)
from domain.games.frc_tcg.commands.turn import EndTurn, SwapCards, refill_due
from domain.games.frc_tcg.hidden import registered
from domain.games.frc_tcg.options import DEFAULTS, Options, colours_of
from domain.games.frc_tcg.references import hand_cards, hand_limit
from domain.games.frc_tcg.state import HAND, State
from domain.options import options_from
from domain.seats import JUDGE, SeatSetup, TableSetup
from domain.table.chance import Chance
from domain.table.decks import cards_of_deck

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Esme", "Finn")


def open_table(setup: TableSetup) -> tuple[TcgCommand, ...]:
    """Return the commands that open the match and register its decks. Raises ValueError for an unknown option."""
    options = options_from(setup.options, DEFAULTS)
    sides = [seat.side for seat in setup.seats]
    if options.teams == "none" and None not in sides and len(set(sides)) < len(sides):
        members = [[n + 1 for n, s in enumerate(sides) if s == side] for side in dict.fromkeys(sides)]
        options = replace(options, teams="/".join("+".join(map(str, team)) for team in members))
    decks = (_deck(seat, setup_seat.deck) for seat, setup_seat in enumerate(setup.seats))
    return (CreateMatch(players=tuple(seat.name for seat in setup.seats), options=options), *decks)


def _deck(seat: int, deck: DeckList | int | None) -> RegisterDeck:
    if isinstance(deck, DeckList):
        return RegisterDeck(player=seat, cards=deck.cards)
    return RegisterDeck(player=seat, size=deck if deck is not None else DECK_SIZE)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Return players with random legal decks: one for each seat in the teams or divisions, three for `first_sweep`,
    else two."""
    asked = options_from(options, DEFAULTS)
    count = 3 if asked.multiplayer_win == "first_sweep" else 2
    if asked.divisions != "none":
        count = asked.divisions.count("/") + 1
    if asked.teams != "none":
        count = asked.teams.count("/") + asked.teams.count("+") + 1
    return sample_seats(catalogue, rng, options, count)


def sample_seats(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str], count: int) -> TableSetup:
    """Return a table with this many seats; partners get one colour each unless `divisions` is set."""
    chosen = dict(options)
    if chosen.get("teams", "none") != "none" and chosen.get("divisions", "none") == "none":
        chosen["divisions"] = "/".join(("red", "green", "blue", "orange")[n % 4] for n in range(count))
    if chosen.get("boosters") == "on":
        chosen.setdefault("max_deck_size", "60")
    asked = options_from(chosen, DEFAULTS)
    seats = tuple(
        SeatSetup(name=NAMES[n] if n < len(NAMES) else f"Player {n + 1}", deck=build_deck(catalogue, rng, asked, n))
        for n in range(count)
    )
    return TableSetup(seats=seats, options=chosen)


def build_deck(catalogue: Catalogue[CardRecord], rng: Random, options: Options, seat: int) -> DeckList:
    """Return a legal random deck: robots of a few teams, components that they need, other cards by a random profile."""
    allowed = colours_of(options, seat)
    cards = [card for card in catalogue if isinstance(card, Card)]
    by_type: dict[str, list[Card]] = {}
    for card in cards:
        bound = isinstance(card, Robot) or (isinstance(card, Item) and options.teams != "none")
        if not bound or allowed is None or card.colour in allowed:
            by_type.setdefault(type_of(card), []).append(card)
    profile = rng.choice(["later", "later", "first_2015"] if "kickoff" in by_type else ["first_2015"])
    counts = dict(PROFILES[profile])
    if options.boosters == "on":
        extra = rng.randint(0, options.max_deck_size - DECK_SIZE)
        counts["kickoff"] += extra // 2
        counts["component"] += extra - extra // 2
    lacking = next((kind for kind, number in counts.items() if number and kind not in by_type), None)
    if lacking is not None:
        raise CatalogueError(f"the catalogue lacks {lacking} cards (of an allowed colour) for a sample deck")
    spread = (1, 2) if options.boosters == "on" else (2, 3)
    robots = _robots(by_type["robot"], counts["robot"], rng.choice(spread), profile, rng)
    deck = _copies(robots)
    parts = _components(robots, [c for c in cards if isinstance(c, Component)], counts["component"], rng)
    for name in parts:
        deck[name] = deck.get(name, 0) + 1
    for kind in ("item", "award", "mentor", "kickoff"):
        for _ in range(counts[kind]):
            name = rng.choice(by_type[kind]).card_id
            deck[name] = deck.get(name, 0) + 1
    return DeckList(cards=deck, name=f"sample {profile}", game="frc_tcg")


def _copies(cards: list[Robot]) -> dict[str, int]:
    deck: dict[str, int] = {}
    for card in cards:
        deck[card.card_id] = deck.get(card.card_id, 0) + 1
    return deck


def _robots(cards: list[Card], count: int, spread: int, profile: str, rng: Random) -> list[Robot]:
    """Return robots of a few teams, so that they can evolve; earlier editions are more frequent."""
    robots = [card for card in cards if isinstance(card, Robot)]
    if profile == "first_2015":
        robots = [card for card in robots if card.edition == "first"] or robots
    teams = sorted({card.team for card in robots})
    chosen = set(rng.sample(teams, min(spread, len(teams))))
    robots = [card for card in robots if card.team in chosen]
    weights = [len(EDITIONS) - EDITIONS.index(card.edition or "first") for card in robots]
    return rng.choices(robots, weights, k=count)


def _components(robots: list[Robot], parts: list[Component], count: int, rng: Random) -> list[str]:
    """Return random components, weighted by how many of each the robots' abilities need."""
    by_type = {card.component_type: card.card_id for card in parts}
    wanted = [
        by_type[kind]
        for robot in robots
        for ability in robot.abilities
        for kind, number in ability.requires.items()
        for _ in range(number)
        if kind in by_type
    ]
    return rng.choices(wanted or list(by_type.values()), k=count)


class TableDealer:
    """Knows the order of each deck and fills in the cards and coin flips that commands omit."""

    def __init__(self, setup: TableSetup, rng: Random) -> None:
        self.table = Chance(rng)
        for seat, setup_seat in enumerate(setup.seats):
            self.table.put(_pile(seat), cards_of_deck(setup_seat.deck, DECK_SIZE))

    def fill(self, state: State, command: TcgCommand) -> TcgCommand:
        """Return the command with its draws, coin flips and prize cards; the decks change with it."""
        match command:
            case DetermineFirstPlayer(method="coin_flip", result=""):
                seat = self.table.rng.randrange(len(state.players))
                return replace(command, player=seat, result="heads" if self.table.coin() else "tails")
            case ShuffleDeck(player=player):
                self.table.shuffle(_pile(player))
                return command
            case DrawOpeningHand(player=player):
                return replace(command, cards=self.table.draw(_pile(player), HAND))
            case SetPrizeCards(player=player, cards=cards):
                return replace(command, cards=self._search(player, len(cards)))
            case EndTurn(drawn=None):
                seat = state.active
                due = refill_due(state.players[seat], hand_limit(state, seat), len(command.trimmed))
                return replace(command, drawn=self.table.draw(_pile(seat), due))
            case SwapCards(drawn=None):
                return self._swap(state, command)
            case _:
                return command

    def _search(self, seat: int, count: int) -> tuple[str, ...]:
        """Take random prize cards out of the deck."""
        pile = list(self.table.left(_pile(seat)))
        found = self.table.rng.sample(pile, count)
        for card in found:
            pile.remove(card)
        self.table.put(_pile(seat), pile, shuffled=False)
        return tuple(found)

    def _swap(self, state: State, command: SwapCards) -> SwapCards:
        seat = state.active
        player = state.players[seat]
        down = hand_cards(player, command.put_down) or ()
        self.table.add(_pile(seat), (card.card or UNKNOWN for card in down))
        drawn = self.table.draw(_pile(seat), len(down))
        left = len(self.table.left(_pile(seat)))
        due = min(max(0, hand_limit(state, seat) - len(player.pit) + len(command.trimmed)), left)
        return replace(command, drawn=drawn, refill=self.table.draw(_pile(seat), due))


def _pile(seat: int) -> str:
    return f"deck {seat}"


def resume(state: State, rng: Random) -> TableDealer:
    """Return the dealer of a match continued from a state: known cards of a deck keep their places, others are
    shuffled."""
    dealer = TableDealer(TableSetup(()), rng)
    for seat, player in enumerate(state.players):
        found = registered(state, seat, JUDGE)
        left = [*Counter(found.unseen if found else {}).elements()]
        rng.shuffle(left)
        unknown = iter(left)
        pile = [token.card or next(unknown, UNKNOWN) for token in player.deck]
        dealer.table.put(_pile(seat), pile, shuffled=False)
    return dealer


def deal(setup: TableSetup, _catalogue: Catalogue[CardRecord], rng: Random) -> TableDealer:
    """Return the dealer of a new table."""
    return TableDealer(setup, rng)
