"""Card records of PBL ROBOTS, their machine-readable effects, and the check of a full base set."""

from collections import Counter
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from domain.cards import CardRecord, Catalogue, DeckList
from domain.effects.words import AllowWord, EffectWord, ForbidWord, ModifyWord, PreventWord, trial_table
from domain.games.pbl_robots.vocabulary import VOCABULARY, ActionName, ChangeName, NumberName, Trait
from domain.rules import Violation, impossible
from domain.text import pluralize

ORANGE_CARDS: Final = 100
BLACK_CARDS: Final = 10

SlotName: TypeAlias = Literal["head", "left_arm", "right_arm", "legs", "left_shoulder", "right_shoulder"]
LIMBS: Final[tuple[SlotName, ...]] = ("head", "left_arm", "right_arm", "legs")
SHOULDERS: Final[tuple[SlotName, ...]] = ("left_shoulder", "right_shoulder")
SLOTS: Final = (*LIMBS, *SHOULDERS)
SLOT_INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(SLOTS)}
Trigger: TypeAlias = Literal["static", "on_play", "opening", "critical", "blast", "action"]
Pool: TypeAlias = Literal["attack", "defense"]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=3)]


class CardFilter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards that a search may find. Empty fields accept everything; construction pods fit every level and limb."""

    type: str = ""
    slot: str = ""
    level: int | None = None


class _Effect(
    Struct, frozen=True, kw_only=True, tag_field="effect", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    trigger: Trigger = "on_play"


class OpeningDraw(_Effect, frozen=True, kw_only=True, tag="opening_draw"):
    """Cards drawn after the opening hands are chosen (PBL-S12)."""

    trigger: Trigger = "opening"
    n: int = 1


class DrawCards(_Effect, frozen=True, kw_only=True, tag="draw_cards"):
    """The player of the card draws cards at once."""

    n: int = 1


class SearchDeck(_Effect, frozen=True, kw_only=True, tag="search_deck"):
    """The player of the card searches their deck, or the shop row, for a card."""

    filter: CardFilter = CardFilter()


class GainStorageBomb(_Effect, frozen=True, kw_only=True, tag="storage_bomb"):
    """Dice are rolled and put into the hangar (PBL-A22)."""

    n: int = 1


class AddDice(_Effect, frozen=True, kw_only=True, tag="add_dice"):
    """Dice are added to one side of a combat."""

    n: int = 1
    side: Literal["any", "attack", "defense"] = "any"


class AddTotal(_Effect, frozen=True, kw_only=True, tag="add_total"):
    """A number is added to one total of a combat."""

    n: int = 1
    side: Literal["any", "attack", "defense"] = "any"


class ExcludeDice(_Effect, frozen=True, kw_only=True, tag="exclude_dice"):
    """Faces that do not count in the initial attack with this armor (PBL-C21)."""

    trigger: Trigger = "static"
    values: tuple[int, ...] = ()


class ChangeTarget(_Effect, frozen=True, kw_only=True, tag="change_target"):
    """The attack changes to another limb or shoulder of the same robot; if `slot` is empty, the player chooses it."""

    slot: SlotName | Literal[""] = ""


class Rage(_Effect, frozen=True, kw_only=True, tag="rage"):
    """The player may also attack in the turn this card is played (PBL-A29)."""


class ExtraAttack(_Effect, frozen=True, kw_only=True, tag="extra_attack"):
    """Further attacks in this turn."""

    n: int = 1


class ExtraTurn(_Effect, frozen=True, kw_only=True, tag="extra_turn"):
    """A whole turn directly after the current one."""


class AttachToLimb(_Effect, frozen=True, kw_only=True, tag="attach_to_limb"):
    """The action stays on a limb and counts as a pilot point of that robot. With `no_attack`, the limb cannot attack."""

    no_attack: bool = False


class RegenerateLimb(_Effect, frozen=True, kw_only=True, tag="regenerate_limb"):
    """The blow-off card of one of the player's own limbs is removed (PBL-X15)."""

    keep_upgrades: bool = False


class OpenShop(_Effect, frozen=True, kw_only=True, tag="open_shop"):
    """Opens or refills the Shop."""


