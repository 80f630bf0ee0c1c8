"""What an answer says: all rows or how many of them, why it is empty, three sides, one player's cards, what was taken back."""

from typing import Any

import pytest

from domain.judging import Penalised, Ruled
from domain.rules import Violation
from projections.analytics import Analytics
from projections.errors import BadParameter
from projections.questions import explain, questions
from storage.store import MatchStore
from tests.projections.retold import Retold, rows, simulated, table
from tests.projections.scorebook import Scorebook
from tests.projections.test_tabletop import of_kit

GAME = "frc_card_game"


def many(store: MatchStore, count: int) -> list[Scorebook]:
    """Whole matches that all differ."""
    return [Scorebook(store, f"m{number}", GAME, number).play() for number in range(count)]


def test_all_rows_or_how_many_of_them(store: MatchStore, analytics: Analytics) -> None:
    """Without a limit every row is there, however many; with one, the answer says how many of how many."""
    many(store, 2)
    whole = analytics.sql("from events")
    assert len(whole.rows) == whole.total > 250
    assert whole.notes == ()
    part = analytics.sql("from events;", limit=200)
    assert (len(part.rows), part.total, part.notes) == (200, whole.total, (f"200 of {whole.total:,} rows",))
    cards = analytics.ask("cards")
    assert (cards.total, len(analytics.ask("cards", {"limit": 1}).rows)) == (len(cards.rows), 1)
    assert f"1 of {cards.total} rows" in analytics.ask("cards", {"limit": 1}).notes
    assert analytics.ask("cards", {"limit": 0}).rows == ()


@pytest.fixture(scope="module")
def answering(read_only: tuple[MatchStore, Analytics]) -> Analytics:
    """Of matches of every game, one with breaches of rules and two penalties, two still running; no test changes anything."""
    store, analytics = read_only
    book = Scorebook(store, "wrong", GAME, 1).play(20)
    book.act(Violation("CG-A02", "a second student"), Violation("CG-T06", "not in main"))
    book.add(Ruled(official="Jo", role="judge", infraction="slow-play", text="slow"))
    for seat in (0, 1):
        book.add(Penalised(about=book.match.version - seat, seat=seat, penalty="warning"))
    many(store, 1)
    Scorebook(store, "going on", GAME, 2).play(30)
    for seed, game in enumerate(("frc_tcg", "pbl_robots", "robin_in_the_hood")):
        Scorebook(store, game, game, seed).play()
    Retold(store, "of a kit", "tabletop", of_kit("crazy_eights", 0)).play(60)
    return analytics


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_counts_its_rows(answering: Analytics, name: str) -> None:
    """No question cuts its rows without saying so."""
    whole, part = answering.ask(name), answering.ask(name, {"limit": 1})
    assert whole.total == len(whole.rows) > 1
    assert (part.total, part.rows, part.notes[0]) == (whole.total, whole.rows[:1], f"1 of {whole.total:,} rows")


TYPES: dict[str, object] = {
    "map {'a': 1}": "{a=1}",
    "map {1: [2, 3]}": "{1=[2, 3]}",
    "timestamptz '2026-03-14 15:09:26+00'": "2026-03-14 15:09:26+00",
    "[timestamptz '2026-03-14 15:09:26+00']": "['2026-03-14 15:09:26+00']",
    "interval 3 months": "3 months",
    "170141183460469231731687303715884105727::hugeint": "170141183460469231731687303715884105727",
    "sum(i)": 3,
    "'\\x00ab'::blob": "\\x00ab",
    "{'a': 1}": "{'a': 1}",
    "['Ada', null]": ["Ada", None],
    "[[1], []]": [[1], []],
    "time '12:00:30'": "12:00:30",
    "uuid '123e4567-e89b-12d3-a456-426614174000'": "123e4567-e89b-12d3-a456-426614174000",
    "'101'::bit": "101",
    "union_value(number := 1)": "1",
    "'a'::enum('a', 'b')": "a",
    "timestamp_ns '2026-03-14 15:09:26.123456789'": "2026-03-14 15:09:26.123456789",
    "[10::hugeint]": "[10]",
}


@pytest.mark.parametrize("expression", list(TYPES))
def test_every_type_of_result_comes(answering: Analytics, expression: str) -> None:
    """Values that Python has no like of come as DuckDB writes them, beside those that it has; names and order stay."""
    answer = answering.sql(f"select 1 as x, {expression} as x, null as z from range(3) t(i) group by all -- a remark")
    assert answer.columns == ("x", "x", "z")
    assert [row[1] for row in answer.rows][:1] == [TYPES[expression]]
    assert (
        answering.sql(f"select {expression} as a, i from range(9) t(i) group by i order by i desc limit 3").rows[0][1]
        == 8
    )


