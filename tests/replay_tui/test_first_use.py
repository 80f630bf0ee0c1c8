"""The first evening: an empty store offers a demo match, a new match in three questions, and a tour."""

import asyncio
from threading import Event

from textual.pilot import Pilot

from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.tour import STOPS, TourCard
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from tests.replay_tui.driving import SMALL, drawn_lines, keys, see, settle, visit
from tests.replay_tui.live import analytics_of, open_sheet, whole


def test_an_empty_store_offers_a_demo_a_match_and_a_tour(app: MatchService) -> None:
    """Given an empty store, then the list names the three keys; `d` records a match that can be gone on with."""
    empty, listed, recording = visit(whole(app), "", "d", "l")
    for offered in ("d   a demo match", "n   a new match", "u   a tour"):
        assert offered in empty.text
    (match_id,) = app.store.match_ids()
    assert match_id[:4] in listed.text or "1 match" in listed.text
    assert isinstance(recording.screen, RecordScreen)
    assert app.match(match_id).concluded is None
    assert recording.offered


def test_a_demo_is_for_an_empty_store(app: MatchService) -> None:
    """Given a store with a match, when `d` is pressed, then the record is unchanged and the reason is shown."""
    open_sheet(app, "frc_card_game", 6)
    seen = see(whole(app), "d")
    assert len(app.store.match_ids()) == 1
    assert "for an empty store" in seen.messages[-1]


def test_no_demo_is_recorded_while_the_list_is_still_read(app: MatchService) -> None:
    """Given a store with a match whose list is being read, when `d` is pressed, then the record is unchanged and the footer does
    not offer it."""
    open_sheet(app, "frc_card_game", 6)
    read_on, analytics = Event(), analytics_of(app)

    def slowly() -> Analytics:
        read_on.wait()
        return analytics()

    program = MatchbookApp(app, slowly, recording_service=RecordingService(app))

    async def press_early() -> tuple[str, list[str]]:
        async with program.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("d")
            await pilot.pause()
            early = drawn_lines(program)[-1].text
            read_on.set()
            await settle(pilot)
            return early, [note.message for note in program._notifications]

    try:
        footer, messages = asyncio.run(press_early())
    finally:
        read_on.set()
    assert len(app.store.match_ids()) == 1
    assert "demo" not in footer
    assert "being read" in messages[-1]


def test_a_demo_is_not_recorded_beside_a_match_that_another_program_began(app: MatchService) -> None:
    """Given an empty list and a match recorded elsewhere since it was read, when `d` is pressed, then a demo is not recorded."""
    program = whole(app)

    async def elsewhere(*_: object) -> None:
        open_sheet(app, "frc_card_game", 6)

    seen = see(program, elsewhere, "d")
    assert len(app.store.match_ids()) == 1
    assert "for an empty store" in seen.messages[-1]


def test_a_first_match_takes_three_questions(app: MatchService) -> None:
    """Given an empty store, when game, players and no decks are answered, then the match is open and recorded."""
    asked, decks, opened = visit(whole(app), f"n {keys('frc_tcg')} enter {keys('Ada, Bo, Cy, Di')}", "enter", "enter")
    assert not any(row.startswith("  options") for row in asked.lines)
    assert "empty: no decks · ⏎ open the match" in decks.text
    assert isinstance(opened.screen, RecordScreen)
    (match_id,) = app.store.match_ids()
    assert [seat.name for seat in app.match(match_id).state.seats] == ["Ada", "Bo", "Cy", "Di"]


def test_all_questions_are_a_key_away(app: MatchService) -> None:
    """Given the three questions, when `^o` is pressed, then options, strictness and title are asked too; again, they are not."""
    brief, whole_list, again = visit(whole(app), "n", "ctrl+o", "ctrl+o")
    asked = [any(row.startswith("  strictness") for row in one.lines) for one in (brief, whole_list, again)]
    assert asked == [False, True, False]


def test_every_new_match_takes_three_questions(app: MatchService) -> None:
    """Given a store with matches, when `n` is pressed, then three questions are asked too, and the others are named with their
    key; a kit brings its cards."""
    open_sheet(app, "frc_card_game", 6)
    cards, kit = visit(whole(app), "n", f"{keys('pig')} enter")
    assert [row.strip() for row in cards.lines[2:6]] == [
        *("> game", "players", "decks"),
        "^o also asks for catalogue, options, strictness and title (else defaults)",
    ]
    assert [row.split()[:2] for row in kit.lines[2:4]] == [["✓", "game"], [">", "players"]]
    assert "^o also asks for options, strictness and title (else defaults)" in kit.lines[5]


async def take_the_tour(pilot: Pilot[None], screen: object) -> None:
    """Press enter at each stop, and check that it is over its screen."""
    for number, stop in enumerate(STOPS, 1):
        await settle(pilot)
        assert isinstance(pilot.app.screen, TourCard), (stop, pilot.app.screen)
        assert type(pilot.app.screen_stack[-2]).__name__ == stop.screen
        pane = str(pilot.app.screen.query_one("#card").border_title)
        assert pane == f"Tour {number} of 8: {stop.title}"
        await pilot.press("enter")
    await settle(pilot)
    assert type(pilot.app.screen).__name__ == STOPS[-1].screen


def test_the_tour_shows_eight_screens(app: MatchService) -> None:
    """Given a match, when the tour is begun and enter pressed, then each stop is over its screen, in order; after the last one the
    program is at the last screen."""
    open_sheet(app, "frc_card_game", 20)
    visit(whole(app, tour=True), take_the_tour, size=SMALL)


def test_the_tour_of_an_empty_store_makes_its_demo_match(app: MatchService) -> None:
    """Given an empty store in a program that records matches, when `u` is pressed, then a demo match is recorded and the whole
    tour follows."""
    visit(whole(app, recording=True), "u", take_the_tour)
    assert len(app.store.match_ids()) == 1


def test_after_a_tour_enter_records_again(app: MatchService) -> None:
    """Given a list that records matches, when a tour was left at its replay, then enter in the list records."""
    open_sheet(app, "frc_card_game", 20)
    assert isinstance(see(whole(app, recording=True), "u enter escape escape enter").screen, RecordScreen)


def test_the_tour_ends_where_it_is_left(app: MatchService) -> None:
    """Given the second stop, when it is left with escape, then the replay is open and goes on without cards."""
    open_sheet(app, "frc_card_game", 20)
    left, later = visit(whole(app), "u enter escape", "escape enter o")
    assert type(left.screen).__name__ == "ReplayScreen"
    assert type(later.screen).__name__ == "CardCursor"


def test_a_tour_needs_a_match_where_nothing_can_be_recorded(app: MatchService) -> None:
    """Given an empty store in a program that only shows matches, when the tour is asked for, then the reason is told."""
    assert "shows a match: none" in see(whole(app, records=False), "u").messages[-1]


def test_escape_leaves_a_highlighted_row_before_the_screen(app: MatchService) -> None:
    """Given a row that was moved to on an empty line, when escape is pressed, then no row is highlighted and the screen stays; a
    second time, the list of matches is back."""
    open_sheet(app, "frc_card_game", 6)
    stays, left = visit(whole(app, recording=True), "enter down escape", "escape")
    assert isinstance(stays.screen, RecordScreen)
    assert type(left.screen).__name__ == "MatchesScreen"
