"""Keys that many screens and panes share."""

from typing import Final

from replay_tui.keymap.key import Key

COMMON: Final = (
    Key("help", "question_mark,f1", "help", "All keys of this screen", label="help", shown="?"),
    Key("back", "escape", "back", "One level back; never quits", shown="esc"),
    Key("statistics", "f8", "app.statistics", "Statistics: questions about all matches", shown="F8"),
    Key("search", "ctrl+f", "app.search", "Search all matches for what was done", shown="^f"),
    Key("quit", "q", "app.quit", "Quit"),
)

EVERYWHERE: Final = (
    Key("reference.rules", "f6", "app.rules", "Rules of the game; of a match, where it broke them", shown="F6"),
    Key("reference.cards", "f7", "app.cards", "Cards and decks of the game, or of the match", shown="F7"),
    Key("theme", "f9", "app.theme", "Colours: dark, light, off", shown="F9"),
)
"""On every screen."""

SCROLL: Final = (
    Key("scroll.down", "down", "scroll_down", "Scroll down", shown="↓"),
    Key("scroll.up", "up", "scroll_up", "Scroll up", shown="↑"),
    Key("scroll.page_down", "pagedown", "page_down", "Scroll a page down", shown="pgdn"),
    Key("scroll.page_up", "pageup", "page_up", "Scroll a page up", shown="pgup"),
)

PROMPT: Final = (Key("prompt.cancel", "escape", "cancel", "Leave the prompt", label="cancel", shown="esc"),)
