"""The hand-written match, checked turn by turn against what was on the table."""

from domain.cards import catalogue_from_toml
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.cards import Card
from domain.games.pbl_robots.numbers import active_limbs, base_stats, blow_off_deck, pilot_points
from domain.games.pbl_robots.state import State
from domain.seats import SeatSetup, TableSetup
from tests.games.pbl_robots.table import FOLDER
from tests.scenario import Scenario

# After each turn, Ana then Bo: hand, deck, scrap heap, pilot points, active limbs, blow-offs; last the blow-off deck.
TABLE = {
    1: ((5, 34, 0, 1, 4, 0), (5, 35, 0, 0, 4, 0), 8),
    2: ((5, 34, 0, 1, 4, 0), (5, 34, 0, 0, 4, 0), 8),
    3: ((5, 33, 1, 1, 4, 1), (3, 34, 2, 1, 3, 0), 7),
    4: ((5, 33, 1, 1, 4, 1), (3, 33, 2, 2, 3, 0), 7),
    5: ((5, 32, 1, 1, 4, 1), (3, 33, 2, 2, 3, 0), 7),
    6: ((5, 32, 1, 2, 3, 1), (4, 32, 2, 2, 3, 1), 6),
    7: ((5, 31, 1, 2, 3, 1), (4, 32, 2, 2, 3, 1), 6),
    8: ((5, 31, 1, 2, 3, 1), (5, 31, 2, 2, 3, 1), 6),
    9: ((6, 30, 1, 2, 3, 2), (5, 31, 2, 3, 2, 1), 5),
    10: ((5, 30, 2, 2, 3, 2), (4, 30, 4, 3, 2, 1), 5),
    11: ((6, 29, 2, 2, 3, 3), (5, 29, 4, 4, 1, 1), 4),
    12: ((6, 29, 2, 3, 2, 3), (5, 28, 5, 4, 1, 2), 3),
    13: ((6, 29, 2, 3, 2, 4), (5, 28, 5, 5, 0, 2), 2),
}
BASE = {2: ((1, 1), (1, 3)), 5: ((1, 2), (1, 3)), 7: ((2, 2), (1, 3)), 11: ((2, 2), (2, 3))}


def _counts(state: State, side: int) -> tuple[int, ...]:
    one, person = state.sides[side], state.people[side]
    scrap = len(one.scrap) + len(one.face_down)
    return len(person.hand), one.deck, scrap, pilot_points(one), active_limbs(one), one.blow_offs


def _at_turn_ends() -> dict[int, State]:
    """The state at the end of each turn; refused lines are checked on the way."""
    catalogue = catalogue_from_toml((FOLDER / "catalogue" / "proving_ground.toml").read_text(), Card)
    setup = TableSetup((SeatSetup("Ana"), SeatSetup("Bo")), {"setup": "quick_play", "catalogue_check": "off"})
    scene = Scenario(GAME, catalogue).do(*GAME.open_table(setup))
    ends: dict[int, State] = {}
    for line in (FOLDER / "match" / "ana_and_bo.scoresheet").read_text().splitlines():
        if not line or line[0] in "#@":
            continue
        if line.startswith("!refused"):
            _, rule, command = line.split(" ", 2)
            refuse = scene.impossible if rule == "PBL-E02" else scene.refused
            refuse(command, rule)
            continue
        before = scene.state
        scene.do(line)
        if before.turn.number and (scene.state.turn.number > before.turn.number or scene.state.phase == "over"):
            ends[before.turn.number] = scene.state
    return ends


ENDS = _at_turn_ends()


def test_every_turn_of_the_table():
    """PBL-T07, PBL-X01, PBL-S09: hands, decks, scrap heaps, points, limbs and the blow-off deck after all 13 turns."""
    found = {turn: (_counts(state, 0), _counts(state, 1), blow_off_deck(state)) for turn, state in ENDS.items()}
    assert found == TABLE


def test_base_stats_on_the_way():
    """PBL-X14: base stats with crew, hangar and critical form."""
    assert {turn: tuple(base_stats(side) for side in ENDS[turn].sides) for turn in BASE} == BASE


def test_result():
    """PBL-E02: Ana wins by termination with four blow-offs to two; the Shop never opened."""
    state = ENDS[13]
    assert state.result is not None
    assert (state.result.winners, state.result.reason, state.result.scores) == ((0,), "termination", (4, 2))
    assert (state.shop.open, state.shop.deck) == (False, 20)
    assert GAME.card_counts(state) == {"orange cards": 100}
