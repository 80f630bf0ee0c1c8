"""The goals, read from `goals.toml`."""

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

Tier: TypeAlias = Literal["commit", "nightly", "release"]
TIERS: Final[tuple[Tier, ...]] = ("commit", "nightly", "release")
FOLDER: Final = Path(__file__).parent
ROOT: Final = FOLDER.parent.parent


class Size(Struct, forbid_unknown_fields=True):
    """Extent of the trials: the counted unit, the variables that tell the tests, and the number in each tier."""

    what: str
    variable: str
    commit: int
    nightly: int
    release: int
    also: tuple[str, ...] = ()

    def variables(self, tier: Tier) -> dict[str, str]:
        """The environment of a tier."""
        return dict.fromkeys((self.variable, *self.also), str(getattr(self, tier)))


class Saboteur(Struct, forbid_unknown_fields=True):
    """A defect: the unique place of `find` in a file of the program, and its replacement."""

    file: str
    find: str
    instead: str
    tier: Tier = "commit"
    tests: tuple[str, ...] = ()
    """Those that must fail; empty: any of the goal's."""

    def spoiled(self, text: str) -> str:
        """The file with the defect. Raises ValueError where the place is not there, or not the only one."""
        if text.count(self.find) != 1:
            raise ValueError(f"{self.file}: {self.find!r} occurs {text.count(self.find)} times, once expected")
        return text.replace(self.find, self.instead)


class Goal(Struct, forbid_unknown_fields=True):
    """A claim, and how it is verified."""

    id: str
    claim: str
    tests: tuple[str, ...]
    size: Size | None = None
    saboteur: Saboteur | None = None


class _File(Struct, forbid_unknown_fields=True):
    goal: tuple[Goal, ...]


def read_goals(chosen: tuple[str, ...] = ()) -> tuple[Goal, ...]:
    """The goals of these ids, or all. Raises KeyError for an id that no goal has."""
    goals = {one.id: one for one in msgspec.toml.decode((FOLDER / "goals.toml").read_bytes(), type=_File).goal}
    return tuple(goals[one] for one in chosen or goals)
