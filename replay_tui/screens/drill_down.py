"""Messages that ask the app to open the matches behind a number, a match, or the page of a player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual.message import Message
from textual.screen import Screen

from replay_tui.background import in_background, trouble_text
from service.analysis.views import Filter
from service.reading.styled_text import clean


@dataclass
class MatchesWanted(Message):
    """List these matches."""

    matches: tuple[str, ...]
    about: str
    """What they have in common, as the title."""


@dataclass
class MatchWanted(Message):
    """Open this match."""

    match: str


@dataclass
class PlayerWanted(Message):
    """Show the page of the first of these players; the others can be reached from it."""

    players: Sequence[str]
    where: tuple[Filter, ...] = ()
    """The filters of the screen that asks."""


def drill_down(screen: Screen[None], find: Callable[[], tuple[str, ...]], about: str) -> None:
    """Find the matches in a worker, then list them."""
    in_background(
        screen, find, partial(_found, screen, about), partial(_not_found, screen), group="behind", exclusive=True
    )


def _found(screen: Screen[None], about: str, matches: tuple[str, ...]) -> None:
    if matches:
        screen.post_message(MatchesWanted(matches, about))
    else:
        screen.notify(clean(f"No match is counted in {about}"), markup=False, timeout=4)


def _not_found(screen: Screen[None], error: Exception) -> None:
    screen.notify(trouble_text(error), title="The matches cannot be found", severity="error", markup=False, timeout=15)
