"""Which matches count: simulated ones, what-ifs, contests, and matches that were typed in again."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.entries import Annotated
from projections.analytics import Analytics
from projections.answers import MatchQuery
from projections.errors import BadParameter
from projections.filters import given_filters
from projections.statements import read_request
from storage.store import MatchStore
from tests.campaigns import some
from tests.projections.made_once import archive_of
from tests.projections.retold import rebuilt, rows, table
from tests.projections.scorebook import Scorebook

GAME = "frc_card_game"


def kinds(analytics: Analytics) -> dict[str, str]:
    """Kind by match, as the list has it."""
    return {row.id: row.kind for row in analytics.matches()}


def counted(analytics: Analytics, **scope: Any) -> int:
    """How many matches an answer rests on."""
    return analytics.ask("length", {name.replace("not_", "-"): value for name, value in scope.items()}).n


def every_kind(store: MatchStore) -> None:
    """Two matches, one of them typed in again, simulated ones of two games, a what-if of either kind, and a series."""
    for number in range(2):
        Scorebook(store, f"real{number}", GAME, number, tags=("cup",)).play()
    for number in range(2, 5):
        Scorebook(store, f"bots{number}", GAME, number, tags=("simulated", "cup")).play()
    Scorebook(store, "if-real", GAME, 0, tags=("what-if",), forked_from="real0/30").play()
    Scorebook(store, "if-bots", GAME, 2, tags=("what-if",), forked_from="bots2/30").play()
    Scorebook(store, "again", GAME, 1, tags=("cup",)).play()
    Scorebook(store, "tcg", "frc_tcg", 1, tags=("simulated", "cup")).play()
    Scorebook(store, "series", "series", 1).play()


shelf = archive_of(every_kind)


def test_kinds_stand_in_matches_and_results(shelf: Analytics) -> None:
    """Every match has its kind: in the list, in the table, in the view of results and in the question about them."""
    wanted = dict.fromkeys(("real0", "real1"), "match") | dict.fromkeys(("if-real", "if-bots"), "what-if")
    wanted |= dict.fromkeys(("bots2", "bots3", "bots4", "tcg"), "simulated") | {
        "again": "duplicate",
        "series": "competition",
    }
    assert kinds(shelf) == dict(rows(shelf, "select match, kind from matches")) == wanted
    assert set(rows(shelf, "select distinct match, kind from results")) <= set(wanted.items())
    asked = shelf.ask("results", {"kind": "all"})
    assert {row[asked.columns.index("kind")] for row in asked.rows} >= set(wanted.values()) - {"competition"}
    assert [row.id for row in shelf.matches(MatchQuery().having(kind="duplicate"))] == ["again"]


def test_simulated_matches_do_not_count_beside_others(shelf: Analytics) -> None:
    """Excluded, with a note; counted if the scope has only such matches, with a note; `kind=`, `tag=` and `-tag=` say
    otherwise. A contest counts for who asks for its game or its kind."""
    assert counted(shelf) == counted(shelf, tag="cup") == counted(shelf, kind="match") == 2
    assert "4 simulated matches left out; kind:simulated counts them" in shelf.ask("length").notes
    assert counted(shelf, forks="yes") == 4
    assert counted(shelf, kind="simulated") == counted(shelf, tag="simulated") == 4
    assert counted(shelf, tag="simulated", not_tag="simulated") == 0
    assert counted(shelf, kind="all", game=GAME) == 8
    assert counted(shelf, kind="all", game=GAME, not_tag="cup") == counted(shelf, kind="what-if") == 2
    assert counted(shelf, game="series") == counted(shelf, kind="competition") == 1
    assert "only simulated matches are in scope: 4 matches counted" in shelf.ask("length", {"tag": "SIMULATED"}).notes
    assert counted(shelf, not_tag="Cup") == 0
    with pytest.raises(BadParameter, match=r"kind:bots: one of match, .*all expected"):
        counted(shelf, kind="bots")


def test_only_the_games_of_a_question_are_in_its_scope(shelf: Analytics) -> None:
    """Played matches of another game keep no simulated ones out of a question that they have no part in."""
    answer = shelf.ask("captures")
    assert answer.n == 1
    assert "only simulated matches are in scope: 1 match counted" in answer.notes


def test_simulated_matches_have_no_times(shelf: Analytics) -> None:
    """Simulated matches have no real times: questions and metrics of minutes and seconds exclude them, in every answer
    and in the tables themselves, and say so if zero matches remain."""
    alone = {"kind": "simulated", "game": GAME}
    [length] = table(shelf, "length", alone)
    assert (length["n"], length["minutes"], length["minutes_90"]) == (3, None, None)
    schedule = shelf.ask("schedule", alone)
    assert schedule.rows == ()
    assert "3 matches simulated, or with one moment known at most: left out" in schedule.notes
    assert {row["seconds"] for row in table(shelf, "profile", alone)} == {None}
    for metric in ("match-minutes", "turn-seconds-90"):
        assert not shelf.ask(read_request([metric, "kind:simulated"])).rows, metric
        assert shelf.ask(read_request([metric, "kind:match"])).rows, metric
    timed = "select distinct kind from matches where minutes > 0"
    turns = "select distinct m.kind from turns t join matches m using (match) where t.minutes is not null"
    for query in (timed, turns):
        assert {kind for (kind,) in rows(shelf, query)} - {"competition", "duplicate"} == {"match", "what-if"}


def test_a_simulated_table_is_not_behind_time(store: MatchStore, analytics: Analytics) -> None:
    """A simulated match in progress has no duration for any viewpoint."""
    Scorebook(store, "real", GAME, 0).play(30)
    Scorebook(store, "bots", GAME, 2, tags=("simulated",)).play(30)
    found = {row["match"]: row["minutes"] for row in table(analytics, "tables", {"kind": "all"})}
    assert found["real"] > 0
    assert found["bots"] is None


@pytest.mark.slow
def test_typed_in_again(store: MatchStore, analytics: Analytics, tmp_path: Path) -> None:
    """The same game, players, cards and standing commands: the later match is marked and not counted, as long as they
    agree."""
    first = Scorebook(store, "a", GAME, 0).play(40)
    again = Scorebook(store, "b", GAME, 0, title="the same").play(39)
    assert kinds(analytics) == {"a": "match", "b": "match"}
    again.take_back(again.match.line[-4]).play(4)
    row = analytics.match_row("b")
    assert row is not None
    assert (row.kind, row.duplicate_of, counted(analytics)) == ("duplicate", "a", 1)
    assert "1 duplicate left out; kind:duplicate counts them" in analytics.ask("results").notes
    assert counted(analytics, kind="duplicate") == 1
    first.play(1)
    assert kinds(analytics) == {"a": "match", "b": "match"}
    again.play(1)
    assert kinds(analytics) == {"a": "match", "b": "duplicate"}
    first.take_back(first.match.line[3])
    assert kinds(analytics) == {"a": "match", "b": "match"}
    assert (
        analytics.content_hash() == rebuilt(analytics, store, tmp_path, 30) == rebuilt(analytics, store, tmp_path, 9000)
    )


def test_few_actions_are_no_sign(store: MatchStore, analytics: Analytics) -> None:
    """Fewer than twenty actions may well be the same twice; other players never are."""
    Scorebook(store, "a", GAME, 0).play(19)
    Scorebook(store, "b", GAME, 0).play(19)
    assert set(kinds(analytics).values()) == {"match"}
    Scorebook(store, "c", GAME, 0).play(20)
    Scorebook(store, "d", GAME, 0).play(20)
    Scorebook(store, "e", GAME, 0, forked_from="c/20").play(20)
    assert kinds(analytics) == {"a": "match", "b": "match", "c": "match", "d": "duplicate", "e": "what-if"}


def test_played_again(store: MatchStore, analytics: Analytics) -> None:
    """A note that says so makes a match of its own of what looks typed in again."""
    Scorebook(store, "a", GAME, 0).play()
    book = Scorebook(store, "b", GAME, 0).play()
    assert kinds(analytics) == {"a": "match", "b": "duplicate"}
    book.add(Annotated(about=1, text="Played again"))
    assert kinds(analytics) == {"a": "match", "b": "match"}
    Scorebook(store, "c", GAME, 0, tags=("simulated",)).play()
    assert kinds(analytics)["c"] == "duplicate"


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(2), 1))
def test_marks_are_the_same_rebuilt(store: MatchStore, analytics: Analytics, tmp_path: Path, seed: int) -> None:
    """Several records of few matches, side by side, with take-backs: marked the same whenever they are taken in."""
    rng = Random(seed)
    books = [Scorebook(store, f"m{n}", GAME, n % 2, tags=("simulated",) if n == 3 else ()) for n in range(6)]
    for _ in range(40):
        book = rng.choice(books)
        book.play(rng.choice((1, 12, 20)))
        if rng.random() < 0.3:
            book.take_back(rng.choice(book.match.line[-8:]))
        if rng.random() < 0.4:
            analytics.catch_up()
    for book in books[:4]:
        book.play()
    found = kinds(analytics)
    assert all("duplicate" in (found[one], found[other]) for one, other in (("m0", "m2"), ("m1", "m3")))
    assert analytics.content_hash() == rebuilt(analytics, store, tmp_path, rng.randrange(60, 200))
    assert analytics.edited() == (), "also of matches that others made duplicates"
    assert analytics.content_hash() == rebuilt(analytics, store, tmp_path, 9000)


def test_a_kind_by_its_former_word_is_still_read(shelf: Analytics) -> None:
    """Saved views and addresses say `kind:contest`; they mean competitions."""
    assert counted(shelf, kind="contest") == counted(shelf, kind="competition")
    assert given_filters({"kind": "contest"})[0].low == "competition"
