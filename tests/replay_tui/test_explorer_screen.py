"""The explorer: what was played from a position, over list, replay and record; opened, followed, stepped, narrowed, stopped."""

from datetime import UTC
from pathlib import Path

import pytest

from projections.analytics import Analytics
from projections.explorer import read_explored
from replay_tui.app import MatchbookApp
from service.analysis.statistics import Answer
from service.recording.acts import RecordingDesk
from storage.store import MatchStore
from tests.replay_tui.asked import Counted, Desk, program, touring, whole_program
from tests.replay_tui.driving import LARGE, SMALL, Pictured, Seen, keys, visit
from tests.replay_tui.live import open_sheet, table

GAME = "frc_tcg"


def listed(*, game: str = GAME) -> str:
    """The keys that leave matches of one game in the list."""
    return f"slash {keys('game:')} {' '.join({'_': 'underscore'}.get(letter, letter) for letter in game)} enter"


@pytest.fixture(scope="module")
def tour(analytics: Analytics, counted_store: MatchStore, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run: the explorer from the list, then from a replay."""
    return touring(
        whole_program(Desk(analytics, answers), counted_store),
        SMALL,
        beginning=f"{listed()} p",
        followed="right",
        retreated="left",
        wrong=f"slash {keys('plyer=Ada')} enter",
        narrowed=f"ctrl+u {keys('least=100')} enter",
        widened="slash ctrl+u enter",
        matches="enter",
        back="escape",
        closed="escape",
        replay="enter",
        in_replay="full_stop full_stop p",
        stepped="full_stop full_stop full_stop",
        left="escape",
        late="9 p",
    )


def test_the_explorer_of_a_game_begins_where_the_first_turn_does(tour: dict[str, Seen], analytics: Analytics):
    """Each move with how often it was made, how it ended as bar, share and interval, the rating of who made it."""
    answer = analytics.explore(read_explored(GAME, (), (), {}))
    seen = tour["beginning"]
    assert "EXPLORER frc_tcg" in seen.text
    assert f"{sum(row[1] for row in answer.rows)} moves in 4 matches" in seen.text
    for row in answer.rows[:4]:
        assert any(str(row[0])[:20] in line and f"~{row[1]}" in line for line in seen.lines)
    assert "W/D/L" in seen.text
    assert seen.lines[0].startswith("Matchbook")  # the list stays in sight


def test_moves_are_followed_and_left_again(tour: dict[str, Seen], analytics: Analytics):
    """`→` goes on to the position after the move under the cursor, `←` back to the one before."""
    [first, *_] = analytics.explore(read_explored(GAME, (), (), {})).rows
    assert f"after {first[0]}" in tour["followed"].text
    assert tour["retreated"].lines == tour["beginning"].lines


def test_moves_are_narrowed_and_a_wrong_filter_is_told(tour: dict[str, Seen]):
    """`/` takes the filters of metrics; a word that is none keeps the line open, with what may be meant."""
    assert "did you mean player" in " ".join(tour["wrong"].text.split())
    assert tour["wrong"].focus == "prompt-input"
    assert "where least=100" in tour["narrowed"].text
    assert "Nobody went on from here." in tour["narrowed"].text
    assert tour["widened"].lines == tour["beginning"].lines


def test_a_move_opens_the_matches_in_which_it_was_made(tour: dict[str, Seen], analytics: Analytics):
    """`enter` lists them, and `esc` comes back to the explorer."""
    [first, *_] = analytics.explore(read_explored(GAME, (), (), {})).rows
    assert tour["matches"].lines[0].startswith(f"Matches of frc_tcg · {first[0]}"[:60])
    assert f"{first[2]} match" in tour["matches"].lines[0]
    assert "EXPLORER frc_tcg" in tour["back"].text
    assert "EXPLORER" not in tour["closed"].text


def test_the_explorer_follows_the_replay_below(tour: dict[str, Seen]):
    """It asks about the position that the board shows; `.` steps there, and the answer goes along."""
    assert "EXPLORER frc_tcg · from here" in tour["in_replay"].text
    before, after = tour["in_replay"].address, tour["stepped"].address
    assert int(after.split("/")[1].split(".")[0]) > int(before.split("/")[1].split(".")[0])
    assert tour["left"].address == after
    assert "EXPLORER" not in tour["left"].text


def test_later_turns_are_not_explored_and_it_says_so(tour: dict[str, Seen]):
    """Near the end of the match one line says up to which turn there is something to see."""
    assert "the first 6 turns of the first round are explored" in tour["late"].text


def test_the_explorer_while_recording_keeps_what_is_typed(desk: Desk, counted_store: MatchStore, tmp_path: Path):
    """`^l` opens it over the record with the line as it stands; on an empty line `P` does."""
    with table(tmp_path) as matchbook:
        match_id = open_sheet(matchbook, "frc_card_game", 7)
        library = Counted(desk._analytics, counted_store, desk)
        app = MatchbookApp(library, desk=RecordingDesk(matchbook), live=matchbook.history(match_id), zone=UTC)
        over, back, empty, by_letter = visit(app, "p l a y ctrl+l", "escape", " ".join(["backspace"] * 4), "P")
    assert "EXPLORER frc_card_game · from here" in over.text
    assert any(line.startswith("> play") for line in back.lines)
    assert "EXPLORER" not in empty.text
    assert "EXPLORER frc_card_game · from here" in by_letter.text


def test_without_a_match_there_is_nothing_to_explore(desk: Desk):
    """An empty list says what the explorer needs; so does a contest."""
    [seen] = visit(program(desk), "p")
    assert seen.messages[-1].startswith("No match is chosen")
    [seen] = visit(program(desk, "series"), "p")
    assert seen.messages[-1].startswith("A series has no moves of its own")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_explorer_pictured(pictured: Pictured, desk: Desk, counted_store: MatchStore, size: tuple[int, int]):
    """Over a replay, some moves in."""
    library = Counted(desk._analytics, counted_store, desk)
    assert pictured(MatchbookApp(library, match_id=f"{GAME}1", place="t1", zone=UTC), size, "enter p")
