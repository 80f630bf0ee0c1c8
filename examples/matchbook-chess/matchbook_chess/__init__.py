"""Chess for Matchbook: every rule of play through the `chess` package, PGN in and out."""

from typing import Final

from msgspec import Struct

from domain.capabilities import Simulation
from domain.codecs import FileFormat
from domain.competition_support import CompetitionSupport
from domain.game import Game
from matchbook_chess import pgn
from matchbook_chess.commands import COMMANDS, ChessCommand
from matchbook_chess.events import EVENTS, ChessEvent, GameBegan
from matchbook_chess.play import BOTS, board, deal, legal, open_table, plan, sample_table
from matchbook_chess.state import Options, State, card_counts, initial, outcome, turn_info


def _white(event: Struct) -> int | None:
    return 0 if isinstance(event, GameBegan) else None


GAME: Final[Game[State, ChessCommand, ChessEvent]] = Game(
    name="chess",
    title="Chess",
    rules_version="1",
    rulebook="FIDE Laws of Chess, 2023, articles 1 to 5 and 9",
    package=__name__,
    seat_counts=(2,),
    turn_word="move",
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
    open_after_end=(),
    competition=CompetitionSupport(starter=_white, seats_starter=True),
    formats={"pgn": FileFormat("Portable Game Notation", pgn.read, pgn.write)},
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)
