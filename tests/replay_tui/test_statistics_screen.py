"""The statistics screen on a real store: what is asked, shown, drawn, narrowed, explained, copied, saved and stopped."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC
from pathlib import Path
from threading import Event
from typing import Any

import duckdb
import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from projections.analytics import Analytics
from projections.errors import AnalyticsBusy
from replay_tui.app import MatchbookApp
from replay_tui.screens.statistics import StatisticsScreen
from service.analysis.statistics import Answer, Question, Report, StatisticsDesk, Wanted
from service.recording.acts import RecordingDesk
from storage.store import MatchStore
from tests.projections.scorebook import GAMES, Scorebook
from tests.replay_tui.conftest import Seen, Shelf, row, see, settle, visit
from tests.replay_tui.live import open_sheet, table
from tests.replay_tui.test_following import until

SMALL, LARGE = (80, 24), (120, 40)
OF_GAMES = {
    "frc_card_game": "points-by-turn",
    "frc_tcg": "prize-race",
    "pbl_robots": "dice",
    "robin_in_the_hood": "stage-battles",
}
"""A question for each game, each with another chart."""


class Desk:
    """The real desk, with the time of the analytics held still; what was asked is kept, the answer too where `answers` are."""

    def __init__(self, desk: StatisticsDesk, answers: list[tuple[Wanted, Answer]] | None = None) -> None:
        self.desk = desk
        self.asked: list[Wanted] = []
        self.answers = answers
        self.before: Callable[[Report | None], object] = lambda _: None
        """What comes before an answer: a failure, a wait."""

    def questions(self) -> tuple[Question, ...]:
        return self.desk.questions()

    def ask(self, wanted: Wanted, report: Report | None = None) -> Answer:
        self.asked.append(wanted)
        self.before(report)
        answer = next((answer for asked, answer in self.answers or () if asked == wanted), None)
        if answer is None:
            answer = self.desk.ask(wanted, report)
            if self.answers is not None:
                self.answers.append((wanted, answer))
        return replace(answer, as_of=replace(answer.as_of, updated_at=1_750_000_000_000_000))

    def known(self) -> Mapping[str, tuple[str, ...]]:
        return self.desk.known()


class Asked(Shelf):
    """A shelf whose matches can be asked about."""

    statistics: Desk


@pytest.fixture(scope="module")
def analytics(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analytics]:
    """Four matches of each game, one of them agreed, one with a violation."""
    folder = tmp_path_factory.mktemp("statistics")
    with MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__) as store:
        for game in OF_GAMES:
            for number in range(4):
                book = Scorebook(store, f"{game}{number}", game, number, tags=("odd one",) if number % 2 else ())
                book.play(None if number else 30)
                if not number:
                    book.conclude((1,))
        yield Analytics(folder / "analytics.duckdb", store, wait=0.2)


@pytest.fixture(scope="module")
def answers() -> list[tuple[Wanted, Answer]]:
    """What was answered about the matches of this module."""
    return []


@pytest.fixture
def desk(analytics: Analytics, answers: list[tuple[Wanted, Answer]]) -> Desk:
    """What the screen asks. Its matches stay as they are: a question is answered once."""
    return Desk(StatisticsDesk(analytics), answers)


def program(desk: Desk, game: str = "") -> MatchbookApp:
    """The program with the statistics in its reach, on a list of one match of a game."""
    shelf = Asked([row(1, game=game)] if game else ())
    shelf.statistics = desk
    return MatchbookApp(shelf, zone=UTC)


async def answered(pilot: Pilot[None]) -> None:
    """Waits until nothing is being asked."""
    await until(pilot, lambda: getattr(pilot.app.screen, "asking", None) is None)
    await settle(pilot)


def asking(desk: Desk, *walks: str, game: str = "", size: tuple[int, int] = SMALL) -> tuple[Seen, ...]:
    """What is seen after each walk, once the answer is there. The screen opens first."""
    return visit(program(desk, game), "f8", *walks, size=size, then=answered)[1:] if walks else ()


def to(question: str, game: str = "") -> str:
    """The keys from the first question to another one."""
    general = ["cards", "first-player", "length", "lengths", "points-by-turn", "results", "violations"]
    return " ".join(["j"] * [*general, "blow-offs", "dice", "prize-race", "stage-battles"].index(question))


# --- asking --------------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_with_table_notes_and_coverage(desk: Desk):
    """Title, meaning, n, shares with their intervals, how far the analytics follow the store; all on the small screen."""
    [seen] = asking(desk, "j")
    assert seen.lines[0].startswith("STATISTICS · all matches · 16 matches")
    assert "as of entry" in seen.lines[0]
    assert "First player's edge" in seen.lines[1]
    assert any("frc_tcg" in line and "~3" in line and "%" in line and "–" in line for line in seen.lines)
    assert "fewer than 30 cases" in seen.text


def test_the_list_holds_every_question(desk: Desk):
    """What the command line can ask, the screen can."""
    [seen] = asking(desk, "end")
    assert all(question.name in seen.text for question in desk.questions())
    assert "> stage-battles" in seen.text


def test_an_answer_is_the_one_of_the_command_line(desk: Desk, analytics: Analytics):
    """The numbers on the screen are those that `matchbook stats` prints."""
    [seen] = asking(desk, f"{to('results')}", size=LARGE)
    for player, _, _, n, *_ in analytics.ask("results").rows[:5]:
        assert any(str(player) in line and f"~{n}" in line for line in seen.lines)


def test_keys_that_come_faster_than_answers_ask_the_last_question_alone(desk: Desk):
    """While one question is asked the others are passed over; what is shown belongs to the row under the cursor."""
    go_on = Event()
    desk.before = lambda _: go_on.wait(20)

    async def hurry(pilot: Pilot[None]) -> None:
        await pilot.press("f8", *"jjjjjj")
        go_on.set()
        await answered(pilot)

    seen = see(program(desk), then=hurry)
    assert "> violations" in seen.text
    assert "Violations by rule" in seen.lines[1]
    assert [wanted.question.name for wanted in desk.asked] == ["cards", "violations"]


def test_asking_again_takes_in_what_was_recorded(tmp_path: Path):
    """F5 counts the match that came since, and the coverage goes on with it."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        desk = Desk(StatisticsDesk(Analytics(tmp_path / "a.duckdb", store)))

        async def record(pilot: Pilot[None]) -> None:
            await answered(pilot)
            if len(desk.asked) == 1:
                Scorebook(store, "two", "frc_tcg", 2).play()

        first, again = visit(program(desk), "f8", "f5", then=record)
        assert "· 1 match " in first.lines[0]
        assert "· 2 matches " in again.lines[0]


