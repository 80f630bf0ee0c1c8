"""The numbers, actions, changes and traits of this game that lasting effects can name."""

from typing import Final, Literal

from domain.effects.vocabulary import EffectName, EffectVocabulary

NumberName = Literal["attack", "defense", "attack_dice", "defense_dice", "hand_limit"]
ActionName = Literal[
    "attack", "build_armor", "play_crew", "build_hangar", "play_expert_pilot", "play_action", "blast_crew", "pick_armor",
    "add_bombs", "add_shields", "use_storage_bombs",
]  # fmt: skip
ChangeName = Literal["blow_off"]
Trait = Literal[
    "armor", "crew", "hangar", "pilot", "limb", "shoulder", "head", "left_arm", "right_arm", "legs", "left_shoulder",
    "right_shoulder",
]  # fmt: skip
"""Kinds of cards on a robot, its limbs and shoulders."""

_STRENGTH: Final = ("armor", "crew", "hangar", "pilot", "limb")


def _action(words: str, tag: str, *lifts: str) -> EffectName:
    return EffectName(words, of="player", commands=(tag,), lifts=lifts)


VOCABULARY: Final = EffectVocabulary(
    rule="PBL-A27",
    target_rule="PBL-A27",
    kinds=frozenset({"crew", "hangar", "pilot", "limb", "shoulder"}),
    names={
        "attack": EffectName(
            "attack", rule="PBL-C06", floor=None, kinds=_STRENGTH, commands=("declare_attack",), lifts=("PBL-C02",)
        ),
        "defense": EffectName("defense", rule="PBL-C07", floor=None, kinds=_STRENGTH),
        "attack_dice": EffectName("attack dice", of="player", rule="PBL-C06", once=True),
        "defense_dice": EffectName("defense dice", of="player", rule="PBL-C07", once=True),
        "hand_limit": EffectName("cards as hand limit", of="player", rule="PBL-X06"),
        "build_armor": _action("build armor", "build_armor", "PBL-A02"),
        "play_crew": _action("hire crew", "play_crew", "PBL-A12"),
        "build_hangar": _action("build hangars", "build_hangar", "PBL-A20"),
        "play_expert_pilot": _action("play expert pilots", "play_expert_pilot", "PBL-A25"),
        "play_action": _action("play actions", "play_action", "PBL-A26"),
        "blast_crew": _action("blast crew", "blast_crew", "PBL-A18"),
        "pick_armor": _action("pick armor", "pick_armor", "PBL-A19"),
        "add_bombs": _action("add bombs", "add_bombs"),
        "add_shields": _action("add shields", "add_shields"),
        "use_storage_bombs": _action("use storage bombs", "use_storage_bombs"),
        "blow_off": EffectName("being blown off", rule="PBL-C18", kinds=("limb", "shoulder", "armor"), once=True),
    },
)
