"""PBL ROBOTS (rule book 1.2): two or three robots blow off each other's limbs; a shop opens late in the game."""

from domain.capabilities import CardSupport, HiddenCardSupport, Simulation
from domain.cards import CardRules
from domain.game import Game
from domain.games.pbl_robots.board import board
from domain.games.pbl_robots.bots import BOTS
from domain.games.pbl_robots.cards import RECORDS, check_catalogue, check_deck
from domain.games.pbl_robots.commands import COMMANDS
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.position import position
from domain.games.pbl_robots.deal import deal, open_table, sample_table
from domain.games.pbl_robots.events import EVENTS
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.hidden import candidates, hand, identify, seen
from domain.games.pbl_robots.legal import legal
from domain.games.pbl_robots.numbers import card_counts
from domain.games.pbl_robots.options import Options
from domain.games.pbl_robots.organised_play import COMPETITION, JUDGING
from domain.games.pbl_robots.parts import with_next_card_numbers
from domain.games.pbl_robots.plan import plan
from domain.games.pbl_robots.progress import outcome, turn_info
from domain.games.pbl_robots.state import State

GAME: Game[State, PblCommand, PblEvent] = Game(
    name="pbl_robots",
    title="PBL ROBOTS",
    rules_version="1.2/3",
    rulebook="PBL ROBOTS Rule Book, version 1.2",
    package=__name__,
    competition=COMPETITION,
    judging=JUDGING,
    seat_counts=(2, 3, 4),
    round_word="game",
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    plan=plan,
    card_counts=card_counts,
    open_after_end=("reveal_card", "define_card"),
    position=position,
    with_next_card_numbers=with_next_card_numbers,
    cards=CardSupport(records=RECORDS, rules=CardRules(id="PBL-S02"), check=check_catalogue, check_deck=check_deck),
    hidden=HiddenCardSupport(hand=hand, candidates=candidates, identify=identify, seen=seen),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)
