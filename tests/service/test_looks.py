"""The log of looks: merged, bounded, and read on the command line."""

import json
from pathlib import Path

from service.looks import MOST, WINDOW, LookLog
from storage.sidecar import FileSidecar
from tests.service.conftest import CommandLine


def test_repeated_looks_are_one_entry_for_ten_minutes(tmp_path: Path) -> None:
    now = [1_000_000_000]
    log = LookLog(FileSidecar(tmp_path / "m.db.looks"), lambda: now[0])
    for passed in (0, 1, WINDOW - 2, 1, 1):
        now[0] += passed
        log.note("Jo", "judge", "m", "judge", "page")
    log.note("Jo", "judge", "m", "Ada", "page")
    assert [(look.viewpoint, look.at - 1_000_000_000) for look in log.looks()] == [
        ("Ada", WINDOW + 1),
        ("judge", WINDOW),
        ("judge", 0),
    ]


def test_the_log_is_bounded(tmp_path: Path) -> None:
    """The oldest entries go first; what is kept survives a restart."""
    path = tmp_path / "m.db.looks"
    rows = {
        f"{at:017}-{at:08x}": {"at": at, "name": "x", "role": "judge", "match": "m", "viewpoint": "judge", "way": "api"}
        for at in range(MOST)
    }
    path.write_text(json.dumps(rows))
    LookLog(FileSidecar(path)).note("Jo", "judge", "m", "judge", "page")
    found = LookLog(FileSidecar(path)).looks()
    assert MOST - 1_000 < len(found) < MOST
    assert found[0].name == "Jo"
    assert found[-1].at > 0


def test_administrators_read_the_log_on_the_command_line(matchbook: CommandLine, store_path: Path) -> None:
    match = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    assert matchbook("looks").out == ""
    LookLog(FileSidecar(Path(f"{store_path}.looks"))).note("Jo", "judge", match, "judge", "page")
    assert "Jo" in matchbook("looks", match[:6]).out
    assert json.loads(matchbook("looks", "--json").out)[0]["match"] == match
