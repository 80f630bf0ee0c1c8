"""Cards that only some viewpoints know: zones without identities, and the words for them."""

import pytest

from domain.cards import Token
from domain.narration import Narrator
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from domain.table.decks import cards_of_deck, known_places
from domain.table.visibility import card_names, face_down, masked, sees_hand
from tests.minigame import CATALOGUE
from tests.minigame.state import initial

CARDS = (Token(1001, "cedar"), Token(1002), Token(1003, "fir"))


@pytest.mark.parametrize(
    ("viewpoint", "sees", "words"),
    [
        (0, True, "Cedar, Fir and a card"),
        (JUDGE, True, "Cedar, Fir and a card"),
        (1, False, "3 cards"),
        (SPECTATOR, False, "3 cards"),
    ],
)
def test_a_hand_is_told_to_its_player_and_the_judge(viewpoint: Viewpoint, words: str, *, sees: bool) -> None:
    """Other viewpoints see the number of cards; face-up cards are named to all."""
    narrator = Narrator(initial(CATALOGUE), viewpoint)
    assert sees_hand(viewpoint, 0) is sees
    assert card_names(narrator, CARDS, 0) == words
    assert card_names(narrator, CARDS, 0, face_up=True) == "Cedar, Fir and a card"
    assert card_names(narrator, (), 0) == "no card"


def test_a_masked_zone_keeps_numbers_and_known_cards() -> None:
    """Only identities go."""
    assert masked(CARDS, lambda card: card.id == 1003) == (Token(1001), Token(1002), Token(1003, "fir"))
    assert face_down(("cedar", "??")) == ("??", "??")


def test_decks_are_dealt_card_by_card_and_their_known_places_told() -> None:
    """A deck that is known by its number has unknown cards."""
    assert [*cards_of_deck(2), *cards_of_deck(None, 1), *cards_of_deck(None)] == ["??", "??", "??"]
    assert known_places(CATALOGUE, (None, "cedar", None, "fir")) == (
        "place 2 from the top: Cedar",
        "place 4 from the top: Fir",
    )
