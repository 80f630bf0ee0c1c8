"""Every key of the program as data, by screen. What is live at the same time stands together in `SCREENS`."""

from typing import Final

from replay_tui.keymap.common import COMMON, PROMPT, SCROLL
from replay_tui.keymap.key import Key, bindings
from replay_tui.keymap.matches import MATCH_TABLE, MATCHES
from replay_tui.keymap.record import CONFLICT_BOX, RECORD, RECORD_LINE, RULE_BOX, WIZARD
from replay_tui.keymap.replay import BOARD, EVENT_LIST, REPLAY

__all__ = [
    "BOARD",
    "COMMON",
    "CONFLICT_BOX",
    "EVENT_LIST",
    "MATCHES",
    "MATCH_TABLE",
    "PROMPT",
    "RECORD",
    "RECORD_LINE",
    "REPLAY",
    "RULE_BOX",
    "SCREENS",
    "SCROLL",
    "WIZARD",
    "Key",
    "bindings",
]

SCREENS: Final = {
    "Matches": (COMMON, MATCHES, MATCH_TABLE),
    "Replay: list": (COMMON, REPLAY, EVENT_LIST),
    "Replay: board": (COMMON, REPLAY, BOARD),
    "Replay: details": (COMMON, REPLAY, SCROLL),
    "Record": (RECORD, RECORD_LINE),
    "New match": (WIZARD, RECORD_LINE),
}
"""The groups of keys that are live at the same time, by screen and pane."""
