"""Support for officials: the effect of penalties, the piles in random order, and inputs that are dice."""

from typing import Final

from domain.capabilities import JudgingSupport
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.turns import Resign
from domain.games.pbl_robots.numbers import deck_count, top_of
from domain.games.pbl_robots.state import State
from domain.judging import Penalty, RandomPart
from domain.table.decks import known_places


def penalty(state: State, seat: int, kind: Penalty, amount: int) -> PblCommand | None:  # noqa: ARG001
    """Return the resignation for the loss of a game; score adjustments are entered by hand, as the judge chooses the limb."""
    return None if kind in ("caution", "warning", "score_adjustment") else Resign(player=seat)


def random_part(state: State) -> tuple[RandomPart, ...]:
    """Return the decks, or the common deck, with the places of cards that are known; and the deck of the Shop."""
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
