"""Events in a line, and commands with what a viewpoint may not know left out."""

from domain.games.pbl_robots.narrate.lines import narrate
from domain.games.pbl_robots.narrate.veil import veil

__all__ = ["narrate", "veil"]
