"""The rules of High Card, by id."""

from domain.game import Rule

_ROWS = (
    Rule("MG-S01", "Two players", "A match is played by two players of different names.", "§1", "setup"),
    Rule("MG-S02", "Deck size", "A deck holds at least two cards more than there are rounds.", "§1", "setup"),
    Rule("MG-S03", "Deck list", "A deck list names cards of the catalogue, as many as the deck holds.", "§1", "setup"),
    Rule("MG-O01", "Rounds", "The players agree on one to nine rounds.", "§1", "option"),
    Rule("MG-O02", "Ties", "A die settles a tied round, or nobody takes it.", "§1", "option"),
    Rule("MG-P01", "Order of a round", "A round is: draw, place, turn up, and on a tie the die.", "§2", "guard"),
    Rule("MG-P02", "Drawing", "Before each round a player fills the hand to three.", "§2", "guard"),
    Rule("MG-P03", "Placing", "A player places one card of the own hand face down.", "§2", "guard"),
    Rule("MG-P04", "Turning up", "Both placed cards are turned up together.", "§2", "guard"),
    Rule("MG-P05", "The die", "Odd: the first player takes the round. Even: the second.", "§2", "guard"),
    Rule("MG-T01", "Taking a round", "The higher number takes the round and a point.", "§2", "automatic"),
    Rule("MG-E01", "Winning", "After the last round most points win; equal points are a draw.", "§3", "automatic"),
    Rule("MG-B01", "Corrections", "A correction names what stands on the table.", "reading", "bookkeeping"),
)
RULES = {rule.id: rule for rule in _ROWS}
