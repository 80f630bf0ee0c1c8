"""Undo takes back the last act, whichever kind it is; what officials did is undone by officials alone, on all ways."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC
from pathlib import Path

import pytest

from domain.amending import Address
from domain.deciding import RuleViolation, decide
from domain.judging import Rewound, Ruled
from domain.syntax import Unreadable
from domain.table import JUDGE
from replay_tui.scorekeeping.requests import Requests
from replay_tui.timeline import Timeline
from service.judging.desk import Given, Ruling, docket_of, rule
from service.recording.acts import RecordingDesk, Refused
from service.recording.correcting import Asked, Change, correct, redo
from service.recording.matchbook import Matchbook
from tests.replay_tui.live import open_sheet, table
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine
from tests.service.test_people import KITS, opened

HEAD = {"official": "Jo", "role": "head_judge"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """The application on a store in a file."""
    with table(tmp_path) as matchbook:
        yield matchbook


def play_on(app: Matchbook, match_id: str) -> None:
    """Records an act behind the conclusion, as records have it: of a card that is shown, of play that nobody refused."""
    match = app.match(match_id)
    for command in match.game.legal(match.state):
        with suppress(Unreadable, RuleViolation):
            decision = decide(match.game, match.state, command)
            recorder = app.new_entries(match)
            recorder.record(decision.command, decision.events)
            recorder.store()
            return
    raise AssertionError("nothing can be played")


@pytest.mark.parametrize("name", [*RULEBOOKS, *KITS])
def test_undo_takes_back_the_last_act_of_a_concluded_match(app: Matchbook, name: str) -> None:
    """First what was recorded after the conclusion, then the conclusion, then the act before it; each undo changes what stands."""
    match_id = open_sheet(app, name, 12) if name in RULEBOOKS else opened(app, name)
    before = [act.address for act in app.match(match_id).acts]
    concluded = app.conclude(match_id, (0,)).version
    play_on(app, match_id)
    app.undo(match_id)
    match = app.match(match_id)
    assert match.ended == app.store.rebuild(match_id).ended == (concluded, match.outcome)
    assert [act.address for act in match.acts] == before
    assert concluded not in match.undone
    redo(app, match_id)
    assert len(app.match(match_id).acts) == len(before) + 1
    app.undo(match_id)
    assert app.match(match_id).falling(app.match(match_id).acts[-1].address) == [Address(concluded)]
    app.undo(match_id)
    assert app.match(match_id).outcome is None
    assert [act.address for act in app.match(match_id).acts] == before
    if len(before) > 1:
        app.undo(match_id)
        assert [act.address for act in app.match(match_id).acts] == before[:-1]


def test_undo_says_what_it_takes_back(matchbook: CommandLine) -> None:
    """The command line and the prompt name the conclusion, not the move before it."""
    players = ("--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match_id = matchbook("new", "frc_card_game", *players).out.strip()
    matchbook("take", match_id, "draw_opening_hand Ada")
    matchbook("conclude", match_id, "--winner", "Ada")
    assert "took back entry 3: concluded: Ada wins" in matchbook("undo", match_id).err
    assert "took back entry 2: draw_opening_hand Ada" in matchbook("undo", match_id).err


@pytest.fixture
def lost(app: Matchbook) -> str:
    """Ada got a game loss of the head judge's: ruling, penalty, effect are the last three of sixteen entries."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="marked cards")
    rule(app, match_id, Ruling(ruled=ruled, penalties=(Given(seat=0, penalty="game_loss"),)))
    return match_id


WAYS: dict[str, Callable[..., object]] = {
    "undo": lambda app, match, **by: app.undo(match, **by),
    "take back": lambda app, match, **by: app.take_back(match, 12, reason="no", **by),
    "redo": lambda app, match, **by: redo(app, match, 13, **by),
    "strike": lambda app, match, **by: correct(app, Asked(match=match, changes=(Change(Address(16), "strike"),), **by)),
    "replace": lambda app, match, **by: correct(
        app, Asked(match=match, changes=(Change(Address(16), "replace", "concede Bo"),), **by)
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_game_loss_is_undone_by_an_official_of_the_same_role(app: Matchbook, lost: str, way: str) -> None:
    """Who records is refused, and a floor judge too; the head judge is named in the record."""
    for by in ({}, {"official": "Uli", "role": "judge"}, {"official": "", "role": "head_judge"}):
        with pytest.raises(RuleViolation, match="JP-U01"):
            WAYS[way](app, lost, **by)
    assert app.match(lost).version == 16
    WAYS[way](app, lost, **HEAD)
    [entry] = app.store.entries(lost, 16)
    assert (entry.payload.official, entry.payload.role) == ("Jo", "head_judge")
    if way != "redo":
        with pytest.raises(RuleViolation, match="JP-U01"):  # what she ordered is not redone without her either
            redo(app, lost, 16)


def test_undo_is_refused_where_the_last_entry_is_an_officials(app: Matchbook) -> None:
    """A caution changes nothing in the game: undo does not take back the move before it."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruled = Ruled(official="Jo", role="judge", rules=("CG-D01",), text="late")
    rule(app, match_id, Ruling(ruled=ruled, penalties=(Given(seat=0, penalty="caution"),)))
    for by in ({}, HEAD):
        with pytest.raises(RuleViolation, match="entry 15 is an official's"):
            app.undo(match_id, **by)
    refused = RecordingDesk(app).undo(match_id, reason="x", at_version=15)
    assert isinstance(refused, Refused)


def test_a_rewind_is_not_undone_by_who_records(app: Matchbook) -> None:
    """Neither redo nor a redo to an entry before it brings play back that the head judge undid; play behind it is theirs."""
    match_id = open_sheet(app, "frc_card_game", 12)
    ruled = Ruled(official="Jo", role="head_judge", rules=("CG-D01",), text="as it was", error=13, remedy="rewind")
    rewound = rule(app, match_id, Ruling(ruled=ruled))[-1].version
    assert isinstance(docket_of(app, app.match(match_id)).acts[rewound], Rewound)
    with pytest.raises(RuleViolation, match="JP-U01"):
        redo(app, match_id, rewound - 1)
    app.take(match_id, "draw_card", as_played=True)
    app.undo(match_id)
    redo(app, match_id)
    assert app.match(match_id).version == rewound + 3
    redo(app, match_id, rewound - 1, **HEAD)


def test_the_prompt_of_undo_names_what_will_go(app: Matchbook, lost: str) -> None:
    """The hint and the act are of one object."""
    match_id = open_sheet(app, "frc_card_game", 12)
    app.conclude(match_id, (0,))
    asked = Requests(Timeline(app.history(match_id)), RecordingDesk(app), UTC).ask("undo", JUDGE)
    assert "takes back 14: concluded: " in asked.hint
