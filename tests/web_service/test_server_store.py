"""The service over a store on a PostgreSQL server."""

import signal
from pathlib import Path

import httpx
import pytest

from service.access import Access
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.postgres import PostgresServer
from tests.web_service.serving import Process, events, free_port
from tests.web_service.tables import LINES, opened


def test_two_servers_on_one_database(server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An act sent to both is stored once, both name the same entry, and followers of either get it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with server.store() as url:
        monkeypatch.setenv("MATCHBOOK_STORE", url)
        with MatchStore.open(url, create=True) as store:
            match = opened(MatchService(store), lines=len(LINES) - 1)
            version = store.recorder.last_version(match)
            secret = Access(store.recorder.sidecar("tokens")).grant("Olga", "organiser").secret
        with Process(url, free_port()) as near, Process(url, free_port()) as far:
            head = {"Authorization": f"Bearer {secret}"}
            clients = [
                httpx.Client(base_url=p.url, headers=head, timeout=120, trust_env=False, verify=False)
                for p in (near, far)
            ]
            streams = [client.stream("GET", f"/api/matches/{match}/live") for client in clients]
            act = {"line": LINES[-1], "at_version": version, "command_id": "sent-twice"}
            with streams[0] as one, streams[1] as other:
                following = [events(one), events(other)]
                assert [next(each).kind for each in following] == ["whole", "whole"]
                answers = [client.post(f"/api/matches/{match}/acts", json=act) for client in clients]
                assert [answer.status_code for answer in answers] == [201, 200]
                assert {answer.json()["version"] for answer in answers} == {version + 1}
                told = [next(each) for each in following]
            assert [(event.kind, event.id) for event in told] == [("entry", version + 1)] * 2
            for client in clients:
                client.close()
            said = [process.end(signal.SIGTERM) for process in (near, far)]
        assert not any("Traceback" in each for each in said)
