"""Archives and statements that give little to stand on: unknown cards, circles, loops."""

import pytest

from projections.analytics import Analytics
from projections.errors import AnalyticsError, BadParameter, QueryRefused
from projections.metrics.wording import read_wanted
from storage.match_file import export_match
from storage.store import MatchStore
from tests.projections.archived import corrected
from tests.projections.recomputed import Told
from tests.projections.scorebook import Scorebook


def test_coverage_that_is_too_low_is_said_with_its_number(store: MatchStore, analytics: Analytics) -> None:
    """Of a match with draws that nobody saw: which share of the draws is known, that it is too low, and who is left out."""
    book = Scorebook(store, "m", "frc_card_game", 4)
    while not book.over:
        book.play(4)
        corrected(book)
    moves = [
        move for move in Told(export_match(store, "m"), store.codecs).moves() if move["action"] in ("opening", "drawn")
    ]
    known = sum(move["card"] is not None for move in moves)
    assert known < 0.9 * len(moves)
    notes = analytics.measure(read_wanted(["gih-win-rate", "by", "card"])).notes
    [said] = [note for note in notes if "too low" in note]
    share = f"{100 * known / len(moves):.0f} % of {len(moves)} cards drawn"
    assert said.startswith(f"frc_card_game: coverage too low to rely on: {share}")
    assert said.endswith("with unknown draws left out")
    assert analytics.measure(read_wanted(["played-win-rate", "by", "card"])).rows != ()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("with recursive t(n) as (select 1 union all select n + 1 from t) select max(n) from t", "too long"),
        ("with a as (from b), b as (from a) select * from a", "b"),
        ("select list(a.range) from range(100000) a, range(100000) b", ""),
    ],
)
def test_sql_that_loops_goes_round_in_circles_or_is_huge_ends_in_a_line(
    read_only: tuple[MatchStore, Analytics], statement: str, why: str
) -> None:
    """It is stopped, says why in one line, and the next question is answered."""
    _, analytics = read_only
    with pytest.raises(QueryRefused) as refusal:
        analytics.sql(statement, seconds=0.3)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert analytics.sql("select 1").rows == ((1,),)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["win-rate", "where", *(f"tag!=t{n}" for n in range(41))], "more than 40 filters"),
        (["win-rate", "by", "player", "where", "nothing"], "'nothing': a filter is written NAME=VALUE"),
        (["win-rate", "by", "player,player", "where", "date=2026-13"], ""),
        (["shrunk", "by", "card"], "no metric 'shrunk'"),
    ],
)
def test_metrics_that_are_huge_or_odd_are_refused_or_answered(
    read_only: tuple[MatchStore, Analytics], words: list[str], said: str
) -> None:
    """More filters than anybody types are a paste by mistake; what only is odd has an answer."""
    _, analytics = read_only
    if not said:
        assert analytics.measure(read_wanted(words)).rows == ()
        return
    with pytest.raises((AnalyticsError, BadParameter)) as refusal:
        read_wanted(words)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)
