"""Undo, and rulings that are withdrawn or overturned, on all ways."""

from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC
from pathlib import Path

import pytest

from domain.decision import RuleViolation, decide
from domain.judging import Appealed, Disputed, Penalty, Rewound, Ruled, Withdrawn
from domain.seats import JUDGE
from domain.syntax import NotationError
from domain.timeline import Address
from projections.analytics import Analytics
from replay_tui.scorekeeping.requests import Requests
from replay_tui.timeline import Timeline
from service.auditing.audit import audit_match
from service.competitions.results import Competitions, opening_of_competition
from service.judging.disputes import disputes
from service.judging.judge_actions import RequestedPenalty, Ruling, docket_of, record, rule, withdraw
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct, redo
from service.recording.match_service import MatchService
from service.recording.recording_service import Refused, outcome_of
from service.witnessing.slip import slip_of
from tests.replay_tui.live import open_sheet
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine
from tests.service.disputes import ledger_of
from tests.service.test_people import KITS, opened

HEAD = {"official": "Jo", "role": "head_judge"}


def play_on(app: MatchService, match_id: str) -> None:
    """Record an action after the conclusion, as records have it: of a shown card, of play that was accepted."""
    match = app.match(match_id)
    for command in match.game.legal(match.state):
        with suppress(NotationError, RuleViolation):
            decision = decide(match.game, match.state, command)
            batch = app.new_entries(match)
            batch.record(decision.command, decision.events)
            batch.store()
            return
    raise AssertionError("nothing can be played")


@pytest.mark.parametrize("name", [*RULEBOOKS, *KITS])
def test_undo_takes_back_the_last_act_of_a_concluded_match(app: MatchService, name: str) -> None:
    """First the entries after the conclusion, then the conclusion, then the action before it; each undo changes the current
    state."""
    match_id = open_sheet(app, name, 12) if name in RULEBOOKS else opened(app, name)
    before = [action.address for action in app.match(match_id).actions]
    concluded = app.conclude(match_id, (0,)).version
    play_on(app, match_id)
    app.undo(match_id)
    match = app.match(match_id)
    assert match.ended == app.store.rebuild(match_id).ended == (concluded, match.outcome)
    assert [action.address for action in match.actions] == before
    assert concluded not in match.undone
    redo(app, match_id)
    assert len(app.match(match_id).actions) == len(before) + 1
    app.undo(match_id)
    assert app.match(match_id).addresses_undone(app.match(match_id).actions[-1].address) == [Address(concluded)]
    app.undo(match_id)
    assert app.match(match_id).outcome is None
    assert [action.address for action in app.match(match_id).actions] == before
    if len(before) > 1:
        app.undo(match_id)
        assert [action.address for action in app.match(match_id).actions] == before[:-1]


