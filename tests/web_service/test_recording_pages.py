"""Whole matches on the recording page: by touch alone, by keys alone, and in how many touches."""

from itertools import count
from typing import Any, Final

import pytest
from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.entries import action_parts
from domain.game import AnyGame, Command, evolve_all
from domain.names import Names
from domain.notation import print_command
from domain.registry import installed_games, load_game
from domain.seats import GameState
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from service.typing.suggestions import Suggester
from storage.store import MatchStore
from tests.campaigns import some, tries
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served
from tests.web_service.windows import TABLET, Window, expect
from web_service.limits import Limits

GAMES: Final = [game.name for game in installed_games().values() if game.kind == "game"]
RULED: Final = [game for game in GAMES if game != "tabletop"]
"""Games of which is known what may be done. In a kit's game hands are unknown, and cards that come out of them are typed."""
SHOWN: Final = 40
"""Rows of the page."""
ACTIONS: Final = tries("MATCHBOOK_RECORDED_ACTIONS", few=6, many=1_000)


class Choice(Struct, frozen=True):
    """A row that is chosen."""

    row: int
    shown: tuple[str, ...]
    """The title of a command and its arguments; of a command that is named already, what comes next."""
    line: str
    """What the line holds afterwards."""


class Way(Struct, frozen=True):
    """How a command is entered: rows one after the other, then what no row offers."""

    rows: tuple[Choice, ...]
    rest: str
    """Dice, numbers and names that nothing on the table tells."""

    @property
    def touches(self) -> int:
        """Rows and letters; Record is one more."""
        return len(self.rows) + len(self.rest)


def way_to(game: AnyGame, state: GameState, command: Command) -> Way:
    """The way of somebody who looks for a command in the rows."""
    suggester, after = Suggester(game, state), evolve_all(game, state, game.resolve(state, command))
    wanted, line = print_command(command, Names(state.catalogue, state.seats)), ""
    chosen: list[Choice] = []
    while True:
        rows = list(enumerate(suggester.suggest(line).rows[:SHOWN]))
        whole = [(n, row) for n, row in rows if row.complete and suggester.after(row.line) == after]
        begun = [(n, row) for n, row in rows if not row.complete and wanted.startswith(row.line) and row.line != line]
        if not (whole or begun):
            return Way(tuple(chosen), wanted.removeprefix(line))
        number, row = whole[0] if whole else max(begun, key=lambda one: len(one[1].line))
        line = row.line
        shown = (row.title, row.label.partition(" ")[2]) if row.title else (row.label,)
        chosen.append(Choice(number, shown, line))
        if whole:
            return Way(tuple(chosen), "")


def written(game: AnyGame) -> tuple[Catalogue[CardRecord], list[tuple[GameState, Command]]]:
    """The match that was written down at a table: its cards, and each command with the state before it."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        history = app.history(type_in(app, game, sample_sheets(game)[0]).id)
    commands = [action_parts(entry.payload)[0] for entry in history.entries]
    states = history.match.states
    return states[0].catalogue, [(states[n], command) for n, command in enumerate(commands) if command is not None]


@pytest.mark.parametrize("name", RULED)
def test_half_of_a_match_takes_two_touches(name: str) -> None:
    """S24: half of the actions take one touch or two before Record, although dice and draws are typed."""
    game = load_game(name)
    touches = [way_to(game, *step).touches for step in written(game)[1][1:]]
    assert sum(one <= 2 for one in touches) >= len(touches) / 2, touches


def by_touch(page: Any, way: Way) -> None:
    """Fingers alone; what no row offers is typed on the glass."""
    for choice in way.rows:
        row = page.locator("#offers button").nth(choice.row)
        _stands(row, choice)
        row.tap()
        _is_chosen(page, choice)
    if way.rest:
        page.locator("#line").tap()
        page.keyboard.type(way.rest)
    _may_be_recorded(page)
    page.locator("#record").tap()


def by_keys(page: Any, way: Way) -> None:
    """Keys alone: a digit chooses a row of an empty line, all else is typed, enter records."""
    while page.evaluate("document.activeElement.id") != "line":
        page.keyboard.press("Tab")
    rest = "".join((*(choice.line for choice in way.rows[-1:]), way.rest))
    if way.rows and way.rows[0].row < 9:
        _stands(page.locator("#offers button").nth(way.rows[0].row), way.rows[0])
        page.keyboard.press(str(way.rows[0].row + 1))
        _is_chosen(page, way.rows[0])
        rest = rest.removeprefix(way.rows[0].line)
    page.keyboard.type(rest)
    _may_be_recorded(page)
    page.keyboard.press("Enter")


def _stands(row: Any, choice: Choice) -> None:
    for words in choice.shown:
        expect(row).to_contain_text(words)


def _is_chosen(page: Any, choice: Choice) -> None:
    expect(page.locator("#line")).to_have_value(choice.line)


def _may_be_recorded(page: Any) -> None:
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "false")


@needs_browser
@pytest.mark.timeout(900 + 20 * ACTIONS)
@pytest.mark.parametrize("hand", [by_touch, by_keys])
@pytest.mark.parametrize("name", some(GAMES, 1))
def test_a_match_is_recorded_on_a_tablet(browser: Any, served: Served, name: str, hand: Any) -> None:
    """S24: action for action (a few in the usual run, whole matches in campaigns)."""
    served.app_state.limits = Limits(count().__next__)  # a second passes between any two requests
    game = load_game(name)
    catalogue, played = written(game)
    opening = served.app.new_batch(Opening(game=name, catalogue=catalogue))
    opening.act(played[0][1], as_played=True)
    opening.store()
    match = opening.match.id
    window = Window(browser, TABLET, has_touch=True).at(served, f"/m/{match}/record", "scorekeeper")
    page = window.page
    for _, command in played[1 : ACTIONS + 1]:
        before, version = served.app.match(match).state, served.app.match(match).version
        hand(page, way_to(game, before, command))
        expect(page.locator("#said")).to_have_text(f"Recorded {version + 1}.")
        after = evolve_all(game, before, game.resolve(before, command))
        assert served.app.match(match).state == after
    assert window.wrong == []
