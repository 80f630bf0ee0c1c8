"""Robin in the Hood in series, tournaments and leagues."""

from typing import Final

from domain.competition_support import CompetitionSupport, Tally
from domain.games.robin_in_the_hood.events.battles import CharacterDefeated, StageWon
from domain.games.robin_in_the_hood.state import State

COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={"stages_won": Tally(StageWon, "player"), "characters_lost": Tally(CharacterDefeated, "player")}
)
