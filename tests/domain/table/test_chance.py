"""The table of simulations: deals depend only on the seed, and every card is kept."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from domain.table.chance import Chance

cards = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(cards, st.integers())
def test_dealing_is_the_seeds(pile: list[str], seed: int) -> None:
    """Two tables of one seed deal, roll and flip alike."""

    def use(table: Chance) -> object:
        table.put("deck", pile)
        return table.draw("deck", 3), table.die(), table.dice(2, 20), table.coin(), table.left("deck")

    assert use(Chance(Random(seed))) == use(Chance(Random(seed)))


@given(cards, st.integers(0, 15), st.integers())
def test_no_card_is_lost(pile: list[str], count: int, seed: int) -> None:
    """Drawn cards and remaining cards together equal the original deck."""
    table = Chance(Random(seed))
    table.put("deck", pile)
    drawn = table.draw("deck", count)
    assert sorted([*drawn, *table.left("deck")]) == sorted(pile)
    assert len(drawn) == min(count, len(pile))


def test_order_of_a_pile() -> None:
    """Cards come from the top, and are added at the bottom, or on top when told so. An unknown pile is empty."""
    table = Chance(Random(0))
    table.put("deck", "abc", shuffled=False)
    assert table.draw("deck") == ("a",)
    table.add("deck", "xy")
    table.add("deck", "t", on_top=True)
    assert table.left("deck") == ("t", "b", "c", "x", "y")
    table = Chance(Random(0))
    assert (table.draw("none", 2), table.left("none")) == ((), ())


@given(st.integers(), st.integers(1, 100))
def test_dice_show_their_faces(seed: int, faces: int) -> None:
    """A die shows one of its faces."""
    assert all(1 <= n <= faces for n in Chance(Random(seed)).dice(20, faces))
