"""The panel beside the board, as measured in a browser: labels, messages, and their places."""

from itertools import count
from typing import Any, Final

import pytest

from tests.campaigns import tries
from tests.replay_tui.live import lines_of, open_sheet
from tests.service.browsing import needs_browser
from tests.waiting import wait_until
from tests.web_service.serving import Served
from tests.web_service.test_recording_pages import RULED, settled
from tests.web_service.windows import PHONE, TABLET, Window
from web_service.limits import Limits

STATES: Final = tries("MATCHBOOK_MEASURED_STATES", few=10, many=1_000)
"""States of each match whose labels are measured: the first ones, where most is offered."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

BADLY_SET: Final = r"""() => [...document.querySelectorAll("#offers .offer")].flatMap((button) => {
  const lines = (part) => Math.round(part.getBoundingClientRect().height / parseFloat(getComputedStyle(button).lineHeight));
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const [range, found] = [document.createRange(), []];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const word of text.data.matchAll(/[^\s–-]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) found.push(`${word[0]} is cut`);
    }
  }
  range.selectNodeContents(button.querySelector("b + span") || button);
  if (lines(range) > 3) found.push(`${lines(range)} lines`);
  return found.length ? [`${button.textContent}: ${found}`] : [];
})"""


@needs_browser
@pytest.mark.parametrize("name", RULED)
def test_no_label_is_squeezed(browser: Any, served: Served, name: str) -> None:
    """Given a match that goes on, then on tablet and phone no word of a label is cut, and no label takes more than three lines."""
    served.app_state.limits = Limits(count().__next__)
    match = open_sheet(served.app, name, 0)
    window = Window(browser, TABLET, has_touch=True).at(served, f"/m/{match}/record", "scorekeeper")
    for line in lines_of(name)[:STATES]:
        for width, height in (TABLET, PHONE):
            window.page.set_viewport_size({"width": width, "height": height})
            settled(window.page)
            assert window.page.evaluate(BADLY_SET) == []
        version = served.app.take(match, line).version
        with window.page.expect_response("**/offers?*"):
            wait_until(lambda v=version: window.page.evaluate("replay.last()") == v, "the entry does not come")
