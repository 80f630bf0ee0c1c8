"""The record screen is killed at many moments, in a terminal of its own, and started again: what was shown as saved is there.

`MATCHBOOK_KILLS` says how often each match is killed (once, or twice in a campaign).
"""

from pathlib import Path
from random import Random

import pytest

from domain.digest import digest_of
from domain.entries import action_parts
from service.recording.match_service import MatchService
from service.recording.recording_service import ActionLine, Recorded, RecordingService
from storage.verify import verify_match
from tests.campaigns import some, tries
from tests.reliability.terminal import recording
from tests.replay_tui.live import lines_of, open_sheet, table

KILLS = tries("MATCHBOOK_KILLS", few=1, many=2)


def checked(app: MatchService, match_id: str, shown: int) -> int:
    """The current version after a kill, checked for lost, doubled and altered entries."""
    match = app.match(match_id)
    assert match.version >= shown
    assert verify_match(app.store, match_id).findings == ()
    assert len(match.command_ids) == match.version
    return match.version


@pytest.mark.slow
@pytest.mark.parametrize("name", some(["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"], 1))
@pytest.mark.promise(id="R7")
def test_killed_in_mid_save(name: str, tmp_path: Path):
    """A match that is recorded through kills: each restart finds every entry that was shown as saved, goes on from there,
    and ends in the state of the match that was recorded in peace."""
    lines, rng = lines_of(name), Random(name)
    with table(tmp_path) as app:
        match_id, peaceful = open_sheet(app, name), open_sheet(app, name, len(lines))
        version = first = app.match(match_id).version
        for _ in range(KILLS):
            some = lines[version - first :][: max(2, len(lines) // (KILLS + 1))]
            if len(some) < 2:
                break
            with recording(tmp_path / "m.db", match_id) as terminal:
                terminal.paste("\n".join(some))
                terminal.wait_saved(version + rng.randrange(1, len(some)))
                terminal.look(rng.random() * 0.05)
                terminal.kill()
                version = checked(app, match_id, terminal.saved())
        with recording(tmp_path / "m.db", match_id) as terminal:
            left = lines[version - first :]
            terminal.paste("\n".join(left))
            terminal.type("\r" if len(left) == 1 else "")
            terminal.wait_saved(first + len(lines))
        assert digest_of(app.match(match_id).state) == digest_of(app.match(peaceful).state)


@pytest.mark.slow
@pytest.mark.promise(id="R7")
def test_killed_in_mid_typing(tmp_path: Path):
    """An unsent line is not recorded by a restart; the next start is at the last entry."""
    rng = Random(5)
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", 6)
        for _ in range(KILLS):
            with recording(tmp_path / "m.db", match_id) as terminal:
                terminal.type("play_student wes"[: rng.randint(1, 16)])
                terminal.look(rng.random() * 0.1)
                terminal.kill()
                assert terminal.saved() == 0
            assert checked(app, match_id, 7) == 7


@pytest.mark.slow
@pytest.mark.promise(id="R7")
def test_the_record_goes_on_where_it_stood(tmp_path: Path):
    """After a kill the same terminal command opens the match at its last entry, and the next action is the next entry."""
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", 6)
        with recording(tmp_path / "m.db", match_id) as terminal:
            terminal.type("wes\r")
            terminal.wait_saved(8)
            terminal.kill()
        with recording(tmp_path / "m.db", match_id) as terminal:
            assert f"{match_id}/8" in terminal.text
            terminal.type("end_turn\r")
            terminal.wait_saved(9)
        assert action_parts(app.history(match_id).entries[-1].payload)[0] is not None
        assert checked(app, match_id, 9) == 9


@pytest.mark.promise(id="R7")
def test_the_same_command_id_is_stored_once(tmp_path: Path):
    """Given an action sent before a crash, when another program sends it again with its id, then it gets the first answer."""
    act = ActionLine(line="play_student wes", at_version=7, command_id="sent-before-the-crash")
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", 6)
        assert RecordingService(app).take(match_id, act) == Recorded(8)
    with table(tmp_path, recorder="otto") as app:
        assert RecordingService(app).take(match_id, act) == Recorded(8)
        assert checked(app, match_id, 8) == 8


@pytest.mark.slow
@pytest.mark.parametrize("kind", some(["xterm-256color", "xterm", "vt100", "linux", "screen", "no-such-terminal"], 2))
@pytest.mark.promise(id="R1")
def test_any_terminal_records(kind: str, tmp_path: Path):
    """Given any terminal name, then the screen opens and an action is recorded by keyboard."""
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", 6)
        with recording(tmp_path / "m.db", match_id, TERM=kind) as terminal:
            terminal.type("wes\r")
            terminal.wait_saved(8)
