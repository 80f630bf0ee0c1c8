"""Keys of the replay and its panes."""

from typing import Final

from replay_tui.keymap.everywhere import SCROLL
from replay_tui.keymap.key import Key

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
    Key(id="mark.next", keys="d", action="mark('any',1)", help="Next violation, take-back, note or ruling"),
    Key(id="mark.previous", keys="D", action="mark('any',-1)", help="Previous violation, take-back, note or ruling"),
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
    Key(id="hindsight", keys="h", action="hindsight", help="Name cards that came to light later; again: as known then"),
    Key(id="zoom", keys="e", action="zoom", help="List actions, single events or turns"),
    Key(id="cite", keys="y", action="cite", help="Copy a citation of this moment"),
    Key(
        id="bookmark",
        keys="m",
        action="bookmark",
        help="Set or remove a bookmark of your own (kept for you, not recorded)",
    ),
    Key(id="bookmark.next", keys="b", action="next_bookmark(1)", help="Next bookmark, recorded or your own"),
    Key(id="bookmark.previous", keys="B", action="next_bookmark(-1)", help="Previous bookmark"),
    Key(id="log", keys="l", action="app.log_live", help="Log live: record this match"),
    Key(id="play", keys="space", action="play", help="Play, or pause", shown="space"),
    Key(id="real_time", keys="t", action="real_time", help="Play in real time (idle time is left out), or steadily"),
    Key(id="faster", keys="plus,equals_sign", action="speed(1)", help="Play faster", shown="+"),
    Key(id="slower", keys="minus", action="speed(-1)", help="Play slower", shown="-"),
    Key(id="maximise", keys="z", action="maximise", help="Maximise the pane, and back"),
    Key(id="pane.next", keys="tab", action="app.focus_next", help="Next pane", shown="tab"),
    Key(id="pane.previous", keys="shift+tab", action="app.focus_previous", help="Previous pane", shown="shift+tab"),
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
