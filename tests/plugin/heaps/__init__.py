"""Heaps: two players take stones from heaps in turn; who takes the last stone wins."""

from dataclasses import replace
from typing import Final

from domain.capabilities import CardSupport, Simulation
from domain.cards import CardRecord, Catalogue
from domain.codecs import FileFormat
from domain.competition_support import CompetitionSupport, Tally
from domain.game import Game
from domain.rules import Rule
from heaps.commands import COMMANDS, HeapsCommand
from heaps.events import EVENTS, HeapsEvent, StonesTaken
from heaps.play import BOTS, board, deal, legal, open_table, read_tally, sample_table, write_tally
from heaps.state import HeapCard, Options, State, card_counts, initial, outcome, turn_info
from heaps.upcasters import UPCASTERS

GAME: Final[Game[State, HeapsCommand, HeapsEvent]] = Game(
    name="heaps",
    title="Heaps",
    rules_version="2",
    rulebook="Heaps, as it is played at our club",
    package=__name__,
    seat_counts=(2,),
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    initial=initial,
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    quick_keys={"take": "x"},
    upcasters=UPCASTERS,
    cards=CardSupport(records=(HeapCard,)),
    competition=CompetitionSupport(tallies={"takes": Tally(StonesTaken, "seat")}),
    formats={"tally": FileFormat("tally of takes", read_tally, write_tally)},
    specialise=lambda catalogue: bound(catalogue),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)


def bound(catalogue: Catalogue[CardRecord]) -> Game[State, HeapsCommand, HeapsEvent]:
    """The game with some heaps: those of the orchard have a rule of their own."""
    if catalogue.name != "Orchard":
        return GAME
    text = "Who takes of the apples says thank you."
    thanks = Rule("HP-C01", "Thanks", text, "agreement", place="Taking")
    return replace(GAME, title="Heaps in the orchard", further_rules=(thanks,))
