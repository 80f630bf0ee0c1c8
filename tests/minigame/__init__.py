"""High Card: a complete game in a few lines, to test with and to learn from.

Two players draw, place a card face down at the same time, turn both up: the higher number takes the round, a die breaks
ties. Drawn cards may stay unknown to the scorekeeper until they are turned up.
"""

from typing import Final, cast

from domain.capabilities import CardSupport, HiddenCardSupport, Simulation
from domain.cards import CardRecord, Catalogue
from domain.game import AnyGame, Game
from service.resources import load_catalogue
from tests.minigame.board import board, plan
from tests.minigame.cards import NumberCard
from tests.minigame.commands import COMMANDS, HighCardCommand
from tests.minigame.deal import BOTS, deal, open_table, sample_table
from tests.minigame.events import EVENTS, HighCardEvent
from tests.minigame.legal import legal
from tests.minigame.options import Options
from tests.minigame.state import (
    State,
    card_counts,
    initial,
    outcome,
    registered,
    seen,
    turn_info,
    with_next_card_numbers,
)

__all__ = ["CATALOGUE", "GAME"]

GAME: Final[Game[State, HighCardCommand, HighCardEvent]] = Game(
    name="high_card",
    title="High Card",
    rules_version="1",
    rulebook="High Card, one page",
    package=__name__,
    seat_counts=(2,),
    turn_word="round",
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    initial=initial,
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    plan=plan,
    card_counts=card_counts,
    cards=CardSupport(records=(NumberCard,)),
    with_next_card_numbers=with_next_card_numbers,
    hidden=HiddenCardSupport(hand=lambda state, seat: state.players[seat].hand, registered=registered, seen=seen),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)

CATALOGUE: Final[Catalogue[CardRecord]] = load_catalogue(cast("AnyGame", GAME))
"""The sample catalogue that the package brings along."""
