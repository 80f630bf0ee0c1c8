"""Permissions of each role, scope and viewpoint; official acts are permanent; the description of it all."""

import dataclasses
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final, get_args

import httpx
import msgspec
import pytest

from domain.decision import RuleViolation
from domain.entries import ActionEntry, Opened, TakenBack
from domain.game import AnyGame, tag_of
from domain.judging import AnyJudging, Ruled
from domain.registry import installed_games, load_game
from service.competitions.event_days import EventDays
from service.competitions.fixtures import FixtureSettings
from service.competitions.new_event import NewEvent, create_event
from service.competitions.results import opening_of_competition
from service.delay import Delay
from service.judging.judge_actions import RequestedPenalty, Ruling, rule
from service.judging.judging_service import JudgingService
from service.permissions import refusal
from storage.errors import EntryRefused
from storage.records import AnyPayload, Codecs
from tests.campaigns import WHOLE
from tests.golden import KINDS, golden_lines, read_golden
from tests.replay_tui.live import open_sheet
from tests.web_service.serving import Event, Served, events, serving
from tests.web_service.tables import LINES, opened
from tests.web_service.test_remote import terminal
from web_service.application import application
from web_service.openapi import handlers_of

ROLES: Final = ("organiser", "judge", "scorekeeper", "player", "anybody")
TABLE: Final = """
GET  /healthz                       200 200 200 200 200
GET  /readyz                        200 200 200 200 200
GET  /api/openapi.json              200 200 200 200 200
GET  /api/games                     200 200 200 200 200
GET  /api/games/frc_tcg/schema      200 200 200 200 200
GET  /api/games/frc_tcg/rules       200 200 200 200 200
POST /api/enter                     401 401 401 401 401
POST /api/leave                     200 200 200 200 200
GET  /api/matches                   200 200 200 200 200
POST /api/matches                   400 400 403 403 401
GET  /api/matches/M                 200 200 200 200 200
GET  /api/matches/M/board           200 200 200 200 200
GET  /api/matches/M/board?view=judge 200 200 200 403 403
GET  /api/matches/M/board?view=Ada  200 200 200 200 403
GET  /api/matches/M/board?view=Bo   200 200 200 403 403
GET  /api/matches/M/log?view=judge  200 200 200 403 403
GET  /api/matches/M/log?view=Bo     200 200 200 403 403
GET  /api/matches/M/page?view=judge 200 200 200 403 403
GET  /api/matches/M/page            200 200 200 200 200
GET  /api/matches/M/file            200 200 200 200 404
GET  /api/matches/M/live            200 200 200 200 200
GET  /api/matches/M/live?view=judge 200 200 200 403 403
GET  /api/matches/M/offers          200 200 200 403 401
GET  /api/matches/M/disputes        200 200 200 200 401
GET  /api/matches/M/corrections     200 200 200 403 401
POST /api/matches/M/corrections     400 400 400 403 401
POST /api/matches/M/acts            400 400 400 403 401
POST /api/matches/M/take-backs      400 400 400 403 401
POST /api/matches/M/notes           400 400 400 403 401
POST /api/matches/M/claims          400 400 400 400 401
POST /api/matches/M/appeals         400 400 400 400 401
POST /api/matches/M/confirmations   400 400 400 400 401
POST /api/matches/M/rulings         400 400 403 403 401
POST /api/matches/M/rulings/foreseen 400 400 403 403 401
POST /api/matches/M/rewinds         400 400 403 403 401
POST /api/matches/M/penalties       400 400 403 403 401
POST /api/matches/M/withdrawals     400 400 403 403 401
POST /api/matches/M/conclusion      400 400 403 403 401
GET  /api/matches/X                 200 404 404 200 200
GET  /api/matches/X/board           200 404 404 200 200
GET  /api/matches/X/log             200 404 404 200 200
GET  /api/matches/X/page            200 404 404 200 200
GET  /api/matches/X/file            200 404 404 404 404
GET  /api/matches/X/live            200 404 404 200 200
GET  /api/matches/X/offers          200 404 404 403 401
GET  /api/matches/X/disputes        200 404 404 404 401
GET  /api/event-days/G              200 200 200 200 200
GET  /api/event-days/G/live         200 200 200 200 200
POST /api/event-days/G/rounds       400 403 403 403 401
POST /api/event-days/G/results      200 403 403 403 401
POST /api/event-days/G/slips        400 400 400 403 401
POST /api/event-days                400 403 403 403 401
GET  /g/new                         200 403 403 403 401
GET  /new                           200 200 403 403 401
GET  /g/G                           200 200 200 200 200
GET  /g/G/show                      200 200 200 200 200
GET  /api/stats                     200 200 403 403 401
GET  /statistics                    200 200 403 403 401
GET  /api/stats/length              200 200 403 403 401
GET  /api/explore/frc_card_game     200 200 403 403 401
GET  /api/tokens                    200 403 403 403 401
GET  /api/looks                     200 403 403 403 401
POST /api/tokens                    400 403 403 403 401
DELETE /api/tokens/nobody           404 403 403 403 401
GET  /api/backup                    200 403 403 403 401
GET  /api/store                     200 200 200 403 401
GET  /api/store/log                 200 200 200 403 401
GET  /api/store/matches             200 200 200 403 401
GET  /api/store/matches/M           200 200 200 403 401
GET  /api/store/matches/X           200 404 404 403 401
GET  /api/store/catalogues          200 200 200 403 401
GET  /api/store/catalogues/none     404 404 404 403 401
GET  /api/store/live                200 200 200 403 401
POST /api/store/rows                201 201 201 403 401
GET  /api/live                      200 200 200 200 200
GET  /                              200 200 200 200 200
GET  /locked                        200 200 200 200 200
GET  /docs/index.html               404 404 404 404 404
GET  /matches                       200 200 200 200 200
GET  /enter                         200 200 200 200 200
GET  /m/M                           200 200 200 200 200
GET  /m/M/position                  303 303 303 303 303
GET  /m/M/position?view=judge       303 303 303 403 403
GET  /position/mb1_                 400 400 400 400 400
GET  /m/M/locked                    200 200 200 200 200
GET  /m/M/show                      200 200 200 200 200
GET  /live/overlay                  200 200 200 200 200
GET  /m/M/record                    200 200 200 403 401
GET  /m/M/slip                      200 200 200 200 401
GET  /m/M/disputes                  200 200 403 403 401
GET  /m/X/disputes                  200 404 403 403 401
GET  /m/X                           200 404 404 200 200
GET  /m/X/position                  303 404 404 303 303
GET  /m/X/locked                    200 404 404 200 200
GET  /m/X/show                      200 404 404 200 200
GET  /m/X/record                    200 404 404 403 401
GET  /m/X/slip                      200 404 404 404 401
"""
"""The rights of each role: M is a match in scope, X one that is not, G an event day. An empty body is unreadable to those who may
send one."""


