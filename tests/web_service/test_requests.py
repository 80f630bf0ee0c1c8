"""The answers of the service: matches by role, recording in the caller's name, each trap of its framework."""

import re
import resource
import tarfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote_plus

import httpx
import pytest
from litestar import get
from litestar.exceptions import ImproperlyConfiguredException
from msgspec.structs import fields

from domain.fields import declared_fields
from domain.judging import Ruled
from matchbook.cli.server import _say_address
from service.backups import restore
from service.judging.rulings import Ruling
from tests.domain.test_fitting import is_said_well
from tests.web_service.serving import Served, events, serving
from tests.web_service.tables import LINES, SHEET, opened
from web_service.application import application
from web_service.limits import Limits
from web_service.requests import ActBody, Body, CorrectBody, ForeseenBody, RulingBody, TakeBackBody


def act(match: str, client: httpx.Client, **changed: Any) -> httpx.Response:
    """Records that Wes is played, with changes."""
    version = client.get(f"/api/matches/{match}").json()["version"]
    body = {"line": "play_student wes", "at_version": version, "command_id": "first-one"} | changed
    return client.post(f"/api/matches/{match}/acts", json=body)


def test_a_field_that_is_sent_twice_is_refused(served: Served) -> None:
    """Readers of a body could differ in which of two roles they take: both are refused."""
    client = served.client(served.token("organiser"), **{"Content-Type": "application/json"})
    sent = client.post("/api/tokens", content='{"name": "Kim", "role": "scorekeeper", "role": "organiser"}')
    assert (sent.status_code, "role" in sent.json()["detail"]) == (400, True)


def test_an_act_is_recorded_once_and_seen_by_who_follows(served: Served) -> None:
    """S4: sent again with its command id it is stored once, and the answer names the same version."""
    match = opened(served.app)
    with (
        served.client(served.token("scorekeeper", "Sam")) as table,
        served.client() as anybody,
        anybody.stream("GET", f"/api/matches/{match}/live") as stream,
    ):
        following = events(stream)
        assert (first := next(following)).kind == "whole"
        assert first.data["entry"] == first.id == 7
        sent = [act(match, table, at_version=7) for _ in range(3)]
        assert [(one.status_code, one.json()["version"], one.json()["repeated"]) for one in sent] == [
            (201, 8, False),
            (200, 8, True),
            (200, 8, True),
        ]
        came = next(following)
        assert (came.kind, came.id) == ("entry", 8)
        assert came.data["steps"]["8"]["told"] == ["Ada plays the student Wes (1 of 1)"]
    assert served.app.store.entries(match)[-1].envelope.by == "Sam"


def test_whoever_records_is_told_why_a_line_was_refused(served: Served) -> None:
    """The answer has the rule's id, title and reason, or the error and its place, in a single line and in a sheet."""
    for role in ("scorekeeper", "judge", "organiser"):
        match = opened(served.app)
        with served.client(served.token(role)) as client:
            act(match, client)
            second = act(match, client, command_id=f"second-{role}")
            rule, title = "CG-A02", served.app.match(match).game.rules["CG-A02"].title
            assert (second.status_code, second.json()["kind"]) == (422, "refused")
            assert second.json()["broken"] == [{"rule": rule, "title": title, "text": "1 of 1 student plays used"}]
            for line, said in (
                ("paly_student wes", "no command 'paly_student'"),
                ("play_student nobody", "nobody"),
                ("play_student", "card"),
                ("flip_coin Cleo", "Cleo"),
            ):
                answer = act(match, client, line=line, command_id=f"bad-line-{role}")
                assert (answer.status_code, said in answer.json()["detail"]) == (400, True), answer.text
            sheet = SHEET + "\n".join((*LINES, "play_student wes", "play_student wes"))
            for text in (sheet, sheet.replace("flip_coin Ada", "flip_coin Cleo")):
                answer = client.post("/api/matches", json={"sheet": text, "tags": []})
                assert re.match(r"line \d+: .*none of the lines was recorded", answer.json()["detail"]), answer.text


