"""FRC: The Card Game in series, tournaments and leagues."""

from typing import Final

from domain.contest import ContestSupport, Tally
from domain.games.frc_card_game.events.scoring import RobotRetired
from domain.games.frc_card_game.state import State

CONTEST: Final[ContestSupport[State]] = ContestSupport(tallies={"robots_lost": Tally(RobotRetired, "player")})
