"""A Swiss over HTTP, from pairing to standings: tables record with tokens of their own, results come in by themselves."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final

import httpx
import pytest
from msgspec.structs import replace

from domain.entries import Annotated
from domain.registry import load_game
from domain.timeline import Address
from service.competitions.event_days import EventDays, match_of, table_tag
from service.competitions.fixtures import FixtureSettings, next_match
from service.competitions.results import Competitions
from service.delay import Delay
from service.errors import UsageProblem
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct
from service.recording.opening import opening_of
from service.typing.scoresheet import read_scoresheet
from storage.errors import EntryRefused
from tests.waiting import PATIENCE
from tests.web_service.serving import Served, events, serving
from tests.web_service.tables import SHEET
from tests.web_service.test_remote import terminal

GAME: Final = "frc_card_game"
SIZES: Final = {"1": 30, "2": 30}


class Event:
    """A served event day of one Swiss, and those who act in it."""

    def __init__(self, served: Served, players: int, rounds: int, game: str = GAME) -> None:
        self.served = served
        self.names = [f"Player {number:02}" for number in range(1, players + 1)]
        self.organiser = served.client(served.token("organiser", "Olga"))
        options = {"bracket": "swiss", "rounds": str(rounds)} | ({"game": game} if game else {})
        self.cup = self.opened(game="tournament", players=self.names, options=options, title="Cup")
        tables = {"tables": str(max(1, players // 2))}
        self.id = self.opened(
            game="gathering", players=["Kim", "Lou"], options=tables, title="Autumn open", tags=["open"]
        )
        self.tablets: dict[int, httpx.Client] = {}
        self.acts = 0
        self.act(self.organiser, self.id, f"add_tournament {self.cup} Cup", 201)

    def opened(self, **body: object) -> str:
        answer = self.organiser.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["match"])

    def act(self, client: httpx.Client, match: str, line: str, status: int, at: int | None = None) -> dict[str, Any]:
        """A line recorded in a match in its present state."""
        self.acts += 1
        version = client.get(f"/api/matches/{match}").json()["version"] if at is None else at
        body = {"line": line, "at_version": version, "command_id": f"act-{self.acts:08}"}
        answer = client.post(f"/api/matches/{match}/acts", json=body)
        assert answer.status_code == status, answer.text
        return dict(answer.json())

    def round(self, number: int, status: int = 201, client: httpx.Client | None = None) -> dict[str, Any]:
        body = {"round": number, "decks": SIZES}
        answer = (client or self.organiser).post(f"/api/event-days/{self.id}/rounds", json=body)
        assert answer.status_code == status, answer.text
        return dict(answer.json())

    @property
    def view(self) -> dict[str, Any]:
        """Its one tournament, as anybody sees it."""
        with self.served.client() as anybody:
            return dict(anybody.get(f"/api/event-days/{self.id}").json()["tournaments"][0])

    def fresh(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The view, once it shows that: views are made twice a second."""
        last = monotonic() + PATIENCE
        while not done(view := self.view):
            assert monotonic() < last, view
        return view

    def tablet(self, table: int) -> httpx.Client:
        """The tablet that stays at a table: its token is for all matches there, and no others."""
        if table not in self.tablets:
            secret = self.served.token("scorekeeper", f"Table {table}", tag=table_tag(self.id, table))
            self.tablets[table] = self.served.client(secret)
        return self.tablets[table]

    def play(self, line: dict[str, Any], loser: int, acts: int = 0) -> None:
        """The tablet of a table records what it is offered, so often, and then that a player gives up."""
        tablet, version = self.tablet(line["table"]), 1
        for _ in range(acts):
            rows = tablet.get(f"/api/matches/{line['match']}/offers").json()["rows"]
            offered = [row["line"] for row in rows if row["complete"] and "concede" not in row["line"]]
            if not offered:
                break  # what follows asks for cards that only people see
            version = self.act(tablet, line["match"], offered[version % len(offered)], 201, at=version)["version"]
        self.act(tablet, line["match"], f'concede "{line["players"][loser]["name"]}"', 201, at=version)