# --- panes ---------------------------------------------------------------------------------------------------------------


def test_the_chart_takes_the_place_of_the_table_on_a_small_screen(desk: Desk):
    """`c` shows the chart, and the table again; a large screen shows both."""
    table, chart, again = asking(desk, "j", "c", "c")
    assert "● " not in table.text
    assert "share by game" not in table.text
    assert "share by game · sides 2 · │ 50 %" in chart.text
    assert "├" in chart.text
    assert again.lines == table.lines
    [both] = asking(desk, "j", size=LARGE)
    assert "share by game" in both.text
    assert "3 rows" in both.text


def test_charts_of_other_games_and_further_rows_are_turned_to(desk: Desk):
    """`]` and `[` go through the charts; they stop at the ends."""
    first, second, back = asking(desk, f"{to('lengths')} c", "right_square_bracket", "left_square_bracket")
    assert "1/4 ] · matches by turns · frc_card_game" in first.text
    assert "2/4 ] · matches by turns · frc_tcg" in second.text
    assert back.lines == first.lines


def test_columns_are_shifted(desk: Desk):
    """`→` brings columns that had no room; what a row is about stays."""
    first, shifted = asking(desk, "enter", "right")
    assert "more columns →" in first.text
    assert "← 1 more" in shifted.text
    assert "card" in shifted.text


def test_the_explanation_tells_formula_unit_and_bias(desk: Desk):
    """`e` shows it in place of the answer, and goes with the question."""
    explained, other = asking(desk, "e", "tab j")
    assert "formula" in explained.text
    assert "known bias" in explained.text
    assert "column" in other.text


def test_esc_takes_one_layer_away_and_never_quits(desk: Desk):
    """Explanation, hidden list, chart, scope, screen, one after the other."""
    seen = asking(desk, "c", "z e", "escape", "escape", "escape", "escape", "escape", "escape", game="frc_tcg")
    texts = ["explained" if "known bias" in s.text else s.text for s in seen]
    assert texts[1] == "explained"
    assert "Questions" not in texts[2]
    assert "├" in texts[2]
    assert "Questions" in texts[3]
    assert "├" not in texts[4]
    assert "game=frc_tcg" in seen[4].lines[0]
    assert "all matches" in seen[5].lines[0]
    assert seen[6].lines[0].startswith("Matchbook")
    assert seen[7].lines[0].startswith("Matchbook")


