"""The page of a position code, and the link to it on the page of a match."""

import re

import pytest

from service.exchange.position_codes import read_position_code
from tests.web_service.serving import Served, serving
from tests.web_service.tables import opened


def test_the_match_page_links_to_its_position(served: Served) -> None:
    """The link shows the board that was seen, and its code."""
    match = opened(served.app)
    spectator = served.client()
    link = re.search(r'href="(/m/[^"]+/position[^"]*)"', spectator.get(f"/m/{match}").text)
    assert link is not None
    shown = spectator.get(link[1], follow_redirects=True)
    code = shown.url.path.removeprefix("/position/")
    assert shown.status_code == 200
    assert f'value="{code}"' in shown.text
    assert "Seen as spectator" in shown.text
    assert "From the address, not from a record" in shown.text
    assert f"WHAT-IF of {match}/" in shown.text
    assert read_position_code(code).viewpoint == "spectator"


def test_a_position_opens_where_the_match_is_unknown(served: Served, tmp_path_factory: pytest.TempPathFactory) -> None:
    match = opened(served.app)
    there = served.client().get(f"/m/{match}/position?at=1").headers["location"]
    with serving(tmp_path_factory.mktemp("other")) as other:
        assert other.client().get(there).status_code == 200
        assert other.client().get(there[:-3]).status_code == 400
    with serving(tmp_path_factory.mktemp("private"), private=True) as private:
        assert private.client().get(there).status_code == 404


@pytest.mark.parametrize("entry", [99, 10_000_001])
def test_a_position_after_the_end_is_refused(served: Served, entry: int) -> None:
    assert served.client().get(f"/m/{opened(served.app)}/position?at={entry}").status_code == 400