def swiss(served: Served, players: int, rounds: int, acts: int) -> dict[str, Any]:
    """A whole event in which of each pair the lower number wins; the last view of it."""
    event = Event(served, players, rounds)
    met: set[frozenset[int]] = set()
    view: dict[str, Any] = {}
    for number in range(1, rounds + 1):
        started = event.round(number)
        assert len(started["opened"]) == players // 2
        view = event.fresh(lambda one, number=number: one["round"] == number)
        for line in view["tables"]:
            if line["table"] is not None:
                pair = [player["number"] for player in line["players"]]
                assert frozenset(pair) not in met
                met.add(frozenset(pair))
                event.play(line, pair.index(max(pair)), acts)
        view = event.fresh(lambda one: all(line["result"] for line in one["tables"]))
    assert event.organiser.post(f"/api/event-days/{event.id}/results", json={}).json() == []
    return view


@pytest.mark.slow
def test_an_event_runs_from_pairing_to_standings_over_http(served: Served) -> None:
    """Events: six players, three rounds: tables record, and the standings follow automatically; players meet at most once."""
    view = swiss(served, 6, 3, acts=2)
    assert view["standings"][0] | {"further": 0} == {
        "place": 1,
        "player": {"number": 1, "name": "Player 01"},
        "wins": 3,
        "losses": 0,
        "draws": 0,
        "points": 9,
        "further": 0,
    }
    assert sum(line["wins"] for line in view["standings"]) == 9


@pytest.mark.campaign
def test_campaign_sixty_four_players_play_seven_rounds(served: Served) -> None:
    """Events: 64 players, seven rounds, 224 matches over HTTP: no repeat, and all results are in the standings."""
    view = swiss(served, 64, 7, acts=6)
    assert sum(line["wins"] for line in view["standings"]) == 7 * 32
    first = view["standings"][0]
    assert (first["player"]["number"], first["points"]) == (1, 21)


def test_a_table_that_records_from_a_terminal_elsewhere_counts_at_once(served: Served) -> None:
    """Events: given a terminal at table 1 records through the server, when the match ends, then its result is in the standings."""
    event = Event(served, 4, 1)
    event.round(1)
    line = event.fresh(lambda one: one["round"] == 1)["tables"][0]
    with terminal(served.url, served.token("scorekeeper", "Table 1", tag=table_tag(event.id, 1))) as app:
        app.take(line["match"], 'concede "Player 01"')
    view = event.fresh(lambda one: one["tables"][0]["result"])
    assert view["standings"][0]["player"]["name"] == line["players"][1]["name"]


def test_who_pairs_second_or_what_is_no_event_day_is_told(served: Served) -> None:
    """Events: a conflict names Olga, there is one round; matches and strange names are not event days."""
    event = Event(served, 4, 2)
    event.round(1)
    with served.client(served.token("organiser", "Otto")) as other:
        said = event.round(1, 409, other)
        assert (said["kind"], said["by"]) == ("conflict", "Olga")
        assert event.round(2, 422, other)["broken"][0]["rule"] == "CT-W01"
        assert event.round(3, 400, other)["kind"] == "unreadable"
    assert len(event.view["tables"]) == 2
    event = Event(served, 4, 1)
    for name in (event.cup, "nobody", "%2e%2e"):
        assert event.organiser.get(f"/api/event-days/{name}").status_code == 404
        assert event.organiser.post(f"/api/event-days/{name}/rounds", json={"round": 1}).status_code in (400, 404)


@pytest.mark.parametrize("way", ["http", "terminal"])
def test_a_round_is_stored_whole_or_not_at_all(served: Served, way: str) -> None:
    """Events: without decks a round is not stored and the reason is shown; with decks it is opened at once."""
    event = Event(served, 4, 2)
    before = served.app.store.head_position()
    with terminal(served.url, served.token("organiser", "Otto")) as app:
        if way == "http":
            said = event.organiser.post(f"/api/event-days/{event.id}/rounds", json={"round": 1})
            assert (said.status_code, said.json()["kind"]) == (400, "unreadable"), said.text
            assert "deck" in said.json()["detail"]
        else:
            with pytest.raises(UsageProblem, match="deck"):
                EventDays(app).next_round(event.id)
        assert served.app.store.head_position() == before
        if way == "http":
            event.round(1)
        else:
            EventDays(app).next_round(event.id, wishes=FixtureSettings(decks={0: "30", 1: "30"}))
    assert [bool(line["match"]) for line in event.view["tables"]] == [True, True]


