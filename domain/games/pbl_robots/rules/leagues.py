"""Leagues and tournaments."""

from typing import Final

from domain.games.pbl_robots.rules.base import section

LEAGUES: Final = {
    **section(
        "League Play, p. 7",
        ("PBL-L01", "bookkeeping", "Tournament", "A bracket for any number of players."),
        ("PBL-L02", "bookkeeping", "Seeds", "Earlier league games may set the ranks."),
        ("PBL-L03", "bookkeeping", "Keeper league", "A standing group, usually four to eight players."),
        (
            "PBL-L04",
            "option",
            "Choosing keepers",
            "Five cards each, no actions, in an order that turns round after every round.",
        ),
        ("PBL-L05", "setup", "Keepers are the inheritance", "In every match a player's keepers are his inheritance."),
        (
            "PBL-L06",
            "setup",
            "Keepers are not drafted",
            "Nobody's keepers are in a draft, and no shop deck is set aside.",
        ),
        ("PBL-L07", "bookkeeping", "Exchange", "After the agreed number of games a player may exchange one keeper."),
        ("PBL-L08", "bookkeeping", "Salary draft", "Keepers are bought at auction with a fixed sum each."),
        (
            "PBL-L09",
            "option",
            "One to five",
            "A player has one to five keepers; fewer than five are not filled up unless the option says so.",
        ),
        ("PBL-L10", "bookkeeping", "Between seasons", "Keepers may be fired and new ones bought."),
        (
            "PBL-L11",
            "option",
            "Bonuses",
            "A league may sell bonuses: one more starting card, a higher hand limit, a smaller deck.",
        ),
        (
            "PBL-L12",
            "bookkeeping",
            "Statistics",
            "Games, wins, tanks, draws, terminations, blow-offs made and suffered.",
        ),
    ),
}
