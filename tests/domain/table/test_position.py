"""Cards of declared positions: each owner's are numbered in their order, and read back by name."""

from domain.cards import Token
from domain.table.position import CardNumbers, refs_of


def test_cards_of_each_owner_are_numbered_in_the_order_in_which_they_are_declared() -> None:
    """The named cards of a zone come first, then its unknown ones; owners do not share numbers."""
    numbers = CardNumbers({1: 7})
    assert numbers.tokens(0, ("oak", "??"), unknown=1) == (Token(1001, "oak"), Token(1002), Token(1003))
    assert numbers.token(1, "fir") == Token(2007, "fir")
    assert numbers.token(-1) == Token(1)
    assert numbers.token(0) == Token(1004)


def test_a_reference_with_a_number_keeps_the_card_where_numbers_are_kept() -> None:
    """It takes no new number; elsewhere only its name counts."""
    keeping, fresh = CardNumbers(keeps=True), CardNumbers()
    assert keeping.tokens(0, ("#2-05=oak", "fir")) == (Token(2005, "oak"), Token(1001, "fir"))
    assert fresh.tokens(0, ("#2-05=oak", "fir")) == (Token(1001, "oak"), Token(1002, "fir"))


def test_unknown_cards_are_written_as_such() -> None:
    """A position that is read off a state names what is known."""
    assert refs_of((Token(1001, "oak"), Token(1002))) == ("oak", "??")
