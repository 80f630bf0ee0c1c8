"""Events in the rulebook's words, and commands as a viewpoint may see them."""

from domain.games.frc_tcg.narrate.telling import TELL, narrate
from domain.games.frc_tcg.narrate.veiling import veil

__all__ = ["TELL", "narrate", "veil"]
