"""Events of a tournament in words."""

from typing import assert_never

from domain.competition.pictures import names, result_text
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.tournament import commands as c
from domain.competition.tournament import events as e
from domain.competition.tournament.state import State
from domain.table import Viewpoint, seat_name
from domain.text import counted


def narrate(before: State, event: e.TournamentEvent, viewpoint: Viewpoint) -> str:  # noqa: C901 (an arm for each)
    """One line; nothing of a tournament is hidden."""
    del viewpoint
    seats = before.seats
    match event:
        case e.TournamentStarted():
            return f"{counted(len(event.players), 'player')}: {', '.join(event.players)}"
        case e.PlayersSeeded():
            return f"seeds ({event.source}): {', '.join(seat_name(seats, player) for player in event.order)}"
        case e.BracketDrawn():
            rounds = max((pairing.round for pairing in event.pairings), default=0)
            matches = counted(sum(not p.bye for p in event.pairings), "match", "matches")
            return f"the bracket: {matches} in {counted(rounds, 'round')}"
        case ResultRecorded():
            return f"match {event.result.match}: {result_text(seats, event.result)}"
        case ResultAmended():
            return f"match {event.result.match} now stands as {result_text(seats, event.result)}"
        case ResultWithdrawn():
            return f"the result of match {event.match} is withdrawn"
        case e.PairingDecided():
            return f"match {event.pairing} of the bracket is {_won(before, event.winner)}"
        case e.PairingReopened():
            return f"match {event.pairing} of the bracket is to be played"
        case e.PairingFilled():
            who = "nobody" if event.player is None else seat_name(seats, event.player)
            return f"{who} goes on to match {event.pairing}"
        case e.TournamentDecided():
            return f"{seat_name(seats, event.ranking[0])} wins the tournament"
        case e.TournamentReopened():
            return "the tournament is open again"
        case e.Adjusted():
            return f"adjusted: {event.reason}"
        case e.PointsAdded():
            return f"{seat_name(seats, event.player)} {'+' if event.points > 0 else ''}{counted(event.points, 'point')}"
        case e.PairingSet():
            return f"match {event.pairing} of the bracket is between {names(seats, (event.first, event.second))}"
        case _:
            assert_never(event)


def _won(state: State, winner: int | None) -> str:
    return "drawn" if winner is None else f"won by {seat_name(state.seats, winner)}"


def veil(before: State, command: c.TournamentCommand, viewpoint: Viewpoint) -> c.TournamentCommand:
    """The command itself."""
    del before, viewpoint
    return command
