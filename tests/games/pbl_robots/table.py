"""Tables for trying rules: invented cards and unrecorded opening hands, so that any card may turn up in them."""

from collections.abc import Mapping
from importlib import resources
from typing import TypeAlias

from domain.cards import CardRecord, Catalogue, catalogue_from_toml
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.cards import SLOTS, Card
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.numbers import active_limbs, base_stats, pilot_points
from domain.games.pbl_robots.state import Side, Slot, State
from domain.seats import SeatSetup, TableSetup
from tests.scenario import Scenario

Table: TypeAlias = Scenario[State, PblCommand, PblEvent]
FOLDER = resources.files("domain.games.pbl_robots")


def catalogue(name: str) -> Catalogue[CardRecord]:
    """One of the sample catalogues."""
    return catalogue_from_toml((FOLDER / "catalogue" / f"{name}.toml").read_text(), Card)


PROVING_GROUND = catalogue("proving_ground")
SAMPLE = catalogue("sample")


def created(names: tuple[str, ...] = ("Ana", "Bo"), options: Mapping[str, str] | None = None) -> Table:
    """A match of the small catalogue that has just been created."""
    setup = TableSetup(tuple(SeatSetup(name) for name in names), {"catalogue_check": "off", **(options or {})})
    table: Table = Scenario(GAME, PROVING_GROUND)
    return table.do(*GAME.open_table(setup))


def with_pilots(
    names: tuple[str, ...] = ("Ana", "Bo"), starters: tuple[str, ...] = ("vane", "brick"), **options: str
) -> Table:
    """Robots, inheritance and starters are chosen, the first player first."""
    table = created(names, options)
    for name, robot in zip(names, ("crystal", "obsidian", "solar"), strict=False):
        table.do(f"choose_base_robot {robot} player={name}")
    if not options.get("setup", "").startswith("challenge"):
        table.do("deal_inheritance")
    spare = next(pilot for pilot in ("lull", "dusk") if pilot not in starters)
    table.do(f"reveal_talent_pool [{', '.join((*starters, spare))}]")
    for number, name in enumerate(names):
        table.do(f"roll_d20 {20 - number} player={name}")
    for name, starter in zip(names, starters, strict=True):
        table.do(f"choose_starter {starter} player={name}")
    return table


def opening(
    names: tuple[str, ...] = ("Ana", "Bo"), starters: tuple[str, ...] = ("vane", "brick"), **options: str
) -> Table:
    """Quick-play decks are dealt; opening hands come next."""
    return with_pilots(names, starters, **{"setup": "quick_play", **options}).do("deal_quick_play")


def standard(
    starters: tuple[str, ...] = ("vane", "brick"), names: tuple[str, ...] = ("Ana", "Bo"), **options: str
) -> Table:
    """The standard table: quick play, hands of five unknown cards, the fastest pilot's first turn."""
    table = opening(names, starters, **options)
    for name in names:
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    if not table.state.owed:
        table.do("start_game")
    return table


def three(**options: str) -> Table:
    """Ana, Bo and Cleo, in that order."""
    return standard(("vane", "brick", "rook"), ("Ana", "Bo", "Cleo"), **options)


def adjust(table: Table, *changes: str) -> Table:
    """Brings the table into a position by hand."""
    return table.do(f"adjust test [{', '.join(changes)}]")


def slot(table: Table, side: int, name: str) -> Slot:
    """A limb or shoulder of a side."""
    return table.state.sides[side].slots[SLOTS.index(name)]  # type: ignore[arg-type]


def side(table: Table, index: int) -> Side:
    """A side."""
    return table.state.sides[index]


def base(table: Table, index: int) -> tuple[int, int]:
    """Base stats of a side."""
    return base_stats(table.state.sides[index])


def points(table: Table, index: int) -> int:
    """Pilot points of a side."""
    return pilot_points(table.state.sides[index])


def limbs(table: Table, index: int) -> int:
    """Active limbs of a side."""
    return active_limbs(table.state.sides[index])


def hand(table: Table, seat: int) -> tuple[str | None, ...]:
    """A player's cards."""
    return tuple(token.card for token in table.state.people[seat].hand)


def tags(table: Table) -> list[str]:
    """Events of the last command, by name."""
    return [str(type(event).__struct_config__.tag) for event in table.events]


def attack(table: Table, limb: str, target: str, dice: str, defense: str) -> Table:
    """An attack up to both initial rolls."""
    return table.do(f"declare_attack {limb} {target}", f"roll_attack [{dice}]", f"roll_defense [{defense}]")
