"""Whole matches on the recording page: by touch alone, by keys alone, and in how many touches."""

import re
from itertools import count
from typing import Any, Final

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.entries import action_parts
from domain.game import AnyGame, Command, evolve_all
from domain.games.tabletop.commands.acts import Act
from domain.names import Names
from domain.notation import print_command
from domain.registry import installed_games, load_game
from domain.seats import GameState
from service.kits import KITS_GAME, kit_file
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import read_text, sample_sheets
from service.simulation.demonstration import type_in
from service.typing.rows import Suggestion
from service.typing.scoresheet import Scoresheet, read_command, read_scoresheet
from service.typing.suggestions import Suggester
from service.typing.touch import touched
from storage.store import MatchStore
from tests.campaigns import some, tries
from tests.replay_tui.live import open_sheet
from tests.replay_tui.test_record_pilot import KIT_SHEETS
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served
from tests.web_service.windows import TABLET, Window, expect, is_recorded
from web_service.limits import Limits

GAMES: Final = [game.name for game in installed_games().values() if game.kind == "game"]
RULED: Final = [game for game in GAMES if game != "tabletop"]
"""Games of which is known what may be done. In a kit's game hands are unknown, and cards that come out of them are typed."""
SHOWN: Final = 60
"""Rows of the page, as `SHOWN` of record.js."""
ACTIONS: Final = tries("MATCHBOOK_RECORDED_ACTIONS", few=6, many=1_000)


class Choice(Struct, frozen=True):
    """A row that is chosen, or one of the buttons behind it."""

    row: int
    button: int
    """0: the row itself."""
    shown: tuple[str, ...]
    """The title of a command and its arguments; of a command that is named already, what comes next."""
    line: str
    """What the line holds afterwards."""
    square: str = ""
    """The square that is touched on the board instead."""


class Way(Struct, frozen=True):
    """How a command is entered: rows one after the other, then what no row offers."""

    rows: tuple[Choice, ...]
    rest: str
    """Dice, numbers and names that nothing on the table tells."""

    @property
    def touches(self) -> int:
        """Rows and letters, and Record where the last row does not record."""
        return len(self.rows) + len(self.rest) + bool(self.rest)


_SQUARE: Final = re.compile(r"([a-z]\d+) ")
_UNNAMED: Final = re.compile(r"^(.*?) \?\?(?: |$)")


def put(row: Suggestion, line: str) -> str:
    """What the line holds when a row is touched; empty if that records it. A card that could be named is asked for, and what ends
    the match is touched twice."""
    if not row.complete or row.violations or (row.ends and row.line != line.strip()):
        return row.line
    found = _UNNAMED.match(row.line)
    return f"{found[1]} " if found and found[1] != line.strip() else ""


def way_to(game: AnyGame, state: GameState, command: Command) -> Way:
    """The way of somebody who looks for a command in the rows."""
    suggester, events = Suggester(game, state, touch=True), game.resolve(state, command)
    after = evolve_all(game, state, events)

    def means(line: str) -> bool:
        if suggester.after(line) != after:
            return False
        return game.resolve(state, read_command(line, game, suggester.names)) == events

    wanted, line = print_command(command, Names(state.catalogue, state.seats)), ""
    chosen: list[Choice] = []
    while True:
        rows = [
            ((number, place), row, put(row, line))
            for number, one in enumerate(touched(suggester, line).rows[:SHOWN])
            for place, row in enumerate((one, *one.choices))
        ]
        whole = [one for one in rows if not one[2] and means(one[1].line)]
        begun = [one for one in rows if one[2] and one[2] != line and wanted.startswith(one[2])]
        square = _SQUARE.match(wanted, len(line)) if line.endswith(" ") and not begun else None
        if square and not whole:
            line += square[0]
            chosen.append(Choice(-1, 0, (), line, square[1]))
            continue
        if not (whole or begun):
            return Way(tuple(chosen), wanted.removeprefix(line))
        (number, place), row, then = whole[0] if whole else max(begun, key=lambda one: len(one[2]))
        line = then or row.line
        shown = (row.title, row.label.partition(" ")[2]) if row.title else (row.label,)
        chosen.append(Choice(number, place, shown, line))
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
    """S24: half of the actions take one touch or two until they are recorded, although dice and draws are typed."""
    game = load_game(name)
    touches = [way_to(game, *step).touches for step in written(game)[1][1:]]
    assert sum(one <= 2 for one in touches) >= len(touches) / 2, touches


