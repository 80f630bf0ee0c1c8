"""Officials over HTTP: results, rules, offers, what-ifs, missing rights, the infraction guide."""

from pathlib import Path

import pytest

from domain.judging import Ruled
from domain.registry import load_game
from matchbook.cli.failures import explain
from service.errors import ExitCode
from service.judging.checklist import Checklist
from service.judging.judge_actions import rule
from service.judging.plan import plan_to
from service.judging.rulings import RequestedPenalty, Ruling
from service.recording.forks import Branch, fork
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.errors import EntryRefused
from tests.replay_tui.live import open_sheet
from tests.web_service.serving import Served, serving
from tests.web_service.tables import opened
from tests.web_service.test_remote import terminal


def test_a_match_that_officials_ended_shows_its_result(served: Served) -> None:
    """Given a match that goes on, when it is ended as agreed, then its head and its boards from then on say who won and why."""
    match = opened(served.app)
    with served.client(served.token("judge", "Jo")) as judge, served.client() as anybody:
        end = {"winners": [1], "at_version": 7, "command_id": "agreed-end"}
        assert anybody.get(f"/api/matches/{match}").json().get("result", "") == ""
        assert judge.post(f"/api/matches/{match}/conclusion", json=end).status_code == 201
        head = anybody.get(f"/api/matches/{match}").json()
        assert (head["over"], head["result"]) == (True, "Bo wins (agreed)")
        boards = [anybody.get(f"/api/matches/{match}/board", params={"at": at}).json()["board"] for at in (7, 8)]
        assert [one.get("result", "") for one in boards] == ["", "Bo wins (agreed)"]


def test_rules_of_procedure_have_titles_and_texts(served: Served) -> None:
    """Given a refusal by a rule of procedure, then it is told with its title, and the rules of every game list it with its text."""
    match = opened(served.app)
    with served.client(served.token("judge", "Jo")) as judge:
        sent = {
            "text": "late",
            "rules": ["CG-A02"],
            "error": 3,
            "remedy": "rewind",
            "at_version": 7,
            "command_id": "a-ruling",
        }
        broken = judge.post(f"/api/matches/{match}/rulings", json=sent).json()["broken"]
        assert [one["rule"][:3] for one in broken] == ["JP-"] * len(broken) != []
        for game in ("frc_card_game", "series"):
            listed = {row["id"]: row for row in judge.get(f"/api/games/{game}/rules").json()}
            assert [one["title"] for one in broken] == [listed[one["rule"]]["title"] for one in broken]
            assert all(listed[one["rule"]]["text"] for one in broken)


def test_what_is_offered_to_undo_is_taken(tmp_path: Path) -> None:
    """Given play, an agreed end, a game loss, and a match before its first act, then each token is offered the entry to go back to
    if and only if a take-back of its own to there is taken."""
    with serving(tmp_path) as served:
        played, ended, lost = (open_sheet(served.app, "frc_card_game", 12) for _ in range(3))
        served.app.conclude(ended, (0,))
        ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="marked cards")
        rule(served.app, lost, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="game_loss"),)))
        offered = {}
        for role in ("scorekeeper", "judge", "organiser"):
            for name, match in (("played", played), ("ended", ended), ("lost", lost)):
                with served.client(served.token(role, role.title())) as client:
                    head = client.get(f"/api/matches/{match}").json()
                    to, target = head.get("undo_to"), served.app.match(match).undo_target
                    assert target is not None
                    body = {"to": target.version, "reason": "no", "at_version": head["version"]}
                    sent = client.post(
                        f"/api/matches/{match}/take-backs", json=body | {"command_id": f"{role}-{name}-1"}
                    )
                    assert (to is not None) == (sent.status_code == 201), (role, name, to, sent.text)
                    offered[role, name] = to is not None
        assert not offered["scorekeeper", "ended"]
        assert not offered["judge", "lost"]
        assert offered["scorekeeper", "played"]
        assert offered["judge", "ended"]
        assert offered["organiser", "lost"]


def test_a_what_if_is_in_the_scope_of_who_branched_it_off(tmp_path: Path) -> None:
    """Given a token for a tag, when its holder branches a what-if off a match of that tag, then it bears the tag and is theirs to
    go on with; it counts as a what-if."""
    with serving(tmp_path) as served:
        match = opened(served.app)
        with terminal(served.url, served.token("scorekeeper", "Kim", tag="cup")) as app:
            forked = fork(app, Branch(match=match, at=7)).match
            assert app.take(forked, "play_student wes").version == 8
            assert app.match(forked).opened.tags == ("what-if", "cup")
        with (
            terminal(served.url, served.token("scorekeeper", "Kim", match=match)) as app,
            pytest.raises(EntryRefused, match="opens only that of its match"),
        ):
            fork(app, Branch(match=match, at=7))


def test_a_right_that_is_missing_is_a_refusal(tmp_path: Path) -> None:
    """Given a scorekeeper's token, when an end is recorded from a terminal, then the line says which right it needs, and the exit
    code is that of what is refused."""
    with serving(tmp_path) as served:
        match = opened(served.app)
        with terminal(served.url, served.token("scorekeeper", "Kim")) as app:
            with pytest.raises(EntryRefused, match="right to judge") as refused:
                app.conclude(match, (0,))
            assert explain(refused.value) == (str(refused.value), ExitCode.REFUSED)


@pytest.mark.slow
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
            "the guide's penalty for Bo, slow play: warning"
        ]
        for status in (201, 200):
            answer = client.post(path, json=sent | {"command_id": "ruling-0001"})
            assert answer.status_code == status, answer.text
        repeat = client.post(f"{path}/foreseen", json=sent | {"at_version": at + 2}).json()
        assert f"the guide's penalty for Bo, slow play: game loss, after {match}/{at + 2}" in repeat["guide"]
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
        ledger = client.get("/api/stats/ledger", params={"given": "official:ruth person:zoe"}).json()
        told = dict(zip(ledger["columns"], ledger["rows"][0], strict=True))
        assert (told["player"], told["penalty"], told["infraction"]) == ("Zoe", "warning", "outside assistance")


def test_a_player_does_not_read_the_hand_that_a_rewind_put_back(served: Served) -> None:
    """Given a rewind that drew at random from Bo's hand, then the disputes name its cards for Bo and officials, not for Ada."""
    game = load_game("frc_tcg")
    match = type_in(served.app, game, sample_sheets(game)[0]).id
    target, plan = plan_to(served.app.history(match), 41)
    done = Checklist(plan=plan, target=target).all_ticked()
    back = done.drawing(0, 2).drawing(1, 2).drawing(2, 1).put_back
    ruled = Ruled(official="Jo", role="head_judge", rules=("TCG-T01",), text="no", error=41, remedy="rewind")
    rule(served.app, match, Ruling(ruled=ruled, put_back=back))
    seat = back[0].seat
    told = {}
    for one in (None, seat, 1 - seat):
        scope = {"match": match, "seat": one} if one is not None else {}
        with served.client(served.token("judge" if one is None else "player", "Pat", **scope)) as client:
            told[one] = "".join(row["text"] for row in client.get(f"/api/matches/{match}/disputes").json())
    named = {
        one: [card for card in {card for put in back for card in put.candidates} if card in told[one]] for one in told
    }
    assert bool(named[None]) is True
    assert set(named[seat]) == set(named[None])
    assert named[1 - seat] == []
