"""The demo's matches: each has something to look for, and comes to the end that its scoresheet has."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.entries import Annotated, TakenBack, payload_commands
from domain.registry import load_game
from service.recording.matchbook import Matchbook
from service.resources import sample_sheets
from service.simulation.demonstration import type_in, type_in_disputed, type_in_samples
from storage.store import MatchStore


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """A store of one's own."""
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True), recorder="tess") as matchbook:
        yield matchbook


@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_a_mistake_is_flagged_noted_and_taken_back(app: Matchbook, name: str):
    """The match of each game has a violation, a note on it and a take-back, and then ends as if it had not happened."""
    game = load_game(name)
    sheet = sample_sheets(game)[0]
    clean, disputed = type_in(app, game, sheet), type_in_disputed(app, game, sheet)
    payloads = [entry.payload for entry in app.history(disputed.id).entries]
    broken = [version for version, payload in enumerate(payloads, start=1) if payload_commands(payload)[2]]
    assert len(broken) == 1
    note, back = payloads[broken[0]], payloads[broken[0] + 1]
    assert isinstance(note, Annotated)
    assert note.about == broken[0]
    assert isinstance(back, TakenBack)
    assert disputed.state == clean.state
    assert disputed.undone == {broken[0]: broken[0] + 2, broken[0] + 1: broken[0] + 2}


def test_a_sheet_that_states_no_refusal_is_typed_in(app: Matchbook, tmp_path: Path):
    """A sample sheet without a `!refused` line is a match as it stands on the sheet, with no mistake in it."""
    game = load_game("frc_card_game")
    lines = sample_sheets(game)[0].read_text(encoding="utf-8").splitlines(keepends=True)
    sheet = tmp_path / "quiet.scoresheet"
    sheet.write_text("".join(line for line in lines if not line.startswith("!refused")), encoding="utf-8")
    match = type_in_disputed(app, game, sheet)
    assert match.state == type_in(app, game, sheet).state
    assert not match.undone


def test_samples_go_on_as_at_a_table(app: Matchbook):
    """Entries of a sample lie seconds apart, never all at one instant and never in the future: real time can be seen."""
    begun = app.clock()
    for sample in type_in_samples(app, [load_game("frc_card_game"), load_game("pbl_robots")]):
        times = [entry.envelope.happened_at for entry in app.history(sample.match).entries]
        gaps = {(later - earlier) / 1_000_000 for earlier, later in itertools.pairwise(times)}
        assert min(gaps) >= 3
        assert max(gaps) <= 60
        assert len(gaps) > 3
        assert times[-1] < begun
