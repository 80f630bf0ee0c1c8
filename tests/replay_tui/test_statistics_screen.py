"""The statistics screen on a real store: what is asked, split, sorted, drawn, narrowed, explained, opened, copied,
saved."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from projections.analytics import Analytics
from projections.errors import AnalyticsBusy
from projections.questions import questions
from replay_tui.widgets.question_list import QuestionList
from service.analysis.statistics import Answer, Report
from service.reading.styled_text import plain
from storage.store import MatchStore
from tests.campaigns import WHOLE, some
from tests.projections.scorebook import GAMES, Scorebook
from tests.replay_tui.asked import OF_GAMES, PausedStatistics, asking, program, program_over, to, touring, whole_program
from tests.replay_tui.driving import LARGE, SMALL, Pictured, Seen, keys, press, see, settle, until, visit
from tests.replay_tui.memory import Shelf


@pytest.fixture(scope="module")
def tour(analytics: Analytics, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run on the small screen: what is seen after each walk."""
    return touring(
        program(PausedStatistics(analytics, answers)),
        SMALL,
        cards="f8",
        into_cards="enter",
        shifted="right",
        explained="left escape e",
        explained_further="tab j",
        results=f"escape {to('results')}",
        points=to("points-by-turn"),
        points_chart="c",
        points_again="c",
        lengths=f"{to('lengths')} c",
        lengths_second="right_square_bracket",
        lengths_back="left_square_bracket",
        first_player=f"c {to('first-player')}",
        scope_typed="slash t a g colon o tab",
        scope_kept="enter",
        copied="y",
        scope_dropped="escape",
        not_here="slash c a r d colon x enter",
        not_here_named="k j",
        last="escape end",
        split_box="d",
        split="home enter",
        wrong_metric=f"colon ctrl+u {keys('win-rte by player')} enter",
        wrong_split=f"ctrl+u {keys('win-rate by plyer')} enter",
        wrong_question=f"ctrl+u {keys('results by player')} enter",
        completed="ctrl+u w i n tab b tab p l a tab",
        asked=f"{keys('game:frc_tcg')} enter",
        stays=f"{to('score')}",
    )


