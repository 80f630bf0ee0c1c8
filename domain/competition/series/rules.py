"""The rules of a series, by id."""

from typing import Final, Literal

from domain.competition.rules import SHARED
from domain.game import Rule

Kind = Literal["guard", "setup", "automatic", "bookkeeping", "option", "agreement"]
_PLACE: Final = "PBL ROBOTS, Series Play and its pilot rotation"


def _row(number: str, kind: Kind, title: str, text: str) -> Rule:
    return Rule(f"PBL-V{number}", title, text, _PLACE, kind)


_ROWS: Final = (
    _row("01", "option", "Best of three or five", "Who first wins more than half of the games wins the series."),
    _row("02", "guard", "Decks are carried over", "Cards acquired in a game stay in their new owner's deck."),
    _row("03", "guard", "The loser starts", "Who lost the game before starts the next; of three sides the first out."),
    _row("04", "automatic", "Each game begins anew", "Between games nothing is kept but decks, pilots and the score."),
    _row("09", "option", "Three pilots", "Two sides draft three pilots each for a best of three."),
    _row("10", "guard", "One pilot a game", "Before a game each side selects an unused pilot; both are revealed."),
    _row("11", "automatic", "What is left", "Later games are flown by the pilots that are left, the last by the last."),
    _row("12", "automatic", "The fastest starts", "In a rotation the fastest revealed pilot starts every game."),
    _row("13", "option", "Five pilots", "The same with five pilots each, for a best of five."),
    _row("14", "bookkeeping", "Drafted pilots are public", "Everybody knows which pilots a side has drafted."),
)
RULES: Final = {**SHARED, **{rule.id: rule for rule in _ROWS}}
