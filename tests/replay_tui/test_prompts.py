"""What the prompts of live recording say, against what they do: without a screen, on a real store."""

from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest

from domain.amending import Address
from domain.entries import Annotated
from domain.table import JUDGE
from replay_tui.captions import record_lines
from replay_tui.scorekeeping.line_keys import Put, on_space
from replay_tui.scorekeeping.notes import NotMeant
from replay_tui.scorekeeping.requests import Requests
from replay_tui.timeline import Timeline
from service.reading.toned import Span
from service.recording.acts import Recorded, RecordingDesk
from service.recording.correcting import Asked, Change, correct
from service.recording.matchbook import Matchbook
from service.typing.suggestions import Suggester
from tests.replay_tui.live import MAIN_PHASE, open_sheet

SINCE: dict[str, Callable[[Matchbook, str], object]] = {
    "an action": lambda app, match: None,
    "an agreed end": lambda app, match: app.conclude(match, (1,), note="time was up"),
    "an action that was taken back": lambda app, match: app.undo(match),
    "a note": lambda app, match: app.annotate(match, Annotated(about=3, text="late")),
    "an inserted entry": lambda app, match: correct(
        app, Asked(match=match, changes=(Change(Address(9), "insert", "reveal_card wes player=Ada"),), as_played=True)
    ),
    "an end and a note": lambda app, match: (
        app.conclude(match, ()),
        app.annotate(match, Annotated(about=3, text="x")),
    ),
}
"""What was recorded last."""
PURPOSES = ("take back", "note", "end", "time", "judge_called", "statement", "clock_started", "clock_paused")
PURPOSES = (*PURPOSES, "clock_ended", "extra_time")


@pytest.fixture(params=SINCE)
def match_id(request: pytest.FixtureRequest, app: Matchbook) -> str:
    """Ada's gamble in the main phase, and what was recorded since."""
    made = open_sheet(app, "frc_card_game", MAIN_PHASE + 2)
    SINCE[request.param](app, made)
    return made


def asking(app: Matchbook, match_id: str) -> tuple[Requests, Timeline]:
    """The prompts at the end of a match."""
    timeline = Timeline(app.history(match_id))
    return Requests(timeline, RecordingDesk(app), UTC), timeline


def standing(app: Matchbook, match_id: str) -> list[Address]:
    """The acts that stand, and the conclusion."""
    match = app.match(match_id)
    return [*(act.address for act in match.acts), *([Address(match.ended[0])] if match.ended else [])]


def test_going_back_and_redo_do_what_their_prompts_say(app: Matchbook, match_id: str) -> None:
    """Undo, each take-back that is possible and redo name what they change, and show the board that they lead to."""
    line = app.match(match_id).line
    asked = [("undo", ""), *(("take back", f"{to} agreed") for to in line[-2:])]
    done = 0
    for purpose, text in asked:
        requests, timeline = asking(app, match_id)
        requests.ask(purpose, JUDGE)
        before = standing(app, match_id)
        try:
            meant = requests.intent(purpose, text, JUDGE)
        except NotMeant:
            continue
        done += 1
        assert isinstance(meant.act(), Recorded)
        fallen = [address for address in before if address not in standing(app, match_id)]
        many = f"{len(fallen)} entries, {fallen[0]} to {fallen[-1]}: " if len(fallen) > 1 else f"{fallen[0]}: "
        assert meant.said.startswith(f"⏎ takes back {many}"), (purpose, text)
        assert timeline.frame(meant.position).state == app.match(match_id).state
        again, timeline = asking(app, match_id)
        again.ask("redo", JUDGE)
        back = again.intent("redo", "", JUDGE)
        assert back.said.startswith(f"⏎ brings back {many}")
        assert isinstance(back.act(), Recorded)
        assert standing(app, match_id) == before
        assert timeline.frame(back.position).state == app.match(match_id).state
    assert done


def test_undo_after_an_agreed_end_names_the_end(app: Matchbook) -> None:
    """It takes the conclusion back, and not the action before it."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    app.conclude(match_id, (1,), note="time was up")
    asked = asking(app, match_id)[0].ask("undo", JUDGE)
    assert "takes back 9: concluded: Bo wins" in asked.hint
    assert "wes" not in asked.hint


def test_every_example_of_a_prompt_is_taken_as_it_stands(app: Matchbook, match_id: str) -> None:
    """What a hint offers names entries and players of this match, and is recorded when it is typed."""
    for purpose in PURPOSES:
        requests, _ = asking(app, match_id)
        try:
            hint = requests.ask(purpose, JUDGE).hint
        except NotMeant:
            continue
        for example in hint.split(" · ")[:-2]:
            requests, _ = asking(app, match_id)
            requests.ask(purpose, JUDGE)
            act = requests.act(purpose, example, JUDGE)
            assert act is None or isinstance(outcome := act(), Recorded), (purpose, example, outcome)
            if purpose == "end":
                app.undo(match_id)


@pytest.mark.parametrize(
    ("purpose", "text"), [("take back", ""), ("take back", "99"), ("note", "99: x"), ("end", ""), ("statement", "")]
)
def test_a_refusal_offers_what_is_taken(app: Matchbook, purpose: str, text: str) -> None:
    """An example in the words of a refusal is of this match, too."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE)
    requests, _ = asking(app, match_id)
    said, _ = requests.preview(purpose, text, JUDGE)
    assert not any(stranger in said for stranger in ("37", "12", "Kim"))
    assert "Ada" in said or "to" in said


TUTORIAL = (
    ("note", "12: late"),
    ("extra_time", "5 late"),
    ("statement", "Ada: that was mine"),
    ("end", "Ada: time was up"),
    ("end", "draw"),
    ("end", "nobody"),
)


def test_what_the_tutorial_types_is_taken(app: Matchbook) -> None:
    """Each text that the scorekeeper's tutorial gives for a prompt, and the beginning that it makes whole with a blank."""
    tutorial = (Path(__file__).parents[2] / "docs" / "tutorial_scorekeeper.md").read_text(encoding="utf-8")
    match_id = open_sheet(app, "frc_card_game", 12)
    for purpose, text in TUTORIAL:
        assert f"`{text}`" in tutorial
        requests, _ = asking(app, match_id)
        requests.ask(purpose, JUDGE)
        assert isinstance(requests.act(purpose, text, JUDGE)(), Recorded), text
        if purpose == "end":
            app.undo(match_id)
    begun = app.match(open_sheet(app, "frc_card_game", 2))
    found = Suggester(begun.game, begun.state).suggest("dr")
    assert "`dr ` is `draw_opening_hand `" in tutorial
    assert on_space("dr", found, lambda _: False) == Put("draw_opening_hand ")


def test_each_event_of_the_last_entry_is_told_at_80_columns(app: Matchbook) -> None:
    """What finds no room on the first row is on the second; a wide screen keeps to one."""
    timeline = Timeline(app.history(open_sheet(app, "frc_tcg", 22)))
    narrow, wide = (record_lines(timeline, timeline.last, JUDGE, (Span("saved 25", "good"),), n) for n in (80, 140))
    said = [" ".join("".join(span.text for span in row).split()) for row in narrow]
    assert said[0].endswith("saved 25")
    assert "goes from 40 to 30 hit points · Ada's Zap goes to the shop" in " ".join(said).replace("saved 25 ", "")
    assert (len(narrow), len(wide)) == (2, 1)
