"""What a player may do in a turn."""

from typing import Final

from domain.game import Rule

_CARDS = "The Turn"
_SEASON = "The Turn, Kickoff"
_RETREAT = "The Turn, retreat"

ACTIONS: Final = (
    Rule(
        "TCG-A01",
        "From the hand",
        "Cards are played from one's own hand, each by the play of its type.",
        _CARDS,
        "guard",
    ),
    Rule(
        "TCG-A02",
        "Three robots",
        "An alliance has three robots at most.",
        _CARDS,
        "guard",
    ),
    Rule(
        "TCG-A03",
        "Full HP",
        "A robot comes with its printed HP and every bonus that holds. Any edition may be played alone, "
        "then without the abilities that a kickoff brings.",
        "The Turn, counters",
        "automatic",
    ),
    Rule(
        "TCG-A04",
        "Where components go",
        "Onto an own robot in play, for one named ability.",
        _CARDS,
        "guard",
    ),
    Rule(
        "TCG-A05",
        "Only what is missing",
        "The very type must still be wanting in that ability (reading; with surplus_components allowed, "
        "other cards lie on a surplus pile that makes nothing active).",
        "reading",
        "guard",
    ),
    Rule(
        "TCG-A06",
        "One component, one ability",
        "Two abilities that need the same part need two cards, and components stay where they are unless "
        "the robot evolves or devolves.",
        _CARDS,
        "guard",
    ),
    Rule(
        "TCG-A07",
        "Used again",
        "Components stay after an ability was used.",
        _CARDS,
        "automatic",
    ),
    Rule(
        "TCG-A08",
        "Items",
        "One use, then the shop.",
        "Introduction, enhancements",
        "automatic",
    ),
    Rule(
        "TCG-A09",
        "One mentor",
        "One in play; another only once it is gone: its effect over, coffee, a card (reading). After "
        "coffee the next may follow in the same turn.",
        _CARDS,
        "guard",
    ),
    Rule(
        "TCG-A10",
        "Awards",
        "Stay while their effect lasts, as many as there are (reading).",
        _CARDS,
        "bookkeeping",
    ),
    Rule(
        "TCG-A11",
        "The shop is closed",
        "Cards in it are out of the game unless a card brings them back.",
        "Repair Shop",
        "guard",
    ),
    Rule(
        "TCG-A12",
        "Card text wins",
        "What a text does beyond these rules is recorded change by change, with the card that does it: in "
        "play, or played this turn. Each change meets the table as the play and the changes before it left "
        "it; one that would do nothing is not recorded.",
        "reading",
        "guard",
    ),
    Rule(
        "TCG-A13",
        "New season",
        "A kickoff with the same team's robot of the very next edition, from the hand onto an own robot. "
        "No edition is left out, even with the card between at hand; four evolutions are possible in all. "
        "Kickoff and robot may be of different editions (reading).",
        _SEASON,
        "guard",
    ),
    Rule(
        "TCG-A14",
        "No kickoff alone",
        "A kickoff is only ever played with its robot.",
        _SEASON,
        "guard",
    ),
    Rule(
        "TCG-A15",
        "Same place",
        "An evolved robot keeps its place, so three in play do not hinder it.",
        _SEASON,
        "bookkeeping",
    ),
    Rule(
        "TCG-A16",
        "What a season changes",
        "Effects that opponents put on the robot are lifted, own ones and general ones stay; HP is full "
        "again; components go to open places of the new card as their owner likes, those without a place "
        "to the shop (reading).",
        _SEASON,
        "automatic",
    ),
    Rule(
        "TCG-A17",
        "Kickoff abilities",
        "A level that came with a kickoff has the abilities marked for it on the robot card (reading).",
        _SEASON,
        "guard",
    ),
    Rule(
        "TCG-A18",
        "Devolve",
        "With an own robot at stage three or higher: its top level and that of one opponent's evolved "
        "robot come off, before the attack, as often as the stage allows (reading; option devolve_stage).",
        _SEASON,
        "guard",
    ),
    Rule(
        "TCG-A19",
        "What devolving changes",
        "Each removed level goes to its owner's shop with its kickoff; HP stays up to the lower maximum; "
        "components are placed anew; no prize card is lost (reading).",
        _SEASON,
        "automatic",
    ),
    Rule(
        "TCG-A20",
        "Retreat",
        "An own robot with an active ability, before the attack, as often as wanted (reading; option retreat_timing).",
        _RETREAT,
        "guard",
    ),
    Rule(
        "TCG-A21",
        "Room in the hand",
        "A robot does not retreat into a hand of seven.",
        _RETREAT,
        "guard",
    ),
    Rule(
        "TCG-A22",
        "What a retreat costs",
        "The components go to the shop; damage and effects are forgotten, and the robot may be played "
        "again at full HP.",
        _RETREAT,
        "automatic",
    ),
    Rule(
        "TCG-A23",
        "Retreat of an evolved robot",
        "Only the newest robot card comes back; earlier ones and kickoffs are shopped, at every stage (reading).",
        _RETREAT,
        "automatic",
    ),
    Rule(
        "TCG-A24",
        "Swap",
        "Two hand cards under the deck, then two off the top; with a short deck the same may come back (reading).",
        "Swapping Cards",
        "guard",
    ),
    Rule(
        "TCG-A25",
        "When not to swap",
        "Not after a card or an attack in the same turn; a retreat, coffee or devolving does not hinder it (reading).",
        "Swapping Cards",
        "guard",
    ),
    Rule(
        "TCG-A26",
        "Any number of swaps",
        "As often as wanted in a match, in the first turn too.",
        "Swapping Cards",
        "bookkeeping",
    ),
    Rule(
        "TCG-A27",
        "Going out for coffee",
        "In the own turn, at any time in it, a player gives up their mentor to remove an opponent's; both "
        "go to their shops and no play is used (reading: only the two need one).",
        "Going Out for Coffee",
        "guard",
    ),
    Rule(
        "TCG-A28",
        "For nothing",
        "An item, mentor or award may be played without a target or an effect; it is a move all the same. Where "
        "none was named, the only possible target is taken (reading).",
        "reading",
        "bookkeeping",
    ),
)