@pytest.fixture(scope="module")
def wide_tour(analytics: Analytics, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run on the large screen."""
    return touring(
        program(PausedStatistics(analytics, answers)),
        LARGE,
        first="f8",
        results=to("results"),
        sorted="s s s",
        reversed="r",
        unsorted="S S S",
        lengths=to("lengths"),
        no_number=f"slash {keys('least:x')} enter",
        no_filter=f"ctrl+u {keys('speed:1')} enter",
        no_value="ctrl+u g a m e enter",
    )


def test_a_question_is_answered_with_table_notes_and_coverage(tour: dict[str, Seen]):
    """Title, meaning, n, shares with their intervals, how far the analytics follow the store; all on the small
    screen."""
    seen = tour["first_player"]
    assert seen.lines[0].startswith("STATISTICS · all matches · 16 matches")
    assert "as of entry" in seen.lines[0]
    assert "First player's edge" in seen.lines[1]
    assert any("frc_tcg" in line and "n=~3" in line and " % [" in line and "○" in line for line in seen.lines)
    assert "fewer than 30 cases" in seen.text


def test_the_list_holds_every_question_and_metric(statistics: PausedStatistics):
    """The screen can ask all that the command line can: questions first, metrics below a heading."""
    rows: list[str] = []

    async def look(pilot: Pilot[None]) -> None:
        await settle(pilot)
        listed = pilot.app.screen.query_one(QuestionList)
        rows.extend(plain([listed.line_at(n)]).strip("> -") for n in range(len(listed.subjects) + 1))

    see(program(statistics), "f8", then=look)
    named = [subject.name for subject in statistics.subjects()]
    assert [row for row in rows if row != "metrics"] == named
    assert set(named) == {*questions()}


@pytest.mark.slow
def test_an_answer_is_the_one_of_the_command_line(wide_tour: dict[str, Seen], analytics: Analytics):
    """The numbers on the screen are those that `matchbook stats` prints."""
    seen = wide_tour["results"]
    for player, _, _, n, *_ in analytics.ask("results").rows[:5]:
        assert any(str(player) in line and f"n=~{n}" in line for line in seen.lines)


def test_keys_that_come_faster_than_answers_ask_the_last_question_alone(statistics: PausedStatistics):
    """While one question is asked the others are passed over; what is shown belongs to the row under the cursor."""
    go_on = Event()
    statistics.before = lambda _: go_on.wait(120)

    async def hurry(pilot: Pilot[None]) -> None:
        await pilot.press("f8", *to("violations").split("~"))
        go_on.set()
        await settle(pilot)

    seen = see(program(statistics), then=hurry)
    assert "> violations" in seen.text
    assert "Violations by rule" in seen.lines[1]
    assert [wanted.subject.name for wanted in statistics.asked] == ["cards", "violations"]


@pytest.mark.slow
def test_asking_again_takes_in_what_was_recorded(tmp_path: Path):
    """F5 counts the match that came since, and the coverage goes on with it."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        statistics = PausedStatistics(Analytics(tmp_path / "a.duckdb", store))

        async def record(pilot: Pilot[None]) -> None:
            await settle(pilot)
            if len(statistics.asked) == 1:
                Scorebook(store, "two", "frc_tcg", 2).play()

        first, again = visit(program(statistics), "f8", "f5", then=record)
        assert "· 1 match " in first.lines[0]
        assert "· 2 matches " in again.lines[0]


SHOWN = {
    "lengths": ("1/4 ] · matches by turns · frc_card_game",),
    "lengths_second": ("2/4 ] · matches by turns · frc_tcg",),
    "lengths_back": ("1/4 ] · matches by turns · frc_card_game",),
    "into_cards": ("more columns →",),
    "shifted": ("← 1 more", "card"),
    "explained": ("formula", "known bias"),
    "explained_further": ("columns",),
    "split_box": ("win-rate by …", "the player", "by game only"),
    "split": ("Matches won", "50.0 % [", "n=~8", "○"),
    "completed": ("ask win-rate by player",),
    "asked": ("STATISTICS · game:frc_tcg · 4 matches", "Matches won by player", "> win-rate"),
    "stays": ("STATISTICS · game:frc_tcg", "Score by player"),
    "scope_typed": ('tag:"odd one"', "⏎ asks"),
    "scope_kept": ('tag:"odd one" · 8 matches',),
    "not_here": ("card:x does not apply here",),
    "not_here_named": ("card:x does not apply here",),
}
"""By walk: charts are turned through and stop at the ends, columns shifted, an answer explained, a metric split, a
whole question typed and completed, filters and dimension kept for the next metric, a scope typed, and a filter that
does not apply named."""


@pytest.mark.parametrize("walk", SHOWN)
def test_each_walk_shows_its_parts(tour: dict[str, Seen], walk: str):
    """Each part is on the screen."""
    assert [part for part in SHOWN[walk] if part not in tour[walk].words] == []


REFUSED = {
    "wrong_metric": "did you mean win-rate",
    "wrong_split": "did you mean player",
    "wrong_question": "results cannot be split: leave out 'by'",
    "no_number": "least:x: a whole number",
    "no_filter": "no filter 'speed'",
    "no_value": "a filter is written NAME:VALUE",
}


@pytest.mark.parametrize("walk", REFUSED)
def test_a_line_that_cannot_be_asked_stays_open_and_says_why(
    tour: dict[str, Seen], wide_tour: dict[str, Seen], walk: str
):
    """One line says what may be meant; the line stays open, the answer too."""
    seen = {**tour, **wide_tour}[walk]
    assert REFUSED[walk] in seen.words
    assert seen.focus == "prompt-input"


def test_the_command_that_asks_the_same_is_copied(tour: dict[str, Seen]):
    """`y` copies a line for a shell, quoted as needed."""
    assert tour["copied"].copied == "matchbook stats first-player 'tag:\"odd one\"'"


def test_the_chart_takes_the_place_of_the_table_on_a_small_screen(tour: dict[str, Seen], wide_tour: dict[str, Seen]):
    """`c` shows the chart, and the table again; a large screen shows both."""
    assert "first and others by turn" not in tour["points"].text
    assert "first and others by turn" in tour["points_chart"].text
    assert "more columns" not in tour["points_chart"].text
    assert tour["points_again"].lines == tour["points"].lines
    assert "matches by turns" in wide_tour["lengths"].text
    assert "rows" in wide_tour["lengths"].text


def test_esc_takes_one_layer_away_and_never_quits(statistics: PausedStatistics):
    """Explanation, hidden list, chart, scope, screen, one after the other."""
    seen = asking(statistics, f"{to('points-by-turn')} c", "z e", *["escape"] * 6, game="frc_tcg")
    texts = ["explained" if "known bias" in s.text else s.text for s in seen]
    assert texts[1] == "explained"
    assert "Questions" not in texts[2]
    assert "by turn" in texts[2]
    assert "Questions" in texts[3]
    assert "first and others by turn" not in texts[4]
    assert "game:frc_tcg" in seen[4].lines[0]
    assert "all matches" in seen[5].lines[0]
    assert seen[6].lines[0].startswith("Matchbook")
    assert seen[7].lines[0].startswith("Matchbook")


def test_rows_are_sorted_by_a_column_and_back(wide_tour: dict[str, Seen]):
    """`s` goes on to the next column, `r` turns the order around; an arrow says by which; `S` comes back to the order
    as asked."""
    plain, down, up = (wide_tour[name] for name in ("results", "sorted", "reversed"))
    assert not any("↓" in line for line in plain.lines[:-1])
    assert "player↓" in down.text
    assert "player↑" in up.text

    def players(seen: Seen) -> list[str]:
        return [line[24:].split()[0] for line in seen.lines if "n=~" in line]

    assert players(down) == sorted(players(plain), key=str.casefold, reverse=True)
    assert players(up) == sorted(players(plain), key=str.casefold)
    assert wide_tour["unsorted"].lines == plain.lines


@pytest.mark.slow
def test_every_number_opens_its_matches(statistics: PausedStatistics, counted_store: MatchStore, analytics: Analytics):
    """`enter` on a row lists the matches behind it, and only them, under its name; `esc` comes back to the row, and a
    click does the same as keys."""
    app = whole_program(statistics, counted_store)
    seen = touring(
        app,
        SMALL,
        opened=f"f8 escape {to('results')}",
        listed="enter enter",
        replayed="enter",
        back="escape escape",
        metric=f"escape {to('win-rate')} enter down enter",
    )
    first = analytics.ask("results").rows[0]
    assert seen["listed"].lines[0].startswith(f"Matches of results · {first[0]} · {first[1]}")
    assert f"· {first[3]} match" in seen["listed"].lines[0]
    assert all(str(first[0]) in line for line in seen["listed"].lines if str(first[1])[:8] in line)
    assert seen["replayed"].lines[0].startswith("REPLAY")
    assert "Results by player" in seen["back"].lines[1]
    assert seen["back"].focus == "table"
    assert seen["metric"].lines[0].startswith("Matches of win-rate")


def test_the_mouse_chooses_sorts_and_opens(statistics: PausedStatistics, counted_store: MatchStore):
    """A click on a question asks it, on a heading sorts by it, on a row moves there, on the same row again opens it."""
    seen: list[str] = []

    async def walk(pilot: Pilot[None]) -> None:
        await pilot.press("f8")
        await settle(pilot)
        row = 2 + [one.name for one in statistics.subjects()].index("results")
        for place in ((4, row), (21, 5), (22, 7), (22, 7)):
            await pilot.click(offset=place)
            await settle(pilot)
            seen.append(text_of(pilot))

    see(whole_program(statistics, counted_store), then=walk)
    assert "> results" in seen[0]
    assert "player↓" in seen[1]
    assert any(line[18:].startswith(" >") for line in seen[2].splitlines())
    assert seen[3].startswith("Matches of results")


def test_a_row_without_matches_opens_no_list(statistics: PausedStatistics, counted_store: MatchStore):
    """A step of lengths without matches opens no empty list."""
    rows = analytics_rows(statistics, "lengths")
    empty = next(place for place, row in enumerate(rows) if row[4] == 0)
    [seen] = visit(
        whole_program(statistics, counted_store), f"f8 {to('lengths')} enter {' '.join(['j'] * empty)} enter"
    )
    assert seen.messages[-1].startswith("No match is counted in lengths")


def analytics_rows(statistics: PausedStatistics, question: str) -> tuple[tuple[Any, ...], ...]:
    """The rows of a question as they are answered."""
    return statistics._analytics.ask(question).rows


def test_the_scope_starts_with_the_game_that_is_looked_at(statistics: PausedStatistics):
    """Opened on a match of a game, the first answer is about that game; `esc` widens it."""
    opened, wide = asking(statistics, "", "escape", game="pbl_robots")
    assert "game:pbl_robots · 4 matches" in opened.lines[0]
    assert "all matches · 16 matches" in wide.lines[0]


def test_in_a_replay(statistics: PausedStatistics):
    """The game of the replay is asked about where it is one that can be asked about; `esc` comes back to the same
    place."""
    shelf = Shelf()
    app = program_over(statistics, shelf, shelf, match_id="match-3")
    replayed, asked, back = visit(app, "right right", "f8", "escape escape")
    assert asked.lines[0].startswith("STATISTICS · game:high_card")
    assert "no game 'high_card'" in " ".join(asked.text.split())
    assert back.address == replayed.address


def test_a_question_about_another_game_says_so(statistics: PausedStatistics):
    """It is not asked; the screen says of what it is asked, and how to widen the scope."""
    [seen] = asking(statistics, to("blow-offs"), game="frc_tcg")
    assert "This question is about pbl_robots." in seen.text
    assert "esc drops the scope" in seen.text
    assert "- blow-offs" not in seen.text
    assert "- duels" in seen.text


def test_the_table_is_saved_and_nothing_is_written_over_unasked(
    statistics: PausedStatistics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """`o` asks for a file; one that is there is written over only at the second `enter`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first-player.csv").write_text("mine")
    _, warned, saved = asking(statistics, to("first-player"), "o enter", "enter", size=LARGE)
    assert "it exists: ⏎ overwrites it" in warned.text
    assert saved.messages[-1].startswith("3 rows in ")
    lines = (tmp_path / "first-player.csv").read_text("utf-8").splitlines()
    assert lines[0] == "game,sides,n,first_won,drawn,share,low,high,fair,verdict"
    assert len(lines) == 4


def test_a_file_that_cannot_be_written_is_named(
    statistics: PausedStatistics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """One line beside the name; the name can be changed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first-player.csv").mkdir()
    _, seen = asking(statistics, to("first-player"), "o enter", size=LARGE)
    assert "first-player.csv is a folder" in seen.text
    assert seen.focus == "prompt-input"


def fails(error: Exception) -> Callable[[Report | None], object]:
    """The error before the answer."""

    def fail(_: Report | None) -> object:
        raise error

    return fail


def test_trouble_says_what_to_do_next(statistics: PausedStatistics):
    """A busy analytics file is named in one line; F5 asks again, and gets the answer."""
    statistics.before = fails(AnalyticsBusy("a.duckdb is in use by process 7; try again when that is done"))
    [busy] = asking(statistics, to("first-player"))
    assert "No answer." in busy.text
    assert "in use by process 7" in busy.text
    assert "F5 asks again" in busy.text
    statistics.before = lambda _: None
    _, seen = asking(statistics, to("first-player"), "f5")
    assert "3 rows" in seen.text


@pytest.mark.slow
@pytest.mark.promise(id="Convention 14")
def test_a_long_catch_up_shows_progress_and_can_be_stopped(tmp_path: Path):
    """Count, rate and time left are there while entries are read; `esc` stops after a batch, and F5 goes on from
    there."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Scorebook(store, "one", "frc_tcg", 1).play()
        analytics = Analytics(tmp_path / "a.duckdb", store, batch=10)
        statistics = PausedStatistics(analytics)
        reached, go_on = Event(), Event()
        reports: list[int] = []

        def slow(report: Report | None) -> None:
            def told(done: int, total: int) -> None:
                assert report is not None
                report(done, total)
                reports.append(done)
                if done == 20:
                    reached.set()
                    go_on.wait(120)

            analytics.catch_up(told)

        async def walk(pilot: Pilot[None]) -> None:
            await pilot.press("f8")
            await until(reached.is_set)
            await pilot.pause()
            seen.append(text_of(pilot))
            await pilot.press("escape")
            go_on.set()
            await settle(pilot)
            seen.append(text_of(pilot))
            await pilot.press("f5")
            await settle(pilot)

        seen: list[str] = []
        statistics.before = slow
        again = see(program(statistics), then=walk)
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
    """The current screen."""
    return "\n".join("".join(s.text for s in strip) for strip in pilot.app.screen._compositor.render_strips())


def test_keys_for_an_answer_on_its_way_are_kept(statistics: PausedStatistics):
    """`c` before the answer is there shows its chart when it comes; what cannot be done before is dimmed."""
    go_on = Event()
    statistics.before = lambda _: go_on.wait(120)

    async def hurry(pilot: Pilot[None]) -> None:
        await pilot.press("f8", *to("points-by-turn").split("~"), "c", "o")
        assert pilot.app.screen.check_action("save", ()) is None
        go_on.set()
        await settle(pilot)
        assert pilot.app.screen.check_action("save", ()) is True

    assert "first and others by turn" in see(program(statistics), then=hurry).text


def test_leaving_while_it_is_asked_does_no_harm(statistics: PausedStatistics):
    """The screen closes at once; the answer that comes later is dropped."""
    go_on = Event()
    statistics.before = lambda _: go_on.wait(120)

    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("f8")
        await pilot.pause()
        await pilot.press("escape", "escape")
        await pilot.pause()
        go_on.set()
        await settle(pilot)

    seen = see(program(statistics), then=leave)
    assert seen.lines[0].startswith("Matchbook")


@pytest.mark.promise(id="Convention 13")
def test_numbers_right_and_names_cut_on_the_screen(tour: dict[str, Seen]):
    """In a narrow window long names end with `…`, and the digits of a column end below each other."""
    rows = [line[18:] for line in tour["results"].lines if "robin_in_t" in line or "frc_card_g" in line]
    assert rows
    assert all("…" in line for line in rows)
    assert len({line.index("%") for line in rows}) == 1


def test_an_empty_store_says_what_to_do(tmp_path: Path):
    """Before the first match there is a next step on the screen."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        [seen] = asking(PausedStatistics(Analytics(tmp_path / "a.duckdb", store)), "j")
    assert "Nothing to count." in seen.text
    assert "matchbook demo" in seen.text


@pytest.mark.slow
def test_names_with_markup_are_names(statistics: PausedStatistics):
    """A player's name is shown literally, in any spelling."""
    asking(statistics, to("results"))
    answer = statistics.ask(statistics.asked[-1])
    statistics.answers = {
        repr(statistics.asked[-1]): replace(answer, rows=((answer.rows[0][0], "[b]木村[/b]", *answer.rows[0][2:]),))
    }
    [seen] = asking(statistics, to("results"))
    assert "[b]木村[/b]" in seen.text


THEMES = ("ansi-dark", "ansi-light", "matchbook-dark", "matchbook-light")


@pytest.mark.slow
def test_charts_and_bars_can_be_read_in_any_theme(statistics: PausedStatistics):
    """The colour of text differs from its ground, also in the terminal's own colours."""
    grounds: list[tuple[Any, Any]] = []

    async def look(pilot: Pilot[None]) -> None:
        for theme in THEMES if WHOLE else THEMES[1:3]:
            pilot.app.theme = theme
            for walk in (to("points-by-turn"), to("results")):
                await press(pilot, *walk.split())
                await settle(pilot)
                strips = pilot.app.screen._compositor.render_strips()
                grounds.extend(
                    (s.style.color, s.style.bgcolor) for strip in strips for s in strip if s.text.strip() and s.style
                )

    [seen] = visit(program(statistics), "f8", size=LARGE, then=look)
    assert "├" in seen.text
    assert not [(color, ground) for color, ground in grounds if color == ground and color and not color.is_default]


@pytest.mark.slow
def test_any_size_also_while_it_runs(statistics: PausedStatistics):
    """Question and metric, table and chart fit a tiny window and a huge one, resized from one to the other."""
    seen: list[list[str]] = []
    sizes = [(40, 10), (200, 60), (30, 6), SMALL] if WHOLE else [(200, 60), (30, 6)]

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("f8")
        for size in sizes:
            await pilot.resize_terminal(*size)
            for walk in (to("points-by-turn"), "c", "c", to("win-rate"), "enter e", "escape"):
                await press(pilot, *walk.split())
                await settle(pilot)
                lines = text_of(pilot).splitlines()
                assert len(lines) == size[1]
                assert lines[0].startswith("STATISTICS")
                seen.append(lines)

    see(program(statistics), then=look)
    assert len(seen) == 6 * len(sizes)


def test_the_program_starts_without_charts():
    """The command line's help and the program itself do not load chart libraries before statistics are opened."""
    code = (
        "import sys, matchbook.cli, replay_tui.app; print({'plotext', 'textual_plotext', 'duckdb'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", OF_GAMES)
def test_statistics_of_each_game(pictured: Pictured, statistics: PausedStatistics, game: str, size: tuple[int, int]):
    """A question about the game, with its table, and its chart where there is room."""
    pictured(program(statistics, game), size, "f8", to(OF_GAMES[game]))


@pytest.mark.parametrize("game", some(["frc_card_game", "pbl_robots"], 1))
def test_charts_of_games(pictured: Pictured, statistics: PausedStatistics, game: str):
    """Lines, histogram: each in the place of the table."""
    pictured(program(statistics, game), SMALL, "f8", f"{to(OF_GAMES[game])} c")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_metric_pictured(pictured: Pictured, statistics: PausedStatistics, size: tuple[int, int]):
    """Sorted, with the cursor in the table: value, interval, cases and bar in each row."""
    pictured(program(statistics), size, "f8", f"{to('win-rate')} s enter j")


def test_the_explanation_pictured(pictured: Pictured, statistics: PausedStatistics):
    """Formula, unit, bias, columns."""
    pictured(program(statistics), SMALL, "f8", f"{to('first-player')} e")


def test_statistics_in_a_light_theme(pictured: Pictured, statistics: PausedStatistics):
    """Table and chart on a light ground."""
    app = program(statistics)
    app.theme = "matchbook-light"
    pictured(app, LARGE, "f8", to("first-player"))
