"""What a ruling or penalty brought along hangs on it: overturned or withdrawn, it is undone, or stays open for the officials."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.deciding import RuleViolation
from domain.judging import Appealed, Contested, Penalty, Ruled, Withdrawn
from projections.analytics import Analytics
from service.contests.results import Contests, opening_of_contest
from service.judging.desk import Given, Ruling, record, rule, withdraw
from service.judging.disputes import disputes
from service.reading.audit import audit_match
from service.recording.correcting import redo
from service.recording.matchbook import Matchbook
from service.witnessing.slip import slip_of
from tests.replay_tui.live import open_sheet, table
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine
from tests.service.disputes import ledger_of
from tests.service.test_undo import play_on

RULED = Ruled(official="Jo", role="head_judge", text="marked cards")
WITHDRAWN = Withdrawn(official="Jo", role="head_judge", text="this was table 4")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """The application on a store in a file."""
    with table(tmp_path) as matchbook:
        yield matchbook


def ruled_at(app: Matchbook, match_id: str, penalty: Penalty = "game_loss", **changed: object) -> int:
    """A ruling with a penalty of the first player's; returns its entry."""
    rules = (next(iter(app.match(match_id).game.rules)),)
    given = Given(seat=0, penalty=penalty, amount=1 if penalty == "score_adjustment" else 0)
    ruled = Ruled(official="Jo", role="head_judge", text="marked cards", rules=rules, **changed)
    return rule(app, match_id, Ruling(ruled=ruled, penalties=(given,)))[0].version


def overturn(app: Matchbook, match_id: str, ruling: int) -> None:
    """The head judge overturns it on appeal."""
    appeal = record(app, match_id, Appealed(about=ruling, seat=0)).version
    rules = (next(iter(app.match(match_id).game.rules)),)
    decided = Ruled(about=appeal, official="Pia", role="head_judge", text="sleeves", rules=rules, decision="overturned")
    rule(app, match_id, Ruling(ruled=decided))


def take_away(app: Matchbook, match_id: str, ruling: int) -> None:
    """An official withdraws it."""
    withdraw(app, match_id, Withdrawn(about=ruling, official="Jo", role="head_judge", text="this was table 4"))


WAYS = {"overturned": overturn, "withdrawn": take_away}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("name", "penalty"),
    [*((name, "game_loss") for name in RULEBOOKS), *((name, "score_adjustment") for name in RULEBOOKS[:2])],
)
def test_a_void_ruling_keeps_no_penalty_and_no_effect(app: Matchbook, name: str, penalty: Penalty, way: str) -> None:
    """The match stands as before it, the slip marks the penalty, the ledger does not count it, and the audit agrees."""
    match_id = open_sheet(app, name, 20)
    before = app.match(match_id)
    state, outcome = before.state, before.outcome
    ruling = ruled_at(app, match_id, penalty)
    assert app.match(match_id).state != state
    WAYS[way](app, match_id, ruling)
    match = app.match(match_id)
    assert (match.state, match.outcome) == (state, outcome)
    assert app.store.rebuild(match_id).state == state
    assert f"({way} by entry" in slip_of(app, match_id).penalties[0]
    assert ledger_of(app)[0]["overturned"]
    assert [one.state for one in disputes(app, match_id) if one.state == "open"] == []
    assert [found for found in audit_match(app, match_id).findings if found.kind != "violated"] == []


@pytest.mark.parametrize("way", WAYS)
def test_a_void_ruling_keeps_no_rewind(app: Matchbook, way: str) -> None:
    """Play that was undone for it stands again; where play went on since, that stays open for the officials."""
    match_id = open_sheet(app, "frc_card_game", 12)
    line = app.match(match_id).line
    WAYS[way](app, match_id, ruled_at(app, match_id, "warning", error=12, remedy="rewind"))
    assert app.match(match_id).line == line
    ruling = ruled_at(app, match_id, "warning", error=12, remedy="rewind")
    play_on(app, match_id)
    WAYS[way](app, match_id, ruling)
    [left] = [one for one in disputes(app, match_id) if one.state == "open"]
    assert "play stays undone" in left.text


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("instead", [(), ("warning",), ("game_loss",)])
def test_a_modified_ruling_has_the_penalties_of_the_decision(
    app: Matchbook, name: str, instead: tuple[Penalty, ...]
) -> None:
    """Given a game loss, when the head judge modifies the ruling on appeal, then the loss counts no more and what it did is undone,
    in the same step the penalty of the decision stands in its place, nothing is left open, and the audit agrees."""
    match_id = open_sheet(app, name, 20)
    state = app.match(match_id).state
    ruling = ruled_at(app, match_id)
    appeal = record(app, match_id, Appealed(about=ruling, seat=0)).version
    rules = (next(iter(app.match(match_id).game.rules)),)
    decided = Ruled(about=appeal, official="Pia", role="head_judge", text="sleeves", rules=rules, decision="modified")
    given = tuple(Given(seat=1, penalty=penalty) for penalty in instead)
    decision = rule(app, match_id, Ruling(ruled=decided, penalties=given))[0].version
    match = app.match(match_id)
    lost = "game_loss" in instead
    assert match.outcome.winners == (0,) if match.outcome else not lost
    assert lost or match.state == state
    assert app.store.rebuild(match_id).state == match.state
    assert f"(modified by entry {decision})" in slip_of(app, match_id).penalties[0]
    counted = [line["penalty"] for line in ledger_of(app) if not line["overturned"]]
    assert counted == [*instead]
    assert [one.state for one in disputes(app, match_id) if one.state == "open"] == []
    assert [found for found in audit_match(app, match_id).findings if found.kind != "violated"] == []


