"""Variants and modes, league and tournament."""

from typing import Final

from domain.game import Rule

_MODES = "Alternative Game Modes"

MODES: Final = (
    Rule(
        "TCG-V01",
        "Shorter match",
        "Three prize cards start in the Quarter-Finals, two in the Semi-Finals, one in the Final.",
        "To Begin",
        "bookkeeping",
    ),
    Rule(
        "TCG-V02",
        "Divisions",
        "Each player has allowed colours, one or more, and every robot of the deck has one of them; the "
        "colour counts, whatever the edition calls its division, and grey only where it is listed "
        "(reading).",
        _MODES,
        "setup",
    ),
    Rule(
        "TCG-V03",
        "Other cards",
        "Components of all divisions stay allowed, and all cards but robots (reading).",
        _MODES,
        "bookkeeping",
    ),
    Rule(
        "TCG-V04",
        "Partner play",
        "Teams of two or more; each partner has one colour for robots and items, a deck, an alliance and "
        "prize cards of their own, and a turn; seats alternate between the teams (reading).",
        _MODES,
        "option",
    ),
    Rule(
        "TCG-V05",
        "Partners",
        "Are no opponents: no attack, coffee or capture among them (reading).",
        _MODES,
        "guard",
    ),
    Rule(
        "TCG-V06",
        "Three or more",
        "A player without prize cards is out; the last player or team wins. With multiplayer_win "
        "first_sweep, holding all prize cards of one opponent wins at once (reading).",
        "reading",
        "option",
    ),
    Rule(
        "TCG-V07",
        "Out",
        "Robots, mentor and awards of a player who is out go to their shop, their turns are skipped, "
        "their captures stay with them; a turn of their own ends without a refill. At the end of the "
        "match all stays as it is (reading).",
        "reading",
        "automatic",
    ),
    Rule(
        "TCG-V08",
        "House rules",
        "Whatever all players agree on before the start.",
        _MODES,
        "agreement",
    ),
    Rule(
        "TCG-L01",
        "No tournament rules",
        "The rulebook has none: no league, clock, series or penalty.",
        "reading",
        "agreement",
    ),
    Rule(
        "TCG-L02",
        "Stages",
        "Four prize cards still to capture are the Qualification, three the Quarter-Finals, two the Semi- "
        "Finals, one the Final.",
        "To Begin",
        "bookkeeping",
    ),
)
