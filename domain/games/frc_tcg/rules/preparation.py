"""Cards, setup and deck construction."""

from typing import Final

from domain.game import Rule

_DIVISIONS = "Introduction, divisions"
_TYPES = "Introduction, types of cards"

PREPARATION: Final = (
    Rule(
        "TCG-K01",
        "A card",
        "Has an id of its own, a name and one of six types; edition, division, epic, text and effects "
        "where they are known. The rulebook counts five types and adds the Kickoff as a sixth.",
        _TYPES,
        "setup",
    ),
    Rule(
        "TCG-K02",
        "Robot cards",
        "Team, edition, division, HP in steps of 10, and abilities. Every ability asks for at least one "
        "component: an ability that asks for none cannot exist (reading).",
        "Introduction; Figure 2; The Turn",
        "setup",
    ),
    Rule(
        "TCG-K03",
        "Component types",
        "Sixteen names, of which one edition has fourteen: old and new Victor, and CRio and RoboRIO, "
        "replace each other over the years but never stand in for each other (reading; the figure speaks "
        "of fifteen).",
        "Figure 2",
        "setup",
    ),
    Rule(
        "TCG-K04",
        "Divisions and colours",
        "Each edition has an orange, green, blue and red division of its own names, and the grey "
        "Einstein. A division must belong to the card's edition.",
        _DIVISIONS,
        "setup",
    ),
    Rule(
        "TCG-K05",
        "Items, mentors, awards, kickoffs",
        "Items have an effect of their own; mentors and awards say how long they last. Mentors are "
        "Einstein cards; no kickoff is of the first edition.",
        _TYPES,
        "setup",
    ),
    Rule(
        "TCG-K06",
        "Epic cards",
        "Einstein holds mentors, Hall of Fame robots and Legendary items. Robots and items of that "
        "division are marked epic; other types there are only remarked on, since no place is named for "
        "awards and kickoffs.",
        _DIVISIONS,
        "setup",
    ),
    Rule(
        "TCG-K07",
        "Original HP",
        "First edition: 10 HP for each year in FIRST up to 2014, the first year included. A difference is "
        "remarked on; later editions are not checked (reading).",
        "On Health Points",
        "bookkeeping",
    ),
    Rule(
        "TCG-K08",
        "Cards published",
        "71, 84, 79, 84 and 79 different cards from 2015 to 2019: a catalogue's coverage is reported and "
        "nothing refused.",
        "To Begin",
        "bookkeeping",
    ),
    Rule(
        "TCG-K09",
        "Balance and themes",
        "The coloured divisions have about the same HP, components and items in all. Red tends to "
        "offence, blue to defence, green to regeneration, orange to special abilities; the theme goes "
        "with the colour (reading).",
        _DIVISIONS,
        "bookkeeping",
    ),
    Rule(
        "TCG-S01",
        "Players",
        "Two, or as many more as like; each sits once.",
        "Introduction, number of players",
        "setup",
    ),
    Rule(
        "TCG-S02",
        "Agreed beforehand",
        "House rules, boosters, number of prize cards, divisions, teams and all other options are fixed "
        "before the first turn; only who keeps captured cards may wait until after the match.",
        "To Begin; Alternative Game Modes",
        "setup",
    ),
    Rule(
        "TCG-S03",
        "First player",
        "The rulebook does not say who begins: it is recorded with how it was found (coin, die, agreement, unknown).",
        "reading",
        "setup",
    ),
    Rule(
        "TCG-S04",
        "Shuffling",
        "Decks are shuffled before the opening draw, and once more after they were searched for prize cards.",
        "reading",
        "setup",
    ),
    Rule(
        "TCG-S05",
        "Opening hand",
        "Seven cards, without a second try.",
        "To Begin",
        "setup",
    ),
    Rule(
        "TCG-S06",
        "Prize cards",
        "After the opening draw each player takes prize cards of their own choice, of any type, out of "
        "the deck and lays them together on the table.",
        "To Begin",
        "setup",
    ),
    Rule(
        "TCG-S07",
        "How many prize cards",
        "Four, or three, two or one for a shorter match, the same for all (reading: more, or different "
        "numbers, are a house rule).",
        "To Begin",
        "option",
    ),
    Rule(
        "TCG-S08",
        "Ready",
        "The match starts once everybody has a hand, prize cards and a reshuffled deck; 43 cards are left "
        "of 54 with four prizes.",
        "To Begin",
        "setup",
    ),
    Rule(
        "TCG-S09",
        "Counters",
        "HP is kept with counters of 10, or on paper; counters are no cards of the deck. Numbers that "
        "counters cannot show are accepted and noted (reading).",
        "The Turn, counters",
        "bookkeeping",
    ),
    Rule(
        "TCG-D01",
        "Deck size",
        "54 cards exactly, where no boosters were agreed.",
        "To Begin",
        "setup",
    ),
    Rule(
        "TCG-D02",
        "Decks of 2016 and later",
        "15 robots, 28 components, 4 items, 2 awards, 3 mentors, 2 kickoffs.",
        "To Begin",
        "setup",
    ),
    Rule(
        "TCG-D03",
        "Decks of 2015",
        "20 robots, 25 components, 4 items, 2 awards, 3 mentors. The printed list adds 2 kickoffs, which "
        "came a year later and make 56 cards: that list is a profile of its own (reading).",
        "To Begin",
        "setup",
    ),
    Rule(
        "TCG-D04",
        "Boosters",
        "Whoever agrees on boosters agrees on a largest deck size too; a deck then has 54 cards up to "
        "that size, whatever the mix (reading).",
        "To Begin",
        "option",
    ),
    Rule(
        "TCG-D05",
        "Types of card",
        "Six: robot, component, item, mentor, award, and from the second edition on kickoff.",
        _TYPES,
        "setup",
    ),
    Rule(
        "TCG-D06",
        "Copies and editions",
        "Any number of copies; editions may be mixed, as evolving needs; each player's profile is their own (reading).",
        "reading",
        "bookkeeping",
    ),
    Rule(
        "TCG-D07",
        "Within the list",
        "With a registered list, no more copies of a card come to light than it names; without one, no "
        "more cards of a type than the profile has. Face-down hand cards are taken to be unknown ones "
        "while there are enough (reading).",
        "To Begin",
        "guard",
    ),
)
