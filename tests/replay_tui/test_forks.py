"""Branching off a what-if in the program, continuing in the record screen, comparing with the original."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from domain.seats import SPECTATOR
from replay_tui.screens.differences import DifferencesScreen
from replay_tui.screens.fork_box import ForkBox
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.replay import ReplayScreen
from service.analysis import win_chances
from service.recording.forks import Branch, fork
from service.recording.match_service import MatchService
from tests.connections import every_connection
from tests.replay_tui.driving import LARGE, SMALL, Pictured, see, settle, until, visit
from tests.replay_tui.live import MATCH, open_sheet, replay, table
from tests.replay_tui.memory import Shelf, finished, on_shelf
from tests.service.whatifs import GAMES, record

pytestmark = pytest.mark.promise(id="V5")

WHAT_IF = "8mr3n5ya0gsb"


@pytest.fixture
def what_if(app: MatchService, gamble: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Branched off after entry 12, with another action since."""
    return branched(app, gamble, 12, monkeypatch)


def branched(app: MatchService, match: str, at: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """A what-if of an id known before, in which the last legal command was taken."""
    with monkeypatch.context() as fixed:
        fixed.setattr("service.recording.match_service.new_match_id", lambda: WHAT_IF)
        forked = fork(app, Branch(match=match, at=at)).match
    state = app.match(forked).state
    app.take(forked, list(app.match(forked).game.legal(state))[-1])
    return forked


def others(app: MatchService) -> list[str]:
    """All matches but the one that was played."""
    return [match for match in app.store.match_ids() if match != MATCH]


def test_w_branches_off_and_goes_on_live(app: MatchService, gamble: str):
    """`w` says what it will do; `esc` records zero entries, `enter` records the what-if and opens it in the record screen,
    flagged."""
    left, asked, opened = visit(replay(app, gamble, place="12"), "w s 7 escape", "w", "enter")
    assert isinstance(left.screen, ReplayScreen)
    assert left.address == f"{MATCH}/12"
    assert isinstance(asked.screen, ForkBox)
    assert f"{MATCH}/12  " in asked.text
    assert "compare with" not in asked.text, "this match was played"
    (forked,) = others(app)
    assert isinstance(opened.screen, RecordScreen)
    assert opened.lines[0].startswith(f"RECORD {forked}/12 WHAT-IF of {MATCH}/12")
    assert app.match(forked).state == app.match(MATCH).states[12]


def test_bots_play_on_from_before_an_entry_and_from_behind_it(
    app: MatchService, gamble: str, monkeypatch: pytest.MonkeyPatch
):
    """`p` in the box: each side's chance before and behind the entry, "simulated", with worlds, bot and seed; the numbers of the
    command line. The record is unchanged, and a viewpoint that may not know the hidden cards lacks the key."""
    monkeypatch.setattr("replay_tui.screens.comparison_controller._WORLDS", 3)
    version = app.match(gamble).line[-2]
    before, after = win_chances.what_if(app.match(gamble), version, win_chances.Rolling(3, 7))

    async def played(pilot: Pilot[None]) -> None:
        await until(lambda: getattr(pilot.app.screen, "worth", ()) != ("playing on …",))
        await settle(pilot)

    [seen] = visit(replay(app, gamble, place=str(version)), "w s 7 p", then=played)
    assert "simulated: 3 worlds each, played on by the bot builder, seed 7" in seen.text
    for side, name in enumerate(("Ada", "Bo")):
        line = next(line for line in seen.lines if f"│{name} " in line and "before it" in line)
        assert win_chances.percent_text(before, side) in line
        assert win_chances.percent_text(after, side) in line
    assert others(app) == []
    hidden = see(replay(app, gamble, place=str(version), as_=SPECTATOR), "w", "p")
    assert "play on" not in hidden.text
    first = visit(replay(app, gamble, place="1"), "w p", then=played)[0]
    assert "it is not an action after the opening" in " ".join(first.text.split())


def test_the_badge_is_always_in_sight(app: MatchService, what_if: str):
    """Stepping, looking from elsewhere or making the screen small does not hide it."""
    for size in (SMALL, LARGE, (60, 10)):
        for seen in visit(replay(app, what_if), "right", "f f", "end", "enter", size=size):
            assert f"WHAT-IF of {MATCH}/12" in seen.lines[0]


def test_citations_and_differences_of_a_what_if_say_so(app: MatchService, what_if: str):
    """Text copied from a what-if cannot be mistaken for the real match."""
    cited, opened = visit(replay(app, what_if, place="9"), "y", "x right right x")
    assert f" · WHAT-IF of {MATCH}/12 · " in cited.copied
    assert opened.lines[0].startswith(f"REPLAY {what_if}/9 → 11 WHAT-IF of {MATCH}/12")


def test_cards_are_sampled_from_the_typed_seed(app: MatchService):
    """`s` asks for cards, digits are the seed; the same seed gives the same cards."""
    match = record(app, "frc_card_game", blind=True)
    asked, opened = visit(replay(app, match.id, place="40"), "w s 4 2 9 backspace", "enter")
    assert "[x] s  sample unknown cards, seed 42" in asked.text
    assert any("cards sampled" in message for message in opened.messages)
    (forked,) = (one for one in others(app) if one != match.id)
    again = fork(app, Branch(match=match.id, at=40, sample=True, seed=42))
    assert app.match(forked).state == app.match(again.match).state


def test_it_says_why_nothing_was_sampled(app: MatchService, gamble: str):
    """Without a deck list the what-if is recorded, and the reason is on the screen."""
    seen = see(replay(app, gamble, place="12"), "w", "s", "enter")
    assert isinstance(seen.screen, RecordScreen)
    assert any(
        message.startswith("Nothing sampled: all cards of registered deck lists are known") for message in seen.messages
    )


def test_a_store_that_takes_nothing_is_one_line(app: MatchService, gamble: str):
    """A what-if that cannot be stored leaves the replay unchanged, with the reason."""
    every_connection(app.store, "query_only=1")
    seen = see(replay(app, gamble, place="12"), "w", "enter")
    assert isinstance(seen.screen, ReplayScreen)
    assert others(app) == []
    assert ["read" in message for message in seen.messages] == [True]


def test_a_what_if_is_compared_with_what_happened(app: MatchService, what_if: str):
    """`c` in the box shows both lines beside each other, and the boards. `enter` on a row goes to the entry of the what-if, or
    opens the match that was played where only that has an entry; `esc` comes back."""
    asked, compared, there, opened, back = visit(replay(app, what_if), "w", "c", "enter", "w c down enter", "escape")
    assert f"c  compare with what happened, {MATCH}/12" in asked.text
    assert isinstance(compared.screen, DifferencesScreen)
    assert compared.lines[0].startswith(f"REPLAY {MATCH}/12 and WHAT-IF {WHAT_IF}/12")
    assert "played, after 12 shared actions" in compared.text
    assert " 13  concede" in compared.text
    assert there.address == f"{WHAT_IF}/13"
    assert opened.address == f"{MATCH}/14"
    assert back.address.startswith(WHAT_IF)


def test_an_origin_that_is_not_there_is_one_line(app: MatchService, what_if: str, tmp_path: Path):
    """Imported without the match that it branched from, a what-if says so and stays open."""
    (tmp_path / "other").mkdir()
    with table(tmp_path / "other") as elsewhere:
        rows = [row for row in app.store.select(0, 10_000) if row.match == what_if]
        opened = app.match(what_if).opened
        assert opened is not None
        row = app.store.catalogues.row(opened.catalogue, "frc_card_game")
        elsewhere.store.append_rows([(r.match, r.version, r.topic, r.state) for r in rows], [row])
        seen = see(replay(elsewhere, what_if), "w", "c")
    assert isinstance(seen.screen, ReplayScreen)
    assert f"no match '{MATCH}'" in seen.messages[-1]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_box_as_drawn(app: MatchService, what_if: str, pictured: Pictured, size: tuple[int, int]):
    """A what-if of a what-if, with cards to be sampled."""
    pictured(replay(app, what_if, place="12"), size, "w s 7")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", GAMES)
def test_the_comparison_as_drawn(
    app: MatchService, pictured: Pictured, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
):
    """A what-if of each game's hand-written match beside what happened."""
    match = open_sheet(app, game, 40, match_id=MATCH)
    what_if = branched(app, match, app.match(match).version - 2, monkeypatch)
    pictured(replay(app, what_if), size, "w c down")


def _in_memory() -> Any:

    return on_shelf(Shelf(history=finished()), match_id="match-3")
