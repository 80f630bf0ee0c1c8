"""Keys of the match list and of its views."""

from typing import Final

from replay_tui.keymap.key import Key

MATCHES: Final = (
    Key(id="matches.open", keys="enter", action="open", help="Open the match", label="open", shown="⏎"),
    Key(
        id="matches.filter",
        keys="slash",
        action="filter",
        help="Filter: words, player: game: tag: status: kind: violations:>0",
        label="filter",
        shown="/",
    ),
    Key(id="matches.complete", keys="tab", action="complete", help="Complete what is typed in the filter", shown="tab"),
    Key(id="matches.sort", keys="s", action="sort(1)", help="Sort by the next column", label="sort", shown="s"),
    Key(id="matches.sort_back", keys="S", action="sort(-1)", help="Sort by the previous column"),
    Key(id="matches.reverse", keys="r", action="reverse", help="Turn the order around", label="reverse"),
    Key(id="matches.view", keys="v", action="view(1)", help="Next of your views", label="view"),
    Key(id="matches.view_back", keys="V", action="view(-1)", help="Previous view; before the first: all matches"),
    Key(id="matches.keep", keys="m", action="keep_view", help="Keep filter and order as a view under a name"),
    Key(id="matches.views", keys="M", action="views", help="Your views: show, rename, delete"),
    Key(id="matches.tag", keys="t", action="tag(1)", help="Next tag"),
    Key(id="matches.tag_back", keys="T", action="tag(-1)", help="Previous tag; before the first: any"),
    Key(id="matches.kind", keys="h", action="kind(1)", help="Hide: all, played matches, contests, what-ifs"),
    Key(id="matches.kind_back", keys="H", action="kind(-1)", help="Hide less: the same backwards"),
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

VIEWS: Final = (
    Key(id="views.show", keys="enter", action="show", help="Show this view", label="show", shown="⏎"),
    Key(id="views.rename", keys="r", action="rename", help="Rename it", label="rename"),
    Key(id="views.delete", keys="d", action="delete", help="Delete it; the matches stay", label="delete"),
    Key(id="views.back", keys="escape", action="back", help="Back to the list", label="back", shown="esc"),
    Key(id="views.down", keys="down,j", action="move(1)", help="Next view", label="next", shown="↓ j", footer="↓↑"),
    Key(id="views.up", keys="up,k", action="move(-1)", help="Previous view", shown="↑ k"),
    Key(id="views.quit", keys="q", action="app.quit", help="Quit", label="quit"),
)