def test_undo_and_withdrawals_on_the_command_line(matchbook: CommandLine) -> None:
    """Undo names what it takes back; a withdrawn caution leaves the agreed result."""
    players = ("--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match_id = matchbook("new", "frc_card_game", *players).out.strip()
    matchbook("take", match_id, "draw_opening_hand Ada")
    matchbook("conclude", match_id, "--winner", "Ada")
    assert "takes back entry 3: concluded: Ada wins (agreed)\n" in matchbook("undo", match_id).err
    assert "takes back entry 2: draw_opening_hand Ada\n" in matchbook("undo", match_id).err
    players = ("--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match_id = matchbook("new", "frc_card_game", *players).out.strip()
    matchbook("conclude", match_id, "--winner", "Ada")
    matchbook("ruling", match_id, "late", "--cite", "CG-D01", "--penalty", "Bo=caution")
    assert matchbook("undo", match_id).code == 3
    assert matchbook("withdraw", f"{match_id}/3", "this was table 4", "--official", "Jo").code == 0
    assert "withdrawn: entry 3: this was table 4 (Jo, judge)" in matchbook("log", match_id).out
    assert "Result      Ada wins" in matchbook("slip", match_id).out
    assert matchbook("withdraw", f"{match_id}/3", "again", "--official", "Jo").code == 3
    assert matchbook("disputes", match_id).code == 0


def test_redo_undoes_no_result_that_was_agreed_since(matchbook: CommandLine) -> None:
    """After an undo, an agreed result and its confirmation, redo is refused; `--to` says which result it undoes."""
    match_id = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    for line in ("take roll 6", "take roll 5", "undo", "conclude --winner Ada", "confirm Ada"):
        command, *words = line.split()
        assert matchbook(command, match_id, *words).code == 0
    refused = matchbook("redo", match_id)
    assert refused.code == 2
    assert "no take-back since the last action, result or confirmation" in refused.err
    assert "Result      Ada wins" in matchbook("slip", match_id).out
    assert "undid entry 5: concluded: Ada wins (agreed)" in matchbook("redo", match_id, "--to", "3").err
    assert "Result      not over yet" in matchbook("slip", match_id).out


def test_an_entry_names_the_take_back_that_took_it_back(matchbook: CommandLine) -> None:
    """Of two take-backs, the first is the one that took the last roll back, also after a redo of an earlier record."""
    match_id = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    for line in ("take roll 6", "take roll 5", "undo", "undo"):
        command, *words = line.split()
        matchbook(command, match_id, *words)
    assert "x   3  roll 5  (taken back by entry 4)" in matchbook("log", match_id).out
    assert matchbook("redo", match_id, "--to", "2").code == 0
    assert "x   3  roll 5  (taken back by entry 4)" in matchbook("log", match_id).out


@pytest.fixture
def lost(app: MatchService) -> str:
    """Ada got a game loss of the head judge's: ruling, penalty, effect are the last three of sixteen entries."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="marked cards")
    rule(app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="game_loss"),)))
    return match_id


WAYS: dict[str, Callable[..., object]] = {
    "undo": lambda app, match, **by: app.undo(match, **by),
    "take back": lambda app, match, **by: app.take_back(match, 12, reason="no", **by),
    "redo": lambda app, match, **by: redo(app, match, 13, **by),
    "strike": lambda app, match, **by: correct(
        app, CorrectionRequest(match=match, changes=(RequestedEdit(Address(16), "strike"),), **by)
    ),
    "replace": lambda app, match, **by: correct(
        app, CorrectionRequest(match=match, changes=(RequestedEdit(Address(16), "replace", "concede Bo"),), **by)
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_game_loss_is_undone_by_an_official_of_the_same_role(app: MatchService, lost: str, way: str) -> None:
    """The recorder is refused, and a floor judge too; the head judge is named in the record."""
    for by in ({}, {"official": "Uli", "role": "judge"}, {"official": "", "role": "head_judge"}):
        with pytest.raises(RuleViolation, match="JP-U01"):
            WAYS[way](app, lost, **by)
    assert app.match(lost).version == 16
    WAYS[way](app, lost, **HEAD)
    [entry] = app.store.entries(lost, 16)
    assert (entry.payload.official, entry.payload.role) == ("Jo", "head_judge")
    if way != "redo":
        with pytest.raises(RuleViolation, match="JP-U01"):  # what she ordered is not redone without her either
            redo(app, lost, 16)


def test_undo_is_refused_where_the_last_entry_is_an_officials(app: MatchService) -> None:
    """A caution does not change the game: undo does not take back the move before it."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruled = Ruled(official="Jo", role="judge", rules=("CG-D01",), text="late")
    rule(app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="caution"),)))
    for by in ({}, HEAD):
        with pytest.raises(RuleViolation, match="entry 15 is an official's"):
            app.undo(match_id, **by)
    refused = outcome_of(lambda: app.undo(match_id, reason="x", at_version=15))
    assert isinstance(refused, Refused)


