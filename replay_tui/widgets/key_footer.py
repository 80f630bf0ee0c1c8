"""The footer: keys of a screen."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.events import MouseDown, MouseMove
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer

from replay_tui.widgets.prompt import PromptBar

FooterKey: TypeAlias = tuple[str, str, str, bool, str]
"""A key: Textual's name, written form, action, enabled state, help."""

_NAME: Final = "footer-keys--key"
_LABEL: Final = "footer-keys--description"
_POINTED: Final = "footer-keys--pointed"


class KeyFooter(Footer):
    """A footer whose keys are one widget. Textual's own footer has a widget for each key, half of all widgets of a
    screen."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """Compose an empty footer; the screen fills it."""
        yield FooterKeys()

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Update keys, labels and enabled states."""
        if screen.app.app_focus and self.is_attached and screen is self.screen:
            # Ids of the few keys that matter in the screen's present state, with their labels; empty: all keys with a label.
            asking = any(isinstance(node, PromptBar) for node in screen.focused.ancestors) if screen.focused else False
            now: Mapping[str, str] = {} if asking else getattr(screen, "keys_now", {})
            shown: dict[str, ActiveBinding] = {}
            for active in screen.active_bindings.values():
                if asking and active.node in (screen, screen.app):
                    continue  # letters are text
                if (active.binding.id in now) if now else active.binding.show:
                    shown.setdefault(active.binding.action, active)
            order = list(now)
            listed = sorted(shown.values(), key=lambda one: _rank(one.binding.id or "", order))
            self.query_one(FooterKeys).keys = tuple(
                (key.key, self.app.get_key_display(key), now.get(key.id or "", key.description), enabled, tooltip)
                for _, key, enabled, tooltip in listed
            )


def _rank(key: str, order: list[str]) -> int:
    """Return the sort key of a key: the order of `keys_now`, or else help last."""
    return order.index(key) if order else key.endswith("help")


class FooterKeys(Widget):
    """Keys side by side. A click presses a key; the mouse pointer highlights and explains it."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {_NAME, _LABEL, _POINTED}
    DEFAULT_CSS = f"""
    FooterKeys {{
        width: auto;
        height: 1;
        text-wrap: nowrap;
        background: $footer-item-background;
        .{_NAME} {{ color: $footer-key-foreground; background: $footer-key-background; text-style: bold; }}
        .{_LABEL} {{ color: $footer-description-foreground; background: $footer-description-background; }}
        .{_POINTED} {{ background: $block-hover-background; }}
    }}
    """

    keys: reactive[tuple[FooterKey, ...]] = reactive((), layout=True)
    pointed: reactive[int | None] = reactive(None)
    """The key under the mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.set_reactive(Widget.shrink, False)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of all keys, with a blank between them."""
        del container, viewport
        return sum(cell_len(name) + cell_len(label) + 2 for _, name, label, _, _ in self.keys) - bool(self.keys)

    def render_line(self, y: int) -> Strip:
        """Draw keys and labels; disabled keys are dim."""
        del y
        segments, between = [], Style(bgcolor=self.rich_style.bgcolor)
        for number, (_, name, label, enabled, _) in enumerate(self.keys):
            segments += [
                Segment(name, self._style(_NAME, number, enabled)),
                Segment(f" {label}", self._style(_LABEL, number, enabled)),
                Segment(" ", between),
            ]
        return Strip(segments[:-1])

    def _style(self, component: str, number: int, enabled: bool) -> Style:
        style = self.get_component_rich_style(component if enabled else _LABEL)
        if number == self.pointed and self.get_component_styles(component).background.is_transparent:
            style += Style(bgcolor=self.get_component_rich_style(_POINTED).bgcolor)
        return style if enabled else style + Style(dim=True)

    def _key_at(self, column: int) -> int | None:
        for number, (_, name, label, _, _) in enumerate(self.keys):
            column -= cell_len(name) + cell_len(label) + 2
            if column < 0:
                return number if column < -1 else None
        return None

    def on_mouse_move(self, event: MouseMove) -> None:
        """Highlight the key under the mouse."""
        self.pointed = self._key_at(event.x)
        self.tooltip = None if self.pointed is None else self.keys[self.pointed][-1]
        self.styles.pointer = "default" if self.pointed is None else "pointer"

    def on_leave(self) -> None:
        """Remove the highlight."""
        self.pointed = None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press the key there, or beep if it is disabled."""
        number = self._key_at(event.x)
        if number is not None:
            key, _, _, enabled, _ = self.keys[number]
            if enabled:
                self.app.simulate_key(key)
            else:
                self.app.bell()