def tokens(served: Served, match: str) -> dict[str, str]:
    return {
        "organiser": served.token("organiser"),
        "judge": served.token("judge", tag="cup"),
        "scorekeeper": served.token("scorekeeper", match=match),
        "player": served.token("player", match=match, seat=0),
        "anybody": "",
    }


def asked(client: httpx.Client, method: str, path: str) -> int:
    """The status of an answer; of a stream its beginning is enough."""
    sent: dict[str, Any] = {"json": {"token": "wrong"} if path == "/api/enter" else {}} if method == "POST" else {}
    with client.stream(method, path, **sent) as answer:
        return answer.status_code


def answers_to(
    client: httpx.Client, mine: str, other: str, hall: str, opponent: str = "Bo"
) -> dict[tuple[str, str], int]:
    """The status of each row of the table."""
    found = {}
    for row in TABLE.strip().splitlines():
        method, path, *_ = row.split()
        there = path.replace("/M", f"/{mine}").replace("/X", f"/{other}").replace("/G", f"/{hall}")
        there = there.replace("=Bo", f"={opponent}")
        found[method, path] = asked(client, method, there)
    return found


def wanted_of(role: str) -> dict[tuple[str, str], int]:
    """The column of a role."""
    rows = map(str.split, TABLE.strip().splitlines())
    return {(method, path): int(codes[ROLES.index(role)]) for method, path, *codes in rows}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_what_the_table_says(role: str, tmp_path: Path) -> None:
    """S15: role, endpoint, viewpoint and scope give exactly the table; what is out of scope is not there."""
    with serving(tmp_path) as served:
        mine, other = opened(served.app), opened(served.app, tag="league")
        hall = served.app.open_match(opening_of_competition("gathering", "", ("Kim",), {}, tags=("cup",))).id
        own = {} if role != "anybody" else {"Sec-Fetch-Site": "same-origin"}
        with served.client(tokens(served, mine)[role], **own) as client:
            found, wanted = answers_to(client, mine, other, hall), wanted_of(role)
    assert {key: code for key, code in found.items() if code != wanted[key]} == {}