def test_what_is_no_act_is_not_read(served: Served) -> None:
    """S12, traps 1 to 3, and S20: text for numbers, other media types, deep nesting and long bodies are refused."""
    match = opened(served.app)
    path, body = (
        f"/api/matches/{match}/acts",
        b'{"line": "play_student wes", "at_version": 7, "command_id": "first-one"}',
    )
    with served.client(served.token("scorekeeper")) as table:
        for lax in ({"at_version": "7"}, {"as_played": 0}, {"at_version": 7.0}, {"happened_at": "1"}, {"more": 1}):
            answer = act(match, table, **lax)
            assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable"), lax
        for media in ("text/plain", "application/x-www-form-urlencoded", ""):
            assert table.post(path, content=body, headers={"Content-Type": media}).status_code == 415, media
        table.headers["Content-Type"] = "application/json"
        for sent in (b'{"line": ' + b"[" * 30_000, b'{"x": ' + b'{"a":' * 10_000, b"\xff\xfe", b"", b"{"):
            answer = table.post(path, content=sent)
            assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable")
        assert act(match, table, reason="x" * 70_000).status_code == 413
        assert act(match, table, line="x" * 5_000).status_code == 400
    assert served.app.match(match).version == 7


@pytest.mark.parametrize(
    ("what", "body"),
    [("acts", ActBody), ("corrections", CorrectBody), ("take-backs", TakeBackBody), ("rulings", RulingBody)],
)
def test_a_wrong_field_of_a_request_is_named_in_plain_words(served: Served, what: str, body: type[Body]) -> None:
    """Each wrong value of each field, a missing field and broken JSON are refused without words of the decoder."""
    served.app_state.limits = Limits(count().__next__)
    match, said = opened(served.app), set()
    with served.client(served.token("judge")) as client:
        where = f"/api/matches/{match}/{what}"
        wrong = [{field.name: value} for field in fields(body) for value in (5.5, [[None]], "x" * 5_000)]
        for sent in (*wrong, {}, {"unknown": 1}, []):
            answer = client.post(where, json=sent)
            said.add(answer.json()["detail"])
            assert answer.status_code == 400, sent
        for raw in (b"", b"{", b'{"line": "\xff"}', b"[" * 5_000):
            answer = client.post(where, content=raw, headers={"Content-Type": "application/json"})
            said.add(answer.json()["detail"])
    assert [one for one in said if not is_said_well(one)] == []


def test_what_an_address_asks_for_has_an_end(served: Served) -> None:
    """S20: numbers beyond their limits and words too long are unreadable: no board of 60 million columns is drawn."""
    match = opened(served.app)
    beyond = {
        "/api/matches": ({"page": 0}, {"page": 10**9}, {"page": "x"}, {"q": "x" * 501}),
        f"/api/matches/{match}/board": ({"width": -1}, {"width": 61_830_662}, {"width": "null"}, {"at": -1}, {"at": 8}),
        f"/api/matches/{match}/live": ({"after": -2}, {"after": 10**9}, {"after": "null"}, {"view": "x" * 501}),
        f"/api/matches/{match}/offers": ({"typed": "x" * 4_001},),
        "/matches": ({"page": 0},),
    }
    with served.client(served.token("scorekeeper")) as table:
        for path, wrong in beyond.items():
            for given in wrong:
                assert table.get(path, params=given).status_code == 400, (path, given)


def test_addresses_kits_and_parameters_that_are_not_there_are_named(served: Served) -> None:
    """S12, trap 4: pages of the framework do not exist; kits are games by name; unknown parameters are refused."""
    with served.client() as anybody:
        for path in ("/schema", "/schema/swagger", "/schema/redoc", "/docs", "/openapi.json", "/schema/openapi.json"):
            answer = anybody.get(path)
            assert (answer.status_code, answer.json()["kind"]) == (404, "not-found")
    with served.client(served.token("organiser")) as organiser:
        sent = organiser.post("/api/matches", json={"game": "pig", "players": ["Ada", "Bo"]})
        assert (sent.status_code, served.app.match(sent.json()["match"]).game.title) == (201, "Pig")
        assert organiser.post("/api/matches", json={"game": "x.toml", "players": ["Ada"]}).status_code == 400
    with served.client(served.token("organiser")) as organiser:
        strange = organiser.get("/api/stats/length", params={"kind": "all"})
        assert (strange.status_code, strange.json()["detail"]) == (400, "unknown parameter 'kind'; possible: given")
        assert organiser.get("/api/stats/length", params={"given": "kind:all"}).status_code == 200
        wrong = organiser.get("/api/matches", params={"page": "first"})
        assert (wrong.status_code, wrong.json()["detail"].partition(":")[0]) == (400, "page")
        assert organiser.get("/matches", params={"from": "elsewhere"}).status_code == 200


