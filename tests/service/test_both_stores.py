"""The promises of recording, on a file and on a PostgreSQL server."""

from contextlib import closing
from pathlib import Path
from random import Random
from threading import Barrier, Thread

import pytest

from domain.registry import installed_games
from projections.analytics import Analytics
from service.exchange.files import export_match, import_file
from service.recording.match_service import MatchService
from service.recording.recording_service import ActionLine, ConflictWith, Recorded, RecordingService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.errors import MatchNotFound
from storage.store import MatchStore
from tests.campaigns import WHOLE, tries
from tests.postgres import PostgresServer
from tests.replay_tui.live import open_sheet, sheet_of
from tests.service.conftest import CommandLine

SENT = tries("MATCHBOOK_SENT_AGAIN", few=40, many=1000)
RACES = tries("MATCHBOOK_RACES", few=40, many=1000)
LINES = [line.text for line in sheet_of("frc_card_game")[1].lines if not line.refused and not line.as_played]


def program(url: str, name: str) -> MatchService:
    return MatchService(MatchStore.open(url, create=True), recorder=name)


def test_a_command_sent_again_is_stored_once(store_url: str) -> None:
    """Each command is sent one to ten times to either of two servers: every answer names the same entry."""
    rng = Random(4)
    with program(store_url, "ada") as one, program(store_url, "bo") as other:
        desks = RecordingService(one), RecordingService(other)
        done = 0
        while done < SENT:
            match, version = open_sheet(one, "frc_card_game"), one.store.recorder.last_version
            for number, line in enumerate(LINES):
                at = version(match)
                act = ActionLine(line=line, at_version=at, command_id=f"{match}-{number}")
                answers = [rng.choice(desks).take(match, act) for _ in range(rng.randint(1, 10))]
                assert isinstance(answers[0], Recorded), answers[0]
                assert all(answer == answers[0] for answer in answers)
                assert version(match) == answers[0].version == at + 1
                done += 1


def test_what_is_refused_begins_no_store(store_url: str, matchbook: CommandLine) -> None:
    """A refused match makes no store, with pseudonyms or without; the first accepted match makes it."""
    for more in ((), ("--pseudonyms",)):
        refused = matchbook("new", "frc_tcg", "--player", "Ada", *more)
        there = matchbook("matches")
        assert (refused.code, there.code, "no store there" in there.err) == (3, 5, True), (refused, there)
    assert matchbook("new", "frc_tcg", "--player", "Ada", "--player", "Bo", "--pseudonyms").code == 0
    assert "Ada" in matchbook("names", "list").out


def test_two_at_one_version(store_url: str) -> None:
    """Of two programs that record at once after the same entry, one is first; the other is told who was, and with which entry."""
    with program(store_url, "ada") as one, program(store_url, "bo") as other:
        desks = {"ada": RecordingService(one), "bo": RecordingService(other)}
        raced = 0
        while raced < RACES:
            match = open_sheet(one, "frc_card_game")
            for number, line in enumerate(LINES):
                raced += 1
                at = one.store.recorder.last_version(match)
                answers = _raced(desks, match, line, at, number)
                first = [name for name, answer in answers.items() if isinstance(answer, Recorded)]
                assert len(first) == 1, answers
                [late] = [answer for answer in answers.values() if isinstance(answer, ConflictWith)]
                assert (late.by, late.version) == (first[0], at + 1)


def _raced(desks: dict[str, RecordingService], match: str, line: str, at: int, number: int) -> dict[str, object]:
    start, answers = Barrier(len(desks)), dict[str, object]()

    def run(name: str) -> None:
        start.wait(120)
        act = ActionLine(line=line, at_version=at, command_id=f"{match}-{number}-{name}")
        answers[name] = desks[name].take(match, act)

    threads = [Thread(target=run, args=(name,)) for name in desks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_every_sample_match_is_the_same_in_a_file(server: PostgresServer, tmp_path: Path) -> None:
    """Heads, match files and analytics of sample matches on a server and in a file are equal (in campaigns of all samples)."""
    games = [game for game in installed_games().values() if game.kind == "game"]
    file_store = str(tmp_path / "elsewhere.db")
    with server.store() as url, program(url, "tess") as here, program(file_store, "tess") as there:
        for game in games:
            for sheet in sample_sheets(game)[: None if WHOLE else 1]:
                type_in(here, game, sheet)
        file = tmp_path / "match.jsonl"
        matches = [row.match for row in here.store.select(0, 100_000) if row.version == 1]
        assert len(matches) >= len(games)
        for match in matches:
            file.write_bytes(export_match(here, match))
            import_file(there, file)
            assert there.match(match).head == here.match(match).head
            assert export_match(there, match) == file.read_bytes()
        ours, theirs = (
            Analytics(tmp_path / "here.duckdb", here.store),
            Analytics(tmp_path / "there.duckdb", there.store),
        )
        with closing(ours), closing(theirs):
            assert ours.content_hash() == theirs.content_hash()


def test_doctor_tells_no_password(store_url: str, store_kind: str, matchbook: CommandLine, monkeypatch) -> None:
    """Given an address with a password in the environment, then no command shows it; on the command line it is refused."""
    secret = "correct-horse"
    if store_kind == "postgres":
        head, _, rest = store_url.partition("://")[2].partition("@")
        monkeypatch.setenv("MATCHBOOK_STORE", f"postgresql://{head or 'postgres'}:{secret}@{rest}")
    for command in (("init",), ("doctor",), ("matches",), ("verify", "--all"), ("show", "nobody")):
        ran = matchbook(*command)
        assert secret not in ran.out + ran.err
        assert "Traceback" not in ran.err
    ran = matchbook("--store", f"postgresql://tess:{secret}@127.0.0.1/matches", "doctor")
    assert (ran.code, secret in ran.err, "MATCHBOOK_STORE" in ran.err) == (2, False, True)


def test_no_match_is_named_what_no_text_is(store_url: str) -> None:
    with program(store_url, "ada") as app:
        open_sheet(app, "frc_card_game")
        for name in ("a\0b", "\udcff", ""):
            with pytest.raises(MatchNotFound):
                app.store.resolve_id(name)
        with pytest.raises(MatchNotFound):
            app.store.load("a\0b")
