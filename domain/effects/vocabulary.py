"""The vocabulary of a game for lasting effects: its numbers, actions and kinds of change, with their words in
sentences."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from domain.effects.lasting import Lasting, WordName


class EffectName(Struct, frozen=True):
    """A number, action or kind of change of a game."""

    words: str
    """Its name in sentences."""
    of: Literal["card", "player"] = "card"
    """The owner of the number or action: a card or a player."""
    rule: str = ""
    """The rule that refusals cite; empty: the rule of the vocabulary."""
    floor: int | None = 0
    """The smallest value of a number, if it has one."""
    kinds: tuple[str, ...] = ()
    """The kinds of cards that have it; empty: all kinds."""
    once: bool = False
    """True if an effect on it may last until its next use (`until=next`)."""
    commands: tuple[str, ...] = ()
    """For an action: tags of the commands that perform it."""
    lifts: tuple[str, ...] = ()
    """For an action: ids of the rules that do not apply while an effect allows it."""


class EffectVocabulary(Struct, frozen=True):
    """The names of one game for its effects, and the rules that refusals cite."""

    rule: str
    """The rule of card effects, which refusals cite by default."""
    target_rule: str
    """The rule that a missing card breaks."""
    names: Mapping[str, EffectName]
    kinds: frozenset[str] = frozenset()
    """The kinds of cards among the traits."""
    end_rule: str = ""
    """The rule against playing on after the end of a match, which no card can justify. Empty in games where commands
    after the end are impossible."""

    @property
    def rules(self) -> frozenset[str]:
        """The rules that effects may cite."""
        return frozenset({self.rule, self.target_rule, *[one.rule for one in self.names.values() if one.rule]})


EFFECT_WORDS: Final[Mapping[WordName, str]] = {
    "allow": "may {}",
    "forbid": "may not {}",
    "prevent": "is safe from {}",
    "label": "is under the effect {}",
}
"""Sentence templates by word, without `modify`; `{}` is the name in words."""


def sentence(effect: Lasting, vocabulary: EffectVocabulary) -> str:
    """Return an effect as a predicate: `has +300 offense`, `may not score`."""
    named = vocabulary.names.get(effect.name)
    words = named.words if named is not None else effect.name
    if effect.word != "modify":
        return EFFECT_WORDS[effect.word].format(words)
    if effect.to is not None:
        return f"has {effect.to} {words}"
    return (
        f"has its {words} multiplied by {effect.times}"
        if effect.times is not None
        else f"has {effect.by or 0:+d} {words}"
    )
