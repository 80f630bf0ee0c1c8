"""The demo store: sample matches recorded from their scoresheets, and simulated matches."""

from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable
from random import Random
from typing import Final

from msgspec import Struct

from domain.decision import ImpossibleCommand, RuleViolation
from domain.entries import Annotated
from domain.game import AnyGame
from domain.match import AnyMatch
from domain.registry import installed_games
from service.clock import Clock
from service.errors import LineRefused, UsageProblem
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import load_catalogue, read_text, sample_sheets
from service.simulation.matches import SimulationPlan, Summary, counting, run_plan
from service.typing.scoresheet import ScoresheetLine, SheetError, read_scoresheet

_SECONDS: Final = (3, 5, 8, 12, 20, 35)
"""Possible durations of an action at a table, in seconds."""
_SHOWN: Final = 80
"""Per cent of a sample match that are recorded if the user is to continue it."""
NOT_EMPTY: Final = "A demo match is for an empty store: 'matchbook demo' makes a store of its own"
_EVENING: Final = 3 * 60 * 60
"""Seconds since the sample matches began: long enough for the longest, so that all are in the past."""


class Sample(Struct, frozen=True):
    """A sample match that was typed in."""

    game: str
    match: str
    title: str


def type_in_samples(app: MatchService, games: list[AnyGame]) -> Iterator[Sample]:
    """Record every sample scoresheet of these games, each with a mistake that is taken back, so that searches find something.
    Refusals stated in the sheets are checked. Raises UsageProblem with the name of the sheet."""
    for game in games:
        for sheet in sample_sheets(game):
            table = MatchService(app.store, clock=_table_clock(sheet.name, app.clock()), recorder=app.by)
            try:
                match = type_in_disputed(table, game, sheet)
            except (SheetError, LineRefused, RuleViolation, UsageProblem) as error:
                raise UsageProblem(f"{game.name}/match/{sheet.name}: {error}") from error
            yield Sample(game.name, match.id, match.opened.title if match.opened else "")


def _table_clock(name: str, today: int) -> Clock:
    """Return a clock that advances with each entry as at a table, so that samples can be replayed in real time."""
    rng, now = Random(name), today - _EVENING * 1_000_000

    def read() -> int:
        nonlocal now
        now += rng.choice(_SECONDS) * 1_000_000
        return now

    return read


def type_in(app: MatchService, game: AnyGame, sheet: Traversable) -> AnyMatch:
    """Record one scoresheet as a match. Raises SheetError, LineRefused, RuleViolation."""
    given = read_scoresheet(read_text(sheet))
    return app.open_match(opening_of(game, given), given.lines)


def begin_sample(app: MatchService) -> AnyMatch:
    """Record most of a sample scoresheet of the first game that has one, as a match to explore and to continue. Raises
    UsageProblem unless the store is empty, SheetError, LineRefused, RuleViolation."""
    games = (game for game in installed_games().values() if game.kind == "game")
    game, sheet = next((game, sheet) for game in games for sheet in sample_sheets(game))
    given = read_scoresheet(read_text(sheet))
    with app.store.lock:
        if app.store.match_ids():
            raise UsageProblem(NOT_EMPTY)
        return app.open_match(opening_of(game, given), given.lines[: len(given.lines) * _SHOWN // 100])


def type_in_disputed(app: MatchService, game: AnyGame, sheet: Traversable) -> AnyMatch:
    """Record a scoresheet with an overlooked mistake: an illegal action is recorded as played, noted and taken back, and the
    match continues as on the sheet. A sheet without refusals is recorded unchanged."""
    given = read_scoresheet(read_text(sheet))
    refused = [number for number, line in enumerate(given.lines) if line.refused]
    mistakes = refused[len(refused) // 2 :]  # empty if the sheet does not state refusals
    done = mistakes[0] if mistakes else len(given.lines)
    match = app.open_match(opening_of(game, given), given.lines[:done])
    for number in mistakes:
        app.play_lines(match.id, given.lines[done:number])
        done = number
        if _dispute(app, match.id, given.lines[number]):
            break
    app.play_lines(match.id, given.lines[done:])
    return app.match(match.id)


def _dispute(app: MatchService, match_id: str, line: ScoresheetLine) -> bool:
    """Record a mistake, a note on it and the take-back. Return False if the mistake is impossible in the state."""
    before = app.match(match_id).line[-1]
    try:
        made = app.take(match_id, line.text, as_played=True, reason="nobody noticed")
    except ImpossibleCommand:
        return False
    app.annotate(match_id, Annotated(about=made.version, text="the judge was called", glyph="?"))
    app.take_back(match_id, before, reason=f"the judge read {line.refused} aloud")
    return True


def simulate_some(
    app: MatchService, game: AnyGame, matches: int, advance: Callable[..., None], seed: int = 1
) -> Summary:
    """Plays and records simulated matches of one game."""
    plan = SimulationPlan(game=game.name, matches=matches, seed=seed)
    with counting(game) as summary:
        for simulated in run_plan(game, load_catalogue(game), plan, app):
            summary.add(simulated)
            advance()
    return summary
