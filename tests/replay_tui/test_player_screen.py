"""The page of a player: what it says for each game, and the matches behind each row."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from projections.analytics import Analytics
from replay_tui.screens.player import PlayerScreen
from service.analysis.statistics import Answer
from storage.store import MatchStore
from tests.projections.scorebook import GAMES
from tests.replay_tui.asked import Desk, to, touring, whole_program
from tests.replay_tui.driving import LARGE, SMALL, Pictured, Seen, keys, see, settle

GAME = "frc_tcg"


@pytest.fixture(scope="module")
def tour(analytics: Analytics, counted_store: MatchStore, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run: the page from the list, its rows, and from the statistics."""
    letters = " ".join({"_": "underscore"}.get(letter, letter) for letter in GAME)
    return touring(
        whole_program(Desk(analytics, answers), counted_store),
        SMALL,
        first=f"slash {keys('game:')} {letters} enter w",
        second="right_square_bracket",
        matches="enter",
        back="escape",
        latest="end enter",
        returned="escape",
        wrong=f"slash {keys('turn=3')} enter",
        nothing=f"ctrl+u {keys('since=2100-01-01')} enter",
        everything="slash ctrl+u enter",
        closed="escape",
        statistics=f"f8 escape {to('results')} enter w",
    )


def test_the_page_says_what_is_known_of_a_player(tour: dict[str, Seen], analytics: Analytics):
    """Results with interval, cases and bar, form, pace, rating with its course, opponents: the numbers of the command line."""
    seen = tour["first"]
    name = seen.lines[0].split()[1]
    answer = analytics.ask("profile", {"player": name, "game": GAME})
    row = dict(zip(answer.columns, answer.rows[0], strict=True))
    assert seen.lines[0].startswith(f"PLAYER {name} · 1 of 2")
    share = f"{100 * row['score']:.1f} % [{100 * row['low']:.1f}, {100 * row['high']:.1f}] n=~{row['n']}"  # type: ignore[operator]
    assert any("results" in line and share in line and ("█" in line or "░" in line) for line in seen.lines)
    assert " ".join(str(row["form"])) in next(line for line in seen.lines if "form" in line)
    assert f"{row['rating']:,.0f} ± {row['deviation']:,.0f} Glicko-2" in seen.text
    assert any(sign in next(line for line in seen.lines if "Glicko" in line) for sign in "▁▂▃▄▅▆▇")
    assert "against" in seen.text
    assert "latest" in seen.text


def test_one_goes_on_to_the_other_player_of_the_match(tour: dict[str, Seen]):
    """`]` shows the page of the next one."""
    first, second = (tour[name].lines[0].split()[1] for name in ("first", "second"))
    assert first != second
    assert "2 of 2" in tour["second"].lines[0]


def test_each_row_opens_its_matches(tour: dict[str, Seen]):
    """`enter` on the results lists the ended matches, on one of the latest it opens that match; `esc` comes back."""
    name = tour["second"].lines[0].split()[1]
    assert tour["matches"].lines[0].startswith(f"Matches of {name} · {GAME} · 4 matches")
    assert tour["back"].lines[0] == tour["second"].lines[0]
    assert tour["latest"].lines[0].startswith("REPLAY")
    assert tour["returned"].lines[0] == tour["second"].lines[0]


def test_a_page_is_narrowed_and_what_cannot_narrow_it_is_told(tour: dict[str, Seen]):
    """`/` takes the filters of matches; one of turns is refused with those there are; without a match the page says so."""
    assert "turn=3 does not narrow the page" in " ".join(tour["wrong"].text.split())
    assert "Nothing to count." in tour["nothing"].text
    assert sum(line.strip() in GAMES for line in tour["everything"].lines) >= 1


def test_the_page_of_the_player_in_a_row(tour: dict[str, Seen]):
    """`w` in the statistics shows the player of the row under the cursor."""
    assert tour["statistics"].lines[0].startswith("PLAYER ")
    assert " of " not in tour["statistics"].lines[0].split("as of")[0]


def test_a_player_without_matches_and_names_with_markup(tmp_path: Path):
    """An unknown name is no error, and is shown as it is, whatever it looks like."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        desk = Desk(Analytics(tmp_path / "a.duckdb", store))

        async def show(pilot: Pilot[None]) -> None:
            pilot.app.push_screen(PlayerScreen(desk, ("[b]木村[/b]",)))
            await settle(pilot)

        seen = see(whole_program(desk, store), then=show)
    assert seen.lines[0].startswith("PLAYER [b]木村[/b]")
    assert "Nothing to count." in seen.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_page_of_a_player_pictured(
    pictured: Pictured, desk: Desk, counted_store: MatchStore, size: tuple[int, int]
):
    """Of a player of one game."""

    async def show(pilot: Pilot[None], _: object) -> None:
        pilot.app.push_screen(PlayerScreen(desk, ("Ada", "Ben"), (f"game={GAME}",)))

    assert pictured(whole_program(desk, counted_store), size, show)
