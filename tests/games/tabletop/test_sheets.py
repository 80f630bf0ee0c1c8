"""A whole match of each shipped kit: logged, replayed, audited, drawn and exported."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from domain.audit import recheck
from domain.digest import digest_of
from domain.games.tabletop import GAME
from domain.games.tabletop.schema import KIT_ID
from domain.registry import load_game
from domain.replay import AnyHistory
from service.exchange.files import export_match, import_file, render
from service.reading.drawing import pictured
from service.reading.styled_text import width_of
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import read_text, sample_sheets
from service.typing.scoresheet import read_scoresheet
from storage.errors import ImportRejected
from storage.store import MatchStore
from tests.games.tabletop.tables import KITS

SHEETS = {sheet.name.removesuffix(".scoresheet"): sheet for sheet in sample_sheets(GAME)}  # type: ignore[arg-type]


def logged(app: MatchService, kit: str) -> str:
    """The sheet of a kit, recorded; the match's id. Lines that must be refused are."""
    sheet = read_scoresheet(read_text(SHEETS[kit]))
    return app.open_match(opening_of(load_game("tabletop"), sheet), sheet.lines).id


def test_every_kit_has_a_sheet() -> None:
    """Each shipped kit brings a match along."""
    assert set(SHEETS) == set(KITS)


@pytest.mark.parametrize("kit", KITS)
def test_a_sheet_is_logged_replayed_audited_drawn_and_exported(kit: str, tmp_path: Path) -> None:
    """The match of a kit ends, folds to one state, breaks no rule when checked again, is drawn and exported for all."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        history: AnyHistory = app.history(logged(app, kit))
    match = history.match
    assert match.outcome is not None
    assert match.game.title == match.state.catalogue.get(KIT_ID).name  # type: ignore[union-attr]
    again = match.game.initial(match.state.catalogue)
    for frame in history.frames:
        again = match.game.evolve(again, frame.event) if frame.event is not None else again
    assert digest_of(again) == digest_of(match.state)
    assert list(recheck(load_game("tabletop"), match.state.catalogue, history.entries)) == []
    for viewpoint in (0, "judge", "spectator"):
        for width in (80, 120):
            lines = list(pictured(match.game, match.state, viewpoint, width))  # type: ignore[arg-type]
            assert lines
            assert all(width_of(line) <= width for line in lines)
    assert match.game.title in " ".join(ET.fromstring(render(history, "svg", "judge")).itertext())
    assert match.state.seats[0].name in render(history, "html", "spectator")


@pytest.mark.parametrize("kit", ["hearts", "harvest"])
def test_a_match_file_carries_its_kit(kit: str, tmp_path: Path) -> None:
    """A match of a kit is read into an empty store, and is the same there."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        match = logged(app, kit)
        state, data = digest_of(app.history(match).match.state), export_match(app, match)
    (tmp_path / "match.jsonl").write_bytes(data)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'b.db'}", create=True)) as other:
        import_file(other, tmp_path / "match.jsonl")
        assert digest_of(other.history(match).match.state) == state


def test_a_forged_kit_is_refused(tmp_path: Path) -> None:
    """Given a match file whose kit was changed, then it does not fit its digest and the whole file is refused."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        data = export_match(app, logged(app, "pig"))
    forged = data.replace(b"next if $die = 1", b"next if $die = 2")
    assert forged != data
    (tmp_path / "match.jsonl").write_bytes(forged)
    with (
        MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'b.db'}", create=True)) as other,
        pytest.raises(ImportRejected),
    ):
        import_file(other, tmp_path / "match.jsonl")
