"""Catalogue validation (TCG-K01 to K06), and notes that do not reject a catalogue (K06 to K09)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from domain.cards import CardRecord, Catalogue
from domain.effects.words import trial_table
from domain.games.frc_tcg.cards.records import (
    COLOUR_OF,
    COMPONENT_EDITIONS,
    COUNTER_HP,
    DIVISIONS,
    EDITIONS,
    SEASONS,
    Ability,
    Award,
    Card,
    Component,
    Effect,
    Item,
    Kickoff,
    LastingWord,
    Mentor,
    Robot,
    is_duration,
    type_of,
)
from domain.games.frc_tcg.vocabulary import VOCABULARY
from domain.rules import CatalogueNote, Violation
from domain.text import pluralize

PUBLISHED: Final = {2015: 71, 2016: 84, 2017: 79, 2018: 84, 2019: 79}
"""Different cards published in each year (TCG-K08)."""

THEMES: Final = {"red": "offence", "blue": "defence", "green": "regeneration", "orange": "special abilities"}
"""The theme of most cards of a colour (TCG-K09)."""


@lru_cache(maxsize=8)
def check_catalogue(catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Return all violations of a catalogue's records."""
    return tuple(v for card in catalogue if isinstance(card, Card) for v in check_card(card))


def check_card(card: Card) -> tuple[Violation, ...]:
    """Return all violations of one record."""
    return tuple(_check(card))


def _check(card: Card) -> Iterator[Violation]:
    where = f"card {card.card_id}"
    if not card.card_id or not card.name:
        yield Violation("TCG-K01", f"{where}: an id and a name are needed")
    if card.edition is not None and card.edition not in EDITIONS:
        yield Violation("TCG-K01", f"{where}: no edition {card.edition!r}; there are {', '.join(EDITIONS)}")
    yield from _check_division(card, where)
    for effect in card.effects:
        yield from _check_effect(effect, where, type_of(card), of_ability=False)
    if isinstance(card, Robot):
        yield from _check_robot(card, where)
    elif isinstance(card, Component):
        yield from _check_component(card, where)
    elif isinstance(card, Mentor | Award) and not is_duration(card.duration):
        yield Violation("TCG-K05", f"{where}: no duration {card.duration!r}")
    if isinstance(card, Mentor) and card.division not in (None, "Einstein"):
        yield Violation("TCG-K05", f"{where}: a mentor's division is Einstein, not {card.division}")
    if isinstance(card, Kickoff) and card.edition == "first":
        yield Violation("TCG-K05", f"{where}: kickoffs came with the second edition")
    if isinstance(card, Item) and not card.effects and not card.text:
        yield Violation("TCG-K05", f"{where}: an item has an effect: give effects or text")


def _check_division(card: Card, where: str) -> Iterator[Violation]:
    if card.division is None:
        return
    names = DIVISIONS.get(card.edition or "", tuple(COLOUR_OF))
    if card.division not in names:
        yield Violation("TCG-K04", f"{where}: {card.division} is not a division of {card.edition or 'any edition'}")
    if card.division == "Einstein" and isinstance(card, Robot | Item) and not card.epic:
        yield Violation("TCG-K06", f"{where}: an Einstein {type_of(card)} is an Epic card: epic = true")


def _check_effect(effect: Effect, where: str, kind: str, *, of_ability: bool) -> Iterator[Violation]:
    rule = "TCG-K02" if of_ability else "TCG-K05"
    if isinstance(effect, LastingWord):
        found = effect.violations(trial_table(VOCABULARY, kind, stays=kind in ("robot", "mentor", "award")))
        yield from (Violation(rule, f"{where}: {one.text}") for one in found)
        return
    if effect.duration and not is_duration(effect.duration):
        yield Violation(rule, f"{where}: no duration {effect.duration!r}")
    if of_ability and effect.when != "on_attack":
        yield Violation(rule, f"{where}: an ability's effect happens on_attack")
    if not of_ability and effect.when == "on_attack":
        yield Violation(rule, f"{where}: on_attack is for effects of abilities")


