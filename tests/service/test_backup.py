"""Backups of a store and stores made of them, from the command line and in the middle of recording."""

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.entries import Annotated
from service.backups import MANIFEST, STORE, back_up, compare, opened_backup, read_manifest, restore
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.web_service.tables import opened

NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")


def heads(url: str) -> dict[str, str]:
    with MatchStore.open(url) as store:
        return {match: store.load(match).head for match in store.match_ids()}


def test_a_backup_prints_the_head_of_the_store(matchbook: CommandLine, store_path: Path, tmp_path: Path) -> None:
    """The copy is whole and has the head that was printed; what is recorded later, the store still leads back to it."""
    match = matchbook(*NEW).out.strip()
    head = matchbook("backup", str(tmp_path / "copy")).out.strip()
    copy = f"sqlite:///{tmp_path / 'copy' / STORE}"
    assert matchbook("--store", copy, "verify", "--all", "--expect", head).code == 0
    matchbook("take", match, "concede", "Ada")
    assert matchbook("verify", "--all", "--expect", head).code == 0
    later = matchbook("backup", str(tmp_path / "later")).out.strip()
    assert later != head
    assert matchbook("--store", copy, "verify", "--all", "--expect", later).code == 6
    assert not list(store_path.parent.glob(".*.part*"))


@pytest.mark.parametrize("what", ["a file", "a link to nothing", "a folder that is not there", "a backup"])
def test_nothing_is_copied_over_anything(matchbook: CommandLine, tmp_path: Path, what: str) -> None:
    """A backup is a new folder: an existing target, and one that cannot be created, is refused in one line."""
    matchbook(*NEW)
    target = tmp_path / "there" / "copy" if what.endswith("not there") else tmp_path / "copy"
    if what == "a file":
        target.write_text("somebody's")
    elif what.startswith("a link"):
        target.symlink_to(tmp_path / "nowhere")
    elif what == "a backup":
        matchbook("backup", str(target))
    ran = matchbook("backup", str(target))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert what != "a file" or target.read_text() == "somebody's"
    assert not list(tmp_path.glob(".*.part*"))


def test_a_folder_that_is_there_gets_one_named_by_the_time(matchbook: CommandLine, tmp_path: Path) -> None:
    matchbook(*NEW)
    (tmp_path / "all").mkdir()
    made = json.loads(matchbook("backup", str(tmp_path / "all"), "--json").out)
    [folder] = (tmp_path / "all").iterdir()
    assert made["folder"] == str(folder)
    assert folder.name.startswith("20")
    assert folder.stat().st_mode & 0o077 == 0


def test_backups_of_one_second_have_names_of_their_own(store_url: str, tmp_path: Path) -> None:
    """Given a stopped clock, then each backup is whole, and their names sort in the order of creation."""
    (tmp_path / "all").mkdir()
    with MatchService(MatchStore.open(store_url, create=True)) as app:
        opened(app)
        made = [back_up(app.store, tmp_path / "all", lambda: 1_760_000_000_000_000)[0] for _ in range(3)]
    assert [folder.name.removeprefix(made[0].name) for folder in made] == ["", "-2", "-3"]
    assert all(read_manifest(folder).matches for folder in made)


def test_the_folder_of_backups_is_told_from_a_backup(matchbook: CommandLine, tmp_path: Path) -> None:
    """Given a folder with backups in it, when it is restored, then the line names the newest of them."""
    matchbook(*NEW)
    folder = tmp_path / "backups"
    folder.mkdir()
    assert matchbook("backup", folder).code == 0
    [newest] = folder.iterdir()
    ran = matchbook("--store", f"sqlite:///{tmp_path / 'again.db'}", "restore", folder)
    assert (ran.code, f"the newest in it is {newest}" in ran.err, ran.err.count("\n")) == (2, True, 1), ran


