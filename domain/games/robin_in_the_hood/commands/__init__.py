"""Commands of the scorekeeper, one module a section."""

from typing import Final

from domain.games.robin_in_the_hood.commands.base import RobinCommand
from domain.games.robin_in_the_hood.commands.battles import ResolveBattles
from domain.games.robin_in_the_hood.commands.hand_end import DrawCard, EndHand
from domain.games.robin_in_the_hood.commands.placing import PlaceCard, PlaceCharacter, PlayModifier
from domain.games.robin_in_the_hood.commands.position import DeclarePosition
from domain.games.robin_in_the_hood.commands.record import (
    AbandonTournament,
    Adjust,
    ConcedeTournament,
    ResolveCardEffect,
    RevealCard,
)
from domain.games.robin_in_the_hood.commands.rounds import (
    DeclareActiveSet,
    DrawPlayingHand,
    ShuffleDrawPile,
    StartRound,
)
from domain.games.robin_in_the_hood.commands.setup import ChangeOption, DefineCard, OpenTournament, StakeAnte

COMMANDS: Final[tuple[type[RobinCommand], ...]] = (
    OpenTournament,
    StakeAnte,
    ChangeOption,
    DefineCard,
    DeclareActiveSet,
    StartRound,
    ShuffleDrawPile,
    DrawPlayingHand,
    PlaceCharacter,
    PlayModifier,
    PlaceCard,
    ResolveCardEffect,
    ResolveBattles,
    EndHand,
    DrawCard,
    RevealCard,
    ConcedeTournament,
    AbandonTournament,
    Adjust,
    DeclarePosition,
)
"""In an order that keeps their letters: of several commands that begin with a letter, the first gets it."""
