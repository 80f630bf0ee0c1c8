"""The Python API: what a notebook asks of a store gives what the command line shows."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import pytest

import matchbook
from domain.decision import RuleViolation
from domain.registry import load_game
from domain.syntax import NotationError
from projections.errors import QueryRefused, UnknownMetric, UnknownQuestion
from service.errors import UsageProblem
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from service.simulation.matches import SimulationPlan, run_plan
from storage.errors import MatchNotFound
from storage.store import MatchStore
from tests.shown import not_printed


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two simulated matches."""
    file = tmp_path_factory.mktemp("api") / "club.db"
    game = load_game("frc_card_game")
    with MatchService(MatchStore.open(f"sqlite:///{file}", create=True)) as app:
        assert len(list(run_plan(game, load_catalogue(game), SimulationPlan(game=game.name, matches=2), app))) == 2
    return file


@pytest.mark.slow
def test_matches_are_listed_and_stepped_through(path: Path):
    """Every step has an address that leads back to it, and says what happened; the log tells the same."""
    with matchbook.open(path) as book:
        first, _ = book.matches("game:frc_card_game")
        match = book.match(first.id[:6])
        steps = list(match.steps())
        assert (match.id, match.players, len(match), match.damage) == (first.id, first.players, first.entries, "")
        assert all(str(match.at(step.address.partition("/")[2])) == str(step) for step in steps)
        assert all(step.text in str(match) for step in steps)
        assert steps[-1].violations == ()
        assert str(steps[-1].board) == str(match.board)


def test_boards_are_text_and_pictures(path: Path):
    """A board prints as text and draws itself in a notebook, without what its viewpoint may not know."""
    with matchbook.open(path) as book:
        match = book.matches()[0].id
        seen, open_only = (book.match(match, viewpoint).at(4).board for viewpoint in ("judge", "spectator"))
        assert seen.data.title in str(seen)
        assert seen._repr_html_().startswith("<svg")
        assert str(seen) != str(open_only)


