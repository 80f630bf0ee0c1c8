"""What competitions and officials need: match numbers, penalties, and decks in random order."""

from typing import Final

from domain.capabilities import JudgingSupport
from domain.competition_support import CompetitionSupport, Tally
from domain.games.frc_tcg.changes.cards import TakePrize
from domain.games.frc_tcg.commands.agreements import Concede
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.position import Adjust
from domain.games.frc_tcg.events.combat import PrizeCardCaptured, RobotDefeated
from domain.games.frc_tcg.events.match_end import PlayerOut
from domain.games.frc_tcg.state import State
from domain.judging import Penalty, RandomPart
from domain.table.decks import known_places
from domain.text import pluralize

COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={"prize_cards_captured": Tally(PrizeCardCaptured, "by"), "robots_lost": Tally(RobotDefeated, "owner")},
    eliminations=(Tally(PlayerOut, "player"),),
)


def penalty(state: State, seat: int, kind: Penalty, amount: int) -> TcgCommand | None:
    """Return the command for a penalty: the next opponent captures that many prize cards (TCG-V05); losing the game is
    a concession (TCG-E05).

    `None` if the player has fewer prize cards left or every opponent is out, and for cautions and warnings.
    """
    if kind in ("caution", "warning"):
        return None
    if kind != "score_adjustment":
        return Concede(player=seat)
    left = [place for place, card in enumerate(state.players[seat].prize_cards, start=1) if card is not None]
    opponents = state.opponents(seat)
    if not opponents or amount > len(left):
        return None
    changes = tuple(TakePrize(owner=seat, by=opponents[0], place=place) for place in left[:amount])
    return Adjust(reason=f"penalty: {pluralize(amount, 'prize card')}", changes=changes)


def random_part(state: State) -> tuple[RandomPart, ...]:
    """Return the decks, with the places of cards that are known."""
    return tuple(
        RandomPart(seat, "deck", len(player.deck), known_places(state.catalogue, (card.card for card in player.deck)))
        for seat, player in enumerate(state.players)
    )


JUDGING: Final[JudgingSupport[State, TcgCommand]] = JudgingSupport(
    penalty=penalty, random_part=random_part, dice=("determine_first_player",)
)