@pytest.mark.slow
def test_a_players_code_holds_for_the_whole_event(tmp_path: Path) -> None:
    """Given the code of a player, then in each round it is a player's token for the table of that round, by the table; the table
    of the round before is looked at as everybody looks; a player who dropped keeps the table of the current round."""
    with serving(tmp_path) as served:
        event, cup, seat_round = event_of_four(served)
        code = {"match": event, "tag": f"tournament:{cup}", "seat": 0}
        wanted, before = wanted_of("player"), ""
        with served.client(served.token("player", "Ada", **code)) as client:
            for _ in range(2):
                mine, other = seat_round()
                [opponent] = {seat.name for seat in served.app.match(mine).state.seats} - {"Ada"}
                ended = {("GET", "/api/matches/X/file"): 200} if before else {}
                found = answers_to(client, mine, before or other, event, opponent)
                assert {key: code for key, code in found.items() if code != (wanted | ended)[key]} == {}
                before = mine
            served.app.take(cup, "drop_player Ada")
            found = answers_to(client, mine, other, event, opponent)
            assert {key: code for key, code in found.items() if code != wanted[key]} == {}


def test_who_drops_keeps_the_match_of_the_round_and_no_later_one(tmp_path: Path) -> None:
    """Given a player who drops after playing, then the player sees the match and confirms it; once the next round is seated, the
    player sees it as all others do and can no longer confirm."""
    with serving(tmp_path) as served:
        event, cup, seat_round = event_of_four(served)
        mine, other = seat_round()
        seat = [seat.name for seat in served.app.match(mine).state.seats].index("Ada")
        last = served.app.conclude(mine, (seat,)).version
        EventDays(served.app).settle(served.app.match(mine))
        client = served.client(served.token("player", "Ada", match=event, tag=f"tournament:{cup}", seat=0))
        served.app.take(cup, "drop_player Ada")
        confirmed = {"seat": seat, "at_version": last, "command_id": "confirm-1"}
        assert f"/m/{mine}" in client.get(f"/g/{event}").text
        assert client.post(f"/api/matches/{mine}/confirmations", json=confirmed).status_code == 201
        EventDays(served.app).settle(served.app.conclude(other, (), drawn=True).match_after)
        EventDays(served.app).next_round(event, wishes=FixtureSettings(decks={0: "30", 1: "30"}))
        late = confirmed | {"at_version": last + 1, "command_id": "confirm-2"}
        assert client.post(f"/api/matches/{mine}/confirmations", json=late).status_code == 404
        assert client.get(f"/m/{mine}").status_code == 200
        assert client.get(f"/m/{mine}?view=judge").status_code == 403


