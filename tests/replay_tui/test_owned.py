"""The screens' own state, without a terminal; and screens do not inherit from each other, except for the one base of boxes."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from datetime import UTC
from typing import Generic

import pytest
from textual.screen import ModalScreen, Screen

import replay_tui
from replay_tui.navigation import Navigator
from replay_tui.screens.box import Box
from replay_tui.screens.help import KeyedScreen
from replay_tui.timeline import Timeline
from replay_tui.timeline_follower import News, TimelineFollower
from tests.replay_tui.memory import AnyHistory, finished, running


def test_every_screen_inherits_textuals_or_the_box_and_no_hook_is_left_open():
    """A screen owns what it shares with another one: a tower of inheritance, or a hook that raises, is found here. A base of
    ours is one class high: of boxes, and of screens that show their keys."""
    modules = [importlib.import_module(m.name) for m in pkgutil.walk_packages(replay_tui.__path__, "replay_tui.")]
    classes = {cls for module in modules for cls in vars(module).values() if inspect.isclass(cls)}
    screens = [c for c in classes if issubclass(c, Screen) and c.__module__.startswith("replay_tui.")]
    assert len(screens) >= 12
    assert not {base for screen in screens for base in screen.__bases__} - {
        Screen,
        ModalScreen,
        Box,
        KeyedScreen,
        Generic,
    }
    assert (Box.__bases__, KeyedScreen.__bases__[0]) == ((ModalScreen,), Screen)
    assert not [module.__name__ for module in modules if "NotImplementedError" in inspect.getsource(module)]


class Told:
    """A store's stream of news, in the hands of a test."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.trouble = ""
        self.closed = False

    def follow(self, wake: Callable[[], None]) -> "Told":
        """As a store does that tells of news."""
        self.wake = wake
        return self

    def close(self) -> None:
        """Noted."""
        self.closed = True


def test_a_follower_that_is_told_reads_when_it_is_told():
    """A store that tells is looked at when it does, behind what is being stored, and no clock is set. Given an unreachable store,
    then the error is shown without asking it, and it is read again when it can be reached; after the end, further news is
    ignored."""
    history, news, reads, storing, stream = running(), list[News](), [], [False], Told()

    def work(job: Callable[[], str], done: Callable[[str], None]) -> None:
        done(job())

    follower = TimelineFollower(Timeline(history), reads.append, work, news.append, busy=lambda: storing[0])
    follower.begin(stream.follow, lambda told: told(), lambda *every: reads.append(every))
    assert reads == []
    stream.wake()
    assert len(reads) == 1
    storing[0] = True
    stream.wake()
    assert len(reads) == 1
    storing[0] = False
    follower.take_in("")
    assert len(reads) == 2
    stream.trouble = "away"
    stream.wake()
    assert (len(reads), follower.trouble) == (2, "away")
    stream.trouble = ""
    stream.wake()
    assert (len(reads), follower.trouble) == (3, "")
    follower.end()
    stream.wake()
    assert (len(reads), stream.closed) == (3, True)
    assert [one.troubled for one in news] == [True, True]


def test_a_seeker_goes_back_to_where_it_was_opened():
    """An unknown place, or an empty result, leads back, and says so."""
    seeker = Navigator(Timeline(finished()), None)
    seeker.start = 4
    nowhere, missing, there = (
        seeker.seek(*asked, "judge") for asked in (("goto", "99"), ("find", "xyzzy"), ("goto", "3"))
    )
    assert (nowhere.position, nowhere.there, nowhere.hint) == (4, False, "no entry 99; there are 1 to 18")
    assert (missing.position, missing.hint) == (4, "nothing found")
    assert (there.position, there.there) == (seeker.place("3", 0).position, True)


@pytest.mark.parametrize("history", [finished(), running()], ids=["finished", "running"])
def test_each_place_that_a_hint_offers_is_there(history: AnyHistory):
    """Its examples are entries, events, turns and times of this match; so are those after a text that is not a place."""
    seeker = Navigator(Timeline(history), UTC)
    assert len(seeker.hint.split(" · ")) == 4
    for example in seeker.hint.split(" · "):
        assert seeker.place(example, 0).there, example
    assert seeker.place("nowhere", 0).hint.endswith(seeker.hint)
