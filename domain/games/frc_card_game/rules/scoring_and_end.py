"""Rules of scoring, of what follows by itself, of the end, and the options (CG-C, CG-X, CG-E, CG-V, CG-L)."""

from typing import Final

from domain.game import Rule

RULES: Final = (
    Rule(
        "CG-C01",
        "Who may score",
        "A robot on the turn player's field, in offensive position, that no effect keeps from scoring.",
        "Scoring Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-C02",
        "One attempt",
        "Each robot makes at most one attempt in a scoring phase; a tie uses it too.",
        "Scoring Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-C03",
        "Target",
        "While the opponent has robots, an attempt names exactly one of them.",
        "Scoring Phase, both texts",
        "guard",
    ),
    Rule(
        "CG-C04",
        "Offensive target beaten",
        "With more offense than the target's offense: the target retires and its owner loses the difference.",
        "Scoring Phase, both texts",
        "automatic",
    ),
    Rule(
        "CG-C05",
        "Defensive target beaten",
        "With more offense than the target's defense: the target retires; nobody loses points.",
        "Scoring Phase, both texts",
        "automatic",
    ),
    Rule(
        "CG-C06",
        "Failed attempt",
        "With less offense than the compared stat: the scoring robot retires, and its player loses the difference of the two "
        "offense stats (option CG-V03).",
        "Scoring Phase, both texts",
        "automatic",
    ),
    Rule(
        "CG-C07",
        "Tie",
        "With equal stats no robot retires and no points change.",
        "Scoring Phase, both texts",
        "automatic",
    ),
    Rule(
        "CG-C08",
        "Direct score",
        "If the opponent has no robot on the field, the robot's offense is taken from the opponent's points.",
        "Scoring Phase, first text",
        "automatic",
    ),
    Rule(
        "CG-C09",
        "One after the other",
        "Attempts are made one by one in any order; each is resolved before the next and looks at the field anew.",
        "reading",
        "guard",
    ),
    Rule("CG-C10", "At once", "A robot may score in the turn in which it was played.", "reading", "bookkeeping"),
    Rule(
        "CG-X01",
        "Retirement",
        "A retired card goes to its owner's retirement pile.",
        "Event Cards; Robot Cards, both texts",
        "automatic",
    ),
    Rule(
        "CG-X02",
        "A student retires too",
        "When a robot retires, one student of its Drive Team retires too; the robot's player says which, before anything else "
        "is done. A single student leaves no choice.",
        "Robot Cards, both texts; who chooses: reading",
        "guard",
    ),
    Rule(
        "CG-X03",
        "The others return",
        "The other students of the Drive Team return to the Student Body and can be used at once.",
        "Robot Cards, both texts",
        "automatic",
    ),
    Rule(
        "CG-X04",
        "Events run out",
        "An event retires by itself when its effect has run out.",
        "Event Cards, both texts",
        "guard",
    ),
    Rule("CG-X05", "Discards", "Discards go to the owner's retirement pile, face up.", "reading", "guard"),
    Rule(
        "CG-X06",
        "Looking at the points",
        "Points are looked at after every change; when one command makes several changes, after all of them.",
        "end of the Official Rules; timing: reading",
        "automatic",
    ),
    Rule(
        "CG-X07",
        "Counted anew",
        "Student plays, draws owed and score attempts are counted anew in each turn.",
        "Gameplay, both texts",
        "automatic",
    ),
    Rule(
        "CG-E01",
        "Out of points",
        "A player whose points reach 0 or less, in scoring or otherwise, loses at once.",
        "end of the Official Rules; Scoring Phase, second text",
        "automatic",
    ),
    Rule(
        "CG-E02",
        "Both out",
        "If both are at 0 or less, the one with fewer points loses.",
        "end of the Official Rules, first text",
        "automatic",
    ),
    Rule("CG-E03", "Draw", "If both are at 0 or less with equal points, the match is a draw.", "reading", "automatic"),
    Rule(
        "CG-E04",
        "Unable to draw",
        "A player who must draw in the draw phase and has no card left loses.",
        "Draw Phase, first text",
        "automatic",
    ),
    Rule("CG-E05", "The other wins", "When a player loses, the other wins.", "Gameplay, both texts", "automatic"),
    Rule(
        "CG-E06",
        "After the end",
        "A match that is over takes no more plays; hands may be shown.",
        "end of the Official Rules, both texts",
        "guard",
    ),
    Rule(
        "CG-E07",
        "Concession",
        "Conceding, time limits and agreed draws are not in the rulebook. They end a match only when they are recorded as such.",
        "rule of this program",
        "agreement",
    ),
    Rule(
        "CG-V01",
        "Option draw_phase_draw",
        "must: the draw of the draw phase must be made. may: it can be declined, and who declines does not lose.",
        "Draw Phase: the first text says must, the second may",
        "option",
    ),
    Rule(
        "CG-V02",
        "Option deck_out_loss",
        "draw_phase: only a draw of the draw phase that cannot be made loses. any_draw: one ordered by an effect loses too.",
        "Draw Phase, first text",
        "option",
    ),
    Rule(
        "CG-V03",
        "Option failed_score_penalty",
        "What a failed attempt on a defensive robot costs. offense_stats: the difference of the two offense stats, as printed. "
        "compared_stats: the target's defense less the offense.",
        "Scoring Phase, both texts",
        "option",
    ),
    Rule(
        "CG-V04",
        "Option multi_skill_student",
        "one_attribute: a student stands for one attribute. every_matching: for all that it has skills for, but a neutral one "
        "still needs a student of its own, and every student stands for at least one.",
        "Robot cards, second text",
        "option",
    ),
    Rule(
        "CG-V05",
        "Option event_turn_count",
        "Which turns count for an event whose card only says how many. each_turn: every player's. owners_turns: those of its "
        "player. The turn of play is the first in both.",
        "Mentor & Event cards, second text",
        "option",
    ),
    Rule(
        "CG-L01",
        "No leagues",
        "The rulebook has no rule for leagues, series, time or sideboards: nothing carries over from match to match.",
        "rule of this program",
        "agreement",
    ),
)
