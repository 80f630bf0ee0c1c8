"""Rules of turns, phases and the main phase (CG-T, CG-A)."""

from typing import Final

from domain.game import Rule

RULES: Final = (
    Rule(
        "CG-T01",
        "Alternating turns",
        "Players take turns, beginning with the one whom the coin named.",
        "Gameplay; End Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-T02",
        "Five phases",
        "A turn has the phases draw, median, main, scoring and end, in this order and each once.",
        "Gameplay, both texts",
        "guard",
    ),
    Rule(
        "CG-T03",
        "First turn",
        "Turn 1 has neither a draw phase nor a scoring phase. Turn 2 has both.",
        "Gameplay, both texts",
        "guard",
    ),
    Rule(
        "CG-T04",
        "Draw phase",
        "The turn player draws exactly one card from the top of the deck, unless an effect changes the number. Whether the draw "
        "may be declined is an option (CG-V01).",
        "Draw Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-T05",
        "Median phase",
        "Nothing happens but effects that name this phase.",
        "Median Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-T06",
        "Main phase",
        "Cards are played and robots switched in the main phase.",
        "Main Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-T07",
        "Scoring phase",
        "Robots score in the scoring phase: none, some or all that can.",
        "Scoring Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-T08",
        "End phase",
        "Cards that start or retire in this phase do so; then the hand is cut; then the turn is over. A phase with an effect to "
        "resolve is not passed unseen.",
        "End Phase, second text; order: reading",
        "guard",
    ),
    Rule(
        "CG-T09",
        "Hand limit",
        "With nine or more cards at the end of one's own turn, one discards down to exactly eight, of one's own choice.",
        "End Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-T10",
        "Next turn",
        "The opponent's turn follows, with its draw phase.",
        "End Phase, second text",
        "automatic",
    ),
    Rule("CG-A01", "From the hand", "A card is played from the turn player's hand.", "Main Phase, both texts", "guard"),
    Rule(
        "CG-A02",
        "One student",
        "One student may be played in a turn, unless an effect says otherwise. Students that come back from a Drive Team are "
        "not played.",
        "Student Cards; Main Phase, both texts",
        "guard",
    ),
    Rule("CG-A03", "To the Student Body", "A played student joins the Student Body.", "Gameplay field", "bookkeeping"),
    Rule(
        "CG-A04",
        "Mentors and events",
        "Any number of mentors and events may be played while slots are open.",
        "Main Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-A05",
        "Effects work when played",
        "Mentors and events are played the same way; their effects work from that moment, unless the card says otherwise. A "
        "card that is not in play has no effect.",
        "Mentor & Event cards, second text",
        "automatic",
    ),
    Rule(
        "CG-A06",
        "Mentors stay",
        "A mentor stays until a card effect retires it.",
        "Mentor & Event cards, second text",
        "guard",
    ),
    Rule(
        "CG-A07",
        "Robots",
        "Any number of robots may be played in a turn, while slots are open and each one's build requirement is met.",
        "Main Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-A08",
        "Build requirement",
        "For each attribute one student of the own Student Body with that skill; for neutral, any student. One student stands "
        "for one attribute (option CG-V04), and exactly these students are used.",
        "Robot Cards, both texts",
        "guard",
    ),
    Rule(
        "CG-A09",
        "Drive Team",
        "The students used go under the robot and form its Drive Team; they are no longer in the Student Body.",
        "Robot Cards, both texts",
        "automatic",
    ),
    Rule(
        "CG-A10",
        "Position at play",
        "Who plays a robot says whether it is in offensive or in defensive position.",
        "Robot Cards, first text",
        "guard",
    ),
    Rule(
        "CG-A11",
        "Switching",
        "In the main phase the turn player may switch own robots between the positions, as often as they like.",
        "Main Phase, first text",
        "guard",
    ),
    Rule(
        "CG-A12",
        "Nothing is taken back",
        "A card on the field cannot be retired or taken back at will.",
        "reading",
        "guard",
    ),
)
