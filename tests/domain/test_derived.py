"""Values that are kept for what they were worked out of."""

from domain.memo import Memo


def test_a_value_is_made_once_and_the_oldest_is_forgotten() -> None:
    """Given room for two, when three are requested, then the first is computed again, and a cached one never is."""
    made: list[int] = []

    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    doubles = Memo(double, kept=2)
    assert [doubles[1], doubles[1], doubles[2]] == [2, 2, 4]
    assert (doubles[1], made) == (2, [1, 2])
    doubles.put(3, 6)
    assert (doubles[3], doubles[2], made) == (6, 4, [1, 2])
    assert (doubles[1], made) == (2, [1, 2, 1])
    assert (doubles[3], made) == (6, [1, 2, 1])
