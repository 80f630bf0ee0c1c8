"""Chess for Matchbook: every rule of play through the `chess` package, PGN in and out."""

from typing import Final

from msgspec import Struct

from domain.contest import ContestPart
from domain.formats import Format
from domain.game import Game
from domain.parts import Simulation
from matchbook_chess import pgn
from matchbook_chess.commands import COMMANDS, ChessCommand
from matchbook_chess.events import EVENTS, ChessEvent, GameBegan
from matchbook_chess.play import BOTS, board, deal, legal, open_table, plan, sample_table
from matchbook_chess.state import Options, State, census, initial, moment, outcome


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
    moment=moment,
    board=board,
    plan=plan,
    census=census,
    open_after_end=(),
    contest=ContestPart(starter=_white, seats_starter=True),
    formats={"pgn": Format("Portable Game Notation", pgn.read, pgn.write)},
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
)
