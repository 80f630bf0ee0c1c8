"""The package as a whole: rules that are raised and tested, decks, catalogues, positions."""

from pathlib import Path

import pytest

from domain.cards import deck_from_toml
from domain.games.pbl_robots.cards import check_deck
from domain.notation import NotationError
from tests.games.pbl_robots.table import FOLDER, SAMPLE, base, hand, limbs, points, standard

HERE = Path(__file__).parent
PACKAGE = Path(str(FOLDER))


@pytest.mark.parametrize("name", sorted(file.name for file in (PACKAGE / "decks").glob("*.toml")))
def test_sample_decks(name):
    """PBL-S02: the sample decks hold 40 orange cards of the sample catalogue, each once."""
    deck = deck_from_toml((FOLDER / "decks" / name).read_text())
    assert (deck.game, deck.size) == ("pbl_robots", 40)
    assert check_deck(deck, SAMPLE) == ()


def test_declared_position():
    """PBL-S02: a position on the table is taken over, and the match goes on from it."""
    line = (
        "declare_position sides=[(robot=crystal, starter=vane, armor={left_arm=[ar_la1, ar_la2]}, dead=[head], "
        "hangars=[hg1], crew=[cr1a], bombs=[4], deck=20, scrap=[f01], blow_offs=1), "
        "(robot=obsidian, starter=brick, expert=ep_fury, dead=[legs, head, left_arm], deck=22, face_down=3)] "
        "hands=[[??, f02], [??]] turn=Bo number=9 shop_deck=15 shop_row=[f50, -, f51]"
    )
    table = standard().do(line)
    assert (base(table, 0), points(table, 0), limbs(table, 1), hand(table, 0)) == ((2, 2), 3, 1, (None, "f02"))
    assert (table.state.turn.number, table.state.turn.seat) == (9, 1)
    assert table.game.card_counts(table.state) == {"orange cards": 100}
    table.do("draw_card slot=1", "declare_attack left_arm right_arm")


@pytest.mark.parametrize(
    "line", ["play_action nowhere", "declare_attack head tail", "draw_card slot=x", "build_armor", "frobnicate"]
)
def test_unreadable_lines(line):
    """PBL-S02: text that is not a command of the game is refused in one line."""
    with pytest.raises(NotationError) as refusal:
        standard().do(line)
    assert "\n" not in str(refusal.value)