def test_a_rewind_is_not_undone_by_who_records(app: MatchService) -> None:
    """Redo, also to an entry before it, does not restore play that the head judge undid; later play is redone as usual."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="as it was", error=13, remedy="rewind")
    rewound = rule(app, match_id, Ruling(ruled=ruled))[-1].version
    assert isinstance(docket_of(app, app.match(match_id)).acts[rewound], Rewound)
    with pytest.raises(RuleViolation, match="JP-U01"):
        redo(app, match_id, rewound - 1)
    app.take(match_id, "draw_card", as_played=True)
    app.undo(match_id)
    redo(app, match_id)
    assert app.match(match_id).version == rewound + 3
    redo(app, match_id, rewound - 1, **HEAD)


def test_the_prompt_of_undo_names_what_will_go(app: MatchService, lost: str) -> None:
    """The hint and the act are of one object."""
    match_id = open_sheet(app, "frc_card_game", 12)
    app.conclude(match_id, (0,))
    asked = Requests(Timeline(app.history(match_id)), app, UTC).ask("undo", JUDGE)
    assert "takes back 14: concluded: " in asked.hint


RULED = Ruled(official="Jo", role="head_judge", text="marked cards")
WITHDRAWN = Withdrawn(official="Jo", role="head_judge", text="this was table 4")


def ruled_at(app: MatchService, match_id: str, penalty: Penalty = "game_loss", **changed: object) -> int:
    """A ruling with a penalty of the first player's; returns its entry."""
    rules = (next(iter(app.match(match_id).game.rules)),)
    given = RequestedPenalty(seat=0, penalty=penalty, amount=1 if penalty == "score_adjustment" else 0)
    ruled = Ruled(official="Jo", role="head_judge", text="marked cards", rules=rules, **changed)
    return rule(app, match_id, Ruling(ruled=ruled, penalties=(given,)))[0].version


def overturn(app: MatchService, match_id: str, ruling: int) -> None:
    """The head judge overturns it on appeal."""
    appeal = record(app, match_id, Appealed(about=ruling, seat=0)).version
    rules = (next(iter(app.match(match_id).game.rules)),)
    decided = Ruled(about=appeal, official="Pia", role="head_judge", text="sleeves", rules=rules, decision="overturned")
    rule(app, match_id, Ruling(ruled=decided))


def take_away(app: MatchService, match_id: str, ruling: int) -> None:
    withdraw(app, match_id, Withdrawn(about=ruling, official="Jo", role="head_judge", text="this was table 4"))


VOIDED = {"overturned": overturn, "withdrawn": take_away}


@pytest.mark.parametrize("way", VOIDED)
@pytest.mark.parametrize(
    ("name", "penalty"),
    [*((name, "game_loss") for name in RULEBOOKS), *((name, "score_adjustment") for name in RULEBOOKS[:2])],
)
def test_a_void_ruling_keeps_no_penalty_and_no_effect(app: MatchService, name: str, penalty: Penalty, way: str) -> None:
    """The match is as before it, the slip marks the penalty, the ledger does not count it, and the audit agrees."""
    match_id = open_sheet(app, name, 20)
    before = app.match(match_id)
    state, outcome = before.state, before.outcome
    ruling = ruled_at(app, match_id, penalty)
    assert app.match(match_id).state != state
    VOIDED[way](app, match_id, ruling)
    match = app.match(match_id)
    assert (match.state, match.outcome) == (state, outcome)
    assert app.store.rebuild(match_id).state == state
    assert f"({way} by entry" in slip_of(app, match_id).penalties[0]
    assert ledger_of(app)[0]["overturned"]
    assert [one.state for one in disputes(app, match_id) if one.state == "open"] == []
    assert [found for found in audit_match(app, match_id).findings if found.kind != "violated"] == []


@pytest.mark.parametrize("way", VOIDED)
def test_a_void_ruling_keeps_no_rewind(app: MatchService, way: str) -> None:
    """Play that was undone for it is current again; if play has continued since, the officials decide."""
    match_id = open_sheet(app, "frc_card_game", 12)
    line = app.match(match_id).line
    VOIDED[way](app, match_id, ruled_at(app, match_id, "warning", error=12, remedy="rewind"))
    assert app.match(match_id).line == line
    ruling = ruled_at(app, match_id, "warning", error=12, remedy="rewind")
    play_on(app, match_id)
    VOIDED[way](app, match_id, ruling)
    [left] = [one for one in disputes(app, match_id) if one.state == "open"]
    assert "play stays undone" in left.text