def test_a_player_sees_of_other_tables_what_everybody_sees(tmp_path: Path) -> None:
    """Given a delay, then a player's page of another table is the one of a visitor without a token, and the player's own is not
    delayed; a private service hides other tables."""
    for private in (False, True):
        (folder := tmp_path / str(private)).mkdir()
        with serving(folder, delay=Delay(seconds=3600), private=private) as served:
            event, cup, seat_round = event_of_four(served)
            mine, other = seat_round()
            client = served.client(served.token("player", "Ada", match=event, tag=f"tournament:{cup}", seat=0))
            served.app.conclude(other, (0,))
            heads = [one.get(f"/api/matches/{other}") for one in (client, served.client())]
            assert [one.status_code for one in heads] == ([404] * 2 if private else [200] * 2)
            assert private or heads[0].json() == heads[1].json()
            assert "agreed" not in heads[0].text
            served.app.conclude(mine, (0,))
            assert "agreed" in client.get(f"/api/matches/{mine}").text


def test_a_code_acts_for_its_player_only_until_it_is_replaced(tmp_path: Path) -> None:
    """Given a code, then it confirms and calls for its own seat only; if the code is replaced or revoked while its request is on
    its way, it is not recorded. The player's new code works."""
    with serving(tmp_path) as served:
        event, cup, seat_round = event_of_four(served)
        mine, _ = seat_round()
        seat = [seat.name for seat in served.app.match(mine).state.seats].index("Ada")
        code = {"match": event, "tag": f"tournament:{cup}", "seat": 0}
        last = served.app.conclude(mine, (seat,)).version
        sent = {"seat": seat, "at_version": last, "command_id": "confirm-1"}
        first = served.access.grant("Ada", "player", **code)  # type: ignore[arg-type]
        [path, before] = f"/api/matches/{mine}/confirmations", served.app.store.head_position()
        with served.client(first.secret) as client:
            assert client.post(path, json=sent | {"seat": 1 - seat}).status_code == 403
            made = []
            assert (
                late(
                    served, first.secret, path, sent, lambda: made.append(served.access.grant("Ada", "player", **code))
                )
                == 401
            )  # type: ignore[arg-type]
            [second] = made
            assert client.get(f"/api/matches/{mine}").status_code == 401
        assert late(served, second.secret, path, sent, lambda: served.access.revoke(second.token.id)) == 401
        other = served.token("player", "Ada", **code)
        assert served.app.store.head_position() == before
        with served.client(other) as client:
            assert client.post(path, json=sent).status_code == 201
            assert client.post("/api/enter", json={"token": other}).json()["event"] == event


def test_a_player_calls_judges_now_and_then(served: Served) -> None:
    """Ten calls at once are enough; a loop of them does not fill the record or the judges' list."""
    match = opened(served.app)
    claim = {"about": 1, "claim": "interpretation", "text": "Judge!"}
    with served.client(served.token("player", match=match, seat=0)) as client:
        codes = []
        for number in range(12):
            sent = claim | {"at_version": 7 + number, "command_id": f"call-{number:05}"}
            codes.append(client.post(f"/api/matches/{match}/claims", json=sent).status_code)
    assert codes == [201] * 10 + [429] * 2


def test_a_revoked_token_does_nothing_with_a_body_that_was_on_its_way(served: Served) -> None:
    """A token is checked again once the body is read: then it cannot create another token, or open an event."""
    taken = served.access.grant("Kim", "organiser")
    body = {"name": "Eve", "role": "organiser"}
    assert late(served, taken.secret, "/api/tokens", body, lambda: served.access.revoke(taken.token.id)) == 401
    taken = served.access.grant("Kim", "organiser")
    body = {"title": "Forged", "players": ["Ada", "Bo"], "command_id": "forged-01"}
    assert late(served, taken.secret, "/api/event-days", body, lambda: served.access.revoke(taken.token.id)) == 401
    assert (served.access.tokens(), served.app.store.head_position()) == ((), 0)


