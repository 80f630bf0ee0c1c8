"""The analytics follow the store: the same in any batch, the same as the domain's own fold, through every take-back."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.corrections import AmendedAction, Corrected
from domain.rules import Violation
from projections.analytics import Analytics
from projections.answers import MatchQuery
from projections.facts import _all_words, _inserts, game_facts
from projections.filters import given_filters
from projections.grammar import read_filters
from storage.store import MatchStore
from tests.campaigns import some
from tests.projections.scorebook import Scorebook, ramble


def rows(analytics: Analytics, sql: str) -> tuple[tuple[Any, ...], ...]:
    return analytics.sql(sql, limit=100_000).rows


def fresh(analytics: Analytics, store: MatchStore, batch: int) -> Analytics:
    return Analytics(analytics.path.with_name(f"fresh-{batch}.duckdb"), store, batch=batch)


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(3), 1))
def test_caught_up_is_rebuilt(store: MatchStore, analytics: Analytics, seed: int) -> None:
    """Given catching up at any moments, or a rebuild in batches of any size, then the content is the same."""
    rng = Random(seed)
    for number in range(2):
        ramble(Scorebook(store, f"m{number}", seed=rng.randrange(5)), rng, analytics.catch_up)
    ramble(Scorebook(store, "frc", "frc_card_game", seed), rng)
    assert analytics.content_hash() == fresh(analytics, store, rng.randrange(60, 200)).content_hash()


@pytest.mark.slow
def test_entry_by_entry_is_all_at_once(store: MatchStore, analytics: Analytics) -> None:
    """Batches of a single entry give what one batch gives."""
    Scorebook(store, "m").play(6).take_back(4).play(1)
    assert analytics.content_hash() == fresh(analytics, store, 1).content_hash()


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_what_stands_is_what_the_fold_says(store: MatchStore, analytics: Analytics, seed: int) -> None:
    """Undone entries, standing actions and the outcome are those of the domain's fold, with take-backs of
    take-backs."""
    rng = Random(100 + seed)
    books = [ramble(Scorebook(store, f"m{n}", seed=n), rng, analytics.catch_up) for n in range(3)]
    for book in books:
        match = book.match
        undone = rows(
            analytics, f"select version, undone_by from entries where match = '{match.id}' and undone order by version"
        )
        assert undone == tuple(sorted(match.undone.items()))
        [(actions, take_backs)] = rows(analytics, f"select actions, take_backs from matches where match = '{match.id}'")
        assert actions == len(match.line)
        assert take_backs == sum(p.__class__.__name__ == "TakenBack" for p in book.payloads)
        found = analytics.match_row(match.id)
        assert found is not None
        assert match.outcome is not None
        assert found.status == ("concluded" if match.concluded else "finished")
        assert found.winners == tuple(match.state.seats[w].name for w in match.outcome.winners)


def test_an_inserted_act_comes_after_all_events_of_the_entry_before_it(analytics: Analytics) -> None:
    """Acts that corrections insert have positions between two entries; an event's number in its entry never reaches
    those."""
    [places] = rows(
        analytics, "select place_of(18, 1), place_of(18, 2), place_of(18, 9999), place_of(18.001, 1), place_of(19, 1)"
    )
    assert len(set(places)) == len(places)
    assert sorted(places) == list(places)


def test_undone_facts_do_not_count(store: MatchStore, analytics: Analytics) -> None:
    """Only events, violations and facts of entries that a later batch takes back are marked."""
    book = Scorebook(store, "m", "frc_card_game").play(30)
    book.act(Violation("CG-A02", "a second student"))
    analytics.catch_up()
    book.take_back(20)
    for table in ("entries", "events", "cards", "violations", "points"):
        found = rows(analytics, f"select distinct version, undone from {table} where version < 32")
        assert all(undone == (version > 20) for version, undone in found), table
    assert len(rows(analytics, "from violations where undone")) == 1
    row = analytics.match_row("m")
    assert row is not None
    assert (row.violations, row.take_backs, row.status) == (0, 1, "running")


def test_a_correction_counts_violations_anew(store: MatchStore, analytics: Analytics) -> None:
    """Given a recorded violation, when a correction replaces its action by one without, then the match has none."""
    book = Scorebook(store, "m", "frc_card_game").play(30)
    book.act(Violation("CG-A02", "a second student"))
    act = book.match.actions[-1]
    before = analytics.match_row("m")
    amended = AmendedAction(entry=act.version, command=act.command, events=act.events, moment=act.stamp.moment)
    book.add(Corrected(amended=(amended,), reason="the log was wrong"))
    after = analytics.match_row("m")
    assert before is not None
    assert after is not None
    assert (before.violations, after.violations) == (1, 0)


def test_a_take_back_opens_an_ended_match_again(store: MatchStore, analytics: Analytics) -> None:
    """An ending, by the rules or agreed, that was taken back is void."""
    book = Scorebook(store, "m").play()
    last = book.match.line[-2]
    assert analytics.matches()[0].status == "finished"
    book.take_back(last)
    assert analytics.matches()[0].status == "running"
    book.conclude((), "agreed")
    assert (analytics.matches()[0].status, analytics.matches()[0].drawn) == ("concluded", True)
    book.take_back(last)
    assert analytics.matches()[0].status == "running"


@pytest.mark.slow
def test_rows_stay_in_sight_while_whole_blocks_are_written(tmp_path: Path, store: MatchStore, monkeypatch: Any) -> None:
    """After a batch that fills blocks of the file, the connection that wrote it sees what a new one sees."""
    monkeypatch.setattr("projections.database.ROW_GROUP", 2048)
    Scorebook(store, "m000", "frc_card_game").play()
    rows_of_one = store.select(0, 1000)
    for number in range(1, 80):
        name = f"m{number:03}"
        store.append_rows([(name, r.version, r.topic, r.state.replace(b"m000", name.encode())) for r in rows_of_one])
    analytics = Analytics(tmp_path / "small-blocks.duckdb", store, batch=6000)
    while_open = analytics.content_hash()
    assert while_open == analytics.content_hash()
    assert rows(analytics, "select count(distinct match), count(*) > 4096 from cards") == ((80, True),)


def test_position_and_progress(store: MatchStore, analytics: Analytics) -> None:
    """An answer says how much of the store it covers; progress is told after each batch, up to the end."""
    Scorebook(store, "m").play()
    head = store.head_position()
    told: list[tuple[int, int]] = []
    as_of = Analytics(analytics.path, store, batch=5).catch_up(lambda *step: told.append(step))
    assert (as_of.position, as_of.head, as_of.current) == (head, head, True)
    assert told[-1] == (head, head)
    assert [position for position, _ in told] == sorted({position for position, _ in told})
    assert analytics.ask("length").as_of.updated_at == as_of.updated_at


def test_a_stopped_projection_says_so(store: MatchStore, analytics: Analytics) -> None:
    """Without catching up, the status shows how far behind the store the file is."""
    assert analytics.status().position == 0
    book = Scorebook(store, "m").play(4)
    analytics.catch_up()
    book.play(3)
    status = analytics.status()
    assert (status.position, status.head, status.current) == (4, 7, False)


def test_an_empty_store(analytics: Analytics) -> None:
    """A store without matches gives empty answers, with a note."""
    assert analytics.matches() == ()
    assert analytics.listing(MatchQuery())[0] == 0
    assert analytics.match_row("m") is None
    answer = analytics.ask("results")
    assert (answer.rows, answer.n, answer.notes) == ((), 0, ("no match is in scope",))


def test_lists_of_matches(store: MatchStore, analytics: Analytics) -> None:
    """Filters, words, order and pages, in any combination: players and tags are meant as a whole, in any case of
    letters."""
    Scorebook(store, "m1", title="Final, table 1", tags=("cup", "Club Night")).play()
    Scorebook(store, "m2", "frc_card_game", title="Łódź friendly 50%_").play(9)
    Scorebook(store, "m3", title="Semi-final", tags=("cup",)).play(3).conclude((1,))
    Scorebook(store, "m4", forked_from="m1/3").play(2).act(Violation("MG-P03", "a card was placed already"))

    def ids(**query: Any) -> list[str]:
        order = {name: query.pop(name) for name in ("sort", "descending") if name in query}
        asked = MatchQuery(**order, filters=read_filters(query.pop("text", ""), words=True))
        return [row.id for row in analytics.matches(replace(asked, filters=(*asked.filters, *given_filters(query))))]

    assert sorted(ids()) == ["m1", "m2", "m3", "m4"]
    assert (sorted(ids(kind="match")), ids(kind="what-if"), ids(kind="competition")) == (["m1", "m2", "m3"], ["m4"], [])
    assert ids(game="frc_card_game") == ["m2"]
    assert ids(tag="cup", sort="opened", descending=False) == ["m1", "m3"]
    assert (ids(tag="club NIGHT"), ids(tag="club")) == (["m1"], [])
    assert ids(text="FINAL cup", sort="title") == ["m3", "m1"]
    assert ids(text="łódź") == ids(text="50%_") == ids(text="%") == ["m2"]
    assert ids(text="'; drop table matches --") == []
    assert ids(status="concluded", player="aDA") == ["m3"]
    assert ids(player="ad") == []
    assert ids(violations=">0") == ["m4"]
    assert (sorted(ids(violations="0")), ids(entries="<4")) == (["m1", "m2", "m3"], ["m4"])
    assert ids(sort="entries") == sorted(ids(), key=lambda match: -analytics.match_row(match).entries)  # type: ignore[union-attr]
    count, rows = analytics.listing(MatchQuery(limit=1, offset=1, sort="entries"))
    assert (count, [row.id for row in rows]) == (4, ids(sort="entries")[1:2])
    assert analytics.tags() == (("cup", 2), ("Club Night", 1))
    assert set(analytics.players()) >= {"Ada", "Bo"}
    assert len(analytics.players(1)) == 1


def test_a_row_tells_the_match(store: MatchStore, analytics: Analytics) -> None:
    """A row of the list holds names, times in microseconds and the state of the match."""
    book = Scorebook(store, "m1", title="Final", tags=("cup",), forked_from="m0/3").play()
    row = analytics.match_row("m1")
    outcome = book.match.outcome
    assert row is not None
    assert outcome is not None
    assert (row.id, row.game, row.title, row.tags, row.forked_from) == ("m1", "high_card", "Final", ("cup",), "m0/3")
    assert row.players == tuple(seat.name for seat in book.match.state.seats)
    assert row.sides == (0, 1)
    assert (row.opened_at, row.updated_at) == (book.envelopes[0].at, book.envelopes[-1].recorded_at)
    assert (row.entries, row.turn) == (book.match.version, book.envelopes[-1].turn)


class Enough(Exception):
    """Somebody pressed a key."""


@pytest.mark.slow
@pytest.mark.parametrize("steps", some([1, 2, 5], 1))
@pytest.mark.promise(id="Convention 14")
def test_a_catch_up_can_be_stopped_without_harm(store: MatchStore, analytics: Analytics, steps: int) -> None:
    """Finished batches stay, the next question continues from there, and the result is the same as without the
    failure."""
    for number in range(5):
        Scorebook(store, f"m{number}").play()
    followed = Analytics(analytics.path.with_name("stopped.duckdb"), store, wait=0.3, batch=10)
    reported: list[int] = []

    def report(done: int, _: int) -> None:
        reported.append(done)
        if len(reported) == 1 + steps:  # the first is the beginning
            raise Enough

    with pytest.raises(Enough):
        followed.listing(MatchQuery(), report)
    assert followed.status().position == reported[-1] == 10 * steps
    assert followed.listing(MatchQuery())[0] == 5
    assert followed.content_hash() == analytics.content_hash()


def test_seats_are_filled_before_the_tables_that_are_filled_from_them() -> None:
    """Given any events of other games' matches in the batch that opens a match, then its points are kept: once a batch
    with points of one game lost the points with which matches of another began."""
    games = frozenset(game_facts())
    for word in sorted(_all_words()):
        tables = [table for table, _ in _inserts(games, frozenset(), frozenset({word, "match_created"}))]
        assert tables[0] == "seats"
