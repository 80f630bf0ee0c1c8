"""Which matches count: simulated ones, what-ifs, contests, and matches that were typed in again."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.entries import Annotated
from projections.analytics import Analytics
from projections.answers import MatchQuery
from projections.errors import BadParameter
from projections.metrics.wording import read_wanted
from storage.store import MatchStore
from tests.campaigns import some
from tests.projections.retold import rebuilt, rows, table
from tests.projections.scorebook import Scorebook

GAME = "frc_card_game"


def kinds(analytics: Analytics) -> dict[str, str]:
    """Kind by match, as the list has it."""
    return {row.id: row.kind for row in analytics.matches()}


def counted(analytics: Analytics, **scope: Any) -> int:
    """How many matches an answer rests on."""
    return analytics.ask("length", {name.replace("not_", "-"): value for name, value in scope.items()}).n


def fill(store: MatchStore) -> None:
    """Two matches, three simulated ones, and a what-if of each."""
    for number in range(2):
        Scorebook(store, f"real{number}", GAME, number, tags=("cup",)).play()
    for number in range(2, 5):
        Scorebook(store, f"bots{number}", GAME, number, tags=("simulated", "cup")).play()
    Scorebook(store, "if-real", GAME, 0, tags=("what-if",), forked_from="real0/30").play()
    Scorebook(store, "if-bots", GAME, 2, tags=("what-if",), forked_from="bots2/30").play()


@pytest.fixture
def shelf(store: MatchStore) -> MatchStore:
    fill(store)
    return store


@pytest.fixture(scope="module")
def answering(read_only: tuple[MatchStore, Analytics]) -> Analytics:
    """Of the same matches; no test changes anything."""
    store, analytics = read_only
    fill(store)
    return analytics


def test_kinds_stand_in_matches_and_results(shelf: MatchStore, analytics: Analytics) -> None:
    """Every match has its kind: in the list, in the table, in the view of results and in the question about them."""
    Scorebook(shelf, "again", GAME, 1).play()
    wanted = {
        name: "match" if name.startswith("real") else "simulated"
        for name in ("real0", "real1", "bots2", "bots3", "bots4")
    }
    wanted |= {"if-real": "what-if", "if-bots": "what-if", "again": "duplicate"}
    assert kinds(analytics) == wanted
    assert dict(rows(analytics, "select match, kind from matches")) == wanted
    assert dict(rows(analytics, "select distinct match, kind from results")) == wanted
    asked = analytics.ask("results", {"kind": "all"})
    assert {row[asked.columns.index("kind")] for row in asked.rows} == set(wanted.values())
    assert [row.id for row in analytics.matches(MatchQuery(kind="duplicate"))] == ["again"]


def test_simulated_matches_do_not_count_beside_others(shelf: MatchStore, analytics: Analytics) -> None:
    """Left out, and said so; counted where nothing else is in scope, and said so; `kind=`, `tag=` and `-tag=` say otherwise."""
    assert counted(analytics) == counted(analytics, tag="cup") == counted(analytics, kind="match") == 2
    assert "3 simulated matches left out; kind=simulated counts them" in analytics.ask("length").notes
    assert counted(analytics, forks="yes") == 4
    assert counted(analytics, kind="simulated") == counted(analytics, tag="simulated") == 3
    assert counted(analytics, tag="simulated", not_tag="simulated") == 0
    assert counted(analytics, kind="all") == 7
    assert counted(analytics, kind="all", not_tag="cup") == counted(analytics, kind="what-if") == 2
    alone = analytics.ask("length", {"tag": "SIMULATED"})
    assert "only simulated matches are in scope: 3 matches counted" in alone.notes
    assert counted(analytics, not_tag="Cup") == 0
    with pytest.raises(BadParameter, match=r"kind=bots: one of match, .*all expected"):
        counted(analytics, kind="bots")


def test_only_the_games_of_a_question_are_in_its_scope(shelf: MatchStore, analytics: Analytics) -> None:
    """Played matches of another game keep no simulated ones out of a question that they have no part in."""
    Scorebook(shelf, "tcg", "frc_tcg", 1, tags=("simulated",)).play()
    answer = analytics.ask("prize-race")
    assert answer.n == 1
    assert "only simulated matches are in scope: 1 match counted" in answer.notes
    assert counted(analytics) == 2


@pytest.mark.slow
def test_simulated_matches_have_no_times(answering: Analytics) -> None:
    """Nobody sat at the table: questions and metrics of minutes and seconds leave simulated matches out, in every answer and in
    the tables themselves, and say so where nothing is left."""
    alone = {"kind": "simulated"}
    [length] = table(answering, "length", alone)
    assert (length["n"], length["minutes"], length["minutes_90"]) == (3, None, None)
    schedule = answering.ask("schedule", alone)
    assert schedule.rows == ()
    assert "3 matches simulated, or with one moment known at most: left out" in schedule.notes
    assert {row["seconds"] for row in table(answering, "profile", alone)} == {None}
    for metric in ("match-minutes", "match-minutes-90", "turn-seconds", "turn-seconds-90"):
        assert not answering.measure(read_wanted([metric, "where", "kind=simulated"])).rows, metric
        assert answering.measure(read_wanted([metric, "where", "kind=match"])).rows, metric
    timed = "select distinct kind from matches where minutes > 0 order by kind"
    assert rows(answering, timed) == [("match",), ("what-if",)]
    assert rows(
        answering,
        "select distinct m.kind from turns t join matches m using (match) where t.minutes is not null order by 1",
    ) == [("match",), ("what-if",)]


def test_a_simulated_table_is_not_behind_time(store: MatchStore, analytics: Analytics) -> None:
    """Of a simulated match that is being played nobody is told how many minutes it has taken."""
    Scorebook(store, "real", GAME, 0).play(30)
    Scorebook(store, "bots", GAME, 2, tags=("simulated",)).play(30)
    found = {row["match"]: row["minutes"] for row in table(analytics, "tables", {"kind": "all"})}
    assert found["real"] > 0
    assert found["bots"] is None


def test_contests_carry_their_kind(store: MatchStore, analytics: Analytics) -> None:
    """A series is a contest: it counts for who asks for its game or its kind."""
    Scorebook(store, "m", GAME, 0).play()
    Scorebook(store, "s", "series", 1).play()
    assert kinds(analytics) == {"m": "match", "s": "contest"}
    assert counted(analytics) == counted(analytics, game="series") == counted(analytics, kind="contest") == 1


@pytest.mark.slow
def test_typed_in_again(store: MatchStore, analytics: Analytics, tmp_path: Path) -> None:
    """The same game, players, cards and standing commands: the later match is marked and not counted, as long as they agree."""
    first = Scorebook(store, "a", GAME, 0).play(40)
    again = Scorebook(store, "b", GAME, 0, title="the same").play(39)
    assert kinds(analytics) == {"a": "match", "b": "match"}
    again.take_back(again.match.line[-4]).play(4)
    row = analytics.match_row("b")
    assert row is not None
    assert (row.kind, row.duplicate_of, counted(analytics)) == ("duplicate", "a", 1)
    assert "1 match typed in again: left out; kind=duplicate counts them" in analytics.ask("results").notes
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
    assert analytics.content_hash() == rebuilt(analytics, store, tmp_path, 9000)
