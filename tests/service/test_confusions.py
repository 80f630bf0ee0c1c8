"""Twenty confusions of each game's rulebook: the correction that puts each right says beforehand what becomes of the later entries,
and leaves a record that stands, is told and counts as if it had been typed rightly.

`tests/games/GAME/confusions.toml` holds them.
"""

from collections import Counter
from itertools import chain

import pytest

from domain.registry import load_game
from tests.service.confusions import Confusion, confusions_of, put_right
from tests.service.disputes import GAMES

CASES = [pytest.param(game, one, id=f"{game}-{one.id}") for game in GAMES for one in confusions_of(game).confusion]


@pytest.mark.parametrize(("game", "confusion"), CASES)
def test_a_confusion_is_put_right(game: str, confusion: Confusion) -> None:
    """The preview names the entries that change, break a rule, keep it again or stop the correction, and no others: of all the
    changes, and where they are more than one, of the first alone. Afterwards
    state, commands, log and rows are those of the match that was recorded rightly, of which nothing was against the rules."""
    found = put_right(game)[confusion.id]
    assert confusion.rule in load_game(game).rules
    assert found.illegal == []
    assert found.wrong, "nothing was confused"
    assert found.stopped == confusion.stopped
    expected = {
        "changed": _listed(confusion.changed),
        "newly_legal": _listed(confusion.newly_legal),
    }
    assert found.verdicts == {verdict: entries for verdict, entries in expected.items() if entries}
    assert found.rules == confusion.newly_illegal
    assert found.commands == found.right_commands
    assert found.told == found.right_told
    assert found.state == found.right_state
    assert found.rows == found.right_rows
    assert found.rows


def _listed(ranges: list[str]) -> list[str]:
    """`12-14`, `17` -> the entries one by one."""
    ends = (one.partition("-") for one in ranges)
    return list(chain.from_iterable(map(str, range(int(a), int(b or a) + 1)) for a, _, b in ends))


@pytest.mark.parametrize("game", GAMES)
def test_twenty_confusions_of_each_game_differ(game: str) -> None:
    """At least twenty a game, each named once, over at least twelve rules; entries are replaced, inserted and struck, some
    corrections change later entries, some make them legal again, and some are impossible alone."""
    found = confusions_of(game).confusion
    assert len(found) >= 20
    assert max(Counter(one.id for one in found).values()) == 1
    assert len({one.rule for one in found}) >= 12
    changes = [change for one in found for change in one.correct]
    assert {change[0] if change[0] in "+-" else "" for change in changes} == {"+", "-", ""}
    assert any(one.changed for one in found)
    assert any(one.newly_legal for one in found)
    assert any(one.stopped for one in found)
    assert any(one.newly_illegal for one in found)
