"""A card that is defined in a match can be named in it."""

import pytest

from tests.service.conftest import CommandLine

DEFINITIONS = {
    "frc_card_game": 'define_card student(card_id="{}", name=Nova, skills=[design])',
    "frc_tcg": 'define_card record=item(card_id="{}", name=Nova, text="x")',
    "pbl_robots": 'define_card crew(card_id="{}", name=Nova, skill=1, attack=1)',
}


@pytest.mark.parametrize("card", ["", "??", "-", "x#1", "a b", "a=b"])
@pytest.mark.parametrize("game", DEFINITIONS)
def test_no_card_is_defined_that_nobody_can_name(game: str, card: str, matchbook: CommandLine) -> None:
    """An id that the notation cannot write, or that means an unknown card, is refused in a match as in a file, in every mode."""
    decks = ("--deck", "1=30", "--deck", "2=30") if game == "frc_card_game" else ()
    match = matchbook("new", game, "--player", "Ada", "--player", "Bo", *decks).out.strip()
    for mode in ((), ("--as-played",)):
        refused = matchbook("take", match, DEFINITIONS[game].format(card), *mode)
        assert refused.code in (2, 3)
        assert refused.out == ""
    assert matchbook("take", match, DEFINITIONS[game].format("nova")).code == 0
