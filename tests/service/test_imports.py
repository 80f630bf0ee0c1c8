"""Importing several files: each is reported, and none keeps the others out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.formats import Foreign, Format, Remark
from domain.game import Outcome
from domain.judging import Confirmed
from domain.registry import load_game
from domain.table import SeatSetup, TableSetup
from service.exchange.foreign import adopt
from service.reading.record_acts import record_act_text
from service.recording.matchbook import Matchbook
from storage.store import MatchStore
from tests.service.conftest import CommandLine

GOLDEN = Path(__file__).parents[1] / "golden/matches"
HOUR = 3_600_000_000


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A match file between an empty file and one that is none."""
    paths = (tmp_path / "empty.jsonl", GOLDEN / "frc_card_game-2.match.jsonl", tmp_path / "noise.jsonl")
    paths[0].write_text("")
    paths[2].write_text("noise\n")
    return paths


def test_a_file_that_cannot_be_read_keeps_no_other_out(matchbook: CommandLine, files: tuple[Path, ...]) -> None:
    """Each file is reported, and the exit code says that something was not taken."""
    done = matchbook("import", *files)
    assert done.code == 1
    first, taken, last = done.out.splitlines()
    assert (first.startswith("not taken: "), last.startswith("not taken: ")) == (True, True)
    assert ("empty.jsonl" in first, "noise.jsonl" in last, "entries new" in taken) == (True, True, True)
    assert len(matchbook("matches").out.splitlines()) >= 1


@pytest.mark.slow
def test_a_dry_run_stores_nothing_and_says_the_same(matchbook: CommandLine, files: tuple[Path, ...]) -> None:
    """Before and after the import itself."""
    for _ in range(2):
        dry = matchbook("import", "--dry-run", *files)
        assert "nothing was stored" in dry.err
        assert dry.out == matchbook("import", "--dry-run", *files).out
        assert matchbook("import", *files).out == dry.out


def test_the_plug_in_for_an_ending_is_named(matchbook: CommandLine, tmp_path: Path) -> None:
    """A PGN file is not taken for a broken match file."""
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n")
    done = matchbook("import", file)
    assert (done.code, "no installed game reads pgn; install the plug-in matchbook-chess" in done.err) == (2, True)


def test_times_notes_and_contradictions_of_a_file_are_kept(tmp_path: Path) -> None:
    """In any form: each command has its time, notes follow, and an end that the play contradicts is said."""
    game = load_game("robin_in_the_hood")
    setup = TableSetup((SeatSetup("Ada"), SeatSetup("Bo")))

    def read(data: bytes) -> Iterator[Foreign]:  # type: ignore[type-arg]
        yield Foreign(
            line=1, text=data.decode(), setup=setup, notes=(Remark(0, "so", "!?"),), happened_at=HOUR,
            concluded=Outcome((0,), "result"), remarks=("odd",), left_out=("2 signs",),
        )  # fmt: skip

    from dataclasses import replace

    formats = {"txt": Format("Text", read, lambda match: "")}
    file = tmp_path / "a.txt"
    file.write_text("x")
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
        changed = replace(game, formats=formats)
        [dry] = adopt(app, file, changed, "txt", rehearsed=True)
        assert not app.store.match_ids()
        [one] = adopt(app, file, changed, "txt")
        assert one == dry
        entries = app.store.entries(one.match)
        assert record_act_text(entries[-1].payload, ()) == f"note on {len(entries) - 2}: !? so"
        seats, end = app.match(one.match).state.seats, entries[-2].payload
        assert record_act_text(end, seats) == "concluded: Ada wins (result): as its file says (Text)", (
            "nobody confirmed it"
        )
        assert not any(isinstance(entry.payload, Confirmed) for entry in entries)
        [again] = adopt(app, file, changed, "txt", rehearsed=True)
        assert (again.added, again.remarks, again.left_out) == (0, ("odd",), ("2 signs",))
