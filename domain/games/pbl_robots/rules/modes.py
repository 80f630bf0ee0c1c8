"""Variants and modes."""

from typing import Final

from domain.games.pbl_robots.rules.base import section

MODES: Final = {
    **section(
        "Series Play, p. 6",
        (
            "PBL-V01",
            "option",
            "Series",
            "Best of three or five with the same decks and starters; over when a side has two or three wins.",
        ),
        (
            "PBL-V02",
            "setup",
            "Decks go on",
            "All orange cards return to their decks; cards acquired stay with their new owner.",
        ),
        ("PBL-V03", "setup", "The loser starts", "The loser of the game before starts, whatever the speeds."),
        (
            "PBL-V04",
            "automatic",
            "A fresh start",
            "Each game begins with new robots, hands and bonuses and a closed Shop.",
        ),
    ),
    **section(
        "Celebrity Games, p. 6",
        (
            "PBL-V05",
            "setup",
            "Celebrities",
            "Agreed crew cards lie open on the table and their effects hold for everybody.",
        ),
        ("PBL-V06", "setup", "A drawn celebrity", "Cards are turned over until a crew card comes; the others go back."),
        (
            "PBL-V07",
            "agreement",
            "Suggestions",
            "Named celebrities with free text; how each works is discussed before the game.",
        ),
        ("PBL-V08", "guard", "Not in play", "A celebrity is in no deck, hand or draft."),
    ),
    **section(
        "Three Pilot Rotation, p. 6",
        (
            "PBL-V09",
            "option",
            "Three pilots",
            "Two sides choose three of seven starters each, in turn; the last one joins the blow-off deck.",
        ),
        (
            "PBL-V10",
            "guard",
            "Secret choice",
            "Before each game both select an unused pilot face down and reveal together.",
        ),
        ("PBL-V11", "setup", "Unused pilots", "Later games are played with the pilots left."),
        ("PBL-V12", "setup", "Speed starts", "The fastest revealed pilot starts every game."),
        ("PBL-V13", "option", "Five pilots", "The same with five pilots each, of all ten; blow-offs are then markers."),
        (
            "PBL-V14",
            "bookkeeping",
            "Open and secret",
            "The drafted pilots are public, the one selected is not until it is revealed.",
        ),
    ),
    **section(
        "Challenge Games, p. 6",
        (
            "PBL-V15",
            "option",
            "Challenge",
            "The dice decide who selects first; sides select and play five cards each in turn, in place of the "
            "inheritance.",
        ),
        ("PBL-V16", "guard", "Playable cards", "Actions, and cards that could not be played then, cannot be selected."),
        ("PBL-V17", "automatic", "Then as usual", "Draft and game go on as normal."),
        (
            "PBL-V18",
            "option",
            "Community deck",
            "Or no draft: 20 cards are the shop deck, all others one deck for everybody.",
        ),
        (
            "PBL-V19",
            "setup",
            "Hands from one deck",
            "The first selector's opening hands are dealt first; hands not kept go to the bottom. When it runs "
            "out all scrap heaps are shuffled.",
        ),
    ),
    **section(
        "Three Player Games, p. 6",
        (
            "PBL-V20",
            "guard",
            "No two in a row",
            "Who was attacked by one side last turn cannot be attacked by another in this one. An attack counts "
            "once it is rolled, with its final target.",
        ),
        ("PBL-V21", "automatic", "Strikes are free", "Strikes may go at anybody."),
        ("PBL-V22", "guard", "One opponent", "An attack names one opponent, who alone defends."),
        (
            "PBL-V23",
            "guard",
            "Out of the game",
            "A terminated side's cards leave the game, its turns are skipped, it plays nothing more.",
        ),
        (
            "PBL-V24",
            "automatic",
            "Numbers for three",
            "Talent pool 4, blow-off deck 7, shop 5, draft deck 80, quick play 30 each.",
        ),
        (
            "PBL-V25",
            "guard",
            "Helping",
            "A side outside the combat may play actions, but no bombs, shields or storage bombs.",
        ),
        ("PBL-V26", "option", "Last robot standing", "The usual way to win; limits and targets are for three sides."),
        (
            "PBL-V27",
            "option",
            "Time limit",
            "From the first elimination on, minutes or turns; then most blow-offs, then most limbs win; still "
            "equal, the next limb decides.",
        ),
        ("PBL-V28", "option", "Blow-off target", "The first side with that many blow-offs wins at once."),
        ("PBL-V29", "bookkeeping", "Blow-offs are counted", "For every side, all game."),
        (
            "PBL-V30",
            "bookkeeping",
            "Together",
            "Last robot, time limit and target may be combined; the first met decides.",
        ),
    ),
    **section(
        "Bombs/Shields Variations, p. 6",
        (
            "PBL-V31",
            "option",
            "Predetermination",
            "Attacker, then defender, state a number of cards before the dice and roll once; what the hand lost "
            "since is not rolled.",
        ),
        (
            "PBL-V32",
            "option",
            "Maximum limit",
            "At most so many bombs or shields per combat, for each side (by option together).",
        ),
        ("PBL-V33", "option", "None", "No bombs and shields at all."),
        ("PBL-V34", "option", "Storage bombs", "These variants leave storage bombs alone, unless the option says so."),
    ),
    **section(
        "Two vs Two Modes, p. 7",
        (
            "PBL-V35",
            "guard",
            "Pilot and gunner",
            "A team of two: the gunner may at any time put the top five cards of the deck in any order.",
        ),
        ("PBL-V36", "guard", "The pilot plays", "Only the pilot draws and plays; the two do not talk."),
        (
            "PBL-V37",
            "guard",
            "Small decks",
            "With fewer than five cards the gunner sees what is there; never in the middle of an effect.",
        ),
        ("PBL-V38", "option", "Two robots, four hands", "A team of two shares deck and robot; each member has a hand."),
        (
            "PBL-V39",
            "guard",
            "Own cards",
            "Members take separate turns, one MOVE each, with their own cards: first team, second team, and again.",
        ),
        ("PBL-V40", "bookkeeping", "Both help", "Either member may play actions and add bombs or shields in any turn."),
        (
            "PBL-V41",
            "agreement",
            "Other names",
            "Ultimate, Mortal and Blind modes are named without rules; a label is kept.",
        ),
    ),
}