def test_what_is_not_there_names_no_path(served: Served, tmp_path: Path) -> None:
    """S12, trap 6: a missing match is not found, and answers do not tell the place of the store."""
    with served.client(served.token("organiser")) as organiser:
        answers = [
            organiser.get(f"/api/matches/nothing{end}") for end in ("", "/board", "/log", "/file", "/offers", "/live")
        ]
        body = {"line": "play_student wes", "at_version": 7, "command_id": "first-one"}
        answers.append(organiser.post("/api/matches/nothing/acts", json=body))
    assert [answer.status_code for answer in answers] == [404] * 7
    assert not any(tmp_path.name in answer.text or "sqlite" in answer.text for answer in answers)


def test_every_route_names_its_right_and_says_all_of_a_ruling(served: Served) -> None:
    """Section 8, API5. The ruling's author and role come from the token."""

    @get("/open-door")
    async def forgotten() -> str:
        return "in"

    with pytest.raises(ImproperlyConfiguredException, match="names no right"):
        application(served.app_state, [forgotten])
    by_token = {"official", "role", "remark", "ruled"}
    every = {field.name for struct in (Ruled, Ruling) for field in declared_fields(struct)} - by_token
    assert set(ForeseenBody.__struct_fields__) == every | {"at_version"}


def test_a_match_is_opened_once_by_its_key(served: Served) -> None:
    """S4: the same Idempotency-Key opens one match; a judge's match bears the judge's tag."""
    body = {"game": "frc_card_game", "players": ["Ada", "Bo"], "decks": {"1": "30", "2": "30"}}
    with served.client(served.token("judge", tag="cup"), **{"Idempotency-Key": "table 4"}) as judge:
        sent = [judge.post("/api/matches", json=body) for _ in range(3)]
        assert [one.status_code for one in sent] == [201, 200, 200]
        assert len({one.json()["match"] for one in sent}) == 1
        assert judge.get(f"/api/matches/{sent[0].json()['match']}").json()["tags"] == ["cup"]
        for strange in ({"decks": {"1": "/etc/passwd"}}, {"catalogue": "/etc/passwd"}, {"game": "chess_of_nobody"}):
            answer = judge.post("/api/matches", json=body | strange, headers={"Idempotency-Key": "other"})
            assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable")
            assert "root" not in answer.text


