"""Matches to look at: simulated games of the mini game, with violations, a take-back, notes."""

import asyncio
import math
from asyncio import get_running_loop
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest
import textual.app
import textual.pilot
import textual.screen
from msgspec import Struct
from msgspec.structs import replace
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.notifications import Notification
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from domain.entries import Acted, Annotated, Entry, TakenBack
from domain.replay import History, open_history
from domain.rules import Violation
from replay_tui.app import MatchbookApp
from service.library import MatchQuery, MatchRow
from service.recording.matchbook import Matchbook
from storage.store import MatchStore
from tests.minigame import CATALOGUE, GAME
from tests.minigame import commands as c
from tests.minigame.changes import SetPoints
from tests.minigame.matches import FIRST_INSTANT, SECONDS, match_entries, next_entry
from tests.older import with_texts

AnyHistory = History[Any, Any, Any]
PATIENCE: Final = 60
"""Seconds that a test waits for the program, on the busiest machine."""
_MOMENT: Final = 0.02
"""Seconds in which a window is drawn again, and resized."""
OFTEN: Final = 0.1
"""Seconds between two looks at the store in tests: longer than `_MOMENT`, which tests wait for."""
_PARSED: defaultdict[str, LRUCache[tuple[object, ...], list[RuleSet]]] = defaultdict(lambda: LRUCache(1024))
"""Rules of style sheets by the colours they were read with."""

BROKEN = Violation("MG-P03", "a card was placed already")
"""A violation that tests lay on entries; its rule is one of the mini game's."""


def extend(history: AnyHistory, *payloads: Any) -> AnyHistory:
    """The history with further entries made of these payloads."""
    for payload in payloads:
        history.extend([next_entry(GAME, history.entries, payload, history.match.state)])
    return history


def marked(entries: Iterable[Entry[Any, Any]], versions: Sequence[int]) -> list[Entry[Any, Any]]:
    """The entries, those of some versions recorded as played against a rule."""
    return [
        replace(e, payload=replace(e.payload, violations=(BROKEN,))) if e.envelope.version in versions else e
        for e in entries
    ]


def finished() -> AnyHistory:
    """A finished match of three turns: 18 entries, 21 events, rules broken by entries 7 and 12."""
    return open_history(GAME, CATALOGUE, marked(match_entries(3), (7, 12)))


def running() -> AnyHistory:
    """A running match: entries 9 to 13 taken back by entry 14, a note in entry 15."""
    history = open_history(GAME, CATALOGUE, marked(match_entries(3)[:13], (7, 12)))
    return extend(history, TakenBack(to=8, reason="wrong card"), Annotated(about=3, text="a new deck"))


def named(*players: str) -> AnyHistory:
    """A finished match of players of these names, whatever they are: it may be recorded by an older program."""
    opened, *entries = match_entries(3)
    before = [seat.name for seat in open_history(GAME, CATALOGUE, [opened]).match.state.seats]
    texts = dict(zip(before, players, strict=True))
    command, events = (with_texts(one, texts) for one in (opened.payload.command, opened.payload.events[0]))
    payload = replace(opened.payload, command=command, events=(events, *opened.payload.events[1:]))
    return open_history(GAME, CATALOGUE, [replace(opened, payload=payload), *entries])


def adjusted(points: int, *, times: int = 1, player: int = 0) -> Acted[Any, Any]:
    """An action of `times` events, possible at any time."""
    changes = tuple(SetPoints(player=player, points=points + n) for n in range(times))
    return Acted(
        command=c.Adjust(reason="counted again", changes=changes),
        events=GAME.resolve(
            open_history(GAME, CATALOGUE, match_entries(3)[:4]).match.state, c.Adjust(reason="", changes=changes)
        ),
    )


