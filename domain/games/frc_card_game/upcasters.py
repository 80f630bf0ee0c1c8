"""Upcasters of stored commands and events of this game."""

from typing import Final

from domain.effects.upcasting import EffectUpcaster
from domain.upcasting import Tree, Upcaster

_UNTIL: Final = {"while_source_on_field": "while_source_in_play", "permanent": "rest_of_game"}
_WORDS: Final = {"may_score": "allow", "may_not_score": "forbid"}
_NUMBERS: Final = {"extra_attempts": "score_attempts"}
_OF_PLAYERS: Final = ("student_plays", "draw_phase_draws")


def _change(old: Tree) -> Tree:
    """Convert a change of schema 2 to the shared words of effects."""
    player = {} if old.get("player") is None else {"player": old["player"]}
    new: Tree
    match old.get("change"):
        case "stat_modified":
            new = {"change": "modify", "number": old["stat"], "card": old["robot"], "by": old["delta"], **player}
        case "allowance_changed":
            new = {"change": "modify", "number": old["what"], "by": old["delta"], **player}
        case "score_ability_changed":
            ability = str(old["ability"])
            if ability in _WORDS:
                new = {"change": _WORDS[ability], "action": "score", "card": old["robot"], **player}
            else:
                by = old.get("attempts", 1)
                new = {"change": "modify", "number": "score_attempts", "card": old["robot"], "by": by, **player}
        case _:
            return old
    until = str(old.get("until", "end_of_turn"))
    return {**new, **({"turns": old.get("turns", 1)} if until == "turns" else {"until": _UNTIL.get(until, until)})}


def _event(old: Tree, cause: Tree) -> Tree:
    """Convert an event of schema 2 with a lasting effect to the shared words."""
    effect = old.get("lasting")
    if old.get("type") != "lasting_added" or not isinstance(effect, dict) or "what" not in effect:
        return old
    what = str(effect["what"])
    word = _WORDS.get(what, "modify")
    new: Tree = {"word": word, "name": "score" if what in _WORDS else _NUMBERS.get(what, what)}
    new["scope"] = "player" if what in _OF_PLAYERS else "card"
    new["target"] = effect["target"]
    if word == "modify":
        new["by"] = effect["delta"]
    new["owner"] = cause.get("player")
    new["source"] = cause.get("source") or 0
    new["bound"] = effect.get("source") is not None
    new["last_turn"] = effect.get("last_turn") or 0
    return {**old, "lasting": new}


UPCASTERS: Final[tuple[Upcaster, ...]] = (EffectUpcaster(_change, _event),)
"""One upcaster, from schema 2, in which this game had its own words for lasting effects."""
