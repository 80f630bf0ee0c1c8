"""A log is read back: what was printed for people is what the program plays again."""

from pathlib import Path

import pytest

from domain.cards import CardRecord, Catalogue
from domain.digest import digest_of
from domain.entries import Annotated
from domain.game import AnyGame
from domain.registry import game_names, load_game
from domain.simulation import simulate
from domain.table import JUDGE
from service.reading.log import log_lines
from service.recording.matchbook import Matchbook
from service.recording.recorder import Opening
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from service.typing.printed_log import read_sheet
from service.typing.scoresheet import Line
from storage.records import AnyMatch
from storage.store import MatchStore
from tests.campaigns import some
from tests.service.conftest import CommandLine

GAMES = [name for name in game_names() if load_game(name).kind == "game"]


def printed(app: Matchbook, match_id: str) -> str:
    """A match's whole log."""
    return "\n".join(log_lines(app.history(match_id), JUDGE))


def typed_again(app: Matchbook, game: AnyGame, catalogue: Catalogue[CardRecord], log: str) -> AnyMatch:
    """A match made from a log alone."""
    return app.open_match(Opening(game=game.name, catalogue=catalogue), read_sheet(log).lines)


@pytest.mark.every_game
@pytest.mark.parametrize("seed", some([1, 2], 1))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="N1")
def test_a_whole_log_reads_back(name: str, seed: int) -> None:
    """The printed log of a match, typed in again, gives the same match to the last field, and prints the same log."""
    game = load_game(name)
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
        recorder = app.new_recorder(Opening(game=name, catalogue=load_catalogue(game)))
        for step in simulate(game, load_catalogue(game), seed):
            recorder.record(step.command, step.events)
        recorder.store()
        log = printed(app, recorder.match.id)
        again = typed_again(app, game, load_catalogue(game), log)
        assert digest_of(again.state) == digest_of(app.match(recorder.match.id).state)
        assert printed(app, again.id).partition("\n")[2] == log.partition("\n")[2]


@pytest.mark.promise(id="N1")
def test_what_was_taken_back_or_broken_reads_back(tmp_path: Path) -> None:
    """Actions that were undone are left out, actions against the rules are recorded as played again, notes say nothing about
    the table."""
    game = load_game("frc_card_game")
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        match = type_in(app, game, sample_sheets(game)[0])
        app.take_back(match.id, 20, reason="from here: 12  play_student nia")
        app.annotate(match.id, Annotated(about=3, text="!?"))
        broken = app.take(match.id, "play_student wes", as_played=True).violations
        again = typed_again(app, game, match.state.catalogue, printed(app, match.id))
        assert digest_of(again.state) == digest_of(app.match(match.id).state)
        assert broken
        assert app.history(again.id).entries[-1].payload.violations == broken  # type: ignore[union-attr]


@pytest.mark.promise(id="N1")
def test_logs_go_through_the_command_line(matchbook: CommandLine, tmp_path: Path) -> None:
    """`log` prints what `new --sheet` and `record --from` take; the tail of a log continues another match."""
    first = matchbook("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match = first.out.strip()
    for line in ("play_team_card Ada red_alliance", "draw_opening_hand Ada", "play_team_card Bo torque_society"):
        assert matchbook("take", match, line).code == 0
    log = matchbook("log", match).out
    whole, tail = tmp_path / "whole.txt", tmp_path / "tail.txt"
    whole.write_text(log)
    tail.write_text("\n".join(matchbook("log", f"{match}/{n}").out for n in (2, 3, 4)))
    copy = matchbook("new", "frc_card_game", "--sheet", whole).out.strip()
    assert matchbook("log", copy).out.splitlines()[1:] == log.splitlines()[1:]
    other = matchbook(
        *("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    )
    assert matchbook("record", other.out.strip(), "--from", tail).code == 0
    assert matchbook("log", other.out.strip()).out.splitlines()[1:] == log.splitlines()[1:]


@pytest.mark.parametrize("text", ["play_student dana", "# a comment\nplay_student dana", '{"type":"play_student"}'])
def test_other_texts_are_scoresheets(text: str) -> None:
    """A text that does not begin as a log does is read as the scoresheet that it is."""
    assert not read_sheet(text).opens_itself
    assert len(read_sheet(text).lines) == 1


def test_a_line_keeps_its_number() -> None:
    """A line of a log that cannot be played again is named by its place in the text."""
    log = "── turn 1 ──\n   12  play_student dana\n       12.1 Dana joins\n     ! [CG-A02] one too many\n"
    assert read_sheet(log).lines == (Line(2, "play_student dana", as_played=True),)
