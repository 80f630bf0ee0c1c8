"""The vocabulary of rules: a row of a game's reference, a violation of one, a note.

A game's rows stand in the `rules.toml` of its package. Those of the package above it come first, where it has some: so
contests share theirs.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct


class Violation(Struct, frozen=True, gc=False, omit_defaults=True):
    """One broken rule: its id and what was wrong, in words that say what would be right."""

    rule: str
    text: str
    impossible: bool = False
    """The state cannot hold it (a card that is known to be elsewhere): refused even when recording as played."""

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}"


class Note(Struct, frozen=True, gc=False, omit_defaults=True):
    """What is worth knowing of a catalogue and refuses nothing: the rule that says so, and what was noticed."""

    rule: str
    text: str
    card: str = ""
    """The card that it is about; empty for a note on the whole catalogue."""

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}"


class Rule(Struct, frozen=True, gc=False):
    """One row of a game's rules reference."""

    id: str
    title: str
    text: str
    """In our own words."""
    place: str
    """Where the rulebook says so; `reading` where we supply it."""
    kind: Literal["guard", "setup", "automatic", "bookkeeping", "option", "agreement"]
    """How it is enforced. `guard` and `setup` and `option` rows are raised by `check`."""


@cache
def rules_of(package: str) -> Mapping[str, Rule]:
    """The rules of a game package, by id. Raises ValueError for an id that is given twice."""
    rules: dict[str, Rule] = {}
    for rule in (*_rows(package.rpartition(".")[0]), *_rows(package)):
        if rule.id in rules:
            raise ValueError(f"{package}: rule {rule.id} stands twice in rules.toml")
        rules[rule.id] = rule
    return rules


def _rows(package: str) -> Iterator[Rule]:
    """The rows of a package; none for what lies above one that stands by itself."""
    file = files(package) / "rules.toml" if package else None
    if file is not None and file.is_file():
        yield from msgspec.convert(tomllib.loads(file.read_text("utf-8"))["rule"], tuple[Rule, ...])
