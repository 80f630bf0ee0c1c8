"""FRC TCG in series, tournaments and leagues."""

from typing import Final

from domain.competition_support import CompetitionSupport, Tally
from domain.games.frc_tcg.events.combat import PrizeCardCaptured, RobotDefeated
from domain.games.frc_tcg.events.ending import PlayerOut
from domain.games.frc_tcg.state import State

COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={"prize_cards_captured": Tally(PrizeCardCaptured, "by"), "robots_lost": Tally(RobotDefeated, "owner")},
    eliminations=(Tally(PlayerOut, "player"),),
)
