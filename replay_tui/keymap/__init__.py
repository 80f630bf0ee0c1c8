"""All keys of the program, read from `keys.toml`: groups of keys, and the groups that are live on each screen."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from msgspec import Struct
from textual.binding import Binding, BindingType

from domain.decoding import converted


class Key(Struct, frozen=True, forbid_unknown_fields=True):
    """One binding. `label` appears in the footer; keys without a label appear only in the help."""

    id: str
    keys: str
    """Textual's names, separated by commas; the first one is shown."""
    action: str
    help: str
    label: str = ""
    shown: str = ""
    """Written form of the key, if it differs from its name."""
    footer: str = ""
    """Footer form of a pair of keys."""

    @property
    def written(self) -> str:
        """The key as screens and pages write it: `^z` for ctrl+z."""
        return self.shown or self.keys.split(",")[0].replace("ctrl+", "^")


_TABLES: Final = tomllib.loads(files(__name__).joinpath("keys.toml").read_text("utf-8"))


def _read(group: str) -> Iterator[Key]:
    rows: Mapping[str, dict[str, str]] = _TABLES["keys"][group]
    for name, row in rows.items():
        if name.startswith("*"):
            yield from _read(name[1:])
        else:
            yield converted({"id": name, **row}, Key)


KEYS: Final[Mapping[str, tuple[Key, ...]]] = {group: tuple(_read(group)) for group in _TABLES["keys"]}
"""The keys of each group."""

SCREENS: Final[Mapping[str, tuple[tuple[Key, ...], ...]]] = {
    screen: tuple(KEYS[group] for group in groups) for screen, groups in _TABLES["screens"].items()
}
"""The groups of keys that are live at the same time, by screen and pane."""


def bindings(*groups: str) -> list[BindingType]:
    """Return the keys of these groups as Textual's bindings."""
    return [
        Binding(
            key.keys,
            key.action,
            key.label or key.help,
            show=bool(key.label),
            key_display=key.footer or key.shown or None,
            tooltip=key.help,
            id=key.id,
        )
        for group in groups
        for key in KEYS[group]
    ]
