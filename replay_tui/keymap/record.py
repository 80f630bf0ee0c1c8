"""Keys of live recording and the wizard."""

from typing import Final

from replay_tui.keymap.key import Key

RECORD_LINE: Final = (
    Key("line.record", "enter", "submit", "Record the line as typed, or the highlighted row", shown="⏎"),
    Key(
        "line.complete",
        "tab",
        "complete",
        "Complete the line (a blank: the word, where only one is meant)",
        shown="tab",
    ),
    Key("line.down", "down", "move(1)", "Next row", shown="↓", footer="↑↓"),
    Key("line.up", "up", "move(-1)", "Previous row; above the first, the line recorded before", shown="↑"),
)

RECORD: Final = (
    Key("record.help", "f1", "help", "All keys of this screen (? on an empty line)"),
    Key("record.back", "escape", "back", "Empties the line, then leaves; never quits", shown="esc"),
    Key("record.undo", "ctrl+z", "ask('undo')", "Take the last action back", footer="^z"),
    Key("record.redo", "ctrl+y", "ask('redo')", "Redo: restore the actions taken back last", shown="^y"),
    Key(
        "record.take_back",
        "ctrl+b",
        "ask('take back')",
        "Take back to an entry; the board shows it first",
    ),
    Key("record.note", "ctrl+n", "ask('note')", "A note, glyph or bookmark on an entry"),
    Key("record.time", "ctrl+t", "ask('time')", "When the next action happened at the table"),
    Key(
        "record.table_event",
        "f10",
        "table_event",
        "Table event: note, judge called, clock, statement, agreed end …",
        shown="F10",
    ),
    Key("record.correct", "ctrl+r", "correct", "Correct an entry (E on an empty line)", shown="^r E"),
    Key("record.contest", "f12", "dispute", "Dispute the last action (C on an empty line)", shown="F12 C"),
    Key("record.disputes", "f11", "disputes", "Disputes of this match (J on an empty line)", shown="F11 J"),
    Key("record.explain", "ctrl+g", "explain", "Explain the line, or the last action: each rule it names", shown="^g"),
    Key(
        "record.explorer",
        "ctrl+l",
        "app.explorer",
        "Explorer: what was played from here (P on an empty line)",
        shown="^l P",
    ),
    Key(
        "record.cards", "ctrl+s", "cards", "Point at a card: its actions are offered (O on an empty line)", shown="^s O"
    ),
    Key("record.load", "ctrl+o", "load", "Record lines from a file, one after the other (or paste them)"),
    Key("record.viewpoint", "f2", "viewpoint", "Next viewpoint: judge, players, spectator"),
    Key("record.changes", "f3", "changes", "Mark what the last action changed"),
    Key("record.replay", "f4", "replay", "Replay this match"),
    Key("record.position", "f5", "position", "The position on the table: a late start, or back in step"),
    Key("record.board_down", "pagedown", "scroll_board(1)", "Scroll the board down", shown="pgdn"),
    Key("record.board_up", "pageup", "scroll_board(-1)", "Scroll the board up", shown="pgup"),
    Key("record.statistics", "f8", "app.statistics", "Statistics: questions about all matches", shown="F8"),
    Key("record.quit", "ctrl+q", "app.quit", "Quit"),
)


def keys_now(*, begun: bool, offered: bool) -> dict[str, str]:
    """The three keys of the record screen that matter: for a line that is begun, or for an empty one with or without offers."""
    if begun:
        return {"line.record": "record", "line.complete": "fill", "record.back": "empty the line"}
    choice = {"line.down": "choose"} if offered else {"record.table_event": "event"}
    return {**choice, "record.undo": "undo", "record.help": "all keys"}


POSITION: Final = (
    Key("position.help", "f1", "help", "All keys of this screen", label="help"),
    Key(
        "position.declare",
        "f5",
        "declare",
        "Into the command line: the board shows it, enter records it",
        label="declare",
    ),
    Key("position.next", "pagedown", "page(1)", "Next player", label="player", shown="pgdn"),
    Key("position.previous", "pageup", "page(-1)", "Previous player", shown="pgup"),
    Key(
        "position.put_back",
        "ctrl+z",
        "put_back",
        "Restore the initial content of this part",
    ),
    Key("position.back", "escape", "back", "Back to the match; what was typed is kept", shown="esc"),
    Key("position.quit", "ctrl+q", "app.quit", "Quit"),
)

POSITION_LINE: Final = (
    Key("position_line.record", "enter", "submit", "Take this part in, and on to the next", shown="⏎"),
    Key("position_line.complete", "tab", "complete", "Complete with the first value"),
    Key("position_line.down", "down", "move(1)", "Next part", shown="↓"),
    Key("position_line.up", "up", "move(-1)", "Previous part", shown="↑"),
)
"""Meaning of command line keys on this screen."""

WIZARD_LINE: Final = (
    Key(
        "wizard_line.take",
        "enter",
        "submit",
        "Take the answer, or the highlighted row, and on to the next step",
        label="next",
        shown="⏎",
    ),
    *RECORD_LINE[1:],
)
"""Meaning of command line keys on this screen."""

WIZARD: Final = (
    Key("wizard.help", "f1", "help", "All keys of this screen", label="help"),
    Key(
        "wizard.back",
        "escape",
        "back",
        "Back to the step before, then out, without opening",
        label="step back",
        shown="esc",
    ),
    Key("wizard.more", "ctrl+o", "more", "All questions, or the three that matter", shown="^o"),
    Key("wizard.statistics", "f8", "app.statistics", "Statistics: questions about all matches", shown="F8"),
    Key("wizard.quit", "ctrl+q", "app.quit", "Quit"),
)

RULE_BOX: Final = (
    Key("rule_box.fix", "f", "fix", "Fix the line"),
    Key(
        "rule_box.edit",
        "backspace,delete,left,right,home,end,ctrl+u,ctrl+w",
        "fix",
        "Fix the line: the key edits it",
        shown="⌫",
    ),
    Key("rule_box.as_played", "r", "as_played", "Record it as played: it stays flagged"),
    Key("rule_box.at_once", "enter", "at_once", "Record it as played (a match that only warns)"),
    Key("rule_box.rules", "f6", "app.rules", "Read the whole rule; the line stays", shown="F6"),
    Key("rule_box.cancel", "escape", "cancel", "Cancel; the line stays"),
)

TABLE_EVENTS: Final = (
    Key("table.note", "n", "choose('note')", "note on an entry …"),
    Key("table.judge", "j", "choose('judge_called')", "judge called …"),
    Key("table.statement", "s", "choose('statement')", "statement …"),
    Key("table.clock", "c", "choose('clock_started')", "clock started …"),
    Key("table.paused", "p", "choose('clock_paused')", "clock paused …"),
    Key("table.stopped", "x", "choose('clock_ended')", "clock ended …"),
    Key("table.more", "m", "choose('extra_time')", "more time, in minutes …"),
    Key("table.back", "b", "choose('take back')", "back to an entry …"),
    Key("table.time", "t", "choose('time')", "time of the next action …"),
    Key("table.end", "e", "choose('end')", "ended by agreement …"),
    Key("table.cancel", "escape", "cancel", "Nothing of this", shown="esc"),
)

CONFLICT_BOX: Final = (
    Key("conflict.rebase", "enter", "rebase", "Record it after theirs"),
    Key("conflict.keep", "escape", "keep", "Keep the text"),
)
