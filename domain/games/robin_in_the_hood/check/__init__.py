"""Everything that is wrong with a command, each with the rule it breaks."""

from collections.abc import Iterator

from domain.game import Command
from domain.games.robin_in_the_hood.check.hand import check_hand
from domain.games.robin_in_the_hood.check.record import check_record
from domain.games.robin_in_the_hood.check.setup import check_setup
from domain.games.robin_in_the_hood.commands import (
    Adjust,
    DeclarePosition,
    EndHand,
    HandCommand,
    OpenTournament,
    RecordCommand,
    ResolveBattles,
    ResolveCardEffect,
    RevealCard,
    SetOrder,
    SetupCommand,
    StartRound,
)
from domain.games.robin_in_the_hood.state import FINISHED, UNOPENED, State
from domain.rules import Violation
from domain.table import seat_name


def check(state: State, command: Command) -> tuple[Violation, ...]:
    """All violations of a command; none for a legal one."""
    if strangers := [seat for seat in _seats_named(command) if seat not in (0, 1, None)]:
        return (Violation("RH-S01", f"there is no seat {strangers[0] + 1}; two players play", impossible=True),)
    if state.phase == UNOPENED and not isinstance(command, OpenTournament):
        return (Violation("RH-T01", "no tournament is open; open_tournament comes first", impossible=True),)
    if state.phase == FINISHED and not isinstance(command, RevealCard | Adjust):
        return tuple(_after_the_end(state, command))
    return tuple(_check(state, command))


def _after_the_end(state: State, command: Command) -> Iterator[Violation]:
    yield Violation("RH-E11", "the tournament is over", impossible=True)
    if isinstance(command, StartRound) and state.ended == "victories":
        text = f"{seat_name(state.seats, state.winner)} has reached {state.options.victories_to_win}; no further round"
        yield Violation("RH-E09", text, impossible=True)


def _check(state: State, command: Command) -> Iterator[Violation]:
    if isinstance(command, HandCommand):
        return check_hand(state, command)
    if isinstance(command, SetupCommand):
        return check_setup(state, command)
    assert isinstance(command, RecordCommand)
    return check_record(state, command)


def _seats_named(command: Command) -> tuple[int | None, ...]:
    player: int | None = getattr(command, "player", None)
    return (player, *_named_within(command))


def _named_within(command: Command) -> tuple[int | None, ...]:
    match command:
        case ResolveBattles():
            return tuple([result.winner for result in command.announced])
        case EndHand():
            return (command.winner, *[move.player for move in command.moves or ()])
        case Adjust() | ResolveCardEffect():
            return tuple([c.first if isinstance(c, SetOrder) else c.player for c in command.changes])
        case DeclarePosition():
            return (command.first, *[position.player for position in command.positions])
        case _:
            return ()
