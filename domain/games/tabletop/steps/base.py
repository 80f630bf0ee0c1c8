"""What a step of a kit is read into."""

from collections.abc import Callable
from typing import TypeAlias

from domain.games.tabletop.play import Play
from domain.games.tabletop.scene import Scope

Done: TypeAlias = Callable[[Play], None]
"""What a step does to a play."""
Made: TypeAlias = Callable[[list[str], dict[str, str], Scope], Done]
"""What reads a step: its values, its options, and what may be named in it. Raises Misspelt."""
Row: TypeAlias = tuple[str, str, int, int, Made]
"""How a step is written, what it does, how many values it takes at least and at most, what reads it."""