def test_questions_and_sql(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Answers come as rows by name and as a table of HTML; a data frame needs pandas, and says so."""
    with matchbook.open(path) as book:
        table = book.sql("select game, count(*) as n from matches group by game")
        assert (list(table), len(table)) == ([{"game": "frc_card_game", "n": 2}], 1)
        assert repr(table) == "ResultTable(1 row: game, n)"
        assert "<td>frc_card_game</td>" in table._repr_html_()
        assert len(book.ask("results", {"kind": "simulated"})) > 0
        monkeypatch.setitem(sys.modules, "pandas", None)
        with pytest.raises(ImportError, match="pandas"):
            table.df()


def test_errors_are_one_line(path: Path):
    """A match, a place or a filter that is not there is named in one line."""
    with matchbook.open(path) as book:
        with pytest.raises(MatchNotFound):
            book.match("nosuchmatch")
        with pytest.raises(UsageProblem, match="no entry 9999"):
            book.match(book.matches()[0].id).at(9999)
        with pytest.raises(UnknownMetric, match="colour"):
            book.matches("colour:red")


def test_names_are_those_of_the_page():
    """`import matchbook` offers exactly the names of its page."""
    assert all(getattr(matchbook, name) for name in matchbook.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        matchbook.nothing  # noqa: B018


@pytest.mark.parametrize("page", ["README.md", "docs/how-to/ask_in_sql.md"])
def test_examples_on_pages_run_as_they_are(
    page: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The examples run unchanged; the second one reads the user's own store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MATCHBOOK_STORE", f"sqlite:///{path}")
    text = (Path(__file__).resolve().parent.parent / page).read_text("utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    exec(compile(example, page, "exec"), {})
    assert re.search(r"{'game': '.*'n': \d", capsys.readouterr().out)


@pytest.mark.slow
def test_the_examples_of_the_page_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page's scripts record, replay and ask in one store, in this order, and print the shown lines."""
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).resolve().parent.parent / "docs/reference/python_api.md").read_text("utf-8")
    found = re.findall(r"^```python\n# (\w+)\.py\n(.*?)^```\n\n```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert [name for name, _, _ in found] == ["record", "replay", "ask"]
    for name, example, shown in found:
        exec(compile(example, name, "exec"), {})
        assert not_printed(shown, capsys.readouterr().out) == ""


def test_the_example_of_the_package_records_and_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The docstring's example runs as written: it records, corrects, replays and asks."""
    monkeypatch.chdir(tmp_path)
    exec(compile((matchbook.__doc__ or "").partition("\n\n")[2], "example", "exec"), {})
    with matchbook.open("club.db") as book:
        match = book.match(book.matches("game:pig")[0].id)
        assert (len(match), match.at(2).action, match.at(4).address) == (5, "roll 4", f"{match.id}/4")
        assert "4" in str(match.board)


def test_recording_from_python(tmp_path: Path) -> None:
    """Actions are recorded, refused with rule ids, recorded as played, undone and concluded; a step follows each."""
    with matchbook.open(tmp_path / "club.db", create=True, by="Kim") as book:
        match = book.new("pig", ["Ada", "Bo"], options={"target": 20}, tags=["club"])
        with pytest.raises(RuleViolation) as refused:
            match.take("hold")
        assert [one.rule for one in refused.value.violations] == ["P-HOLD"]
        assert match.take("hold", as_played=True, reason="it happened").violations
        assert match.undo(asked="Bo", agreed=["Ada"]).address == f"{match.id}/3"
        assert match.take("roll 6", command_id="a").address == match.take("roll 6", command_id="a").address
        assert "Ada" in match.conclude("Ada", note="time").text
        with pytest.raises(NotationError):
            match.take("rol")
        with pytest.raises(UsageProblem):
            match.correct("x", "roll 4")
        assert [row.tags for row in book.matches("player:Ada")] == [("club",)]


@pytest.fixture
def pig(tmp_path: Path) -> Iterator[tuple[matchbook.Book, matchbook.RecordedMatch]]:
    """Ada rolls 6 and holds, Bo rolls 3 and 2: entries 2 to 5."""
    with matchbook.open(tmp_path / "club.db", create=True, by="Kim") as book:
        match = book.new("pig", ["Ada", "Bo"])
        for line in ("roll 6", "hold", "roll 3", "roll 2"):
            match.take(line)
        yield book, match


def test_a_correction_that_breaks_a_later_entry_is_refused_unless_as_played(
    pig: tuple[matchbook.Book, matchbook.RecordedMatch],
) -> None:
    """Given Ada's roll 6 corrected to roll 1, after which her hold breaks a rule, then the correction is not recorded and the error
    names the entry and the rule; `as_played` records it."""
    _, match = pig
    with pytest.raises(
        matchbook.RuleViolation, match=r"entry 3 \(hold\) now breaks a rule, .*roll before you hold"
    ) as refused:
        match.correct(2, "roll 1")
    assert [one.rule for one in refused.value.violations] == ["P-HOLD"]
    assert len(match) == 5
    match.correct(2, "roll 1", as_played=True)
    assert len(match) == 6


def test_a_correction_that_hands_a_later_entry_over_is_refused_unless_as_played(
    pig: tuple[matchbook.Book, matchbook.RecordedMatch],
) -> None:
    """Given Bo's roll 3 corrected to roll 1, after which his next roll is Ada's, then the correction is not recorded and the error
    says so."""
    _, match = pig
    with pytest.raises(matchbook.UsageProblem, match=r"entry 5 \(roll 2\) .*becomes Ada's; it was Bo's"):
        match.correct(4, "roll 1")
    assert len(match) == 5
    assert match.correct(4, "roll 1", as_played=True).address.endswith("/6")


def test_steps_after_a_correction_tell_the_corrected_line(pig: tuple[matchbook.Book, matchbook.RecordedMatch]) -> None:
    """Given roll 6 corrected to roll 4, then step, board and text are the corrected ones; `view="recorded"` keeps what was
    entered."""
    _, match = pig
    match.correct(2, "roll 4")
    assert (match.at(2).action, match.at(2, view="recorded").action) == ("roll 4", "roll 6")
    assert str(match.at(5).board) == str(match.board) != str(match.at(5, view="recorded").board)
    told, entered = ([step.text for step in match.steps(view=view)] for view in ("corrected", "recorded"))
    assert any("rolls 4" in text or "roll 4" in text for text in told)
    assert not any("4" in text for text in entered[:2])


def test_a_step_says_whether_it_was_taken_back(pig: tuple[matchbook.Book, matchbook.RecordedMatch]) -> None:
    """Given an action and its undo, when the match is stepped through, then only the steps of that action were taken back."""
    _, match = pig
    taken = match.take("roll 3").address.partition(".")[0]
    assert not any(step.taken_back for step in match.steps())
    match.undo()
    assert {step.address.partition(".")[0] for step in match.steps() if step.taken_back} == {taken}


def test_a_match_says_how_it_stands(pig: tuple[matchbook.Book, matchbook.RecordedMatch]) -> None:
    """Result, winners, status and head need no search of the list."""
    book, match = pig
    assert (match.status, match.winners, match.result) == ("running", (), "")
    match.conclude("Ada", note="time")
    [row] = book.matches()
    assert (match.status, match.winners) == (row.status, row.winners) == ("concluded", ("Ada",))
    assert "Ada" in match.result
    assert re.fullmatch("[A-Za-z0-9_-]{43}", match.head)


def test_players_are_a_list_of_names(tmp_path: Path) -> None:
    """One text is not split into letters."""
    with (
        matchbook.open(tmp_path / "club.db", create=True) as book,
        pytest.raises(matchbook.UsageProblem, match="a list of names"),
    ):
        book.new("pig", "Ada")


def test_every_error_that_the_api_names_is_importable() -> None:
    """Each error in a docstring is a name of `matchbook`, the class that is raised; the package imports them on demand."""
    named = {
        word
        for found in (matchbook.open, *vars(matchbook.Book).values(), *vars(matchbook.RecordedMatch).values())
        for said in re.findall(r"Raises ([^.]*)", getattr(found, "__doc__", None) or "")
        for word in re.findall(r"\b[A-Z][A-Za-z]+\b", said)
    } - {"ImportError"}
    assert len(named) > 10
    assert named <= set(matchbook.__all__)
    assert issubclass(matchbook.MatchIsOver, matchbook.UsageProblem)
    ran = run(
        [sys.executable, "-c", "import matchbook, sys; print('msgspec' in sys.modules)"],
        capture_output=True,
        check=True,
    )
    assert ran.stdout.strip() == b"False"


def test_the_page_lists_what_really_is_raised(
    tmp_path: Path, pig: tuple[matchbook.Book, matchbook.RecordedMatch]
) -> None:
    """Wrong input ends in the errors that the docstrings name."""
    book, match = pig
    for wrong, error in (
        (lambda: book.new("pig", ["Ada"]), matchbook.ImpossibleCommand),
        (lambda: book.new("pigg", ["Ada", "Bo"]), matchbook.UnknownGame),
        (lambda: match.conclude("Zed"), matchbook.NotationError),
    ):
        with pytest.raises(error):
            wrong()
    match.conclude("Ada")
    with pytest.raises(matchbook.MatchIsOver):
        match.take("roll 2")


def test_metrics_and_searches_from_python(path: Path) -> None:
    """A metric split by a dimension, a question from a viewpoint, and a search give the rows of the command line."""
    with matchbook.open(path) as book:
        assert book.ask("win-rate by player kind:simulated").columns[:2] == ("game", "player")
        assert len(book.ask("cards", {"kind": "simulated"}, viewpoint="spectator")) > 0
        assert len(book.find("scored kind:simulated", limit=3)) <= 3
        with pytest.raises(UnknownQuestion):
            book.ask("nothing-like-it")


def test_results_are_arrow_streams_with_their_notes(path: Path) -> None:
    """Every answer is a stream that DuckDB and other libraries read; a notebook shows its notes and the first twenty rows."""
    with matchbook.open(path) as book:
        answer = book.ask("cards", {"kind": "simulated"})
        assert type(answer.__arrow_c_stream__()).__name__ == "PyCapsule"
        assert list(answer.df().columns) == list(answer.columns)
        assert answer.relation().filter("n = 0").count("*").fetchall()[0][0] > 0, "never played is a row"
        shown = answer._repr_html_()
        assert shown.count("<tr>") == 21
        assert "more rows" in shown
        assert answer.notes[0] in shown
        played = book.sql("select match, game from matches where game = $game", {"game": "frc_card_game"})
        assert {row["game"] for row in played} == {"frc_card_game"}
        with pytest.raises(QueryRefused, match="give a value for each parameter, and no others: game, gme"):
            book.sql("select 1 where 'x' = $game", {"gme": "x"})
        assert book.explore("frc_card_game", filters="kind:simulated").columns[0] == "move"
        assert book.winning(played.rows[0][0]).columns == ("address", "round", "turn", "chances")
        assert b"<html" in book.match(str(played.rows[0][0]), "spectator").export("html")


def test_an_answer_is_a_frame_of_every_library(path: Path) -> None:
    """All have the same columns, rows and kinds of numbers. Without polars or pyarrow, which no extra installs, the test is
    skipped and names it."""
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    with matchbook.open(path) as book:
        answer = book.ask("cards", {"kind": "simulated"})
        table, frame, pandas = answer.arrow(), answer.pl(), answer.df()
        assert (
            table.column_names
            == frame.columns
            == list(pandas.columns)
            == answer.relation().columns
            == [*answer.columns]
        )
        assert len(answer) == table.num_rows == frame.height == len(pandas) > 0
        assert pyarrow.types.is_integer(table.schema.field("n").type)
        assert frame.schema["share"] == polars.Float64
        assert frame.rows() == list(answer.rows)


@pytest.mark.parametrize("question", ["win-rate by player", "cards", "lengths", "survival", "points-by-turn"])
def test_a_chart_is_drawn_where_one_exists(path: Path, question: str) -> None:
    """Bars, lines and columns are drawn with what the terminal draws; lines differ by dashes."""
    with matchbook.open(path) as book:
        [axes] = book.ask(question, {"kind": "simulated"}).plot().axes
        assert axes.has_data()
        dashes = [line.get_linestyle() for line in axes.lines] if axes.get_legend() else []
        assert len(dashes) == len(set(dashes))


def test_an_answer_without_a_chart_says_so(path: Path) -> None:
    """Its error names what has one."""
    with matchbook.open(path) as book, pytest.raises(UsageProblem, match="no chart"):
        book.sql("select 1").plot()


def test_unusable_stores_raise_errors_of_the_package(tmp_path: Path) -> None:
    with pytest.raises(matchbook.StoreUnsupported):
        matchbook.open("mysql://club")
    (tmp_path / "club.db").write_text("no store" * 1_000)
    with pytest.raises(matchbook.StoreDamaged):
        matchbook.open(tmp_path / "club.db").matches()