def test_too_few_tables_pair_nothing(served: Served) -> None:
    """Events: given two tables for six players, when a round is requested, then it is refused, and pairings are not stored."""
    event = Event(served, 6, 2)
    event.act(event.organiser, event.id, "adjust broken [set_tables([1, 2])]", 201)
    assert "3 tables needed" in event.round(1, 400)["detail"]
    assert served.app.match(event.cup).version == 1


def test_only_judges_change_results_of_a_closed_event(served: Served) -> None:
    """Given an event recorded on paper, then a scorekeeper of the event amends slips until it is closed; a judge does after it."""
    event = Event(served, 4, 1, game="")
    event.round(1)
    scope = {"tag": f"gathering:{event.id}"}
    keeper, judge = (served.client(served.token(role, **scope)) for role in ("scorekeeper", "judge"))
    for table in (1, 2):
        sent = keeper.post(f"/api/event-days/{event.id}/slips", json={"table": table, "winners": [f"Player 0{table}"]})
        assert sent.status_code == 201, sent.text
    event.act(event.organiser, event.id, "close_gathering", 201)
    refused = keeper.post(f"/api/event-days/{event.id}/slips", json={"table": 2, "drawn": True})
    assert (refused.status_code, "a judge changes" in refused.text) == (403, True)
    assert judge.post(f"/api/event-days/{event.id}/slips", json={"table": 2, "drawn": True}).status_code == 201


def test_a_terminal_is_told_that_a_result_is_final(served: Served) -> None:
    """Given a match of a round that is over, when a scorekeeper notes something from a terminal, then the reason is shown."""
    event = Event(served, 4, 2)
    event.round(1)
    matches = [line["match"] for line in event.view["tables"]]
    with terminal(served.url, served.token("organiser", "Otto")) as app:
        for match in matches:
            app.conclude(match, (0,))
    event.fresh(lambda one: all(line["result"] for line in one["tables"]))
    event.round(2)
    with (
        terminal(served.url, served.token("scorekeeper", "Lou")) as app,
        pytest.raises(EntryRefused, match="round of this match is over: a judge changes it; not recorded"),
    ):
        app.annotate(matches[0], Annotated(about=1, text="late"))


def test_slips_count_and_are_amended_after_the_next_round_was_paired(served: Served) -> None:
    """Events: an amended slip changes the standings, not the pairings; only keepers in scope may send one."""
    event = Event(served, 4, 3, game="")
    tags = ("open", "league", f"gathering:{event.id}", table_tag(event.id, 1))
    keeper, stranger, own, tablet = (served.client(served.token("scorekeeper", tag=tag)) for tag in tags)

    def slip(client: httpx.Client, status: int, table: int, **body: object) -> None:
        answer = client.post(f"/api/event-days/{event.id}/slips", json={"table": table, **body})
        assert answer.status_code == status, answer.text

    event.round(1)
    slip(stranger, 404, 1, winners=["Player 01"])
    slip(tablet, 404, 1, winners=["Player 01"])
    slip(keeper, 400, 1, winners=["Player 02"])
    slip(keeper, 400, 9, drawn=True)
    slip(keeper, 201, 1, winners=["Player 01"])
    slip(own, 201, 2, drawn=True)
    event.round(2)
    paired = event.fresh(lambda one: one["round"] == 2)["tables"]
    first = served.app.match(event.cup).state.results[0].match
    event.act(event.organiser, event.cup, f'amend_result {first} winners=["Player 03"]', 201)
    view = event.fresh(lambda one: one["standings"][0]["player"]["number"] == 3)
    assert [line["players"] for line in view["tables"]] == [line["players"] for line in paired]
    offered = own.get(f"/api/matches/{event.id}/offers", params={"typed": "announce Lunch"}).json()
    assert (offered["rows"], offered["verdict"]["standing"]) == ([], "unreadable"), "events are an organiser's"
    for client in (keeper, stranger, own, tablet):
        client.close()


