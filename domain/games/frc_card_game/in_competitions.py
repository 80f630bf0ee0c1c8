"""FRC: The Card Game in series, tournaments and leagues."""

from typing import Final

from domain.competition_support import CompetitionSupport, Tally
from domain.games.frc_card_game.events.scoring import RobotRetired
from domain.games.frc_card_game.state import State

COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={"robots_lost": Tally(RobotRetired, "player")}
)
