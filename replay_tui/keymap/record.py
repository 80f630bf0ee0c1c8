"""Keys of live recording and the wizard."""

from typing import Final

from replay_tui.keymap.key import Key

RECORD_LINE: Final = (
    Key(
        id="line.record",
        keys="enter",
        action="submit",
        help="Record the line as typed, or the highlighted row",
        label="record",
        shown="⏎",
    ),
    Key(id="line.complete", keys="tab", action="complete", help="Complete the line", label="fill", shown="tab"),
    Key(id="line.down", keys="down", action="move(1)", help="Next row", label="rows", shown="↓", footer="↑↓"),
    Key(id="line.up", keys="up", action="move(-1)", help="Previous row", shown="↑"),
)

RECORD: Final = (
    Key(id="record.help", keys="f1", action="help", help="All keys of this screen (? on an empty line)", label="help"),
    Key(
        id="record.back",
        keys="escape",
        action="back",
        help="Empties the line, then leaves; never quits",
        label="back",
        shown="esc",
    ),
    Key(
        id="record.undo",
        keys="ctrl+z",
        action="undo",
        help="Take the last action back (u on an empty line)",
        label="undo",
        shown="ctrl+z",
        footer="^z",
    ),
    Key(
        id="record.take_back",
        keys="ctrl+b",
        action="take_back",
        help="Take back to an entry; the board shows it first",
        label="take back",
        shown="ctrl+b",
        footer="^b",
    ),
    Key(
        id="record.note",
        keys="ctrl+n",
        action="note",
        help="A note, glyph or bookmark on the last entry",
        label="note",
        shown="ctrl+n",
        footer="^n",
    ),
    Key(
        id="record.time",
        keys="ctrl+t",
        action="time",
        help="When the next action happened at the table",
        label="time",
        shown="ctrl+t",
        footer="^t",
    ),
    Key(
        id="record.load",
        keys="ctrl+o",
        action="load",
        help="Record lines from a file, one after the other (or paste them)",
        shown="ctrl+o",
    ),
    Key(id="record.viewpoint", keys="f2", action="viewpoint", help="Next viewpoint: judge, players, spectator"),
    Key(id="record.changes", keys="f3", action="changes", help="Mark what the last action changed"),
    Key(id="record.replay", keys="f4", action="replay", help="Replay this match"),
    Key(
        id="record.position",
        keys="f5",
        action="position",
        help="The position on the table: a late start, or back in step",
    ),
    Key(id="record.board_down", keys="pagedown", action="scroll_board(1)", help="Scroll the board down", shown="pgdn"),
    Key(id="record.board_up", keys="pageup", action="scroll_board(-1)", help="Scroll the board up", shown="pgup"),
    Key(
        id="record.statistics",
        keys="f8",
        action="app.statistics",
        help="Statistics: questions about all matches",
        shown="F8",
    ),
    Key(id="record.quit", keys="ctrl+q", action="app.quit", help="Quit", shown="ctrl+q"),
)

POSITION: Final = (
    Key(id="position.help", keys="f1", action="help", help="All keys of this screen", label="help"),
    Key(
        id="position.declare",
        keys="f5",
        action="declare",
        help="Into the command line: the board shows it, enter records it",
        label="declare",
    ),
    Key(id="position.next", keys="pagedown", action="page(1)", help="Next player", label="player", shown="pgdn"),
    Key(id="position.previous", keys="pageup", action="page(-1)", help="Previous player", shown="pgup"),
    Key(
        id="position.put_back",
        keys="ctrl+z",
        action="put_back",
        help="Put this part back as it stood",
        label="put back",
        shown="ctrl+z",
        footer="^z",
    ),
    Key(
        id="position.back",
        keys="escape",
        action="back",
        help="Back to the match; what was typed is kept",
        label="back",
        shown="esc",
    ),
    Key(id="position.quit", keys="ctrl+q", action="app.quit", help="Quit", shown="ctrl+q"),
)

POSITION_LINE: Final = (
    Key(
        id="position_line.record",
        keys="enter",
        action="submit",
        help="Take this part in, and on to the next",
        shown="⏎",
    ),
    Key(id="position_line.complete", keys="tab", action="complete", help="Complete with the first value", shown="tab"),
    Key(
        id="position_line.down", keys="down", action="move(1)", help="Next part", label="parts", shown="↓", footer="↑↓"
    ),
    Key(id="position_line.up", keys="up", action="move(-1)", help="Previous part", shown="↑"),
)
"""What the keys of a command line mean there."""

WIZARD_LINE: Final = (
    Key(
        id="wizard_line.take",
        keys="enter",
        action="submit",
        help="Take the answer, or the highlighted row, and on to the next step",
        label="next",
        shown="⏎",
    ),
    *RECORD_LINE[1:],
)
"""What the keys of a command line mean there."""

WIZARD: Final = (
    Key(id="wizard.help", keys="f1", action="help", help="All keys of this screen", label="help"),
    Key(
        id="wizard.back",
        keys="escape",
        action="back",
        help="Back to the step before, then out; nothing is opened",
        label="step back",
        shown="esc",
    ),
    Key(
        id="wizard.statistics",
        keys="f8",
        action="app.statistics",
        help="Statistics: questions about all matches",
        shown="F8",
    ),
    Key(id="wizard.quit", keys="ctrl+q", action="app.quit", help="Quit", label="quit", shown="ctrl+q", footer="^q"),
)

RULE_BOX: Final = (
    Key(id="rule_box.fix", keys="f", action="fix", help="Fix the line", label="fix"),
    Key(
        id="rule_box.as_played",
        keys="r",
        action="as_played",
        help="Record it as played: it stays flagged",
        label="as played",
    ),
    Key(id="rule_box.at_once", keys="enter", action="at_once", help="Record it as played (a match that only warns)"),
    Key(
        id="rule_box.rules",
        keys="f6",
        action="app.rules",
        help="Read the whole rule; the line stays",
        label="rule",
        shown="F6",
    ),
    Key(id="rule_box.cancel", keys="escape", action="cancel", help="Cancel; the line stays", label="cancel"),
)

CONFLICT_BOX: Final = (
    Key(id="conflict.rebase", keys="enter", action="rebase", help="Record it after theirs", label="record after"),
    Key(id="conflict.keep", keys="escape", action="keep", help="Keep the text", label="keep the text"),
)