def test_a_round_with_a_deck_for_nobody_is_refused(served: Served) -> None:
    """Given matches of two players, when a round is requested with a deck of a third, then it is refused and pairings are not
    stored."""
    event = Event(served, 4, 2)
    body = {"round": 1, "decks": SIZES | {"3": 30}}
    answer = event.organiser.post(f"/api/event-days/{event.id}/rounds", json=body)
    assert (answer.status_code, answer.json()["detail"]) == (400, "a deck for seat 3, but only 2 players")
    assert served.app.match(event.cup).version == 1


def standing(event: Event) -> list[tuple[tuple[int, ...], str]]:
    """The result of each table, as the tournament's record has it now."""
    return [(result.players, result.match) for result in event.served.app.match(event.cup).state.results]


def test_a_result_counts_through_the_link_of_its_pairing_alone(served: Served) -> None:
    """A match of the same players and tags, or one corrected into theirs, decides no pairing."""
    event = Event(served, 4, 1)
    event.round(1)
    first, second = event.fresh(lambda one: one["round"] == 1)["tables"]
    names, first_names = ([player["name"] for player in line["players"]] for line in (second, first))
    tags = [f"tournament:{event.cup}", f"gathering:{event.id}", table_tag(event.id, 2)]
    decks = {"1": "30", "2": "30"}
    copy = event.opened(game=GAME, players=names, decks=decks, tags=tags)
    event.act(event.organiser, copy, f'concede "{names[0]}"', 201)
    seats = ", ".join(f'(name="{name}", deck=30)' for name in names)
    change = RequestedEdit(Address(1), "replace", f"start_match [{seats}]")
    correct(
        served.app, CorrectionRequest(match=first["match"], changes=(change,), reason="other names", as_played=True)
    )
    event.act(event.tablet(1), first["match"], f'concede "{names[0]}"', 201)
    assert event.organiser.post(f"/api/event-days/{event.id}/results", json={}).json()[0]["done"] == "refused"
    assert standing(event) == []
    event.play(second, 1)
    assert [match for _, match in standing(event)] == [second["match"]]
    assert first_names != names


def test_a_match_without_a_link_counts_where_the_round_was_seated_before_there_were_links(served: Served) -> None:
    """Records of older programs name matches by tags and ids."""
    event = Event(served, 4, 1)
    app = served.app
    app.take(event.cup, "pair_round [@1, @2, @3, @4]", as_played=True)
    app.take(event.id, "seat_round 1 [(table=1, pairing=1), (table=2, pairing=2)]")
    pairing = app.match(event.cup).state.pairing(1)
    desk, names = Competitions(app), ("Player 01", "Player 02")
    opening = next_match(desk, event.cup, FixtureSettings(players=names, decks={0: "30", 1: "30"}))
    match = match_of(event.cup, "", pairing)
    app.open_match(replace(opening, tags=(*opening.tags, f"gathering:{event.id}")), match_id=match)
    event.act(event.organiser, match, 'concede "Player 02"', 201)
    assert standing(event) == [((0, 1), match)]


@pytest.mark.parametrize("scope", ["table", "everything"])
def test_a_token_gives_no_tag_outside_its_scope(served: Served, scope: str) -> None:
    """Over HTTP, by a sheet and from a terminal: the match is not opened."""
    event = Event(served, 4, 1)
    own = table_tag(event.id, 1) if scope == "table" else ""
    secret = served.token("scorekeeper", "Table 1", tag=own)
    before = len(served.app.store.match_ids())
    body = {"game": GAME, "players": ["Player 01", "Player 02"], "decks": {"1": "30", "2": "30"}}
    with served.client(secret) as tablet, terminal(served.url, secret) as app:
        for tag in (f"tournament:{event.cup}", f"gathering:{event.id}", table_tag(event.id, 2), "Simulated"):
            sheet = f"{SHEET.replace('@tag cup', f'@tag {own or tag}')}@tag {tag}\n"
            sent = (body | {"tags": [tag]}, {"sheet": sheet})
            said = [tablet.post("/api/matches", json=one) for one in sent]
            assert [(one.status_code, one.json()["kind"]) for one in said] == [(403, "forbidden")] * 2
            with pytest.raises(EntryRefused, match="may not use the tag"):
                app.open_match(opening_of(load_game(GAME), read_scoresheet(sheet)))
        assert len(served.app.store.match_ids()) == before
        assert tablet.post("/api/matches", json=body | {"tags": [own or "evening"]}).status_code == 201


