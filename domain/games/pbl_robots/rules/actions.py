"""Building, crew, hangars, experts, action cards."""

from typing import Final

from domain.games.pbl_robots.rules.base import section

ACTIONS: Final = {
    **section(
        "1.1 Upgrade Armor, p. 3",
        (
            "PBL-A01",
            "guard",
            "Where armor goes",
            "Limb armor goes on its limb, a shoulder armor on its shoulder, a pod on any limb.",
        ),
        (
            "PBL-A02",
            "guard",
            "One level up",
            "An armor is at most one level above the active armor of that limb; base armor is Level 0.",
        ),
        ("PBL-A03", "automatic", "Same or lower level", "It may always be built; the card on top then sets the level."),
        ("PBL-A04", "guard", "Active limbs", "Limb armor and construction pods go on active limbs."),
        ("PBL-A05", "guard", "Stacks", "Only the top card counts; a bonus on play is applied at once."),
        (
            "PBL-A06",
            "guard",
            "Shoulders need a neighbour",
            "A shoulder armor needs an active head or an active arm of its side, on an armed shoulder too.",
        ),
        (
            "PBL-A07",
            "automatic",
            "Stacked shoulders",
            "Shoulder armor has no level and may lie on another shoulder armor of that side.",
        ),
        (
            "PBL-A08",
            "automatic",
            "Shoulders stay",
            "A shoulder armor stays when head and arm are gone. It has defense 0 and never attacks.",
        ),
        (
            "PBL-A09",
            "guard",
            "Construction pods",
            "On an active limb it counts as one level above what it covers, 3 at most; outside play as Level 1, "
            "2 and 3. It cannot attack.",
        ),
        (
            "PBL-A10",
            "guard",
            "Regeneration pod",
            "It takes a blow-off card away: the limb is active at Level 0, the armor below stays. It cannot attack.",
        ),
        (
            "PBL-A11",
            "automatic",
            "Counters",
            "A counter goes back to its start, or away, when its card is covered or removed.",
        ),
    ),
    **section(
        "1.2 Play a Crew Member, p. 3",
        (
            "PBL-A12",
            "guard",
            "Skills",
            "The first crew member has Skill 1; then at most one above the highest in play. Looked at when "
            "hiring only.",
        ),
        (
            "PBL-A13",
            "guard",
            "Hangar space",
            "With a hangar each crew member needs a free space; storage bombs use spaces too.",
        ),
        ("PBL-A14", "guard", "Sidekick", "Without a hangar there is room for one crew member, of Skill 1."),
        (
            "PBL-A15",
            "automatic",
            "The sidekick moves",
            "When a hangar is built the sidekick moves in, and there is no sidekick while a hangar stands.",
        ),
        (
            "PBL-A16",
            "guard",
            "Side by side",
            "All crew count with their numbers and effects; what a card does on play is done at once.",
        ),
        ("PBL-A17", "guard", "Crew stay", "Crew leave play by an ability that says so, or when there is no room."),
        (
            "PBL-A18",
            "guard",
            "Blasts",
            "A crew member with a blast may be discarded for its effect in one's own turn, or when its card says.",
        ),
        (
            "PBL-A19",
            "guard",
            "Pick",
            "A crew card with a pick is discarded from the hand to search the deck for an armor that goes with "
            "it; then the deck is shuffled.",
        ),
    ),
    **section(
        "1.3 Build a Hangar, p. 3",
        (
            "PBL-A20",
            "guard",
            "Hangar levels",
            "The first hangar is Level 1; then at most one above the active one; same or lower always.",
        ),
        ("PBL-A21", "guard", "One active hangar", "Only the top hangar counts; what it does on play is done at once."),
        (
            "PBL-A22",
            "guard",
            "Getting storage bombs",
            "They come from a card's ability: a die is rolled and put into a free space with its value.",
        ),
        ("PBL-A23", "guard", "Storage bombs stay", "They leave by being used in combat, or when there is no room."),
        (
            "PBL-A24",
            "guard",
            "Transfers",
            "Crew and storage bombs move to a new active hangar; if they are too many the owner chooses at once "
            "which go.",
        ),
    ),
    **section(
        "1.4 Play an Expert Pilot, p. 3",
        (
            "PBL-A25",
            "guard",
            "Experts",
            "An expert takes the cockpit when the robot has the pilot points. The starter stays below; an expert "
            "may replace an expert, who is scrapped.",
        ),
    ),
    **section(
        "General Rules of Play, p. 3",
        (
            "PBL-A26",
            "guard",
            "Actions at any time",
            "Everybody still in the game may play action cards from the first turn on, in any turn.",
        ),
        (
            "PBL-A27",
            "guard",
            "Actions are resolved",
            "An action is resolved completely before anything else happens, even another action.",
        ),
        (
            "PBL-A28",
            "automatic",
            "Where actions go",
            "A resolved action goes to its owner's scrap heap, unless it is attached to a robot.",
        ),
    ),
    **section(
        "Glossary, p. 5",
        (
            "PBL-A29",
            "guard",
            "Rage",
            "Who played a card with rage may also attack in that turn, once the card is resolved; not build again.",
        ),
    ),
}
