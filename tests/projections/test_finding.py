"""Searches find what an independent look through match files finds, and say what is wrong with what was typed."""

from collections.abc import Iterator
from random import Random

import duckdb
import pytest

from projections.analytics import Analytics
from projections.entry_search import read_searched
from projections.entry_search.language import Deed, Joined, NameLookup, Negated, Query, Sequence, TurnRange, read_query
from projections.errors import BadParameter, UnknownMetric
from projections.filters import read_filter
from storage.store import MatchStore
from tests.campaigns import tries
from tests.projections import made_once
from tests.projections.archived import NAMES, archive_of, recorded
from tests.projections.recomputed import Told
from tests.projections.scorebook import Scorebook
from tests.projections.searched import Key, entries_of, found, invented, text_of

MATCHES = tries("MATCHBOOK_FIND_MATCHES", few=10, many=60)
SEARCHES = tries("MATCHBOOK_FIND_SEARCHES", few=20, many=400)


def tree(text: str) -> Query:
    return read_query(text)[0]


def searched(analytics: Analytics, text: str) -> set[tuple[str, Key]]:
    answer = analytics.find(read_searched(text))
    assert answer.total == len(answer.rows) == len(set(answer.rows))
    return {(str(match), (int(str(version)), int(str(number)))) for match, version, number, *_ in answer.rows}


@pytest.fixture(scope="module", params=NAMES)
def archive(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Analytics, list[Told]]]:
    """Matches of a game with take-backs, redos, corrections, rulings, agreed ends: in analytics, and as files tell
    them."""
    with archive_of(request.param, MATCHES, tmp_path_factory) as made:
        yield made


@pytest.mark.slow
def test_what_is_found_is_what_match_files_say(archive: tuple[Analytics, list[Told]]) -> None:
    """Searches of all forms, about what occurs in the matches: the same entries, in SQL and in plain Python."""
    analytics, told = archive
    entries = [entries_of(one) for one in told]
    rng, some = Random(told[0].game), 0
    for _ in range(SEARCHES):
        search = invented(told, entries, rng)
        expected = {(one.id, key) for one, rows in zip(told, entries, strict=True) for key in found(search, one, rows)}
        assert searched(analytics, text_of(search)) == expected, text_of(search)
        some += bool(expected)
    assert some > SEARCHES / 3


