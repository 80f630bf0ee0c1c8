"""Often and at once: commands that are sent again and again, and races for one version."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic, thread_time

import httpx

from tests.campaigns import tries
from tests.web_service.serving import Served, serving
from tests.web_service.tables import SHEET, opened
from web_service.limits import PAYER, SHARE, Limits, Turns
from web_service.writer import Writer


def test_a_command_sent_up_to_ten_times_is_stored_once(tmp_path: Path) -> None:
    """S4: given a note sent 1 to 10 times, in turn or at once, then one entry is stored, and every answer names it."""
    rng = random.Random(4)
    with serving(tmp_path) as served, ThreadPoolExecutor(4) as pool:
        served.app_state.limits = Limits(lambda: monotonic() * 1_000)
        match = opened(served.app)
        with served.client(served.token("scorekeeper")) as table:

            def send(note: dict[str, object]) -> httpx.Response:
                return table.post(f"/api/matches/{match}/notes", json=note)

            for case in range(tries("MATCHBOOK_SENDINGS", few=30, many=1000)):
                note = {"about": 1, "text": "n", "at_version": 7 + case, "command_id": f"note-{case:06}"}
                times = [note] * rng.randint(1, 10)
                answers = list(pool.map(send, times) if case % 2 else map(send, times))
                assert {answer.json()["version"] for answer in answers} == {8 + case}
                assert sorted(answer.status_code for answer in answers) == [200] * (len(times) - 1) + [201]
                assert served.app.match(match).version == 8 + case


def test_of_two_at_one_version_one_is_recorded(tmp_path: Path) -> None:
    """S5: given two clients that send at once what they saw of one version, then one gets 201, the other 409 with who and what."""
    with serving(tmp_path) as served, ThreadPoolExecutor(2) as pool:
        served.app_state.limits = Limits(lambda: monotonic() * 1_000)
        match = opened(served.app)
        clients = {name: served.client(served.token("scorekeeper", name)) for name in ("Sam", "Kim")}

        def send(name: str, version: int) -> httpx.Response:
            note = {"about": 1, "text": name, "at_version": version, "command_id": f"{name}-{version:06}"}
            return clients[name].post(f"/api/matches/{match}/notes", json=note)

        first = dict.fromkeys(clients, 0)
        for version in range(7, 7 + tries("MATCHBOOK_RACES", few=30, many=1000)):
            names = list(clients)[:: 1 if version % 2 else -1]
            answers = dict(zip(names, pool.map(send, names, (version, version)), strict=True))
            [won] = [name for name, answer in answers.items() if answer.status_code == 201]
            [lost] = [answer.json() for answer in answers.values() if answer.status_code == 409]
            assert (lost["kind"], lost["by"], lost["version"]) == ("conflict", won, version + 1)
            assert served.app.match(match).version == version + 1
            first[won] += 1
    assert sum(first.values()) == version - 6


def test_who_records_much_at_once_waits_and_no_others_do() -> None:
    """Given four pieces of work of one token, then one at a time waits for the writer: another sender's is not behind all of
    them. Each piece puts off the token's next turn."""
    turns, done = Turns(lambda: 0.0), list[str]()
    writer = Writer(lambda: None, turns)

    def work(name: str) -> None:
        done.append(name)
        begun = thread_time()
        while thread_time() - begun < 0.005:
            pass

    async def send(payer: str, name: str) -> None:
        PAYER.set(payer)
        await writer.do(partial(work, name))

    async def together() -> None:
        sent = [asyncio.create_task(send("table", f"table {number}")) for number in range(4)]
        await asyncio.gather(*sent, asyncio.create_task(send("", "organiser")))

    asyncio.run(together())
    writer.close()
    assert done.index("organiser") < 2
    assert len(done) == 5
    assert turns.owed("table") > 4 * 0.005 / SHARE
    assert turns.owed("") == 0


def test_a_sheet_of_more_than_a_thousand_lines_is_an_organisers(served: Served) -> None:
    """Others are told how many lines there are, and what to do; nothing is stored."""
    for role in ("scorekeeper", "judge"):
        with served.client(served.token(role)) as client:
            sent = client.post("/api/matches", json={"sheet": SHEET + "#\n" * 1_000})
            assert (sent.status_code, sent.json()["kind"]) == (413, "too-large")
            assert "1,008 lines" in sent.json()["detail"]
            assert "1,000" in sent.json()["detail"]
            assert served.app.store.match_ids() == []
    with served.client(served.token("scorekeeper")) as client:
        assert client.post("/api/matches", json={"sheet": SHEET + "#\n" * 992}).status_code == 201
    with served.client(served.token("organiser")) as client:
        assert client.post("/api/matches", json={"sheet": SHEET + "#\n" * 1_001}).status_code == 201
