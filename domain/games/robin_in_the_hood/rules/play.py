"""Hands, placements, battles and what follows of itself: RH-T, RH-A, RH-B, RH-C."""

from typing import Final

from domain.game import Rule

PLAY: Final = (
    Rule(
        "RH-T01",
        "Structure",
        "A tournament has rounds, a round has hands; hands go on until the round is won or drawn.",
        "Game Play",
        "bookkeeping",
    ),
    Rule(
        "RH-T02",
        "Order within a hand",
        "Place; add special skills, starred special skills, modifiers; compare; remove losers; end the hand "
        "(modifiers leave, the "
        "round is examined, characters advance); refill.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-T03",
        "No pass",
        "In every hand each player chooses exactly one card of the playing hand.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-T04",
        "First hand",
        "In the first hand both cards are placed at the same time (in later rounds: RH-Q02).",
        "Game Play",
        "bookkeeping",
    ),
    Rule(
        "RH-T05",
        "Who places first",
        "From the second hand on, whoever won the last Agility stage places first, the other after.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-T06",
        "After a drawn Agility",
        "If the last Agility battle was a draw, both place at the same time.",
        "Game Play",
        "bookkeeping",
    ),
    Rule(
        "RH-T07",
        "A new choice each hand",
        "Character or modifier: the choice is made anew in every hand, the first included.",
        "Game Play",
        "bookkeeping",
    ),
    Rule(
        "RH-T08",
        "Refill",
        "After a hand that did not end the round each player draws from the top until holding five. Nobody may "
        "leave it out or "
        "draw a sixth, and nobody places before both have drawn.",
        "Game Play",
        "guard",
    ),
    Rule("RH-T09", "Agility is clear", "Both Agility stages are empty when a hand begins.", "Game Play", "automatic"),
    Rule(
        "RH-A01",
        "Enter on Agility",
        "A character is placed on its owner's Agility stage and nowhere else; a stage holds one character.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-A02",
        "Modifier instead",
        "With modifiers on, a modifier may be chosen instead of a character; the player's Agility stays empty in "
        "that hand.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-A03",
        "One card",
        "A player chooses one card in a hand: a character or a modifier, never two.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-A04",
        "From the playing hand",
        "The chosen card comes from the player's own playing hand.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-A05",
        "Instructions on cards",
        "What a card says is carried out. What the catalogue cannot express is recorded by hand, with the card that "
        "says so and "
        "every change made.",
        "Game Play",
        "guard",
    ),
    Rule(
        "RH-B01",
        "Battles",
        "In every hand each stage that holds a character is settled with the skill of its name; in the first hand "
        "that is Agility "
        "alone.",
        "Game Play",
        "automatic",
    ),
    Rule("RH-B02", "Printed score", "A level starts from the printed score; higher is better.", "Cards", "automatic"),
    Rule(
        "RH-B03",
        "Special skills",
        "The special skills of all characters in play are added, to themselves or to the character they face.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-B04",
        "Stars",
        "A starred special skill may reach characters on other stages; one without a star never does.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-B05",
        "Modifiers last",
        "Modifiers in play are considered last: removals first, then levels by caste and politics.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-B06",
        "Afresh every hand",
        "Levels are found afresh in every hand; no adjustment stays on a card.",
        "Game Play",
        "bookkeeping",
    ),
    Rule(
        "RH-B07",
        "Lower level loses",
        "Where both stand, the lower final level is defeated and the other wins the stage.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-B08",
        "Equal levels",
        "Equal final levels draw the stage, and both characters remain in play.",
        "Game Play",
        "automatic",
    ),
    Rule("RH-B09", "Empty opposite", "A character opposite an empty stage wins that stage.", "Game Play", "automatic"),
    Rule(
        "RH-B10",
        "Nobody there",
        "A stage that is empty on both sides has no battle and no winner.",
        "reading",
        "automatic",
    ),
    Rule(
        "RH-B11",
        "Character against modifier",
        "If one player chose a modifier and the other a character, the character wins Agility whatever its level.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-B12",
        "All at once",
        "All stages are compared at once, with levels found before anything is removed.",
        "reading",
        "automatic",
    ),
    Rule(
        "RH-C01", "Defeat", "A defeated character goes face down to its owner's Dead Cards.", "Game Play", "automatic"
    ),
    Rule(
        "RH-C02",
        "Winners advance",
        "At the end of a hand every winning character moves one stage on (other readings: RH-Q04).",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C03",
        "Pushing",
        "A character that moves into an occupied stage pushes the one there to the next, and so on, drawn ones too.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C04",
        "Where a push ends",
        "A push ends at the first empty stage. Who stands on Endurance stays, and so does an unbroken row that "
        "reaches back from it.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C05",
        "Drawn characters",
        "A drawn character on Agility steps to Weapons; on other stages it holds unless pushed.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C06",
        "No advance after a modifier",
        "Whoever chose a modifier advances nothing at the end of that hand.",
        "Game Play",
        "automatic",
    ),
    Rule("RH-C07", "Agility cleared", "After advancing, Agility is clear on both mats.", "Game Play", "automatic"),
    Rule(
        "RH-C08",
        "One-hand modifiers",
        "A one-hand modifier goes to its owner's Dead Cards at the end of the hand in which it was played.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C09",
        "Lasting modifiers",
        "A lasting modifier works from the hand it is played in until an opponent's modifier removes it or another "
        "of its owner's "
        "replaces it. A modifier card states its duration: hand or lasting.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C10",
        "Modifiers leaving play",
        "A modifier that leaves play goes face down to its owner's Dead Cards.",
        "Game Play",
        "automatic",
    ),
    Rule(
        "RH-C11",
        "Order of the next hand",
        "The winner of Agility places first in the next hand; without one, both place at once.",
        "Game Play",
        "automatic",
    ),
)
