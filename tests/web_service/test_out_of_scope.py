"""What a token for one table or event can find out about other matches, and what it can do to other people."""

from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.entries import Annotated
from domain.games.tabletop.schema import KIT_ID, KitRecord
from domain.registry import load_game
from domain.seats import SeatSetup, TableSetup
from projections.filters import filters
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from storage.errors import EntryRefused, StorageError
from storage.records import Row
from storage.store import MatchStore
from tests.storage.forging import unguarded
from tests.web_service.serving import Served, serving
from tests.web_service.tables import LINES, opened
from tests.web_service.test_remote import terminal
from web_service.limits import Limits
from web_service.public_address import PublicAddress


@pytest.fixture
def other(served: Served) -> str:
    """A match of another event than `cup`, with names, a kit and moves of its own."""
    with served.client(served.token("organiser")) as client:
        body = {"game": "pig", "players": ["Zenobia", "Quill"], "tags": ["league"]}
        match = str(client.post("/api/matches", json=body).json()["match"])
        act = {"line": "roll 5", "at_version": 1, "command_id": "roll-five"}
        assert client.post(f"/api/matches/{match}/acts", json=act).status_code == 201
    return match


def _asked(served: Served, client: httpx.Client, path: str, **params: str) -> tuple[int, str]:
    served.app_state.limits = Limits()
    answer = client.get(path, params=params)
    return answer.status_code, answer.text


@pytest.mark.usefixtures("other")
def test_a_judge_of_one_event_is_told_no_names_of_another(served: Served) -> None:
    """Given a match of another event, then its players and kits are suggested nowhere to the judge, and an existing name gets the
    same answer as a name that occurs nowhere."""
    opened(served.app, tag="cup")
    judge, every = served.client(served.token("judge", tag="cup")), served.client(served.token("judge"))
    checked = [one.name for one in filters().values() if one.is_checked and not one.own and one.name != "tag"]
    assert {"player", "card", "deck", "competition"} <= {*checked}
    for path in ("/api/stats/length", "/api/explore/frc_card_game"):
        for name in checked:
            status, told = _asked(served, judge, path, given=f"{name}:Zenobi")
            assert (status, "Zenobia" in told) == (400, False), (path, name)
        known = _asked(served, judge, path, given="player:Zenobia")
        assert known[0] == 400
        assert known[1].replace("Zenobia", "Zenobib") == _asked(served, judge, path, given="player:Zenobib")[1]
        assert "did you mean Zenobia" in _asked(served, every, path, given="player:Zenobi")[1]
        assert "did you mean Ada" in _asked(served, judge, path, given="player:Adaa")[1]
    for path in ("/api/stats/length", "/api/explore/frc_card_game"):
        assert "pig" in _asked(served, every, path, given="kit:pi")[1]
        assert "pig" not in _asked(served, judge, path, given="kit:pi")[1]
    assert _asked(served, every, "/api/explore/pig")[0] == 200
    assert _asked(served, judge, "/api/explore/pig")[0] == 404


@pytest.mark.usefixtures("other")
def test_a_judge_of_one_event_is_told_no_moves_of_another(served: Served) -> None:
    """Given a match of the same game at another event, then the explorer names only moves of the own event."""
    opened(served.app, tag="cup", lines=len(LINES))
    foreign = opened(served.app, tag="league", lines=len(LINES))
    served.app.take(foreign, "play_student wes")
    judge, every = served.client(served.token("judge", tag="cup")), served.client(served.token("judge"))
    path = "/api/explore/frc_card_game"
    assert "play_student wes" in _asked(served, every, path, moves="advance_phase to=main;nonsense")[1]
    assert "play_student wes" not in _asked(served, judge, path, moves="advance_phase to=main;nonsense")[1]
    unplayed = _asked(served, judge, path, moves="advance_phase to=main;play_student wes")
    assert unplayed[0] == 400
    assert unplayed[1].count("play_student wes") == 1


def _own_kit() -> Catalogue[CardRecord]:
    """Pig with more steps than a kit file may have."""
    kit = load_catalogue(load_game("tabletop"), "pig")
    record = kit.get(KIT_ID)
    assert isinstance(record, KitRecord)
    verbs = tuple(replace(verb, does=verb.does * 2_000) if verb.name == "hold" else verb for verb in record.verbs)
    return kit.plus(replace(record, verbs=verbs))


