"""One key as data: what it does, and what the footer and the help say about it."""

from msgspec import Struct
from textual.binding import Binding, BindingType


class Key(Struct, frozen=True):
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


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    """The keys as Textual takes them."""
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
        for key in keys
    ]
