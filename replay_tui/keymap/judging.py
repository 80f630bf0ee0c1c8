"""Keys of judges: disputing an entry, disputes, the disputed entry, the ruling form, what a ruling would bring."""

from typing import Final

from replay_tui.keymap.key import Key

JUDGED: Final = (
    Key("contest", "C", "app.dispute", "Dispute this entry: one letter more says as what"),
    Key("disputes", "J", "app.disputes", "Disputes of this match, and a ruling on one"),
)
"""On the replay screen."""

DISPUTES_OF_ALL: Final = (Key("disputes.all", "J", "app.disputes", "Disputes of all matches that wait for a ruling"),)
"""On the match list."""

DISPUTE_BOX: Final = (
    Key("contest_box.illegal", "i", "choose('illegal')", "illegal: played against the rules"),
    Key("contest_box.misrecorded", "r", "choose('misrecorded')", "misrecorded: not what was played"),
    Key("contest_box.missed", "m", "choose('missed')", "missed: something had to happen"),
    Key("contest_box.interpretation", "w", "choose('interpretation')", "meaning of a rule"),
    Key("contest_box.conduct", "c", "choose('conduct')", "conduct: how somebody behaved"),
    Key("contest_box.cancel", "escape", "cancel", "Nothing is disputed", shown="esc"),
)

DISPUTES: Final = (
    Key("docket.entry", "g", "go", "Go to the entry in the replay"),
    Key("docket.rule", "r", "rule", "Rule on it at once", label="rule"),
    Key("docket.withdraw", "w", "withdraw", "Withdraw it: recorded by mistake, or in the wrong match"),
    Key("docket.all", "a", "all", "Of all matches what waits, or all of this match"),
    Key("docket.reload", "f5", "reload", "Read the list again", shown="F5"),
)

CASE: Final = (
    Key("case.rule", "r", "rule", "Rule on it", label="rule"),
    Key("case.undo", "w", "undo", "Undo what a ruling orders: the checklist of the rewind"),
    Key("case.go", "g", "go", "Go to the entry in the replay", label="go there"),
    Key("case.viewpoint", "f", "viewpoint(1)", "Knowledge of: judge, players, spectator"),
    Key("case.viewpoint_back", "F", "viewpoint(-1)", "Previous viewpoint"),
    Key(
        "case.board",
        "b",
        "board",
        "The board before, the board after, back: where there is no room for all",
    ),
    Key("case.down", "down,j", "scroll(1)", "Read on", shown="↓ j"),
    Key("case.up", "up,k", "scroll(-1)", "Read back", shown="↑ k"),
    Key("case.page_down", "pagedown,space", "scroll(8)", "Read on", shown="pgdn"),
    Key("case.page_up", "pageup", "scroll(-8)", "Read back", shown="pgup"),
)

RULING: Final = (
    Key(
        "ruling.preview",
        "f2",
        "preview",
        "Preview of the ruling, before storing",
        label="what it brings",
        shown="F2",
    ),
    Key("ruling.next", "tab", "app.focus_next", "Next field"),
    Key("ruling.previous", "shift+tab", "app.focus_previous", "Previous field"),
    Key("ruling.help", "f1", "help", "All keys of this screen", label="help"),
    Key("ruling.back", "escape", "back", "Back to the case without storing", shown="esc"),
)

RULE_SEARCH: Final = (
    Key(
        "search.cite",
        "enter",
        "screen.cite",
        "Cite the rule under the cursor, or no more; in other fields as F2",
        label="cite",
        shown="⏎",
    ),
    Key("search.down", "down", "screen.move(1)", "Next rule", shown="↓"),
    Key("search.up", "up", "screen.move(-1)", "Previous rule", shown="↑"),
)
"""In the field that finds rules."""

CHOICE: Final = (
    Key("choice.next", "right,space", "choose(1)", "Next choice (or its first letter)", shown="→"),
    Key("choice.previous", "left", "choose(-1)", "Previous choice", shown="←"),
    Key("choice.preview", "enter", "screen.preview", "Preview of the ruling", shown="⏎"),
)
"""In a field with a few values."""

CHECKLIST: Final = (
    Key("check.store", "enter", "store", "Store it", label="store", shown="⏎"),
    Key("check.tick", "space", "tick", "Done at the table, or not yet", label="done", shown="space"),
    Key("check.all", "a", "all", "All steps are done"),
    Key("check.keep", "k", "dice('keep')", "Dice that fell since count again", shown="k"),
    Key("check.reroll", "r", "dice('reroll')", "Roll the dice that fell since again"),
    Key("check.drawn", "right", "drawn(1)", "Which card went back: next candidate", shown="→"),
    Key("check.drawn_back", "left", "drawn(-1)", "Which card went back: previous candidate", shown="←"),
    Key("check.place", "p", "place", "Where cards went back to"),
    Key("check.later", "l", "later", "Store the ruling; the table undoes it later"),
    Key("check.down", "down", "move(1)", "Next row", shown="↓"),
    Key("check.up", "up", "move(-1)", "Previous row", shown="↑"),
    Key("check.help", "question_mark,f1", "help", "All keys of this screen", label="help", shown="?"),
    Key("check.back", "escape", "back", "One level back without storing", shown="esc"),
)