def test_a_change_by_cookie_comes_from_our_own_page(served: Served) -> None:
    """S19: given a valid cookie from another site or another program, then the entry is not stored."""
    match, secret = opened(served.app), served.token("scorekeeper")
    own = {"Origin": served.url, "Sec-Fetch-Site": "same-origin"}
    with served.client(**own) as browser:
        assert browser.post("/api/enter", json={"token": secret}).status_code == 200
        cookie = browser.cookies.jar
        assert [(one.has_nonstandard_attr("HttpOnly"), one.get_nonstandard_attr("SameSite")) for one in cookie] == [
            (True, "strict")
        ]
        strangers: tuple[dict[str, str], ...] = (
            {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
            {"Origin": served.url, "Sec-Fetch-Site": "cross-site"},
            {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
            {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
        )
        for headers in strangers:
            body = {"line": "play_student wes", "at_version": 7, "command_id": "first-one"}
            assert browser.post(f"/api/matches/{match}/acts", json=body, headers=headers).status_code == 403
        del browser.headers["Origin"], browser.headers["Sec-Fetch-Site"]
        assert act(match, browser).status_code == 403
        assert served.app.match(match).version == 7
        browser.headers.update(own)
        assert act(match, browser).status_code == 201


def test_a_refused_sign_in_names_the_remedy(served: Served) -> None:
    """Given an unencrypted connection from another machine, when somebody signs in, then the refusal says what to do."""
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=served.url, transport=elsewhere, headers={"Origin": served.url}) as browser:
        refused = in_body(browser, served.token("judge"))
    assert (refused.status_code, refused.json()["kind"]) == (403, "insecure")
    assert "serve with --insecure-lan" in refused.json()["title"]


@pytest.mark.parametrize(
    ("host", "plain", "hinted"), [("0.0.0.0", True, True), ("0.0.0.0", False, False), ("127.0.0.1", True, False)]
)
def test_serve_says_who_cannot_sign_in(
    served: Served, capsys: pytest.CaptureFixture[str], host: str, plain: bool, hinted: bool
) -> None:
    """Given a host that other machines reach without encryption, when a server starts, then it hints at the options."""
    _say_address(host, 8080, served.access, demo=False, plain=plain, command="matchbook")
    assert ("--insecure-lan" in capsys.readouterr().err) is hinted


def in_body(browser: httpx.Client, secret: str) -> httpx.Response:
    return browser.post("/api/enter", json={"token": secret})


def in_header(browser: httpx.Client, secret: str) -> httpx.Response:
    return browser.get("/api/matches", headers={"Authorization": f"Bearer {secret}"})


def in_cookie(browser: httpx.Client, secret: str) -> httpx.Response:
    return browser.get("/api/matches", headers={"Cookie": f"matchbook={secret}"})


@pytest.mark.parametrize("try_", [in_body, in_header, in_cookie])
def test_five_wrong_tokens_then_the_address_waits(
    served: Served, monkeypatch: pytest.MonkeyPatch, try_: Callable[[httpx.Client, str], httpx.Response]
) -> None:
    """S20: in whatever part of a request they are; tokens that open something count nowhere, and go on being taken."""
    monkeypatch.setattr("web_service.auth.HELD", 0)
    served.app_state.limits = Limits(lambda: 0.0)
    good = served.token("judge")
    with served.client(**{"Sec-Fetch-Site": "same-origin"}) as browser:
        assert [try_(browser, good).status_code for _ in range(20)] == [200] * 20
        tried = [try_(browser, f"wrong{n}") for n in range(6)]
        assert [one.status_code for one in tried] == [401] * 5 + [429]
        assert int(tried[-1].headers["Retry-After"]) >= 1
        for other in (in_body, in_header, in_cookie):
            assert other(browser, "wrong").status_code == 429
            assert other(browser, good).status_code == 200
        assert other(browser, served.token("judge")).status_code == 200, "also one that was made since"


def test_a_full_disk_is_not_ready(served: Served) -> None:
    """`/readyz` answers 507 as long as the disk takes no more; `/healthz` goes on answering."""
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    with served.client() as anybody:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, kept[1]))
            full = anybody.get("/readyz")
            assert (full.status_code, full.json()["kind"]) == (507, "unwritable")
            assert anybody.get("/healthz").status_code == 200
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, kept)
        assert anybody.get("/readyz").status_code == 200


def sent(client: httpx.Client, match: str, path: str, key: str, at: int, **body: object) -> httpx.Response:
    """An act of officials or players, twice: the second answer names the entry of the first, and only one is stored."""
    body = {**body, "at_version": at, "command_id": f"official-{key}"}
    first, again = (client.post(f"/api/matches/{match}/{path}", json=body) for _ in range(2))
    assert (first.status_code == 201) == (again.status_code == 200), (first.text, again.text)
    if first.status_code == 201:
        assert (again.json()["version"], again.json()["repeated"]) == (first.json()["version"], True)
    return first


def test_officials_and_players_put_their_acts_into_the_record(served: Served) -> None:
    """Section 3, S4: each role acts in its own name and seat; each act sent twice is stored once."""
    match = opened(served.app)
    served.app.take(match, "play_student wes")
    ada = served.client(served.token("player", "Ada", match=match, seat=0))
    judge = served.client(served.token("judge", "Jo", tag="cup"))
    head = served.client(served.token("organiser", "Olga"))
    with ada, judge, head:
        claim = {"about": 8, "claim": "interpretation", "text": "was that my phase?"}
        assert sent(ada, match, "claims", "claim", 8, **claim).json()["version"] == 9
        assert [one["state"] for one in judge.get(f"/api/matches/{match}/disputes").json()] == ["open"]
        ruling = {"about": 9, "text": "it was", "rules": ["CG-A02"]}
        assert sent(ada, match, "rulings", "rule", 9, **ruling).status_code == 403
        undone = ruling | {"error": 8, "remedy": "rewind", "later": True}
        assert sent(judge, match, "rulings", "undone", 9, **undone).status_code == 422, "a judge orders no rewind"
        assert sent(judge, match, "rulings", "rule", 9, **ruling).json()["version"] == 10
        given = {"ruling": 10, "given": {"seat": 0, "penalty": "warning"}}
        assert sent(judge, match, "penalties", "penalty", 10, **given).json()["version"] == 11
        assert sent(ada, match, "appeals", "appeal", 11, ruling=10, seat=1).status_code == 403
        assert sent(ada, match, "appeals", "appeal", 11, ruling=10, seat=0, text="look again").json()["version"] == 12
        decided = undone | {"about": 12, "text": "it was not", "decision": "overturned"}
        foreseen = head.post(f"/api/matches/{match}/rulings/foreseen", json=decided | {"at_version": 12})
        assert foreseen.status_code == 200, foreseen.text
        assert foreseen.json()["changed"]
        assert served.app.match(match).version == 12
        assert sent(head, match, "rulings", "decide", 12, **decided).json()["version"] == 13
        assert sent(head, match, "rewinds", "rewind", 13, ruling=13).json()["version"] == 14
        assert sent(judge, match, "conclusion", "end", 14, winners=[0]).json()["version"] == 15
        assert sent(ada, match, "confirmations", "other", 15, seat=1).status_code == 403
        assert sent(ada, match, "confirmations", "own", 15, seat=0).json()["version"] == 16
    told = [entry.payload for entry in served.app.store.entries(match)[8:]]
    assert [(one.claimant, one.role) for one in told if hasattr(one, "claimant")] == [("Ada", "player")]
    assert [(one.official, one.role) for one in told if hasattr(one, "official")] == [
        ("Jo", "judge"),
        ("Olga", "head_judge"),
    ]


