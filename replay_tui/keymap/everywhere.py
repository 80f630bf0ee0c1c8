"""Keys that many screens and panes share."""

from typing import Final

from replay_tui.keymap.key import Key

COMMON: Final = (
    Key(id="help", keys="question_mark,f1", action="help", help="All keys of this screen", label="help", shown="?"),
    Key(id="back", keys="escape", action="back", help="One level back; never quits", shown="esc"),
    Key(
        id="statistics", keys="f8", action="app.statistics", help="Statistics: questions about all matches", shown="F8"
    ),
    Key(id="quit", keys="q", action="app.quit", help="Quit", label="quit"),
)

EVERYWHERE: Final = (
    Key(
        id="reference.rules",
        keys="f6",
        action="app.rules",
        help="Rules of the game; of a match, where it broke them",
        shown="F6",
    ),
    Key(
        id="reference.cards",
        keys="f7",
        action="app.cards",
        help="Cards and decks of the game, or of the match",
        shown="F7",
    ),
    Key(id="theme", keys="f9", action="app.theme", help="Colours: dark, light, none", shown="F9"),
)
"""On every screen."""

SCROLL: Final = (
    Key(id="scroll.down", keys="down", action="scroll_down", help="Scroll down", shown="↓"),
    Key(id="scroll.up", keys="up", action="scroll_up", help="Scroll up", shown="↑"),
    Key(id="scroll.page_down", keys="pagedown", action="page_down", help="Scroll a page down", shown="pgdn"),
    Key(id="scroll.page_up", keys="pageup", action="page_up", help="Scroll a page up", shown="pgup"),
)

PROMPT: Final = (
    Key(id="prompt.cancel", keys="escape", action="cancel", help="Leave the prompt", label="cancel", shown="esc"),
)
