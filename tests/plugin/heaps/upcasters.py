"""Stored forms of older versions of this package: `take` counted with `count`, and its event was called `stones_removed`."""

from typing import Final

from domain.upcasting import Tree, Upcaster


def _schema_2(tree: Tree) -> Tree:
    if tree["type"] in ("take", "stones_removed"):
        tree["stones"] = tree.pop("count")
    if tree["type"] == "stones_removed":
        tree["type"] = "stones_taken"
    return tree


UPCASTERS: Final[tuple[Upcaster, ...]] = (_schema_2,)