REUSED: Final[tuple[tuple[str, dict[str, Any], dict[str, Any]], ...]] = (
    ("acts", {"line": "play_student wes"}, {"line": "advance_phase to=scoring"}),
    ("take-backs", {"to": 7, "reason": "x"}, {"to": 6, "reason": "x"}),
    ("notes", {"about": 2, "text": "one"}, {"about": 2, "text": "other"}),
    ("claims", {"about": 7, "claim": "conduct", "text": "x"}, {"about": 7, "claim": "missed", "text": "x"}),
    ("rulings", {"about": 11, "text": "x", "rules": ["CG-A02"]}, {"about": 11, "text": "y", "rules": ["CG-A02"]}),
    ("penalties", *({"ruling": 12, "given": {"seat": 0, "penalty": one}} for one in ("warning", "caution"))),
    ("appeals", {"ruling": 12, "seat": 0, "text": "x"}, {"ruling": 12, "seat": 1, "text": "x"}),
    ("withdrawals", {"about": 14, "text": "x"}, {"about": 13, "text": "x"}),
    ("conclusion", {"winners": [0]}, {"winners": [1]}),
    ("confirmations", {"seat": 0}, {"seat": 1}),
)
"""Path, an act, and another act."""


def test_a_command_id_of_another_act_is_refused(served: Served) -> None:
    """Sent again it is answered as before; another act with the id is refused with the entry that has it."""
    match = opened(served.app)
    with served.client(served.token("organiser", "Olga")) as client:

        def post(path: str, version: int, command_id: str, body: dict[str, Any]) -> httpx.Response:
            sent = {"at_version": version, "command_id": command_id, **body}
            return client.post(f"/api/matches/{match}/{path}", json=sent)

        for number, (path, body, other) in enumerate(REUSED):
            version, own = served.app.match(match).version, f"{path}-own-id"
            served.app_state.limits = Limits()
            first = post(path, version, own, body)
            assert (first.status_code, post(path, version, own, body).status_code) == (201, 200), first.text
            kind = REUSED[number - 1]
            for there, said in ((path, other), (kind[0], kind[1])):
                answer = post(there, version + 1, own, said)
                assert (answer.status_code, answer.json()["kind"]) == (422, "reused"), (path, there, answer.text)
                assert answer.json()["version"] == version + 1
            assert served.app.match(match).version == version + 1
        key, new = {"Idempotency-Key": "table 4"}, {"game": "pig", "players": ["Ada", "Bo"]}
        codes = [
            client.post("/api/matches", json=one, headers=key).status_code for one in (new, new, new | {"title": "x"})
        ]
        assert codes == [201, 200, 422]


