"""What follows from a command, legal or not."""

from domain.game import Command
from domain.games.robin_in_the_hood.commands import HandCommand, RecordCommand, SetupCommand
from domain.games.robin_in_the_hood.events.base import RobinCourse, RobinEvent
from domain.games.robin_in_the_hood.resolve.hand import resolve_hand
from domain.games.robin_in_the_hood.resolve.record import resolve_record
from domain.games.robin_in_the_hood.resolve.setup import resolve_setup
from domain.games.robin_in_the_hood.state import State
from domain.unfolding import Course


def resolve(state: State, command: Command) -> tuple[RobinEvent, ...]:
    """The events of a command that `check` did not find impossible."""
    story: RobinCourse = Course(state)
    if isinstance(command, HandCommand):
        resolve_hand(story, command)
    elif isinstance(command, SetupCommand):
        resolve_setup(story, command)
    else:
        assert isinstance(command, RecordCommand)
        resolve_record(story, command)
    return tuple(story.events)
