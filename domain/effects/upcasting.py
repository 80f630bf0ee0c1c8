"""Upcasting of stored changes and events of effects from before the shared words."""

from collections.abc import Callable, Mapping

from domain.upcasting import EventsUpcaster, Tree


class EffectUpcaster(EventsUpcaster):
    """Converts changes by hand, and events by the `card_effect_resolved` event before them.

    The tree of that event is empty if there is none.
    """

    def __init__(self, change: Callable[[Tree], Tree], event: Callable[[Tree, Tree], Tree]) -> None:
        self._change = change
        self._event = event
        self.__module__ = change.__module__

    def __call__(self, tree: Tree) -> Tree:
        changes = tree.get("changes")
        if not isinstance(changes, list):
            return tree
        return {**tree, "changes": [self._change(dict(one)) if isinstance(one, dict) else one for one in changes]}

    def events(self, events: list[object]) -> list[object]:
        cause: Tree = {}
        found: list[object] = []
        for one in events:
            if isinstance(one, dict) and one.get("type") == "card_effect_resolved":
                cause = one
            found.append(self._event(dict(one), cause) if isinstance(one, dict) else one)
        return found


def renamed(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Return an object with some of its keys renamed, in their order."""
    return {names.get(key, key): value for key, value in tree.items()}
