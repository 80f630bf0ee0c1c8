"""The demo: sample matches typed from their scoresheets, and simulated ones, in a store of its own."""

from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable

from msgspec import Struct

from domain.game import AnyGame
from service.matchbook import Matchbook
from service.opening import opening_of
from service.resources import load_catalogue, read_text, sample_sheets
from service.scoresheet import read_scoresheet
from service.simulations import Plan, Summary, Tally, run_plan
from storage.records import AnyMatch


class Sample(Struct, frozen=True):
    """A sample match that was typed in."""

    game: str
    match: str
    title: str


def type_in_samples(app: Matchbook, games: list[AnyGame]) -> Iterator[Sample]:
    """Records every sample scoresheet of these games; refusals that the sheets state are checked on the way."""
    for game in games:
        for sheet in sample_sheets(game):
            match = type_in(app, game, sheet)
            yield Sample(game.name, match.id, match.opened.title if match.opened else "")


def type_in(app: Matchbook, game: AnyGame, sheet: Traversable) -> AnyMatch:
    """Records one scoresheet as a match of its own. Raises SheetError, LineRefused, RuleViolation."""
    given = read_scoresheet(read_text(sheet))
    return app.open_match(opening_of(game, given), given.lines)


def simulate_some(app: Matchbook, game: AnyGame, matches: int, advance: Callable[..., None], seed: int = 1) -> Summary:
    """Plays and records simulated matches of one game."""
    tally = Tally(game)
    plan = Plan(game=game.name, matches=matches, seed=seed)
    for simulated in run_plan(game, load_catalogue(game), plan, app):
        tally.add(simulated)
        advance()
    return tally.summary()
