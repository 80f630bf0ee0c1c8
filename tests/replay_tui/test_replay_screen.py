"""The replay as its user meets it: keys in, screens out. Positions are read from the address in the top bar."""

import gc
import re
from functools import cache

import pytest
from textual.pilot import Pilot

from domain.entries import Concluded
from domain.outcome import Outcome
from domain.replay import open_history
from domain.seats import JUDGE
from replay_tui.app import MatchbookApp
from replay_tui.screens.matches import MatchesScreen
from replay_tui.screens.replay import ReplayScreen
from replay_tui.widgets.key_footer import FooterKeys
from service.reading.log import action_text, told_texts
from service.recording.match_service import MatchService
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries
from tests.replay_tui.asked import touring
from tests.replay_tui.driving import SMALL, Seen, Walk, resized, see, settle, visit
from tests.replay_tui.memory import BROKEN, Shelf, extend, on_shelf, running, showing
from tests.service.test_held_cards import opened


@cache
def tour() -> dict[str, Seen]:
    """One run over the finished match: what is seen after each walk. Each group of walks ends as it began, but for the place."""
    return touring(
        showing(),
        SMALL,
        opened="",
        judge="g s colon 4 enter",
        ada="f",
        bo="f",
        spectator="f",
        still_spectator="f F",
        listed="F F F s g colon 1 8 enter",
        events="e",
        turns="e",
        actions="e",
        marked="g v",
        unmarked="c",
        marked_again="c",
        cited="g v y",
        cited_by_bo="f f y",
        cited_event="F F full_stop y",
        details="g v enter z",
        details_of_bo="escape f f enter z",
        bookmark="escape F F g v m",
        to_bookmark="g b",
        back_to_bookmark="end B",
        no_bookmark="m g b",
        palette="g ctrl+p n e x t space v i o l",
        from_palette="enter",
        told="colon 8 enter",
        commands="s",
        inside="s colon 8.1 enter",
        last_violation="g v v",
        past_violations="v",
        maximised="g z",
        both="z",
        board="tab z",
        both_again="z",
    )


def toured(*names: str) -> tuple[Seen, ...]:
    """The screen after some walks of the tour."""
    return tuple(tour()[name] for name in names)


def test_a_finished_match_opens_at_its_start():
    """A view that is not live says REPLAY with its address, and names the viewpoint."""
    [seen] = toured("opened")
    assert seen.lines[0] == f"{'REPLAY match-3/1 · High Card · Ada v Bo':<72}as judge"
    assert seen.place.startswith("entry 1/18 · round 1 · draw · Ada to act · 15:06:43")


WALKS = {
    "right right j": "4",
    "g right right left": "2",
    "end k": "17",
    "8 G g": "1",
    "g right_square_bracket": "8",
    "g right_square_bracket right_square_bracket left_square_bracket": "8",
    "g shift+right shift+right": "13",
    "g v full_stop": "8.1",
    "g v full_stop comma": "7",
    "g v full_stop right": "8",
    "5": "10",
    "g v v": "12",
    "v": "12",
    "V": "7",
    "g d": "7",
    "g d d d": "12",
    "end D D": "12",
    "g right_curly_bracket": "5",
    "g right_curly_bracket left_curly_bracket": "1",
    "g down down up": "2",
    "g pagedown": "3",
    "g left comma left_square_bracket left_curly_bracket V": "1",
    "end right full_stop right_square_bracket right_curly_bracket v": "18",
}


def test_stepping_and_jumping():
    """Each key moves as promised; at the ends, and without a mark to go to, it stays."""
    seen = visit(showing(), *WALKS)
    assert dict(zip(WALKS, (s.address for s in seen), strict=True)) == {k: f"match-3/{v}" for k, v in WALKS.items()}


def test_finding():
    """`/` shows the first find while one types, and counts; `n` and `N` go forward and back, and around at the ends; an absent text
    leaves the position."""
    seen = visit(showing(), "slash k a t s u r a", "enter", "n", "N", "N", "n", "v slash z z z")
    assert [s.address for s in seen] == [f"match-3/{entry}" for entry in (3, 3, 4, 3, 13, 3, 7)]
    assert "1 of 4 · ⏎ keep" in seen[0].text
    told = ("1 of 4", "2 of 4", "1 of 4", "4 of 4 · from the end", "1 of 4 · from the start")
    assert [f"“katsura” {number}" in s.place for s, number in zip(seen[1:], told, strict=False)] == [True] * 5
    assert "nothing found" in seen[-1].text


