"""From a number to the matches behind it, from a name to the player's page: wanted by any screen, opened by the program."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual.message import Message
from textual.screen import Screen

from replay_tui.background import in_background, trouble_text
from service.analysis.views import Filter
from service.reading.styled_text import clean


@dataclass
class Behind(Message):
    """These matches are to be listed."""

    matches: tuple[str, ...]
    about: str
    """Their common parts."""


@dataclass
class MatchWanted(Message):
    """This match is to be opened."""

    match: str


@dataclass
class PlayerWanted(Message):
    """The page of the first of some players is to be shown; one can go on to the others."""

    players: Sequence[str]
    where: tuple[Filter, ...] = ()
    """Filters that hold where one comes from."""


def open_behind(screen: Screen[None], find: Callable[[], tuple[str, ...]], about: str) -> None:
    """Finds the matches in a worker, and has them listed."""
    in_background(
        screen, find, partial(_found, screen, about), partial(_not_found, screen), group="behind", exclusive=True
    )


def _found(screen: Screen[None], about: str, matches: tuple[str, ...]) -> None:
    if matches:
        screen.post_message(Behind(matches, about))
    else:
        screen.notify(clean(f"No match is counted in {about}"), markup=False, timeout=4)


def _not_found(screen: Screen[None], error: Exception) -> None:
    screen.notify(trouble_text(error), title="The matches cannot be found", severity="error", markup=False, timeout=15)
