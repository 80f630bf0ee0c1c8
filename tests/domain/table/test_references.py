"""References to physical cards: their meaning in a zone, singly and in sequence, and their spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from domain.cards import Token, parse_ref
from domain.table.references import (
    card_named,
    cards_named,
    find_each,
    find_known,
    find_or_identify,
    in_play,
    reference,
    token_of,
)

HAND = (Token(1001, "oak"), Token(1002), Token(1003, "fir"), Token(1004, "oak"), Token(1005))


class Standing(Struct, frozen=True):
    token: int
    card: str


FIELD = (Standing(1006, "oak"), Standing(2001, "elm"), Standing(1007, "oak"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("oak", Token(1001, "oak")),
        ("oak#2", Token(1004, "oak")),
        ("elm", Token(1002, "elm")),
        ("??", Token(1002)),
        ("#1-05=elm", Token(1005, "elm")),
        ("#1-03=fir", Token(1003, "fir")),
        ("#1-03=elm", None),
        ("#1-09", None),
    ],
)
def test_a_name_that_no_card_has_goes_to_the_unknown_card_held_longest(text: str, found: Token | None) -> None:
    """Known cards come first, a reference that contradicts a card means no card."""
    assert find_or_identify(HAND, parse_ref(text)) == found


def test_known_cards_alone_are_found_without_naming_unknown_ones() -> None:
    """`known` never gives a name to an unknown card."""
    assert find_known(HAND, parse_ref("elm")) is None
    assert find_known(HAND, parse_ref("#1-02=elm")) == Token(1002)
    assert find_known(HAND, parse_ref("#1-01=elm")) is None


def test_each_reference_of_a_list_takes_another_card() -> None:
    """A card that an earlier reference took is gone for the later ones."""
    refs = [parse_ref(text) for text in ("oak", "oak", "oak", "elm", "elm")]
    taken = [token.id if token is not None else None for token in find_each(HAND, refs)]
    assert taken == [1001, 1004, 1002, 1005, None]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("oak", 1006),
        ("oak#2", 1007),
        ("oak#9", 1007),
        ("#2-01", 2001),
        ("#2-01=oak", None),
        ("fir", None),
        ("??", None),
    ],
)
def test_a_card_in_play_is_found_by_name_copy_or_number(text: str, number: int | None) -> None:
    """A copy beyond the last means the last; another name than the card has means no card."""
    found = in_play(FIELD, parse_ref(text))
    assert (found and token_of(found).id) == number


@given(st.lists(st.sampled_from(["oak", "elm", None]), min_size=1, max_size=8))
def test_a_written_reference_means_the_card_again(cards: list[str | None]) -> None:
    """The reference to a card of a zone is read back as that card."""
    zone = [Token(1000 + number, card) for number, card in enumerate(cards, start=1)]
    for card in zone:
        assert find_or_identify(zone, parse_ref(reference(zone, card))) == card


def test_names_are_read_off_references() -> None:
    """Numbers without a name and unknown cards name no card."""
    assert cards_named(("oak", "??", "#1-02", "#1-03=fir", "elm#2")) == ("oak", "fir", "elm")
    assert card_named(None) is None
