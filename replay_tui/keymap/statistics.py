"""Keys of the statistics screen and its panes."""

from typing import Final

from replay_tui.keymap.everywhere import SCROLL
from replay_tui.keymap.key import Key

STATISTICS: Final = (
    Key("statistics.scope", "slash", "scope", "Narrow: game=… player=… since=…", label="narrow", shown="/"),
    Key("statistics.chart", "c", "chart", "Chart alone, or back to the table", label="chart"),
    Key("statistics.explain", "e", "explain", "What the numbers mean: formula, unit, known bias", label="explain"),
    Key("statistics.next", "right_square_bracket", "turn(1)", "Next chart: another game, or further rows", shown="]"),
    Key("statistics.previous", "left_square_bracket", "turn(-1)", "Previous chart", shown="["),
    Key("statistics.shift", "right", "shift(1)", "Columns further right", shown="→"),
    Key("statistics.shift_back", "left", "shift(-1)", "Columns further left", shown="←"),
    Key("statistics.command", "y", "command", "Copy the command that asks the same", label="command"),
    Key("statistics.save", "o", "save", "Save the table as a CSV file", label="save"),
    Key("statistics.again", "f5,ctrl+r", "again", "Ask again", shown="F5"),
    Key("statistics.maximise", "z", "maximise", "Hide the list of questions, and back"),
    Key("statistics.pane", "tab", "app.focus_next", "Next pane"),
    Key("statistics.pane_back", "shift+tab", "app.focus_previous", "Previous pane"),
)

QUESTION_LIST: Final = (
    Key("questions.down", "down,j", "move(1)", "Next question", label="question", shown="↓ j", footer="↑↓"),
    Key("questions.up", "up,k", "move(-1)", "Previous question", shown="↑ k"),
    Key("questions.first", "home,g", "move(-1000)", "First question"),
    Key("questions.last", "end,G", "move(1000)", "Last question"),
    Key("questions.table", "enter", "screen.read", "Into the table", shown="⏎"),
)

ANSWER_TABLE: Final = (
    *SCROLL,
    Key("answer.down", "j", "scroll_down", "Scroll down", label="scroll", footer="↑↓"),
    Key("answer.up", "k", "scroll_up", "Scroll up"),
    Key("answer.first", "home,g", "scroll_home", "First row"),
    Key("answer.last", "end,G", "scroll_end", "Last row"),
)

SCOPE_LINE: Final = (Key("scope.complete", "tab", "complete", "Complete the word", label="complete", shown="tab"),)