def test_an_act_that_differs_in_any_field_is_another_act(served: Served) -> None:
    """Given a command line that breaks a rule as played, a take-back and a note, when one is sent again with its command id but
    another reason, time, flag or text, then it is refused; the same one is answered as before."""
    match = opened(served.app)
    line = {"line": "draw_card", "as_played": True, "reason": "seen late", "happened_at": 5}
    acts: tuple[tuple[str, dict[str, Any], tuple[dict[str, Any], ...]], ...] = (
        ("acts", line, ({"reason": "other"}, {"as_played": False}, {"happened_at": 6}, {"happened_at": None})),
        ("acts", {"line": "play_student wes"}, ({"reason": "other"}, {"happened_at": 6})),
        (
            "take-backs",
            {"to": 7, "reason": "agreed"},
            ({"reason": "other"}, {"to": 6}, {"asked": "Ada"}, {"agreed": ["Bo"]}),
        ),
        ("notes", {"about": 2, "text": "one"}, ({"text": "other"}, {"about": 3})),
        ("conclusion", {"drawn": True, "note": "late"}, ({"note": "other"}, {"drawn": False})),
    )
    with served.client(served.token("organiser", "Olga")) as client:
        for number, (path, body, others) in enumerate(acts):
            version = served.app.match(match).version
            body |= {"at_version": version, "command_id": f"number-{number:04}"}
            codes = [
                client.post(f"/api/matches/{match}/{path}", json=body | other).status_code
                for other in ({}, {}, *others)
            ]
            assert codes == [201, 200, *(422 for _ in others)], (path, codes)
            served.app_state.limits = Limits()
            assert served.app.match(match).version == version + 1


def test_a_ruling_with_other_consequences_is_another_act(served: Served) -> None:
    """The same words with other penalties or changes are refused under its command id."""
    match = opened(served.app)
    body = {"text": "both were late", "rules": ["CG-A02"], "penalties": [{"seat": 0, "penalty": "warning"}]}
    others: tuple[dict[str, Any], ...] = (
        {"penalties": []},
        {"penalties": [{"seat": 1, "penalty": "warning"}]},
        {"lines": ["flip_coin Ada"]},
        {"penalties": [{"seat": 0, "penalty": "warning", "effect": "flip_coin Ada"}]},
    )
    with served.client(served.token("judge", "Jo")) as judge:
        assert sent(judge, match, "rulings", "late", 7, **body).json()["version"] == 9
        for other in others:
            again = {"at_version": 9, "command_id": "official-late", **body, **other}
            answer = judge.post(f"/api/matches/{match}/rulings", json=again)
            assert (answer.status_code, answer.json()["kind"]) == (422, "reused"), answer.text


def test_a_conflict_names_the_entry_that_is_there(served: Served) -> None:
    """The first entry that the caller did not see, or the last there is, and who recorded it."""
    match = opened(served.app, lines=0)
    with served.client(served.token("scorekeeper", "Sam")) as one, served.client(served.token("judge", "Jo")) as two:
        assert act(match, one, line="play_team_card Ada iron_gears").status_code == 201
        assert act(match, two, line="play_team_card Bo volt_club", command_id="second-one").status_code == 201
        for seen, version, by in ((1, 2, "Sam"), (2, 3, "Jo"), (40, 3, "Jo")):
            answer = act(match, one, at_version=seen, command_id="third-one")
            assert (answer.status_code, answer.json()["version"], answer.json()["by"]) == (409, version, by)


def test_what_happened_tomorrow_is_not_recorded(tmp_path: Path) -> None:
    """Given a clock fixed at noon, then an act of a minute short of noon tomorrow is accepted, and a later one is refused."""
    noon, day = 1_800_000_000_000_000, 24 * 3600 * 1_000_000
    with serving(tmp_path, clock=lambda: noon) as served, served.client(served.token("scorekeeper", "Sam")) as table:
        match = opened(served.app)
        refused = act(match, table, happened_at=noon + day + 1)
        assert (refused.status_code, "more than a day in the future" in refused.text) == (400, True)
        assert act(match, table, happened_at=noon + day).status_code == 201


@pytest.mark.slow
def test_what_was_played_from_a_position_is_asked_by_officials(served: Served) -> None:
    """Section 3: the explorer's question over HTTP, from the beginning and from a match; bad ones are told so."""
    matches = [opened(served.app) for _ in range(2)]
    for match in matches:
        served.app.take(match, "play_student wes")
    path = "/api/explore/frc_card_game"
    with served.client(served.token("judge")) as judge, served.client(served.token("scorekeeper")) as table:
        found = judge.get(path).json()
        assert found["columns"][0] == "move", found
        assert found["rows"], found
        here = judge.get(path, params={"match": matches[0], "at": 7})
        assert here.status_code == 200, here.text
        assert any("wes" in str(row[0]).lower() for row in here.json()["rows"]), here.text
        for wrong in ({"moves": "nothing of that kind"}, {"given": "nothing=1"}, {"given": "'"}):
            answer = judge.get(path, params=wrong)
            assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable"), wrong
        assert judge.get("/api/explore/chess_of_nobody").status_code == 404
        assert judge.get(path, params={"match": "nothing"}).status_code == 404
        kit = table.post("/api/matches", json={"game": "pig", "players": ["Ada", "Bo"]}).json()["match"]
        served.app.take(kit, "roll 5")
        for name in ("pig", "tabletop:pig", "Pig"):
            served.app_state.limits = Limits()
            assert judge.get(f"/api/explore/{name}").json()["rows"], name
            counted = judge.get("/api/stats/length", params={"given": f"game:{name} kind:all"})
            assert counted.status_code == 200, counted.text
        for name in ("tabletop", "tournament"):
            answer = judge.get(f"/api/explore/{name}")
            assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable"), name
        assert table.get(path).status_code == 403


