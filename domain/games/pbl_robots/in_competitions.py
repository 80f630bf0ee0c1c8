"""PBL ROBOTS in series, tournaments and leagues."""

from typing import Final

from msgspec import Struct

from domain.competition_support import CompetitionSupport, Tally
from domain.games.pbl_robots.commands.creation import CreateMatch
from domain.games.pbl_robots.events.combat import LimbBlownOff
from domain.games.pbl_robots.events.ending import RobotTerminated, SideResigned
from domain.games.pbl_robots.events.setup import GameStarted
from domain.games.pbl_robots.series import carry_over
from domain.games.pbl_robots.state import State


def starter(event: Struct) -> int | None:
    """The first in turn order (PBL-T01)."""
    return event.order[0] if isinstance(event, GameStarted) and event.order else None


def brought(opening: Struct) -> tuple[tuple[str, ...], ...]:
    """Keepers are the inheritance (PBL-L05)."""
    return opening.keepers if isinstance(opening, CreateMatch) else ()


COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={
        "terminations": Tally(RobotTerminated, "by", "side"),
        "blow_offs_made": Tally(LimbBlownOff, "by", "side"),
        "blow_offs_suffered": Tally(LimbBlownOff, "side", "side"),
    },
    eliminations=(Tally(RobotTerminated, "side", "side"), Tally(SideResigned, "side", "side")),
    rules={"CT-V01": "PBL-V01", "CT-V02": "PBL-V02", "CT-V03": "PBL-V03", "CT-T05": "PBL-L01"},
    starter=starter,
    brought=brought,
    carry_over=carry_over,
)
