"""The keys: no two of one screen clash, all of the contract are there, and help and footer come from them."""

import importlib
import pkgutil
import tomllib
from importlib.resources import files

import pytest
from textual.widget import Widget

import replay_tui
from replay_tui.keymap import KEYS, SCREENS
from replay_tui.screens.help import KeyedScreen

CONTRACT = (
    "right j left k full_stop comma right_square_bracket left_square_bracket shift+right shift+left "
    "right_curly_bracket left_curly_bracket home g end G 0 1 2 3 4 5 6 7 8 9 space plus minus colon slash n N v V d D "
    "f c o s enter y m z tab question_mark escape q"
)


@pytest.mark.parametrize("name", SCREENS)
def test_no_two_keys_of_a_screen_clash(name: str):
    """A key that is live in a pane does one thing there, whether pane or screen binds it."""
    actions: dict[str, set[str]] = {}
    for binding in (key for group in SCREENS[name] for key in group):
        for key in binding.keys.split(","):
            actions.setdefault(key, set()).add(binding.action.removeprefix("screen."))
    assert {key: found for key, found in actions.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", KEYS)
def test_a_key_does_one_thing_in_its_group(name: str):
    """Also in boxes, which are not screens: each key is used once, and so is each action name."""
    keys = [key for binding in KEYS[name] for key in binding.keys.split(",")]
    assert len(keys) == len(set(keys))


def test_no_keys_are_left_out_of_the_table():
    """The bindings of all screens and panes come from the groups, and each group belongs to a tested screen or a box."""
    listed = {key.id for group in KEYS.values() for key in group}
    boxes = {
        "fork_box",
        "rule_box",
        "table",
        "conflict",
        "prompt",
        "scope",
        "correct_box",
        "explain_box",
        "contest_box",
        "choice",
        "split_box",
        "tour",
    }
    shown = {key.id for screen in SCREENS.values() for group in screen for key in group}
    assert {one for one in listed - shown if one.partition(".")[0] not in boxes} == set()
    for module in pkgutil.walk_packages(replay_tui.__path__, "replay_tui."):
        for owner in vars(importlib.import_module(module.name)).values():
            own = owner.__dict__.get("BINDINGS", ()) if isinstance(owner, type) and issubclass(owner, Widget) else ()
            if owner.__module__.startswith("replay_tui.") if isinstance(owner, type) else False:
                assert {binding.id for binding in own} <= {*listed, "help.close"}, owner


def test_every_key_is_on_the_page_of_keys():
    """The page has each key of the table once, except movement in lists, which all lists share."""
    sections = tomllib.loads(files("replay_tui.keymap").joinpath("page.toml").read_text("utf-8"))["section"]
    listed = [one for section in sections for ids in section["keys"].values() for row in ids for one in row.split()]
    keys = {key.id: key for group in KEYS.values() for key in group}
    shared = {key.written.split()[0] for key in KEYS["links"]}
    missing = [keys[one] for one in keys if one not in listed]
    assert [one for one in listed if one not in keys] == []
    assert {one for one in listed if listed.count(one) > 1} == {"line.complete", "line.down", "line.up"}
    assert [key.id for key in missing if key.written.split()[0] not in shared and key.id not in ALIKE] == []


ALIKE = (
    *(f"tenth.{digit}" for digit in range(1, 10)),
    *("prompt.cancel", "scope.complete", "split_box.cancel", "explain_box.cancel", "board.changes", "list.zoom"),
    *("tour.end", "tour.next", "conflict.keep", "conflict.rebase"),
)
"""Keys that do what another one of the page does, and keys of boxes that name them."""


def test_ids_are_unique():
    """Each binding can be named."""
    ids = [
        key.id for group in ("common", "matches", "match_table", "replay", "board", "event_list") for key in KEYS[group]
    ]
    assert len(ids) == len(set(ids))


def test_the_contract_keys_are_bound():
    """Every replay key that is promised is bound on the replay screen."""
    bound = {key for binding in (*KEYS["replay"], *KEYS["common"]) for key in binding.keys.split(",")}
    assert set(CONTRACT.split()) <= bound


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.promise(id="Convention 8")
def test_upper_case_goes_back_where_lower_case_goes_on(name: str):
    """Every letter that goes on has its capital going back, by the same action."""
    actions = {key: binding.action for group in SCREENS[name] for binding in group for key in binding.keys.split(",")}
    onwards = [key for key in actions if len(key) == 1 and key.islower() and actions[key].endswith("1)")]
    onwards = [key for key in onwards if key.upper() in actions and key != "j"]  # `J` lists disputes
    assert all(actions[key.upper()] == actions[key].replace("1)", "-1)") for key in onwards)
    assert set(onwards) >= set(BOTH_WAYS.get(name, ""))


BOTH_WAYS = {"Matches": "stvh", "Replay: list": "vdfnb", "Rules": "nvg", "Cards and decks": "gc"}
"""Letters that must go both ways."""


@pytest.mark.parametrize("name", SCREENS)
def test_footers_show_at_most_three_keys(name: str):
    """The footer of every pane names the three keys that matter; screens whose state decides name them in `keys_now`."""
    shown = [key for group in SCREENS[name] for key in group if key.label]
    assert len(shown) <= 3
    assert len(shown) >= 2 or name == "Record"


def test_each_screen_names_its_keys_in_the_table():
    """Its help shows the keys of that name."""
    for module in pkgutil.walk_packages(replay_tui.__path__, "replay_tui."):
        importlib.import_module(module.name)
    assert {
        kind.__name__ for kind in KeyedScreen.__subclasses__() if getattr(kind, "help_title", "") not in SCREENS
    } == set()
