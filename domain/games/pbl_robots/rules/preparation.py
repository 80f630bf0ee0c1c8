"""Setup, deck construction, the course of a turn."""

from typing import Final

from domain.games.pbl_robots.rules.base import section

PREPARATION: Final = {
    **section(
        "Getting Started, p. 2",
        (
            "PBL-S01",
            "setup",
            "Two or three robots",
            "Two or three robots fight. In the modes for two teams each robot belongs to two people.",
        ),
        (
            "PBL-S02",
            "guard",
            "100 different cards",
            "The orange deck has 100 cards: 38 armor, 10 hangars, 26 crew, 21 actions, 5 experts. Each exists "
            "once, so a card is in one place only.",
        ),
        ("PBL-S03", "setup", "Base robots", "Each side takes another one of the three base robots, before the pilots."),
        (
            "PBL-S04",
            "automatic",
            "A fresh robot",
            "It has four active limbs at Level 0, no shoulders, no hangar, no crew and no pilot points.",
        ),
        (
            "PBL-S05",
            "setup",
            "Inheritance",
            "Five cards of the shuffled deck begin each side's deck; only their owner may look at them.",
        ),
    ),
    **section(
        "Selecting a Starter Pilot, p. 2",
        (
            "PBL-S06",
            "setup",
            "Talent pool",
            "Of the ten shuffled starters three are turned up for two sides, four for three sides.",
        ),
        (
            "PBL-S07",
            "setup",
            "Order of choosing",
            "All sides roll the d20 and choose from the highest roll down. Sides that tie roll again among themselves.",
        ),
        ("PBL-S08", "guard", "Choosing a starter", "A starter is taken from what is left of the talent pool."),
        (
            "PBL-S09",
            "automatic",
            "Blow-off deck",
            "All black cards that nobody chose lie face down as blow-off deck: eight with two sides, seven with three.",
        ),
        (
            "PBL-S10",
            "guard",
            "The cockpit",
            "The starter chosen sits in its robot's cockpit before the opening hands are dealt.",
        ),
    ),
    **section(
        "Opening Hands, p. 2",
        (
            "PBL-S11",
            "setup",
            "Opening hands",
            "Each player deals two hands of five from the shuffled deck, keeps one whole hand and puts the other "
            "under the deck. A deck of fewer than ten gives what it has.",
        ),
        (
            "PBL-S12",
            "guard",
            "Opening bonuses",
            "Once all hands are chosen, bonuses of starters are applied, before the first turn.",
        ),
        (
            "PBL-S13",
            "setup",
            "First player",
            "The fastest starter begins; with equal speed a d20 roll-off decides. Later games of a series have "
            "their own rule.",
        ),
    ),
    **section(
        "Components, p. 1",
        (
            "PBL-S14",
            "guard",
            "Faces of dice",
            "A d6 shows 1 to 6, the d20 1 to 20. The number of dice in the box limits nothing.",
        ),
    ),
    **section(
        "The Draft, p. 2",
        (
            "PBL-D01",
            "option",
            "Quick play or draft",
            "How the decks come about is agreed before play, and everything is done in that order.",
        ),
        (
            "PBL-D02",
            "setup",
            "Quick play",
            "No draft: 40 cards for each of two sides, 30 for each of three, the inheritance among them; the "
            "rest is the shop deck.",
        ),
        (
            "PBL-D03",
            "setup",
            "Shop deck and draft deck",
            "15 cards (three sides: 5) are set aside as shop deck, the other 75 (80) are drafted. Celebrities "
            "come out of the shop's share.",
        ),
        (
            "PBL-D04",
            "automatic",
            "Five piles",
            "Five face-down piles of one card each are laid out beside the draft deck.",
        ),
        (
            "PBL-D05",
            "guard",
            "Order of drafting",
            "Who chose a starter last drafts first; with three sides the order of choosing is reversed.",
        ),
        (
            "PBL-D06",
            "guard",
            "Looking at piles",
            "The drafter looks at pile 1 and takes it or goes on to the next, never back; the last pile must be taken.",
        ),
        ("PBL-D07", "guard", "Whole piles", "A pile is taken whole."),
        ("PBL-D08", "automatic", "Restocking", "After a pick each of the five places gets one card."),
        (
            "PBL-D09",
            "guard",
            "End of the draft",
            "It ends when a pick cannot be restocked: after 15 picks with two sides, 16 with three. A last "
            "restock of fewer than five cards allows one more pick.",
        ),
        ("PBL-D10", "automatic", "Piles left over", "They are shuffled into the shop deck."),
        ("PBL-D11", "bookkeeping", "Deck sizes", "Decks may be of any size and need not be equal."),
        (
            "PBL-D12",
            "agreement",
            "One's own cards",
            "A drafter may look through what he has at any time and shows it to nobody.",
        ),
    ),
    **section(
        "General Rules of Play, p. 3",
        ("PBL-T01", "guard", "Turns", "Sides take turns; with three sides clockwise by seat from the first player."),
        ("PBL-T02", "guard", "One MOVE", "A turn has one MOVE; an attack under way is finished first."),
        (
            "PBL-T03",
            "guard",
            "What a MOVE is",
            "A MOVE builds one armor, crew member, hangar or expert, or is an attack. Action cards are not built.",
        ),
        (
            "PBL-T04",
            "guard",
            "Passing",
            "A player may pass (by option: only when no MOVE is possible). Drawing with the MOVE unused is a pass.",
        ),
        ("PBL-T05", "automatic", "Blasts are free", "A blast does not use the MOVE."),
        ("PBL-T06", "automatic", "Actions are free", "An action card does not use the MOVE."),
        (
            "PBL-T07",
            "guard",
            "The end draw",
            "The turn's player draws one card, which he must, and that ends the turn.",
        ),
        (
            "PBL-T08",
            "bookkeeping",
            "Before the draw",
            "Between the announced end and the draw others may still play actions; one entered after the draw "
            "belongs to the next turn.",
        ),
        (
            "PBL-T09",
            "guard",
            "Own turn",
            "All cards but actions, and abilities that say otherwise, are played in one's own turn.",
        ),
    ),
}
