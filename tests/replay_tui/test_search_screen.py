"""The search: a line that suggests what occurs, entries told in sentences, rows that open the replay there."""

import pytest

from projections.analytics import Analytics
from projections.finding import read_searched
from service.analysis.searching import MOST, completed_search, read_search, words_next
from service.analysis.statistics import Answer
from storage.store import MatchStore
from tests.replay_tui.asked import Desk, touring, whole_program
from tests.replay_tui.driving import LARGE, SMALL, Seen, keys, see

KNOWN = {
    "action": ("card_drawn", "drawn", "score", "scored"),
    "card": ("krabby", "bulwark"),
    "player": ("Ada B", "Rin"),
    "game": ("frc_tcg", "pbl_robots"),
    "turn": (),
}
SEARCH = "drawn before t3 where game=frc_tcg"


@pytest.fixture(scope="module")
def tour(analytics: Analytics, counted_store: MatchStore, answers: dict[str, Answer]) -> dict[str, Seen]:
    """One run: from the list, what is typed, found, opened, copied; what cannot be meant."""
    return touring(
        whole_program(Desk(analytics, answers), counted_store),
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


def test_the_search_begins_with_its_line_and_examples(tour: dict[str, Seen]):
    """`^f` opens it on any screen of matches, the line is ready, and what can be typed is shown."""
    assert tour["first"].lines[0].startswith("SEARCH")
    assert tour["first"].focus == "prompt-input"
    assert "drawn before t3" in tour["first"].text


def test_what_cannot_be_meant_is_told_beside_the_line(tour: dict[str, Seen]):
    """A wrong search keeps the line open; a word that occurs nowhere says what may be meant."""
    assert tour["nothing_typed"].focus == tour["wrong"].focus == "prompt-input"
    assert "t4" in tour["wrong"].text
    assert "did you mean" in " ".join(tour["unknown"].text.split())


def test_names_that_occur_are_suggested_and_completed(tour: dict[str, Seen]):
    """`tab` takes the first of those that are named beside the line."""
    assert "tab drawn" in tour["suggested"].text
    assert "search drawn " in " ".join(tour["completed"].text.split())
    assert "drwn" in tour["changed"].text  # a search that failed can be mended


def test_each_entry_is_told_and_opens_where_it_was(tour: dict[str, Seen], analytics: Analytics):
    """Rows are what `find` finds, match by match; `enter` opens the replay at the entry, `esc` comes back to the row."""
    answer = analytics.find(read_searched("drawn before t3", ("game=frc_tcg",), {"limit": MOST}))
    assert f"{answer.total} entries" in tour["found"].lines[0]
    match, version = str(answer.rows[0][0]), answer.rows[0][1]
    assert match in tour["found"].lines[2]
    assert str(version) in tour["found"].lines[3]
    third = answer.rows[2]
    assert tour["opened"].address.startswith(f"{third[0]}/{third[1]}")
    assert tour["returned"].lines[0] == tour["found"].lines[0]
    assert "matchbook find 'drawn before t3' where game=frc_tcg" in tour["copied"].copied


def test_nothing_found_says_so_and_the_screen_is_one(tour: dict[str, Seen]):
    """An empty answer names the way on; from the statistics `^f` comes back to the same search."""
    assert "Nothing fits." in tour["none"].text
    assert "STATISTICS" in tour["statistics"].text
    assert tour["again"].lines[0].startswith("SEARCH")
    assert tour["left"].lines[0].startswith("Matchbook")


def test_a_wide_screen_has_the_same_rows(desk: Desk, counted_store: MatchStore):
    """At 120 x 40, from a replay: the search lies over it, and the help tells its keys."""
    keyed = f"enter ctrl+f {keys('played in t2')} enter"
    seen = see(whole_program(desk, counted_store), keyed, size=LARGE)
    assert seen.lines[0].startswith("SEARCH played in t2")
    assert seen.focus == "found"
    helped = see(whole_program(desk, counted_store), "ctrl+f escape question_mark", size=LARGE)
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
        ("game=p", "pbl_robots"),
        ("scored where g", "game="),
        ('"a where b" ga', None),
        ("zzz", None),
    ],
)
def test_what_can_stand_next(text: str, first: str | None):
    """Actions, cards and players that occur, joining words, filters and their values, each where it makes sense."""
    assert next(iter(words_next(text, KNOWN)), None) == first
    completed = completed_search(text, KNOWN)
    assert completed is None if first is None else str(completed).rstrip().endswith(first)


def test_where_in_quotes_is_a_name():
    """The line is parted at the word, not inside of quotation marks; the command says the same."""
    search = read_search("\"where I was\" before t3 where game=frc_tcg player='Ana B'")
    assert search.text == '"where I was" before t3'
    assert search.where == ("game=frc_tcg", "player=Ana B")
    assert search.command.endswith("where game=frc_tcg 'player=Ana B'")
