"""Keys of what-ifs and of the differences between two moments."""

from typing import Final

from replay_tui.keymap.key import Key

BRANCHING: Final = (
    Key("what_if", "w", "what_if", "What if: a match of its own goes on from here"),
    Key("moments", "x", "mark_moment", "Mark this moment; at another one, show what differs between them"),
)
"""On the replay screen."""

FORK_BOX: Final = (
    Key("fork_box.go", "enter", "go", "Branch off here", shown="⏎"),
    Key("fork_box.sample", "s", "sample", "Sample unknown cards, or leave them"),
    Key("fork_box.play_on", "p", "play_on", "Let bots play on from before the entry and from behind it"),
    Key("fork_box.compare", "c", "compare", "Compare with what happened"),
    Key("fork_box.cancel", "escape", "cancel", "Back to the replay", shown="esc"),
)

CHANGE_TABLE: Final = (
    Key("changes.down", "down,j", "move(1)", "Next row", shown="↓ j"),
    Key("changes.up", "up,k", "move(-1)", "Previous row", shown="↑ k"),
    Key("changes.page_down", "pagedown", "page(1)", "A page down", shown="pgdn"),
    Key("changes.page_up", "pageup", "page(-1)", "A page up", shown="pgup"),
    Key("changes.first", "home,g", "first", "First row"),
    Key("changes.last", "end,G", "last", "Last row"),
)

DIFFERENCES: Final = (
    Key("changes.go", "enter", "go", "Go to the entry that made it", label="go there", shown="⏎"),
    Key("changes.copy", "y", "copy", "Copy the whole list as text", label="copy"),
)