def test_followers_are_told_when_a_event_day_changes(tmp_path: Path) -> None:
    """Events: given a follower, when the clock starts, then they get news; the passing of time is not a change."""
    now = [1_800_000_000]
    with serving(tmp_path, clock=lambda: now[0] * 1_000_000) as served:
        event = Event(served, 4, 1)
        event.round(1)
        with served.client() as anybody, anybody.stream("GET", f"/api/event-days/{event.id}/live") as stream:
            came = events(stream)
            first = next(came)
            event.act(event.organiser, event.id, f"set_clock start {now[0]}", 201)
            second = next(came)
            now[0] += 100
            assert event.fresh(lambda one: one["left"] == 2900)["clock"] == "running"
            event.act(event.organiser, event.id, f"set_clock pause {now[0]}", 201)
            third = next(came)
    assert [one.kind for one in (first, second, third)] == ["gathering"] * 3
    assert len({one.data["mark"] for one in (first, second, third)}) == 3


def test_a_delay_holds_results_back_and_no_seats(tmp_path: Path) -> None:
    """Events, S17: given a delay of an hour, then all see the seats of round 1 but not its results or standings."""
    with serving(tmp_path, delay=Delay(seconds=3600)) as served:
        event = Event(served, 4, 1)
        event.round(1)
        own = event.organiser.get(f"/api/event-days/{event.id}").json()["tournaments"][0]
        for line in own["tables"]:
            event.play(line, 1)
        seen = event.view
        assert [line["players"] for line in seen["tables"]] == [line["players"] for line in own["tables"]]
        assert {line["result"] for line in seen["tables"]} == {""}
        assert {line["points"] for line in seen["standings"]} == {0}
        with served.client() as anybody:
            page = anybody.get(f"/g/{event.id}", headers={"Accept": "text/html"}).text
        assert " wins" not in page


def test_a_private_service_shows_an_event_to_its_own_people(tmp_path: Path) -> None:
    """Tokens of the event, its tournament, tables, matches and players see page, stream and data; others do not."""
    with serving(tmp_path, private=True) as served:
        event = Event(served, 4, 1)
        event.round(1)
        match = event.organiser.get(f"/api/event-days/{event.id}").json()["tournaments"][0]["tables"][0]["match"]
        tags = ("OPEN", f"gathering:{event.id}", f"tournament:{event.cup}", table_tag(event.id, 2))
        people = [served.token("scorekeeper", tag=tag) for tag in tags]
        people += [
            served.token("judge", match=event.id),
            served.token("player", match=match, seat=0),
            served.token("judge"),
        ]
        other = event.opened(game="pig", players=["Ada", "Bo"], tags=["league"])
        strangers = ["", served.token("scorekeeper", tag="league"), served.token("player", match=other, seat=0)]
        for secret in (*people, *strangers):
            with served.client(secret) as client:
                for path in (f"/g/{event.id}", f"/g/{event.id}/show", f"/api/event-days/{event.id}"):
                    assert (client.get(path).status_code == 200) == (secret in people), (path, secret)
                with client.stream("GET", f"/api/event-days/{event.id}/live") as stream:
                    assert (stream.status_code == 200) == (secret in people)
                page = client.get("/", headers={"Accept": "text/html"})
                assert (page.status_code, 'id="token"' in page.text) == (200, not secret)


