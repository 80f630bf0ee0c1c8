"""The vocabulary of rules: a row of a game's reference, a violation of one, a note.

A game's rows are in the `rules.toml` of its package, after those of the packages listed under `also`: this is how competitions
share their rules.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from domain.decoding import converted


class Violation(Struct, frozen=True, gc=False, omit_defaults=True):
    """One broken rule: its id, and a sentence that says what was wrong and what would be right."""

    rule: str
    text: str
    impossible: bool = False
    """True if the command is impossible, for example with a card that is known to be elsewhere. Refused even as played."""

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}" if self.rule else self.text


def impossible(rule: str, text: str) -> Violation:
    """A violation that no mode of recording accepts."""
    return Violation(rule, text, impossible=True)


def malformed(text: str) -> Violation:
    """Return a violation without a rule id, for a command that lacks a word or whose words contradict each other."""
    return Violation("", text, impossible=True)


class CatalogueNote(Struct, frozen=True, gc=False, omit_defaults=True):
    """An observation about a catalogue that does not reject it, with the rule behind it."""

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
    kind: Literal["guard", "setup", "automatic", "bookkeeping", "option", "agreement"]
    """Kind of enforcement. `check` raises the rows of kind `guard`, `setup` and `option`."""
    source: Literal["rulebook", "reading", "program"] = "rulebook"
    """Origin of the rule: the rulebook, our reading where it is silent or unclear, or this program, outside the rulebook."""
    place: str = ""
    """Place in the rulebook: where the rule is, or the passage that a reading interprets."""
    quote: str = ""
    """The rulebook's own sentence."""

    @property
    def origin(self) -> str:
        """The origin of the rule and its place there."""
        said = {"rulebook": "rulebook", "reading": "our reading", "program": "rule of this program"}[self.source]
        return f"{said}: {self.place}" if self.place else said

    @property
    def quoted(self) -> str:
        """The rulebook's own sentence in quotation marks; empty if it is not stored."""
        return f"“{self.quote}”" if self.quote else ""


class UnreadableRules(ValueError):
    """A `rules.toml` that cannot be used: names the package and what is wrong."""


@cache
def rules_of(package: str) -> Mapping[str, Rule]:
    """The rules of a game package, by id. Raises UnreadableRules, for an id that is given twice too."""
    rules: dict[str, Rule] = {}
    for one in (*_read(package).also, package):
        for rule in _read(one).rule:
            if rule.id in rules:
                raise UnreadableRules(f"{package}/rules.toml: rule {rule.id} is defined twice")
            rules[rule.id] = rule
    return rules


class _Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """Contents of a `rules.toml`."""

    also: tuple[str, ...] = ()
    rule: tuple[Rule, ...] = ()


@cache
def _read(package: str) -> _Rulebook:
    try:
        file = files(package) / "rules.toml"
        text = file.read_text("utf-8") if file.is_file() else ""
        return converted(tomllib.loads(text), _Rulebook)
    except ModuleNotFoundError as error:
        raise UnreadableRules(f"{package}: no package of that name has rules (`also` may name it)") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise UnreadableRules(f"{package}/rules.toml: {error}") from error
