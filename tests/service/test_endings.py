"""A line that a digit ends is recorded by it: only where nothing else can be meant."""

import pytest

from domain.registry import load_game
from service.kits import KITS_GAME, kit_file
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.endings import ended_line
from service.typing.scoresheet import Scoresheet
from service.typing.suggestions import Suggester
from storage.store import MatchStore


@pytest.mark.parametrize(
    ("kit", "text", "ended"),
    [
        ("chess", "e2e4", "e2e4"),
        ("chess", "a7a5", ""),  # against a rule
        ("go", "d16", "d16"),
        ("go", "a1", ""),  # a10 to a19
        ("yacht", "roll 2,3,1,6,4", "roll 2,3,1,6,4"),
        ("yacht", "roll 2,3,1,6", ""),  # a further die
        ("yacht", "write sixes 1", ""),  # 18
        ("go_fish", "ask Bo 7", ""),  # the cards that Bo gives
        ("pig", "roll 1", "roll 1"),
        ("life", "hits Ada Bo 7", ""),
    ],
)
def test_a_digit_ends_a_line_where_nothing_is_open(kit: str, text: str, ended: str) -> None:
    sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=str(kit_file(kit)))
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = app.history(app.open_match(opening_of(load_game(KITS_GAME), sheet)).id).match
    assert ended_line(Suggester(match.game, match.state), text, chosen=False) == ended


def test_a_chosen_row_ends_with_its_number() -> None:
    """Given the row of a1, when a digit chooses it, then a10 is not meant."""
    sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=str(kit_file("go")))
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = app.history(app.open_match(opening_of(load_game(KITS_GAME), sheet)).id).match
    assert ended_line(Suggester(match.game, match.state), "play a1", chosen=True) == "play a1"
