"""Every key of the program as data: what it does, and what the footer and the help say about it."""

from typing import Final

from msgspec import Struct
from textual.binding import Binding, BindingType


class Key(Struct, frozen=True, kw_only=True):
    """One binding. `label` stands in the footer; without one the key is in the help alone."""

    id: str
    keys: str
    """Textual's names, separated by commas; the first one is shown."""
    action: str
    help: str
    label: str = ""
    shown: str = ""
    """How the key is written, where that differs from its name."""
    footer: str = ""
    """How the footer writes it, where it stands for a pair."""


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    """The keys as Textual takes them."""
    return [
        Binding(
            key.keys,
            key.action,
            key.label or key.help,
            show=bool(key.label),
            key_display=key.footer or key.shown or None,
            tooltip=key.help,
            id=key.id,
        )
        for key in keys
    ]


COMMON: Final = (
    Key(id="help", keys="question_mark,f1", action="help", help="All keys of this screen", label="help", shown="?"),
    Key(id="back", keys="escape", action="back", help="One level back; never quits", shown="esc"),
    Key(id="quit", keys="q", action="app.quit", help="Quit", label="quit"),
)

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

REPLAY: Final = (
    Key(
        id="action.next",
        keys="right,j",
        action="step('action',1)",
        help="Next action",
        label="step",
        shown="→ j",
        footer="←→",
    ),
    Key(id="action.previous", keys="left,k", action="step('action',-1)", help="Previous action", shown="← k"),
    Key(id="event.next", keys="full_stop", action="step('event',1)", help="Next event", shown="."),
    Key(id="event.previous", keys="comma", action="step('event',-1)", help="Previous event", shown=","),
    Key(
        id="turn.next",
        keys="right_square_bracket,shift+right",
        action="step('turn',1)",
        help="Next turn",
        label="turn",
        shown="] shift+→",
        footer="[ ]",
    ),
    Key(
        id="turn.previous",
        keys="left_square_bracket,shift+left",
        action="step('turn',-1)",
        help="Start of this turn, then the previous one",
        shown="[ shift+←",
    ),
    Key(id="phase.next", keys="right_curly_bracket", action="step('phase',1)", help="Next phase", shown="}"),
    Key(id="phase.previous", keys="left_curly_bracket", action="step('phase',-1)", help="Previous phase", shown="{"),
    Key(id="start", keys="home,g", action="first", help="Start of the match", shown="home g"),
    Key(id="end", keys="end,G", action="last", help="End of the match; follows a live one", shown="end G"),
    *(
        Key(id=f"tenth.{n}", keys=str(n), action=f"tenth({n})", help="So many tenths into the match", shown="0-9")
        for n in range(10)
    ),
    Key(
        id="violation.next",
        keys="v",
        action="mark('violation',1)",
        help="Next violation",
        label="violation",
    ),
    Key(id="violation.previous", keys="V", action="mark('violation',-1)", help="Previous violation"),
    Key(id="ruling.next", keys="d", action="mark('ruling',1)", help="Next dispute or ruling"),
    Key(id="ruling.previous", keys="D", action="mark('ruling',-1)", help="Previous dispute or ruling"),
    Key(
        id="viewpoint", keys="f", action="viewpoint(1)", help="Next viewpoint: judge, players, spectator", label="view"
    ),
    Key(id="viewpoint.previous", keys="F", action="viewpoint(-1)", help="Previous viewpoint"),
    Key(
        id="goto",
        keys="colon",
        action="goto",
        help="Go to: 42 or 41.2 (entry), t7 or r2t3 (turn), 14:32 (time)",
        label="go to",
        shown=":",
    ),
    Key(id="find", keys="slash", action="find", help="Find text in actions, events and rules", shown="/"),
    Key(id="find.next", keys="n", action="find_next(1)", help="Next find"),
    Key(id="find.previous", keys="N", action="find_next(-1)", help="Previous find"),
    Key(
        id="details",
        keys="enter",
        action="details",
        help="Details: who, when, rules broken, raw entry",
        label="details",
        shown="⏎",
    ),
    Key(id="changes", keys="c", action="changes", help="Mark what the last step changed"),
    Key(id="zoom", keys="e", action="zoom", help="List actions, single events or turns"),
    Key(id="cite", keys="y", action="cite", help="Copy a citation of this moment"),
    Key(id="bookmark", keys="m", action="bookmark", help="Set or remove a bookmark (this session's)"),
    Key(id="bookmark.next", keys="b", action="next_bookmark(1)", help="Next bookmark"),
    Key(id="bookmark.previous", keys="B", action="next_bookmark(-1)", help="Previous bookmark"),
    Key(id="log", keys="l", action="app.log_live", help="Log live: record this match"),
    Key(id="play", keys="space", action="play", help="Play, or pause", shown="space"),
    Key(id="faster", keys="plus,equals_sign", action="speed(1)", help="Play faster", shown="+"),
    Key(id="slower", keys="minus", action="speed(-1)", help="Play slower", shown="-"),
    Key(id="maximise", keys="z", action="maximise", help="Maximise the pane, and back"),
    Key(id="pane.next", keys="tab", action="app.focus_next", help="Next pane", shown="tab"),
    Key(id="pane.previous", keys="shift+tab", action="app.focus_previous", help="Previous pane", shown="shift+tab"),
)

