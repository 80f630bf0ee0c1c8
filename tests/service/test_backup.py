"""Copies of a store, from the command line."""

from pathlib import Path

import pytest

from tests.service.conftest import CommandLine

NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")


def test_mend_c6_a_backup_prints_the_head_of_the_store(
    matchbook: CommandLine, store_path: Path, tmp_path: Path
) -> None:
    """The copy is whole and has the head that was printed; what is recorded later, the store still leads back to it."""
    match = matchbook(*NEW).out.strip()
    head = matchbook("backup", str(tmp_path / "copy.db")).out.strip()
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    assert matchbook("--store", copy, "verify", "--all", "--expect", head).code == 0
    matchbook("take", match, "concede", "Ada")
    assert matchbook("verify", "--all", "--expect", head).code == 0
    later = matchbook("backup", str(tmp_path / "later.db")).out.strip()
    assert later != head
    assert matchbook("--store", copy, "verify", "--all", "--expect", later).code == 6
    assert not list(store_path.parent.glob(".*.part*"))


@pytest.mark.parametrize("what", ["a file", "a link to nothing", "a folder that is not there"])
def test_mend_c6_nothing_is_copied_over_anything(matchbook: CommandLine, tmp_path: Path, what: str) -> None:
    """A backup is a new file: what stands there, and what cannot be made, is refused in one line."""
    matchbook(*NEW)
    target = tmp_path / "there" / "copy.db" if what.endswith("not there") else tmp_path / "copy.db"
    if what == "a file":
        target.write_text("somebody's")
    elif what.startswith("a link"):
        target.symlink_to(tmp_path / "nowhere")
    ran = matchbook("backup", str(target))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert what != "a file" or target.read_text() == "somebody's"
    assert not list(tmp_path.glob(".*.part*"))
