"""Heaps: two players take stones from heaps in turn; who takes the last stone wins."""

from dataclasses import replace
from typing import Final

from domain.cards import CardRecord, Catalogue
from domain.contest import ContestPart, Tally
from domain.formats import Format
from domain.game import Game
from domain.parts import CardsPart, Simulation
from domain.rules import Rule
from heaps.commands import COMMANDS, HeapsCommand
from heaps.events import EVENTS, HeapsEvent, StonesTaken
from heaps.lifts import LIFTS
from heaps.play import BOTS, board, deal, legal, open_table, read_tally, sample_table, write_tally
from heaps.state import HeapCard, Options, State, census, initial, moment, outcome

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
    moment=moment,
    board=board,
    census=census,
    quick_keys={"take": "x"},
    lifts=LIFTS,
    cards=CardsPart(records=(HeapCard,)),
    contest=ContestPart(tallies={"takes": Tally(StonesTaken, "seat")}),
    formats={"tally": Format("tally of takes", read_tally, write_tally)},
    binding=lambda catalogue: bound(catalogue),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)


def bound(catalogue: Catalogue[CardRecord]) -> Game[State, HeapsCommand, HeapsEvent]:
    """The game with some heaps: those of the orchard have a rule of their own."""
    if catalogue.name != "Orchard":
        return GAME
    text = "Who takes of the apples says thank you."
    thanks = Rule("HP-C01", "Thanks", text, "agreement", place="Taking")
    return replace(GAME, title="Heaps in the orchard", further_rules=(thanks,))
