"""Explorer, page of a player, and search: screens that the analytics answer."""

import shlex
from datetime import UTC
from pathlib import Path

import pytest
from textual.pilot import Pilot

from projections.analytics import Analytics
from projections.entry_search import read_searched
from projections.grammar import completed as completed_word
from projections.grammar import read_filters
from projections.opening_explorer import read_explored
from replay_tui.app import MatchbookApp
from replay_tui.screens.player import PlayerScreen
from service.analysis.search import MOST, read_search, words_next
from service.analysis.statistics import Answer
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from storage.store import MatchStore
from tests.projections.scorebook import GAMES, Scorebook
from tests.replay_tui.asked import PausedStatistics, program, to, touring, whole_program
from tests.replay_tui.driving import LARGE, SMALL, Pictured, Seen, keys, see, settle, visit
from tests.replay_tui.live import open_sheet, table
from tests.storage.forging import unguarded

# --- the explorer ------------------------------------------------------------------------------------------------------


GAME = "frc_tcg"


def listed(*, game: str = GAME) -> str:
    """The keys that leave matches of one game in the list."""
    return f"slash {keys('game:')} {' '.join({'_': 'underscore'}.get(letter, letter) for letter in game)} enter"


@pytest.fixture(scope="module")
def explorer_tour(analytics: Analytics, counted_store: MatchStore, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run: the explorer from the list, then from a replay."""
    return touring(
        whole_program(PausedStatistics(analytics, answers), counted_store),
        SMALL,
        beginning=f"{listed()} p",
        followed="right",
        retreated="left",
        wrong=f"slash {keys('plyer:Ada')} enter",
        narrowed=f"ctrl+u {keys('least:100')} enter",
        widened="slash ctrl+u enter",
        matches="enter",
        back="escape",
        closed="escape",
        replay="enter",
        in_replay="full_stop full_stop p",
        stepped="full_stop full_stop full_stop",
        left="escape",
        late="9 p",
    )


def test_the_explorer_begins_at_the_first_turn(explorer_tour: dict[str, Seen], analytics: Analytics):
    """Each move with how often it was made, how it ended as bar, share and interval, the rating of who made it."""
    answer = analytics.explore(read_explored(GAME, (), ()))
    seen = explorer_tour["beginning"]
    assert "EXPLORER frc_tcg" in seen.text
    assert f"{sum(row[1] for row in answer.rows)} moves in 4 matches" in seen.text
    for row in answer.rows[:4]:
        assert any(str(row[0])[:20] in line and f"~{row[1]}" in line for line in seen.lines)
    assert "W/D/L" in seen.text
    assert seen.lines[0].startswith("Matchbook")  # the list stays in sight


def test_moves_are_followed_and_left_again(explorer_tour: dict[str, Seen], analytics: Analytics):
    """`→` goes on to the position after the move under the cursor, `←` back to the one before."""
    [first, *_] = analytics.explore(read_explored(GAME, (), ())).rows
    assert f"after {first[0]}" in explorer_tour["followed"].text
    assert explorer_tour["retreated"].lines == explorer_tour["beginning"].lines


def test_moves_are_filtered_and_a_wrong_filter_is_reported(explorer_tour: dict[str, Seen]):
    """`/` takes the filters of metrics; given an unknown word, then the line stays open, with suggestions."""
    assert "did you mean player" in " ".join(explorer_tour["wrong"].text.split())
    assert explorer_tour["wrong"].focus == "prompt-input"
    assert "least:100" in explorer_tour["narrowed"].text
    assert "No match continues from here." in explorer_tour["narrowed"].text
    assert explorer_tour["widened"].lines == explorer_tour["beginning"].lines


def test_a_move_opens_the_matches_in_which_it_was_made(explorer_tour: dict[str, Seen], analytics: Analytics):
    """`enter` lists them, and `esc` comes back to the explorer."""
    [first, *_] = analytics.explore(read_explored(GAME, (), ())).rows
    assert explorer_tour["matches"].lines[0].startswith(f"Matches of frc_tcg · {first[0]}"[:60])
    assert f"{first[2]} match" in explorer_tour["matches"].lines[0]
    assert "EXPLORER frc_tcg" in explorer_tour["back"].text
    assert "EXPLORER" not in explorer_tour["closed"].text


def test_the_explorer_follows_the_replay_below(explorer_tour: dict[str, Seen]):
    """It asks about the position that the board shows; `.` steps there, and the answer stays open. Near the end of the match one
    line says up to which turn moves are explored."""
    tour = explorer_tour
    assert "EXPLORER frc_tcg · from here" in tour["in_replay"].text
    before, after = tour["in_replay"].address, tour["stepped"].address
    assert int(after.split("/")[1].split(".")[0]) > int(before.split("/")[1].split(".")[0])
    assert tour["left"].address == after
    assert "EXPLORER" not in tour["left"].text
    assert "the first 6 turns of the first round are explored" in tour["late"].text


def test_the_explorer_while_recording_keeps_what_is_typed(
    statistics: PausedStatistics, counted_store: MatchStore, tmp_path: Path
):
    """`^l` opens it over the record with the line unchanged; on an empty line `P` does."""
    with table(tmp_path) as matchbook:
        match_id = open_sheet(matchbook, "frc_card_game", 7)
        recording = RecordingService(matchbook)
        app = whole_program(statistics, counted_store, recording_service=recording, live=matchbook.history(match_id))
        over, back, empty, by_letter = visit(app, "p l a y ctrl+l", "escape", " ".join(["backspace"] * 4), "P")
    assert "EXPLORER frc_card_game · from here" in over.text
    assert any(line.startswith("> play") for line in back.lines)
    assert "EXPLORER" not in empty.text
    assert "EXPLORER frc_card_game · from here" in by_letter.text


def test_without_a_match_there_is_nothing_to_explore(statistics: PausedStatistics):
    """An empty list says what the explorer needs; so does a contest."""
    [seen] = visit(program(statistics), "p")
    assert seen.messages[-1].startswith("No match is chosen")
    [seen] = visit(program(statistics, "series"), "p")
    assert seen.messages[-1].startswith("A series has no moves of its own")


@pytest.mark.slow
def test_a_damaged_match_is_named(tmp_path: Path):
    """A match that cannot be followed does not count, and a note names it."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        for number in range(2):
            Scorebook(store, f"m{number}", GAME, number).play()
    unguarded(
        tmp_path / "s.db",
        "UPDATE stored_events SET state = x'00' WHERE originator_version = 8 AND originator_id = 'm1'",
    )
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", find_game=GAMES.__getitem__) as store:
        analytics = Analytics(tmp_path / "a.duckdb", store)
        app = MatchbookApp(MatchService(store, recorder="tess"), lambda: analytics, zone=UTC)
        seen = touring(app, LARGE, explored="p", asked="escape f8")
    assert "in 1 match" in seen["explored"].text
    assert "m1" in seen["explored"].text
    assert "m1" in seen["asked"].text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_explorer_pictured(
    pictured: Pictured, statistics: PausedStatistics, counted_store: MatchStore, size: tuple[int, int]
):
    """Over a replay, some moves in."""
    pictured(whole_program(statistics, counted_store, match_id=f"{GAME}1", place="t1"), size, "enter p")


# --- the page of a player ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def player_tour(analytics: Analytics, counted_store: MatchStore, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run: the page from the list, its rows, and from the statistics."""
    letters = " ".join({"_": "underscore"}.get(letter, letter) for letter in GAME)
    return touring(
        whole_program(PausedStatistics(analytics, answers), counted_store),
        SMALL,
        first=f"slash {keys('game:')} {letters} enter w",
        second="right_square_bracket",
        matches="enter",
        back="escape",
        latest="end enter",
        returned="escape",
        wrong=f"slash {keys('turn:3')} enter",
        nothing=f"ctrl+u {keys('since:2100-01-01')} enter",
        everything="slash ctrl+u enter",
        closed="escape",
        statistics=f"f8 escape {to('results')} enter w",
    )


def test_the_page_says_what_is_known_of_a_player(player_tour: dict[str, Seen], analytics: Analytics):
    """Results with interval, cases and bar, form, pace, rating with its course, opponents: the numbers of the command line."""
    seen = player_tour["first"]
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


def test_the_page_of_a_player_leads_to_others_and_to_its_matches(player_tour: dict[str, Seen]):
    """`]` shows the page of the next player; `enter` on the results lists the ended matches, on one of the latest it opens that
    match; `esc` comes back. `w` in the statistics shows the player of the row under the cursor."""
    tour = player_tour
    name = tour["second"].lines[0].split()[1]
    assert tour["first"].lines[0].split()[1] != name
    assert "2 of 2" in tour["second"].lines[0]
    assert tour["matches"].lines[0].startswith(f"Matches of {name} · {GAME} · 4 matches")
    assert tour["back"].lines[0] == tour["second"].lines[0]
    assert tour["latest"].lines[0].startswith("REPLAY")
    assert tour["returned"].lines[0] == tour["second"].lines[0]
    assert tour["statistics"].lines[0].startswith("PLAYER ")
    assert " of " not in tour["statistics"].lines[0].split("as of")[0]


def test_a_page_is_narrowed_and_what_cannot_narrow_it_is_told(player_tour: dict[str, Seen]):
    """`/` takes the filters of matches; one of turns is refused with those there are; without a match the page says so."""
    assert "turn:3 cannot filter this page" in " ".join(player_tour["wrong"].text.split())
    assert "Nothing to count." in player_tour["nothing"].text
    assert sum(line.strip() in GAMES for line in player_tour["everything"].lines) >= 1


def test_a_player_without_matches_and_names_with_markup(tmp_path: Path):
    """An unknown name is shown as typed, in any spelling."""
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        statistics = PausedStatistics(Analytics(tmp_path / "a.duckdb", store))

        async def show(pilot: Pilot[None]) -> None:
            pilot.app.push_screen(PlayerScreen(statistics, ("[b]木村[/b]",)))
            await settle(pilot)

        seen = see(whole_program(statistics, store), then=show)
    assert seen.lines[0].startswith("PLAYER [b]木村[/b]")
    assert "Nothing to count." in seen.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_page_of_a_player_pictured(
    pictured: Pictured, statistics: PausedStatistics, counted_store: MatchStore, size: tuple[int, int]
):
    """Of a player of one game."""

    async def show(pilot: Pilot[None], _: object) -> None:
        pilot.app.push_screen(PlayerScreen(statistics, ("Ada", "Ben"), read_filters(f"game:{GAME}")))

    pictured(whole_program(statistics, counted_store), size, show)


# --- the search --------------------------------------------------------------------------------------------------------


KNOWN = {
    "action": ("card_drawn", "drawn", "score", "scored"),
    "card": ("krabby", "bulwark"),
    "player": ("Ada B", "Rin"),
    "game": ("frc_tcg", "pbl_robots"),
    "turn": (),
}
SEARCH = "drawn before t3 game:frc_tcg"


@pytest.fixture(scope="module")
def search_tour(analytics: Analytics, counted_store: MatchStore, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run: from the list, what is typed, found, opened, copied; what cannot be meant."""
    return touring(
        whole_program(PausedStatistics(analytics, answers), counted_store),
        SMALL,
        first="ctrl+f",
        nothing_typed="enter",
        wrong=f"{keys('drawn before four')} enter",
        suggested=f"ctrl+u {keys('dra')}",
        completed="tab",
        unknown=f"ctrl+u {keys('drwn')} enter",
        changed="slash",
        found=f"ctrl+u {keys(SEARCH)} enter",
        copied="y",
        opened="j j enter",
        returned="escape",
        none=f"slash ctrl+u {keys('drawn after t900')} enter",
        statistics="f8",
        again="escape ctrl+f",
        left="escape",
    )


@pytest.mark.slow
def test_the_search_line_shows_examples_suggests_and_says_what_is_wrong(search_tour: dict[str, Seen]):
    """`^f` opens the search with its line and examples. `tab` takes the first suggestion; a wrong search keeps the line open, and
    a word that occurs nowhere says what may be meant. An empty answer names the way on; from the statistics `^f` comes back."""
    tour = search_tour
    assert tour["first"].lines[0].startswith("SEARCH")
    assert tour["first"].focus == tour["nothing_typed"].focus == tour["wrong"].focus == "prompt-input"
    assert tour["again"].lines[0].startswith("SEARCH")
    assert tour["left"].lines[0].startswith("Matchbook")
    for walk, part in {
        "first": "drawn before t3",
        "wrong": "t4",
        "unknown": "did you mean",
        "suggested": "tab drawn",
        "completed": "search drawn",
        "changed": "drwn",
        "none": "Nothing found.",
        "statistics": "STATISTICS",
    }.items():
        assert part in tour[walk].words, walk


def test_each_entry_is_told_and_opens_where_it_was(search_tour: dict[str, Seen], analytics: Analytics):
    """Rows are what `find` finds, match by match; `enter` opens the replay at the entry, `esc` comes back to the row."""
    answer = analytics.find(read_searched("drawn before t3 game:frc_tcg", {"limit": MOST}))
    assert f"{answer.total} entries" in search_tour["found"].lines[0]
    match, version = str(answer.rows[0][0]), answer.rows[0][1]
    assert match in search_tour["found"].lines[2]
    assert str(version) in search_tour["found"].lines[3]
    third = answer.rows[2]
    assert search_tour["opened"].address.startswith(f"{third[0]}/{third[1]}")
    assert search_tour["returned"].lines[0] == search_tour["found"].lines[0]
    assert "matchbook find 'drawn before t3 game:frc_tcg'" in search_tour["copied"].copied


def test_a_wide_screen_has_the_same_rows(statistics: PausedStatistics, counted_store: MatchStore):
    """At 120 x 40, from a replay: the search covers it, and the help shows its keys."""
    keyed = f"enter ctrl+f {keys('played in t2')} enter"
    seen = see(whole_program(statistics, counted_store), keyed, size=LARGE)
    assert seen.lines[0].startswith("SEARCH played in t2")
    assert seen.focus == "found"
    helped = see(whole_program(statistics, counted_store), "ctrl+f escape question_mark", size=LARGE)
    assert "Keys · Search" in helped.text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("dr", "drawn"),
        ("card dra", "drawn"),
        ("scored on k", "krabby"),
        ("scored by ", "Rin"),
        ("scored a", '"Ada B"'),
        ("scored an", "and"),
        ("scored before t", None),
        ("game:p", "game:pbl_robots"),
        ("scored ga", "game:"),
        ("scored -ga", "-game:"),
        ("zzz", None),
    ],
)
def test_next_words_are_suggested(text: str, first: str | None):
    """Actions, cards and players that occur, joining words, filters and their values, each where it makes sense."""
    assert next(iter(words_next(text, KNOWN)), None) == first
    found = words_next(text, KNOWN)
    completed = completed_word(text, found[0]) if found else None
    assert completed is None if first is None else str(completed).rstrip().endswith(first)


def test_filters_of_matches_hold_for_the_whole_search():
    """Those of what was done stay with it; the command says the same."""
    search = read_search("\"where I was\" before t3 game:frc_tcg player:'Ana B'")
    assert search.text.startswith('"where I was" before t3')
    assert [one.value for one in search.searched.filters] == ["frc_tcg", str(MOST)]
    assert search.command == shlex.join(["matchbook", "find", search.text])
