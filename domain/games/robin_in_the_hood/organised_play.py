"""What competitions and officials need: match numbers, penalties, and piles in random order."""

from typing import Final

from domain.capabilities import JudgingSupport
from domain.competition_support import CompetitionSupport, Tally
from domain.game import Command
from domain.games.robin_in_the_hood.changes import ChangeVictories
from domain.games.robin_in_the_hood.commands.record import Adjust, ConcedeTournament
from domain.games.robin_in_the_hood.events.battles import CharacterDefeated, StageWon
from domain.games.robin_in_the_hood.state import State
from domain.judging import Penalty, RandomPart
from domain.table.decks import known_places
from domain.text import pluralize

COMPETITION: Final[CompetitionSupport[State]] = CompetitionSupport(
    tallies={"stages_won": Tally(StageWon, "player"), "characters_lost": Tally(CharacterDefeated, "player")}
)


def penalty(state: State, seat: int, kind: Penalty, amount: int) -> Command | None:  # noqa: ARG001
    """Return the command for a penalty: victories are taken away, or the tournament is conceded (RH-E12)."""
    if kind in ("caution", "warning"):
        return None
    if kind == "score_adjustment":
        change = ChangeVictories(player=seat, amount=-amount)
        return Adjust(reason=f"penalty: {pluralize(amount, 'victory', 'victories')}", changes=(change,))
    return ConcedeTournament(player=seat)


def random_part(state: State) -> tuple[RandomPart, ...]:
    """Return the draw piles, with the places of cards that are known."""
    return tuple(
        RandomPart(
            seat, "draw pile", len(player.draw_pile), known_places(state.catalogue, (c.card for c in player.draw_pile))
        )
        for seat, player in enumerate(state.players)
    )


JUDGING: Final[JudgingSupport[State, Command]] = JudgingSupport(penalty=penalty, random_part=random_part)
