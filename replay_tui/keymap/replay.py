"""Keys of the replay and its panes."""

from typing import Final

from replay_tui.keymap.everywhere import SCROLL
from replay_tui.keymap.key import Key

REPLAY: Final = (
    Key("action.next", "right,j", "step('action',1)", "Next action", label="step", shown="→ j", footer="←→"),
    Key("action.previous", "left,k", "step('action',-1)", "Previous action", shown="← k"),
    Key("event.next", "full_stop", "step('event',1)", "Next event", shown="."),
    Key("event.previous", "comma", "step('event',-1)", "Previous event", shown=","),
    Key(
        "turn.next",
        "right_square_bracket,shift+right",
        "step('turn',1)",
        "Next turn",
        shown="] shift+→",
    ),
    Key(
        "turn.previous",
        "left_square_bracket,shift+left",
        "step('turn',-1)",
        "Start of this turn, then the previous one",
        shown="[ shift+←",
    ),
    Key("phase.next", "right_curly_bracket", "step('phase',1)", "Next phase", shown="}"),
    Key("phase.previous", "left_curly_bracket", "step('phase',-1)", "Previous phase", shown="{"),
    Key("start", "home,g", "step('tenth', 0)", "Start of the match"),
    Key("end", "end,G", "last", "End of the match; follows a live one"),
    *(
        Key(f"tenth.{n}", str(n), f"step('tenth', {n})", "So many tenths into the match", shown="0-9")
        for n in range(10)
    ),
    Key("violation.next", "v", "mark('violation',1)", "Next violation"),
    Key("violation.previous", "V", "mark('violation',-1)", "Previous violation"),
    Key("mark.next", "d", "mark('any',1)", "Next violation, take-back, note, ruling or turning point"),
    Key("mark.previous", "D", "mark('any',-1)", "Previous violation, take-back, note, ruling or turning point"),
    Key("viewpoint", "f", "viewpoint(1)", "Next viewpoint: judge, players, spectator"),
    Key("viewpoint.previous", "F", "viewpoint(-1)", "Previous viewpoint"),
    Key("goto", "colon", "ask('goto')", "Go to: 42 or 41.2 (entry), t7 or r2t3 (turn), 14:32 (time)", shown=":"),
    Key("find", "slash", "ask('find')", "Find text in actions, events and rules", shown="/"),
    Key("find.next", "n", "find_next(1)", "Next find"),
    Key("find.previous", "N", "find_next(-1)", "Previous find"),
    Key("details", "enter", "pane('details')", "Details: who, when, rules broken, raw entry", shown="⏎"),
    Key("changes", "c", "toggle('marking')", "Mark what the last step changed"),
    Key("hindsight", "h", "hindsight", "Name cards that came to light later; again: as known then"),
    Key("wording", "s", "wording", "Tell entries in sentences, or as commands"),
    Key("list", "L", "pane('list')", "List over the board, where it has no room of its own"),
    Key("cards", "o", "cards", "A cursor over the cards: arrows, ⏎ tells a card and its history", label="cards"),
    Key("zoom", "e", "zoom", "List actions, single events or turns"),
    Key("cite", "y", "cite", "Copy a citation of this moment"),
    Key("bookmark", "m", "bookmark", "Set or remove a bookmark of your own (kept for you, not recorded)"),
    Key("bookmark.next", "b", "step('bookmark', 1)", "Next bookmark, recorded or your own"),
    Key("bookmark.previous", "B", "step('bookmark', -1)", "Previous bookmark"),
    Key("explain", "i", "explain", "Explain the action: each rule it names, passed, failed or not asked"),
    Key("explorer", "p", "app.explorer", "Explorer: what was played from here, and how it ended"),
    Key(
        "table_event",
        "f10",
        "app.table_event",
        "Record a note or a table event on this entry; the frame stays",
        shown="F10",
    ),
    Key("log", "l", "app.log_live", "Log live: record this match"),
    Key("play", "space", "play", "Play, or pause"),
    Key("real_time", "t", "real_time", "Play in real time (idle time is left out), or steadily"),
    Key("faster", "plus,equals_sign", "speed(1)", "Play faster", shown="+"),
    Key("slower", "minus", "speed(-1)", "Play slower", shown="-"),
    Key("maximise", "z", "pane('maximise')", "Maximise the pane, and back"),
    Key("pane.next", "tab", "app.focus_next", "Next pane"),
    Key("pane.previous", "shift+tab", "app.focus_previous", "Previous pane"),
)

CARD_CURSOR: Final = (
    Key("cursor.left", "left", "go('left')", "Next card to the left", label="card", shown="←", footer="←↑↓→"),
    Key("cursor.right", "right", "go('right')", "Next card to the right", shown="→"),
    Key("cursor.up", "up", "go('up')", "Next card above", shown="↑"),
    Key("cursor.down", "down", "go('down')", "Next card below", shown="↓"),
    Key(
        "cursor.tell",
        "enter",
        "tell",
        "The card now, and its history so far; while recording, point at it",
        label="tell",
        shown="⏎",
    ),
    Key("cursor.row", "1,2,3,4,5,6,7,8,9,0", "tell", "While recording: take the offer of that number", shown="1 … 0"),
    Key("cursor.next", "j", "step(1)", "Next action; the cursor stays on its card"),
    Key("cursor.previous", "k", "step(-1)", "Previous action"),
    Key("cursor.page_down", "pagedown", "scroll(1)", "Read on in what is told", shown="pgdn"),
    Key("cursor.page_up", "pageup", "scroll(-1)", "Read back in what is told", shown="pgup"),
    Key("cursor.help", "question_mark,f1", "help", "Signs and keys", label="help", shown="?"),
    Key("cursor.back", "escape,o,q", "back", "Close what is told, then the cursor", shown="esc o q"),
)

BOARD: Final = (
    *SCROLL,
    Key("board.changes", "c", "screen.toggle('marking')", "Mark what the last step changed"),
)

EVENT_LIST: Final = (
    Key("list.down", "down", "move(1)", "Next row", shown="↓"),
    Key("list.up", "up", "move(-1)", "Previous row", shown="↑"),
    Key("list.page_down", "pagedown", "page(1)", "A page down", shown="pgdn"),
    Key("list.page_up", "pageup", "page(-1)", "A page up", shown="pgup"),
    Key("list.zoom", "e", "screen.zoom", "List actions, single events or turns"),
)