def test_the_grammar_reads_as_it_says() -> None:
    """`and` binds before `or`, both before `then`; words side by side are one deed; negation and brackets."""
    a, b, c = (Deed((NameLookup(name),)) for name in "abc")
    assert tree("a or b and c") == Joined("or", (a, Joined("and", (b, c))))
    assert tree("a then b or c") == Sequence(a, Joined("or", (b, c)))
    assert tree("a then within 2 turns (b then c)") == Sequence(a, Sequence(b, c), 2)
    assert tree("not a and b") == Joined("and", (Negated(a), b))
    assert tree("krabby scored before t4 -card:x 'and' on y") == Deed(
        (
            NameLookup("krabby"), NameLookup("scored"), TurnRange(None, 3), read_filter("card", "x", negative=True, column=24),
            NameLookup("and", "quoted"), NameLookup("y", "on"),
        )
    )  # fmt: skip
    assert tree("between turn 2 and r0t3 turn:4 lead:>=-5".replace("r0", "")) == Deed(
        (TurnRange(2, 3), read_filter("turn", "4", column=22), read_filter("lead", ">=-5", column=29))
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an action, card or player is expected before the end"),
        ("played and", "an action, card or player is expected before the end"),
        ("played or or played", "expected before 'or'"),
        ("(played", "a bracket is not closed"),
        ("played)", "')' closes no bracket"),
        ("played (drawn)", "'and', 'or' or 'then' is expected before '('"),
        ("played before", "a turn after 'before'"),
        ("played before four", "before 'four': a turn is written t4"),
        ("between t2 then t4", "between which turns?"),
        ("between r1t2 and r2t4", "between turns of two rounds"),
        ("played then within two turns drawn", "within 'two': a number of turns expected"),
        ("played then within 2 drawn", "within 2 what?"),
        ("card:", "card: has no value"),
        ("points:>many", "points:>many: 4, 3..6"),
        ("played and since:2026-01-01", "since:2026-01-01 applies to the whole search: leave out 'and' before it (column 8)"),
        ("least:3 played", "least does not narrow a search (column 1)"),
        ("played faces:6", "a search cannot be narrowed by faces (column 8)"),
        ("played card=krabby", "card=krabby is the old spelling; write played card:krabby (column 8)"),
        ("played points<3 or lead>=4", "write played points:<3 or lead:>=4 (column 8)"),
        ("played drawn", "are two actions: join them"),
        ("played where game:x", "leave 'where' out; write played game:x (column 8)"),
        ("(" * 30 + "played" + ")" * 30, "brackets are nested more than"),
        ("not " * 60 + "played", "times 'not' in a row"),
        ("played " * 50, "more than 40 terms"),
        ("x" * 1001, "1,000 characters at most; this one has 1,001"),
        ("card:a\udcffb", "a text expected"),
    ],
)  # fmt: skip
def test_what_is_typed_wrong_is_said_in_a_line(archive_of_one: Analytics, text: str, why: str) -> None:
    """One line that says what is expected where."""
    with pytest.raises((BadParameter, UnknownMetric, ValueError)) as raised:
        searched(archive_of_one, text)
    assert why in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("plaxed", "no action, card or player 'plaxed' in any match; did you mean played?"),
        ("on bulwork", "no card 'bulwork' in any match; did you mean bulwark?"),
        ("by Rim", "no player 'Rim' in any match; did you mean rin?"),
        ("crd:x", "no filter 'crd'; did you mean card?"),
        ("phase:scorin", "no phase 'scorin' in any match; did you mean scoring?"),
        ("action:scoree", "no action 'scoree' in any match; did you mean score?"),
        ("rule:CG-X99", "no rule 'CG-X99' in any match"),
    ],
)
def test_unknown_names_are_guessed_at(archive_of_one: Analytics, text: str, why: str) -> None:
    """A name that occurs nowhere is an error with what may be meant, not an empty answer."""
    with pytest.raises(UnknownMetric) as raised:
        searched(archive_of_one, text)
    assert str(raised.value).startswith(why)


def two_matches(store: MatchStore) -> None:
    for number in (0, 2):
        recorded(store, "frc_card_game", number)


archive_of_one = made_once.archive_of(two_matches)


def test_words_may_bend(archive_of_one: Analytics) -> None:
    """`scored`, `scores` and `scoring` are `score` and what else has it in its name; names of several words need no
    quotes."""
    assert (
        searched(archive_of_one, "scored")
        == searched(archive_of_one, "scores")
        == searched(archive_of_one, "score or action:score_attempted")
    )
    assert searched(archive_of_one, "draw card") == searched(archive_of_one, '"draw_card"') != set()


def test_limit_and_scope(archive_of_one: Analytics) -> None:
    """The answer says how many there are of which it shows some; filters of matches hold for the whole search."""
    whole = archive_of_one.find(read_searched("drawn"))
    some = archive_of_one.find(read_searched("drawn", {"limit": 2}))
    assert (some.rows, some.total) == (whole.rows[:2], whole.total)
    assert some.notes[:2] == (f"{whole.total} entries in 2 matches of 2", f"2 of {whole.total} rows")
    narrowed = archive_of_one.find(read_searched("drawn -player:Rin turn:..6"))
    assert 0 < narrowed.total < whole.total
    assert narrowed.rows == archive_of_one.find(read_searched("drawn and -player:Rin and turn:<7")).rows
    with pytest.raises(UnknownMetric, match="did you mean player"):
        read_searched("drawn plyer:Rin")


def test_the_words_of_searches_are_listed_once_for_what_is_stored(store: MatchStore, analytics: Analytics) -> None:
    """A second search uses the list that the first one kept; after a new entry, it is built again."""
    book = Scorebook(store, "m0").play(4)
    before = searched(analytics, "draw")
    assert before
    with duckdb.connect(str(analytics.path)) as connection:
        connection.execute("update words set listed = list_append(listed, 'nowhere') where kind = 'cards'")
    assert searched(analytics, "draw") == before
    assert searched(analytics, "nowhere") == set()
    book.act()
    with pytest.raises(UnknownMetric, match="'nowhere'"):
        searched(analytics, "nowhere")
