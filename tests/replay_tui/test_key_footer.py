"""The keys in the last line: made anew when others are to be told, and only then."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from replay_tui.app import MatchbookApp
from replay_tui.widgets.key_footer import KeyFooter
from tests.replay_tui.conftest import settle, visit


def test_the_footer_is_made_anew_for_other_keys_alone(
    replaying: Callable[..., MatchbookApp], monkeypatch: pytest.MonkeyPatch
):
    """Asked whether keys have changed, the footer stays as it is where they have not; for a pane with others it is made anew."""
    made: list[int] = [0]
    recompose = KeyFooter.recompose

    async def counted(self: KeyFooter) -> None:
        made[-1] += 1
        await recompose(self)

    async def ask(pilot: Pilot[None]) -> None:
        made.append(0)
        pilot.app.screen.refresh_bindings()
        await settle(pilot)
        made.append(0)

    monkeypatch.setattr(KeyFooter, "recompose", counted)
    events, board = visit(replaying(), "", "tab", then=ask)
    opened, asked, other, asked_again, _ = made
    assert opened > 0
    assert other > 0
    assert asked == asked_again == 0
    assert events.lines[-1] != board.lines[-1]
