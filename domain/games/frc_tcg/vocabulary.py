"""This game's names for the numbers, actions and changes of lasting effects."""

from typing import Final, Literal

from domain.effects.vocabulary import EffectName, EffectVocabulary

NumberName = Literal["max_hp", "damage_dealt", "damage_taken", "hand_limit", "components_needed"]
ActionName = Literal[
    "attack", "play_robot", "play_component", "play_item", "play_mentor", "play_award", "evolve_robot", "retreat",
    "swap_cards",
]  # fmt: skip
ChangeName = Literal["damage"]
Trait = Literal["robot", "evolved", "mentor", "award"]
"""Kinds and states of cards in play."""


def _play(kind: str, *lifts: str) -> EffectName:
    article = "an" if kind[0] in "aeiou" else "a"
    return EffectName(f"play {article} {kind}", of="player", commands=(f"play_{kind}",), lifts=lifts)


_ROBOT: Final = ("robot",)

VOCABULARY: Final = EffectVocabulary(
    rule="TCG-A12",
    target_rule="TCG-A12",
    end_rule="TCG-E01",
    kinds=frozenset({"robot", "mentor", "award"}),
    names={
        "max_hp": EffectName("hit points at most", rule="TCG-X07", floor=10, kinds=_ROBOT),
        "damage_dealt": EffectName("damage", rule="TCG-C04", kinds=_ROBOT, once=True),
        "damage_taken": EffectName("damage from attacks", rule="TCG-C04", floor=None, kinds=_ROBOT, once=True),
        "hand_limit": EffectName("cards as hand limit", of="player", rule="TCG-T12"),
        "components_needed": EffectName("components for each ability", rule="TCG-C02", kinds=_ROBOT),
        "attack": EffectName(
            "attack", rule="TCG-C01", kinds=_ROBOT, commands=("attack",), lifts=("TCG-C01", "TCG-T08")
        ),
        "play_robot": _play("robot", "TCG-T03"),
        "play_component": _play("component", "TCG-T04"),
        "play_item": _play("item"),
        "play_mentor": _play("mentor", "TCG-T05", "TCG-A09"),
        "play_award": _play("award", "TCG-T05"),
        "evolve_robot": EffectName("evolve", kinds=_ROBOT, commands=("evolve_robot",), lifts=("TCG-T03", "TCG-A13")),
        "retreat": EffectName("retreat", rule="TCG-A20", kinds=_ROBOT, commands=("retreat_robot",), lifts=("TCG-A20",)),
        "swap_cards": EffectName("swap cards", of="player", commands=("swap_cards",)),
        "damage": EffectName("damage", rule="TCG-C05", kinds=_ROBOT, once=True),
    },
)