def late(served: Served, secret: str, path: str, sent: object, meanwhile: Callable[[], object]) -> int:
    """The status of a request, between whose headers and body something happens."""
    body = msgspec.json.encode(sent)
    port = int(served.url.rpartition(":")[2])
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as wire:
        wire.putrequest("POST", path)
        for name, value in (("Authorization", f"Bearer {secret}"), ("Content-Type", "application/json")):
            wire.putheader(name, value)
        wire.putheader("Content-Length", str(len(body)))
        wire.endheaders()
        with served.client() as other:
            other.get("/healthz")  # the guard of the request before has run
        meanwhile()
        wire.send(body)
        return wire.getresponse().status


def event_of_four(served: Served) -> tuple[str, str, Callable[[], tuple[str, str]]]:
    """An event of Ada, Bo, Cleo and Dara, its tournament, and what seats its next round: the matches of Ada and of
    others. All matches of the round before end with a draw."""
    asked = NewEvent(title="Open", players=("Ada", "Cleo", "Bo", "Dara"), scorekeepers=("Kim",), game="frc_card_game")
    ids = create_event(served.app, asked)
    event_days = EventDays(served.app)

    def seat_round() -> tuple[str, str]:
        cup = served.app.match(ids.tournament).state
        for link in served.app.match(ids.event_day).state.links:
            if cup.pairing(link.pairing).open:
                event_days.settle(served.app.conclude(link.match, (), drawn=True).match_after)
        wishes = FixtureSettings(decks={0: "30", 1: "30"})
        opened = event_days.next_round(ids.event_day, wishes=wishes).opened
        [mine] = [one for one in opened if "Ada" in {seat.name for seat in served.app.match(one).state.seats}]
        return mine, next(one for one in opened if one != mine)

    return ids.event_day, ids.tournament, seat_round


def test_a_refusal_names_the_right_that_the_token_lacks(tmp_path: Path) -> None:
    """403 says in `detail` which right the address needs and who has it."""
    with serving(tmp_path) as served:
        mine = opened(served.app)
        with served.client(tokens(served, mine)["scorekeeper"]) as client:
            asked_for = client.get("/api/stats/length").json()
            ended = client.post(f"/api/matches/{mine}/conclusion", json={}).json()
    assert (
        asked_for["detail"] == "It needs the right 'ask' (ask statistics, searches and the explorer): organiser, judge."
    )
    assert ended["detail"].startswith("It needs the right 'judge' (rule, rewind, ")


def test_the_description_is_the_routes_and_the_table(tmp_path: Path) -> None:
    """S14: OpenAPI, what is served and the table above name the same addresses, and no schema bears a game's name."""
    with serving(tmp_path) as served:
        with served.client() as client:
            described = client.get("/api/openapi.json").json()
        routed = {(method, path) for path, method, _ in handlers_of(application(served.app_state))}
    shown = {(method, path) for path, methods in described["paths"].items() for method in methods}
    assert shown == routed
    tried = {
        (method.lower(), path.partition("?")[0]) for method, path, *_ in map(str.split, TABLE.strip().splitlines())
    }
    pattern = {re.sub(r"\{\w+\}", r"[\\w-]+", path) + "$": (method, path) for method, path in shown}
    untried = [one for way, one in pattern.items() if not any(m == one[0] and re.match(way, p) for m, p in tried)]
    assert untried == []
    assert not [name for name in described["components"]["schemas"] if "frc" in name.lower() or "pbl" in name.lower()]
    references = set(re.findall(r"#/components/schemas/(\w+)", str(described)))
    assert references <= set(described["components"]["schemas"])