def test_an_event_is_created_once_and_its_rounds_are_played_with_a_kit(served: Served) -> None:
    """Given the same request twice, then one event is opened; a round names its kit, and each table gets a match of it. A refused
    event is not stored."""
    desk = served.client(served.token("organiser", "Olga"))
    before = served.app.store.match_ids()
    body = {"title": "Dice night", "players": ["Ana", "Bo", "Cleo", "Dara"], "rounds": 2, "game": "pig"}
    twice = desk.post("/api/event-days", json=body | {"players": ["Ana", "Ana"], "command_id": "event-twice"})
    strange = desk.post("/api/event-days", json=body | {"game": "no such", "command_id": "event-strange"})
    assert (twice.status_code, strange.status_code) == (422, 400)
    assert served.app.store.match_ids() == before
    made = [desk.post("/api/event-days", json=body | {"command_id": "event-0001"}) for _ in range(2)]
    assert [one.status_code for one in made] == [201, 200]
    assert made[0].json() == made[1].json()
    others: tuple[dict[str, object], ...] = (
        *(
            {"title": "Cards"},
            {"rounds": 1},
            {"minutes": 5},
            {"tables": 9},
            {"scorekeepers": ["Kim"]},
            {"game": "yacht"},
        ),
        {"players": ["Ana", "Bo", "Cleo", "Eli"]},
    )
    for other in others:
        answer = desk.post("/api/event-days", json=body | {"command_id": "event-0001"} | other)
        assert (answer.status_code, answer.json()["kind"]) == (422, "reused"), other
    event = made[0].json()["gathering"]
    rounds = f"/api/event-days/{event}/rounds"
    assert desk.post(rounds, json={"round": 1, "kit": "none"}).status_code == 400
    started = desk.post(rounds, json={"round": 1, "kit": "pig"})
    assert started.status_code == 201, started.text
    assert {served.app.match(match).game.title for match in started.json()["opened"]} == {"Pig"}


def test_calls_are_shown_to_judges_of_their_tables(served: Served) -> None:
    """Given a call at table 1, then judges of the event read it on the page of the event; a judge of table 2, scorekeepers,
    players and spectators do not."""
    event = Event(served, 4, 2)
    event.round(1)
    [line, other] = event.fresh(lambda one: one["round"] == 1)["tables"]
    act = {"about": 1, "claim": "conduct", "text": "shouting", "at_version": 1, "command_id": "claim-0001"}
    assert event.organiser.post(f"/api/matches/{line['match']}/claims", json=act).status_code == 201
    told = {
        served.token("judge", "Ruth"): True,
        served.token("judge", "Ruth", tag=f"gathering:{event.id}"): True,
        served.token("judge", "Ruth", tag=table_tag(event.id, 2)): False,
        served.token("scorekeeper"): False,
        served.token("player", match=other["match"], seat=0): False,
        "": False,
    }
    for secret, reads in told.items():
        assert ("shouting" in served.client(secret).get(f"/g/{event.id}").text) is reads


def test_a_wrong_slip_of_a_recorded_table_is_put_right_by_another(served: Served) -> None:
    """Given a table whose match ended by a slip, then another slip of the organiser amends it, also after the result was undone in
    the tournament; the same slip again has no effect; a match that was played to its end says where its end is undone."""
    event = Event(served, 4, 1)
    event.round(1)
    [line, other] = event.fresh(lambda one: one["round"] == 1)["tables"]
    names = [player["name"] for player in line["players"]]

    def slip(client: httpx.Client, table: int = 1, **said: object) -> httpx.Response:
        return client.post(f"/api/event-days/{event.id}/slips", json={"table": table} | said)

    def result() -> str:
        return str(event.organiser.get(f"/api/event-days/{event.id}").json()["tournaments"][0]["tables"][0]["result"])

    assert slip(event.tablet(1), winners=names[:1]).status_code == 404
    for said, told in (
        ({"winners": names[:1]}, names[0]),
        ({"winners": names[1:]}, names[1]),
        ({"drawn": True}, "draw"),
    ):
        assert slip(event.organiser, **said).status_code == 201
        assert told in result()
        length = served.app.match(line["match"]).version
        assert slip(event.organiser, **said).status_code == 200
        assert served.app.match(line["match"]).version == length
    for said, told in (({"drawn": True}, "draw"), ({"winners": names[:1]}, names[0])):
        while result():
            target = served.app.match(event.cup).undo_target
            assert target is not None
            served.app.take_back(event.cup, target, reason="undo")
        assert slip(event.organiser, **said).is_success
        assert told in result()
    event.play(other, 1)
    refused = slip(event.organiser, 2, winners=[other["players"][1]["name"]])
    assert refused.status_code == 400
    assert f"/m/{other['match']}/record" in refused.text


