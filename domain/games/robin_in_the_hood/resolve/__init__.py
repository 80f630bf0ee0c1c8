"""What follows from a command, legal or not."""

from domain.game import Command, Event
from domain.games.robin_in_the_hood.commands import HandCommand, RecordCommand, SetupCommand
from domain.games.robin_in_the_hood.resolve.hand import resolve_hand
from domain.games.robin_in_the_hood.resolve.record import resolve_record
from domain.games.robin_in_the_hood.resolve.setup import resolve_setup
from domain.games.robin_in_the_hood.state import State


def resolve(state: State, command: Command) -> tuple[Event, ...]:
    """The events of a command that `check` did not find impossible."""
    if isinstance(command, HandCommand):
        return tuple(resolve_hand(state, command).events)
    if isinstance(command, SetupCommand):
        return tuple(resolve_setup(state, command).events)
    assert isinstance(command, RecordCommand)
    return tuple(resolve_record(state, command).events)
