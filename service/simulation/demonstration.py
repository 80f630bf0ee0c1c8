"""The demo: sample matches typed from their scoresheets, and simulated ones, in a store of its own."""

from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable
from random import Random
from typing import Final

from msgspec import Struct

from domain.deciding import ImpossibleCommand, RuleViolation
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
"""How long an action takes at a table: most are quick, some are thought over."""
_SHOWN: Final = 80
"""Per cent of a sample that are recorded, where the reader goes on with it."""
NOT_EMPTY: Final = "A demo match is for an empty store: 'matchbook demo' makes a store of its own"
_EVENING: Final = 3 * 60 * 60
"""Seconds since the sample matches began: long enough for the longest, so that all are in the past."""


class Sample(Struct, frozen=True):
    """A sample match that was typed in."""

    game: str
    match: str
    title: str


def type_in_samples(app: MatchService, games: list[AnyGame]) -> Iterator[Sample]:
    """Records every sample scoresheet of these games, each with a mistake that is taken back: there is something to look
    for. Refusals that the sheets state are checked on the way. Raises UsageProblem, naming the sheet."""
    for game in games:
        for sheet in sample_sheets(game):
            table = MatchService(app.store, clock=_table_clock(sheet.name, app.clock()), recorder=app.by)
            try:
                match = type_in_disputed(table, game, sheet)
            except (SheetError, LineRefused, RuleViolation, UsageProblem) as error:
                raise UsageProblem(f"{game.name}/match/{sheet.name}: {error}") from error
            yield Sample(game.name, match.id, match.opened.title if match.opened else "")


def _table_clock(name: str, today: int) -> Clock:
    """A clock that goes on with each entry as it would at a table, so that a sample can be replayed in its own time."""
    rng, now = Random(name), today - _EVENING * 1_000_000

    def read() -> int:
        nonlocal now
        now += rng.choice(_SECONDS) * 1_000_000
        return now

    return read


def type_in(app: MatchService, game: AnyGame, sheet: Traversable) -> AnyMatch:
    """Records one scoresheet as a match of its own. Raises SheetError, LineRefused, RuleViolation."""
    given = read_scoresheet(read_text(sheet))
    return app.open_match(opening_of(game, given), given.lines)


def begin_sample(app: MatchService) -> AnyMatch:
    """Record most of a sample scoresheet of the first game that has one: a match to look at and to go on with. Raises
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
    mistakes = refused[len(refused) // 2 :]  # none: the sheet states no refusal, and is typed in as it is
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
    """The mistake, the note and the take-back; False where the state cannot hold it."""
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
