"""All keys of the program as data, by screen. Keys that are active together form a group in `SCREENS`."""

from typing import Final

from replay_tui.keymap.branching import BRANCHING, CHANGE_TABLE, DIFFERENCES
from replay_tui.keymap.browsing import CARDS, LINKS, RULES
from replay_tui.keymap.correcting import CORRECTABLE, CORRECTION
from replay_tui.keymap.everywhere import COMMON, EVERYWHERE, SCROLL
from replay_tui.keymap.judging import CASE, CHECKLIST, DISPUTES, DISPUTES_OF_ALL, JUDGED, RULE_SEARCH, RULING
from replay_tui.keymap.matches import MATCH_TABLE, MATCHES, VIEWS
from replay_tui.keymap.record import POSITION, POSITION_LINE, RECORD, RECORD_LINE, WIZARD, WIZARD_LINE
from replay_tui.keymap.replay import BOARD, CARD_CURSOR, EVENT_LIST, REPLAY
from replay_tui.keymap.statistics import ANSWER_TABLE, EXPLORER, PLAYER, QUESTION_LIST, SEARCH, STATISTICS

SCREENS: Final = {
    "Matches": (COMMON, MATCHES, DISPUTES_OF_ALL, MATCH_TABLE, EVERYWHERE),
    "Views": (VIEWS,),
    "Replay: list": (COMMON, REPLAY, BRANCHING, CORRECTABLE, JUDGED, EVENT_LIST, EVERYWHERE),
    "Replay: board": (COMMON, REPLAY, BRANCHING, CORRECTABLE, JUDGED, BOARD, EVERYWHERE),
    "Replay: details": (COMMON, REPLAY, BRANCHING, CORRECTABLE, JUDGED, SCROLL, EVERYWHERE),
    "Replay: cards": (CARD_CURSOR, EVERYWHERE),
    "Differences": (COMMON, DIFFERENCES, CHANGE_TABLE, EVERYWHERE),
    "Correction": (CORRECTION, EVERYWHERE),
    "Disputes": (COMMON, DISPUTES, LINKS, EVERYWHERE),
    "Disputed entry": (COMMON, CASE, EVERYWHERE),
    "Ruling": (RULING, RULE_SEARCH, EVERYWHERE),
    "Ruling: what it brings": (CHECKLIST, EVERYWHERE),
    "Record": (RECORD, RECORD_LINE, EVERYWHERE),
    "Position": (POSITION, POSITION_LINE, EVERYWHERE),
    "New match": (WIZARD, WIZARD_LINE, EVERYWHERE),
    "Rules": (COMMON, RULES, LINKS, EVERYWHERE),
    "Cards and decks": (COMMON, CARDS, LINKS, EVERYWHERE),
    "Statistics: questions": (COMMON, STATISTICS, QUESTION_LIST, EVERYWHERE),
    "Statistics: table": (COMMON, STATISTICS, ANSWER_TABLE, EVERYWHERE),
    "Player": (COMMON, PLAYER, LINKS, EVERYWHERE),
    "Search": (COMMON, SEARCH, LINKS, EVERYWHERE),
    "Explorer": (EXPLORER, ANSWER_TABLE, EVERYWHERE),
}
"""The groups of keys that are live at the same time, by screen and pane."""
