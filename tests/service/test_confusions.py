"""Twenty confusions of each game's rulebook: the correction previews its effects on the later entries, and leaves a record whose
state, log and counts equal those of the right one.

`tests/games/GAME/confusions.toml` holds them.
"""

from collections import Counter
from itertools import chain

import pytest

from domain.registry import load_game
from tests.service.confusions import Confusion, confusions_of, record_revision
from tests.service.disputes import GAMES

CASES = [pytest.param(game, one, id=f"{game}-{one.id}") for game in GAMES for one in confusions_of(game).confusion]


@pytest.mark.parametrize(("game", "confusion"), CASES)
def test_a_confusion_is_put_right(game: str, confusion: Confusion) -> None:
    """The preview names exactly the affected entries; the corrected match equals the match recorded rightly."""
    found = record_revision(game)[confusion.id]
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
    """Over at least twelve rules; entries are replaced, inserted and struck, and some corrections are impossible."""
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
