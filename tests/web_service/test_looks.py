"""Each look at facts hidden from spectators is recorded, in a log of its own that administrators read."""

from pathlib import Path

import pytest

from tests.web_service.serving import Served
from tests.web_service.tables import opened

JUDGE_LOOKS = {
    "/api/matches/{}/board": ("judge", "api"),
    "/api/matches/{}/board?view=Bo": ("Bo", "api"),
    "/api/matches/{}/log": ("judge", "api"),
    "/api/matches/{}/page?view=Ada": ("Ada", "file"),
    "/api/matches/{}/file": ("judge", "file"),
    "/api/matches/{}/offers": ("judge", "api"),
    "/api/matches/{}/corrections?entry=2": ("judge", "api"),
    "/api/store/matches/{}": ("judge", "store"),
    "/m/{}": ("judge", "page"),
    "/m/{}?view=Bo": ("Bo", "page"),
    "/m/{}/record": ("judge", "page"),
    "/m/{}/position": ("judge", "page"),
    "/m/{}/disputes?entry=2": ("judge", "page"),
}
OPEN = ("/m/{}?view=spectator", "/m/{}/show", "/api/matches/{}/board?view=spectator", "/api/matches/{}", "/")


def test_a_look_of_an_official_is_logged_with_its_viewpoint(served: Served) -> None:
    """Each address that shows a match to an official leaves one look, and no entry."""
    client = served.client(served.token("judge", "Jo"))
    for address, seen in JUDGE_LOOKS.items():
        match = opened(served.app)
        before = served.app.store.head_position()
        assert client.get(address.format(match)).status_code in (200, 303)
        [look] = [one for one in served.app_state.looks.looks() if one.match == match]
        assert (look.name, look.role, look.viewpoint, look.way) == ("Jo", "judge", *seen), address
        assert abs(look.at - served.app.clock()) < 60_000_000
        assert served.app.store.head_position() == before


def test_a_stream_and_the_whole_store_are_logged(served: Served) -> None:
    match = opened(served.app)
    client = served.client(served.token("organiser", "Olga"))
    with client.stream("GET", f"/api/matches/{match}/live?view=Ada") as stream:
        next(stream.iter_lines())
    client.get("/api/store/log")
    client.get("/api/backup")
    found = [(look.match, look.viewpoint, look.way) for look in served.app_state.looks.looks()]
    assert found[::-1] == [(match, "Ada", "stream"), ("", "judge", "store"), ("", "judge", "backup")]


def test_what_everybody_sees_is_not_logged(served: Served) -> None:
    """Officials' spectator views, and players' views of their own seat, are not recorded."""
    match = opened(served.app)
    judge = served.client(served.token("judge", "Jo"))
    player = served.client(served.token("player", "Ada", match=match, seat=0))
    for address in OPEN:
        assert judge.get(address.format(match)).status_code == 200
    for address in ("/m/{}", "/api/matches/{}/board", "/api/matches/{}/file"):
        assert player.get(address.format(match)).status_code == 200
        served.client().get(address.format(match))
    assert served.client().get(f"/m/{match}?view=judge").status_code == 403
    assert served.app_state.looks.looks() == ()


def test_organisers_read_the_log_over_http(served: Served) -> None:
    """No secret and no digest of a token is in it; others may not read it."""
    match, other = opened(served.app), opened(served.app)
    secret = served.token("judge", "Jo")
    for one in (match, other):
        served.client(secret).get(f"/m/{one}")
    organiser = served.client(served.token("organiser", "Olga"))
    answer = organiser.get("/api/looks", params={"match": match})
    assert [(row["name"], row["match"]) for row in answer.json()] == [("Jo", match)]
    assert len(organiser.get("/api/looks").json()) == 2
    kept = Path(f"{served.app.store.location.path}.looks").read_text()
    digests = [token.digest for token in served.access.tokens()]
    assert not any(hidden in text for hidden in (secret, *digests) for text in (kept, answer.text))
    assert served.client(secret).get("/api/looks").status_code == 403
    assert served.client().get("/api/looks").status_code == 401


def test_a_log_that_cannot_be_written_hides_no_match(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """The page is shown; the server's own log says what is missing."""
    match = opened(served.app)
    Path(f"{served.app.store.location.path}.looks").mkdir()
    assert served.client(served.token("judge", "Jo")).get(f"/m/{match}").status_code == 200
    assert "look" in caplog.text