def test_each_viewpoint_is_named_and_hides_unknown_cards():
    """`f` goes through judge, players and spectator; each screen names its viewpoint and leaves out what it may not know."""
    seen = toured("judge", "ada", "bo", "spectator", "still_spectator")
    assert [s.lines[0].split(" as ")[1] for s in seen] == ["judge", "Ada", "Bo", "spectator", "spectator"]
    judge, ada, bo, spectator, _ = (s.text.replace("katsura=2", "") for s in seen)
    assert "draw Bo [katsura, gorse, juniper]" in judge
    assert "draw Bo [katsura, gorse, juniper]" in bo
    assert "atsura" not in ada
    assert "atsura" not in spectator


def test_a_viewpoint_can_be_asked_for():
    """A player's name opens the match through that player's eyes; an unknown name through the spectator's, and says so."""
    assert see(showing(viewpoint="Bo")).lines[0].endswith("as Bo")
    stranger = see(showing(viewpoint="Zoe"))
    assert stranger.lines[0].endswith("as spectator")
    assert any("no player 'Zoe'" in message for message in stranger.messages)


def test_details():
    """`enter` shows the rule that was broken, who recorded it and when, the events, the head and, to the judge, the raw entry."""
    [seen] = toured("details")
    for part in (
        "match-3/7",
        "! [MG-P03] Placing (rulebook: §2)",
        f"here: {BROKEN.text}",
        "A player places one card of the own hand face down.",
        "> 7.1 Ada places a card face down",
        "2025-06-15 15:07:01",
        "ada",
        '"kind": "action"',
    ):
        assert part in seen.text


def test_details_are_cut_for_the_viewpoint():
    """Only the judge sees the raw entry."""
    [seen] = toured("details_of_bo")
    assert "only for the judge" in seen.text
    assert "place_card Ada ??" in seen.text
    assert "dogwood" not in seen.text


def test_escape_peels_one_layer():
    """Details first, then a maximised pane, then the replay itself; at the match list `esc` has no effect."""
    seen = visit(showing(), "z enter", "escape", "escape", "escape", "escape escape")
    assert ["─Details" in s.text for s in seen[:3]] == [True, False, False]
    assert ["─Board" in s.text for s in seen[:3]] == [False, False, True]
    assert all(isinstance(s.screen, MatchesScreen) for s in seen[3:])


def test_maximise():
    """`z` gives the focused pane the room of both, and again gives it back."""
    seen = toured("maximised", "both", "board", "both_again")
    assert ["─Board" in s.text for s in seen] == [False, True, True, True]
    assert ["─Actions" in s.text for s in seen] == [True, True, False, True]


def test_zoom_levels():
    """`e` lists actions with their events, then turns, then actions again."""
    actions, events, turns, again = toured("listed", "events", "turns", "actions")
    assert ".2 Bo wins" in events.text
    assert ".2 Bo wins" not in actions.text
    rows = [" ".join(line.split()) for line in turns.lines if " actions" in line]
    assert rows == ["round 1 · Ada 8 actions !1", "round 2 · Ada 5 actions !1", ">round 3 · Ada 5 actions"]
    assert again.text == actions.text


def test_changes_are_marked():
    """Places changed by the last action have a sign; `c` stops it, and marks it again."""
    marked, plain, after = toured("marked", "unmarked", "marked_again")
    assert re.search(r"\*N─+╮\n placed │Dogwood", marked.text)
    assert marked.text == after.text
    assert "*" not in plain.text


def test_citation():
    """`y` copies the address, the turn, the action and the rules it broke, and shows it; for a seat, through whose eyes."""
    before, judge, bo, event = toured("marked_again", "cited", "cited_by_bo", "cited_event")
    assert judge.copied == "match-3/7 · round 1 · place_card Ada dogwood · [MG-P03]"
    assert judge.messages == (*before.messages, judge.copied)
    assert bo.copied == "match-3/7 · round 1 · place_card Ada ?? · as Bo"
    assert event.copied == "match-3/8.1 · round 1 · Dogwood 5 against Juniper 11: Bo takes it"


