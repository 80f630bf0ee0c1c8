"""How we read the rulebook where it is silent or can be taken in more than one way: RH-Q01 to RH-Q34."""

from typing import Final

from domain.game import Rule

_READINGS: Final = {
    "RH-Q01": (
        "Round, hand, battle",
        "A hand is one placement by each player and its battles; a round is hands until a victory or a draw; a "
        "tournament is rounds.",
    ),
    "RH-Q02": (
        "First hand of a later round",
        "`first_hand_order=simultaneous`: the first hand of every round. `carry_over`: in later rounds the winner "
        "of the last Agility stage of the round before places first.",
    ),
    "RH-Q03": (
        "A drawn Agility must be cleared",
        "A drawn character on Agility steps to Weapons, pushing as a winner would.",
    ),
    "RH-Q04": (
        "Who advances",
        "`advance_rule=winners`: every winner, on whatever stage; an empty stage ends only that push. "
        "`single_push`: one push a hand, from the winner nearest to Agility. `agility_push`: one push, from Agility "
        "alone.",
    ),
    "RH-Q05": (
        "Drawn characters elsewhere",
        "They hold unless pushed; with `advance_rule=survivors` they move like winners.",
    ),
    "RH-Q06": (
        "At the end of the mat",
        "A winner on Endurance stays, and so does one on Strength with Endurance occupied.",
    ),
    "RH-Q07": (
        "When four stages are examined",
        "After removals and before advancing; in a hand that ends the round nobody advances.",
    ),
    "RH-Q08": (
        "Full mat and empty pile",
        "Four stages filled in the hand that ends with an empty Draw pile win the round.",
    ),
    "RH-Q09": (
        "Which pile, and when",
        "Either player's Draw pile, at the end of the hand before the refill. The hand after the last card was "
        "drawn is still played.",
    ),
    "RH-Q10": (
        "Two modifiers",
        "If both choose a modifier, nobody wins Agility, nobody advances, and the next placement is simultaneous.",
    ),
    "RH-Q11": (
        "Automatic wins and order",
        "An Agility stage won without a fight decides who places first just as a fought one.",
    ),
    "RH-Q12": ("Modifier in the first hand", "Modifiers may be chosen in the first hand too, at the same time."),
    "RH-Q13": (
        "Modifiers are Active cards",
        "Modifiers are shuffled into the Active set and count in it; the Modifier pile is where those in play lie.",
    ),
    "RH-Q14": (
        "What replaces a modifier",
        "`modifier_replace=any`: whatever modifier its owner plays replaces the one in play, at once, or when both "
        "cards are shown. `lasting_only`: only a lasting one does; a one-hand modifier works beside it. A second "
        "copy replaces the first.",
    ),
    "RH-Q15": (
        "Removal",
        "Only a modifier that says so removes, when modifiers are considered and before they change levels. It "
        "takes the opponent's lasting modifier, played in this hand or earlier, never a one-hand one; two removals "
        "in one hand both work.",
    ),
    "RH-Q16": ("Lasting modifiers and rounds", "A lasting modifier does not outlast the round."),
    "RH-Q17": (
        "Cards after a round",
        "`between_rounds=reshuffle`: RH-E08. `continue`: cards in play go to the Dead Cards, playing hand and Draw "
        "pile stay, hands are refilled at the start of the round; a player whose Draw pile is empty, or who has a "
        "new set, gathers and shuffles anew.",
    ),
    "RH-Q18": (
        "Choosing a new set",
        "Each player alone; any legal set, cards of the old one allowed; without a declaration the old set is kept. "
        "Collections are not tracked.",
    ),
    "RH-Q19": (
        "What makes one character",
        "The `character` of a card decides, not its id, name or year; the limit is each player's own.",
    ),
    "RH-Q20": (
        "The ante's place",
        "Both stake or neither; the stake lies outside the Active set; without a winner it is returned.",
    ),
    "RH-Q21": ("Levels below zero", "Levels have no floor and no ceiling."),
    "RH-Q22": (
        "Skills of the defeated",
        "All stages are settled at once: the skill of a character defeated in this hand still counts elsewhere.",
    ),
    "RH-Q23": (
        "What a star means",
        "A starred skill is applied as printed and can reach other stages. Every special skill works wherever its "
        "card stands unless it names a stage.",
    ),
    "RH-Q24": (
        "Order of adjustments",
        "The catalogue expresses additions alone, whose order does not matter; others are carried out by hand in "
        "the order of RH-T02.",
    ),
    "RH-Q25": ("Colours", "The score decides; a colour is display, and one that disagrees is a warning."),
    "RH-Q26": (
        "Making five",
        "A player draws while below five and while the pile lasts: none if an effect left five, more than one if "
        "fewer than four are held.",
    ),
    "RH-Q27": (
        "Face up or down",
        "Who places first does so face up. Cards placed at the same time stay face down until both are there.",
    ),
    "RH-Q28": ("Looking through Dead Cards", "Players see their number, not the cards; the record keeps them."),
    "RH-Q29": ("Endless tournaments", "Drawn rounds may follow each other without limit; RH-E12 is the way out."),
    "RH-Q30": ("Number of players", "Two, though the rulebook never says so."),
    "RH-Q31": ("Groups of a character", "At most one caste and one politics; either may be missing."),
    "RH-Q32": (
        "No characters at hand",
        "A set or playing hand without characters is legal; then a modifier must be played.",
    ),
    "RH-Q33": ("Nothing left to place", "If a player has no playing card left, the round is drawn."),
    "RH-Q34": ("Not advancing", "RH-C06 holds for all stages of that player and under every `advance_rule`."),
}

READINGS: Final = tuple(Rule(key, title, text, "reading", "bookkeeping") for key, (title, text) in _READINGS.items())
