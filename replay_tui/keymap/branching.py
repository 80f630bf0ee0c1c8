"""Keys of what-ifs and of the differences between two moments."""

from typing import Final

from replay_tui.keymap.key import Key

BRANCHING: Final = (
    Key(id="what_if", keys="w", action="what_if", help="What if: a match of its own goes on from here"),
    Key(
        id="moments",
        keys="x",
        action="mark_moment",
        help="Mark this moment; at another one, show what differs between them",
    ),
)
"""On the replay screen."""

FORK_BOX: Final = (
    Key(id="fork_box.go", keys="enter", action="go", help="Branch off here", label="branch off", shown="⏎"),
    Key(id="fork_box.sample", keys="s", action="sample", help="Sample unknown cards, or leave them", label="sample"),
    Key(id="fork_box.compare", keys="c", action="compare", help="Compare with what happened", label="compare"),
    Key(id="fork_box.cancel", keys="escape", action="cancel", help="Back to the replay", label="back", shown="esc"),
)

CHANGE_TABLE: Final = (
    Key(id="changes.down", keys="down,j", action="move(1)", help="Next row", label="rows", shown="↓ j", footer="↓↑"),
    Key(id="changes.up", keys="up,k", action="move(-1)", help="Previous row", shown="↑ k"),
    Key(id="changes.page_down", keys="pagedown", action="page(1)", help="A page down", label="page", shown="pgdn"),
    Key(id="changes.page_up", keys="pageup", action="page(-1)", help="A page up", shown="pgup"),
    Key(id="changes.first", keys="home,g", action="first", help="First row", shown="home g"),
    Key(id="changes.last", keys="end,G", action="last", help="Last row", shown="end G"),
)

DIFFERENCES: Final = (
    Key(id="changes.go", keys="enter", action="go", help="Go to the entry that made it", label="go there", shown="⏎"),
    Key(id="changes.copy", keys="y", action="copy", help="Copy the whole list as text", label="copy"),
)