def test_questions_and_copies_are_for_officials(served: Served, tmp_path: Path) -> None:
    """Section 3: judges ask the questions there are; the organiser takes a copy, and it is a store with the same matches."""
    match = opened(served.app)
    with served.client(served.token("judge")) as judge, served.client(served.token("organiser")) as organiser:
        assert "length" in {one["name"] for one in judge.get("/api/stats").json()}
        assert judge.get("/api/stats/length", params={"given": "game:frc_card_game"}).status_code == 200
        assert judge.get("/api/stats/length", params={"given": "nothing=1"}).status_code == 400
        assert judge.get("/api/stats/nothing").status_code == 404
        assert judge.get("/api/backup").status_code == 403
        copied = organiser.get("/api/backup")
    (tmp_path / "copy.tar").write_bytes(copied.content)
    with tarfile.open(tmp_path / "copy.tar") as tar:
        tar.extractall(tmp_path / "copy", filter="data")
    [folder] = (tmp_path / "copy").iterdir()
    assert restore(folder, str(tmp_path / "restored.db")).matches.keys() == {match}
    assert len(copied.headers["X-Matchbook-Head"]) > 20


@pytest.mark.slow
def test_a_judges_token_asks_only_about_its_matches(served: Served) -> None:
    """Given judges of one event, of one match and of all, then numbers, moves and filters are those of the own event, a filter for
    another one is refused, and a single match does not have statistics."""
    matches = {tag: opened(served.app, tag=tag) for tag in ("cup", "league")}
    judge, every = served.client(served.token("judge", tag="CUP")), served.client(served.token("judge"))
    path, explorer = "/api/stats/length", "/api/explore/frc_card_game"
    for client, tags in ((judge, ["cup"]), (every, ["cup", "league"])):
        assert client.get(path).json()["matches"] == len(tags)
        assert client.get(explorer).json()["rows"][0][1] == len(tags)
        for tag, match in matches.items():
            assert client.get(path, params={"given": f"match:{match}"}).json()["matches"] == (tag in tags)
            assert (client.get(path, params={"given": f"tag:{tag}"}).status_code == 200) == (tag in tags)
            assert (client.get(explorer, params={"given": f"tag:{tag}"}).status_code == 200) == (tag in tags)
            assert (client.get(explorer, params={"match": match}).status_code == 200) == (tag in tags)
        page = client.get("/statistics", params={"q": "win-rate by player"})
        assert page.status_code == 200
        assert [tag for tag in matches if f"tag:{tag}" in unquote_plus(page.text)] == ([] if client is judge else tags)
        assert (client.get("/statistics", params={"q": "win-rate tag:league"}).status_code == 200) == ("league" in tags)
    single = served.client(served.token("judge", match=matches["cup"]))
    for address in (path, explorer, "/statistics"):
        assert single.get(address).status_code == 403
    assert "/statistics" not in single.get("/matches").text


@pytest.mark.parametrize(
    "header", ["@title " + "x" * 2_001, "@tag " + "x" * 101, "@tag x\n" * 20], ids=["title", "tag", "tags"]
)
def test_a_scoresheet_has_no_longer_title_and_tags_than_a_request(served: Served, header: str) -> None:
    """Everybody would be sent them with every list."""
    with served.client(served.token("organiser")) as desk:
        answer = desk.post("/api/matches", json={"sheet": f"{SHEET}{header}"})
        assert (answer.status_code, answer.json()["kind"]) == (400, "unreadable"), answer.text
        assert "at most 2,000 characters" in answer.json()["detail"]
        assert not served.app.store.match_ids()
