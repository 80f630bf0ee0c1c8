"""The report on a match: all that it must hold, for whom, and the same bytes for the same record."""

import json
import re
import time
from pathlib import Path

import pytest

from domain.entries import TableEvent
from domain.judging import Appointed, Disputed, Ruled
from domain.registry import load_game
from domain.seats import JUDGE, SPECTATOR
from domain.simulation import simulate
from service.judging.judge_actions import confirm, record, rule
from service.judging.report import JudgeReport, report_on, written
from service.judging.rulings import RequestedPenalty, Ruling
from service.recording.correction_requests import record_table_event
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from storage.match_file import export_match, import_match
from storage.store import MatchStore
from tests.campaigns import WHOLE
from tests.service.conftest import CommandLine
from tests.service.test_addresses import NEW

GAME = load_game("frc_card_game")


@pytest.fixture
def disputed(app: MatchService) -> str:
    """The match of a table, contested, rewound and ruled on with a penalty, then ended and confirmed by both."""
    match = type_in(app, GAME, sample_sheets(GAME)[0]).id
    record(app, match, Appointed(official="Quin", role="head_judge"))
    claim = record(
        app, match, Disputed(about=55, upto=56, claim="illegal", claimant="Ada", text="Cannon had no right to")
    )
    record_table_event(
        app, match, TableEvent(what="statement", author="Bo", role="player", text="I paid for it", about=claim.version)
    )
    ruled = Ruled(
        about=claim.version,
        error=55,
        official="Quin",
        role="head_judge",
        rules=("CG-A02",),
        text="it was not paid for",
        remedy="rewind",
    )
    rule(app, match, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=1, penalty="score_adjustment", amount=100),)))
    app.take(match, "concede player=Bo")
    for seat in (0, 1):
        confirm(app, match, seat)
    return match


def test_the_report_holds_all_that_was_agreed_claimed_said_ruled_and_confirmed(
    app: MatchService, disputed: str
) -> None:
    """Claims with boards, statements, rulings with rule texts and consequences, confirmations, and every entry."""
    report = report_on(app, disputed)
    (case,) = report.cases
    (answer,) = case.answers
    assert case.state == f"ruled in {answer.entry}"
    assert any("Cannon" in line for line in case.before)
    assert [row.text for row in case.statements] == [f"statement on {case.entry}: I paid for it (Bo, player)"]
    assert [cited.title for cited in answer.rules] == [GAME.rules["CG-A02"].title]
    assert [row.text.split()[0] for row in answer.followed] == ["rewound", "penalty", "the"]
    assert len(report.confirmations) == 2
    assert report.head == app.match(disputed).head
    assert len(report.timeline) == report.entries == app.match(disputed).version
    assert {row.entry for row in report.timeline if row.undone.startswith("rewound")} == {55, 56}


def test_what_nobody_ruled_on_is_named(app: MatchService, disputed: str) -> None:
    assert report_on(app, disputed).unruled == ()
    match = type_in(app, GAME, sample_sheets(GAME)[0]).id
    app.take_back(match, 54, reason="played on otherwise")
    entry = app.take(match, "draw_card", as_played=True).version
    assert [row.entry for row in report_on(app, match).unruled] == [entry]
    record(app, match, Disputed(about=entry, claim="illegal", claimant="Ada", text="a card too many"))
    assert report_on(app, match).unruled == ()


@pytest.mark.parametrize("form", ["html", "text", "json"])
def test_the_same_record_gives_the_same_bytes(app: MatchService, disputed: str, form: str) -> None:
    first = written(app, disputed, form, JUDGE)  # type: ignore[arg-type]
    with MatchService(MatchStore.open(":memory:", create=True)) as other:
        import_match(other.store, export_match(app.store, disputed))
        assert written(other, disputed, form, JUDGE) == first  # type: ignore[arg-type]


def test_text_page_and_json_say_the_same_to_whom_they_may(app: MatchService, disputed: str) -> None:
    """Statements are for players and officials, recorders for officials; the page does not run scripts."""
    import msgspec

    report = msgspec.json.decode(written(app, disputed, "json"), type=JudgeReport)
    assert report == report_on(app, disputed)
    text, page = written(app, disputed, "text"), written(app, disputed, "html")
    for answer in report.cases[0].answers:
        assert answer.text in text
        assert answer.text in page
    assert all(f"{row.at}" in text for row in report.timeline)
    public, own = written(app, disputed, "text", SPECTATOR), written(app, disputed, "text", 1)
    assert "I paid for it" not in public
    assert "I paid for it" in own
    assert all(row.by == "" for row in report_on(app, disputed, SPECTATOR).timeline)
    assert "it was not paid for" in public
    record(app, disputed, Disputed(about=1, claim="conduct", claimant="Ada", text="<script>alert(1)</script>"))
    page = written(app, disputed, "html")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert re.findall(r"(?:src|href)=", page) == []


def test_a_long_match_takes_at_most_two_seconds(app: MatchService) -> None:
    game = load_game("pbl_robots")
    batch = app.new_batch(Opening(game=game.name, catalogue=load_catalogue(game)))
    for number, step in enumerate(simulate(game, load_catalogue(game), 1)):
        if number == 500:
            break
        batch.record(step.command, step.events)
    batch.store()
    for about in (50, 150, 250, 350, 450):
        record(app, batch.match.id, Disputed(about=about, claim="missed", claimant="Ada", text="a die was misread"))
    begun = time.perf_counter()
    page = written(app, batch.match.id, "html")
    assert not WHOLE or time.perf_counter() - begun < 2
    assert page.count("a die was misread") >= 5


def test_the_command_writes_a_whole_file_or_none(matchbook: CommandLine, tmp_path: Path) -> None:
    match = matchbook(*NEW).out.strip()
    file = tmp_path / "r.html"
    assert matchbook("report", match, "--format", "html", "-o", file).code == 0
    before = file.read_bytes()
    assert matchbook("report", match, "-o", file).code == 2
    assert file.read_bytes() == before
    assert matchbook("report", match, "--as", "Zoe").code == 2
    assert json.loads(matchbook("report", match, "--format", "json").out)["match"] == match