def _opened_with(app: MatchService, cards: Catalogue[CardRecord]) -> str:
    game = load_game("tabletop").for_catalogue(cards)
    commands = game.open_table(TableSetup((SeatSetup("Ada"), SeatSetup("Bo"))))
    return app.open_match(Opening(game=game.name, catalogue=cards, commands=commands, tags=("cup",))).id


@pytest.mark.parametrize("role", ["scorekeeper", "judge"])
def test_a_table_brings_no_kit_of_its_own(served: Served, role: str) -> None:
    """A kit is code that the service runs: a table's terminal opens matches with kits that Matchbook includes or that an organiser
    used before, and no others."""
    included = load_catalogue(load_game("tabletop"), "pig")
    with terminal(served.url, served.token(role, "Table 4", tag="cup")) as app:
        with pytest.raises(EntryRefused, match="new to this store"):
            _opened_with(app, _own_kit())
        assert served.app.store.recorder.select_catalogues() == []
        assert _opened_with(app, included) in served.app.store.match_ids()
        with terminal(served.url, served.token("organiser")) as organiser:
            _opened_with(organiser, _own_kit())
        assert _opened_with(app, _own_kit()) in served.app.store.match_ids()


def test_a_table_writes_no_longer_texts_from_a_terminal_than_over_http(served: Served) -> None:
    """Notes, reasons and words of commands have at most 4,000 characters; organisers may import longer ones."""
    match, long = opened(served.app, tag="cup"), "x" * 4_001
    secret = served.token("scorekeeper", "Table 4", tag="cup")
    before = served.app.store.head_position()
    with terminal(served.url, secret) as app:
        for record in (
            lambda: app.annotate(match, Annotated(about=1, text=long)),
            lambda: app.take_back(match, 2, reason=long),
            lambda: app.take(match, "play_student wes", as_played=True, reason=long),
        ):
            with pytest.raises(EntryRefused, match="at most 4,000 are allowed"):
                record()
    with served.client(secret) as table:
        sheet = f"@game pig\n@player {long}\n@player Bo\nroll 5"
        answer = table.post("/api/matches", json={"sheet": sheet})
        assert (answer.status_code, answer.json()["kind"]) == (413, "too-large")
    assert served.app.store.head_position() == before
    with terminal(served.url, served.token("organiser")) as app:
        assert app.annotate(match, Annotated(about=1, text=long)).version == before + 1


