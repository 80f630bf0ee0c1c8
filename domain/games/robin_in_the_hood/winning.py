"""Tournament victory, and the distribution of the antes (RH-E09, RH-E10, RH-E12)."""

from typing import Literal

from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.rounds import AnteAwarded, TournamentWon
from domain.games.robin_in_the_hood.state import other


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
