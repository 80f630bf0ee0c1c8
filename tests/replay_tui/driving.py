"""Start the terminal program in a test, press keys, and read the screen."""

import asyncio
import math
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final, TypeAlias

import textual.app
import textual.pilot
import textual.screen
from msgspec import Struct
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.keys import _character_to_key
from textual.notifications import Notification
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from replay_tui.app import MatchbookApp
from replay_tui.screens.record import RecordScreen

SMALL: Final = (80, 24)
LARGE: Final = (120, 40)
PATIENCE: Final = 60
"""Seconds that a test waits for the program, on the busiest machine."""
_MOMENT: Final = 0.02
"""Seconds in which a window is drawn again, and resized."""
OFTEN: Final = 0.1
"""Seconds between two looks at the store in tests: longer than `_MOMENT`, which tests wait for."""

_HURRIED: Final = ContextVar("_HURRIED", default=False)
"""True while keys are sent as from somebody who types fast: the next one comes before the program has answered."""

Walk: TypeAlias = Callable[[Pilot[None], Any], Awaitable[object]]
"""Anything done with the pilot and the screen."""
Pictured: TypeAlias = Callable[..., None]
"""The fixture `pictured`."""


class Seen(Struct, frozen=True):
    """The screen after a walk."""

    lines: tuple[str, ...]
    screen: Any
    messages: tuple[str, ...]
    """Notifications, oldest first."""
    copied: str
    focus: str
    """Id of the focused pane."""
    line: str
    """The command line of the record screen; empty without one."""
    offered: tuple[str, ...]
    """The lines of the rows that the record screen offers."""

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        """The whole screen with single blanks, so that words may be found across lines."""
        return " ".join(self.text.split())

    @property
    def address(self) -> str:
        """The address in the top bar."""
        return self.lines[0].split()[1]

    @property
    def place(self) -> str:
        """The position line."""
        return self.lines[-2]


def keys(text: str) -> str:
    """Spell a text as the keys that type it at once, as fast hands do."""
    return "~".join(map(_character_to_key, text))


def visit(
    app: MatchbookApp,
    *walks: str | Walk,
    size: tuple[int, int] = SMALL,
    then: Callable[[Pilot[None]], Awaitable[None]] | None = None,
) -> tuple[Seen, ...]:
    """Run the program once and return the screen after each walk: keys with blanks between them, or a function. `then` is called
    after each walk, before the screen is read."""

    async def drive() -> tuple[Seen, ...]:
        seen = []
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            for one in walks:
                strips = await walk(pilot, one)
                if then:
                    await then(pilot)
                    strips = await settle(pilot)
                seen.append(_seen(app, strips))
        return tuple(seen)

    return asyncio.run(drive())


def see(app: MatchbookApp, *walks: str | Walk, **options: Any) -> Seen:
    """Run the program once, with one walk of keys or with several of keys and functions, and return the last screen."""
    keys = [one for one in walks if isinstance(one, str)]
    return visit(app, *([" ".join(keys)] if len(keys) == len(walks) else walks), **options)[-1]


async def walk(pilot: Pilot[None], one: str | Walk) -> list[Strip]:
    """Press keys or call a function, wait for the program, and return the lines of the screen."""
    if callable(one):
        await one(pilot, pilot.app.screen)
    else:
        await press(pilot, *one.split())
    return await settle(pilot)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each when the program has finished what the one before began; keys joined by `~` follow one another at once."""
    for key in keys:
        *fast, last = key.split("~")
        hurried = _HURRIED.set(True)
        await pilot.press(*fast)
        _HURRIED.reset(hurried)
        await pilot.press(last)
        if _at_work(pilot.app):
            await settle(pilot)


def resized(*size: int) -> Walk:
    """Give the terminal another size, and then its own again."""

    async def resize(pilot: Pilot[None], _: object) -> None:
        own = pilot.app.size
        await pilot.resize_terminal(*size)
        await settle(pilot)
        await pilot.resize_terminal(*own)

    return resize


async def until(happened: Callable[[], object], what: str = "it did not happen") -> None:
    """Wait, at most a minute, until a condition holds; `what` is the failure otherwise."""
    last = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < last, f"{what} within {PATIENCE} seconds"
        await asyncio.sleep(0.002)


async def settle(pilot: Pilot[None]) -> list[Strip]:
    """Wait until all workers have finished and the screen is drawn; return its lines. Drawing may start further workers."""
    last = monotonic() + PATIENCE
    while monotonic() < last:
        await pilot.pause()
        while _at_work(pilot.app):
            # Not `wait_for_complete`: a worker that ends by leaving its own screen is cancelled there, and would raise here.
            await until(lambda: not _working(pilot.app), "the workers did not finish")
            await pilot.pause()
        strips = drawn_lines(pilot.app)
        if not _at_work(pilot.app):
            return strips
    raise AssertionError(f"the program still drew and worked after {PATIENCE} seconds")


def drawn_lines(app: App[None]) -> list[Strip]:
    """Draw the screen over the screens behind it."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def text_of(strips: Sequence[Strip]) -> tuple[str, ...]:
    """The lines as text."""
    return tuple("".join(segment.text for segment in strip).rstrip() for strip in strips)


