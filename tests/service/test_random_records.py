"""Random records in a real store: what is done to them, crashes, files and whoever follows agree with a model in a few lines."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from domain.judging import Disputed, Ruled
from domain.rules import rules_of
from domain.timeline import Address
from service.judging import judge_actions
from tests.campaigns import tries
from tests.service.random_records import Record, Stores
from tests.service.record_batches import Batch, expect_undone, undone
from tests.service.test_revisions import rows

RUNS: Final = range(
    *(tries(f"MATCHBOOK_RECORDS{name}", few=few, many=many) for name, few, many in (("_FROM", 0, 0), ("", 4, 10_000)))
)
"""Seeds. A long campaign goes on where it was stopped: `MATCHBOOK_RECORDS_FROM=4000`."""
_BATCH: Final = 100


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [RUNS[at : at + _BATCH] for at in range(0, len(RUNS), _BATCH)], ids=str)
def test_random_records_in_a_store_agree_with_the_model(tmp_path: Path, seeds: Sequence[int]) -> None:
    """D2, D6, D14: after every step the standing line is the model's. In the end each entry still has its own state, the actions of
    the line lead to the current state, and the audit has zero findings. Following analytics, rebuilt ones, and those of a match of
    the same actions recorded right from the start have the same rows."""
    assert Batch(tmp_path, seeds).failing == {}


@pytest.mark.parametrize("follows", [True, False])
def test_a_take_back_leaves_in_analytics_what_officials_and_the_table_said(tmp_path: Path, follows: bool) -> None:
    stores = Stores(tmp_path)
    record = Record(stores, "frc_tcg", 281)
    rules = tuple(rules_of(record.game.package))[:1]
    ruled = Ruled(official="Jo", role="head_judge", rules=rules, text="so")
    given = (judge_actions.RequestedPenalty(seat=0, penalty="warning"),)
    judge_actions.record(record.app, record.match_id, Disputed(about=1, claim="illegal", claimant="Bo", text="so"))
    judge_actions.rule(record.app, record.match_id, judge_actions.Ruling(ruled=ruled, penalties=given))
    record.note()
    if follows:
        record.follow()
    record.app.take_back(record.match_id, Address(2), reason="agreed")
    judging = rows(record.analytics, record.match_id)["main.judging"]
    assert ["warning" in row for row in judging].count(True) == 1
    assert len(judging) == 3
    expect_undone(undone(record.analytics, [record.match_id])[record.match_id], record.match)
    stores.close()
