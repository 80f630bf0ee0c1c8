"""The rules browser: sections, search, where a match broke a rule, and the way there and back."""

import re
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.registry import installed_games, load_game
from replay_tui.app import MatchbookApp
from replay_tui.screens.matches import MatchesScreen
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.record_boxes import RuleBox
from replay_tui.screens.replay import ReplayScreen
from replay_tui.screens.rules import RulesScreen
from service.reading.rulebook import Breach, breaches
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in_disputed
from tests.minigame import GAME
from tests.replay_tui.driving import LARGE, SMALL, Pictured, Seen, see, visit
from tests.replay_tui.live import analytics_of, id_of, open_sheet, recording, table
from tests.replay_tui.memory import Shelf, finished, on_shelf, running, showing
from tests.rulebooks import RULEBOOKS


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchService]:
    """The sample matches of the demo, on a store in a file."""
    folder, ids = tmp_path_factory.mktemp("demo"), map(id_of, RULEBOOKS)
    with table(folder, clock=lambda: 1_772_899_200_000_000) as app:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("service.recording.match_service.new_match_id", lambda: next(ids))
            for name in RULEBOOKS:
                type_in_disputed(app, load_game(name), sample_sheets(load_game(name))[0])
        yield app


def on_match(stored: MatchService, game: str) -> MatchbookApp:
    """The program with the sample match of a game open."""
    return MatchbookApp(stored, analytics_of(stored), match_id=id_of(game), zone=UTC)


def test_seven_keys_from_the_list_to_the_ruling(demo: MatchService):
    """A match is opened, and seven keys do the rest: to the first violation, its rule, around it, through a player's eyes,
    cited, on to what became of it. No menu, no screen but the replay, and the rule is the first thing one reads."""
    app = MatchbookApp(demo, analytics_of(demo), zone=UTC)
    walks = visit(app, "", "enter", "v", "enter", "left", "right", "f", "y", "d")
    _, opened, broken, read, before, again, player, cited, ruling = walks
    assert all(isinstance(seen.screen, ReplayScreen) for seen in walks[1:])
    assert "! " in broken.place
    assert broken.address != opened.address
    rule = next(r for g in installed_games().values() for r in g.rules.values() if r.id in broken.place.split())
    top = next(n for n, line in enumerate(read.lines) if "─Details" in line)
    words = " ".join(" ".join(read.lines[top + 1 : top + 12]).split())
    assert words.startswith(f"! [{rule.id}] {rule.title} ({rule.origin}) {rule.text[:40]}")
    assert before.address != read.address
    assert again.text == read.text
    assert player.lines[0].endswith("as Ann")
    assert rule.id in cited.copied
    assert cited.copied.endswith("as Ann")
    assert int(ruling.address.split("/")[1]) > int(cited.address.split("/")[1])


def test_opens_from_a_replay_at_the_rule_that_the_entry_breaks_and_leads_back():
    """Where the shown entry breaks a rule, its text is there at once, with the entries of this match that broke it. `y` copies
    the rule, `enter` reads it, and `enter` on an entry goes to that entry in the replay."""
    seen, cited, read, gone = visit(showing(), "v f6", "y", "enter down", "enter")
    assert "MG-P03  Placing" in seen.text
    assert "A player places one card of the own hand face down." in seen.text
    assert "Broken at 2 entries of this match" in seen.text
    assert "match-3/7 · as judge" in seen.lines[0]
    assert cited.copied == "MG-P03 Placing (rulebook: §2) · High Card"
    assert read.focus == "text"
    assert isinstance(gone.screen, ReplayScreen)
    assert gone.address == "match-3/12"


def test_entries_that_broke_a_rule():
    """Entries 7 and 12 broke it; in the running match the second was taken back."""
    assert breaches(finished(), [7, 12]) == {"MG-P03": (Breach(7, True), Breach(12, True))}
    assert breaches(running(), [7, 12]) == {"MG-P03": (Breach(7, True), Breach(12, False))}


def test_hidden_cards_are_not_named():
    """The entries are worded for the viewpoint: the card that the judge reads is `??` for the other player."""
    judge, bo = visit(showing(), "v f6", "escape f f f6")
    assert "place_card Ada dogwood" in judge.text
    assert "place_card Ada ??" in bo.text
    assert "dogwood" not in bo.text
    assert "as Bo" in bo.lines[0]


def chosen(seen: Seen) -> str:
    """The id of the rule whose text is shown."""
    return next(found[1] for line in seen.lines if (found := re.match(r"─(MG-\w+)─", line)))


def dead(action: str, by: int, *walks: str) -> list[bool]:
    """Whether a key is dimmed after each of some walks."""
    found: list[bool] = []

    async def ask(pilot: Pilot[None]) -> None:
        found.append(pilot.app.screen.check_action(action, (by,)) is None)

    visit(showing(), *walks, then=ask)
    return found