def test_bookmarks():
    """`m` sets a bookmark, `b` and `B` go to it, `m` again removes it."""
    seen = toured("bookmark", "to_bookmark", "back_to_bookmark", "no_bookmark")
    assert [s.address for s in seen] == ["match-3/7", "match-3/7", "match-3/7", "match-3/1"]
    assert [s.place.endswith("bookmark") for s in seen] == [True, True, True, False]


def test_palette():
    """`ctrl+p` offers what has a key here, by its name, and does it."""
    offered, done = toured("palette", "from_palette")
    assert "Next violation" in offered.text
    assert done.address == "match-3/7"


def test_an_agreed_end_is_the_result():
    """A match that the players ended shows their result from that entry on, not before."""
    history = extend(running(), Concluded(outcome=Outcome(winners=(1,), reason="agreed")))
    end, before = visit(showing(history), "end", "left")
    assert "Result: Bo wins (agreed)" in end.text
    assert "Result" not in before.text


def test_undone_entries_stay_visible():
    """Undone entries are in the list with an `x` and the entry that undid them."""
    assert "x 13 turn_up [ivy, katsura]  (taken back by 14)" in see(showing(running()), "s").text


def test_nothing_stays_frozen_in_memory():
    """Objects excluded from garbage collection while a match was open are released when the program ends."""
    frozen = []

    async def count(_: Pilot[None]) -> None:
        frozen.append(gc.get_freeze_count())

    see(showing(), then=count)
    assert frozen[0] > 0
    assert gc.get_freeze_count() == 0


def test_a_click_on_a_row_goes_there():
    """In the list of entries."""

    async def click(pilot: Pilot[None]) -> None:
        await pilot.click("#events", offset=(5, 3))

    assert see(showing(), then=click).address == "match-3/3"


def test_resizing_and_back_changes_nothing():
    """A screen that was made smaller or larger, and then as it was, is as it was."""
    before, *after = visit(showing(), "v", resized(40, 10), resized(120, 40))
    assert [seen.text for seen in after] == [before.text] * 2


def test_every_step_is_told_in_a_sentence():
    """Below the board is the effect of the entry, then its consequences; the list has sentences too, `s` shows commands."""
    told, commands = toured("told", "commands")
    history = told.screen.timeline.history
    sentence, *further = told_texts(history, 8, JUDGE)
    row = next(line for line in told.lines if line.strip().startswith(f"8 {sentence}"))
    assert told.lines[told.lines.index(row) + 1].strip() == " · ".join(further)
    listed = next(line for line in told.lines if line.startswith(">"))
    assert f" 8 {sentence}" in listed
    command = action_text(history, 8, JUDGE)
    assert command not in told.text
    assert sum(command in line for line in commands.lines) == 2


def test_consequences_that_find_no_row_are_counted():
    """Lines left out for lack of room are always counted."""
    seen = see(showing(), "colon 8 enter", size=(80, 14))
    sentence, *further = told_texts(seen.screen.timeline.history, 8, JUDGE)
    assert f"{sentence} +{len(further)}" in seen.text


def test_inside_an_entry_what_came_later_is_not_told():
    """At an event inside of an entry, the consequences go up to it."""
    [seen] = toured("inside")
    later = told_texts(seen.screen.timeline.history, 8, JUDGE)[1:]
    under_board = seen.text.partition("Actions")[0]
    assert later
    assert not any(text in under_board for text in later)


def test_past_the_last_violation_it_says_how_many_lie_behind():
    """`v` at the last one stays, and names the other direction."""
    there, past = toured("last_violation", "past_violations")
    assert past.place == there.place
    assert past.messages == (*there.messages, "no violation further on; 2 violations up to here")


def test_without_violations_v_says_so():
    """`v` and `V` answer in a match without violations."""
    on, back = visit(showing(open_history(GAME, CATALOGUE, match_entries(2))), "v", "V")
    assert on.messages == ("this match has no violations",)
    assert back.messages == on.messages * 2


# --- keys in the last line ---------------------------------------------------------------------------------------------