def test_exact_numbers(analytics: Analytics) -> None:
    """A decimal keeps its places."""
    assert str(analytics.sql("select 12345678901234567.10::decimal(38, 2)").rows[0][0]) == "12345678901234567.10"


def test_why_there_are_no_points_by_turn(store: MatchStore, analytics: Analytics) -> None:
    """An empty answer says why: no points in that game, nothing played yet, or nobody first."""
    Scorebook(store, "high", seed=1).play()
    assert "1 match of high_card: points are not counted turn by turn" in analytics.ask("points-by-turn").notes
    Scorebook(store, "begun", GAME, 1).play(1)
    told = analytics.ask("points-by-turn", {"game": GAME})
    assert told.rows == ()
    assert "1 match before the first turn: nothing to tell" in told.notes
    Scorebook(store, "robin", "robin_in_the_hood", 1).play()
    told = analytics.ask("points-by-turn", {"game": "robin_in_the_hood", "least": 2})
    assert told.rows == ()
    assert "1 match without a word of who went first: in neither column" in told.notes
    assert "rows of fewer than 2 matches: left out" in told.notes


def test_more_than_two_sides_have_a_first_player(store: MatchStore, analytics: Analytics) -> None:
    """Matches of three sides are a row of their own, compared with their own fair share."""
    won, n, sides = 0, 0, 3
    for seed in range(4):
        book = Retold(store, f"m{seed}", "pbl_robots", simulated("pbl_robots", seed, sides=str(sides))).play()
        outcome = book.match.game.outcome(book.match.state)
        assert outcome is not None
        n += bool(outcome.winners)
        won += book.match.state.order[0] in outcome.winners
    Scorebook(store, "two", "pbl_robots", 1).play()
    found = {row["sides"]: row for row in table(analytics, "first-player", {})}
    assert (found[sides]["n"], found[sides]["first_won"], found[sides]["fair"]) == (n, won, pytest.approx(1 / sides))
    assert found[2]["fair"] == 0.5


def test_cards_of_a_player_are_their_own(store: MatchStore, analytics: Analytics) -> None:
    """With `player=`, the cards, copies, wins and coverage are those of that player's seats alone, in any case of letters."""
    books = many(store, 4)
    name = books[0].match.state.seats[0].name
    own = f"match || seat in (select match || seat from seats where player = '{name}')"
    played = dict(
        rows(
            analytics,
            f"""
            select card, count(*) from cards join matches m using (match)
            where action = 'played' and not undone and m.status = 'finished' and len(m.winners) > 0 and {own}
                and card is not null
            group by card
            """,
        )
    )
    asked = table(analytics, "cards", {"player": name.upper()})
    assert {row["card"]: row["copies"] for row in asked} == played
    [(mean,)] = rows(
        analytics,
        f"select avg((result = 'won')::int) from results where player = '{name}' and result in ('won', 'lost')",
    )
    assert asked[0]["lift"] == pytest.approx(asked[0]["share"] - mean)
    assert sum(row["copies"] for row in table(analytics, "cards", {})) > sum(played.values())
    [drawn, drawn_all] = (
        next(note for note in analytics.ask("cards", scope).notes if "identities" in note)
        for scope in ({"player": name}, {})
    )
    assert drawn
    assert drawn_all


def test_violations_say_what_was_taken_back(store: MatchStore, analytics: Analytics) -> None:
    """Beside the violations that stand: those that do not, for each rule and in all."""
    book = Scorebook(store, "m", GAME, 0).play(30)
    book.act(Violation("CG-A02", "a second student"))
    book.act(Violation("CG-A02", "a third"), Violation("CG-T06", "not in main"))
    book.take_back(31)
    [found] = table(analytics, "violations", {})
    assert (found["rule"], found["violations"], found["taken_back"]) == ("CG-A02", 1, 1)
    assert "2 violations in what was taken back; recorded=yes counts them too" in analytics.ask("violations").notes
    both = {
        row["rule"]: (row["violations"], row["taken_back"])
        for row in table(analytics, "violations", {"recorded": True})
    }
    assert both == {"CG-A02": (2, 1), "CG-T06": (1, 1)}


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_takes_recorded_or_says_why_not(answering: Analytics, name: str) -> None:
    """`recorded=` counts what was taken back too, or is refused with the reason, which the explanation gives as well."""
    question: Any = questions()[name]
    if "recorded" in {p.name for p in question.parameters}:
        assert question.unrecorded == ""
        assert answering.ask(name, {"recorded": "yes"}).columns
        return
    assert len(question.unrecorded) > 10
    assert question.unrecorded in explain(name)
    with pytest.raises(BadParameter, match="cannot count what was taken back: ") as refusal:
        answering.ask(name, {"recorded": "yes"})
    assert question.unrecorded in str(refusal.value)