KINDS_TABLE: Final = """
yes yes yes no  opened action taken_back restored corrected annotated event
yes yes yes yes contested appealed confirmed
yes yes no  no  concluded official ruled penalised rewound merged withdrawn
yes yes yes no  series: start_series declare_position draft_pilots reveal_pilots record_result amend_result withdraw_result
yes yes yes no  series: record_decks adjust
yes no  no  no  tournament: start_tournament declare_position seed_players draw_bracket pair_round drop_player enter_player
yes no  no  no  tournament: record_result amend_result withdraw_result adjust
yes no  no  no  gathering: start_gathering declare_position assign_scorekeeper add_tournament seat_round set_clock announce
yes no  no  no  gathering: close_gathering adjust
yes no  no  no  league: start_league declare_position draw_order select_keeper offer_bonus place_bid sell_lot exchange_keeper
yes no  no  no  league: fire_keeper start_season end_season close_league record_result amend_result withdraw_result adjust
"""
"""Which kinds organiser, judge, scorekeeper and player may record in scope: entries of matches, commands of contests. Entries
beside commands in a competition need the right of its commands."""


def kept(kind: str) -> AnyPayload:
    """An empty entry of a kind."""
    return msgspec.defstruct("Kept", (), frozen=True, tag_field="kind", tag=kind)()  # type: ignore[return-value]


def commanded(game: AnyGame) -> dict[str, AnyPayload]:
    """A frozen entry of every command of a contest."""
    payloads = [Codecs().decode(*read_golden(line)).payload for line in golden_lines(game.name)]
    return {tag_of(one.command): one for one in payloads if isinstance(one, Opened | ActionEntry)}


def test_each_role_records_the_kinds_of_the_table_and_no_other() -> None:
    """Every kind of entry and every command of a contest is in the table."""
    wanted: dict[tuple[str, str], list[str]] = {}
    for row in KINDS_TABLE.strip().splitlines():
        *answers, names = row.split(maxsplit=4)
        stream, _, listed = names.rpartition(": ")
        wanted |= {(stream, kind): answers for kind in listed.split()}
    match, found = load_game("frc_card_game"), dict[tuple[str, str], list[str]]()

    def answers_of(game: AnyGame, payload: AnyPayload) -> list[str]:
        assert refusal("anybody", game, payload)
        return ["no" if refusal(role, game, payload) else "yes" for role in ROLES[:4]]

    kinds = [tag_of(one) for one in (*KINDS, *get_args(AnyJudging))]
    for kind in kinds:
        found["", kind] = answers_of(match, kept(kind))
    for name, game in installed_games().items():
        if game.kind == "competition":
            found |= {(name, kind): answers_of(game, one) for kind, one in commanded(game).items()}
            assert {kind for stream, kind in found if stream == name} == {tag_of(command) for command in game.commands}
            for kind in kinds:
                own = ["yes", "no", "no", "no"] if name != "series" else wanted["", kind]
                assert answers_of(game, kept(kind)) == own, (name, kind)
    assert found == wanted


def test_a_kind_without_a_right_is_refused_to_everybody() -> None:
    """Given a contest whose commands name no right, and an entry of a kind that is in no table, then no token records them."""
    competition = dataclasses.replace(load_game("gathering"), rights={})
    for payload in (*commanded(load_game("gathering")).values(), kept("annotated")):
        assert all(refusal(role, competition, payload) for role in ROLES)
    assert all(refusal(role, load_game("frc_card_game"), kept("strange")) for role in ROLES)


@pytest.mark.parametrize("role", ["judge", "scorekeeper"])
def test_a_table_keeps_its_hands_off_the_event(served: Served, role: str) -> None:
    """Over HTTP and from a terminal: refused with the right that it needs, and not stored."""
    options = {"bracket": "swiss"}
    cup = served.app.open_match(opening_of_competition("tournament", "", ("Ana", "Bo"), options, tags=("cup",))).id
    hall = served.app.open_match(opening_of_competition("gathering", "", ("Kim",), {}, tags=("cup",))).id
    secret = served.token(role, "Kim", tag="cup")
    before = served.app.store.head_position()
    acts = (
        (hall, "announce Lunch"),
        (hall, "set_clock start 1"),
        (hall, "adjust broken [set_tables([1])]"),
        (cup, "drop_player Ana"),
    )
    with served.client(secret) as client, terminal(served.url, secret) as app:
        for number, (match, line) in enumerate(acts):
            body = {"line": line, "at_version": 1, "command_id": f"act-{number:08}"}
            answer = client.post(f"/api/matches/{match}/acts", json=body)
            assert (answer.status_code, answer.json()["kind"]) == (403, "forbidden"), line
            assert "right to organise" in answer.json()["detail"]
        for path, more in (("take-backs", {"to": 1, "reason": "x"}), ("notes", {"about": 1, "text": "x"})):
            body = {"at_version": 1, "command_id": f"{path}-00000001", **more}
            assert client.post(f"/api/matches/{hall}/{path}", json=body).status_code in (400, 403)
        new = client.post("/api/matches", json={"game": "tournament", "players": ["Ana", "Bo"], "tags": ["cup"]})
        assert new.status_code == 403
        with pytest.raises(EntryRefused, match="right to organise"):
            app.take(hall, "announce Lunch")
        with pytest.raises(EntryRefused, match="right to organise"):
            app.open_match(opening_of_competition("tournament", "", ("Ana", "Bo"), options, tags=("cup",)))
    assert served.app.store.head_position() == before


