"""Random trials of the conformance suite for every rulebook: changes by hand, odd commands, declared positions, hiding.

`MATCHBOOK_CHANGE_LISTS=10000` tries as many lists of changes, eight in a match, instead of the usual handful.
"""

import pytest

from matchbook.conformance.suite import open_suite
from tests.campaigns import tries
from tests.rulebooks import RULEBOOKS

LISTS = tries("MATCHBOOK_CHANGE_LISTS", few=80, many=3200)
MATCHES = {
    "makes_changes_by_hand": LISTS // 8,
    "takes_odd_commands": 8,
    "opens_once": 4,
    "says_its_position": 4,
    "hides_cards": 2,
}


@pytest.mark.parametrize("check", MATCHES)
@pytest.mark.parametrize("name", RULEBOOKS)
def test_nothing_is_lost_or_told_by_chance(name: str, check: str) -> None:
    """CG-F01, CG-Q35, TCG-X04, TCG-X10, A12, E01, V06, PBL-S02, PBL-S05, PBL-A27, PBL-D12, RH-A05, RH-Q27, RH-Q28: a check of the
    suite finds no fault in a game."""
    assert open_suite(name, matches=MATCHES[check], checks=[check]).problems(check) == []
