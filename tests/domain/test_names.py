"""What people call players and cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import Catalogue
from domain.names import Names, fold_name
from domain.syntax import Unreadable
from domain.table import seats_of_names
from tests.minigame.cards import NumberCard


def catalogue(*cards: tuple[str, str]) -> Catalogue[NumberCard]:
    return Catalogue(NumberCard(card_id=card_id, name=name, value=1) for card_id, name in cards)


@pytest.mark.parametrize(("text", "seat"), [("Bo", 1), ("bo", 1), ("2", 1), ("@2", 1), ("ADA", 0), ("@1", 0)])
def test_ways_to_name_a_seat(text: str, seat: int) -> None:
    """A seat is named by its player in any case, by its number, or by `@` and its number."""
    assert Names(None, seats_of_names(["Ada", "Bo"])).seat(text) == seat


def test_at_sign_means_the_number() -> None:
    """`@1` is the first seat, even where the second player is called `@1`."""
    names = Names(None, seats_of_names(["Ada", "@1"]))
    assert (names.seat("@1"), names.seat_text(1)) == (0, "@2")


def test_players_of_one_name_are_told_apart() -> None:
    """Two players of the same name are written by their numbers, and the bare name is refused."""
    names = Names(None, seats_of_names(["Ada", "Ada"]))
    assert names.seat_text(1) == "@2"
    with pytest.raises(Unreadable, match="no player 'Ada'"):
        names.seat("Ada")


@pytest.mark.parametrize("text", ["@0", "@3", "0", "3", "", "@", "@²", "-1", "9" * 400])
def test_seats_that_do_not_exist(text: str) -> None:
    """Numbers of seats that are not there, and what only looks like a number, are refused."""
    with pytest.raises(Unreadable, match="no player"):
        Names(None, seats_of_names(["Ada", "Bo"])).seat(text)


@pytest.mark.parametrize("text", ["iron_gears", "Iron Gears", "iron gears", "IronGears", "iron-gears!"])
def test_ways_to_name_a_card(text: str) -> None:
    """A card is named by its id or its printed name; case, spaces and signs do not matter."""
    assert Names(catalogue(("iron_gears", "Iron Gears"))).card(text) == "iron_gears"


def test_exact_name_is_preferred() -> None:
    """A name that fits one card exactly means that card, though others sound alike."""
    names = Names(catalogue(("a1", "Zed"), ("a2", "ZED!"), ("a3", "कि"), ("a4", "की")))
    assert [names.card(text) for text in ("Zed", "ZED!", "कि", "की")] == ["a1", "a2", "a3", "a4"]


def test_name_of_several_cards_is_refused() -> None:
    """A name that several cards bear is refused with the ids to choose from."""
    with pytest.raises(Unreadable, match="card 'Zed' may be a1 or a2; give its id"):
        Names(catalogue(("a1", "Zed"), ("a2", "Zed"))).card("Zed")


def test_signs_are_no_card() -> None:
    """A word of signs alone does not mean a card whose name is of other signs."""
    with pytest.raises(Unreadable, match="no card"):
        Names(catalogue(("a1", "!!!"))).card("***")


@pytest.mark.parametrize("text", ["??", "#1-02", "#1-02=zed", "zed#2"])
def test_references_are_kept(text: str) -> None:
    """Unknown cards, tokens, bound tokens and copies stay what they are."""
    assert Names(catalogue(("zed", "Zed"))).card(text) == text


def test_names_inside_references() -> None:
    """The card in a bound token or a copy may be named by its printed name."""
    names = Names(catalogue(("zed", "Zed the Tall")))
    assert names.card("#1-02=Zed the Tall") == "#1-02=zed"
    assert names.card("Zed the Tall#2") == "zed#2"


@given(st.text(min_size=1))
def test_no_name_folds_to_nothing(text: str) -> None:
    """A folded name is never empty, so that names of signs alone stay apart."""
    assert fold_name(text)
