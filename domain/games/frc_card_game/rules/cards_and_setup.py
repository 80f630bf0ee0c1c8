"""Rules of cards, field, setup and decks (CG-K, CG-F, CG-S, CG-D)."""

from typing import Final

from domain.game import Rule

RULES: Final = (
    Rule(
        "CG-K01",
        "What every card has",
        "A card has a name, a photo, a description with its effects, and a tag and border that show its type. In a catalogue "
        "each card id and each name is used once.",
        "Cards, both texts",
        "setup",
    ),
    Rule(
        "CG-K02",
        "Five card types",
        "Team (T, blue), student (S, yellow), mentor (M, green), event (E, purple) and robot (R, red). There is no other type.",
        "Cards; Card Types",
        "setup",
    ),
    Rule("CG-K03", "Team cards", "A team card always has an effect.", "Team Cards, both texts", "setup"),
    Rule(
        "CG-K04",
        "Students",
        "A student has one or more of the skills design, programming, pneumatics, swerve, climbing and shooting, and may have "
        "an effect.",
        "Student Cards, both texts",
        "setup",
    ),
    Rule(
        "CG-K05",
        "Mentors",
        "A mentor has one or more effects; they are permanent.",
        "Mentor Cards, both texts",
        "setup",
    ),
    Rule(
        "CG-K06", "Events", "An event has one or more effects; they are temporary.", "Event Cards, both texts", "setup"
    ),
    Rule(
        "CG-K07",
        "Robots",
        "A robot has an offense, a defense and attributes, and may have effects.",
        "Robot Cards, both texts",
        "setup",
    ),
    Rule(
        "CG-K08",
        "Attributes",
        "Each attribute of a robot is one of the six skills, or neutral. A robot can list several.",
        "Robot cards, second text",
        "setup",
    ),
    Rule(
        "CG-F01",
        "Deck and retirement pile",
        "Each side has one deck and one retirement pile.",
        "Gameplay field, second text",
        "bookkeeping",
    ),
    Rule("CG-F02", "Team card slot", "Each side has one slot for a team card.", "Gameplay field, second text", "guard"),
    Rule(
        "CG-F03",
        "Student Body",
        "Each side has one Student Body; it takes any number of students.",
        "Gameplay field, second text",
        "bookkeeping",
    ),
    Rule("CG-F04", "Robot slots", "Each side has three slots for robots.", "Gameplay field, second text", "guard"),
    Rule(
        "CG-F05",
        "Mentor and event slots",
        "Each side has five slots; mentors and events share them.",
        "Gameplay field, second text",
        "guard",
    ),
    Rule(
        "CG-F06",
        "Own side",
        "Players play cards on their own side, with their own students.",
        "Main Phase, both texts",
        "guard",
    ),
    Rule("CG-S01", "Two players", "Two players, each the other's opponent.", "Gameplay, both texts", "setup"),
    Rule("CG-S02", "4000 points", "Each player starts with 4000 points.", "Gameplay, both texts", "bookkeeping"),
    Rule(
        "CG-S03",
        "Team card first",
        "Each player begins by playing their team card: exactly one, and the one declared.",
        "Team Cards; Gameplay, both texts",
        "guard",
    ),
    Rule(
        "CG-S04",
        "Opening hand",
        "The opening hand is the top four cards of the player's deck.",
        "Gameplay, both texts",
        "guard",
    ),
    Rule("CG-S05", "No mulligan", "The opening hand is not drawn again.", "reading", "guard"),
    Rule(
        "CG-S06",
        "Coin flip",
        "A coin flip decides who takes turn 1. Where caller, call and face are recorded, the caller goes first exactly if the "
        "call was right.",
        "Gameplay, both texts",
        "guard",
    ),
    Rule(
        "CG-S07",
        "Start of turn 1",
        "Turn 1 begins by itself once both team cards, both opening hands and the flip are recorded, in any order.",
        "reading",
        "automatic",
    ),
    Rule("CG-S08", "Shuffling", "Each deck is shuffled before the opening hand is drawn.", "reading", "bookkeeping"),
    Rule(
        "CG-S09",
        "Rules under test",
        "The rulebook says that it may change. A match therefore keeps the version of the rules and the options that it was "
        "started with.",
        "Official Rules, note at the beginning",
        "bookkeeping",
    ),
    Rule(
        "CG-D01",
        "Deck size",
        "A deck has 30 to 40 cards, both included, without the team card.",
        "Decks, both texts",
        "setup",
    ),
    Rule("CG-D02", "One team card", "One team card lies beside the deck.", "Decks, both texts", "setup"),
    Rule("CG-D03", "Three copies", "A deck has at most three copies of a card.", "Decks, both texts", "setup"),
    Rule(
        "CG-D04",
        "Any mix",
        "Students, mentors, events and robots in any mix; no type is required.",
        "Decks, both texts",
        "setup",
    ),
    Rule("CG-D05", "No team card in the deck", "A deck contains no team card.", "reading of Decks", "setup"),
    Rule(
        "CG-D06",
        "Decks known by size",
        "A deck may be recorded by its size alone; its cards become known when they are shown. Where a list is known, no more "
        "copies can come to light than it has.",
        "rule of this program",
        "bookkeeping",
    ),
)
