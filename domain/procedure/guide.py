"""The infraction guide: infractions that officials cite instead of a rule of the game, and their penalties."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct, field
from msgspec.json import encode

from domain.decoding import converted
from domain.judging import Penalty, Remedy
from domain.rules import Rule

_BETWEEN: Final = re.compile(r"[\s_-]+")


class Infraction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the guide."""

    id: str
    group: str = field(name="class")
    title: str
    text: str
    penalties: tuple[Penalty, ...]
    """Penalties for the first time at an event, the second, and so on; the last one repeats."""
    others: tuple[Penalty, ...] = ("warning", "disqualification")
    """The same for people who are not players; a disqualification excludes them."""
    remedy: Remedy = "none"
    """The usual remedy in the game."""

    def penalty(self, before: int, *, plays: bool) -> Penalty:
        """Return the penalty of the guide after `before` penalties for the same infraction at one event."""
        steps = self.penalties if plays else self.others
        return steps[min(before, len(steps) - 1)]

    def steps(self, *, plays: bool) -> str:
        """Return the penalties in words: `warning, then game loss`."""
        return ", then ".join(one.replace("_", " ") for one in (self.penalties if plays else self.others))

    @property
    def rule(self) -> Rule:
        """The infraction as a rule, to find and cite."""
        remedy = "" if self.remedy == "none" else f" Remedy: {self.remedy.replace('_', ' ')}."
        return Rule(self.id, self.title, f"{self.text} Penalty: {self.steps(plays=True)}.{remedy}", "guard", "program")


@cache
def infractions() -> Mapping[str, Infraction]:
    """Return the guide by id."""
    text = files(__package__).joinpath("infractions.toml").read_text("utf-8")
    rows = converted(tomllib.loads(text)["infraction"], tuple[Infraction, ...])
    return {row.id: row for row in rows}


@cache
def guide_json() -> str:
    """The penalties of the guide as JSON, for SQL: name of the infraction as names are compared -> `players` and `others`."""
    steps = {_plain(row.id): {"players": row.penalties, "others": row.others} for row in infractions().values()}
    return encode(steps).decode()


def infraction_named(text: str) -> Infraction | None:
    """Return the infraction with that id or title, in any case and spacing; `None` if it is unknown."""
    return _named().get(_plain(text))


@cache
def _named() -> Mapping[str, Infraction]:
    return {_plain(name): row for row in infractions().values() for name in (row.id, row.title)}


def _plain(text: str) -> str:
    return _BETWEEN.sub(" ", text).strip().casefold()
