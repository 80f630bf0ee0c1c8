"""Ends of rounds and tournaments, options, and what the rulebook leaves to others: RH-E, RH-V, RH-L."""

from typing import Final

from domain.game import Rule

ENDING: Final = (
    Rule(
        "RH-E01",
        "Winning a round",
        "At the end of a hand, a player who alone has a character on all four stages wins the round. A drawn stage counts: its "
        "character is still there.",
        "Game Play",
        "automatic",
    ),
    Rule("RH-E02", "A victory", "The winner of a round gains exactly one victory.", "Game Play", "automatic"),
    Rule(
        "RH-E03",
        "Both have four",
        "If both players have all four stages, the round is drawn and nobody scores.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-E04",
        "Empty Draw pile",
        "If nobody won and a Draw pile is empty at the end of a hand, before the refill, the round is drawn; no further hand is "
        "played.",
        "Game Play",
        "guard",
    ),
    Rule("RH-E05", "Full mats first", "RH-E01 and RH-E03 are examined before RH-E04.", "reading", "automatic"),
    Rule(
        "RH-E06",
        "New Active set",
        "After a round each player may choose a new Active set of the agreed size, under the same rules as the first.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-E07",
        "The previous set",
        "Whoever has a new set puts the old cards, Draw pile included, out of the match.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-E08",
        "A new round",
        "A new round starts from an empty table: all cards are gathered, shuffled, and five are drawn (but see RH-Q17).",
        "reading",
        "automatic",
    ),
    Rule(
        "RH-E09",
        "Winning the tournament",
        "Whoever reaches the agreed number of victories has won at once; no further round is played.",
        "Winning the Game",
        "automatic",
    ),
    Rule(
        "RH-E10",
        "The ante",
        "The winner of the tournament takes the own stake back and keeps the opponent's.",
        "Setup",
        "automatic",
    ),
    Rule(
        "RH-E11",
        "It is over",
        "A finished tournament takes no game command; cards may still be shown, and rulings entered.",
        "Winning the Game",
        "guard",
    ),
    Rule(
        "RH-E12",
        "Conceding and abandoning",
        "A player may concede, and the opponent wins, the ante included. A tournament may be abandoned for a stated reason: no "
        "winner, stakes go back. The rulebook has neither.",
        "reading",
        "agreement",
    ),
    Rule(
        "RH-V01",
        "Modifiers",
        "`modifiers`, off by default, brings in RH-A02, RH-B05, RH-B11, RH-C06 and RH-C08 to RH-C10.",
        "Cards, Optional",
        "agreement",
    ),
    Rule("RH-V02", "Castes", "Noble, townsfolk, outlaw, royalty, knight, guard.", "Cards, Caste", "setup"),
    Rule("RH-V03", "Politics", "Activist, pacifist.", "Cards, Politics", "setup"),
    Rule("RH-V04", "Ante", "`ante`, off by default, brings in RH-S05 and RH-E10.", "Setup", "agreement"),
    Rule(
        "RH-V05",
        "Numbers agreed",
        "`active_count` is ten or more, ten by default; `victories_to_win` is one or more and must be given.",
        "Setup",
        "agreement",
    ),
    Rule(
        "RH-V06",
        "Options of reading",
        "Where the rulebook can be read in more than one way, the players fix it when they open the tournament: `advance_rule`, "
        "`between_rounds`, `first_hand_order`, `modifier_replace`.",
        "reading",
        "option",
    ),
    Rule(
        "RH-L01",
        "No league rules",
        "What the rulebook calls a tournament is one match of two players. It has no league, pairing, time limit, penalties or "
        "judges.",
        "reading",
        "agreement",
    ),
)