@pytest.mark.parametrize("kind", ["file", "elsewhere"])
def test_a_backup_made_during_recording_is_restored(tmp_path: Path, kind: str) -> None:
    """Each backup made while two tables record is a state of the store, and recording goes on in the restored store."""
    url = f"sqlite:///{tmp_path / 'matches.db'}" if kind == "file" else ":memory:"
    with MatchStore.open(url, create=True) as store:
        app = MatchService(store, recorder="tess")
        matches = [opened(app), opened(app)]
        stop = threading.Event()
        done: list[int] = []

        def table(match: str) -> None:
            while not stop.is_set():
                done.append(app.annotate(match, Annotated(about=1, text="on")).version)

        tables = [threading.Thread(target=table, args=(match,)) for match in matches]
        for one in tables:
            one.start()
        made = []
        try:
            for number in range(4):
                while len(done) < 10 * (number + 1):
                    stop.wait(0.01)
                made.append(back_up(store, tmp_path / f"copy{number}"))
        finally:
            stop.set()
            for one in tables:
                one.join()
    sizes = [sum(kept.entries for kept in manifest.matches.values()) for _, manifest in made]
    assert sizes == sorted(set(sizes))
    for folder, manifest in made:
        target = f"sqlite:///{tmp_path / folder.name}.db"
        assert restore(folder, target) == manifest == read_manifest(folder)
        assert heads(target) == {match: kept.head for match, kept in manifest.matches.items()}
        assert sorted(file.name for file in folder.iterdir()) == [MANIFEST, STORE]
        with MatchStore.open(target) as again:
            before = manifest.matches[matches[0]].entries
            assert MatchService(again).annotate(matches[0], Annotated(about=1, text="on")).version == before + 1


@pytest.fixture
def backed_up(tmp_path: Path) -> Path:
    """A backup of two matches."""
    with MatchStore.open(str(tmp_path / "matches.db"), create=True) as store:
        app = MatchService(store, recorder="tess")
        for _ in range(2):
            opened(app)
        return back_up(store, tmp_path / "copy")[0]


def _changed(manifest: Path, change: Callable[[dict[str, object]], object]) -> None:
    told = json.loads(manifest.read_bytes())
    change(told)
    manifest.write_text(json.dumps(told))


def _swap_heads(told: dict[str, object]) -> None:
    matches = told["matches"]
    assert isinstance(matches, dict)
    one, two = matches
    matches[one], matches[two] = matches[two], matches[one]


@pytest.mark.parametrize(
    ("what", "change", "code"),
    [
        ("a byte of the copy", lambda at: (at / STORE).write_bytes((at / STORE).read_bytes()[:-1] + b"x"), 6),
        ("no copy", lambda at: (at / STORE).unlink(), 6),
        ("no manifest", lambda at: (at / MANIFEST).unlink(), 2),
        ("half a manifest", lambda at: (at / MANIFEST).write_bytes((at / MANIFEST).read_bytes()[:200]), 2),
        ("heads swapped", lambda at: _changed(at / MANIFEST, _swap_heads), 6),
        ("a match too few", lambda at: _changed(at / MANIFEST, lambda told: told["matches"].popitem()), 6),
        ("another head", lambda at: _changed(at / MANIFEST, lambda told: told.update(head="A" * 43)), 6),
        ("a newer manifest", lambda at: _changed(at / MANIFEST, lambda told: told.update(format_version=2)), 2),
        ("more than is known", lambda at: _changed(at / MANIFEST, lambda told: told.update(more=1)), 2),
    ],
)
def test_a_backup_that_is_not_as_it_was_made_is_refused(
    matchbook: CommandLine, backed_up: Path, tmp_path: Path, what: str, change: Callable[[Path], object], code: int
) -> None:
    """Given a backup with any change, then it is refused in one line and is not restored."""
    change(backed_up)
    ran = matchbook("restore", str(backed_up), "--store", str(tmp_path / "new.db"))
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1), what
    assert not list(tmp_path.glob("*new.db*"))


def test_a_store_that_is_not_empty_is_not_restored_over(
    matchbook: CommandLine, backed_up: Path, tmp_path: Path
) -> None:
    """The refusal says how store and backup differ; an empty store is filled."""
    store = tmp_path / "matches.db"
    before = store.read_bytes()
    refused(matchbook("restore", str(backed_up), "--store", str(store)), 2, "2 matches as in the backup")
    assert store.read_bytes() == before
    MatchStore.open(str(tmp_path / "empty.db"), create=True).close()
    assert matchbook("restore", str(backed_up), "--store", str(tmp_path / "empty.db")).code == 0
    assert heads(str(tmp_path / "empty.db")) == heads(str(store))


