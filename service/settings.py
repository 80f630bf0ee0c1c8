"""Where the store and its analytics lie: flags first, then the environment, then the user's data folder."""

import os
import tempfile
from pathlib import Path

import platformdirs

STORE_VARIABLE = "MATCHBOOK_STORE"
ANALYTICS_VARIABLE = "MATCHBOOK_ANALYTICS"
CONFIG_VARIABLE = "MATCHBOOK_CONFIG"
VENUE_VARIABLE = "MATCHBOOK_VENUE"
CHECKPOINTS_VARIABLE = "MATCHBOOK_CHECKPOINTS"


def store_url(flag: str | None = None) -> str:
    """The store's URL: `--store`, MATCHBOOK_STORE, or a SQLite file in the user's data folder (which is made)."""
    chosen = flag or os.environ.get(STORE_VARIABLE)
    if chosen:
        return chosen
    folder = Path(platformdirs.user_data_dir("matchbook", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'matchbook.db'}"  # an absolute path: four slashes


def analytics_path(url: str) -> tuple[Path, bool]:
    """The analytics file of a store: MATCHBOOK_ANALYTICS, or beside the store's file (a temporary one for a store in memory).

    And whether it is that one of the store's own, and not one that somebody chose.
    """
    chosen = os.environ.get(ANALYTICS_VARIABLE)
    if chosen:
        return Path(chosen).expanduser(), False
    path = url.removeprefix("sqlite:///")
    if "://" in path or path.endswith(":memory:"):
        return Path(tempfile.mkdtemp(prefix="matchbook-")) / "analytics.duckdb", True
    return Path(path).expanduser().with_suffix(".duckdb"), True


def preferences_path() -> tuple[Path, bool]:
    """The file of one person's preferences: in the folder MATCHBOOK_CONFIG, or in our own configuration folder of the user.

    And whether it is in that folder of our own, and not in one that somebody chose.
    """
    chosen = os.environ.get(CONFIG_VARIABLE)
    folder = Path(chosen).expanduser() if chosen else Path(platformdirs.user_config_dir("matchbook", appauthor=False))
    return folder / "preferences.json", not chosen


def keys_folder() -> Path:
    """Where the keys of this device and those that are trusted lie: beside the preferences."""
    return preferences_path()[0].with_name("keys")


def venue() -> str:
    """Where matches are recorded, for the origin of checkpoints, unless said otherwise."""
    return os.environ.get(VENUE_VARIABLE) or "table"


def checkpoints_folder() -> Path | None:
    """Where checkpoints are written by themselves; None: nowhere."""
    chosen = os.environ.get(CHECKPOINTS_VARIABLE)
    return Path(chosen).expanduser() if chosen else None


def recorder_name() -> str:
    """Who records, unless said otherwise: the login name."""
    return os.environ.get("MATCHBOOK_RECORDER") or os.environ.get("USER") or os.environ.get("USERNAME") or "scorekeeper"
