"""Keys of the statistics screen and its panes, of the page of a player, of the search, and of the explorer."""

from typing import Final

from replay_tui.keymap.key import Key

STATISTICS: Final = (
    Key(
        "statistics.scope",
        "slash",
        "scope",
        "Narrow: game:… player:… since:… turn:3..6 -tag:…",
        label="filter",
        shown="/",
    ),
    Key("statistics.ask", "colon", "ask", "Ask by typing: NUMBER by DIMENSION, … FILTERS", shown=":"),
    Key("statistics.split", "d", "split(False)", "Split a metric by a dimension"),
    Key("statistics.split_further", "D", "split(True)", "Split it by one more"),
    Key("statistics.sort", "s", "sort(1)", "Sort by the next column; a click on its heading does, too"),
    Key("statistics.sort_back", "S", "sort(-1)", "Sort by the previous column; before the first: as answered"),
    Key("statistics.reverse", "r", "reverse", "Turn the order around"),
    Key("statistics.player", "w", "player", "Player: the page of the player in the row"),
    Key("statistics.chart", "c", "chart", "Only the chart, or back to the table"),
    Key(
        "statistics.explain",
        "e",
        "explain",
        "Meaning of the numbers: formula, unit, coverage, known bias",
    ),
    Key("statistics.next", "right_square_bracket", "turn(1)", "Next chart: another game", shown="]"),
    Key("statistics.previous", "left_square_bracket", "turn(-1)", "Previous chart", shown="["),
    Key("statistics.shift", "right", "shift(1)", "Columns further right", shown="→"),
    Key("statistics.shift_back", "left", "shift(-1)", "Columns further left", shown="←"),
    Key("statistics.command", "y", "command", "Copy the command that asks the same"),
    Key("statistics.save", "o", "save", "Save the table as a CSV file"),
    Key("statistics.again", "f5,ctrl+r", "again", "Ask again", shown="F5"),
    Key("statistics.maximise", "z", "maximise", "Hide the list of questions, and back"),
    Key("statistics.pane", "tab", "app.focus_next", "Next pane"),
    Key("statistics.pane_back", "shift+tab", "app.focus_previous", "Previous pane"),
)

QUESTION_LIST: Final = (
    Key("questions.down", "down,j", "move(1)", "Next question or metric", shown="↓ j"),
    Key("questions.up", "up,k", "move(-1)", "Previous one", shown="↑ k"),
    Key("questions.page_down", "pagedown", "page(1)", "A page down", shown="pgdn"),
    Key("questions.page_up", "pageup", "page(-1)", "A page up", shown="pgup"),
    Key("questions.first", "home,g", "move(-1000)", "First one"),
    Key("questions.last", "end,G", "move(1000)", "Last one"),
    Key("questions.table", "enter", "screen.read", "Into the table", label="table", shown="⏎"),
)

ANSWER_TABLE: Final = (
    Key("answer.follow", "enter", "follow", "The matches behind the row", label="matches", shown="⏎"),
    Key("answer.down", "down,j", "move(1)", "Next row", shown="↓ j"),
    Key("answer.up", "up,k", "move(-1)", "Previous row", shown="↑ k"),
    Key("answer.page_down", "pagedown", "page(1)", "A page down", shown="pgdn"),
    Key("answer.page_up", "pageup", "page(-1)", "A page up", shown="pgup"),
    Key("answer.first", "home,g", "move(-100000)", "First row"),
    Key("answer.last", "end,G", "move(100000)", "Last row"),
)

SCOPE_LINE: Final = (Key("scope.complete", "tab", "complete", "Complete the word", label="complete", shown="tab"),)

SPLIT_BOX: Final = (Key("split_box.cancel", "escape,d,q", "cancel", "Keep it unchanged", shown="esc"),)

PLAYER: Final = (
    Key(
        "player.next",
        "right_square_bracket",
        "player(1)",
        "Next of the players that it was opened for",
        label="player",
        shown="]",
        footer="[ ]",
    ),
    Key("player.previous", "left_square_bracket", "player(-1)", "Previous player", shown="["),
    Key("player.scope", "slash", "scope", "Narrow: game:… since:… tag:…", shown="/"),
    Key("player.again", "f5,ctrl+r", "again", "Ask again", shown="F5"),
)

SEARCH: Final = (
    Key("search.line", "slash", "line", "The search: type it, tab completes", label="search", shown="/"),
    Key("search.command", "y", "command", "Copy the command that finds the same"),
    Key("search.again", "f5,ctrl+r", "again", "Search again", shown="F5"),
)

EXPLORER: Final = (
    Key("explorer.help", "question_mark,f1", "help", "All keys of the explorer", label="help", shown="?"),
    Key(
        "explorer.back",
        "escape,p,q",
        "back",
        "One level back: a long reading, the explorer",
        shown="esc p q",
    ),
    Key(
        "explorer.follow",
        "right",
        "go_on",
        "On to the position after the move",
        label="follow",
        shown="→",
        footer="→←",
    ),
    Key("explorer.retreat", "left", "retreat", "Back to the position before", shown="←"),
    Key(
        "explorer.step",
        "full_stop",
        "step(1)",
        "Next action of the replay below",
        shown=".",
    ),
    Key("explorer.step_back", "comma", "step(-1)", "Previous action of the replay below", shown=","),
    Key("explorer.scope", "slash", "scope", "Narrow: player:… since:… least:2", shown="/"),
    Key("explorer.shift", "right_square_bracket", "shift(1)", "Columns further right", shown="]"),
    Key("explorer.shift_back", "left_square_bracket", "shift(-1)", "Columns further left", shown="["),
    Key("explorer.again", "f5,ctrl+r", "again", "Ask again", shown="F5"),
)
