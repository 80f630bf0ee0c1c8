"""Keys of the match list and of its views."""

from typing import Final

from replay_tui.keymap.key import Key

MATCHES: Final = (
    Key("matches.open", "enter", "open", "Open the match", label="open", shown="⏎"),
    Key(
        "matches.filter",
        "slash",
        "filter",
        "Filter: words, player: game: tag: status: kind: violations:>0",
        label="filter",
        shown="/",
    ),
    Key("matches.complete", "tab", "complete", "Complete what is typed in the filter"),
    Key("matches.sort", "s", "sort(1)", "Sort by the next column", shown="s"),
    Key("matches.sort_back", "S", "sort(-1)", "Sort by the previous column"),
    Key("matches.reverse", "r", "reverse", "Turn the order around"),
    Key("matches.view", "v", "view(1)", "Next of your views"),
    Key("matches.view_back", "V", "view(-1)", "Previous view; before the first: all matches"),
    Key("matches.keep", "m", "keep_view", "Keep filter and order as a view under a name"),
    Key("matches.views", "M", "views", "Your views: show, rename, delete"),
    Key("matches.tag", "t", "tag(1)", "Next tag"),
    Key("matches.tag_back", "T", "tag(-1)", "Previous tag; before the first: any"),
    Key("matches.kind", "h", "kind(1)", "Hide: all, played matches, competitions, what-ifs"),
    Key("matches.kind_back", "H", "kind(-1)", "Hide less: the same backwards"),
    Key("matches.log", "l", "app.log_live", "Log live: record the match"),
    Key("matches.new", "n", "app.new_match", "New match, step by step"),
    Key("matches.demo", "d", "app.demo", "In an empty store: record most of a sample match, to look at and go on with"),
    Key("matches.tour", "u", "app.tour", "Tour of eight screens"),
    Key("matches.explorer", "p", "app.explorer", "Explorer: what is played in this game, from its first turn on"),
    Key("matches.player", "w", "player", "Players: the pages of the players of the match"),
    Key("matches.reload", "f5,ctrl+r", "reload", "Read the list again", shown="F5"),
)

MATCH_TABLE: Final = (
    Key("table.down", "down,j", "move(1)", "Next match", shown="↓ j"),
    Key("table.up", "up,k", "move(-1)", "Previous match", shown="↑ k"),
    Key("table.page_down", "pagedown", "page(1)", "A page down", shown="pgdn"),
    Key("table.page_up", "pageup", "page(-1)", "A page up", shown="pgup"),
    Key("table.first", "home,g", "first", "First match"),
    Key("table.last", "end,G", "last", "Last match"),
)

VIEWS: Final = (
    Key("views.show", "enter", "show", "Show this view", label="show", shown="⏎"),
    Key("views.rename", "r", "rename", "Rename it", label="rename"),
    Key("views.delete", "d", "delete", "Delete it; the matches stay"),
    Key("views.back", "escape", "back", "Back to the list", label="back", shown="esc"),
    Key("views.down", "down,j", "move(1)", "Next view", shown="↓ j"),
    Key("views.up", "up,k", "move(-1)", "Previous view", shown="↑ k"),
    Key("views.quit", "q", "app.quit", "Quit"),
)

TOUR: Final = (
    Key("tour.next", "enter,right,space", "next", "Next screen of the tour", shown="⏎"),
    Key("tour.end", "escape", "end", "End the tour here", shown="esc"),
)