def test_two_that_were_continued_separately_are_told_apart(
    matchbook: CommandLine, backed_up: Path, tmp_path: Path
) -> None:
    """A match continued in one store is ahead or behind; one continued in both is a fork, named with its first differing entry."""
    original, restored = str(tmp_path / "matches.db"), str(tmp_path / "new.db")
    restore(backed_up, restored)
    both, alone = sorted(heads(original))
    for url, who in ((original, "here"), (restored, "there")):
        with MatchStore.open(url) as store:
            MatchService(store).annotate(both, Annotated(about=1, text=who))
    with MatchStore.open(restored) as store:
        MatchService(store).annotate(alone, Annotated(about=1, text="on"))
        later, _ = back_up(store, tmp_path / "later")
        new = opened(MatchService(store))
    ran = matchbook("restore", str(later), "--store", original, "--compare")
    assert ran.code == 4
    assert ran.out.splitlines() == [
        "1 match of which the backup has more, 1 match continued separately",
        f"{both}/8 is the first entry that differs",
    ]
    refused = matchbook("restore", str(later), "--store", original)
    assert (refused.code, refused.err.count("\n")) == (4, 1)
    assert f"{both}: the copy and the store hold different entries 8" in refused.err
    with MatchStore.open(restored) as store, opened_backup(backed_up) as (_, copy):
        parted = compare(store, copy)
    assert (parted.same, parted.ahead, parted.behind, parted.forks) == (0, 3, 0, ())
    assert new


def test_what_was_damaged_is_restored_as_it_was(backed_up: Path, tmp_path: Path) -> None:
    """Backup and restored store say from which entry the chain is broken; the other match is whole."""
    path = tmp_path / "matches.db"
    victim, whole = sorted(heads(str(path)))
    with sqlite3.connect(path) as forger:
        triggers = forger.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            forger.execute(f"DROP TRIGGER {name}")
        forger.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'tess', 'toss') AS BLOB)"
            " WHERE originator_id = ? AND originator_version = 3",
            (victim,),
        )
        for _, sql in triggers:
            forger.execute(sql)
    forger.close()
    with MatchStore.open(str(path)) as store:
        folder, manifest = back_up(store, tmp_path / "damaged")
    assert (manifest.matches[victim].broken, manifest.matches[victim].entries) == (3, 7)
    assert manifest.matches[whole].broken == 0
    restore(folder, str(tmp_path / "again.db"))
    with MatchStore.open(str(tmp_path / "again.db")) as store:
        assert (store.chained(victim).broken, store.chained(whole).broken) == (3, 0)


@pytest.mark.slow
def test_a_restore_that_is_killed_leaves_no_store(backed_up: Path, tmp_path: Path) -> None:
    """It can be tried again, and the parts that it left are removed then."""
    killed = (
        "import os, sys; from pathlib import Path; from service import backups\n"
        "seen = []; expect = backups._expect\n"
        "backups._expect = lambda *a: os._exit(9) if seen else (seen.append(1), expect(*a))\n"
        f"backups.restore(Path({str(backed_up)!r}), {str(tmp_path / 'new.db')!r})"
    )
    done = subprocess.run([sys.executable, "-c", killed], check=False, timeout=240, capture_output=True)
    assert done.returncode == 9, done.stderr
    assert not (tmp_path / "new.db").exists()
    assert len(restore(backed_up, str(tmp_path / "new.db")).matches) == 2
    assert not list(tmp_path.glob(".*"))


@pytest.mark.slow
def test_the_next_backup_removes_what_a_killed_one_left(store_path: Path, tmp_path: Path) -> None:
    """Parts of killed backups go when the next one is made in the folder; those of a running one, and files of others, stay."""
    target = tmp_path / "copies"
    target.mkdir()
    (target / ".notes.12345678.part").touch()
    with MatchStore.open(str(store_path), create=True) as store:
        with back_up_in_process(store_path, target, "os._exit(9)"):
            pass
        left = set(target.glob(".*.part"))
        assert len(left) == 2
        with back_up_in_process(store_path, target, "print(1, flush=True); sys.stdin.read()"):
            back_up(store, target)
            assert len(left & set(target.glob(".*.part"))) == 1
            assert len(set(target.glob(".*.part")) - left) == 1
        back_up(store, target, lambda: 1)
    assert [one.name for one in target.glob(".*")] == [".notes.12345678.part"]


@contextmanager
def back_up_in_process(store: Path, target: Path, within: str) -> Iterator[None]:
    """A backup in a process of its own that does something else in the middle, and is killed at the end of the block."""
    code = (
        "import os, sys; from pathlib import Path; from service import backups; from storage.store import MatchStore\n"
        f"def stop(*_): {within}\n"
        f"backups._heads = stop; backups.back_up(MatchStore.open({str(store)!r}), Path({str(target)!r}), lambda: 60_000_000)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.read(1)
        yield
        process.kill()