def test_a_modified_ruling_keeps_its_remedy(app: Matchbook) -> None:
    """Play that was undone stays undone: the decision is on the penalty."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id, "warning", error=12, remedy="rewind")
    line = app.match(match_id).line
    appeal = record(app, match_id, Appealed(about=ruling, seat=0)).version
    decided = Ruled(
        about=appeal, official="Pia", role="head_judge", text="a word", rules=("CG-D01",), decision="modified"
    )
    rule(app, match_id, Ruling(ruled=decided, penalties=(Given(seat=0, penalty="caution"),)))
    assert app.match(match_id).line == line
    assert [one.state for one in disputes(app, match_id) if one.state == "open"] == []


def test_a_penalty_is_withdrawn_by_itself(app: Matchbook) -> None:
    """Its ruling and the other penalties stay; claims and appeals are withdrawn too, and are open no more."""
    match_id = open_sheet(app, "frc_card_game", 12)
    claim = record(app, match_id, Contested(about=3, claim="illegal", claimant="Bo", text="no")).version
    withdraw(app, match_id, Withdrawn(about=claim, official="Uli", role="judge", text="by mistake"))
    ruling = ruled_at(app, match_id)
    withdraw(app, match_id, Withdrawn(about=ruling + 1, official="Jo", role="head_judge", text="too hard"))
    assert app.match(match_id).outcome is None
    states = {one.version: one.state for one in disputes(app, match_id)}
    assert states[claim].startswith("withdrawn by entry")
    assert states[ruling] == ""
    assert states[ruling + 1].startswith("withdrawn by entry")
    for act in (WITHDRAWN, Withdrawn(about=ruling, official="Uli", role="judge", text="no")):
        with pytest.raises(RuleViolation, match="JP-D01"):
            withdraw(app, match_id, act)


def test_an_effect_that_was_undone_stays_open_until_the_penalty_is_withdrawn(app: Matchbook) -> None:
    """The head judge has the game loss taken back, or brings one back that was overturned: both are told as open."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id)
    app.undo(match_id, official="Jo", role="head_judge")
    [left] = [one for one in disputes(app, match_id) if one.state == "open"]
    assert (left.version, "was undone by entry" in left.text) == (ruling + 1, True)
    assert "(open: " in slip_of(app, match_id).penalties[0]
    take_away(app, match_id, ruling)
    assert not [one for one in disputes(app, match_id) if one.state == "open"]
    redo(app, match_id, ruling + 2, official="Jo", role="head_judge")
    assert {one.version for one in disputes(app, match_id) if one.state == "open"} == {ruling, ruling + 1}


def test_a_series_counts_no_game_whose_loss_was_overturned(app: Matchbook) -> None:
    """The result is withdrawn from the series with the game loss."""
    series = app.open_match(opening_of_contest("series", "frc_card_game", ("Ada", "Bo"), {})).id
    contests = Contests(app)
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id)
    assert contests.settle(series, match_id, (0, 1)).done == "recorded"
    overturn(app, match_id, ruling)
    assert contests.settle(series, match_id, (0, 1)).done == "withdrawn"
    assert contests.contest(series).state.results == ()


@pytest.mark.parametrize("way", WAYS)
def test_analytics_count_no_void_penalty(app: Matchbook, tmp_path: Path, way: str) -> None:
    """In one go and step by step."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id)
    asked = "select undone from judging where kind = 'penalised'"
    with closing(Analytics(tmp_path / "a.duckdb", app.store)) as analytics:
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(False,)]
        WAYS[way](app, match_id, ruling)
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(True,)]
        analytics.rebuild()
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(True,)]


def test_an_official_withdraws_a_ruling_on_the_command_line(matchbook: CommandLine) -> None:
    """A caution of another table: the agreed result stays."""
    players = ("--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match_id = matchbook("new", "frc_card_game", *players).out.strip()
    matchbook("conclude", match_id, "--winner", "Ada")
    matchbook("rule", match_id, "late", "--cite", "CG-D01", "--penalty", "Bo=caution")
    assert matchbook("undo", match_id).code == 3
    assert matchbook("withdraw", f"{match_id}/3", "this was table 4", "--official", "Jo").code == 0
    assert "withdrawn: entry 3: this was table 4 (Jo, judge)" in matchbook("log", match_id).out
    assert "Result      Ada wins" in matchbook("slip", match_id).out
    assert matchbook("withdraw", f"{match_id}/3", "again", "--official", "Jo").code == 3
    assert matchbook("disputes", match_id).code == 0
