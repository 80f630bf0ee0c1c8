"""The replay with what came to light later."""

from collections.abc import Iterator

import pytest

from replay_tui.app import MatchbookApp
from service.recording.matchbook import Matchbook
from storage.store import MatchStore
from tests.replay_tui.driving import see, visit
from tests.replay_tui.memory import Shelf
from tests.service.test_held_cards import opened


@pytest.fixture
def app() -> Iterator[Matchbook]:
    """The application on a store of its own."""
    with Matchbook(MatchStore.open(":memory:", create=True)) as matchbook:
        yield matchbook


def replay(app: Matchbook, viewpoint: str) -> MatchbookApp:
    """A match in which Ada shows Bram with the last entry, open one entry before."""
    match = opened(app)
    shown = app.take(match, "reveal_card bram player=Ada to=Ada").version
    shelf = Shelf(history=app.history(match))
    return MatchbookApp(shelf, match_id=match, place=str(shown - 1), viewpoint=viewpoint)


@pytest.mark.parametrize("viewpoint", ["judge", "Ada"])
@pytest.mark.promise(id="H4")
def test_later_knowledge_comes_on_request_and_goes_again(app: Matchbook, viewpoint: str) -> None:
    """`h` names a card that came to light later, and says so; pressed again, the board is what was known then."""
    then, now, again = visit(replay(app, viewpoint), "s", "h", "h", size=(120, 40))
    assert "Bram" not in then.text
    assert "Bram" in now.text
    assert "IN HINDSIGHT" in now.place
    assert again.lines == then.lines


@pytest.mark.promise(id="H4")
def test_hindsight_shows_nobody_anothers_hand(app: Matchbook) -> None:
    """A card that only its holder saw stays unknown to the other player."""
    assert "Bram" not in see(replay(app, "Bo"), "h", size=(120, 40)).text
