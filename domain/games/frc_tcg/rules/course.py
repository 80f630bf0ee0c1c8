"""The turn, combat, what follows by itself, the end of the game."""

from typing import Final

from domain.game import Rule

_TURN = "The Turn"

COURSE: Final = (
    Rule(
        "TCG-T01",
        "Taking turns",
        "In seat order; only the player whose turn it is acts.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-T02",
        "Order of a turn",
        "Cards and other moves in any order, then one attack if wanted, then the end. After the attack no "
        "card is played, no robot evolved or devolved (reading); the attack does not end the turn by "
        "itself.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-T03",
        "One robot",
        "One robot card a turn, whether played or evolved into.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-T04",
        "Two components",
        "Two component cards a turn, over all robots.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-T05",
        "One mentor or award",
        "One card a turn out of mentors and awards together.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-T06",
        "Items",
        "Any number of items a turn.",
        _TURN,
        "bookkeeping",
    ),
    Rule(
        "TCG-T07",
        "Kickoffs",
        "Not in the list of a turn's cards: a kickoff comes with its robot and uses the robot play, so "
        "there is one evolution a turn (reading).",
        "The Turn, Kickoff",
        "bookkeeping",
    ),
    Rule(
        "TCG-T08",
        "No attack at first",
        "No player attacks in their own first turn (reading: each one's).",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-T09",
        "No passing",
        "A turn needs at least one move: a card, an evolution, a devolution, an attack, a retreat, coffee or a swap.",
        "The Turn, passing",
        "guard",
    ),
    Rule(
        "TCG-T10",
        "No move possible",
        "A player who really has none says so and ends the turn. With two cards in hand a swap is always "
        "there; a single unknown card is believed (reading).",
        "reading",
        "guard",
    ),
    Rule(
        "TCG-T11",
        "Refill",
        "At the end of the own turn the hand is drawn up to seven, as far as the deck goes; during a turn "
        "it may be smaller.",
        "To Begin",
        "guard",
    ),
    Rule(
        "TCG-T12",
        "No more than seven",
        "A draw or return that would make an eighth card does not move it (option hand_cap); with "
        "trim_at_turn_end effects may pass seven and the owner shops the rest at the end of the turn "
        "(reading).",
        "To Begin; The Turn, retreat",
        "guard",
    ),
    Rule(
        "TCG-T13",
        "A swap ends the turn",
        "After a swap the hand is refilled and the next player begins.",
        "Swapping Cards",
        "automatic",
    ),
    Rule(
        "TCG-T14",
        "End of a turn",
        "What lasts until now ends, then the hand is refilled, then the next turn begins with fresh allowances.",
        "reading",
        "automatic",
    ),
    Rule(
        "TCG-C01",
        "One attack",
        "One robot attacks, once a turn.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-C02",
        "Active abilities",
        "An ability needs all its components in its own stack.",
        _TURN,
        "guard",
    ),
    Rule(
        "TCG-C03",
        "Whom to attack",
        "The attacker chooses the opposing robot, or several as far as the ability goes (reading). Own "
        "and partners' robots are no targets of damage; healing and the like name their own targets.",
        "The Turn, attack",
        "guard",
    ),
    Rule(
        "TCG-C04",
        "Damage",
        "The card's damage with the attacker's bonuses, less the defender's protection, 0 at least. "
        "Recoil and damage outside an attack are taken as they stand. Another number needs a note that "
        "names the effect (reading).",
        "The Turn, attack",
        "automatic",
    ),
    Rule(
        "TCG-C05",
        "No HP below 0",
        "Damage beyond the last HP is lost.",
        "The Turn, attack",
        "automatic",
    ),
    Rule(
        "TCG-C06",
        "Nobody to attack",
        "Without an opposing robot a damaging ability cannot be used; nothing hits the player instead (reading).",
        "reading",
        "guard",
    ),
    Rule(
        "TCG-C07",
        "Abilities without damage",
        "Are the turn's attack like any other (option ability_counts_as_attack: with no, once a robot a "
        "turn beside the attack, before it, and in the first turn too).",
        "reading",
        "option",
    ),
    Rule(
        "TCG-C08",
        "At once",
        "A robot may attack in the turn it came or evolved (reading).",
        "reading",
        "bookkeeping",
    ),
    Rule(
        "TCG-X01",
        "Defeat",
        "A robot at 0 HP goes to its owner's shop, with all levels, kickoffs and components (reading).",
        "The Turn, attack",
        "automatic",
    ),
    Rule(
        "TCG-X02",
        "A prize card for a robot",
        "Each defeated robot, whatever its stage, costs its owner one prize card; with prize_on "
        "attack_only, only those defeated while an attack is carried out.",
        "To Begin; The Turn, attack",
        "automatic",
    ),
    Rule(
        "TCG-X03",
        "Who captures",
        "The player whose attack or card it was. For a robot lost to its owner's card or recoil, the "
        "opponent; among three or more, for recoil the owner of the first robot attacked, else nobody "
        "(reading).",
        "reading",
        "automatic",
    ),
    Rule(
        "TCG-X04",
        "Which prize card",
        "They lie face down, known to their owner; the capturer picks a place, keeps the card, and it "
        "joins no hand (option prizes_face).",
        "reading",
        "guard",
    ),
    Rule(
        "TCG-X05",
        "All at once",
        "Defeats of one action are settled together, the end of the match is looked at once, and no more "
        "is captured than is left.",
        "reading",
        "automatic",
    ),
    Rule(
        "TCG-X06",
        "Effect over",
        "A mentor or award whose effect is over goes to the shop; before that only a card's effect ends it.",
        "Introduction, enhancements",
        "automatic",
    ),
    Rule(
        "TCG-X07",
        "Max HP",
        "A bonus raises HP and maximum; when it ends, counters above the maximum that then holds come "
        "off, and nobody is defeated by that (reading).",
        "The Turn, counters",
        "automatic",
    ),
    Rule(
        "TCG-X08",
        "Healing",
        "Stops at the maximum (reading).",
        "The Turn, counters",
        "automatic",
    ),
    Rule(
        "TCG-X09",
        "Effects leave",
        "Effects on a robot are over when it leaves play (reading).",
        "reading",
        "automatic",
    ),
    Rule(
        "TCG-X10",
        "No card is lost",
        "Each player's deck, hand, prize cards, captured cards, cards in play and shop together are the "
        "deck, after every event.",
        "reading",
        "guard",
    ),
    Rule(
        "TCG-X11",
        "How long",
        "end_of_turn: this turn. end_of_opponents_next_turn: until just before the owner's next turn. "
        "turns:n: n turns of anybody, this one the first. until_removed and manual never end by "
        "themselves (reading).",
        "reading",
        "automatic",
    ),
    Rule(
        "TCG-E01",
        "Winning",
        "Whoever has captured all prize cards of the opponent wins at once, without a refill. The last one "
        "leaves its place by a capture alone.",
        "To Begin; The Turn, end",
        "automatic",
    ),
    Rule(
        "TCG-E02",
        "Nothing else loses",
        "Not an empty deck, which is neither refilled from the shop, nor an empty hand or alliance (reading).",
        "reading",
        "bookkeeping",
    ),
    Rule(
        "TCG-E03",
        "Both at once",
        "Last prize cards of both sides in one action are a draw, or with final_tie active_player_wins a "
        "win of the side to act.",
        "reading",
        "option",
    ),
    Rule(
        "TCG-E04",
        "Captured cards",
        "After the match the players settle whether they go back, or the winner keeps what they took; the "
        "others' captures, and all after a draw, go back (reading). What was agreed before the start is done "
        "by itself. Nothing on the board moves.",
        "The Turn, end",
        "agreement",
    ),
    Rule(
        "TCG-E05",
        "Giving up",
        "Concession, agreed draw and abandonment are the table's agreements, not in the rulebook. Of two, "
        "the other wins; of more, who concedes is out and nobody captures, and the last side in wins by "
        "concession.",
        "reading",
        "agreement",
    ),
)
