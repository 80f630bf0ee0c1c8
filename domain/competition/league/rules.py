"""The rules of a league, by id."""

from typing import Final, Literal

from domain.competition.rules import SHARED
from domain.game import Rule

_PLACE: Final = "PBL ROBOTS, League Play"


def _row(
    number: str, kind: Literal["guard", "setup", "automatic", "bookkeeping", "option"], title: str, text: str
) -> Rule:
    return Rule(f"PBL-L{number}", title, text, _PLACE, kind)


_ROWS: Final = (
    _row("03", "setup", "Keeper league", "A standing group of different players, usually four to eight."),
    _row(
        "04",
        "guard",
        "Selecting keepers",
        "In a drawn order that turns round after every round, each selects a card that nobody keeps, no action, up to five.",
    ),
    _row("05", "guard", "Keepers are the inheritance", "Every match begins with the players' keepers."),
    _row("06", "guard", "Keepers are not drafted", "No card that anybody keeps is in the draft of a match."),
    _row(
        "07",
        "guard",
        "Exchange",
        "After the agreed number of games a player may exchange one keeper, once in a season.",
    ),
    _row("08", "guard", "Auction", "Keepers are bought with the money that each player has; bids go up."),
    _row("09", "guard", "One to five keepers", "Nobody buys a sixth keeper or begins a season without any."),
    _row("10", "guard", "Between seasons", "Keepers are fired, and new ones bid for, between seasons."),
    _row("11", "guard", "Bonuses", "Bonuses that the league manager offers are sold once each."),
    _row("12", "bookkeeping", "Statistics", "Games, wins, losses, draws, terminations, blow-offs are added up."),
    Rule("CT-G01", "One lot at a time", "What was bid for is sold before the next is put up.", "reading", "guard"),
    Rule(
        "CT-G02",
        "Standings",
        "Points decide, then those among who are equal, then wins, then the order of entry; the league goes over all seasons.",
        "reading",
        "bookkeeping",
    ),
    Rule(
        "CT-G03", "What a fired keeper brings", "The price comes back, unless agreed otherwise.", "reading", "automatic"
    ),
)
RULES: Final = {**SHARED, **{rule.id: rule for rule in _ROWS}}