@pytest.fixture
def clock() -> list[int]:
    """A clock by hand, in microseconds."""
    return [1_800_000_000_000_000]


@pytest.fixture
def delayed(tmp_path: Path, clock: list[int]) -> Iterator[Served]:
    with serving(tmp_path, delay=Delay(seconds=60), clock=lambda: clock[0]) as served:
        yield served


def all_that_anybody_gets(client: httpx.Client, match: str) -> dict[str, str]:
    """The bodies and headers of every address that shows a match, but for what names the moment of asking."""
    found = {}
    for path in ("", "/board?width=60", "/log", "/page", "/file"):
        answer = client.get(f"/api/matches/{match}{path}")
        kept = sorted((name, value) for name, value in answer.headers.items() if name != "date")
        found[path] = f"{answer.status_code} {kept} {answer.text}"
    for path in ("/", "/matches", f"/m/{match}", f"/m/{match}/show", "/api/matches"):
        answer = client.get(path)
        kept = sorted((name, value) for name, value in answer.headers.items() if name != "date")
        found[path] = f"{answer.status_code} {kept} {answer.text}"
    with client.stream("GET", f"/api/matches/{match}/live") as stream:
        first: Event = next(events(stream))
        found["live"] = f"{first.kind} {first.id} {first.data}"
    return found


def test_a_locked_page_leads_nowhere(served: Served) -> None:
    """Also for a caller who may see all, it is a spectator's, without links to other pages, and refuses other viewpoints."""
    match = opened(served.app)
    with served.client(served.token("organiser")) as organiser:
        for path, links in (("show", True), ("locked", False)):
            page = organiser.get(f"/m/{match}/{path}").text
            assert "Seen as spectator" in page
            assert ("<a href=" in page) is links, path
        assert "Seen as spectator" in organiser.get(f"/m/{match}/locked?view=judge").text


def test_the_locked_overview_leads_nowhere(served: Served) -> None:
    """Also for a caller who may see all, tables are a spectator's, now and later, without links to other pages."""
    match = opened(served.app)
    JudgingService(served.app).dispute(match, 2, "illegal")
    with served.client(served.token("organiser")) as organiser:
        for path, links in (("/", True), ("/locked", False)):
            page = organiser.get(path).text
            assert match in page
            assert ("<a " in page, "judge called" in page) == (links, links), path
        for view, called in (("", True), ("spectator", False)):
            with organiser.stream("GET", f"/api/live?view={view}") as stream:
                assert (next(events(stream)).data["state"] == "judge") is called


