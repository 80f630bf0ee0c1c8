"""Types for parsed steps of a kit."""

from collections.abc import Callable
from typing import TypeAlias

from domain.games.tabletop.context import Scope
from domain.games.tabletop.interpreter import Interpreter

Done: TypeAlias = Callable[[Interpreter], None]
"""The effect of a step, run on an interpreter."""
Made: TypeAlias = Callable[[list[str], dict[str, str], Scope], Done]
"""The parser of a step: takes its values, its options, and the names that it can use. Raises KitSyntaxError."""
Row: TypeAlias = tuple[str, str, int, int, Made]
"""The notation of a step, its meaning, the least and greatest number of values, and its parser."""