def _check_robot(card: Robot, where: str) -> Iterator[Violation]:
    if card.edition is None or card.division is None:
        yield Violation("TCG-K02", f"{where}: a robot shows its edition and its division")
    if card.hp <= 0 or card.hp % COUNTER_HP:
        yield Violation("TCG-K02", f"{where}: HP {card.hp} is not a multiple of {COUNTER_HP} above 0")
    if not card.abilities:
        yield Violation("TCG-K02", f"{where}: a robot has at least one ability")
    names = Counter(ability.name for ability in card.abilities)
    for name in (name for name, count in names.items() if count > 1):
        yield Violation("TCG-K02", f"{where}: two abilities are called {name}")
    for ability in card.abilities:
        yield from _check_ability(ability, where)


def _check_ability(ability: Ability, where: str) -> Iterator[Violation]:
    where = f"{where}, {ability.name}"
    unknown = [kind for kind in ability.requires if kind not in COMPONENT_EDITIONS]
    if unknown:
        yield Violation("TCG-K03", f"{where}: no component type {unknown[0]!r}")
    if any(count < 1 for count in ability.requires.values()) or not ability.requires:
        yield Violation("TCG-K02", f"{where}: an ability needs at least one component")
    if ability.damage is not None and (ability.damage <= 0 or ability.damage % COUNTER_HP):
        yield Violation("TCG-K02", f"{where}: damage {ability.damage} is not a multiple of {COUNTER_HP} above 0")
    if ability.max_targets < 1:
        yield Violation("TCG-K02", f"{where}: max_targets is 1 or more")
    for effect in ability.effects:
        yield from _check_effect(effect, where, "robot", of_ability=True)


def _check_component(card: Component, where: str) -> Iterator[Violation]:
    editions = COMPONENT_EDITIONS.get(card.component_type)
    if editions is None:
        yield Violation("TCG-K03", f"{where}: no component type {card.component_type!r}")
    elif card.edition is not None and card.edition not in editions:
        yield Violation("TCG-K03", f"{where}: {card.component_type} was printed in {', '.join(editions)}")


def catalogue_notes(catalogue: Catalogue[CardRecord]) -> tuple[CatalogueNote, ...]:
    """Return notes on a catalogue that do not reject it: unusual cards, coverage, balance (TCG-K06 to K09)."""
    cards = [card for card in catalogue if isinstance(card, Card)]
    return (*_unusual(cards), *_coverage(cards), *_balance(cards))


def _unusual(cards: list[Card]) -> Iterator[CatalogueNote]:
    for card in cards:
        if card.division == "Einstein" and not isinstance(card, Mentor | Robot | Item):
            yield CatalogueNote(
                "TCG-K06", f"{card.card_id}: the rulebook names no Einstein {type_of(card)}s", card.card_id
            )
        if isinstance(card, Robot) and card.edition == "first" and card.founded is not None:
            formula = COUNTER_HP * (SEASONS["first"] - card.founded)
            if card.hp != formula:
                text = f"{card.card_id}: HP {card.hp}, {formula} by a first year {card.founded}"
                yield CatalogueNote("TCG-K07", text, card.card_id)


def _coverage(cards: list[Card]) -> Iterator[CatalogueNote]:
    for edition, year in SEASONS.items():
        held = sum(card.edition == edition for card in cards)
        if held:
            yield CatalogueNote("TCG-K08", f"{held} of {pluralize(PUBLISHED[year], 'card')} of {year}")


def _balance(cards: list[Card]) -> Iterator[CatalogueNote]:
    for colour, theme in THEMES.items():
        mine = [card for card in cards if card.colour == colour]
        if mine:
            hp = sum(card.hp for card in mine if isinstance(card, Robot))
            parts = pluralize(sum(isinstance(card, Component) for card in mine), "component")
            items = pluralize(sum(isinstance(card, Item) for card in mine), "item")
            yield CatalogueNote("TCG-K09", f"{colour} ({theme}): {hp} HP, {parts}, {items}")
