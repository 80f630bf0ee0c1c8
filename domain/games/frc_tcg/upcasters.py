"""Upcasters of stored commands and events of this game."""

from typing import Final

from domain.effects.upcasting import EffectUpcaster, renamed
from domain.upcasting import Tree, Upcaster

_UNTIL: Final = {
    "until_removed": "rest_of_game",
    "manual": "rest_of_game",
    "end_of_opponents_next_turn": "until_my_next_turn",
}


def _change(old: Tree) -> Tree:
    """Convert a change of schema 2 to the shared effect words."""
    new: Tree
    match old.get("change"):
        case "effect_lifted":
            return {**renamed(old, {"robot": "card", "label": "name"}), "change": "end"}
        case "max_hp":
            new = {"change": "modify", "number": "max_hp", "card": old["robot"], "by": old["by"]}
        case "effect_added" if old.get("kind", "label") == "label":
            new = {"change": "label", "card": old["robot"], "text": old["label"]}
        case "effect_added":
            new = {"change": "modify", "number": old["kind"], "card": old["robot"], "by": old["amount"]}
        case _:
            return old
    if old.get("player") is not None:
        new["player"] = old["player"]
    until = str(old.get("duration", "until_removed"))
    turns = until.removeprefix("turns:")
    return {**new, **({"turns": int(turns)} if turns != until else {"until": _UNTIL.get(until, until)})}


def _effect(old: object) -> object:
    """Convert a lasting effect of schema 2."""
    if not isinstance(old, dict) or "kind" not in old:
        return old
    label = old["kind"] == "label"
    scope = old.get("scope", "robot")
    new: Tree = {"id": old["id"], "word": "label" if label else "modify"}
    new["name"] = old.get("label", "") if label else old["kind"]
    new["scope"] = "card" if scope == "robot" else scope
    new["target"] = old.get("robot", 0)
    if not label:
        new["by"] = old.get("amount", 0)
    new |= {"owner": old["owner"], "source": old.get("source", 0), "last_turn": old.get("ends", 0)}
    before = old.get("before", -1)
    return {**new, "before": None if before == -1 else before, "bound": old.get("bound", False)}


def _event(old: Tree, _cause: Tree) -> Tree:
    if old.get("type") == "effect_applied":
        return {**old, "effect": _effect(old.get("effect"))}
    effects = old.get("lasting")
    if old.get("type") == "position_declared" and isinstance(effects, list):
        return {**old, "lasting": [_effect(one) for one in effects]}
    return old


UPCASTERS: Final[tuple[Upcaster, ...]] = (EffectUpcaster(_change, _event),)
"""The first converts schema 2, in which this game had its own names for lasting effects."""