@pytest.mark.slow
@pytest.mark.parametrize("kit", KIT_SHEETS)
def test_half_of_a_match_of_a_kit_takes_two_touches(kit: str) -> None:
    """As in the games with code."""
    touches = touches_of(kit)
    assert sum(one <= 2 for one in touches) >= len(touches) / 2, touches


@pytest.mark.slow
def test_a_word_takes_no_more_touches_than_it_says_things() -> None:
    """Its tiles are touched one by one, two in a touch where the row has room; nothing is typed."""
    assert max(touches_of("word_game")) <= 7


def touches_of(kit: str) -> list[int]:
    """The touches of each action of a kit's sheet."""
    sheet = read_scoresheet(read_text(KIT_SHEETS[kit]))
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        lines = [line for line in sheet.lines if not line.refused]
        history = app.history(app.open_match(opening_of(load_game(KITS_GAME), sheet), lines).id)
    commands = [action_parts(entry.payload)[0] for entry in history.entries[1:]]
    match = history.match
    steps = ((match.states[n], in_order(one)) for n, one in enumerate(commands, 1) if isinstance(one, Act))
    return [squares_to(match.game, *step) or way_to(match.game, *step).touches for step in steps]


def in_order(act: Act) -> Act:
    """The act with its dice smallest first: the dice of one throw have no order."""
    thrown = {
        name: tuple(sorted(value, key=int))
        for name, value in act.args.items()
        if act.verb == "roll" and isinstance(value, tuple)
    }
    return replace(act, args={**act.args, **thrown})


def squares_to(game: AnyGame, state: GameState, command: Command) -> int:
    """The number of squares that are touched to record a command, as in touch.js; 0 if that is not enough."""
    suggester = Suggester(game, state, touch=True)
    line = " ".join(re.findall(r"\b[a-z]\d+\b", print_command(command, suggester.names)))
    answer = suggester.suggest(line)
    says = answer.verdict.standing == "legal" and not answer.rows and suggester.after(line)
    return len(line.split()) if says and says == evolve_all(game, state, game.resolve(state, command)) else 0


def by_touch(page: Any, way: Way) -> None:
    """Fingers alone; what no row offers is typed on the glass."""
    for choice in way.rows:
        if choice.square:
            page.locator(f"[data-square={choice.square}]").tap()
            _is_chosen(page, choice)
            continue
        row = page.locator("#offers li").nth(choice.row).locator("button").nth(choice.button)
        _stands(row, choice)
        settled(page)
        row.tap()
        if choice != way.rows[-1] or way.rest:
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
    if way.rows and way.rows[0].row < 9 and not way.rows[0].button:
        _stands(page.locator("#offers li").nth(way.rows[0].row), way.rows[0])
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


def settled(page: Any) -> None:
    """Waits until a touch is not taken for the second one of a double touch."""
    expect(page.locator("#offers")).not_to_have_attribute("aria-busy", "true")


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
        expect(page.locator("#said")).to_have_text(is_recorded(version + 1))
        after = evolve_all(game, before, game.resolve(before, command))
        assert served.app.match(match).state == after
    assert window.wrong == []


@needs_browser
@pytest.mark.timeout(300)
def test_a_card_is_touched_then_its_action(browser: Any, served: Served) -> None:
    """Given a robot on the board, when it is touched and then one of its actions, then that action is recorded; for ten seconds a
    button takes it back."""
    page, match, before = recorded(browser, served, "frc_card_game", 14)
    page.clock.install()
    board = page.locator("#board")
    board.locator("[data-name=Lifter]").first.tap()
    expect(page.locator("#line")).to_have_value("Lifter")
    expect(page.locator("#offers li").last).to_contain_text("About Lifter")
    row = page.locator("#offers button:not(.more)").first
    expect(row).to_contain_text("lifter")
    row.tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    undo = page.locator("#undo-last")
    expect(undo).to_have_text(f"Undo {before + 1}")
    undo.tap()
    expect(page.locator("#said")).to_contain_text("Undone: ")
    assert served.app.match(match).line[-1] == before
    expect(undo).to_be_hidden()
    settled(page)
    page.locator("#offers button:not(.more)").first.tap()
    expect(undo).to_be_visible()
    page.clock.fast_forward(10_001)
    expect(undo).to_be_hidden()


@needs_browser
@pytest.mark.timeout(300)
def test_the_information_about_a_card_is_still_there(browser: Any, served: Served) -> None:
    """Given a touched card, when `About` is touched, then its dialog opens."""
    page, _, _ = recorded(browser, served, "frc_card_game", 27)
    page.locator("#board [data-name=Lifter]").first.tap()
    page.locator("#offers button", has_text="About Lifter").tap()
    expect(page.locator("#dialog")).to_contain_text("In this match")


