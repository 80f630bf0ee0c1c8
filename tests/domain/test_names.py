"""Names of players and cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import Catalogue
from domain.names import Names, fold_name
from domain.seats import seats_of_names
from domain.syntax import NotationError
from tests.minigame.cards import NumberCard


def catalogue(*cards: tuple[str, str]) -> Catalogue[NumberCard]:
    return Catalogue(NumberCard(card_id=card_id, name=name, value=1) for card_id, name in cards)


@pytest.mark.parametrize(("text", "seat"), [("Bo", 1), ("bo", 1), ("2", 1), ("@2", 1), ("ADA", 0), ("@1", 0)])
def test_ways_to_name_a_seat(text: str, seat: int) -> None:
    """A seat is named by its player in any case, by its number, or by `@` and its number."""
    assert Names(None, seats_of_names(["Ada", "Bo"])).seat(text) == seat


def test_seats_that_are_written_by_their_numbers() -> None:
    """Given a second player called `@1`, then `@1` is still the first seat; a name shared by two players is ambiguous."""
    names = Names(None, seats_of_names(["Ada", "@1"]))
    assert (names.seat("@1"), names.seat_text(1)) == (0, "@2")
    names = Names(None, seats_of_names(["Ada", "Ada"]))
    assert names.seat_text(1) == "@2"
    with pytest.raises(NotationError, match="no player 'Ada'"):
        names.seat("Ada")


@pytest.mark.parametrize("text", ["@0", "@3", "0", "3", "", "@", "@²", "-1", "9" * 400])
def test_seats_that_do_not_exist(text: str) -> None:
    """Numbers of seats that are not there, and what only looks like a number, are refused."""
    with pytest.raises(NotationError, match="no player"):
        Names(None, seats_of_names(["Ada", "Bo"])).seat(text)


@pytest.mark.parametrize("text", ["iron_gears", "Iron Gears", "iron gears", "IronGears", "iron-gears!"])
def test_ways_to_name_a_card(text: str) -> None:
    """A card is named by its id or its printed name; case, spaces and signs do not matter."""
    assert Names(catalogue(("iron_gears", "Iron Gears"))).card(text) == "iron_gears"


def test_exact_name_is_preferred() -> None:
    """A name that fits one card exactly means that card, though others sound alike."""
    names = Names(catalogue(("a1", "Zed"), ("a2", "ZED!"), ("a3", "कि"), ("a4", "की")))
    assert [names.card(text) for text in ("Zed", "ZED!", "कि", "की")] == ["a1", "a2", "a3", "a4"]


@pytest.mark.parametrize(
    ("cards", "text", "said"),
    [
        ((("a1", "Zed"), ("a2", "Zed")), "Zed", "card 'Zed' may be a1 or a2; give its id"),
        ((("a1", "!!!"),), "***", "no card"),
    ],
)
def test_names_that_mean_no_single_card(cards: tuple[tuple[str, str], ...], text: str, said: str) -> None:
    """Given a name of several cards, then it is refused with the ids to choose from; a name made of signs matches only the same
    signs."""
    with pytest.raises(NotationError, match=said):
        Names(catalogue(*cards)).card(text)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *((text, text) for text in ("??", "#1-02", "#1-02=zed", "zed#2")),
        ("#1-02=Zed the Tall", "#1-02=zed"),
        ("Zed the Tall#2", "zed#2"),
    ],
)
def test_references_are_kept(text: str, card: str) -> None:
    """Unknown cards, tokens, bound tokens and copies stay what they are; a printed name in them becomes an id."""
    assert Names(catalogue(("zed", "Zed the Tall"))).card(text) == card


@given(st.text(min_size=1))
def test_no_name_folds_to_nothing(text: str) -> None:
    """A folded name always has a character, so that names made only of signs stay distinct."""
    assert fold_name(text)
