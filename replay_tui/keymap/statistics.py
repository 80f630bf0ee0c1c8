"""Keys of the statistics screen and its panes."""

from typing import Final

from replay_tui.keymap.everywhere import SCROLL
from replay_tui.keymap.key import Key

STATISTICS: Final = (
    Key(
        id="statistics.scope",
        keys="slash",
        action="scope",
        help="Narrow: game=… player=… since=…",
        label="narrow",
        shown="/",
    ),
    Key(id="statistics.chart", keys="c", action="chart", help="Chart alone, or back to the table", label="chart"),
    Key(
        id="statistics.explain",
        keys="e",
        action="explain",
        help="What the numbers mean: formula, unit, known bias",
        label="explain",
    ),
    Key(
        id="statistics.next",
        keys="right_square_bracket",
        action="turn(1)",
        help="Next chart: another game, or further rows",
        shown="]",
    ),
    Key(
        id="statistics.previous",
        keys="left_square_bracket",
        action="turn(-1)",
        help="Previous chart",
        shown="[",
    ),
    Key(id="statistics.shift", keys="right", action="shift(1)", help="Columns further right", shown="→"),
    Key(id="statistics.shift_back", keys="left", action="shift(-1)", help="Columns further left", shown="←"),
    Key(
        id="statistics.command", keys="y", action="command", help="Copy the command that asks the same", label="command"
    ),
    Key(id="statistics.save", keys="o", action="save", help="Save the table as a CSV file", label="save"),
    Key(id="statistics.again", keys="f5,ctrl+r", action="again", help="Ask again", shown="F5"),
    Key(id="statistics.maximise", keys="z", action="maximise", help="Hide the list of questions, and back"),
    Key(id="statistics.pane", keys="tab", action="app.focus_next", help="Next pane", shown="tab"),
    Key(
        id="statistics.pane_back",
        keys="shift+tab",
        action="app.focus_previous",
        help="Previous pane",
        shown="shift+tab",
    ),
)

QUESTION_LIST: Final = (
    Key(
        id="questions.down",
        keys="down,j",
        action="move(1)",
        help="Next question",
        label="question",
        shown="↓ j",
        footer="↑↓",
    ),
    Key(id="questions.up", keys="up,k", action="move(-1)", help="Previous question", shown="↑ k"),
    Key(id="questions.first", keys="home,g", action="move(-1000)", help="First question", shown="home g"),
    Key(id="questions.last", keys="end,G", action="move(1000)", help="Last question", shown="end G"),
    Key(id="questions.table", keys="enter", action="screen.read", help="Into the table", shown="⏎"),
)

ANSWER_TABLE: Final = (
    *SCROLL,
    Key(id="answer.down", keys="j", action="scroll_down", help="Scroll down", label="scroll", shown="j", footer="↑↓"),
    Key(id="answer.up", keys="k", action="scroll_up", help="Scroll up", shown="k"),
    Key(id="answer.first", keys="home,g", action="scroll_home", help="First row", shown="home g"),
    Key(id="answer.last", keys="end,G", action="scroll_end", help="Last row", shown="end G"),
)

SCOPE_LINE: Final = (
    Key(id="scope.complete", keys="tab", action="complete", help="Complete the word", label="complete", shown="tab"),
)