def test_penalties_and_effects_are_open_until_they_are_withdrawn(app: MatchService) -> None:
    """Rulings and other penalties stay; effects that were undone or brought back are told as open."""
    match_id = open_sheet(app, "frc_card_game", 12)
    claim = record(app, match_id, Disputed(about=3, claim="illegal", claimant="Bo", text="no")).version
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


def test_a_series_counts_no_game_whose_loss_was_overturned(app: MatchService) -> None:
    """The result is withdrawn from the series with the game loss."""
    series = app.open_match(opening_of_competition("series", "frc_card_game", ("Ada", "Bo"), {})).id
    competitions = Competitions(app)
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id)
    assert competitions.settle(series, match_id, (0, 1)).done == "recorded"
    overturn(app, match_id, ruling)
    assert competitions.settle(series, match_id, (0, 1)).done == "withdrawn"
    assert competitions.competition(series).state.results == ()


@pytest.mark.slow
@pytest.mark.parametrize("way", VOIDED)
def test_analytics_count_no_void_penalty(app: MatchService, tmp_path: Path, way: str) -> None:
    """In one go and step by step."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id)
    asked = "select undone from judging where kind = 'penalised'"
    with closing(Analytics(tmp_path / "a.duckdb", app.store)) as analytics:
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(False,)]
        VOIDED[way](app, match_id, ruling)
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(True,)]
        analytics.rebuild()
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(True,)]


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("instead", [(), ("warning",), ("game_loss",)])
def test_a_modified_ruling_has_the_penalties_of_the_decision(
    app: MatchService, name: str, instead: tuple[Penalty, ...]
) -> None:
    """Given a game loss, when the head judge modifies the ruling on appeal, then the loss is void and its effects are undone, in
    the same step the penalty of the decision replaces it, the case is closed, and the audit agrees."""
    match_id = open_sheet(app, name, 20)
    state = app.match(match_id).state
    ruling = ruled_at(app, match_id)
    appeal = record(app, match_id, Appealed(about=ruling, seat=0)).version
    rules = (next(iter(app.match(match_id).game.rules)),)
    decided = Ruled(about=appeal, official="Pia", role="head_judge", text="sleeves", rules=rules, decision="modified")
    given = tuple(RequestedPenalty(seat=1, penalty=penalty) for penalty in instead)
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


def test_a_modified_ruling_keeps_its_remedy(app: MatchService) -> None:
    """Play that was undone stays undone: the decision is on the penalty."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruling = ruled_at(app, match_id, "warning", error=12, remedy="rewind")
    line = app.match(match_id).line
    appeal = record(app, match_id, Appealed(about=ruling, seat=0)).version
    decided = Ruled(
        about=appeal, official="Pia", role="head_judge", text="a word", rules=("CG-D01",), decision="modified"
    )
    rule(app, match_id, Ruling(ruled=decided, penalties=(RequestedPenalty(seat=0, penalty="caution"),)))
    assert app.match(match_id).line == line
    assert [one.state for one in disputes(app, match_id) if one.state == "open"] == []


def test_undo_of_a_confirmed_result_says_who_had_confirmed_it(matchbook: CommandLine) -> None:
    """One line names the entry of the take-back, the entry that it takes back, and the players who had confirmed it."""
    match_id = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    matchbook("conclude", match_id, "--winner", "Ada")
    assert matchbook("confirm", match_id, "Ada").code == 0
    said = "entry 4 takes back entry 2: concluded: Ada wins (agreed), although Ada had confirmed it\n"
    ran = matchbook("undo", match_id)
    assert (ran.code, said in ran.err) == (0, True), ran
