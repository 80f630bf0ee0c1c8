"""Rules that all contests share. The rulebooks say little about contests: most of these are our reading."""

from typing import Final

from domain.game import Rule

_READING: Final = "reading"
_ROWS: Final = (
    Rule("CT-S01", "Players", "Two or more players of different names take part.", _READING, "setup"),
    Rule("CT-S02", "Options", "Every option has a value that exists and fits the others.", _READING, "option"),
    Rule(
        "CT-R01",
        "Who a result is about",
        "A result names players of the contest; winners are among those who played.",
        _READING,
        "guard",
    ),
    Rule("CT-R02", "One match, one result", "A match is named, and its result is recorded once.", _READING, "guard"),
    Rule(
        "CT-R03",
        "Changing a result",
        "Only a recorded result is amended or withdrawn; what was built on it is taken back first.",
        _READING,
        "guard",
    ),
    Rule("CT-R04", "The right time", "Each act has its time: before, during or after the play.", _READING, "guard"),
    Rule(
        "CT-B01",
        "Corrections",
        "A correction names players of the contest and what can stand.",
        _READING,
        "bookkeeping",
    ),
)
SHARED: Final = {rule.id: rule for rule in _ROWS}
