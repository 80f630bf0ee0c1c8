"""What officials ask of a match: what penalties do in it, which piles are left to chance, which inputs are dice."""

from typing import Final

from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.turns import Resign
from domain.games.pbl_robots.numbers import deck_count, top_of
from domain.games.pbl_robots.state import State
from domain.judging import Penalty, RandomPart
from domain.parts import JudgingPart


def penalty(state: State, seat: int, kind: Penalty, amount: int) -> PblCommand | None:  # noqa: ARG001
    """Whoever loses the game resigns. A limb is which the judge says: a score adjustment is given with its effect."""
    return None if kind in ("caution", "warning", "score_adjustment") else Resign(player=seat)


def random_part(state: State) -> tuple[RandomPart, ...]:
    """The decks, or the one that all share, but for cards of which it is known where they lie; and the shop's."""
    common = state.community is not None
    found = []
    for number in range(1 if common else len(state.sides)):
        seat = None if common else next(n for n, one in enumerate(state.seats) if one.side == number)
        known = tuple(
            f"place {place} from the top: {state.catalogue.name_of(card)}"
            for place, card in enumerate(top_of(state, number), start=1)
            if card is not None
        )
        found.append(RandomPart(seat, "deck", deck_count(state, number), known))
    if state.shop.deck:
        found.append(RandomPart(None, "shop deck", state.shop.deck))
    return tuple(found)


JUDGING: Final[JudgingPart[State, PblCommand]] = JudgingPart(
    penalty=penalty,
    random_part=random_part,
    dice=("roll_d20", "roll_attack", "roll_defense", "add_bombs", "add_shields", "use_storage_bombs"),
)