def test_a_follower_is_sent_what_has_become_old_enough(delayed: Served, clock: list[int]) -> None:
    """S17: other recordings are not needed for it: the time comes, and the entry is sent with its own id."""
    match = opened(delayed.app, lines=0)
    with delayed.client() as anybody, anybody.stream("GET", f"/api/matches/{match}/live") as stream:
        following = events(stream)
        assert next(following).id == 1
        delayed.app.take(match, LINES[0])
        clock[0] += 30_000_000
        delayed.app.take(match, LINES[1])
        clock[0] += 31_000_000
        assert next(following).id == 2
        assert anybody.get(f"/api/matches/{match}").json()["version"] == 2
        with delayed.client(delayed.token("scorekeeper")) as recording:
            assert recording.get(f"/api/matches/{match}").json()["version"] == 3
        clock[0] += 31_000_000
        assert next(following).id == 3


def test_tokens_end_when_they_are_revoked_or_said_to(tmp_path: Path, clock: list[int]) -> None:
    """S18: within a second streams end, and the token is refused."""
    with serving(tmp_path) as served:
        match = opened(served.app)
        granted = served.access.grant("Jo", "judge")
        with (
            served.client(granted.secret) as judge,
            judge.stream("GET", f"/api/matches/{match}/live", timeout=2 if WHOLE else 60) as stream,
        ):
            following = events(stream)
            assert next(following).kind == "whole"
            served.access.revoke(granted.token.id)
            assert list(following) == []
            assert judge.get(f"/api/matches/{match}").status_code == 401
    with serving(tmp_path, clock=lambda: clock[0]) as served:
        opened(served.app)
        with served.client(served.token("judge", ends_at=clock[0] + 5)) as judge:
            assert judge.get("/api/matches").status_code == 200
            clock[0] += 5
            assert judge.get("/api/matches").status_code == 401


def test_a_scorekeepers_token_undoes_no_agreed_end(tmp_path: Path) -> None:
    """Undoing a conclusion needs the right to record one, over HTTP and in a terminal; the judge's token has it."""
    with serving(tmp_path) as served:
        match = open_sheet(served.app, "frc_card_game", 6)
        before = served.app.match(match).line[-1]
        last = served.app.conclude(match, (0,)).version
        back = {"to": before, "reason": "no", "at_version": last}
        with terminal(served.url, served.token("scorekeeper", "Kim")) as app:
            for undo in (lambda: app.undo(match), lambda: app.record(app.match(match), TakenBack(to=before))):
                with pytest.raises(EntryRefused, match="right to judge"):
                    undo()
        for role, status in (("scorekeeper", 403), ("judge", 201)):
            with served.client(served.token(role, role.title())) as client:
                answer = client.post(f"/api/matches/{match}/take-backs", json={**back, "command_id": f"{role}-0000001"})
            assert answer.status_code == status, answer.text
        assert served.app.match(match).ended is None


def test_a_scorekeepers_token_undoes_no_game_loss(tmp_path: Path) -> None:
    """A take-back or a terminal cannot; the organiser's token can, and the entry names them."""
    with serving(tmp_path) as served:
        match = open_sheet(served.app, "frc_card_game", 12)
        ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="marked cards")
        rule(served.app, match, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="game_loss"),)))
        back = {"to": 12, "reason": "no", "at_version": 16}
        for role in ("scorekeeper", "judge"):
            with served.client(served.token(role, role.title())) as client:
                answer = client.post(f"/api/matches/{match}/take-backs", json={**back, "command_id": f"{role}-0000001"})
            assert answer.status_code in (400, 403, 409, 422), answer.text
            assert "JP-U01" in answer.text
        with terminal(served.url, served.token("scorekeeper", "Kim")) as app:
            with pytest.raises(RuleViolation, match="JP-U01"):
                app.undo(match)
            for forged in (TakenBack(to=13), TakenBack(to=13, official="Kim", role="head_judge")):
                with pytest.raises(EntryRefused):
                    app.record(app.match(match), forged)
        assert served.app.match(match).version == 16
        with served.client(served.token("organiser", "Ruth")) as client:
            answer = client.post(f"/api/matches/{match}/take-backs", json={**back, "command_id": "organiser-00001"})
        assert answer.status_code == 201, answer.text
        [entry] = served.app.store.entries(match, 16)
        assert (entry.payload.official, entry.payload.role) == ("Ruth", "head_judge")