# --- scope ---------------------------------------------------------------------------------------------------------------


def test_the_scope_starts_with_the_game_that_is_looked_at(desk: Desk):
    """Opened on a match of a game, the first answer is about that game; `esc` widens it."""
    opened, wide = asking(desk, "", "escape", game="pbl_robots")
    assert "game=pbl_robots · 4 matches" in opened.lines[0]
    assert "all matches · 16 matches" in wide.lines[0]


def test_f8_in_a_replay(desk: Desk):
    """The game of the replay is asked about where it is one that can be asked about; `esc` comes back to the same place."""
    shelf = Asked()
    shelf.statistics = desk
    app = MatchbookApp(shelf, match_id="match-3", zone=UTC)
    replayed, asked, back = visit(app, "right right", "f8", "escape escape", then=answered)
    assert asked.lines[0].startswith("STATISTICS · game=high_card")
    assert "Nothing to count." in asked.text
    assert back.address == replayed.address


def test_f8_while_recording_keeps_what_is_typed(desk: Desk, tmp_path: Path):
    """The record screen stands below the statistics as it was left, the begun line included."""
    shelf = Asked()
    shelf.statistics = desk
    with table(tmp_path) as matchbook:
        match_id = open_sheet(matchbook, "frc_card_game", 7)
        app = MatchbookApp(shelf, desk=RecordingDesk(matchbook), live=matchbook.history(match_id), zone=UTC)
        asked, back = visit(app, "p l a y f8", "escape escape", then=answered)
    assert asked.lines[0].startswith("STATISTICS · game=frc_card_game")
    assert any(line.startswith("> play") for line in back.lines)


def test_the_palette_offers_statistics(desk: Desk):
    """Who does not know the key finds it by its name."""
    [listed] = visit(program(desk), "ctrl+p s t a t i s t i c s")
    assert "Statistics: questions about all matches" in listed.text


def test_a_scope_is_typed_and_completed(desk: Desk):
    """`/` opens the line, `tab` completes names and values that exist, `enter` asks."""
    typed, kept = asking(desk, "slash t a g equals_sign o tab", "enter")
    assert "tag='odd one'" in typed.text
    assert "⏎ asks" in typed.text
    assert "tag='odd one' · 8 matches" in kept.lines[0]


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("l e a s t equals_sign x", "least=x: a whole number"),
        ("s p e e d equals_sign 1", "no parameter 'speed'"),
        ("g a m e", "write it as NAME=VALUE"),
    ],
)
def test_a_wrong_scope_is_told_and_nothing_is_lost(desk: Desk, keys: str, words: str):
    """One line beside what is typed; the line stays open, the answer too."""
    [seen] = asking(desk, f"slash {keys} enter", size=LARGE)
    assert words in seen.text
    assert "all matches" in seen.lines[0]
    assert seen.focus == "prompt-input"


def test_a_question_about_another_game_says_so(desk: Desk):
    """It is not asked; the screen says of what it is asked, and how to widen the scope."""
    [seen] = asking(desk, to("dice"), game="frc_tcg")
    assert "This is asked of pbl_robots." in seen.text
    assert "esc drops the scope" in seen.text
    assert "- dice" not in seen.text
    assert "- blow-offs" in seen.text


def test_what_does_not_apply_is_named(desk: Desk):
    """A card in the scope narrows questions about cards, and the others say that it does not."""
    seen = asking(desk, "slash c a r d equals_sign x enter", "j")
    assert "Nothing to count." in seen[0].text
    assert "card does not apply here" in seen[1].text


# --- command and file ----------------------------------------------------------------------------------------------------


def test_the_command_that_asks_the_same_is_copied(desk: Desk):
    """`y` copies a line for a shell, quoted as it must be."""
    [seen] = asking(desk, "slash t a g equals_sign o tab enter y")
    assert seen.copied == "matchbook stats cards tag='odd one'"


