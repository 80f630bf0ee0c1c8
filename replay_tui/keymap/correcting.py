"""Keys of putting the record right: the line of an entry, and what a correction would come to."""

from typing import Final

from replay_tui.keymap.key import Key

CORRECTABLE: Final = (
    Key("reading", "R", "reading", "View: corrected (present state), or as recorded"),
    Key("correct", "E", "app.correct", "Correct this entry: the later ones are kept and checked again"),
)
"""On the replay screen."""

CORRECT_BOX: Final = (
    Key("correct_box.take", "enter", "take", "Preview", shown="⏎"),
    Key("correct_box.how", "f2", "how", "In its place, before it, or strike it", shown="F2"),
    Key("correct_box.earlier", "pageup", "go(-1)", "The entry before", shown="pgup"),
    Key("correct_box.later", "pagedown", "go(1)", "The entry after", shown="pgdn"),
    Key("correct_box.cancel", "escape", "cancel", "One level back", shown="esc"),
)

EXPLAIN_BOX: Final = (
    Key("explain_box.down", "down", "scroll(1)", "Read on", shown="↓"),
    Key("explain_box.up", "up", "scroll(-1)", "Read back", shown="↑"),
    Key("explain_box.page_down", "pagedown", "scroll(8)", "Read on", shown="pgdn"),
    Key("explain_box.page_up", "pageup", "scroll(-8)", "Read back", shown="pgup"),
    Key("explain_box.cancel", "escape", "cancel", "Back", shown="esc"),
)

CORRECTION: Final = (
    Key("correction.record", "enter", "record", "Record the correction", label="record", shown="⏎"),
    Key("correction.down", "down,j", "move(1)", "Next row", shown="↓ j"),
    Key("correction.up", "up,k", "move(-1)", "Previous row", shown="↑ k"),
    Key("correction.amend", "e", "amend", "Amend the entry of this row, too", label="amend"),
    Key("correction.strike", "s", "strike", "Strike the entry of this row, too"),
    Key("correction.reason", "r", "reason", "Say why the record is put right"),
    Key("correction.board", "b", "board", "The board before, or after"),
    Key("correction.help", "question_mark,f1", "help", "All keys of this screen", label="help", shown="?"),
    Key("correction.back", "escape", "back", "Back to the line without recording", shown="esc"),
)
