"""Each answer says how far it goes: outdated analytics are never taken for current."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.campaigns import some
from tests.projections.test_trouble import held
from tests.replay_tui.live import open_sheet
from tests.service.conftest import CommandLine, matchbook, store_path, store_url

__all__ = ["matchbook", "store_path", "store_url"]
"""Fixtures."""
GAME: Final = "frc_card_game"
VIEWS: Final = {
    "a question": ("stats", "length"),
    "a metric": ("stats", "win-rate", "by", "player"),
    "a search": ("find", "student_played"),
    "the explorer": ("explore", GAME),
    "SQL": ("sql", "select count(*) from matches"),
    "rows in a file": ("stats", "results", "--format", "csv"),
    "the matches of a player": ("find", "played", "--as", "spectator"),
}


@pytest.fixture
def store_kind() -> str:
    """Analytics are a file for every kind of store."""
    return "sqlite"


def record(path: Path) -> int:
    """One more match in the store; how many entries there are now."""
    with MatchService(MatchStore.open(f"sqlite:///{path}", create=True)) as app:
        open_sheet(app, GAME, 20)
        return app.store.head_position()


@pytest.mark.slow
@pytest.mark.parametrize("view", some(VIEWS, 2))
def test_each_view_says_how_far_it_goes(view: str, matchbook: CommandLine, store_path: Path) -> None:
    """G13: an answer names the entry up to which it counts and the last stored one; while the analytics cannot be written, it says
    since when they are outdated and by how many entries, and the JSON says the same."""
    before = record(store_path)
    assert matchbook("project").err.splitlines()[-1].endswith(f"as of entry {before} of {before}")
    assert f"as of entry {before} of {before}\n" in matchbook(*VIEWS[view]).err
    [analytics] = store_path.parent.glob("*.duckdb")
    with held(analytics, "reading"):
        now = record(store_path)
        ran = matchbook(*VIEWS[view])
        assert ran.code == 0, ran.err
        stands = (
            rf"as of entry {before} of {now}, {now - before} entries behind since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
        )
        assert re.search(stands, ran.err), ran.err
        if "--format" not in VIEWS[view]:
            as_of = json.loads(matchbook(*VIEWS[view], "--json").out)["as_of"]
            assert (as_of["position"], as_of["head"]) == (before, now)
            assert as_of["updated_at"] > 0
    assert f"as of entry {now} of {now}\n" in matchbook(*VIEWS[view]).err
