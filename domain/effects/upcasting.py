"""Upcasts stored changes and events from before games shared one vocabulary of effects."""

from collections.abc import Callable, Mapping

from domain.upcasting import EventsUpcaster, Tree


class EffectUpcaster(EventsUpcaster):
    """Converts manual changes and events. `event` gets an event and the last `card_effect_resolved` event before it
    (`{}` if there is none), which says what caused it."""

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
    """Return an object with keys renamed, in the original order."""
    return {names.get(key, key): value for key, value in tree.items()}
