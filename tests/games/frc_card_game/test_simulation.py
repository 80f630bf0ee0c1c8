"""Simulated matches with unknown cards, and random decks."""

from random import Random

import pytest

from domain.cards import Catalogue
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import check_deck
from domain.games.frc_card_game.deal import random_deck
from domain.seats import SeatSetup, TableSetup
from domain.simulation import simulate
from tests.games.frc_card_game.tables import CARDS, SAMPLE


def test_a_match_with_unknown_cards() -> None:
    """CG-D06: given decks known by size, then the hands are unknown and the match is still played to its end."""
    setup = TableSetup((SeatSetup("Rin", deck=30), SeatSetup("Otto", deck=30)))
    *_, last = simulate(GAME, SAMPLE, 3, setup=setup)
    assert last.after.result is not None


def test_random_decks() -> None:
    """CG-D01, CG-D03: decks made for any catalogue are legal; one that is too small is named."""
    for catalogue in (SAMPLE, CARDS):
        for seed in range(30):
            assert check_deck(random_deck(catalogue, Random(seed)), catalogue) == ()
    *_, last = simulate(GAME, CARDS, 1)
    assert last.after.result is not None
    with pytest.raises(ValueError, match="it needs a team card"):
        random_deck(Catalogue(()), Random(0))
