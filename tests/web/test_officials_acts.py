"""What officials did stays done over HTTP and from terminals, unless an official of the same or a higher role undoes it."""

from pathlib import Path

import pytest

from domain.deciding import RuleViolation
from domain.entries import TakenBack
from domain.judging import Ruled
from service.judging.desk import Given, Ruling, rule
from storage.errors import StoreUnwritable
from tests.replay_tui.live import open_sheet
from tests.web.serving import serving
from tests.web.test_remote import terminal


def test_a_scorekeepers_token_undoes_no_agreed_end(tmp_path: Path) -> None:
    """Undoing a conclusion needs the right to record one, over HTTP and in a terminal; the judge's token has it."""
    with serving(tmp_path) as served:
        match = open_sheet(served.app, "frc_card_game", 6)
        before = served.app.match(match).line[-1]
        last = served.app.conclude(match, (0,)).version
        back = {"to": before, "reason": "no", "at_version": last}
        with terminal(served.url, served.token("scorekeeper", "Kim")) as app:
            for undo in (lambda: app.undo(match), lambda: app.record(app.match(match), TakenBack(to=before))):
                with pytest.raises(StoreUnwritable, match="right to judge"):
                    undo()
        for role, status in (("scorekeeper", 403), ("judge", 201)):
            with served.client(served.token(role, role.title())) as client:
                answer = client.post(f"/api/matches/{match}/take-backs", json={**back, "command_id": f"{role}-0000001"})
            assert answer.status_code == status, answer.text
        assert served.app.match(match).ended is None


def test_a_scorekeepers_token_undoes_no_game_loss(tmp_path: Path) -> None:
    """Not by a take-back, not by undo or correction in a terminal, not by an entry that says so; the organiser's token does, and
    the entry names them."""
    with serving(tmp_path) as served:
        match = open_sheet(served.app, "frc_card_game", 12)
        ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="marked cards")
        rule(served.app, match, Ruling(ruled=ruled, penalties=(Given(seat=0, penalty="game_loss"),)))
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
                with pytest.raises(StoreUnwritable):
                    app.record(app.match(match), forged)
        assert served.app.match(match).version == 16
        with served.client(served.token("organiser", "Ruth")) as client:
            answer = client.post(f"/api/matches/{match}/take-backs", json={**back, "command_id": "organiser-00001"})
        assert answer.status_code == 201, answer.text
        [entry] = served.app.store.entries(match, 16)
        assert (entry.payload.official, entry.payload.role) == ("Ruth", "head_judge")


def test_the_guide_and_the_ledger_over_http(tmp_path: Path) -> None:
    """Given a judge's token, when a ruling cites an infraction and leaves the penalty to the guide, then what the guide names is
    foreseen and given once, sent again too; a repeat goes up the path, a spectator is named, a misspelt id is refused, and the
    ledger is asked with its filters."""
    with serving(tmp_path) as served, served.client(served.token("organiser", "Ruth")) as client:
        match = open_sheet(served.app, "frc_card_game", 12)
        at = served.app.match(match).version
        path = f"/api/matches/{match}/rulings"
        sent = {"text": "slow", "infraction": "Slow Play", "penalties": [{"seat": 1}], "at_version": at}
        assert client.post(f"{path}/foreseen", json=sent).json()["guide"] == [
            "the guide names for Bo, slow play: warning"
        ]
        for status in (201, 200):
            answer = client.post(path, json=sent | {"command_id": "ruling-0001"})
            assert answer.status_code == status, answer.text
        repeat = client.post(f"{path}/foreseen", json=sent | {"at_version": at + 2}).json()
        assert f"the guide names for Bo, slow play: game loss, after {match}/{at + 2}" in repeat["guide"]
        zoe = {
            "text": "advice",
            "rules": ["outside-assistance"],
            "penalties": [{"person": "Zoe"}],
            "at_version": at + 2,
        }
        assert client.post(path, json=zoe | {"command_id": "ruling-0002"}).status_code == 201
        wrong = client.post(
            path, json=zoe | {"infraction": "tardines", "command_id": "ruling-0003", "at_version": at + 4}
        )
        assert wrong.status_code == 400, wrong.text
        assert "did you mean tardiness?" in wrong.text
        ledger = client.get("/api/stats/ledger", params={"given": "official=ruth person=zoe"}).json()
        told = dict(zip(ledger["columns"], ledger["rows"][0], strict=True))
        assert (told["player"], told["penalty"], told["infraction"]) == ("Zoe", "warning", "outside assistance")