SCROLL: Final = (
    Key(id="scroll.down", keys="down", action="scroll_down", help="Scroll down", shown="↓"),
    Key(id="scroll.up", keys="up", action="scroll_up", help="Scroll up", shown="↑"),
    Key(id="scroll.page_down", keys="pagedown", action="page_down", help="Scroll a page down", shown="pgdn"),
    Key(id="scroll.page_up", keys="pageup", action="page_up", help="Scroll a page up", shown="pgup"),
)

BOARD: Final = (
    *SCROLL,
    Key(id="board.changes", keys="c", action="screen.changes", help="Mark what the last step changed", label="changes"),
)

EVENT_LIST: Final = (
    Key(id="list.down", keys="down", action="move(1)", help="Next row", shown="↓"),
    Key(id="list.up", keys="up", action="move(-1)", help="Previous row", shown="↑"),
    Key(id="list.page_down", keys="pagedown", action="page(1)", help="A page down", shown="pgdn"),
    Key(id="list.page_up", keys="pageup", action="page(-1)", help="A page up", shown="pgup"),
    Key(id="list.zoom", keys="e", action="screen.zoom", help="List actions, single events or turns", label="unfold"),
)

PROMPT: Final = (
    Key(id="prompt.cancel", keys="escape", action="cancel", help="Leave the prompt", label="cancel", shown="esc"),
)

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
    Key(id="record.viewpoint", keys="f2", action="viewpoint", help="Next viewpoint: judge, players, spectator"),
    Key(id="record.changes", keys="f3", action="changes", help="Mark what the last action changed"),
    Key(id="record.replay", keys="f4", action="replay", help="Replay this match"),
    Key(id="record.board_down", keys="pagedown", action="scroll_board(1)", help="Scroll the board down", shown="pgdn"),
    Key(id="record.board_up", keys="pageup", action="scroll_board(-1)", help="Scroll the board up", shown="pgup"),
    Key(id="record.quit", keys="ctrl+q", action="app.quit", help="Quit", shown="ctrl+q"),
)

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
    Key(id="rule_box.cancel", keys="escape", action="cancel", help="Cancel; the line stays", label="cancel"),
)

CONFLICT_BOX: Final = (
    Key(id="conflict.rebase", keys="enter", action="rebase", help="Record it after theirs", label="record after"),
    Key(id="conflict.keep", keys="escape", action="keep", help="Keep the text", label="keep the text"),
)

SCREENS: Final = {
    "Matches": (COMMON, MATCHES, MATCH_TABLE),
    "Replay: list": (COMMON, REPLAY, EVENT_LIST),
    "Replay: board": (COMMON, REPLAY, BOARD),
    "Replay: details": (COMMON, REPLAY, SCROLL),
    "Record": (RECORD, RECORD_LINE),
    "New match": (WIZARD, RECORD_LINE),
}
"""The groups of keys that are live at the same time, by screen and pane."""