@needs_browser
@pytest.mark.timeout(300)
def test_a_card_is_reached_by_keys(browser: Any, served: Served) -> None:
    """Given a focused card, when enter is pressed, then its first action has the focus, for keyboards and screen readers."""
    page, _, _ = recorded(browser, served, "frc_card_game", 27)
    page.locator("#board [data-name=Lifter]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#offers button").first).to_be_focused()
    expect(page.locator("#offers button").first).to_contain_text("lifter")


@needs_browser
@pytest.mark.timeout(300)
def test_an_illegal_action_is_not_recorded_by_a_touch(browser: Any, served: Served) -> None:
    """Given a card whose play a rule forbids, when the row is touched, then the rule is told and Record says as played."""
    page, match, before = recorded(browser, served, "frc_card_game", 7)
    page.locator("#line").fill("nia")
    page.locator("#offers button", has_text="nia").first.tap()
    expect(page.locator("#verdict")).to_contain_text("CG-A02")
    expect(page.locator("#record")).to_have_text("Record as played")
    assert served.app.match(match).version == before


@needs_browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize("dragged", [False, True])
def test_a_move_on_squares_takes_two_touches(browser: Any, served: Served, *, dragged: bool) -> None:
    """Given a chess board, when two squares are touched, or a piece is dragged, then the move is recorded."""
    page, _, before = kit_page(browser, served, "chess", has_touch=not dragged)
    here, there = (page.locator(f"[data-square={square}]") for square in ("e2", "e4"))
    if dragged:
        here.drag_to(there)
    else:
        here.tap()
        expect(page.locator("#line")).to_have_value("e2")
        there.tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))


@needs_browser
@pytest.mark.timeout(300)
def test_a_square_records_where_nothing_is_open(browser: Any, served: Served) -> None:
    """Given a board of Go, when an empty point is touched, then the stone is recorded; a touched stone records nothing."""
    page, _, before = kit_page(browser, served, "go", has_touch=True)
    page.locator("[data-square=d4]").tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    settled(page)
    page.locator("[data-square=d4]").tap()
    expect(page.locator("#verdict")).to_contain_text("Against a rule: [G-EMPTY]")


@needs_browser
@pytest.mark.timeout(300)
def test_five_dice_take_two_touches(browser: Any, served: Served) -> None:
    """Given Yacht, when two dice are touched and then three, then the throw is recorded; a box and its points take two."""
    page, _, before = kit_page(browser, served, "yacht", has_touch=True)
    page.get_by_role("button", name="roll [2, 5, ", exact=True).tap()
    page.get_by_role("button", name="roll [2, 5, 1, 3, 3]", exact=True).tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))


@needs_browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("kit", "typed", "line"), [("yacht", "ones 1", "write ones 1"), ("yacht", "dice 1 1 2 3 3", "roll 1,1,2,3,3")]
)
def test_typed_numbers_are_arguments(browser: Any, served: Served, kit: str, typed: str, line: str) -> None:
    """Given a word of an action, when numbers are typed behind it, then they are its numbers and no rows."""
    page, _, before = kit_page(browser, served, kit, has_touch=False)
    expect(page.locator("#offers button").first).to_be_visible()
    page.locator("#line").press_sequentially(typed)
    expect(page.locator("#line")).to_have_value(typed)
    expect(page.locator("#offers button")).to_have_text([re.compile(re.escape(line.partition(" ")[2]))])
    settled(page)
    page.locator("#offers button").click()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))


def kit_page(browser: Any, served: Served, kit: str, *, has_touch: bool) -> tuple[Any, str, int]:
    """The recording page of a new match of a kit, the match, and its last entry."""
    sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=str(kit_file(kit)))
    match = served.app.open_match(opening_of(load_game(KITS_GAME), sheet)).id
    page = Window(browser, TABLET, has_touch=has_touch).at(served, f"/m/{match}/record", "scorekeeper").page
    return page, match, served.app.match(match).version


def recorded(browser: Any, served: Served, name: str, lines: int) -> tuple[Any, str, int]:
    """The recording page of a sample match with so many of its lines, the match, and its last entry."""
    served.app_state.limits = Limits(count().__next__)
    match = open_sheet(served.app, name, lines)
    page = Window(browser, TABLET, has_touch=True).at(served, f"/m/{match}/record", "scorekeeper").page
    expect(page.locator("#offers button").first).to_be_visible()
    return page, match, served.app.match(match).version
