"""Rules for every screen: rules, cards and statistics are a key away, `esc` leads back to the list, `?` shows all keys."""

from datetime import UTC

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from domain.judging import Disputed
from replay_tui.keymap import KEYS, SCREENS
from replay_tui.screens.cards import CardsScreen
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.matches import MatchesScreen
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.record_boxes import TableEvents
from replay_tui.screens.replay import ReplayScreen
from replay_tui.screens.rules import RulesScreen
from replay_tui.screens.wizard import WizardScreen
from service.judging.judge_actions import record
from service.recording.match_service import MatchService
from tests.campaigns import some
from tests.replay_tui.driving import Seen, see, visit
from tests.replay_tui.live import open_sheet, whole
from tests.replay_tui.memory import Shelf, finished, on_shelf, row

WAYS = {
    "Matches": "",
    "Replay: list": "enter",
    "Replay: board": "enter tab",
    "Replay: details": "enter enter",
    "Differences": "enter x left x",
    "Correction": "enter home right right E f2 f2 enter",
    "Player": "w",
    "Search": "ctrl+f escape",
    "Explorer": "p",
    "Disputes": "J",
    "Disputed entry": "J enter",
    "Ruling": "J enter r",
    "Ruling: preview": "J enter r enter tab x f2",
    "Record": "l",
    "New match": "n",
    "Rules": "f6",
    "Cards and decks": "f7",
    "Statistics: questions": "f8",
}
"""From the match list to each screen and pane."""
LOOK_UPS = (("f6", RulesScreen), ("f7", CardsScreen))
"""From each of them but the explorer, which is a box over the list."""


@pytest.fixture(autouse=True)
def _running(app: MatchService):
    """A running match with a claim is in the store."""
    match = open_sheet(app, "frc_tcg", 12)
    record(app, match, Disputed(about=9, claim="illegal", claimant="Ada", text="no"))


@pytest.mark.parametrize(
    ("name", "key", "opened"),
    some((pytest.param(name, *key) for name in WAYS if name != "Explorer" for key in LOOK_UPS), 3),
)
def test_rules_and_cards_are_a_key_away(app: MatchService, name: str, key: str, opened: type[Screen[None]]):
    """F6 shows the rules and F7 the cards of the current game on every screen; `esc` comes back."""
    *_, before, there, after = visit(whole(app), "", *WAYS[name].split(), key, "escape")
    assert isinstance(there.screen, opened)
    assert "FRC TCG" in there.lines[0] or name in ("New match", "Statistics: questions")
    assert type(after.screen) in (type(before.screen), MatchesScreen)


def test_a_contest_has_rules_and_no_cards():
    """A tournament shows its rules; for its cards, the program says that they do not exist."""
    rules, cards = visit(on_shelf(Shelf([row(1, game="tournament")]), zone=UTC), "f6", "escape f7")
    assert rules.lines[0].startswith("RULES · Tournament")
    assert isinstance(cards.screen, MatchesScreen)
    assert cards.messages == ("A tournament has no cards of its own",)


def test_looking_up_keeps_what_is_typed(app: MatchService):
    """Rules, cards and statistics are looked up in the middle of a line, and the line is still there."""
    seen = see(whole(app), "l e n d f6 escape f7 escape f8 escape escape")
    assert isinstance(seen.screen, RecordScreen)
    assert "> end" in seen.text


def test_the_wizard_shows_the_decks_of_its_game(app: MatchService):
    """While decks are chosen for a new match, F7 shows those of the game that was chosen."""
    game = "r o b i n underscore i n underscore t h e underscore h o o d enter"
    decks, back = visit(whole(app), f"n {game} f7 d", "escape escape")
    assert decks.lines[0].startswith("CARDS AND DECKS · Robin in the Hood")
    assert "Castle twelve" in decks.text
    assert isinstance(back.screen, WizardScreen)


def written(seen: Seen) -> str:
    """The text of the box over the screen, in one line."""
    return " ".join(" ".join(max(line.split("│"), key=len) for line in seen.lines).split())


@pytest.mark.parametrize("name", some(WAYS, 5))
@pytest.mark.promise(id="Convention 6")
@pytest.mark.promise(id="Convention 7")
def test_help_comes_from_the_bindings_and_esc_leads_to_the_list(app: MatchService, name: str):
    """The footer shows the keys that have a label, F1 all of them, on every screen and pane. (`ctrl+q` works everywhere, in
    boxes too; only the help shows it.) Pressed again and again, `esc` leads to the match list, one layer at a time, and the
    program goes on."""
    running: list[bool] = []

    async def ask(pilot: Pilot[None]) -> None:
        running.append(pilot.app.is_running and pilot.app.return_code is None)

    walks = ("", *WAYS[name].split(), "f1", " ".join(["escape"] * 10))
    *_, screen, help_, out = visit(whole(app), *walks, size=(99, 110), then=ask)
    keys = [key for group in SCREENS[name] for key in group]
    assert all(key.label in screen.lines[-1] for key in keys if key.label and key.keys != "ctrl+q")
    assert isinstance(help_.screen, HelpScreen)
    told = written(help_)
    assert [key.help for key in keys if key.help not in told and not key.id.startswith("tenth.")] == []
    assert isinstance(out.screen, MatchesScreen)
    assert all(running)


def test_the_keys_of_all_screens_are_listed_on_all_screens():
    """The help of each screen lists the keys that work everywhere; boxes over a screen have keys of their own."""
    assert {name for name, groups in SCREENS.items() if KEYS["everywhere"] not in groups} == {"Views"}


def test_a_program_that_only_shows_names_the_command_that_records(app: MatchService):
    """Without a recorder, each recording key names the command to use instead, and the record is unchanged."""
    before = app.store.head_position()
    commands = {
        "n": "matchbook new GAME",
        "l": "matchbook record",
        "J": "matchbook disputes",
        "enter C": "matchbook dispute",
        "E": "matchbook correct",
        "w enter": "matchbook fork MATCH",
    }
    for seen, command in zip(visit(whole(app, records=False), *commands), commands.values(), strict=True):
        assert command in seen.messages[-1]
    assert app.store.head_position() == before


def test_a_screen_may_be_left_before_it_stands():
    """A screen that you leave at once still finds its parts when it starts and when the window is resized."""
    shelf = Shelf([row(1)])

    async def leave(pilot: Pilot[None]):
        for screen in (ReplayScreen(finished(), shelf, viewpoint="judge"), TableEvents(recording=False)):
            pilot.app.push_screen(screen)
            pilot.app.pop_screen()

    assert isinstance(see(on_shelf(shelf, zone=UTC), then=leave).screen, MatchesScreen)
