"""The report: a self-contained page that says the same as the statistics."""

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from projections.analytics import Analytics
from projections.errors import AnalyticsError
from projections.statements import read_request
from service.analysis.report import SECTIONS, html_report
from service.analysis.report.plots import PlotMark, curve, forest, heat, scatter
from storage.store import MatchStore
from tests.projections.retold import Retold, simulated
from tests.projections.scorebook import GAMES
from tests.service.browsing import in_browser, needs_browser
from tests.service.conftest import CommandLine

GOLDEN = Path(__file__).parent.parent / "golden" / "report.html"


@pytest.fixture(scope="module")
def analytics(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analytics]:
    """Four matches, which are the same in every run."""
    folder = tmp_path_factory.mktemp("report")
    with MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__) as store:
        for number in range(4):
            Retold(store, f"m{number}", "frc_card_game", simulated("frc_card_game", number)).play()
        yield Analytics(folder / "analytics.duckdb", store)


@pytest.mark.slow
def test_the_same_matches_give_the_same_bytes(analytics: Analytics) -> None:
    """The page is the one that was looked at; MATCHBOOK_RENEW=1 writes it again."""
    page = html_report(analytics, "Spring <cup>", None, ())
    assert page == html_report(analytics, "Spring <cup>", None, ())
    if os.environ.get("MATCHBOOK_RENEW"):
        GOLDEN.write_text(page, encoding="utf-8")
    assert page == GOLDEN.read_text(encoding="utf-8")


def test_the_page_needs_nothing_else(analytics: Analytics) -> None:
    page = html_report(analytics, "Spring <cup>", None, ())
    assert not re.search(r"<script|https?:|src=|@import|url[(]|javascript:| style=", page)
    assert "default-src 'none'" in page
    assert "<title>Spring &lt;cup&gt;</title>" in page
    assert "@media print" in page
    assert "prefers-color-scheme: dark" in page


@pytest.mark.slow
def test_every_plot_has_its_table(analytics: Analytics) -> None:
    """All rows of the answer are beside each picture, with n, share and interval; few cases are grey."""
    page = html_report(analytics, "Statistics", "frc_card_game", ())
    pairs = re.findall(r'<div class="pair"><figure>(<svg.*?</svg>)</figure>(.*?)</table>', page, re.DOTALL)
    assert len(pairs) == page.count("<h3>") - len({section.metric for section in SECTIONS}) >= 5
    for section, (picture, table) in zip(SECTIONS, pairs, strict=False):
        answer = analytics.ask(read_request([section.metric, "by", ",".join(section.by)], {"game": "frc_card_game"}))
        rows = [row for row in answer.rows if None not in row[1 : 1 + len(section.by)]]
        assert table.count("<tr") - 1 == len(rows)
        assert table.count("class=few") == sum(row[answer.columns.index("n")] < 30 for row in rows)
        assert picture.count("<") > 5
        assert all(unescape(str(row[1])) in unescape(table) for row in rows)


def test_few_cases_look_so_and_names_are_cut_only_in_pictures() -> None:
    """A row of 29 cases is grey, one of 30 is not; a long name is shortened where it is drawn."""
    few, sure = (PlotMark(("a-name-that-is-long", "b"), 0.4, 0.2, 0.6, n, 0.05) for n in (29, 30))
    for draw in (forest, heat, scatter):
        drawn = draw([few, sure])
        assert "few" in drawn
        assert "sure" in drawn
        assert "a-name-that-is-long" not in drawn
    assert "few" in curve([PlotMark(("7",), 0, None, None, 29, None)])
    assert "few" not in curve([PlotMark(("7",), 0, None, None, 30, None)])


@needs_browser
@pytest.mark.parametrize("width", [900, 1100, 1240, 1600])
def test_tables_are_shown_in_their_whole_width(width: int, tmp_path: Path) -> None:
    """Each column of a table is whole if the window is wide enough for only the table."""
    script = "return [...document.querySelectorAll('.table')].map(t => t.scrollWidth - t.clientWidth)"
    hidden = in_browser(GOLDEN.read_text("utf-8"), script, tmp_path, size=(width, 800))
    assert set(hidden.split(",")) == {"0"}


@pytest.mark.slow
def test_bad_filters_are_refused(analytics: Analytics, matchbook: CommandLine, tmp_path: Path) -> None:
    """In one line, with what may be meant, and without a file."""
    with pytest.raises(AnalyticsError, match="no filter 'plyer'; did you mean player"):
        html_report(analytics, "Statistics", None, ("plyer:Ada",))
    assert matchbook("simulate", "frc_card_game", "-n", 1, "--record").code == 0
    done = matchbook("metrics", "report", "--where", "plyer:Ada", "-o", tmp_path / "page.html")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert not (tmp_path / "page.html").exists()
    assert matchbook("metrics", "report", "--game", "frc_card_gam").code == 2
    assert matchbook("metrics", "report", "-o", tmp_path / "page.html").code == 0
    assert matchbook("metrics", "report", "-o", tmp_path / "page.html").code == 2