def _seen(app: MatchbookApp, strips: Sequence[Strip]) -> Seen:
    record = next((screen for screen in app.screen_stack if isinstance(screen, RecordScreen)), None)
    return Seen(
        text_of(strips),
        app.screen,
        tuple(n.message for n in app._notifications),
        app.clipboard,
        str(app.focused.id if app.focused else ""),
        record.line.value if record is not None else "",
        tuple(row.line for row in record.offered.rows) if record is not None else (),
    )


def _working(app: App[None]) -> bool:
    return not all(worker.is_finished for worker in app.workers)


def _at_work(app: App[None]) -> bool:
    screen = app.screen
    return bool(
        _working(app)
        or get_running_loop()._ready  # type: ignore[attr-defined]
        or screen._callbacks
        or screen._layout_required
        or screen._dirty_widgets
    )


async def _rested(*_: object) -> None:
    """Wait until the program is idle and its drawing timers have fired, on a machine of any load.

    A timer that repeats within `_MOMENT` never lets it rest: tests set repeating timers to `OFTEN`.
    """
    if _HURRIED.get():
        return
    loop = get_running_loop()
    last = monotonic() + PATIENCE
    while monotonic() < last:
        await asyncio.sleep(0)
        if loop._ready:  # type: ignore[attr-defined]
            continue
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=math.inf)  # type: ignore[attr-defined]
        if (delay := due - loop.time()) > _MOMENT:
            return
        await asyncio.sleep(max(delay, 0))
    raise AssertionError(
        f"the program was not at rest within {PATIENCE} seconds: does a timer repeat within {_MOMENT} s?"
    )


def _undrawn(
    self: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """Draw whole screens, for pictures, without frames between keys, which would be written to an unseen terminal."""
    if full:
        return _render_update(self, full, screen_stack, simplify)
    self._dirty_regions.clear()
    return None


class _Rules(dict[Any, Any]):
    """The rules of style sheets with the same variables, which never change."""

    def clear(self) -> None:
        """Keep them: a style sheet that gets other variables takes other rules."""


def _parse_once(self: Stylesheet) -> None:
    """Parse a style sheet when the first program starts; later ones share its rules."""
    self._parse_cache = _RULES.setdefault(frozenset(self._variables.items()), _Rules())
    _parse(self)


_RULES: Final[dict[frozenset[tuple[str, str]], Any]] = {}
_parse = Stylesheet.parse
Stylesheet.parse = _parse_once  # type: ignore[method-assign]  # parsing is half of what it takes to start a program
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # the same, without a call for each rule and widget
_render_update = Compositor.render_update
textual.screen.UPDATE_PERIOD = 1 / 250  # type: ignore[misc]  # seconds from a change to its layout: what tests wait for
Compositor.render_update = _undrawn  # type: ignore[method-assign]
Notification.has_expired = False  # type: ignore[assignment]  # notifications are read when the machine comes to it
Pilot._wait_for_screen = _rested  # type: ignore[method-assign]  # instead of a message to each widget after each key
# Textual considers a program idle when its processor time does not grow, which is also true while other processes use the
# processor.
textual.app.wait_for_idle = textual.pilot.wait_for_idle = _rested
