"""Support for competitions and officials: tallies, commands for penalties, and piles in random order."""

from typing import Final

from domain.capabilities import JudgingSupport
from domain.competition_support import CompetitionSupport, Tally
from domain.games.frc_card_game.changes.cards import ChangePoints
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import Adjust
from domain.games.frc_card_game.commands.turns import Concede
from domain.games.frc_card_game.events.scoring import RobotRetired
from domain.games.frc_card_game.state import KnownDeckCard, State
from domain.judging import Penalty, RandomPart
from domain.text import pluralize

COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={"robots_lost": Tally(RobotRetired, "player")}
)


def penalty(state: State, seat: int, kind: Penalty, amount: int) -> FrcCommand | None:  # noqa: ARG001
    """Return the command for a penalty: points are subtracted, and a lost game is conceded (CG-E07)."""
    if kind in ("caution", "warning"):
        return None
    if kind == "score_adjustment":
        change = ChangePoints(player=seat, delta=-amount)
        return Adjust(reason=f"penalty: {pluralize(amount, 'point')}", changes=(change,))
    return Concede(player=seat)


def random_part(state: State) -> tuple[RandomPart, ...]:
    """Return the decks as piles in random order, with the known cards in them and their places."""
    return tuple(
        RandomPart(seat, "deck", player.deck, tuple(_placed(state, placed) for placed in player.deck_known))
        for seat, player in enumerate(state.players)
    )


def _placed(state: State, placed: KnownDeckCard) -> str:
    return f"place {placed.place + 1} from the top: {state.catalogue.name_of(placed.token.card)}"


JUDGING: Final[JudgingSupport[State, FrcCommand]] = JudgingSupport(
    penalty=penalty, random_part=random_part, dice=("flip_coin",)
)
