"""Tables to test at: any position of the worked match's cards, laid down with `declare_position`."""

from typing import Any

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.position import DeclarePosition, PlayerPosition, RobotPosition, counted_cards
from domain.games.frc_tcg.commands.setup import CreateMatch, RegisterDeck
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.options import Options
from domain.games.frc_tcg.state import PlayerState, RobotStack, State
from service.resources import load_catalogue
from tests.scenario import Scenario

Table = Scenario[State, TcgCommand, TcgEvent]

NAMES = ("Ada", "Ben", "Cleo", "Dov")
WORKED: Catalogue[CardRecord] = load_catalogue(GAME, "worked_match")  # type: ignore[arg-type]
SAMPLE: Catalogue[CardRecord] = load_catalogue(GAME, "sample")  # type: ignore[arg-type]


def robot(cards: str, hp: int, *, max_hp: int | None = None, kickoffs: str = "", **components: str) -> RobotPosition:
    """A stack: its cards from the bottom up, and components by ability. `-` in kickoffs is a level played without a kickoff."""
    levels = tuple(None if card == "-" else card for card in kickoffs.split())
    stacked = {ability: tuple(cards.split()) for ability, cards in components.items()}
    return RobotPosition(cards=tuple(cards.split()), hp=hp, max_hp=max_hp, kickoffs=levels, components=stacked)


def side(hand: str = "", *robots: RobotPosition, prizes: int = 4, **other: Any) -> PlayerPosition:
    """One player's side; the deck is filled up to 54 cards by `table`."""
    other.setdefault("turns", 3)
    for name in ("shop", "captured", "awards"):
        if name in other:
            other[name] = tuple(other[name].split())
    left = tuple("??" for _ in range(prizes))
    return PlayerPosition(deck=0, pit=tuple(hand.split()), prize_cards=left, robots=robots, **other)


def opened(*options_and_players: str, catalogue: Catalogue[CardRecord] = WORKED, **options: Any) -> Table:
    """Only an opened match."""
    names = options_and_players or NAMES[:2]
    table: Table = Scenario(GAME, catalogue)
    return table.do(CreateMatch(players=names, options=Options(**options)))


def table(*sides: PlayerPosition, active: int = 0, turn: int = 7, **options: Any) -> Table:
    """A match in the middle, as laid down; turn record empty."""
    match = opened(*NAMES[: len(sides)], **options)
    for seat in range(len(sides)):
        match.do(RegisterDeck(player=seat, size=54))
    empty = DeclarePosition(turn=turn, active=active, players=sides)
    full = tuple(replace(s, deck=54 - counted_cards(empty, seat)) for seat, s in enumerate(sides))
    return match.do(replace(empty, players=full))


def player(match: Table, seat: int = 0) -> PlayerState:
    """The present state of one player's side."""
    return match.state.players[seat]


def stack(match: Table, seat: int = 0, number: int = 0) -> RobotStack:
    """The present state of one robot."""
    return match.state.players[seat].alliance[number]


def cards(zone: object) -> str:
    """The card ids of a zone, in order, `??` where unknown."""
    return " ".join(token.card or "??" for token in zone)  # type: ignore[attr-defined]


def ready(match: Table, hands: tuple[str, ...] = ("", ""), prizes: int = 4) -> Table:
    """Takes an open match with decks registered through the rest of the setup; Ada begins."""
    match.do("determine_first_player Ada agreement")
    for seat, hand in enumerate(hands):
        name = NAMES[seat]
        dealt = [*hand.split(), *["??"] * 7][:7]
        match.do(f"shuffle_deck {name}", f"draw_opening_hand {name} [{', '.join(dealt)}]")
        match.do(f"set_prize_cards {name} [{', '.join(['??'] * prizes)}]", f"shuffle_deck {name}")
    return match.do("start_match")


def started(*hands: str, **options: Any) -> Table:
    """A match at turn 1 with these opening hands; only the sizes of the decks are known."""
    hands = (*hands, "", "")[: max(2, len(hands))]
    match = opened(*NAMES[: len(hands)], **options)
    for seat in range(len(hands)):
        match.do(RegisterDeck(player=seat, size=54))
    return ready(match, hands, options.get("prize_count", 4))
