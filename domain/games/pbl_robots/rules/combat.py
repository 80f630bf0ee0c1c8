"""Attacks, dice, bombs and shields, strikes."""

from typing import Final

from domain.games.pbl_robots.rules.base import section

COMBAT: Final = {
    **section(
        "2. Attack: Declaring, p. 4",
        (
            "PBL-C01",
            "guard",
            "Declaring",
            "The attacker names his limb, the opponent and the limb or shoulder attacked.",
        ),
        (
            "PBL-C02",
            "guard",
            "Who can attack",
            "The attacking limb is active, not covered by a pod and not barred by an attached card. Shoulders "
            "never attack.",
        ),
        ("PBL-C03", "guard", "What can be attacked", "An active limb, or a shoulder with armor."),
        (
            "PBL-C04",
            "guard",
            "No dice",
            "An attack of 0 dice may be declared: nothing is rolled, the defender rolls all the same.",
        ),
        (
            "PBL-C05",
            "guard",
            "Choosing again",
            "When an opponent plays an action between the declaration and the dice, the attacker may choose his "
            "MOVE again.",
        ),
    ),
    **section(
        "Combat: Rolling the Dice, p. 4",
        ("PBL-C06", "guard", "Attack dice", "Base attack plus the attack of the attacking armor; below 0 counts as 0."),
        ("PBL-C07", "guard", "Defense dice", "Base defense plus the defense of the targeted armor; a shoulder adds 0."),
        ("PBL-C08", "guard", "Order of rolling", "First the attacker rolls, then the defender, once each."),
        ("PBL-C09", "automatic", "Totals", "Counted dice plus bonuses; compared after every change."),
    ),
    **section(
        "Bombs and Shields, p. 4",
        (
            "PBL-C10",
            "guard",
            "Who may add",
            "After both initial rolls the side with the lower total may add, again and again. At a tie the "
            "attacker counts as behind.",
        ),
        (
            "PBL-C11",
            "guard",
            "One die a card",
            "Hand cards go face down to the scrap heap, and one d6 is rolled for each.",
        ),
        ("PBL-C12", "automatic", "No limit", "Only the hand limits bombs and shields, unless a variant does."),
    ),
    **section(
        "Actions, Crew, and Storage Bombs, p. 4",
        (
            "PBL-C13",
            "guard",
            "Using storage bombs",
            "The side that is behind adds the value of a storage bomb; nothing is rolled, the space is free again.",
        ),
        ("PBL-C14", "bookkeeping", "Actions in combat", "Both fighters may play actions, ahead or behind."),
        (
            "PBL-C15",
            "guard",
            "Blasts in combat",
            "Crew whose blast allows it may be discarded in combat; own-turn blasts serve the attacker alone.",
        ),
    ),
    **section(
        "Outcome, p. 4",
        ("PBL-C16", "guard", "Conceding", "Combat ends when the side that is behind concedes."),
        ("PBL-C17", "guard", "Result", "Equal or higher defense holds; a higher attack destroys the target."),
        (
            "PBL-C18",
            "automatic",
            "Blown-off limbs",
            "A blow-off card covers the limb, its armor stays below, the attacker is credited.",
        ),
        (
            "PBL-C19",
            "automatic",
            "Destroyed shoulders",
            "The whole stack is scrapped (by option the top card alone); no blow-off card, no credit.",
        ),
    ),
    **section(
        "Glossary, p. 5",
        (
            "PBL-C20",
            "bookkeeping",
            "Current roll",
            "The dice rolled last by anybody; after the initial rolls both pools.",
        ),
        (
            "PBL-C21",
            "automatic",
            "Initial dice only",
            "Effects on the initial attack or defense do not touch dice that are added later.",
        ),
        (
            "PBL-C22",
            "guard",
            "Strikes",
            "A strike is resolved by the text of its card, outside combat totals; a limb it destroys is credited.",
        ),
    ),
}