def test_an_organiser_finds_the_projector_and_the_codes_and_a_closed_event_says_so(served: Served) -> None:
    """Given an organiser, then the page of the event links the projector and offers codes for officials; the list of players to
    drop begins without a choice; once the event is closed, page and projector say so, show the final standings and hide the clock
    and all commands. A player confirms only a result that is there, and finds the event from the tables."""
    event = Event(served, 4, 1)
    event.round(1)
    page = event.organiser.get(f"/g/{event.id}").text
    assert f'href="/g/{event.id}/show"' in page
    assert 'data-official="judge"' in page
    assert '<select class="field" name="player" required><option value="">choose' in page
    assert "is closed" not in page
    anybody = served.client()
    assert 'data-official="' not in anybody.get(f"/g/{event.id}").text
    player = served.client(served.token("player", "Player 01", match=event.id, tag=f"tournament:{event.cup}", seat=0))
    assert 'data-own="confirm"' not in player.get(f"/g/{event.id}").text, "nothing to confirm yet"
    for line in event.fresh(lambda one: one["round"] == 1)["tables"]:
        event.play(line, 1)
    event.act(event.organiser, event.id, "close_gathering", 201)
    for client, path in ((event.organiser, ""), (anybody, ""), (anybody, "/show")):
        page = client.get(f"/g/{event.id}{path}").text
        assert ">This event is closed.<" in page
        assert "data-clock=" not in page
        assert "data-desk=" not in page
        assert "Final standings" in page
        assert 'data-command="' not in page
    assert 'data-own="confirm"' in player.get(f"/g/{event.id}").text
    told = [f'href="/g/{event.id}">Your event' in client.get("/").text for client in (player, anybody, event.organiser)]
    assert told == [True, False, False]


def test_pages_name_their_character_set_once(served: Served) -> None:
    """All kinds of pages, kept or not."""
    for path in ("/", "/matches", "/enter", "/g/none", "/position/none"):
        assert (
            served.client().get(path, headers={"Accept": "text/html"}).headers["content-type"]
            == "text/html; charset=utf-8"
        )


def test_an_event_says_what_decks_its_game_needs_and_whose_is_wrong(served: Served) -> None:
    """Given FRC TCG, then the form says that a deck needs 54 cards; a refusal names the player whose deck has 40, or the name that
    two players have."""
    desk = served.client(served.token("organiser", "Olga"))
    assert 'data-need="54"' in desk.get("/g/new").text
    names = ["Ana", "Bo", "Cleo", "Dara"]
    body = {"title": "Cards", "players": names, "game": "frc_tcg", "deck": "54"}
    wrong = desk.post("/api/event-days", json=body | {"decks": {"Cleo": "40"}, "command_id": "event-0001"})
    assert [one["text"] for one in wrong.json()["broken"]] == ["Cleo: 40 cards; the deck needs 54"]
    twice = desk.post("/api/event-days", json=body | {"players": [*names, "Bo"], "command_id": "event-0002"})
    assert twice.json()["broken"][0]["text"].startswith("two players are called Bo:")
    assert desk.post("/api/event-days", json=body | {"command_id": "event-0003"}).status_code == 201


def changed_by_their_tablet(event: Event, line: dict[str, Any]) -> list[int]:
    """The answer to a table's tablet that takes the end of its match back, and that records another end."""
    tablet, match = event.tablet(line["table"]), line["match"]
    version = tablet.get(f"/api/matches/{match}").json()["version"]
    body = {"at_version": version, "command_id": f"again-{match}-{version}"}
    back = tablet.post(f"/api/matches/{match}/take-backs", json=body | {"to": 1, "reason": "undo"})
    other = {"line": f'concede "{line["players"][0]["name"]}"', "as_played": True, "reason": "again"}
    acted = tablet.post(f"/api/matches/{match}/acts", json=body | other)
    return [back.status_code, acted.status_code]


