"""The ledger of penalties over matches: which matches count, which infractions are the same, and by what it is narrowed."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.judging import Ruled
from service.analysis.statistics import filter_text, read_wish
from service.judging.judge_actions import penalise, record
from service.judging.rulings import RequestedPenalty
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_event_penalties import Event
from tests.service.test_judging_desk import done

HEAD = ("--official", "Jo", "--role", "head_judge")


def pig(matchbook: CommandLine) -> str:
    return done(matchbook, "new", "pig", "--player", "Ada", "--player", "Bo").strip()


def ruled(matchbook: CommandLine, match: str, *options: str, penalty: str = "Ada=warning") -> str:
    return done(matchbook, "ruling", match, "as seen", *HEAD, "--penalty", penalty, *options)


def lines(matchbook: CommandLine, *words: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(done(matchbook, "ledger", *words, "--json"))
    return found


def test_the_ledger_counts_the_matches_that_statistics_count(matchbook: CommandLine) -> None:
    """Given a match, a what-if of it and a record merged into it, each with a penalty of Ada's, when the ledger is asked, then only
    the match counts, and the excluded ones are stated; on request for duplicates, those are listed."""
    match, other = pig(matchbook), pig(matchbook)
    for one in (match, other, done(matchbook, "fork", match).strip()):
        ruled(matchbook, one)
    done(matchbook, "merge", match, other, "--take", "none")
    assert [one["match"] for one in lines(matchbook)] == [match]
    said = matchbook("ledger").err
    assert "1 what-if left out" in said
    assert "forks:yes counts them" in said
    assert [one["match"] for one in lines(matchbook, "kind:duplicate")] == [other]


@pytest.fixture
def app(store_path: Path) -> Iterator[MatchService]:
    """The store that the command line records in."""
    with MatchService(MatchStore.open(f"sqlite:///{store_path}", create=True), recorder="tess") as opened_app:
        yield opened_app


def test_an_infraction_has_one_name(app: MatchService, matchbook: CommandLine) -> None:
    """Given records from before the guide with `Slow Play`, `slow play`, `slow-play`, `-` and empty infractions, then three are one
    infraction and counted up; the others are without one, are not counted, and come last."""
    match = pig(matchbook)
    for infraction in ("-", "Slow Play", " slow  play", "", "slow-play"):
        act = Ruled(official="Jo", role="head_judge", text="as seen", infraction=infraction)
        penalise(app, match, record(app, match, act).version, RequestedPenalty(seat=0, penalty="warning"))
    assert [(one["infraction"], one["repeated"]) for one in lines(matchbook)] == [
        *(("slow play", number) for number in (1, 2, 3)),
        *[(None, None)] * 2,
    ]
    named, rest = done(matchbook, "ledger").split("by rulings that name no infraction:\n")
    assert (named.count("slow play"), rest.count("warning")) == (3, 2)
    assert len(lines(matchbook, "infraction:SLOW play")) == 3


@pytest.mark.slow
def test_the_ledger_knows_event_date_round_and_official(app: MatchService, matchbook: CommandLine) -> None:
    """Given penalties at two tables of an event, one of a spectator in the record of the event itself, and one elsewhere, then each
    line says event, date, round and official, and any of them narrows the ledger."""
    hall = Event(app)
    first, second = hall.matches
    for match in (first, second, pig(matchbook)):
        ruled(matchbook, match, penalty="1=warning")
    done(
        matchbook,
        "ruling",
        hall.hall,
        "advice",
        "--official",
        "Kim",
        "--cite",
        "outside-assistance",
        "--penalty",
        "person Zoe",
    )
    found = lines(matchbook, f"event:{hall.hall}")
    assert {one["match"] for one in found} == {first, second, hall.hall}
    assert {(one["round"], one["official"]) for one in found} == {(1, "Jo"), (None, "Kim")}
    assert {one["date"] for one in found} == {datetime.now(UTC).strftime("%Y-%m-%d")}
    assert {one["event"] for one in found} == {hall.hall}, "an event without a title is named by its id"
    assert [one["player"] for one in lines(matchbook, "official:kim")] == ["Zoe"]
    assert [one["match"] for one in lines(matchbook, "Zoe")] == [hall.hall]
    assert {one["match"] for one in lines(matchbook, "round:1")} == {first, second}
    assert lines(matchbook, "since:2999-01-01") == []
    refused(matchbook("ledger", "evnt:1"), 2, "no filter 'evnt'", "event")


def test_the_statistics_screen_narrows_the_ledger() -> None:
    """Typed filters reach the question, also the ledger's own parameters; other questions say that they do not have these."""
    narrowed = ("person:Ada", "event:Cup", "round:2", "official:Jo", "infraction:tardiness", "since:2026-01-01")
    found = read_wish(f"ledger {' '.join(narrowed)}")
    assert filter_text(found.where).split() == list(narrowed)
    assert (found.without, found.given) == ((), found.where)
    other = read_wish("results event:Cup")
    assert other.without == ("event:Cup does not apply here",)
