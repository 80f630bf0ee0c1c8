"""FRC TCG: build an alliance of robots, stack components, attack, capture the opponent's prize cards."""

from collections.abc import Mapping
from typing import Final, cast, get_args

from domain.capabilities import CardSupport, HiddenCardSupport, Simulation
from domain.cards import CardRecord, CardRules, Catalogue, token_owner
from domain.game import Game, TurnInfo
from domain.games.frc_tcg.board import board
from domain.games.frc_tcg.bots import BOTS
from domain.games.frc_tcg.cards.catalogue import catalogue_notes, check_catalogue
from domain.games.frc_tcg.cards.decks import DECK_SIZE
from domain.games.frc_tcg.cards.records import Card
from domain.games.frc_tcg.commands import COMMANDS
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.position import position
from domain.games.frc_tcg.deal import deal, open_table, resume, sample_table
from domain.games.frc_tcg.events import EVENTS
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.hidden import candidates, check_deck_list, hand, identify, registered, seen
from domain.games.frc_tcg.legal import legal
from domain.games.frc_tcg.options import Options
from domain.games.frc_tcg.organised_play import COMPETITION, JUDGING
from domain.games.frc_tcg.plan import plan
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.upcasters import UPCASTERS
from domain.outcome import Outcome
from domain.seats import seat_name

__all__ = ["GAME"]


def _outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    reason = {"won": "prize_cards", "conceded": "concession", "drawn": "draw", "abandoned": "abandoned"}[state.status]
    scores = tuple(len(player.captured) for player in state.players)
    return Outcome(
        winners=state.winners, reason=reason, rule=state.end_rule, scores=scores, drawn=state.status == "drawn"
    )


def _turn_info(state: State) -> TurnInfo:
    if state.running:
        return TurnInfo(state.turn, "attacked" if state.record.attacks else "play", state.active)
    return TurnInfo(state.turn, "over" if state.over else state.status)


def _card_counts(state: State) -> Mapping[str, int]:
    """Count the cards of each owner in all zones (TCG-X10)."""
    counts = {seat_name(state.seats, seat): 0 for seat in range(len(state.players))}
    for player in state.players:
        for zone in player.zones():
            for card in zone:
                counts[seat_name(state.seats, token_owner(card.id))] += 1
    return counts


GAME: Final[Game[State, TcgCommand, TcgEvent]] = Game(
    name="frc_tcg",
    title="FRC TCG",
    rules_version="2019.3",
    rulebook="FRC TCG: Official Rule Book, Team 4525, Renaissance Robotics",
    package=__name__,
    competition=COMPETITION,
    judging=JUDGING,
    seat_counts=(2, 3, 4, 5, 6),
    turn_word="turn",
    commands=COMMANDS,
    events=EVENTS,
    upcasters=UPCASTERS,
    options=Options,
    initial=lambda catalogue: State(catalogue=cast("Catalogue[Card]", catalogue)),
    open_table=open_table,
    legal=legal,
    outcome=_outcome,
    turn_info=_turn_info,
    board=board,
    plan=plan,
    card_counts=_card_counts,
    position=position,
    cards=CardSupport(
        records=cast("tuple[type[CardRecord], ...]", get_args(Card)),
        rules=CardRules(id="TCG-K01", type="TCG-D05"),
        check=check_catalogue,
        notes=catalogue_notes,
        check_deck=check_deck_list,
        deck_sizes=(DECK_SIZE,),
    ),
    hidden=HiddenCardSupport(hand=hand, registered=registered, candidates=candidates, identify=identify, seen=seen),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS, resume=resume),
)
