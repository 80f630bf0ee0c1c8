"""Validation of reported results, for all competitions."""

from collections.abc import Iterator, Sequence

from domain.competition.commands import AmendResult, Reported, WithdrawResult
from domain.competition.pictures import names
from domain.competition.results import Result, find_result
from domain.rules import Violation
from domain.seats import Seat
from domain.text import pluralize

MOST_PLAYERS = 64


def check_players(players: Sequence[str], least: int = 2, most: int = MOST_PLAYERS) -> Iterator[Violation]:
    """Names of a competition's players."""
    if not least <= len(players) <= most:
        yield Violation(
            "CT-S01", f"{pluralize(len(players), 'player')}; {least} to {most} can take part", impossible=True
        )
    if len(set(players)) < len(players) or not all(name.strip() for name in players):
        yield Violation("CT-S01", "every player needs a name of the player's own", impossible=True)


def check_seats(seats: Sequence[Seat], players: Sequence[int], what: str) -> Iterator[Violation]:
    """Players that a command names."""
    if strangers := [player for player in players if not 0 <= player < len(seats)]:
        yield Violation("CT-R01", f"{what}: the competition has no seat {strangers[0] + 1}", impossible=True)
    if len(set(players)) < len(players):
        yield Violation("CT-R01", f"{what}: a player is named twice", impossible=True)


def check_report(seats: Sequence[Seat], results: Sequence[Result], command: Reported) -> Iterator[Violation]:
    """A result that is recorded or amended, whatever the competition."""
    players = command.players or range(len(seats))
    yield from check_seats(seats, command.players, "players")
    yield from check_seats(seats, command.winners, "winners")
    yield from check_seats(seats, [one.player for one in command.statistics], "statistics")
    if outside := [player for player in command.winners if player not in players]:
        yield Violation("CT-R01", f"seat {outside[0] + 1} is a winner and did not play", impossible=True)
    if command.double_loss and command.winners:
        yield Violation("CT-R01", "a double loss has no winner", impossible=True)
    if len(command.players) == 1:
        yield Violation("CT-R01", "a match needs more than one player", impossible=True)
    known = find_result(results, command.match)
    if isinstance(command, AmendResult):
        yield from _check_known(known, command.match)
    elif not command.match.strip():
        yield Violation("CT-R02", "the match needs an id", impossible=True)
    elif known is not None:
        text = f"match {command.match} has a result already; amend_result changes it"
        yield Violation("CT-R02", text, impossible=True)


def check_same_players(seats: tuple[Seat, ...], known: Result, command: Reported) -> Iterator[Violation]:
    """A result that is amended, of a match that some of the players played."""
    if {*(command.players or known.players)} != {*known.players}:
        text = f"{names(seats, known.players)} played it; withdraw it to record another match"
        yield Violation("CT-R03", text, impossible=True)
    elif not {*command.winners} <= {*known.players}:
        yield Violation("CT-R01", "the winner did not play", impossible=True)


def check_withdrawal(results: Sequence[Result], command: WithdrawResult) -> Iterator[Violation]:
    """A result that is withdrawn."""
    yield from _check_known(find_result(results, command.match), command.match)


def _check_known(known: Result | None, match: str) -> Iterator[Violation]:
    if known is None:
        yield Violation("CT-R03", f"match {match or '-'} has no result here", impossible=True)
