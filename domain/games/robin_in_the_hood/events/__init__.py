"""What happens in a tournament, one module a section."""

from typing import Final

from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.events.battles import (
    CardEffectResolved,
    CharacterDefeated,
    SkillLevelsDetermined,
    StageDrawn,
    StageWon,
)
from domain.games.robin_in_the_hood.events.modifiers import ModifierExpired, ModifierRemoved, ModifierReplaced
from domain.games.robin_in_the_hood.events.placing import CharacterPlaced, ModifierPlayed, PlacementsRevealed
from domain.games.robin_in_the_hood.events.record import (
    Adjusted,
    CardRevealed,
    PositionDeclared,
    TournamentAbandoned,
    TournamentConceded,
)
from domain.games.robin_in_the_hood.events.rounds import (
    AnteAwarded,
    AnteReturned,
    CardDrawn,
    CharacterAdvanced,
    HandEnded,
    RoundDrawn,
    RoundWon,
    TournamentWon,
    VictoryScored,
)
from domain.games.robin_in_the_hood.events.setup import (
    ActiveSetDeclared,
    AnteStaked,
    CardDefined,
    DrawPileShuffled,
    HandStarted,
    OptionChanged,
    PlayingHandDrawn,
    PreviousSetDiscarded,
    RoundStarted,
    TableCleared,
    TournamentOpened,
)

EVENTS: Final[tuple[type[RobinEvent], ...]] = (
    TournamentOpened,
    AnteStaked,
    OptionChanged,
    CardDefined,
    PreviousSetDiscarded,
    ActiveSetDeclared,
    TableCleared,
    RoundStarted,
    DrawPileShuffled,
    PlayingHandDrawn,
    HandStarted,
    CharacterPlaced,
    ModifierPlayed,
    PlacementsRevealed,
    ModifierReplaced,
    CardEffectResolved,
    ModifierRemoved,
    SkillLevelsDetermined,
    StageWon,
    StageDrawn,
    CharacterDefeated,
    ModifierExpired,
    RoundWon,
    VictoryScored,
    RoundDrawn,
    CharacterAdvanced,
    HandEnded,
    CardDrawn,
    TournamentWon,
    AnteAwarded,
    AnteReturned,
    CardRevealed,
    TournamentConceded,
    TournamentAbandoned,
    Adjusted,
    PositionDeclared,
)
