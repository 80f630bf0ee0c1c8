"""Personal settings for all screens: theme and preferences file."""

from functools import partial
from typing import Final

from textual import on
from textual.app import App
from textual.message import Message
from textual.reactive import Initialize, Reactive
from textual.theme import Theme

from service.errors import UsageProblem
from service.preferences import PreferencesStore, with_theme
from service.reading.styled_text import clean

_KINDS: Final = {
    "kind-blue": "#a9cdf5",
    "kind-purple": "#d9bdf0",
    "kind-green": "#a5dcb3",
    "kind-teal": "#93dada",
    "kind-vermilion": "#ffb79c",
    "kind-brown": "#cda987",
    "kind-pink": "#f7b3d2",
    "kind-slate": "#b8bec4",
}
"""Colours of the kinds of cards on a dark background, without yellow, which marks changes."""
_KINDS_ON_LIGHT: Final = {
    "kind-blue": "#1d4f86",
    "kind-purple": "#6a3d8f",
    "kind-green": "#24663a",
    "kind-teal": "#12605f",
    "kind-vermilion": "#9c3414",
    "kind-brown": "#6d4a18",
    "kind-pink": "#97275f",
    "kind-slate": "#4c5258",
}

DARK: Final = Theme(
    name="matchbook-dark",
    primary="#7aa2c8",
    accent="#e0af68",
    error="#f7768e",
    success="#9ece6a",
    warning="#e0af68",
    dark=True,
)
LIGHT: Final = Theme(
    name="matchbook-light",
    primary="#2f5f8f",
    accent="#7d4f00",
    error="#b3261e",
    success="#2e6b1f",
    warning="#7d4f00",
    background="#fbfaf7",
    surface="#f4f2ec",
    panel="#e6e3da",
    dark=False,
    variables=_KINDS_ON_LIGHT | {"cursor-share": "20%"},
)
PLAIN: Final = Theme(
    name="matchbook-plain",
    primary="#b0b0b0",
    secondary="#b0b0b0",
    accent="#d0d0d0",
    foreground="#f0f0f0",
    background="#000000",
    surface="#101010",
    panel="#202020",
    boost="#181818",
    error="#ffffff",
    success="#e0e0e0",
    warning="#e0e0e0",
    dark=True,
    variables=dict.fromkeys(_KINDS, "#b0b0b0"),
)
"""Without colours: signs and words carry the same information."""
THEMES: Final = (DARK, LIGHT, PLAIN)
_CALLED: Final = {DARK.name: "dark", LIGHT.name: "light", PLAIN.name: "no colour"}


class PreferencesChanged(Message):
    """Preferences changed; the program saves them in a worker."""


class PersonalApp(App[None]):
    """An app that restores its look from the last time."""

    def __init__(self, keeper: PreferencesStore | None = None) -> None:
        self.keeper = keeper or PreferencesStore()  # before the styles are read, because they depend on the theme
        super().__init__()

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The themes of the library and of the program, by name."""
        return super().available_themes | {theme.name: theme for theme in THEMES}

    def _last_theme(self) -> str:
        wanted = self.keeper.current.theme
        return wanted if wanted in self.available_themes else DARK.name

    theme: Reactive[str] = Reactive(Initialize(_last_theme))
    """The name of the current theme, first that of the last time. To set it later would read all styles a second time."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return defaults for themes: colours of kinds of cards and of the cursor row."""
        return _KINDS | {"cursor-share": "30%"}

    def on_load(self) -> None:
        """Restore the theme; later choices are saved."""
        self.theme_changed_signal.subscribe(self, self._theme_chosen)

    def on_ready(self) -> None:
        """Report preferences that could not be read."""
        if self.keeper.problem:
            self.notify(clean(self.keeper.problem), severity="warning", markup=False, timeout=15)

    def action_theme(self) -> None:
        """Switch between dark, light and no colours."""
        names = [theme.name for theme in THEMES]
        place = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[place % len(names)]
        self.notify(f"Theme: {_CALLED[self.theme]}", timeout=3)

    def _theme_chosen(self, theme: Theme) -> None:
        if theme.name != (self.keeper.current.theme or DARK.name):
            self.keeper.keep(partial(with_theme, theme=theme.name))
            self.post_message(PreferencesChanged())

    @on(PreferencesChanged)
    def _save(self) -> None:
        self.run_worker(self._save_now, thread=True, group="keep")

    def _save_now(self) -> None:
        try:
            self.keeper.save()
        except UsageProblem as problem:
            text = clean(str(problem))
            self.call_from_thread(partial(self.notify, text, severity="warning", markup=False, timeout=10))