def test_a_table_changes_no_result_of_an_earlier_round_or_a_closed_event(served: Served) -> None:
    """Given a decided round, then a table's token changes its matches only until the next round is seated or the event is closed;
    the organiser still does."""
    event = Event(served, 4, 2)
    event.round(1)
    first, second = event.fresh(lambda one: one["round"] == 1)["tables"]
    event.play(first, 1)
    event.play(second, 1)
    assert served.app.match(first["match"]).outcome is not None
    event.round(2)
    before = standing(event)
    assert changed_by_their_tablet(event, first) == [403, 403]
    assert event.tablet(1).get(f"/api/matches/{first['match']}").json().get("undo_to") is None
    assert standing(event) == before
    later, last = event.fresh(lambda one: one["round"] == 2)["tables"]
    event.play(later, 1)
    event.play(last, 1)
    event.act(event.organiser, event.id, "close_gathering", 201)
    assert changed_by_their_tablet(event, later) == [403, 403]
    version = served.app.match(first["match"]).version
    body = {"to": 1, "reason": "wrong end", "at_version": version, "command_id": "by-the-desk"}
    assert event.organiser.post(f"/api/matches/{first['match']}/take-backs", json=body).status_code == 201


def test_a_table_changes_no_result_that_a_player_confirmed(served: Served) -> None:
    """Given a decided match, when a player confirms it, then a token of the table takes its end back no more."""
    event = Event(served, 2, 1)
    event.round(1)
    [line] = event.fresh(lambda one: one["round"] == 1)["tables"]
    event.play(line, 1)
    version = served.app.match(line["match"]).version
    body = {"seat": 0, "at_version": version, "command_id": "ada-confirms"}
    assert event.organiser.post(f"/api/matches/{line['match']}/confirmations", json=body).status_code == 201
    assert changed_by_their_tablet(event, line) == [403, 403]
    assert served.app.match(line["match"]).outcome is not None


def test_a_match_is_searched_once_for_a_confirmation(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a match with a result, when its table asks again, then its entries are not searched again, before the next entry."""
    event = Event(served, 2, 1)
    event.round(1)
    [line] = event.fresh(lambda one: one["round"] == 1)["tables"]
    event.play(line, 1)
    match, version = line["match"], served.app.match(line["match"]).version
    store, read = served.app.store, list[str]()
    entries = store.entries
    monkeypatch.setattr(
        store, "entries", lambda match, *span, **more: read.append(match) or entries(match, *span, **more)
    )
    tablet = event.tablet(1)

    def reads() -> int:
        read.clear()
        tablet.get(f"/api/matches/{match}")
        return read.count(match)

    first = reads()
    assert reads() == first - 1  # who may undo is asked each time
    body = {"seat": 0, "at_version": version, "command_id": "ada-confirms"}
    assert event.organiser.post(f"/api/matches/{match}/confirmations", json=body).status_code == 201
    first = reads()
    assert reads() == first - 1
    assert tablet.get(f"/api/matches/{match}").json().get("undo_to") is None


def test_former_addresses_of_event_days_answer_as_before(served: Served) -> None:
    """Reading and recording; other addresses that begin alike are unknown."""
    event = Event(served, 2, 1)
    former = f"/api/gatherings/{event.id}"
    assert event.organiser.post(f"{former}/rounds", json={"round": 1, "decks": SIZES}).status_code == 201
    assert event.organiser.get(former).json() == event.organiser.get(f"/api/event-days/{event.id}").json()
    assert event.organiser.get(former).json()["gathering"] == event.id
    assert event.organiser.get(f"/api/gatheringss/{event.id}").status_code == 404
    assert not [path for path in event.organiser.get("/api/openapi.json").json()["paths"] if "gathering" in path]
