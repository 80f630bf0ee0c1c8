"""Forgettable data in files beside a store: readers' rights, and reading it again."""

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec import Raw

from storage.errors import SidecarUnusable, StoreUnwritable
from storage.pseudonyms import Pseudonyms
from storage.sidecar import FileSidecar


@pytest.fixture
def rows(tmp_path: Path) -> FileSidecar:
    return FileSidecar(tmp_path / "store.db.names")


def test_rows_are_read_by_their_owner_alone(rows: FileSidecar) -> None:
    """Given rows that were added and dropped, then only the owner may read or write the file, and temporary parts are
    gone."""
    for change in (
        lambda: rows.put({"Ada": Raw(b"1")}),
        lambda: rows.put({"Bo": Raw(b"2")}),
        lambda: rows.drop(["Bo"]),
    ):
        change()
        assert rows.path.stat().st_mode & 0o777 == 0o600
        assert not list(rows.path.parent.glob("*.part"))


def test_the_next_change_removes_what_a_killed_program_left(rows: FileSidecar) -> None:
    """Given a part of a file that was being written, when a row is put, then it is gone; what belongs to others
    stays."""
    assert rows.path is not None
    left, other = (rows.path.with_name(f".{name}.0123abcd.part") for name in (rows.path.name, "other.names"))
    left.touch()
    other.touch()
    rows.put({"Ada": Raw(b"1")})
    assert (left.exists(), other.exists()) == (False, True)


def test_rows_that_are_there_stay(rows: FileSidecar) -> None:
    """Given a row, when it is put again with others, then it stays as it was; what was added, and what was dropped, is
    told."""
    assert rows.put({"Ada": Raw(b"1")}) == {"Ada"}
    assert rows.put({"Ada": Raw(b"2"), "Bo": Raw(b"3")}) == {"Bo"}
    assert rows.read() == {"Ada": Raw(b"1"), "Bo": Raw(b"3")}
    assert rows.drop(["Ada", "Cy"]) == {"Ada"}
    assert rows.read() == {"Bo": Raw(b"3")}


def test_what_did_not_change_is_not_read_again(rows: FileSidecar) -> None:
    """Given a reader, then it is told rows at first, and again once another program has changed, added or removed the
    file."""
    other = FileSidecar(rows.path)
    assert (rows.read(), rows.read()) == ({}, None)
    other.put({"Ada": Raw(b"1")})
    assert (rows.read(), rows.read()) == ({"Ada": Raw(b"1")}, None)
    other.put({"Bo": Raw(b"2")})
    assert (rows.read(), rows.read()) == ({"Ada": Raw(b"1"), "Bo": Raw(b"2")}, None)
    rows.path.unlink()
    assert (rows.read(), rows.read()) == ({}, None)


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"Ada":1} more'])
def test_what_is_none_of_ours_is_said_and_left(rows: FileSidecar, content: bytes) -> None:
    """Given a file that no program of ours wrote, then who reads or changes it is told where it is, and it stays."""
    rows.path.write_bytes(content)
    for act in (rows.read, lambda: rows.put({"Bo": Raw(b"2")}), lambda: rows.drop(["Ada"])):
        with pytest.raises(SidecarUnusable, match=r"store\.db\.names: .*restore the file, or remove it"):
            act()
    assert rows.path.read_bytes() == content


def test_a_folder_in_the_place_of_rows_is_said(rows: FileSidecar) -> None:
    """Given a folder in place of the file of rows, then reading and writing are refused, in one line."""
    rows.path.mkdir()
    for act, told in ((rows.read, "read"), (lambda: rows.put({"Bo": Raw(b"2")}), "read")):
        with pytest.raises(StoreUnwritable, match=f"cannot be {told}: Is a directory"):
            act()
    assert rows.path.is_dir()


def test_names_are_kept_and_swapped_for_pseudonyms(rows: FileSidecar) -> None:
    """Given names that are added for something, then they are kept unless that fails, each with a pseudonym, which is
    recorded in their place and told as the name again; a longer text with the name in it is left."""
    names = Pseudonyms(rows)
    with names.adding(["Ada", "Bo"]):
        known = dict(names.known())
        assert known.keys() == {"Ada", "Bo"}
    assert len({*known.values()} - known.keys()) == 2
    with suppress(KeyError), names.adding(["Bo", "Cy"]):
        assert names.known().keys() == {"Ada", "Bo", "Cy"}
        raise KeyError
    assert names.known() == known
    assert names.forget("Ada") == known["Ada"]
    assert names.known().keys() == {"Bo"}
    with pytest.raises(KeyError):
        names.forget("Ada")
    names.forget("Bo")
    with names.adding(['Ada "A" B']):
        [pseudonym] = names.known().values()
        text = rb'{"by":"Ada \"A\" B","names":["Ada \"A\" B","Bo","Ada \"A\" B"],"note":"Ada \"A\" B won"}'
        hidden = names.hidden(text)
        assert (
            hidden.decode()
            == f'{{"by":"{pseudonym}","names":["{pseudonym}","Bo","{pseudonym}"],"note":"Ada \\"A\\" B won"}}'
        )
        assert names.with_names(hidden) == text
