"""Personal preferences between runs: views of the match list, bookmarks, the theme. One small JSON file.

They are separate from matches and never shared. Several programs may change them at once: each change is applied to the
current file, so that saved views are kept.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.validation import InvalidValue, validated_json
from projections.file_marker import set_aside
from service.errors import UsageProblem
from service.outputs import whole_file

NAME_LENGTH: Final = 40
"""Characters of a view's name."""
_WAIT_SECONDS: Final = 5.0


class SavedView(Struct, frozen=True, forbid_unknown_fields=True):
    """A filter and an order of the match list, under a name."""

    name: str
    query: str
    """The query line."""


class Preferences(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The content of the preferences file."""

    theme: str = ""
    views: tuple[SavedView, ...] = ()
    bookmarks: Mapping[str, tuple[str, ...]] = {}
    """Places by match id, as addresses write them after the slash: `12`, `12.3`."""


Change: TypeAlias = Callable[[Preferences], Preferences]


def with_theme(kept: Preferences, theme: str) -> Preferences:
    """Return the preferences with another theme."""
    return replace(kept, theme=theme)


def with_view(kept: Preferences, view: SavedView) -> Preferences:
    """Return the preferences with a view added, or replaced if its name exists. Raises UsageProblem for an invalid name."""
    _expect_name(view.name)
    if view.name in (one.name for one in kept.views):
        return replace(kept, views=tuple(view if one.name == view.name else one for one in kept.views))
    return replace(kept, views=(*kept.views, view))


def without_view(kept: Preferences, name: str) -> Preferences:
    """Return the preferences without a view."""
    return replace(kept, views=tuple(one for one in kept.views if one.name != name))


def with_view_renamed(kept: Preferences, name: str, to: str) -> Preferences:
    """Return the preferences with a view renamed in its place. Raises UsageProblem for a name that is taken or invalid."""
    _expect_name(to)
    if to != name and to in (one.name for one in kept.views):
        raise UsageProblem(f"there is a view “{to}” already; choose another name")
    return replace(kept, views=tuple(replace(one, name=to) if one.name == name else one for one in kept.views))


def with_bookmark(kept: Preferences, match: str, place: str, *, marked: bool) -> Preferences:
    """Return the preferences with a bookmark set or removed."""
    places = [one for one in kept.bookmarks.get(match, ()) if one != place]
    others = {one: found for one, found in kept.bookmarks.items() if one != match}
    places += [place] if marked else []
    return replace(kept, bookmarks=others | ({match: tuple(places)} if places else {}))


class PreferencesFile:
    """The preferences on disk."""

    def __init__(self, path: Path, own_folder: bool = True) -> None:
        """`own_folder`: the folder is used only by this program."""
        self.path = path
        self._own_folder = own_folder

    def read(self) -> tuple[Preferences, str]:
        """Return the preferences, and one line to show if the file could not be read: then it is set aside, and they are empty."""
        try:
            return self._read(), ""
        except OSError as error:
            return Preferences(), f"{self.path}: {error.strerror}; your views and bookmarks are not shown"
        except InvalidValue as error:
            return Preferences(), self._set_aside(str(error))

    def update(self, change: Change) -> Preferences:
        """Apply a change to the current content of the file. Return the new content. Raises UsageProblem if it cannot be
        written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._expect_ours()
            with self._locked():
                kept = change(self._read_or_begin()[0])
                self._write(kept)
                return kept
        except (OSError, sqlite3.Error) as error:
            said = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageProblem(f"{self.path}: {said}; views, bookmarks and theme are not kept") from error

    def _read(self) -> Preferences:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Preferences()
        return validated_json(data, Preferences)

    def _read_or_begin(self) -> tuple[Preferences, Path | None]:
        """Return the preferences, and the new path of an unreadable file."""
        try:
            return self._read(), None
        except InvalidValue:
            return Preferences(), set_aside(self.path)

    def _expect_ours(self) -> None:
        """Raise UsageProblem if the file is not ours, in a folder chosen by the user. It is ours if our lock file is beside it,
        or if its content is valid."""
        if self._own_folder or self._lock.exists():
            return
        try:
            self._read()
        except InvalidValue as error:
            raise UsageProblem(
                f"{self.path} holds something else; views, bookmarks and theme are not kept: choose another folder"
            ) from error

    def _write(self, kept: Preferences) -> None:
        """Write the file atomically: readers see the old or the new content."""
        with whole_file(self.path, replace=True) as fresh, fresh.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    @property
    def _lock(self) -> Path:
        return self.path.with_name(self.path.name + ".lock")

    def _set_aside(self, problem: str) -> str:
        try:
            self._expect_ours()
            with self._locked():
                _, aside = self._read_or_begin()  # read again: another program may have repaired it in the meantime
        except UsageProblem as error:
            return str(error)
        except (OSError, sqlite3.Error):
            return f"{self.path} cannot be read ({problem}); views, bookmarks and theme are empty"
        kept = f"it is kept as {aside.name}" if aside is not None else "another program mended it"
        return f"{self.path} cannot be read ({problem}); {kept}, and your preferences are empty"

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold a lock while the file is changed. SQLite's lock is used: it can wait, works on every system, and ends with its
        process."""
        connection = sqlite3.connect(self._lock, timeout=_WAIT_SECONDS)
        try:
            connection.execute("begin exclusive")
            yield
        finally:
            connection.close()


class PreferencesStore:
    """The preferences of a running program. Changes take effect at once and are saved later by `save`.

    `save` may block; `current` and `keep` never do.
    """

    def __init__(self, file: PreferencesFile | None = None) -> None:
        self._file = file
        self.current, self.problem = file.read() if file is not None else (Preferences(), "")
        self._unsaved: list[Change] = []
        self._changing = Lock()
        self._saving = Lock()

    def keep(self, change: Change) -> None:
        """Change the preferences. Raises the errors of the change, which is then discarded."""
        with self._changing:
            self.current = change(self.current)
            self._unsaved.append(change)

    def save(self) -> None:
        """Write the changes since the last call, and load the changes of other programs.

        Raises UsageProblem if the file cannot be written; the next call tries again.
        """
        with self._saving:
            changes = tuple(self._unsaved)
            if self._file is None or not changes:
                return
            saved = self._file.update(lambda kept: _changed(kept, changes))
            with self._changing:
                del self._unsaved[: len(changes)]
                self.current = _changed(saved, self._unsaved)


def _changed(kept: Preferences, changes: Iterable[Change]) -> Preferences:
    for change in changes:
        try:
            kept = change(kept)
        except UsageProblem:
            continue  # another program used the name in the meantime: its view stays, ours keeps its old name
    return kept


def _expect_name(name: str) -> None:
    if not name.strip() or not name.isprintable():
        raise UsageProblem("a view needs a name that can be read")
    if len(name) > NAME_LENGTH:
        raise UsageProblem(f"a view's name has {NAME_LENGTH} characters at most; this one has {len(name)}")
