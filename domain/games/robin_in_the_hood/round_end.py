"""The end of a round and of the tournament, and the distribution of the antes (RH-E01 to RH-E05, RH-E09 to RH-E12)."""

from typing import Literal

from msgspec import Struct

from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.rounds import AnteAwarded, TournamentWon
from domain.games.robin_in_the_hood.state import DrawReason, State, all_four, cannot_place, other


class RoundResult(Struct, frozen=True, gc=False, kw_only=True):
    """The result of a round: a winner or a reason for a draw; without either, the round goes on."""

    winner: int | None = None
    drawn: DrawReason | None = None

    @property
    def ended(self) -> bool:
        """Whether the round is over."""
        return self.winner is not None or self.drawn is not None


def round_result(state: State) -> RoundResult:
    """A full mat first, an empty Draw pile after it (RH-E05)."""
    if cannot_place(state):
        return RoundResult(drawn="no_playing_card")
    full = [seat for seat, player in enumerate(state.players) if all_four(player)]
    if len(full) == 1:
        return RoundResult(winner=full[0])
    if full:
        return RoundResult(drawn="both_four")
    if any(not player.draw_pile for player in state.players):
        return RoundResult(drawn="draw_pile_empty")
    return RoundResult()


def win_when_reached(out: RobinBuffer) -> None:
    """End the tournament as soon as a player has the agreed number of victories (RH-E09)."""
    goal = out.state.options.victories_to_win
    if goal is None or out.state.phase == "finished":
        return
    for seat, player in enumerate(out.state.players):
        if player.victories >= goal:
            win_tournament(out, seat, "victories")
            return


def win_tournament(out: RobinBuffer, winner: int, reason: Literal["victories", "concession"]) -> None:
    """The tournament is won, and the antes change hands (RH-E09, RH-E10, RH-E12)."""
    scores = tuple(player.victories for player in out.state.players)
    out.add(TournamentWon(winner=winner, scores=scores, reason=reason))
    _award_antes(out, winner)


def _award_antes(out: RobinBuffer, winner: int) -> None:
    """The winner takes the own stake back and keeps the opponent's (RH-E10)."""
    players = out.state.players
    cards = tuple(a for a in (players[winner].ante, players[other(winner)].ante) if a is not None)
    if cards:
        out.add(AnteAwarded(player=winner, cards=cards))
