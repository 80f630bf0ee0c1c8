"""This game's names for the actions and changes of lasting effects."""

from typing import Final, Literal

from domain.effects.vocabulary import EffectName, EffectVocabulary

ActionName = Literal["place"]
ChangeName = Literal["advance"]
Trait = Literal["character", "modifier"]
"""Kinds of cards in play."""

PLACE_FIRST: Final = "place_first"
"""The effect of `goes_first`."""
PLACEMENTS: Final = ("place_character", "play_modifier", "place_card")

VOCABULARY: Final = EffectVocabulary(
    rule="RH-A05",
    target_rule="RH-A05",
    kinds=frozenset({"character", "modifier"}),
    names={
        "place": EffectName("place a card", of="player", commands=PLACEMENTS, lifts=("RH-T05",)),
        "advance": EffectName("advancing", kinds=("character",)),
    },
)
