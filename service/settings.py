"""Locations of the store and its analytics: flags first, then the environment, then the user's data folder."""

import os
from pathlib import Path

import platformdirs

from service.errors import UsageProblem

STORE_VARIABLE = "MATCHBOOK_STORE"
ANALYTICS_VARIABLE = "MATCHBOOK_ANALYTICS"
CONFIG_VARIABLE = "MATCHBOOK_CONFIG"
VENUE_VARIABLE = "MATCHBOOK_VENUE"
CHECKPOINTS_VARIABLE = "MATCHBOOK_CHECKPOINTS"


def store_url(flag: str | None = None) -> str:
    """The store's URL: `--store`, MATCHBOOK_STORE, or a SQLite file in the user's data folder (which is made).

    Raises UsageProblem for a password in `--store`, because lists of processes would show it, and for a store in memory,
    because it would end with the command. Raises StoreUnwritable if the data folder cannot be created.
    """
    if flag and _shows_password(flag):
        raise UsageProblem(
            f"--store: everybody on this machine can see a password there; put the address into {STORE_VARIABLE}, or the "
            "password into PGPASSWORD or ~/.pgpass"
        )
    url = flag or os.environ.get(STORE_VARIABLE) or f"sqlite:///{_data_folder() / 'matchbook.db'}"  # four slashes
    if url.removeprefix("sqlite:///") == ":memory:":
        raise UsageProblem(f"a store in memory ({url}) is gone with this command; name a file: sqlite:///PATH")
    return url


def _shows_password(url: str) -> bool:
    scheme, _, rest = url.partition("://")
    return scheme in ("postgresql", "postgres") and (
        ":" in rest.rpartition("@")[0] or "password" in rest.partition("?")[2]
    )


def _data_folder() -> Path:
    folder = Path(platformdirs.user_data_dir("matchbook", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        from storage.errors import StoreUnwritable

        raise StoreUnwritable(
            f"{folder}: your data folder cannot be made ({error.strerror}); make it, or name a store with --store"
        ) from error
    return folder


def beside(url: str) -> Path:
    """Return the base name of a store's sidecar files: its own file; for a store on a server a name in the user's data folder,
    made of host and database (or token). Raises StoreUnsupported."""
    path = url.removeprefix("sqlite:///")
    if path.startswith(("https://", "http://")):
        from storage.remote_location import remote_label

        return _data_folder() / f"{remote_label(url)}.remote"
    if "://" in path:
        from storage.server_location import read_server

        return _data_folder() / f"{read_server(url).label}.server"
    return Path(path).expanduser()


def analytics_path(url: str) -> tuple[Path, bool]:
    """The analytics file of a store: MATCHBOOK_ANALYTICS, or beside the store.

    It is `NAME.duckdb` for the store `NAME.db` and for stores on a server, `NAME.analytics` for other files, so that stores in
    one folder never share it. Also returns True if this is the default place, False if the user chose it.
    """
    chosen = os.environ.get(ANALYTICS_VARIABLE)
    if chosen:
        return Path(chosen).expanduser(), False
    path = beside(url)
    if path.suffix == ".db" or "://" in url.removeprefix("sqlite:///"):
        return path.with_suffix(".duckdb"), True
    return path.with_name(f"{path.name}.analytics"), True


def preferences_path() -> tuple[Path, bool]:
    """Return the preferences file of a user: in the folder MATCHBOOK_CONFIG, or in our folder in the user's configuration.

    Also returns True for our own folder, False for a folder that the user chose.
    """
    chosen = os.environ.get(CONFIG_VARIABLE)
    folder = Path(chosen).expanduser() if chosen else Path(platformdirs.user_config_dir("matchbook", appauthor=False))
    return folder / "preferences.json", not chosen


def keys_folder() -> Path:
    """Return the folder of this device's keys and the trusted ones: beside the preferences."""
    return preferences_path()[0].with_name("keys")


def venue() -> str:
    """Return the venue for the origin of checkpoints, unless given explicitly."""
    return os.environ.get(VENUE_VARIABLE) or "table"


def checkpoints_folder() -> Path | None:
    """Return the folder for automatic checkpoints; `None` if disabled."""
    chosen = os.environ.get(CHECKPOINTS_VARIABLE)
    return Path(chosen).expanduser() if chosen else None


def recorder_name() -> str:
    """Return the default recorder: the login name."""
    return os.environ.get("MATCHBOOK_RECORDER") or os.environ.get("USER") or os.environ.get("USERNAME") or "scorekeeper"
