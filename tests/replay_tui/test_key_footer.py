"""The keys in the last line: told anew when others are to be told, pressed by a click, explained under the mouse."""

import pytest
from textual.pilot import Pilot

from replay_tui.widgets.key_footer import FooterKeys
from tests.replay_tui.driving import settle, visit
from tests.replay_tui.memory import showing


def test_the_footer_is_told_anew_for_other_keys_alone(monkeypatch: pytest.MonkeyPatch):
    """Asked whether keys have changed, the footer stays as it is where they have not; for a pane with others it is told anew."""
    told: list[int] = [0]

    def counted(self: FooterKeys) -> None:
        told[-1] += 1

    async def ask(pilot: Pilot[None]) -> None:
        told.append(0)
        pilot.app.screen.refresh_bindings()
        await settle(pilot)
        told.append(0)

    monkeypatch.setattr(FooterKeys, "watch_told", counted, raising=False)
    events, board = visit(showing(), "", "tab", then=ask)
    opened, asked, other, asked_again, _ = told
    assert opened > 0
    assert other > 0
    assert asked == asked_again == 0
    assert events.lines[-1] != board.lines[-1]


@pytest.mark.parametrize(
    ("words", "before", "reached"), [("step", 0, "2"), ("violation", 0, "7"), ("violation", 3, "1")]
)
def test_a_click_presses_the_key_under_the_mouse(words: str, before: int, reached: str):
    """What is written of a key and what it does are one button; the blank between two keys is none."""

    async def click(pilot: Pilot[None]) -> None:
        await pilot.click(FooterKeys, offset=(_line(pilot).index(words) - before, 0))

    assert visit(showing(), "", then=click)[0].address == f"match-3/{reached}"


def test_a_dead_key_is_not_pressed():
    """At the end `→` goes nowhere: it is dim, and a click does nothing."""
    dim: list[bool] = []

    async def click(pilot: Pilot[None]) -> None:
        keys = pilot.app.screen.query_one(FooterKeys)
        dim.extend(bool(s.style and s.style.dim) for s in keys.render_line(0) if "step" in s.text)
        await pilot.click(FooterKeys, offset=(_line(pilot).index("step"), 0))

    assert visit(showing(), "end", then=click)[0].address == "match-3/18"
    assert dim == [True]


def test_the_key_under_the_mouse_is_lit_up_and_explained():
    """Its ground is another than that of its neighbours, and its help stands ready; beside the keys nothing does."""
    lit: list[tuple[list[str], object]] = []

    async def point(pilot: Pilot[None]) -> None:
        keys = pilot.app.screen.query_one(FooterKeys)
        plain = keys.rich_style.bgcolor
        for column in (_line(pilot).index("step"), _line(pilot).index(" violation") - 2):
            await pilot.hover(FooterKeys, offset=(column, 0))
            lit.append(([s.text for s in keys.render_line(0) if s.style and s.style.bgcolor != plain], keys.tooltip))

    visit(showing(), "", then=point)
    assert lit == [(["←→", " step"], "Next action"), ([], None)]


def _line(pilot: Pilot[None]) -> str:
    """The keys as they are written."""
    return "".join(segment.text for segment in pilot.app.screen.query_one(FooterKeys).render_line(0))