def test_the_table_is_saved_and_nothing_is_written_over_unasked(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """`o` asks for a file; one that is there is written over only at the second `enter`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first-player.csv").write_text("mine")
    warned, saved = asking(desk, "j o enter", "enter", size=LARGE)
    assert "it exists: ⏎ writes over it" in warned.text
    assert saved.messages[-1].startswith("3 rows in ")
    lines = (tmp_path / "first-player.csv").read_text("utf-8").splitlines()
    assert lines[0] == "game,sides,n,first_won,drawn,share,low,high,fair,verdict"
    assert len(lines) == 4


def test_a_file_that_cannot_be_written_is_named(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One line beside the name; the name can be changed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first-player.csv").mkdir()
    [seen] = asking(desk, "j o enter", size=LARGE)
    assert "first-player.csv is a folder" in seen.text
    assert seen.focus == "prompt-input"


# --- trouble and long work -----------------------------------------------------------------------------------------------


def fails(error: Exception) -> Callable[[Report | None], object]:
    """What comes before the answer: this error."""

    def fail(_: Report | None) -> object:
        raise error

    return fail


def test_trouble_says_what_to_do_next(desk: Desk):
    """A busy analytics file is named in one line; F5 asks again, and gets the answer."""
    desk.before = fails(AnalyticsBusy("a.duckdb is in use by process 7; try again when that is done"))
    [busy] = asking(desk, "j")
    assert "No answer." in busy.text
    assert "in use by process 7" in busy.text
    assert "F5 asks again" in busy.text
    desk.before = lambda _: None
    [seen] = asking(desk, "j f5")
    assert "3 rows" in seen.text


def test_a_file_that_another_program_holds_is_answered_from_a_copy(tmp_path: Path):
    """The real analytics, held by a real process: the answer comes, and covers all entries."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        analytics = Analytics(tmp_path / "a.duckdb", store, wait=0.1)
        analytics.catch_up()
        hold = f"import duckdb, sys; c = duckdb.connect({str(analytics.path)!r}); print('held', flush=True); sys.stdin.read()"
        with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdout
            assert holder.stdout.readline() == b"held\n"
            [seen] = asking(Desk(StatisticsDesk(analytics)), "f5")
            holder.communicate(b"")
    assert "· 1 match " in seen.lines[0]
    assert "as of entry 58 of 58" in seen.lines[0]


def test_a_damaged_file_is_made_anew_unasked(tmp_path: Path):
    """The answer comes; who asks need not know of files."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        (tmp_path / "a.duckdb").write_bytes(b"\0" * 5000)
        [seen] = asking(Desk(StatisticsDesk(Analytics(tmp_path / "a.duckdb", store, beside=True))), "f5")
    assert "· 1 match " in seen.lines[0]


def test_convention_14_a_long_catch_up_shows_progress_and_can_be_stopped(tmp_path: Path):
    """Count, rate and time left stand there while entries are read; `esc` stops after a batch, and F5 goes on from there."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        analytics = Analytics(tmp_path / "a.duckdb", store, batch=10)
        desk = Desk(StatisticsDesk(analytics))
        reached, go_on = Event(), Event()
        reports: list[int] = []

        def slow(report: Report | None) -> None:
            def told(done: int, total: int) -> None:
                assert report is not None
                report(done, total)
                reports.append(done)
                if done == 20:
                    reached.set()
                    go_on.wait(20)

            analytics.catch_up(told)

        async def walk(pilot: Pilot[None]) -> None:
            await pilot.press("f8")
            await until(pilot, reached.is_set)
            await pilot.pause()
            seen.append(text_of(pilot))
            await pilot.press("escape")
            go_on.set()
            await answered(pilot)
            seen.append(text_of(pilot))
            await pilot.press("f5")
            await answered(pilot)

        seen: list[str] = []
        desk.before = slow
        again = see(program(desk), then=walk)
    assert "20 of " in seen[0]
    assert "/s · " in seen[0]
    assert " left" in seen[0]
    assert "Stopped." in seen[1]
    assert "F5 asks again" in seen[1]
    assert reports == [
        0,
        10,
        20,
        30,
        40,
        50,
        58,
    ]  # told before the first batch and after each; the stop came in the one to 30
    assert "· 1 match " in again.lines[0]
    assert not (tmp_path / "a.duckdb.staging").exists()


def text_of(pilot: Pilot[None]) -> str:
    """The screen as it stands."""
    return "\n".join("".join(s.text for s in strip) for strip in pilot.app.screen._compositor.render_strips())


def test_keys_for_an_answer_on_its_way_are_kept(desk: Desk):
    """`c` before the answer is there shows its chart when it comes; what cannot be done before is dimmed."""
    go_on = Event()
    desk.before = lambda _: go_on.wait(20)

    async def hurry(pilot: Pilot[None]) -> None:
        await pilot.press("f8", "c", "o")
        assert pilot.app.screen.check_action("save", ()) is None
        go_on.set()
        await answered(pilot)
        assert pilot.app.screen.check_action("save", ()) is True

    assert "share by card" in see(program(desk), then=hurry).text


def test_leaving_while_it_is_asked_does_no_harm(desk: Desk):
    """The screen closes at once; the answer that comes later is dropped."""
    go_on = Event()
    desk.before = lambda _: go_on.wait(20)

    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("f8")
        await pilot.pause()
        await pilot.press("escape", "escape")
        await pilot.pause()
        go_on.set()
        await settle(pilot)

    seen = see(program(desk), then=leave)
    assert seen.lines[0].startswith("Matchbook")


def test_convention_13_numbers_right_and_names_cut_on_the_screen(desk: Desk):
    """In a narrow window long names end with `…`, and the digits of a column end below each other."""
    [seen] = asking(desk, to("results"))
    rows = [line[18:] for line in seen.lines if "robin_in_th…" in line or "frc_card_ga…" in line]
    assert rows
    assert len({line.index("%") for line in rows}) == 1


def test_an_empty_store_says_what_to_do(tmp_path: Path):
    """Before the first match there is a next step on the screen."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        [seen] = asking(Desk(StatisticsDesk(Analytics(tmp_path / "a.duckdb", store))), "j")
    assert "Nothing to count." in seen.text
    assert "matchbook demo" in seen.text


def test_names_with_markup_are_names(tmp_path: Path):
    """A player's name is shown and drawn as it is, whatever it looks like."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        analytics = Analytics(tmp_path / "a.duckdb", store)
        analytics.catch_up()
        with duckdb.connect(str(analytics.path)) as connection:
            connection.execute("update seats set player = '[b]木村[/b]' where seat = 0")
        seen = asking(Desk(StatisticsDesk(analytics)), to("results"), "c")
    assert all("[b]木村[/b]" in s.text for s in seen)


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light", "matchbook-dark", "matchbook-light"])
def test_charts_can_be_read_in_any_theme(desk: Desk, theme: str):
    """Nothing is drawn in the colour of its ground, the terminal's own colours included."""
    grounds: list[tuple[Any, Any]] = []

    async def look(pilot: Pilot[None]) -> None:
        await answered(pilot)
        strips = pilot.app.screen._compositor.render_strips()
        grounds.extend(
            (s.style.color, s.style.bgcolor) for strip in strips for s in strip if s.text.strip() and s.style
        )

    app = program(desk)
    app.theme = theme
    [_, chart] = visit(app, "f8", "j c", then=look)
    assert "├" in chart.text
    assert not [(color, ground) for color, ground in grounds if color == ground and color and not color.is_default]


@pytest.mark.parametrize("size", [(40, 10), (30, 6), (200, 60)])
def test_any_size(desk: Desk, size: tuple[int, int]):
    """Every question with its chart fits a tiny window and a huge one."""
    for seen in asking(desk, "", *["j j c"] * 5, size=size):
        assert len(seen.lines) == size[1]
        assert seen.lines[0].startswith("STATISTICS")


def test_the_program_starts_without_charts():
    """Neither the command line's help nor the program itself loads what draws charts before statistics are opened."""
    code = (
        "import sys, matchbook.cli, replay_tui.app; print({'plotext', 'textual_plotext', 'duckdb'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# --- pictures ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def pictured(snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Compares the picture of an answer, after some keys, with the one that is kept."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

    def compare(app: MatchbookApp, keys: str, size: tuple[int, int]) -> bool:
        async def walk(pilot: Pilot[Any]) -> None:
            await settle(pilot)
            for part in ("f8", keys):
                await pilot.press(*part.split())
                await answered(pilot)
            assert isinstance(pilot.app.screen, StatisticsScreen)

        return snap_compare(app, run_before=walk, terminal_size=size)

    return compare


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", OF_GAMES)
def test_statistics_of_each_game(pictured: Callable[..., bool], desk: Desk, game: str, size: tuple[int, int]):
    """A question about the game, with its table, and its chart where there is room."""
    assert pictured(program(desk, game), to(OF_GAMES[game]), size)


@pytest.mark.parametrize("game", OF_GAMES)
def test_charts_of_each_game(pictured: Callable[..., bool], desk: Desk, game: str):
    """Lines, bars, histogram: each in the place of the table."""
    assert pictured(program(desk, game), f"{to(OF_GAMES[game])} c", SMALL)


def test_the_explanation_pictured(pictured: Callable[..., bool], desk: Desk):
    """Formula, unit, bias, columns."""
    assert pictured(program(desk), "j e", SMALL)


def test_statistics_in_a_light_theme(pictured: Callable[..., bool], desk: Desk):
    """Table and chart on a light ground."""
    app = program(desk)
    app.theme = "matchbook-light"
    assert pictured(app, "j", LARGE)
