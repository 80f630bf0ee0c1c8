"""Card records, their machine-readable effects, and checks of catalogues and Active sets."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, DeckList
from domain.games.robin_in_the_hood.options import SMALLEST_SET, Options
from domain.rules import CatalogueNote, Violation, impossible
from domain.table.decks import cards_of_deck
from domain.text import pluralize

STAGES: Final = ("agility", "weapons", "strength", "endurance")
CASTES: Final = ("noble", "townsfolk", "outlaw", "royalty", "knight", "guard")
POLITICS: Final = ("activist", "pacifist")
DURATIONS: Final = ("hand", "lasting")
NEAR: Final = ("self", "faced")
"""The characters that an unstarred special skill may affect."""
FAR: Final = ("own", "opposing", "all")


class Skill(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A printed score; the higher, the better. The colour is display only (RH-Q25)."""

    score: int
    colour: str | None = None


class Skills(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The four scores of a character, one for each stage of battle."""

    agility: Skill
    weapons: Skill
    strength: Skill
    endurance: Skill

    def on(self, stage: str) -> Skill:
        """The skill tested on a stage."""
        if stage == "agility":
            return self.agility
        if stage == "weapons":
            return self.weapons
        return self.strength if stage == "strength" else self.endurance


class ModifySkill(
    Struct,
    frozen=True,
    gc=False,
    tag_field="effect",
    tag="modify_skill",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Adds to the level of characters in play, on their current stages (RH-B03 to RH-B05)."""

    amount: int
    who: str
    """`self`, `faced` (opposite the source), or `own`, `opposing`, `all` characters in play."""
    stage: str = "any"
    caste: str | None = None
    politics: str | None = None
    character: str | None = None


class RemoveModifier(
    Struct, frozen=True, gc=False, tag_field="effect", tag="remove_modifier", forbid_unknown_fields=True
):
    """Removes the opponent's lasting modifier (RH-Q15)."""


Effect = ModifySkill | RemoveModifier


class CharacterCard(Struct, frozen=True, kw_only=True, tag="character", forbid_unknown_fields=True, omit_defaults=True):
    """A character. Printings of one person share `character` (RH-D03)."""

    card_id: str
    name: str
    character: str
    skills: Skills
    caste: str | None = None
    politics: str | None = None
    special_skill: str = ""
    star: bool = False
    """Marked with a star: its special skill reaches other stages (RH-B04)."""
    effects: tuple[Effect, ...] = ()
    year: int | None = None
    description: str = ""


class ModifierCard(Struct, frozen=True, kw_only=True, tag="modifier", forbid_unknown_fields=True, omit_defaults=True):
    """A modifier, in force for one hand or until it is removed or replaced."""

    card_id: str
    name: str
    duration: str
    text: str = ""
    effects: tuple[Effect, ...] = ()
    year: int | None = None


class ColourRange(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The scores that a colour represents."""

    colour: str
    low: int
    high: int


class ColourReference(Struct, frozen=True, kw_only=True, tag="colour_reference", forbid_unknown_fields=True):
    """The colour reference of the mat; it is not a playing card."""

    card_id: str
    name: str
    ranges: tuple[ColourRange, ...]


PlayingCard: TypeAlias = CharacterCard | ModifierCard
Card: TypeAlias = PlayingCard | ColourReference


def check_catalogue(catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Return all violations that make a catalogue unusable. See `catalogue_warnings` for colours."""
    return tuple(v for record in catalogue for v in check_card(record))


def check_card(record: CardRecord) -> Iterator[Violation]:
    """Yield the violations of one card record."""
    if isinstance(record, CharacterCard):
        yield from _check_groups(record.card_id, record.caste, record.politics)
        for effect in record.effects:
            yield from _check_character_effect(record, effect)
    elif isinstance(record, ModifierCard):
        if record.duration not in DURATIONS:
            text = f"{record.card_id}: duration {record.duration!r} is not one of {', '.join(DURATIONS)}"
            yield impossible("RH-C09", text)
        for effect in record.effects:
            yield from _check_modifier_effect(record, effect)


def _check_groups(card: str, caste: str | None, politics: str | None) -> Iterator[Violation]:
    if caste is not None and caste not in CASTES:
        yield Violation("RH-V02", f"{card}: caste {caste!r} is not one of {', '.join(CASTES)}")
    if politics is not None and politics not in POLITICS:
        yield Violation("RH-V03", f"{card}: politics {politics!r} is not one of {', '.join(POLITICS)}")


def _check_character_effect(record: CharacterCard, effect: Effect) -> Iterator[Violation]:
    card = record.card_id
    if isinstance(effect, RemoveModifier):
        yield Violation("RH-C09", f"{card}: only a modifier card removes a modifier")
        return
    yield from _check_modify(card, effect, (*NEAR, *FAR), "RH-B03")
    if effect.who in FAR and not record.star:
        text = f"{card}: without a star the special skill reaches self or faced only, not {effect.who}"
        yield Violation("RH-B04", text)


def _check_modifier_effect(record: ModifierCard, effect: Effect) -> Iterator[Violation]:
    if isinstance(effect, ModifySkill):
        yield from _check_modify(record.card_id, effect, FAR, "RH-B05")


def _check_modify(card: str, effect: ModifySkill, whom: tuple[str, ...], rule: str) -> Iterator[Violation]:
    if effect.who not in whom:
        yield Violation(rule, f"{card}: who={effect.who!r} is not one of {', '.join(whom)}")
    if effect.stage not in ("any", *STAGES):
        yield Violation("RH-B01", f"{card}: stage {effect.stage!r} is not one of any, {', '.join(STAGES)}")
    yield from _check_groups(card, effect.caste, effect.politics)


def catalogue_warnings(catalogue: Catalogue[CardRecord]) -> tuple[CatalogueNote, ...]:
    """Return notes on scores that disagree with the colour reference; the score counts (RH-Q25)."""
    ranges = {r.colour: r for record in catalogue if isinstance(record, ColourReference) for r in record.ranges}
    return tuple(
        CatalogueNote("RH-Q25", f"{card.card_id}: {stage} {skill.score} is not {skill.colour}", card.card_id)
        for card in catalogue
        if isinstance(card, CharacterCard)
        for stage in STAGES
        if (skill := card.skills.on(stage)).colour is not None
        and (known := ranges.get(skill.colour)) is not None
        and not known.low <= skill.score <= known.high
    )


def check_deck(deck: DeckList, catalogue: Catalogue[CardRecord], options: Options) -> tuple[Violation, ...]:
    """Return the violations of a deck list as an Active set (RH-D01 to RH-D07), its ante included."""
    found = list(check_active_set(catalogue, tuple(cards_of_deck(deck)), (), options))
    ante = deck.beside.get("ante")
    if ante is not None and not is_card(catalogue, ante):
        found.append(Violation("RH-D07", f"ante {ante!r} is not in the catalogue"))
    return tuple(found)


def check_deck_list(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Return the violations of a deck list under any options: any size from the smallest is accepted, and modifiers."""
    return check_deck(deck, catalogue, Options(active_count=max(deck.size, SMALLEST_SET), modifiers=True))


def check_active_set(
    catalogue: Catalogue[CardRecord], cards: Sequence[str], set_aside: Sequence[str], options: Options
) -> Iterator[Violation]:
    """Yield the violations of an Active set."""
    if len(cards) != options.active_count:
        yield Violation("RH-D01", f"Active set has {len(cards)}, agreed {options.active_count}")
    for character, count in Counter(_characters(catalogue, cards)).items():
        if count > 1:
            yield Violation("RH-D03", f"{pluralize(count, 'card')} of {character}; one of each character may be active")
    for card in dict.fromkeys(set_aside):
        if card in cards:
            yield Violation("RH-D04", f"{card} is set aside and cannot count in the Active set")
    for card in dict.fromkeys((*cards, *set_aside)):
        record = catalogue.get(card)
        if not is_card(catalogue, card):
            yield Violation("RH-D07", f"{card!r} is not in the catalogue; define_card adds it")
        elif isinstance(record, ModifierCard) and card in cards and not options.modifiers:
            yield Violation("RH-D05", f"{record.name} is a modifier; this tournament is played without")


def is_card(catalogue: Catalogue[CardRecord], card: str) -> bool:
    """True if the catalogue has a playing card of that id."""
    return isinstance(catalogue.get(card), PlayingCard)


def _characters(catalogue: Catalogue[CardRecord], cards: Iterable[str]) -> Iterator[str]:
    for card in cards:
        record = catalogue.get(card)
        if isinstance(record, CharacterCard):
            yield record.character
