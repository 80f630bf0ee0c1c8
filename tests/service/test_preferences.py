"""The preferences file: what it keeps, two programs at once, damage, and folders that cannot be written."""

import multiprocessing
from functools import partial
from pathlib import Path

import pytest

from service.errors import UsageProblem
from service.preferences import (
    Preferences,
    PreferencesFile,
    PreferencesStore,
    SavedView,
    with_bookmark,
    with_theme,
    with_view,
    with_view_renamed,
    without_view,
)
from service.settings import preferences_path


@pytest.fixture
def file(tmp_path: Path) -> PreferencesFile:
    """A file that is not there yet, in a folder that is not there either."""
    return PreferencesFile(tmp_path / "config" / "preferences.json")


def adding(name: str) -> partial[Preferences]:
    """A view of that name."""
    return partial(with_view, view=SavedView(name, f"tag:{name}"))


def test_what_is_kept_is_there_the_next_time(file: PreferencesFile):
    """Views keep their order; without a file they are not kept; partial files are removed."""
    assert file.read() == (Preferences(), "")
    assert not file.path.exists()
    first = PreferencesStore(file)
    first.keep(adding("b"))
    first.keep(adding("a"))
    first.keep(partial(with_theme, theme="matchbook-light"))
    first.keep(partial(with_bookmark, match="m1", place="12.3", marked=True))
    first.save()
    assert PreferencesStore(file).current == first.current
    assert [view.name for view in first.current.views] == ["b", "a"]
    assert first.current.bookmarks == {"m1": ("12.3",)}
    file.update(adding("a"))
    assert sorted(found.name for found in file.path.parent.iterdir()) == ["preferences.json", "preferences.json.lock"]


def test_changes():
    """A view is replaced and renamed in place; a taken name is refused; the last bookmark of a match removes its entry."""
    kept = with_view(with_view(Preferences(), SavedView("a", "x")), SavedView("b", "y"))
    assert with_view(kept, SavedView("a", "z")).views == (SavedView("a", "z"), SavedView("b", "y"))
    assert with_view_renamed(kept, "a", "c").views == (SavedView("c", "x"), SavedView("b", "y"))
    assert without_view(kept, "a").views == (SavedView("b", "y"),)
    marked = with_bookmark(kept, "m1", "4", marked=True)
    assert with_bookmark(marked, "m1", "4", marked=False) == kept
    kept = with_view(with_view(Preferences(), SavedView("a", "")), SavedView("b", ""))
    with pytest.raises(UsageProblem, match="there is a view “b” already"):
        with_view_renamed(kept, "a", "b")


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x1b[31m", "x" * 41])
def test_names_that_cannot_be_shown_are_refused(name: str):
    """A view's name is one line of at most 40 printable characters."""
    with pytest.raises(UsageProblem, match="a view"):
        with_view(Preferences(), SavedView(name, ""))


def keep_views(path: Path, names: list[str], start: object) -> None:
    """In a process of its own: keeps views, one after the other."""
    keeper = PreferencesStore(PreferencesFile(path))
    start.wait()  # type: ignore[attr-defined]
    for name in names:
        keeper.keep(adding(name))
        keeper.save()


@pytest.mark.slow
def test_two_programs_do_not_lose_each_others_views(file: PreferencesFile):
    """Each change is made to what the file holds at that moment."""
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(2)
    wanted = [[f"{who}{number}" for number in range(12)] for who in "ab"]
    programs = [context.Process(target=keep_views, args=(file.path, names, start)) for names in wanted]
    for program in programs:
        program.start()
    for program in programs:
        program.join(120)
    assert sorted(view.name for view in file.read()[0].views) == sorted(wanted[0] + wanted[1])


def test_a_program_sees_what_another_kept_when_it_saves(file: PreferencesFile):
    ours, theirs = PreferencesStore(file), PreferencesStore(file)
    theirs.keep(adding("theirs"))
    theirs.save()
    ours.keep(adding("ours"))
    ours.save()
    assert [view.name for view in ours.current.views] == ["theirs", "ours"]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[1]", b'{"views":[{"name":1}]}', b'{"from_the_future":1}'])
def test_a_damaged_file_is_set_aside(file: PreferencesFile, data: bytes):
    """An unreadable file is kept beside, reported in one line, and does not come back."""
    file.path.parent.mkdir()
    file.path.write_bytes(data)
    kept, said = file.read()
    assert kept == Preferences()
    assert "preferences.json.damaged-1" in said
    assert "\n" not in said
    assert file.path.with_name("preferences.json.damaged-1").read_bytes() == data
    assert file.read() == (Preferences(), "")


def test_somebody_elses_file_is_not_taken_for_preferences(tmp_path: Path):
    """In a folder that somebody chose, a file that we did not write is named in one line and stays byte for byte."""
    path = tmp_path / "preferences.json"
    path.write_bytes(b'{"editor": "vi"}')
    file = PreferencesFile(path, own_folder=False)
    kept, said = file.read()
    assert kept == Preferences()
    assert str(path) in said
    with pytest.raises(UsageProblem, match="holds something else"):
        file.update(partial(with_theme, theme="dark"))
    assert path.read_bytes() == b'{"editor": "vi"}'


def test_each_damaged_file_keeps_a_name_of_its_own(file: PreferencesFile):
    file.path.parent.mkdir()
    for number in (1, 2):
        file.path.write_bytes(b"broken %d" % number)
        file.read()
        assert file.path.with_name(f"preferences.json.damaged-{number}").read_bytes() == b"broken %d" % number


def test_a_file_damaged_while_the_program_runs_loses_no_change(file: PreferencesFile):
    """Saving sets it aside and writes the change into a new one."""
    keeper = PreferencesStore(file)
    keeper.keep(adding("a"))
    file.path.parent.mkdir()
    file.path.write_bytes(b"garbage")
    keeper.save()
    assert [view.name for view in file.read()[0].views] == ["a"]


def test_a_folder_that_cannot_be_made_is_named_once_and_tried_again(tmp_path: Path):
    """A file where the folder should be: one line; the change counts meanwhile, and is saved when it can be."""
    (tmp_path / "config").write_text("in the way")
    keeper = PreferencesStore(PreferencesFile(tmp_path / "config" / "preferences.json"))
    keeper.keep(adding("a"))
    with pytest.raises(UsageProblem, match=r"config/preferences\.json: .*not kept"):
        keeper.save()
    assert keeper.current.views
    (tmp_path / "config").unlink()
    keeper.keep(adding("b"))
    keeper.save()
    assert [
        view.name for view in PreferencesStore(PreferencesFile(tmp_path / "config" / "preferences.json")).current.views
    ] == [
        "a",
        "b",
    ]


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    assert "matchbook-tests" in str(preferences_path()[0])
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path))
    assert preferences_path()[0] == tmp_path / "preferences.json"
