"""Opening of a competition: its players and options."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.competition.reporting import MOST_PLAYERS, check_players
from domain.competition.state import CompetitionState
from domain.options import choice_violations
from domain.rules import Violation


def opening_violations(
    state: CompetitionState, players: Sequence[str], options: Struct, *, least: int = 2, most: int = MOST_PLAYERS
) -> Iterator[Violation]:
    """Yield the violations of opening a competition with these players and options."""
    if state.phase != "unopened":
        yield Violation("CT-R04", f"the {state.word} is open already", impossible=True)
    yield from check_players(players, least=least, most=most)
    yield from choice_violations(options, "CT-S02")