def test_search_shows_the_first_find_while_typing():
    """Words find; `n` and `N` go on and back; `esc` takes the search away and stays where it led."""
    typing, kept, on, back, gone = visit(showing(), "f6 slash d r a w", "enter", "n", "N", "escape")
    assert chosen(typing) == "MG-P02"
    assert "found" in typing.text
    assert [chosen(seen) for seen in (kept, on, back, gone)] == ["MG-P02", "MG-E01", "MG-P02", "MG-P02"]
    assert "“draw”" in back.text
    assert "“draw”" not in gone.text


def test_search_forgives_a_slip():
    """A misspelt word is read as its nearest, with a message; an unknown one has an empty result, and `esc` goes back."""
    slip, nothing, back = visit(showing(), "v f6 slash p l c i n g", "backspace x x x x", "escape")
    assert "read as placing" in slip.text
    assert "nothing found" in nothing.text
    assert chosen(back) == "MG-P03"


def test_broken_rules_one_after_the_other():
    """`v` goes to the next rule that this match broke, `V` back; at the last one the key is off."""
    assert chosen(see(showing(), "f6", "v")) == "MG-P03"
    assert dead("broken", 1, "f6", "v") == [False, True]


@pytest.mark.slow
@pytest.mark.promise(id="Convention 4")
def test_games_do_not_wrap():
    """`g` goes to the last game and no further, `G` back to the first; a dead key is dimmed."""
    count = len(installed_games()) + 1
    there, back = "f6" + " g" * (count + 2), " ".join("G" * (count + 2))
    last, first = visit(showing(), there, back)
    assert f"game {count} of {count}" in last.lines[0]
    assert first.lines[0].startswith("RULES · High Card")
    assert dead("game", 1, there, back) == [True, False]
    assert dead("game", -1, there, back) == [False, True]


@pytest.mark.promise(id="Convention 6")
def test_esc_peels_one_layer():
    """Text, search, screen, one after the other, down to the match list, where it has no effect."""
    walk = ("v f6 slash p l a c e enter enter", "escape", "escape", "escape", "escape", "escape escape")
    reading, listed, searched, replay, matches, still = visit(showing(), *walk)
    assert (reading.focus, listed.focus) == ("text", "list")
    assert "“place”" in listed.text
    assert "“place”" not in searched.text
    assert isinstance(searched.screen, RulesScreen)
    assert isinstance(replay.screen, ReplayScreen)
    assert all(isinstance(seen.screen, MatchesScreen) for seen in (matches, still))


@pytest.mark.promise(id="Convention 13")
def test_titles_are_cut_and_numbers_aligned():
    """In 24 columns titles end with `…`, and the entries of a rule share one column."""
    narrow = see(showing(), "f6", size=(24, 24))
    assert any(line.endswith("…") for line in narrow.lines)
    wide = see(showing(), "v", "f6", size=LARGE)
    assert all(rule in wide.text for rule in GAME.rules), "every rule is listed"
    places = [
        line.index(number) + len(number) for line in wide.lines for number in ("  7  p", " 12  p") if number in line
    ]
    assert len(places) == 2
    assert len(set(places)) == 1


def test_the_illegal_box_leads_to_the_rule_and_keeps_the_line(tmp_path: Path):
    """F6 in the box reads the whole rule; `esc` is back in the box, and what was typed is still there."""
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", 7)
        refused = "p l a y underscore s t u d e n t space n i a enter"
        box, rule, back, line = visit(recording(app, match_id), refused, "f6", "escape", "escape")
    assert isinstance(box.screen, RuleBox)
    assert isinstance(rule.screen, RulesScreen)
    assert "─CG-A02─" in rule.text
    assert isinstance(back.screen, RuleBox)
    assert isinstance(line.screen, RecordScreen)
    assert line.line == "play_student nia"


def test_from_the_record_screen_an_entry_opens_in_a_replay(tmp_path: Path):
    """Recording goes on below: the entry that broke the rule is shown in a replay of its own."""
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", 7)
        broken = app.take(match_id, "play_student nia", as_played=True).version
        shelf = Shelf(history=app.history(match_id))
        shown = on_shelf(shelf, recording_service=RecordingService(app), live=app.history(match_id), zone=UTC)
        replay, back = visit(shown, "f6 v enter enter", "escape escape escape")
    assert isinstance(replay.screen, ReplayScreen)
    assert replay.address == f"{match_id}/{broken}"
    assert isinstance(back.screen, RecordScreen)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_picture_of_a_broken_rule(demo: MatchService, pictured: Pictured, game: str, size: tuple[int, int]):
    """The rule that a sample match broke, among its neighbours."""
    pictured(on_match(demo, game), size, "v f6")
