"""Consequences that come by themselves, and the end of the game."""

from typing import Final

from domain.games.pbl_robots.rules.base import section

ENDINGS: Final = {
    **section(
        "Glossary, p. 5",
        (
            "PBL-X01",
            "guard",
            "Pilot points",
            "Armor cards on the robot, blow-off cards and attached actions. Robot, hangars, crew and pilots do "
            "not count.",
        ),
    ),
    **section(
        "Critical Form, p. 4",
        (
            "PBL-X02",
            "automatic",
            "Critical form",
            "With exactly one active limb a starter has its critical numbers. Shoulders do not matter.",
        ),
        (
            "PBL-X03",
            "guard",
            "Critical bonus",
            "Entering critical form by losing a limb gives its bonus at once; a starter who returns to the "
            "cockpit has the numbers without the bonus.",
        ),
        (
            "PBL-X04",
            "automatic",
            "Back to normal",
            "A regenerated limb ends critical form; entering again gives the bonus again.",
        ),
        (
            "PBL-X05",
            "automatic",
            "Experts have none",
            "Experts and legendary pilots have a critical form only if their card shows one.",
        ),
    ),
    **section(
        "General Rules of Play, p. 3",
        (
            "PBL-X06",
            "guard",
            "Hand limit",
            "With more than ten cards the owner scraps down to ten before anything else; an effect that draws "
            "several is finished first.",
        ),
    ),
    **section(
        "The Shop Is Open, p. 4",
        (
            "PBL-X07",
            "guard",
            "The Shop opens",
            "Going to draw with an empty deck shuffles the scrap heap into a new deck and fills the row to five. "
            "If nothing is left anywhere, nothing is drawn (by option the game is a draw).",
        ),
        ("PBL-X08", "guard", "First card from the row", "Who opened the Shop takes that card from the row."),
        (
            "PBL-X09",
            "guard",
            "Row cards",
            "Once open, everybody may take a row card in place of any draw; it is known to all.",
        ),
        ("PBL-X10", "guard", "Refilling", "Taken cards are not replaced; a later opening fills the empty places only."),
        ("PBL-X11", "guard", "Searching the row", "With the Shop open a search may end with a fitting row card."),
    ),
    **section(
        "Transfers, p. 3",
        (
            "PBL-X12",
            "guard",
            "Losing a hangar",
            "The hangar below becomes active. With none left one crew member stays as sidekick and storage bombs "
            "are lost.",
        ),
        (
            "PBL-X13",
            "guard",
            "Armor that leaves",
            "When the top armor leaves without being blown off, the one below is active again.",
        ),
    ),
    **section(
        "Combat: Rolling the Dice, p. 4",
        ("PBL-X14", "automatic", "Base stats", "Active pilot in its form, all crew and the active hangar."),
    ),
    **section(
        "Glossary, p. 5",
        (
            "PBL-X15",
            "guard",
            "Regeneration",
            "The blow-off card goes back and the limb is at base armor; the armor on it is scrapped unless the "
            "card keeps it.",
        ),
    ),
    **section(
        "Ending the Game, p. 4",
        ("PBL-E01", "automatic", "Termination", "A robot with four dead limbs is out at once, in mid-turn too."),
        ("PBL-E02", "guard", "Victory", "The only robot with an active limb wins at once; there is no end draw."),
        ("PBL-E03", "automatic", "Shoulders at the end", "Shoulders do not keep a robot alive."),
        (
            "PBL-E04",
            "bookkeeping",
            "Terminations and tanks",
            "The destroyer has a termination, the loser a tank; nobody is credited for an own effect.",
        ),
        ("PBL-E05", "automatic", "All at once", "If the last robots die by one event the game is a draw."),
        (
            "PBL-E06",
            "agreement",
            "Resigning",
            "A side may resign; nobody is credited. An adjustment of the record needs a reason.",
        ),
    ),
}
