"""FRC: The Card Game, by Grey: students build robots, robots score, and a player at 0 points or less loses."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.capabilities import CardSupport, HiddenCardSupport, Simulation
from domain.cards import CardRules, token_owner
from domain.game import Game, TurnInfo
from domain.games.frc_card_game.board import board
from domain.games.frc_card_game.bots import BOTS
from domain.games.frc_card_game.cards import DECK_SIZES, RECORDS, check_catalogue, check_deck
from domain.games.frc_card_game.commands import COMMANDS
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.position import position
from domain.games.frc_card_game.deal import deal, open_table, sample_table
from domain.games.frc_card_game.events import EVENTS
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.hidden import candidates, hand, identify, registered, seen
from domain.games.frc_card_game.legal import legal
from domain.games.frc_card_game.options import RULES_VERSION, Options
from domain.games.frc_card_game.organised_play import COMPETITION, JUDGING
from domain.games.frc_card_game.plan import plan
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.upcasters import UPCASTERS
from domain.games.frc_card_game.zones import all_cards, with_next_card_numbers
from domain.outcome import Outcome


def outcome(state: State) -> Outcome | None:
    """Return how the match ended (CG-E), with the current points; `None` while it is in progress."""
    if state.result is None:
        return None
    return replace(state.result, scores=tuple([player.points for player in state.players]))


def turn_info(state: State) -> TurnInfo:
    """Return turn, phase and the player to act: the one with an open choice, else the turn player."""
    if state.result is not None:
        return TurnInfo(state.turn, state.phase)
    seat = state.choices[0].player if state.choices else state.turn_player
    return TurnInfo(state.turn, state.phase, seat, owner=state.turn_player if seat != state.turn_player else None)


def card_counts(state: State) -> Mapping[str, int]:
    """Return the number of cards per owner in all zones, including deck and team card."""
    counts: Counter[str] = Counter()
    names = [state.name(seat) for seat in range(len(state.players))]
    for seat, player in enumerate(state.players):
        counts[names[seat]] += player.deck - len(player.deck_known) + (0 if player.team_played else 1)
    for found in all_cards(state):
        counts[names[token_owner(found.token.id)]] += 1
    return dict(counts)


GAME: Final[Game[State, FrcCommand, FrcEvent]] = Game(
    name="frc_card_game",
    title="FRC: The Card Game",
    rules_version=RULES_VERSION,
    rulebook="FRC: The Card Game: Official Rules, by Grey",
    package=__name__,
    competition=COMPETITION,
    judging=JUDGING,
    seat_counts=(2,),
    commands=COMMANDS,
    events=EVENTS,
    upcasters=UPCASTERS,
    options=Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    plan=plan,
    card_counts=card_counts,
    position=position,
    with_next_card_numbers=with_next_card_numbers,
    cards=CardSupport(
        records=RECORDS,
        rules=CardRules(id="CG-K01", type="CG-K02"),
        check=check_catalogue,
        check_deck=check_deck,
        deck_sizes=DECK_SIZES,
    ),
    hidden=HiddenCardSupport(hand=hand, registered=registered, candidates=candidates, identify=identify, seen=seen),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)
