"""Upcasting of stored changes and events of effects from before the shared words."""

from collections.abc import Callable, Mapping

from domain.upcasting import Tree, Upcaster


def upcaster(change: Callable[[Tree], Tree], event: Callable[[Tree, Tree], Tree]) -> Upcaster:
    """Return an upcaster that converts changes by hand, and events by the `card_effect_resolved` event before them.

    The tree of that event is empty if there is none.
    """

    def upcast(tree: Tree) -> Tree:
        if "events" in tree and "type" not in tree:
            return {**tree, "events": [*_events(tree["events"], event)]}
        changes = tree.get("changes")
        if "type" not in tree or not isinstance(changes, list):
            return tree
        return {**tree, "changes": [change(dict(one)) if isinstance(one, dict) else one for one in changes]}

    return upcast


def _events(events: object, event: Callable[[Tree, Tree], Tree]) -> list[object]:
    cause: Tree = {}
    found: list[object] = []
    for one in events if isinstance(events, list) else []:
        if isinstance(one, dict) and one.get("type") == "card_effect_resolved":
            cause = one
        found.append(event(dict(one), cause) if isinstance(one, dict) else one)
    return found


def renamed(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Return an object with some of its keys renamed, in their order."""
    return {names.get(key, key): value for key, value in tree.items()}
