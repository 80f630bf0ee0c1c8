"""Deck legality: size, profile, divisions and partners' colours (TCG-D01 to D05, V02 to V04)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from domain.cards import CardRecord, Catalogue
from domain.games.frc_tcg.cards.records import TYPES, Card, Item, Robot, type_of
from domain.games.frc_tcg.options import Options, colours_of
from domain.rules import Violation
from domain.text import pluralize

DECK_SIZE: Final = 54

PROFILES: Final[dict[str, dict[str, int]]] = {
    "later": {"robot": 15, "component": 28, "item": 4, "award": 2, "mentor": 3, "kickoff": 2},
    "first_2015": {"robot": 20, "component": 25, "item": 4, "award": 2, "mentor": 3, "kickoff": 0},
    "first_2015_as_printed": {"robot": 20, "component": 25, "item": 4, "award": 2, "mentor": 3, "kickoff": 2},
}
"""Cards of each type in a standard deck (TCG-D02, D03)."""


def type_counts(catalogue: Catalogue[CardRecord], cards: Mapping[str, int]) -> dict[str, int]:
    """Count the cards of a list by type; cards missing from the catalogue count as `unknown`."""
    counts: Counter[str] = Counter()
    for card_id, copies in cards.items():
        card = catalogue.get(card_id)
        counts[type_of(card) if isinstance(card, Card) else "unknown"] += copies
    return dict(counts)


def fitting_profile(catalogue: Catalogue[CardRecord], cards: Mapping[str, int], size: int) -> str:
    """Return the profile that a list matches exactly, else `later`. Without a list: `first_2015_as_printed` for its 56
    cards, else empty."""
    if not cards:
        return "first_2015_as_printed" if size == profile_size("first_2015_as_printed") else ""
    counts = type_counts(catalogue, cards)
    exact = (name for name, profile in PROFILES.items() if all(counts.get(t, 0) == n for t, n in profile.items()))
    return next(exact, "later")


def profile_size(profile: str) -> int:
    """Return the deck size of a profile: 54 cards, or 56 for the 2015 list as printed."""
    return sum(PROFILES[profile].values()) if profile in PROFILES else DECK_SIZE


def type_limit(profile: str, card_type: str) -> int:
    """Return the number of cards of a type in a deck of this profile; without a profile, the largest number in any."""
    if profile in PROFILES:
        return PROFILES[profile][card_type]
    return max(counts[card_type] for counts in PROFILES.values())


def check_deck(
    catalogue: Catalogue[CardRecord], cards: Mapping[str, int], options: Options, *, seat: int, size: int, profile: str
) -> tuple[Violation, ...]:
    """Return all violations of a seat's deck: a list of cards, or, if the list is empty, only its size."""
    found = [*_check_size(size, profile, options)]
    if not cards:
        return tuple(found)
    missing = [card_id for card_id in cards if card_id not in catalogue]
    if missing:
        found.append(Violation("TCG-D05", f"{missing[0]!r} is not in the catalogue: define the card first"))
    if options.boosters == "off":
        found += _check_counts(type_counts(catalogue, cards), profile)
    return (*found, *_check_colours(catalogue, cards, options, seat))


def _check_size(size: int, profile: str, options: Options) -> Iterator[Violation]:
    if options.boosters == "on":
        if not DECK_SIZE <= size <= options.max_deck_size:
            yield Violation("TCG-D04", f"{pluralize(size, 'card')}; with boosters 54 to {options.max_deck_size}")
    elif size != profile_size(profile):
        rule = "TCG-D03" if profile == "first_2015_as_printed" else "TCG-D01"
        yield Violation(rule, f"{pluralize(size, 'card')}; the deck needs {profile_size(profile)}")


def _check_counts(counts: Mapping[str, int], profile: str) -> Iterator[Violation]:
    rule = "TCG-D03" if profile.startswith("first") else "TCG-D02"
    for card_type in TYPES:
        has, needs = counts.get(card_type, 0), PROFILES[profile][card_type]
        if has == needs:
            continue
        if profile == "first_2015" and card_type == "kickoff":
            yield Violation(
                "TCG-D05", f"{pluralize(has, 'kickoff')}; a 2015 deck has none: they came with the second edition"
            )
        else:
            yield Violation(rule, f"{has} {card_type}s, needs {needs}")


def _check_colours(
    catalogue: Catalogue[CardRecord], cards: Mapping[str, int], options: Options, seat: int
) -> Iterator[Violation]:
    allowed = colours_of(options, seat)
    if allowed is None:
        return
    partners = options.teams != "none"
    bound = Robot | Item if partners else Robot
    for card_id in cards:
        card = catalogue.get(card_id)
        if isinstance(card, bound) and card.colour not in allowed:
            yield Violation(
                "TCG-V04" if partners else "TCG-V02",
                f"{card.name} is {card.colour or 'without division'}; allowed: {', '.join(sorted(allowed))}",
            )
