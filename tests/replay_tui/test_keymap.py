"""The keys: no two of one screen clash, all of the contract are there, and help and footer come from them."""

import pytest

from replay_tui.keymap import SCREENS
from replay_tui.keymap.everywhere import COMMON
from replay_tui.keymap.key import Key
from replay_tui.keymap.matches import MATCH_TABLE, MATCHES
from replay_tui.keymap.replay import BOARD, EVENT_LIST, REPLAY

CONTRACT = (
    "right j left k full_stop comma right_square_bracket left_square_bracket shift+right shift+left "
    "right_curly_bracket left_curly_bracket home g end G 0 1 2 3 4 5 6 7 8 9 space plus minus colon slash n N v V d D "
    "f c enter y m z tab question_mark escape q"
)


@pytest.mark.parametrize("name", SCREENS)
def test_no_two_keys_of_a_screen_clash(name: str):
    """A key that is live in a pane does one thing there, whether pane or screen binds it."""
    actions: dict[str, set[str]] = {}
    for binding in (key for group in SCREENS[name] for key in group):
        for key in binding.keys.split(","):
            actions.setdefault(key, set()).add(binding.action.removeprefix("screen."))
    assert {key: found for key, found in actions.items() if len(found) > 1} == {}


def test_ids_are_unique():
    """Each binding can be named."""
    ids = [key.id for group in (COMMON, MATCHES, MATCH_TABLE, REPLAY, BOARD, EVENT_LIST) for key in group]
    assert len(ids) == len(set(ids))


def test_the_contract_keys_are_bound():
    """Every replay key that is promised is bound on the replay screen."""
    bound = {key for binding in (*REPLAY, *COMMON) for key in binding.keys.split(",")}
    assert set(CONTRACT.split()) <= bound


@pytest.mark.parametrize("name", SCREENS)
def test_footers_show_six_to_nine_keys(name: str):
    """The footer of every pane holds a handful of keys, within 80 columns."""
    shown = [key for group in SCREENS[name] for key in group if key.label]
    assert 6 <= len(shown) <= 9
    assert sum(len(f"{_written(key)} {key.label} ") for key in shown) <= 80


def _written(key: Key) -> str:
    return key.footer or key.shown or key.keys.split(",", maxsplit=1)[0]
