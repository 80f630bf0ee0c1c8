"""The rules of a tournament, by id."""

from typing import Final

from domain.competition.rules import SHARED
from domain.game import Rule

_PLACE: Final = "PBL ROBOTS, League Play: Tournaments"
_ROWS: Final = (
    Rule("PBL-L01", "Pairings", "A bracket says who plays whom; other matches do not count for it.", _PLACE, "guard"),
    Rule("PBL-L02", "Seeds", "Ranks from earlier league games may set the seeds.", _PLACE, "bookkeeping"),
    Rule("CT-T01", "Every player is seeded", "Seeds name every player once, before the bracket.", "reading", "guard"),
    Rule(
        "CT-T02",
        "Byes",
        "Where the players are no power of two, the best seeds go on without a match.",
        "reading",
        "automatic",
    ),
    Rule("CT-T03", "Drawn knock-out match", "It is played again until somebody wins.", "reading", "automatic"),
    Rule(
        "CT-T04",
        "Equal points",
        "Points among those who are equal decide, then wins, then the seed; in a bracket the round reached, then the seed.",
        "reading",
        "bookkeeping",
    ),
)
RULES: Final = {**SHARED, **{rule.id: rule for rule in _ROWS}}
