"""Robin in the Hood: two players battle on four stages in hands; hands make a round, rounds a tournament."""

from domain.capabilities import CardSupport, HiddenCardSupport, Simulation
from domain.game import Command, Event, Game
from domain.games.robin_in_the_hood import cards
from domain.games.robin_in_the_hood.board import board
from domain.games.robin_in_the_hood.bots import RandomBot, Tactician
from domain.games.robin_in_the_hood.commands import COMMANDS
from domain.games.robin_in_the_hood.commands.position import position
from domain.games.robin_in_the_hood.deal import deal, open_table, sample_table
from domain.games.robin_in_the_hood.events import EVENTS
from domain.games.robin_in_the_hood.hidden import candidates, hand, identify, registered, seen
from domain.games.robin_in_the_hood.legal import legal
from domain.games.robin_in_the_hood.options import Options
from domain.games.robin_in_the_hood.organised_play import COMPETITION, JUDGING
from domain.games.robin_in_the_hood.plan import plan
from domain.games.robin_in_the_hood.state import State, card_counts, outcome, turn_info

GAME: Game[State, Command, Event] = Game(
    name="robin_in_the_hood",
    title="Robin in the Hood",
    rules_version="3",
    rulebook="Robin in the Hood Trading Card Game, Official Rules, March 10, 2020",
    package=__name__,
    competition=COMPETITION,
    judging=JUDGING,
    seat_counts=(2,),
    turn_word="hand",
    round_word="round",
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
    open_after_end=("reveal_card", "adjust"),
    position=position,
    cards=CardSupport(
        records=(cards.CharacterCard, cards.ModifierCard, cards.ColourReference),
        check=cards.check_catalogue,
        notes=cards.catalogue_warnings,
        check_deck=cards.check_deck_list,
    ),
    hidden=HiddenCardSupport(hand=hand, registered=registered, candidates=candidates, identify=identify, seen=seen),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots={"random": RandomBot(), "tactician": Tactician()}),
)
