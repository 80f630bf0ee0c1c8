"""How the rulebook is read where it is silent or says two things (CG-Q)."""

from typing import Final

from domain.game import Rule

_READINGS: Final = {
    "CG-Q01": ("Two texts", "Where the two texts differ the first wins; each fills what the other leaves out."),
    "CG-Q02": ("Must or may draw", "A draw phase draw must be made, unless the match is played under `may` (CG-V01)."),
    "CG-Q03": (
        "Too few cards",
        "What is there is drawn; the first draw that cannot be made loses. An empty deck alone does not.",
    ),
    "CG-Q04": ("Team card required", "Each player has and plays a team card."),
    "CG-Q05": ("Who calls", "The flip itself names the first player; caller, call and face may be recorded."),
    "CG-Q06": ("Shuffle", "Both decks are shuffled before the opening draw; the order is not recorded."),
    "CG-Q07": ("Start effects", "Team effects start as turn 1 begins, the first player's first."),
    "CG-Q08": ("Mulligan", "There is none."),
    "CG-Q09": (
        "Skipped phases",
        "A skipped phase does not happen: no effect of it, no draw. The second player's first turn is whole.",
    ),
    "CG-Q10": (
        "How long an event lasts",
        "The turn of play counts; the event retires as the named phase of the last counted turn begins.",
    ),
    "CG-Q11": ("Instant events", "They need an open slot and retire in the same moment, after their effect."),
    "CG-Q12": ("Events with a condition", "The players say when the condition is met."),
    "CG-Q13": ("Shared slots", "Mentors and events share their five slots."),
    "CG-Q14": (
        "Two skills",
        "A student with two skills stands for one attribute; any assignment that works is enough.",
    ),
    "CG-Q15": ("No extra students", "Exactly one student for each attribute; none may join without one."),
    "CG-Q16": ("Neutral", "Any student, whatever its skills."),
    "CG-Q17": ("Six skills", "The list of skills is closed."),
    "CG-Q18": (
        "Switching",
        "The owner, in the own main phase, as often as wanted, in the turn of play too. Field cards lie face up.",
    ),
    "CG-Q19": ("Fresh robots", "A robot may score in the turn in which it is played."),
    "CG-Q20": ("Capable of scoring", "Every robot is, unless an effect says not; with 0 offense too."),
    "CG-Q21": (
        "Failing against defense",
        "As printed: the two offense stats are compared, without sign, though defense decided.",
    ),
    "CG-Q22": ("Ties", "A tie uses the attempt."),
    "CG-Q23": (
        "No robots left",
        "Looked at for each attempt: once the last robot has retired, the next attempt is direct.",
    ),
    "CG-Q24": ("Never forced", "Nobody must score; targets may differ or be the same."),
    "CG-Q25": ("Who chooses", "The retired robot's player names the student, at once, in the opponent's turn too."),
    "CG-Q26": ("Small Drive Teams", "Of one student that one retires; of none, nobody."),
    "CG-Q27": ("Leaving otherwise", "A robot that leaves the field without retiring gives its whole Drive Team back."),
    "CG-Q28": ("Order", "The robot retires, points are lost, the end is looked for, then the Drive Team."),
    "CG-Q29": ("Discard and retire", "Discards lie in the retirement pile, but were not retired."),
    "CG-Q30": ("True numbers", "Points are neither cut at 0 nor limited above."),
    "CG-Q31": (
        "Both at once",
        "Only when one command changes the points of both; otherwise the first change ends the match.",
    ),
    "CG-Q32": ("Equal points", "Both at or below 0 and equal: a draw."),
    "CG-Q33": ("Stats below 0", "Count as 0; the modifiers stay."),
    "CG-Q34": ("Students on a Drive Team", "Their effects go on."),
    "CG-Q35": (
        "What is seen",
        "The pile and the numbers of cards are public, the deck's order is hidden, a hand is its owner's.",
    ),
    "CG-Q36": ("Hand limit", "Looked at only at the end of one's own turn."),
    "CG-Q37": ("Copies", "Cards of the same name."),
    "CG-Q38": ("Team card and deck size", "The team card is not counted."),
    "CG-Q39": ("On the other side", "Who has a card on their side uses it and chooses; it retires to its owner."),
    "CG-Q40": (
        "At the same time",
        "The turn player's effects first; events retire in the order in which they were played.",
    ),
    "CG-Q41": ("Plays by effect", "A card that an effect puts on the field is not played."),
    "CG-Q42": ("Students taken away", "A robot stays when an effect takes a student from its Drive Team."),
    "CG-Q43": ("Freed places", "A slot or student that becomes free can be used at once."),
    "CG-Q44": ("Extra draws", "Draws that an effect adds are owed as well."),
    "CG-Q45": ("Empty turns", "A turn may pass without any play."),
    "CG-Q46": ("Fewer than none", "Draws owed and student plays never fall below 0."),
    "CG-Q47": ("All types", "Effects of every type start when the card is played."),
    "CG-Q48": ("Changing allowances", "An allowance counts while its source is active; what was played stands."),
}

RULES: Final = tuple(Rule(id_, title, text, "reading", "bookkeeping") for id_, (title, text) in _READINGS.items())
