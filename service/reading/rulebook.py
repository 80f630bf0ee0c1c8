"""A game's rules for readers: in sections of the rulebook, searchable, with the entries that broke them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from domain.entries import action_parts
from domain.replay import AnyHistory
from domain.rules import Rule

KIND_WORDS: Final[Mapping[str, str]] = {
    "guard": "checked at every action: an illegal action is refused, or recorded as played and flagged",
    "setup": "checked when a match is set up",
    "automatic": "applied automatically to recorded actions",
    "bookkeeping": "followed by the program itself; actions are never refused because of it",
    "option": "an option that a match is opened with",
    "agreement": "left to what the players agree",
}
"""The enforcement of a rule, in words."""

OWN_SECTION: Final = "Questions that the rulebook leaves open"
"""Rules outside all parts of the rulebook."""


class RulebookSection(Struct, frozen=True):
    """A part of the rulebook with its rules, in the order of their ids."""

    title: str
    rules: tuple[Rule, ...]


def sections_of(rules: Mapping[str, Rule]) -> tuple[RulebookSection, ...]:
    """Group rules by their part of the rulebook, in order of first appearance.

    Our own rules are placed next to rules with similar ids.
    """
    found: dict[str, tuple[str, list[Rule]]] = {}
    before = series = ""
    for rule in rules.values():
        title = _part(rule)
        if not title:
            title = before if series == _series(rule.id) and before else OWN_SECTION
        before, series = title, _series(rule.id)
        found.setdefault(title.casefold(), (title, []))[1].append(rule)
    own = found.pop(OWN_SECTION.casefold(), None)
    return tuple(RulebookSection(title, tuple(of)) for title, of in (*found.values(), *([own] if own else ())))


def _part(rule: Rule) -> str:
    """Return the first part in a rule's place; empty for our own rules."""
    return re.split(r"[,;:]", rule.place, maxsplit=1)[0].strip() if rule.source == "rulebook" else ""


def _series(rule: str) -> str:
    """Return the prefix that related rules share: `CG-S` of `CG-S05`."""
    return rule.rstrip("0123456789")


class Breach(Struct, frozen=True, gc=False):
    """An entry that broke a rule."""

    version: int
    stands: bool
    """True unless it was undone."""


def breaches(history: AnyHistory, versions: Iterable[int]) -> dict[str, tuple[Breach, ...]]:
    """Return, by rule id, the entries among `versions` that broke it, in order."""
    found: dict[str, list[Breach]] = {}
    for version in versions:
        violations = action_parts(history.entries[version - 1].payload)[2]
        for rule in dict.fromkeys(violation.rule for violation in violations):
            found.setdefault(rule, []).append(Breach(version, version not in history.match.undone))
    return {rule: tuple(entries) for rule, entries in found.items()}


def rule_citation(rule: Rule, title: str) -> str:
    """`CG-A02 Students (rulebook: Main Phase, both texts) · FRC: The Card Game`."""
    return f"{rule.id} {rule.title} ({rule.origin}) · {title}"


def searched_text(rule: Rule) -> str:
    """The searched text: the id with and without its dash, title, text, origin, quotation, kind."""
    return " ".join((rule.id, rule.id.replace("-", ""), rule.title, rule.text, rule.origin, rule.quote, rule.kind))


def rules_in_order(sections: Iterable[RulebookSection]) -> Iterator[Rule]:
    """All rules, section by section."""
    for section in sections:
        yield from section.rules
