"""The Python API: what a notebook asks of a store gives what the command line shows."""

import re
import sys
from pathlib import Path

import pytest

import matchbook
from domain.registry import load_game
from service.errors import UsageProblem
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from service.simulation.matches import SimulationPlan, run_plan
from storage.errors import MatchNotFound
from storage.store import MatchStore


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
        with pytest.raises(UsageProblem, match="colour"):
            book.matches("colour:red")


def test_names_are_those_of_the_page():
    """`import matchbook` offers what its page says, and nothing else."""
    assert all(getattr(matchbook, name) for name in matchbook.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        matchbook.nothing  # noqa: B018


def test_the_readme_shows_what_works(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The example of the README runs as it stands there, on the user's own store."""
    monkeypatch.setenv("MATCHBOOK_STORE", f"sqlite:///{path}")
    readme = (Path(__file__).resolve().parent.parent / "README.md").read_text("utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "{'game': 'frc_card_game', 'n': 2}" in capsys.readouterr().out
