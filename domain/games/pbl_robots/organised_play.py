"""Support for competitions and officials: tallies, carried-over decks, penalties, piles in random order, and dice."""

from typing import Final

from msgspec import Struct

from domain.capabilities import JudgingSupport
from domain.competition_support import CompetitionSupport, Tally
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.creation import CreateMatch
from domain.games.pbl_robots.commands.turns import Resign
from domain.games.pbl_robots.events.combat import LimbBlownOff
from domain.games.pbl_robots.events.match_end import RobotTerminated, SideResigned
from domain.games.pbl_robots.events.setup import GameStarted
from domain.games.pbl_robots.numbers import deck_count, top_of
from domain.games.pbl_robots.series import carry_over
from domain.games.pbl_robots.state import State
from domain.judging import Penalty, RandomPart
from domain.table.decks import known_places


def starter(event: Struct) -> int | None:
    """Return the first seat in turn order, for the event that starts the game (PBL-T01)."""
    return event.order[0] if isinstance(event, GameStarted) and event.order else None


def brought(opening: Struct) -> tuple[tuple[str, ...], ...]:
    """Return the keepers of each side, which are its inheritance (PBL-L05)."""
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


def penalty(state: State, seat: int, kind: Penalty, amount: int) -> PblCommand | None:  # noqa: ARG001
    """Return the resignation for a lost game. Score adjustments return `None`: the judge chooses the limb, and enters it by
    hand."""
    return None if kind in ("caution", "warning", "score_adjustment") else Resign(player=seat)


def random_part(state: State) -> tuple[RandomPart, ...]:
    """Return the decks (or the community deck) with the known places in them, and the shop deck, as random piles."""
    common = state.community is not None
    found = []
    for number in range(1 if common else len(state.sides)):
        seat = None if common else next(n for n, one in enumerate(state.seats) if one.side == number)
        known = known_places(state.catalogue, top_of(state, number))
        found.append(RandomPart(seat, "deck", deck_count(state, number), known))
    if state.shop.deck:
        found.append(RandomPart(None, "shop deck", state.shop.deck))
    return tuple(found)


JUDGING: Final[JudgingSupport[State, PblCommand]] = JudgingSupport(
    penalty=penalty,
    random_part=random_part,
    dice=("roll_d20", "roll_attack", "roll_defense", "add_bombs", "add_shields", "use_storage_bombs"),
)
