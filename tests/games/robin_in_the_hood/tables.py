"""Tables to play at: tournaments opened by commands, hands played in one line, mats written `-|Dunstan|-|-`."""

from importlib.resources import files

from domain.cards import UNKNOWN, catalogue_from_toml
from domain.game import Command, Event
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.cards import Card
from domain.games.robin_in_the_hood.commands.position import DeclarePosition, TablePosition
from domain.games.robin_in_the_hood.state import State
from tests.scenario import Scenario

SAMPLES = files("domain.games.robin_in_the_hood")
CATALOGUE = catalogue_from_toml(SAMPLES.joinpath("catalogue/sample.toml").read_text(), Card)

ANN = ["alys", "bram", "cuthbert", "dunstan", "edith", "fulk", "giles20", "hawise", "ivo", "joan"]
BEN = ["kit", "luce", "maud", "ned", "odo", "piers", "quill", "rohese", "simon", "tib"]
ANN_M = ["alys", "bram", "cuthbert", "dunstan", "edith", "giles20", "ivo", "market_day", "knights_vigil", "hue_and_cry"]
BEN_M = ["kit", "luce", "maud", "ned", "odo", "piers", "quill", "simon", "royal_pardon", "winter_truce"]

Table = Scenario[State, Command, Event]


def opened(options: str = "") -> Table:
    """A tournament to 3 victories that is open, without Active sets."""
    goal = "" if "victories_to_win" in options else "victories_to_win=3"
    return Scenario(GAME, CATALOGUE).do(f"open_tournament [Ann, Ben] {goal} {options}")


def declared(options: str = "", ann: list[str] | None = None, ben: list[str] | None = None) -> Table:
    """Both sets declared; `[]` for an unknown list."""
    with_modifiers = "modifiers=yes" in options
    table = opened(options)
    for name, cards, usual in (
        ("Ann", ann, ANN_M if with_modifiers else ANN),
        ("Ben", ben, BEN_M if with_modifiers else BEN),
    ):
        listed = usual if cards is None else cards
        table.do(f"declare_active_set {name} cards=[{', '.join(listed)}]" if listed else f"declare_active_set {name}")
    return table


def playing(options: str = "", ann: list[str] | None = None, ben: list[str] | None = None) -> Table:
    """Hand 1 of round 1, opening hands unknown."""
    return begin_round(declared(options, ann, ben))


def begin_round(table: Table) -> Table:
    """Starts a round; whoever has gathered the cards shuffles and draws five unknown ones."""
    table.do("start_round")
    for seat, name in enumerate(("Ann", "Ben")):
        if not table.state.players[seat].shuffled:
            table.do(f"shuffle_draw_pile {name}", f"draw_playing_hand {name}")
    return table


def standing(
    ann: str, ben: str, options: str = "modifiers=yes", first: int | None = None, pile: int | None = None
) -> Table:
    """A table at hand 4 with these mats and unknown hands. Lists are not known; `pile` cards are left to draw."""
    table = declared(options, [], [])
    positions = tuple(_position(table, seat, mat, pile) for seat, mat in enumerate((ann, ben)))
    return table.do(DeclarePosition(round_no=1, hand_no=4, positions=positions, first=first))


def _position(table: Table, seat: int, mat: str, pile: int | None) -> TablePosition:
    cards = [None if card == "-" else card for card in mat.split("|")]
    there = sum(card is not None for card in cards)
    left = 5 - there if pile is None else pile
    return TablePosition(
        player=seat,
        agility=cards[0],
        weapons=cards[1],
        strength=cards[2],
        endurance=cards[3],
        draw_pile=left,
        dead_cards=(UNKNOWN,) * (table.state.options.active_count - 5 - there - left),
    )


def place(table: Table, ann: str, ben: str) -> Table:
    """Both place, whoever must place first doing so."""
    lines = [f"place_card Ann {ann}", f"place_card Ben {ben}"]
    return table.do(*(reversed(lines) if table.state.order == 1 else lines))


def fight(table: Table, ann: str, ben: str) -> Table:
    """Both place, and the battles are settled."""
    return place(table, ann, ben).do("resolve_battles")


def hand(table: Table, ann: str, ben: str) -> Table:
    """A whole hand: placements, battles, end, and the refill unless the round is over."""
    fight(table, ann, ben).do("end_hand")
    while table.state.phase == "refill":
        seat = next(
            n for n, player in enumerate(table.state.players) if len(player.playing_hand) < 5 and player.draw_pile
        )
        table.do(f"draw_card @{seat + 1}")
    return table


def mat(table: Table, seat: int) -> str:
    """A player's stages: `-|dunstan|-|-`."""
    return "|".join("-" if token is None else str(token.card) for token in table.state.players[seat].stages)


def mats(table: Table) -> tuple[str, str]:
    """Both players' stages, Ann's first."""
    return mat(table, 0), mat(table, 1)


def dead(table: Table, seat: int) -> list[str | None]:
    """A player's Dead Cards in the order they came."""
    return [token.card for token in table.state.players[seat].dead_cards]


def in_force(table: Table, seat: int) -> list[str]:
    """A player's modifiers in play."""
    return [modifier.card for modifier in table.state.players[seat].modifier_pile]


def level(table: Table, seat: int, stage: str) -> int:
    """The final level of a player's character on a stage in this hand."""
    return next(found.final for found in table.state.levels if found.player == seat and found.stage == stage)


def winners(table: Table) -> dict[int, int | None]:
    """The winner of each stage of this hand, by stage number; `None` for a draw."""
    return {result.stage: result.winner for result in table.state.results}


def tags(table: Table) -> list[str]:
    """The names of the last command's events."""
    return [str(event.__struct_config__.tag) for event in table.events]
