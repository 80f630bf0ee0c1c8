"""Setup and Active sets: RH-S01 to RH-S09, RH-D01 to RH-D07."""

from typing import Final

from domain.game import Rule

SETUP: Final = (
    Rule("RH-S01", "Two players", "A tournament is played by exactly two different players.", "Setup", "setup"),
    Rule(
        "RH-S02",
        "Victories to win",
        "Before play the players agree how many victories win the tournament: one or more. There is no default, and "
        "the number "
        "stays as agreed.",
        "Setup",
        "setup",
    ),
    Rule(
        "RH-S03",
        "Number of Active cards",
        "The number of Active cards is agreed beforehand: ten or more, the same for both players, for the whole "
        "tournament.",
        "Setup",
        "setup",
    ),
    Rule(
        "RH-S04",
        "With or without modifiers",
        "Whether modifiers are used is settled once for a tournament and for both players.",
        "Cards, Optional",
        "option",
    ),
    Rule(
        "RH-S05",
        "Ante",
        "Where an ante is agreed, each player stakes one card before the first round, for the whole tournament.",
        "Setup",
        "option",
    ),
    Rule(
        "RH-S06",
        "Zones",
        "Each player has four stages, a Draw pile, Dead Cards and a Victories counter that starts at 0; with "
        "modifiers also a "
        "Modifier pile. Stages, Dead Cards and Modifier pile are empty when a round starts (but see RH-Q17).",
        "Setup",
        "bookkeeping",
    ),
    Rule(
        "RH-S07",
        "Aids",
        "A mat, a token on the Victories bar, a score card and the colour reference help at the table and decide "
        "nothing.",
        "Setup",
        "agreement",
    ),
    Rule(
        "RH-S08",
        "Shuffle",
        "At the start of a round each Active set is shuffled once and becomes the face-down Draw pile; nothing is "
        "drawn before. A "
        "recorded order consists of exactly the cards of the set.",
        "Setup",
        "setup",
    ),
    Rule(
        "RH-S09",
        "Playing hand",
        "The top five cards of the Draw pile are drawn as the playing hand, once at the start of a round.",
        "Setup",
        "setup",
    ),
    Rule(
        "RH-D01",
        "Size of the Active set",
        "An Active set has exactly the agreed number of cards, modifiers included (RH-Q13). A list that nobody "
        "knows is declared as "
        "such.",
        "Setup",
        "setup",
    ),
    Rule("RH-D02", "Any year", "Cards of all years may be mixed.", "Setup", "bookkeeping"),
    Rule(
        "RH-D03",
        "One of each character",
        "In a round a player uses at most one card of each character, whatever the printing. Both players may have "
        "the same "
        "character. A card that an effect brought back to the playing hand may be placed again.",
        "Setup",
        "guard",
    ),
    Rule(
        "RH-D04",
        "Surplus cards",
        "Surplus cards of a character lie apart; they neither count in the set nor come into play in that round.",
        "Setup",
        "guard",
    ),
    Rule(
        "RH-D05",
        "Modifiers in the set",
        "Modifier cards belong in a set only where the tournament uses modifiers.",
        "Cards, Optional",
        "guard",
    ),
    Rule(
        "RH-D06",
        "Repeated modifiers",
        "The limit of one a kind is about characters; a modifier may be in the set more than once.",
        "reading",
        "bookkeeping",
    ),
    Rule(
        "RH-D07",
        "Known cards of the set",
        "A card that is placed, played or drawn is in the catalogue and, where the list is known, in the player's "
        "Active set.",
        "Setup",
        "guard",
    ),
)