class HandLimit(_Effect, frozen=True, kw_only=True, tag="hand_limit"):
    """Changes how many cards the player may hold."""

    delta: int = 1


class _Lasting(
    EffectWord, frozen=True, kw_only=True, tag_field="effect", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A lasting effect that begins when the card is played."""

    trigger: ClassVar[Trigger] = "on_play"
    only: tuple[Trait, ...] = ()


class ModifyNumber(_Lasting, ModifyWord[NumberName], frozen=True, kw_only=True, tag="modify"):
    """Changes a number for a while."""


class AllowAction(_Lasting, AllowWord[ActionName], frozen=True, kw_only=True, tag="allow"):
    """Allows something for a while."""


class ForbidAction(_Lasting, ForbidWord[ActionName], frozen=True, kw_only=True, tag="forbid"):
    """Forbids something for a while."""


class PreventChange(_Lasting, PreventWord[ChangeName], frozen=True, kw_only=True, tag="prevent"):
    """Prevents a kind of change for a while."""


LastingWord: TypeAlias = ModifyNumber | AllowAction | ForbidAction | PreventChange
Effect: TypeAlias = (
    OpeningDraw
    | DrawCards
    | SearchDeck
    | GainStorageBomb
    | AddDice
    | AddTotal
    | ExcludeDice
    | ChangeTarget
    | Rage
    | ExtraAttack
    | ExtraTurn
    | AttachToLimb
    | RegenerateLimb
    | OpenShop
    | HandLimit
    | LastingWord
)


class _Card(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    card_id: str
    name: str
    text: str = ""
    effects: tuple[Effect, ...] = ()
    counter: int | None = None
    """Start value of the counter on the card; `None` for a card without counter."""


class StarterPilot(_Card, frozen=True, kw_only=True, tag="starter_pilot"):
    """A black card: the pilot at the start of the game. Unused ones serve as blow-off cards."""

    speed: int
    attack: int = 0
    defense: int = 0
    critical_attack: int = 0
    critical_defense: int = 0


class ExpertPilot(_Card, frozen=True, kw_only=True, tag="expert_pilot"):
    """An orange pilot that needs pilot points (PBL-A25)."""

    pilot_points_required: Annotated[int, Meta(ge=0)]
    attack: int = 0
    defense: int = 0
    legendary: bool = False
    rage: bool = False
    critical_attack: int | None = None
    critical_defense: int | None = None


class BaseRobot(_Card, frozen=True, kw_only=True, tag="base_robot"):
    """The robot itself: attack and defense of each Level 0 limb."""

    head: tuple[int, int]
    left_arm: tuple[int, int]
    right_arm: tuple[int, int]
    legs: tuple[int, int]


class ArmorCard(_Card, frozen=True, kw_only=True, tag="armor"):
    """Armor of a limb or shoulder, or a pod that fits any limb."""

    slot: Literal["head", "left_arm", "right_arm", "legs", "left_shoulder", "right_shoulder", "any_limb"]
    level: Level = 0
    attack: int = 0
    defense: int = 0
    pod: Literal["", "construction", "regeneration"] = ""


class HangarCard(_Card, frozen=True, kw_only=True, tag="hangar"):
    """Room for crew and storage bombs."""

    level: Annotated[int, Meta(ge=1, le=3)]
    spaces: Annotated[int, Meta(ge=0)]
    attack: int = 0
    defense: int = 0


class CrewCard(_Card, frozen=True, kw_only=True, tag="crew"):
    """A crew member. `blast` is the timing of its discard ability, empty without one; `pick` is what a search with it may find."""

    skill: Annotated[int, Meta(ge=1, le=3)]
    attack: int = 0
    defense: int = 0
    blast: Literal["", "own_turn", "attacking", "defending", "any"] = ""
    pick: CardFilter | None = None
    pick_timing: Literal["", "any", "own_turn"] = ""
    """If empty, the match option `pick_timing` decides."""


class ActionCard(_Card, frozen=True, kw_only=True, tag="action"):
    """An action. If it has no machine-readable effects, it is resolved by hand."""

    attaches: bool = False


Card: TypeAlias = StarterPilot | ExpertPilot | BaseRobot | ArmorCard | HangarCard | CrewCard | ActionCard
BuiltCard: TypeAlias = ExpertPilot | ArmorCard | HangarCard | CrewCard
"""Cards that stay on the table."""
OrangeCard: TypeAlias = BuiltCard | ActionCard
"""Cards of the deck of 100."""
_ORANGE: Final = frozenset(get_args(OrangeCard))

RECORDS: Final = (StarterPilot, ExpertPilot, BaseRobot, ArmorCard, HangarCard, CrewCard, ActionCard)
BASE_SET: Final = {
    "armor": 38,
    "hangar": 10,
    "crew": 26,
    "action": 21,
    "expert_pilot": 5,
    "starter_pilot": BLACK_CARDS,
    "base_robot": 3,
}


def kind_of(card: CardRecord) -> str:
    """Return the type of a card, for example `armor`; empty if it is not a record."""
    return str(type(card).__struct_config__.tag) if isinstance(card, Struct) else ""


def is_orange(card: CardRecord) -> bool:
    """Return True if the card belongs to the deck of 100."""
    return type(card) in _ORANGE


def orange_cards(catalogue: Catalogue[CardRecord]) -> tuple[str, ...]:
    """Return the ids of all orange cards, in the order of the catalogue."""
    return tuple(card.card_id for card in catalogue if is_orange(card))


def fits(card: CardRecord | None, wanted: CardFilter) -> bool:
    """Return True if a search may find this card (PBL-A19, PBL-X11). Outside play, a construction pod counts as level 1, 2 and
    3 (PBL-A09)."""
    if card is None:
        return False
    if wanted.type and kind_of(card) != wanted.type:
        return False
    if isinstance(card, ArmorCard):
        pod = card.pod == "construction" and wanted.slot not in SHOULDERS
        right_slot = not wanted.slot or card.slot == wanted.slot or pod
        right_level = wanted.level is None or card.level == wanted.level or (pod and 1 <= wanted.level <= 3)
        return right_slot and right_level
    if wanted.slot:
        return False
    return wanted.level is None or (isinstance(card, HangarCard) and card.level == wanted.level)


def check_catalogue(catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Return the violations of a catalogue: numbers that differ from the full base set (PBL-S02), and wrong records."""
    found: list[Violation] = []
    counts = Counter(kind_of(card) for card in catalogue)
    for kind, wanted in BASE_SET.items():
        if counts[kind] != wanted:
            found.append(
                impossible("PBL-S02", f"{pluralize(counts[kind], 'card')} of type {kind}; the base set has {wanted}")
            )
    for card in catalogue:
        found.extend(Violation("PBL-S02", f"{card.card_id}: {text}") for text in _problems(card))
    return tuple(found)


def effect_problems(card: CardRecord) -> list[str]:
    """Return the reasons why lasting effects of a card can never begin."""
    kind = {"expert_pilot": "pilot", "starter_pilot": "pilot"}.get(kind_of(card), kind_of(card))
    table = trial_table(VOCABULARY, kind, stays=kind not in ("action", "base_robot"))
    effects = [one for one in getattr(card, "effects", ()) if isinstance(one, LastingWord)]
    return [violation.text for effect in effects for violation in effect.violations(table)]


def _problems(card: CardRecord) -> list[str]:
    problems = effect_problems(card)
    if not isinstance(card, ArmorCard):
        return problems
    if card.slot in SHOULDERS and (card.level or card.attack or card.defense):
        problems.append("a shoulder armor has no level, no attack and defense 0")
    if (card.slot == "any_limb") != bool(card.pod):
        problems.append("pods fit any limb, and other armor does not")
    if card.pod and (card.attack or card.level):
        problems.append("a pod has no attack and no level")
    if card.slot in LIMBS and not card.level:
        problems.append("a limb armor has level 1, 2 or 3")
    return problems


def check_deck(deck: DeckList, catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Check that a deck list contains orange cards of the catalogue, each once (PBL-S02)."""
    found = []
    for card_id, copies in deck.cards.items():
        record = catalogue.get(card_id)
        if record is None or not is_orange(record):
            found.append(Violation("PBL-S02", f"{card_id} is not an orange card of the catalogue"))
        elif copies > 1:
            found.append(
                Violation("PBL-S02", f"{record.name} is in the deck {pluralize(copies, 'time')}; every card is unique")
            )
    return tuple(found)