def test_the_footer_is_told_anew_for_other_keys_alone(monkeypatch: pytest.MonkeyPatch):
    """Given unchanged keys, then the footer is not drawn again; a prompt with other keys draws it."""
    told: list[int] = [0]

    def counted(self: FooterKeys) -> None:
        told[-1] += 1

    async def ask(pilot: Pilot[None]) -> None:
        told.append(0)
        pilot.app.screen.refresh_bindings()
        await settle(pilot)
        told.append(0)

    monkeypatch.setattr(FooterKeys, "watch_keys", counted, raising=False)
    events, prompt = visit(showing(), "", "colon", then=ask)
    opened, asked, other, asked_again, _ = told
    assert opened > 0
    assert other > 0
    assert asked == asked_again == 0
    assert events.lines[-1] != prompt.lines[-1]


def test_a_click_presses_the_key_under_the_mouse():
    """A key's name and its label are one button; the blank between two keys is not clickable."""

    def click(words: str, before: int) -> Walk:
        return lambda pilot, _: pilot.click(FooterKeys, offset=(_line(pilot).index(words) - before, 0))

    seen = visit(showing(), click("step", 0), click("step", 1), click("cards", 3))
    assert [one.address for one in seen] == ["match-3/2", "match-3/3", "match-3/3"]


def test_a_dead_key_is_not_pressed():
    """At the end `→` is dim, and a click on it has no effect."""
    dim: list[bool] = []

    async def click(pilot: Pilot[None]) -> None:
        keys = pilot.app.screen.query_one(FooterKeys)
        dim.extend(bool(s.style and s.style.dim) for s in keys.render_line(0) if "step" in s.text)
        await pilot.click(FooterKeys, offset=(_line(pilot).index("step"), 0))

    assert visit(showing(), "end", then=click)[0].address == "match-3/18"
    assert dim == [True]


def test_the_key_under_the_mouse_is_lit_up_and_explained():
    """Its ground differs from its neighbours', and its help is ready; beside the keys it is absent."""
    lit: list[tuple[list[str], object]] = []

    async def point(pilot: Pilot[None]) -> None:
        keys = pilot.app.screen.query_one(FooterKeys)
        plain = keys.rich_style.bgcolor
        for column in (_line(pilot).index("step"), _line(pilot).index(" cards") - 2):
            await pilot.hover(FooterKeys, offset=(column, 0))
            lit.append(([s.text for s in keys.render_line(0) if s.style and s.style.bgcolor != plain], keys.tooltip))

    visit(showing(), "", then=point)
    assert lit == [(["←→", " step"], "Next action"), ([], None)]


def _line(pilot: Pilot[None]) -> str:
    """The keys as they are written."""
    return "".join(segment.text for segment in pilot.app.screen.query_one(FooterKeys).render_line(0))


# --- what came to light later ------------------------------------------------------------------------------------------


def before_a_reveal(app: MatchService, viewpoint: str) -> MatchbookApp:
    """A match in which Ada shows Bram with the last entry, open one entry before."""
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada to=Ada").version
    shelf = Shelf(history=app.history(match))
    return on_shelf(shelf, match_id=match, place=str(shown - 1), viewpoint=viewpoint)


@pytest.mark.parametrize("viewpoint", ["judge", "Ada"])
@pytest.mark.promise(id="H4")
def test_later_knowledge_comes_on_request_and_goes_again(app: MatchService, viewpoint: str) -> None:
    """`h` names a card that came to light later, and says so; pressed again, the board is what was known then."""
    then, now, again = visit(before_a_reveal(app, viewpoint), "s", "h", "h", size=(120, 40))
    assert "Bram" not in then.text
    assert "Bram" in now.text
    assert "IN HINDSIGHT" in now.place
    assert again.lines == then.lines


@pytest.mark.promise(id="H4")
def test_hindsight_shows_nobody_anothers_hand(app: MatchService) -> None:
    """A card that only its holder saw stays unknown to the other player."""
    assert "Bram" not in see(before_a_reveal(app, "Bo"), "h", size=(120, 40)).text


def test_no_key_leaves_a_kiosk() -> None:
    """Given a kiosk, when `q`, `esc` and `ctrl+q` are pressed, then the match is still shown, in its view."""
    app = showing()
    app._kiosk = app._locked = True
    seen = see(app, "q escape ctrl+q f right")
    assert isinstance(seen.screen, ReplayScreen)
    assert "kiosk" in seen.messages[0]
