"""Cards as they enter play, with the numbers of their records."""

from domain.games.pbl_robots.cards import ArmorCard, CrewCard, ExcludeDice, ExpertPilot, HangarCard, StarterPilot
from domain.games.pbl_robots.state import Armor, Crew, Hangar, Pilot, Slot


def armor_of(card: ArmorCard, slot: Slot) -> Armor:
    """Return an armor for a slot; a construction pod is one level above the armor it covers, at most 3 (PBL-A09)."""
    excludes = tuple(v for effect in card.effects if isinstance(effect, ExcludeDice) for v in effect.values)
    level = card.level
    if card.pod == "construction":
        level = min(3, (slot.stack[-1].level if slot.stack else 0) + 1)
    return Armor(card.card_id, level, card.attack, card.defense, card.pod, excludes, card.counter)


def crew_of(card: CrewCard) -> Crew:
    """A crew member as it enters play."""
    return Crew(card.card_id, card.skill, card.attack, card.defense, card.counter)


def hangar_of(card: HangarCard) -> Hangar:
    """A hangar as it enters play."""
    return Hangar(card.card_id, card.level, card.spaces, card.attack, card.defense)


def starter_of(card: StarterPilot) -> Pilot:
    """A starter as it takes the cockpit."""
    return Pilot(
        card=card.card_id,
        attack=card.attack,
        defense=card.defense,
        speed=card.speed,
        critical_attack=card.critical_attack,
        critical_defense=card.critical_defense,
        counter=card.counter,
    )


def expert_of(card: ExpertPilot) -> Pilot:
    """An expert as it takes the cockpit."""
    return Pilot(
        card=card.card_id,
        attack=card.attack,
        defense=card.defense,
        critical_attack=card.critical_attack,
        critical_defense=card.critical_defense,
        expert=True,
        counter=card.counter,
    )