def row(number: int, **changes: Any) -> MatchRow:
    """A line of the match list."""
    line = MatchRow(
        id=f"m{number:04d}",
        game="high_card",
        title="",
        players=("Ada", "Bo"),
        sides=(0, 1),
        tags=(),
        opened_at=FIRST_INSTANT + number * 3600 * SECONDS,
        updated_at=FIRST_INSTANT + number * 3600 * SECONDS,
        entries=20 + number,
        round=0,
        turn=3,
        status="finished",
        winners=("Ada",),
        reason="points",
    )
    return replace(line, **changes)


class Shelf:
    """Matches in memory, behind the interface that the program asks."""

    def __init__(self, rows: Sequence[MatchRow] = (), history: AnyHistory | None = None) -> None:
        self.rows = list(rows)
        self.shown = history if history is not None else finished()
        self.waiting: list[Any] = []
        """Payloads that the next refresh finds recorded."""
        self.failure: Exception | None = None
        self.queries: list[MatchQuery] = []

    def matches(self, query: MatchQuery) -> Sequence[MatchRow]:
        """Filtered by text, sorted by the column of that name."""
        self.queries.append(query)
        return self._found(query)[query.offset : query.offset + query.limit]

    def listing(
        self, query: MatchQuery, progress: Callable[[int, int], None] | None = None
    ) -> tuple[int, Sequence[MatchRow]]:
        """A page, and how many there are."""
        if self.failure:
            raise self.failure
        return len(self._found(query)), self.matches(query)

    def damage(self, matches: Sequence[str]) -> Mapping[str, str]:
        """None is."""
        del matches
        return {}

    def tags(self) -> Sequence[tuple[str, int]]:
        """Counted."""
        return Counter(tag for row in self.rows for tag in row.tags).most_common()

    def players(self) -> Sequence[str]:
        """In alphabetical order."""
        return sorted({name for row in self.rows for name in row.players})

    def history(self, match_id: str) -> AnyHistory:
        """Always the same match."""
        if self.failure:
            raise self.failure
        return self.shown

    def trouble_with(self, match_id: str, upto: int) -> str:
        """None."""
        return ""

    def leave(self) -> None:
        """Nothing is waited for."""

    def follow(self, wake: Callable[[], None]) -> None:
        """It tells of nothing."""

    def refresh(self, history: AnyHistory) -> int:
        """Hands out what waits."""
        if self.failure:
            raise self.failure
        came, self.waiting = self.waiting, []
        extend(history, *came)
        return len(came)

    def _found(self, query: MatchQuery) -> list[MatchRow]:
        found = [
            r
            for r in self.rows
            if query.text.casefold() in f"{r.id} {r.title} {r.game} {' '.join(r.players)}".casefold()
            and query.tag in (None, *r.tags)
            and query.kind in (None, r.kind)
            and query.status in (None, r.status)
        ]
        key = {"updated": "updated_at", "opened": "opened_at"}.get(query.sort, query.sort)
        return sorted(found, key=lambda r: getattr(r, key), reverse=query.descending)


@pytest.fixture(autouse=True)
def _styles_are_read_once(monkeypatch: pytest.MonkeyPatch):
    """A program reads its style sheets when it starts; the programs of all tests read the same ones."""
    begin, choose = Stylesheet.__init__, Stylesheet.set_variables

    def init(self: Stylesheet, *, variables: dict[str, str] | None = None) -> None:
        begin(self, variables=variables)
        self._parse_cache = _PARSED[repr(variables or {})]

    def set_variables(self: Stylesheet, variables: dict[str, str]) -> None:
        self._parse_cache = LRUCache(1)
        choose(self, variables)
        self._parse_cache = _PARSED[repr(variables)]

    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # the same one, without a call of Python for each rule
    monkeypatch.setattr(Stylesheet, "__init__", init)
    monkeypatch.setattr(Stylesheet, "set_variables", set_variables)