def test_a_table_records_no_more_in_a_match_than_pages_can_show(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a match with as much text as a table may record, then its scorekeeper is refused over HTTP and from a terminal, a claim
    and the organiser's note are recorded, and other matches go on."""
    match, other = (opened(served.app, tag="cup") for _ in range(2))
    monkeypatch.setattr("web_service.app_state.MOST_RECORD", 12_000)
    secret = served.token("scorekeeper", "Table 4", tag="cup")

    def noted(client: httpx.Client, match: str, version: int) -> int:
        body = {"about": 1, "text": "x" * 4_000, "at_version": version, "command_id": f"{match}-{version}"}
        return client.post(f"/api/matches/{match}/notes", json=body).status_code

    with served.client(secret) as table, served.client(served.token("organiser")) as organiser:
        statuses = [noted(table, match, version) for version in range(len(LINES) + 1, len(LINES) + 5)]
        assert statuses[0] == 201
        assert statuses[-1] == 403
        version = served.app.match(match).version
        claim = {"about": 2, "claim": "illegal", "text": "no", "at_version": version, "command_id": "a-claim-of-ours"}
        assert table.post(f"/api/matches/{match}/claims", json=claim).status_code == 201
        assert noted(organiser, match, version + 1) == 201
        assert noted(table, match, version + 2) == 403
        first = len(LINES) + 1
        assert noted(table, match, first) == 200  # sent again, it was stored
        assert noted(table, other, len(LINES) + 1) == 201
    with terminal(served.url, secret) as app, pytest.raises(StorageError, match="organisers can record more"):
        app.annotate(match, Annotated(about=1, text="short"))


@pytest.mark.parametrize("entry", [1, 3])
def test_a_damaged_match_of_others_is_not_there(tmp_path: Path, entry: int) -> None:
    """Given a damaged match, then tokens of another event get the answer of a missing one, and its own scorekeeper learns of the
    damage where the opening still tells whose match it is."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        match = opened(MatchService(store), tag="league")
    unguarded(tmp_path / "matches.db", f"UPDATE stored_events SET state = '{{}}' WHERE originator_version = {entry}")
    with serving(tmp_path) as served:
        for role in ("judge", "scorekeeper"):
            with served.client(served.token(role, tag="cup")) as client:
                for path in ("board", "offers", "disputes"):
                    answers = [client.get(f"/api/matches/{one}/{path}") for one in (match, "0123456789ab")]
                    assert [answer.status_code for answer in answers] == [404, 404]
                    assert answers[0].text == answers[1].text
            with served.client(served.token(role, tag="league")) as client:
                assert client.get(f"/api/matches/{match}/offers").status_code == (404 if entry == 1 else 409)


def test_a_used_command_id_tells_a_player_nothing_of_its_entry(served: Served) -> None:
    """Given an entry under a command id that is easy to guess, then a player who sends it with a claim is told that it is used, and
    not for which command."""
    match = opened(served.app)
    served.app.take(match, "play_student wes", command_id="table-1-act-8")
    version = served.app.match(match).version
    claim = {"about": 2, "claim": "illegal", "text": "no", "at_version": version, "command_id": "table-1-act-8"}
    with served.client(served.token("player", match=match, seat=0)) as player:
        answer = player.post(f"/api/matches/{match}/claims", json=claim)
    assert (answer.status_code, answer.json()["kind"]) == (422, "reused")
    assert "play_student" not in answer.text
    with served.client(served.token("scorekeeper")) as table:
        assert "play_student" in table.post(f"/api/matches/{match}/claims", json=claim).text


def test_a_terminal_sends_a_thousand_entries_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that would keep others from recording is refused, but not an organiser's."""
    monkeypatch.setattr("web_service.api.store.MOST_LINES", 3)
    with (
        terminal(served.url, served.token("scorekeeper", tag="cup")) as app,
        pytest.raises(StorageError, match="parts"),
    ):
        opened(app, lines=3)
    with terminal(served.url, served.token("organiser")) as app:
        assert len(served.app.store.entries(opened(app, lines=3))) == 4


@pytest.mark.parametrize("host", ["rebound.example", "rebound.example:8080", "127.0.0.1.rebound.example", ""])
def test_a_service_of_this_machine_is_asked_for_by_its_own_names(served: Served, host: str) -> None:
    """A page of another site whose name leads to this machine reads nothing; the names of this machine and the configured one, and
    services that others can reach, answer as before."""
    for listens in ("127.0.0.1", "::1", "localhost"):
        served.app_state.address = PublicAddress("https://club.example", (listens,))
        with served.client(Host=host) as client:
            assert client.get("/").status_code == 403
            assert client.get("/api/matches").status_code == 403
        for known in ("127.0.0.1:8080", "localhost", "[::1]:8080", "club.example"):
            with served.client(Host=known) as client:
                assert client.get("/api/matches").status_code == 200, known
    for open_to in (("*",), ("0.0.0.0",), ("192.168.1.5",)):
        served.app_state.address = PublicAddress("", open_to)
        with served.client(Host=host) as client:
            assert client.get("/api/matches").status_code == 200


def test_a_log_with_few_rows_in_scope_is_read_in_pages(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given many rows of others before the own ones, then a request for one row takes as many queries as one for a page."""
    for _ in range(3):
        opened(served.app, tag="league")
    mine, selected = opened(served.app, tag="cup", lines=1), list[int]()
    select = served.app.store.recorder.select_log

    def counted(after: int, limit: int) -> list[Row]:
        selected.append(limit)
        return select(after, limit)

    with served.client(served.token("scorekeeper", tag="cup")) as table:
        assert table.get("/api/store").status_code == 200
        monkeypatch.setattr(
            type(served.app.store.recorder), "select_log", lambda _, after, limit: counted(after, limit)
        )
        for limit in (1, 1_000):
            selected.clear()
            rows = table.get("/api/store/log", params={"after": 0, "limit": limit}).json()
            assert {row[1] for row in rows} == {mine}
            assert len(rows) == min(limit, 2)
            assert len(selected) <= 3
