"""The cursor over the cards of a board: where it goes, what it tells, what it leaves as it was."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from domain.registry import load_game
from domain.replay import AnyHistory
from domain.seats import JUDGE
from domain.simulation import simulate
from replay_tui.cursor import bracketed, nearest, spots
from replay_tui.screens.card_cursor import CardCursor
from replay_tui.screens.cards import CardsScreen
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.replay import ReplayScreen
from replay_tui.widgets.board_view import BoardView
from service.reading.card_story import card_history, cards_on, told_card
from service.reading.styled_text import StyledLine
from service.reading.table.picture import drawn
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from tests.replay_tui.driving import press, see, until, visit
from tests.replay_tui.live import open_sheet, recording
from tests.replay_tui.memory import showing
from tests.rulebooks import RULEBOOKS


def drawn_table(name: str, width: int) -> tuple[list[StyledLine], set[str]]:
    """A table in the middle of a match as drawn, and the keys of its cards."""
    game = load_game(name)
    states = [step.after for step in simulate(game, load_catalogue(game), 2)]
    board = game.board(states[len(states) // 2], JUDGE)
    keys = {card.key for _, card in cards_on(board)}
    return [*drawn(game.plan(states[-1]), board, JUDGE, (width, 30))], keys


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("width", [80, 140])
def test_every_card_can_be_reached(name: str, width: int) -> None:
    """From any card, arrows lead to all drawn ones, each step in the direction of its arrow."""
    lines, keys = drawn_table(name, width)
    found = spots(lines, keys)
    reached, waiting = {found[0]}, [found[0]]
    while waiting:
        here = waiting.pop()
        for way in ("left", "right", "up", "down"):
            there = nearest(found, here, way)
            moved = {"left": there.column - here.column, "right": here.column - there.column}
            moved |= {"up": there.row - here.row, "down": here.row - there.row}
            assert moved[way] <= 0
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    assert reached == set(found)


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("width", [80, 140])
def test_the_cursor_pushes_nothing_aside(name: str, width: int) -> None:
    """Brackets use free cells around the card, and the other letters of the line stay."""
    lines, keys = drawn_table(name, width)
    for spot in spots(lines, keys):
        before, after = (
            "".join(span.text for span in line) for line in (lines[spot.row], bracketed(lines[spot.row], spot))
        )
        differ = [n for n, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
        assert [after[n] for n in differ] == ["[", "]"]
        assert all(before[n] in " *│" for n in differ)
        assert differ[0] < differ[1]


def changes(history: AnyHistory, key: str) -> list[int]:
    """Entries that moved or changed a card, by looking at each board."""
    game, states = history.match.game, history.match.states
    seen = [
        {card.key: (where, card) for where, card in cards_on(game.board(state, JUDGE))}.get(key) for state in states[1:]
    ]
    return [n + 1 for n in range(len(seen)) if seen[n] != (seen[n - 1] if n else None)]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_history_of_a_card(history_of: Callable[[str], AnyHistory], name: str) -> None:
    """The entries up to here that moved or changed it, the last first, with their sentences, without later ones."""
    history = history_of(name)
    version = history.match.version * 2 // 3
    board = history.match.game.board(history.match.states[version], JUDGE)
    for _, card in list(cards_on(board))[:3]:
        told = list(card_history(history, card.key, version, JUDGE))
        assert [number for number, _ in told] == [n for n in reversed(changes(history, card.key)) if n <= version]
        assert all(text for _, text in told)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_card_is_told_and_the_table_stays(history_of: Callable[[str], AnyHistory], size: tuple[int, int]) -> None:
    """`o` points at a card, ⏎ tells its text and its history in half of the screen, esc closes one after the other."""
    pointed, told, closed, gone = visit(
        showing(history_of("frc_card_game")), "9 o", "enter", "escape", "escape", size=size
    )
    assert isinstance(pointed.screen, CardCursor)
    assert any("[" in line and "]" in line for line in pointed.lines[1:20])
    assert "On the card" in told.text
    assert "In this match, up to here" in told.text
    assert closed.lines[1:20] == pointed.lines[1:20]
    assert isinstance(gone.screen, ReplayScreen)


def test_stepping_keeps_the_card(history_of: Callable[[str], AnyHistory]) -> None:
    """`j` goes on; the cursor stays on its card while that is to be seen."""

    async def walk(pilot: Pilot[None]) -> None:
        await press(pilot, "5", "o")
        board = pilot.app.screen_stack[-2].query_one(BoardView)
        before = board.cursor
        await press(pilot, "j")
        still = {spot.key for spot in board.spots()}
        assert before is not None
        assert board.cursor is not None
        assert board.cursor.key == before.key or before.key not in still
        assert board.cursor in board.spots()

    see(showing(history_of("frc_card_game")), then=walk)


def test_opens_the_card_of_the_entry(history_of: Callable[[str], AnyHistory]) -> None:
    """The cards of the match open at the one that the entry names."""
    history = history_of("frc_card_game")
    version = next(n for n in range(1, history.match.version) if told_card(history, n, JUDGE))
    card = history.match.state.catalogue.get(told_card(history, version, JUDGE))
    seen = visit(showing(history), f"colon {' '.join(str(version))} enter f7")[-1]
    assert isinstance(seen.screen, CardsScreen)
    assert card is not None
    assert seen.screen.pages.list.here is not None
    assert seen.screen.pages.list.here.name == card.card_id


def test_a_card_of_the_record_screen_offers_its_actions(app: MatchService) -> None:
    """Given the record screen, when the cursor points at a card, then its actions are offered, and a digit takes one: an illegal
    one goes into the line, a whole legal one is recorded. The same card again has no effect."""
    first, second = (open_sheet(app, "frc_card_game", 14) for _ in range(2))
    at_work, chosen, same, refused = visit(recording(app, first), "O", "enter", "enter", "1")
    assert (same.line, same.offered) == (chosen.line, chosen.offered)
    assert "choose" in at_work.lines[-1]
    assert (chosen.line, type(chosen.screen)) == ("Volt Club", CardCursor)
    assert chosen.offered
    assert (refused.line, refused.focus) == ("retire_card volt_club", "line")
    recorded = visit(recording(app, second), "ctrl+s", "1")[-1]
    assert (recorded.line, app.match(first).version, app.match(second).version) == ("", 15, 16)


def test_the_second_card_pointed_at_records(app: MatchService) -> None:
    """Given a robot that may score, when the cursor points at it and then at its target, then only cards that are offered can be
    reached, and the last one records."""
    match_id = open_sheet(app, "frc_card_game", 14)
    names: list[set[str]] = []

    async def point(pilot: Pilot[None]) -> None:
        screen, cursor = pilot.app.screen_stack[-2:]
        assert isinstance(screen, RecordScreen)
        assert isinstance(cursor, CardCursor)
        screen.typing.point("Lifter")
        keys = {spot.key for spot in cursor._spots()}
        names.append({card.name for _, card in cards_on(screen.query_one(BoardView).shown) if card.key in keys})
        assert screen.typing.point("Dasher")
        await until(lambda: app.match(match_id).version == 16)

    visit(recording(app, match_id), "O", then=point)
    assert {"Lifter", "Dasher"} <= names[0]
    assert "Volt Club" not in names[0]