@pytest.fixture
def replaying() -> Callable[..., MatchbookApp]:
    """The program with one match open (the finished one, unless told otherwise)."""

    def make(history: AnyHistory | None = None, **options: Any) -> MatchbookApp:
        return MatchbookApp(Shelf(history=history), match_id="match-3", zone=UTC, **options)

    return make


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """The application on a store of its own."""
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True), recorder="tess") as matchbook:
        yield matchbook


@pytest.fixture
def match_id(app: Matchbook) -> str:
    """A match in the main phase of turn 1, at entry 7: Ada may play a student."""
    from tests.replay_tui.live import MAIN_PHASE, open_sheet

    return open_sheet(app, "frc_card_game", MAIN_PHASE)


class Seen(Struct, frozen=True):
    """What stands on the screen after some keys."""

    lines: tuple[str, ...]
    screen: Any
    messages: tuple[str, ...]
    """Toasts, oldest first."""
    copied: str
    focus: str
    """Id of the focused pane."""

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    @property
    def address(self) -> str:
        """The address in the top bar."""
        return self.lines[0].split()[1]

    @property
    def place(self) -> str:
        """The position line."""
        return self.lines[-2]


def see(
    app: MatchbookApp,
    *keys: str,
    size: tuple[int, int] = (80, 24),
    then: Callable[[Pilot[None]], Awaitable[None]] | None = None,
) -> Seen:
    """Runs the program, presses keys, does what comes `then`, and returns what is seen."""
    return visit(app, " ".join(keys), size=size, then=then)[-1]


def visit(
    app: MatchbookApp,
    *walks: str,
    size: tuple[int, int] = (80, 24),
    then: Callable[[Pilot[None]], Awaitable[None]] | None = None,
) -> tuple[Seen, ...]:
    """Runs the program once, and returns what is seen after each of some walks: keys with spaces between them."""

    async def drive() -> tuple[Seen, ...]:
        seen = []
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            for walk in walks:
                await press(pilot, *walk.split())
                strips = await settle(pilot)
                if then:
                    await then(pilot)
                    strips = await settle(pilot)
                seen.append(_seen(app, strips))
        return tuple(seen)

    return asyncio.run(drive())


def _seen(app: MatchbookApp, strips: Sequence[Strip]) -> Seen:
    return Seen(
        tuple("".join(segment.text for segment in strip).rstrip() for strip in strips),
        app.screen,
        tuple(n.message for n in app._notifications),
        app.clipboard,
        str(app.focused.id if app.focused else ""),
    )


def _drawn(app: App[None]) -> list[Strip]:
    """The lines of the screen, drawn over the screens behind it."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


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
        strips = _drawn(pilot.app)
        if not _at_work(pilot.app):
            return strips
    raise AssertionError(f"the program still drew and worked after {PATIENCE} seconds")


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Presses keys, each when what the one before began is done."""
    for key in keys:
        await pilot.press(key)
        if _at_work(pilot.app):
            await settle(pilot)


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
    """Wait until the program has nothing to do and no timer of a drawing is about to fire, however busy the machine is.

    A timer that repeats within `_MOMENT` never lets it rest: tests set repeating timers to `OFTEN`.
    """
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
    """Draw what is looked at: whole screens for pictures. Frames between keys would go to a terminal that nobody sees."""
    if full:
        return _render_update(self, full, screen_stack, simplify)
    self._dirty_regions.clear()
    return None


_render_update = Compositor.render_update
textual.screen.UPDATE_PERIOD = 1 / 250  # type: ignore[misc]  # seconds from a change to its layout: what tests wait for
Compositor.render_update = _undrawn  # type: ignore[method-assign]
Notification.has_expired = False  # type: ignore[assignment]  # what was said is read when the machine comes to it
Pilot._wait_for_screen = _rested  # type: ignore[method-assign]  # instead of a message to each widget after each key
# Textual takes a program for done when its processor time stands still: so it does when other processes have the processor.
textual.app.wait_for_idle = textual.pilot.wait_for_idle = _rested
