"""Keys of the match list."""

from typing import Final

from replay_tui.keymap.key import Key

MATCHES: Final = (
    Key(id="matches.open", keys="enter", action="open", help="Open the match", label="open", shown="⏎"),
    Key(
        id="matches.filter",
        keys="slash",
        action="filter",
        help="Filter by player, game, title, tag",
        label="filter",
        shown="/",
    ),
    Key(id="matches.sort", keys="s", action="sort(1)", help="Sort by the next column", label="sort", shown="s"),
    Key(id="matches.sort_back", keys="S", action="sort(-1)", help="Sort by the previous column"),
    Key(id="matches.reverse", keys="r", action="reverse", help="Turn the order around", label="reverse"),
    Key(id="matches.log", keys="l", action="app.log_live", help="Log live: record the match", label="log"),
    Key(id="matches.new", keys="n", action="app.new_match", help="New match, step by step", label="new"),
    Key(id="matches.reload", keys="f5,ctrl+r", action="reload", help="Read the list again", shown="F5"),
)

MATCH_TABLE: Final = (
    Key(id="table.down", keys="down,j", action="move(1)", help="Next match", shown="↓ j"),
    Key(id="table.up", keys="up,k", action="move(-1)", help="Previous match", shown="↑ k"),
    Key(id="table.page_down", keys="pagedown", action="page(1)", help="A page down", shown="pgdn"),
    Key(id="table.page_up", keys="pageup", action="page(-1)", help="A page up", shown="pgup"),
    Key(id="table.first", keys="home,g", action="first", help="First match", shown="home g"),
    Key(id="table.last", keys="end,G", action="last", help="Last match", shown="end G"),
)
