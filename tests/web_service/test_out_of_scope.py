"""What a token for one table or event can find out about other matches, and what it can do to other people."""

import httpx
import pytest

from projections.filters import filters
from tests.web_service.serving import Served
from tests.web_service.tables import LINES, opened
from web_service.limits import Limits


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
