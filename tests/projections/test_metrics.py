"""A1, A2, A8: every metric says what it is, and is what a second computation from match files makes of it."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any, Final

import pytest

from projections.analytics import Analytics
from projections.questions import described, explain, metric_questions
from projections.statements import read_request
from storage.match_file import export_match
from storage.store import MatchStore
from tests.campaigns import tries
from tests.projections import recomputed as again
from tests.projections.archived import NAMES, archive_of, corrected
from tests.projections.recomputed import Row, Told, Value
from tests.projections.scorebook import Scorebook

FEW: Final = {"frc_card_game": 20, "frc_tcg": 10, "pbl_robots": 10, "robin_in_the_hood": 40}
"""Matches of a game in which everything happens that its metrics count. Robin in the Hood has deck lists with all draws known in
few of its matches."""
MATCHES: Final = {game: tries("MATCHBOOK_METRIC_MATCHES", few=few, many=1000) for game, few in FEW.items()}
Archive = tuple[str, Analytics, list[Told]]
"""A game, its analytics, and its matches as their files tell them."""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Archive]]:
    """The archive of a game, made when it is first asked for."""
    with ExitStack() as opened:

        @cache
        def archive(game: str) -> Archive:
            analytics, told = opened.enter_context(archive_of(game, MATCHES[game], tmp_path_factory))
            return game, analytics, list(again.once(told))

        yield archive


@pytest.fixture(params=NAMES)
def archive(request: pytest.FixtureRequest, archives: Callable[[str], Archive]) -> Archive:
    """A game and its matches, each counted once."""
    return archives(request.param)


Groups = dict[Hashable, list[Row]]
Recipe = tuple[str, Callable[[list[Told]], list[Row]], Callable[[Groups, list[Row], list[Told]], dict[Hashable, Value]]]
"""The splits of a metric, its rows, and the value of each group of them."""


def sums(y: Callable[[Row], float], x: Callable[[Row], float] = lambda _: 1) -> Callable[[list[Row]], again.Parts]:
    return lambda rows: [(row["match"], float(y(row)), float(x(row))) for row in rows]


def each(one: Callable[[list[Row]], Value | None]) -> Callable[[Groups, list[Row], list[Told]], dict[Hashable, Value]]:
    def value(groups: Groups, _: list[Row], __: list[Told]) -> dict[Hashable, Value]:
        return {key: found for key, rows in groups.items() if (found := one(rows)) is not None}

    return value


def shares(y: Callable[[Row], float], x: Callable[[Row], float] = lambda _: 1) -> Any:
    return lambda groups, _, __: again.shares({key: sums(y, x)(rows) for key, rows in groups.items()})


def means(y: Callable[[Row], float], x: Callable[[Row], float] = lambda _: 1, per: float = 1) -> Any:
    return each(lambda rows: again.mean(sums(y, x)(rows), per))


def quantiles(y: str, q: float) -> Any:
    return each(lambda rows: again.quantile([(row["match"], row[y]) for row in rows], q))


def per_match(weight: Callable[[Told], float], per: float) -> Any:
    def value(groups: Groups, _: list[Row], told: list[Told]) -> dict[Hashable, Value]:
        exposed = {one.id: float(weight(one)) for one in told}
        return {key: again.incidence(sums(lambda _: 1)(rows), exposed, per) for key, rows in groups.items()}

    return value


def usage(groups: Groups, every: list[Row], _: list[Told]) -> dict[Hashable, Value]:
    exposed: dict[str, float] = {}
    for row in every:
        exposed[row["match"]] = exposed.get(row["match"], 0) + 1
    return {key: again.incidence(sums(lambda _: 1)(rows), exposed) for key, rows in groups.items()}


def where(rows: Callable[[list[Told]], list[Row]], holds: Callable[[Row], Any]) -> Callable[[list[Told]], list[Row]]:
    return lambda told: [row for row in rows(told) if holds(row)]


def won(row: Row) -> bool:
    return bool(row["result"] == "won")


def drawn(row: Row) -> bool:
    return row["open"] and row["action"] in ("opening", "drawn")


def improvement(rows: list[Row]) -> Value | None:
    hand, not_seen = sum(r["hand"] for r in rows), sum(r["not_seen"] for r in rows)
    if not (hand and not_seen):
        return None
    return again.difference(
        sums(lambda r: won(r) * r["hand"], lambda r: r["hand"])(rows),
        sums(lambda r: won(r) * r["not_seen"], lambda r: r["not_seen"])(rows),
    )


def by_expectation(told: list[Told]) -> list[Row]:
    """Cards of decks, with the copies drawn above what the deck has in that many cards."""
    decks: dict[Hashable, list[Row]] = {}
    for row in again.lists(told):
        decks.setdefault((row["match"], row["seat"]), []).append(row)
    rows = []
    for deck in decks.values():
        drawn_in_all, size = sum(r["hand"] for r in deck), sum(r["copies"] for r in deck)
        if all(r["open"] and not r["searched"] and not r["excess"] for r in deck) and drawn_in_all <= size:
            rows += [{**r, "above": r["hand"] - drawn_in_all * r["copies"] / size} for r in deck]
    return rows


def luck(row: Row) -> float:
    faces: int = row["faces"]
    return float((row["face"] - (faces + 1) / 2) / ((faces**2 - 1) / 12) ** 0.5)


COUNTED = where(again.seats, lambda r: r["result"] != "none")
PLAYED = where(again.cards, lambda r: r["action"] == "played" and r["card"])
RECIPES: Final[dict[str, Recipe]] = {
    "win-rate": ("player", COUNTED, shares(won)),
    "draw-rate": ("first", COUNTED, shares(lambda r: r["result"] == "drawn")),
    "score": ("opponent", COUNTED, means(lambda r: {"won": 1, "drawn": 0.5}.get(r["result"], 0))),
    "final-points": ("player", where(again.seats, lambda r: r["score"] is not None), means(lambda r: r["score"])),
    "deck-usage": ("player", again.seats, usage),
    "first-share": ("", where(again.matches, lambda r: r["counts"]), shares(lambda r: r["first"])),
    "agreed-share": ("", again.matches, shares(lambda r: r["agreed"])),
    "match-turns": ("", again.matches, quantiles("turns", 0.5)),
    "match-turns-90": ("", again.matches, quantiles("turns", 0.9)),
    "match-actions": ("", again.matches, quantiles("actions", 0.5)),
    "match-minutes": ("", where(again.matches, lambda r: r["minutes"]), quantiles("minutes", 0.5)),
    "match-minutes-90": ("", where(again.matches, lambda r: r["minutes"]), quantiles("minutes", 0.9)),
    "oh-win-rate": ("card", where(again.cards, lambda r: drawn(r) and r["action"] == "opening"), shares(won)),
    "gd-win-rate": ("turn", where(again.cards, lambda r: drawn(r) and r["action"] == "drawn"), shares(won)),
    "gih-win-rate": ("card", where(again.cards, drawn), shares(won)),
    "gih-z": (
        "card",
        where(again.cards, drawn),
        lambda groups, _, __: again.zscores({key: sums(won)(rows) for key, rows in groups.items()}),
    ),
    "played-win-rate": ("card", PLAYED, shares(won)),
    "played-turn": ("card", PLAYED, means(lambda r: r["turn"])),
    "kept-rate": (
        "card",
        where(again.cards, lambda r: r["mulligan"] and r["card"] and r["action"] in ("opening", "returned")),
        shares(lambda r: r["action"] == "opening"),
    ),
    "held-turns": ("card", again.held, means(lambda r: r["held"])),
    "gp-win-rate": ("card", again.lists, shares(lambda r: won(r) * r["copies"], lambda r: r["copies"])),
    "gns-win-rate": (
        "card",
        where(again.lists, lambda r: r["open"]),
        shares(lambda r: won(r) * r["not_seen"], lambda r: r["not_seen"]),
    ),
    "iwd": ("card", where(again.lists, lambda r: r["open"]), each(improvement)),
    "copies": ("card", again.lists, means(lambda r: r["copies"])),
    "turn-seconds": ("player", again.pace, quantiles("seconds", 0.5)),
    "turn-seconds-90": ("player", again.pace, quantiles("seconds", 0.9)),
    "turn-actions": ("turn", again.pace, means(lambda r: r["actions"])),
    "take-backs": ("", again.records, means(lambda r: r["take_backs"], lambda r: r["actions"], 100)),
    "corrections": ("", again.records, means(lambda r: r["corrections"], lambda r: r["actions"], 100)),
    "unknown-draws": ("player", again.unknown, shares(lambda r: r["unknown"])),
    "action-share": ("command", again.actions, usage),
    "violation-rate": ("rule", again.violations, per_match(lambda one: len(one.acts), 100)),
    "claims": ("claim", again.claims, per_match(lambda _: 1, 100)),
    "disputed-rules": ("rule", again.rulings, per_match(lambda _: 1, 100)),
    "overturned": (
        "rule",
        where(again.rulings, lambda r: r["decision"]),
        shares(lambda r: r["decision"] in ("modified", "overturned")),
    ),
    "ruling-minutes": ("rule", where(again.rulings, lambda r: r["minutes"] is not None), quantiles("minutes", 0.5)),
    "ruling-minutes-90": ("", where(again.rulings, lambda r: r["minutes"] is not None), quantiles("minutes", 0.9)),
    "judge-calls": ("", again.calls, per_match(lambda _: 1, 100)),
    "draw-luck": ("card", by_expectation, means(lambda r: r["above"])),
    "dice-luck": ("player", where(again.dice, lambda r: r["player"]), means(luck)),
    "attack-rolls": ("player", again.attacks, shares(lambda r: r["higher"])),
    "attack-chance": ("player", again.attacks, means(lambda r: r["chance"])),
    "attack-luck": ("player", again.attacks, means(lambda r: r["higher"] - r["chance"])),
    "penalties": ("penalty", again.penalties, per_match(lambda _: 1, 100)),
    "ata": ("card", where(again.drafts, lambda r: "pick" in r), means(lambda r: r["pick"])),
    "alsa": ("card", where(again.drafts, lambda r: "last" in r), means(lambda r: r["last"])),
}
DICE: Final = ("dice-luck", "attack-rolls", "attack-chance", "attack-luck")
EMPTY: Final = {
    "frc_card_game": {*DICE, "kept-rate", "ata", "alsa"},
    "frc_tcg": {*DICE, "kept-rate", "ata", "alsa"},
    "pbl_robots": {"draw-luck", "gp-win-rate", "gns-win-rate", "iwd", "copies"},
    "robin_in_the_hood": {*DICE, "kept-rate", "ata", "alsa", "first-share"},
}
"""Facts that a game lacks: deck lists, a mulligan, a draft, a first player."""


def grouped(rows: list[Row], by: str) -> Groups:
    found: Groups = {}
    for row in rows:
        keys = row[by] if by == "opponent" else [row[by]] if by else [""]
        for key in keys:
            found.setdefault(key, []).append(row)
    return found


def test_every_metric_has_a_second_computation() -> None:
    """No metric without one."""
    assert set(RECIPES) == set(metric_questions())


@pytest.mark.parametrize("name", list(RECIPES))
def test_every_metric_is_what_match_files_come_to(archive: Archive, name: str) -> None:
    """Every number of each row (value, interval, count, baseline, shrunk value, chance finds), only from the events of match files:
    counts exactly, numbers to 1e-9; through take-backs, redone lines, corrections, what-ifs, agreed ends, penalties and positions
    declared late."""
    game, analytics, told = archive
    by, rows_of, value_of = RECIPES[name]
    if metric_questions()[name].game not in ("", game):
        assert name in EMPTY[game]
        return
    words = [name, *(["by", by.replace("_", "-")] if by else []), f"game:{game}"]
    answer = analytics.ask(read_request(words))
    every = rows_of(told)
    values = value_of(grouped(every, by), every, told) if every else {}
    found = {row[by] if by else "": row for row in (dict(zip(answer.columns, r, strict=True)) for r in answer.rows)}
    assert bool(found) == (name not in EMPTY[game])
    assert set(found) == set(values)
    for key, value in values.items():
        expected_row = {
            column: number
            for column, number in value.items()
            if (by and (column != "more" or "card" in metric_questions()[name].keys))
            or column not in ("baseline", "shrunk", "q", "more")
        }
        row = {column: cell for column, cell in found[key].items() if column not in ("game", by)}
        assert set(row) == set(expected_row)
        for column, number in expected_row.items():
            expected = (
                number if number is None or isinstance(number, int) else pytest.approx(number, rel=1e-9, abs=1e-9)
            )
            assert row[column] == expected, (key, column)


def test_the_archive_has_everything_in_it(archive: Archive) -> None:
    """The cases of the comparison did occur."""
    _, analytics, told = archive
    kinds = {type(payload).__name__ for one in told for payload in one.payloads.values()}
    assert {"TakenBack", "Corrected", "Restored", "Concluded", "Penalised", "Ruled", "Disputed"} <= kinds
    assert any(one.began > (0, 0) for one in told)
    assert any(one.penalised() and one.ended for one in told)
    [(whatifs,)] = analytics.sql("select count(*) from matches where kind = 'what-if'").rows
    assert whatifs
    assert any(move["card"] is None for one in told for move in one.moves() if move["action"] in ("opening", "drawn"))


@pytest.mark.parametrize("name", list(metric_questions()))
def test_every_metric_says_what_it_is(name: str) -> None:
    """Name, formula, unit, sample, interval, coverage and known bias, of the registry that holds the SQL."""
    said = described(metric_questions()[name])
    assert {"formula", "unit", "n", "interval", "sample", "known bias", "by"} <= set(said)
    assert all(len(text) > 3 for text in said.values())
    assert all(text in explain(metric_questions()[name]) for text in said.values())
    assert "game" in metric_questions()[name].splits


def test_games_that_penalties_end_count_in_results_alone(archive: Archive) -> None:
    """A game loss counts in the standings, not in the win rates of cards."""
    game, analytics, told = archive
    ended = [one for one in told if one.ended and one.seat_rows()[0]["result"] != "none"]
    [row] = analytics.ask(read_request(["win-rate", f"game:{game}"])).rows
    assert row[2] == len(ended)
    cards = analytics.ask(read_request(["played-win-rate", f"game:{game}"]))
    [played] = cards.rows
    assert played[2] <= sum(not one.penalised() and not one.agreed for one in ended) < len(ended)


def test_the_question_about_cards_leaves_penalties_out_too(archive: Archive) -> None:
    """Seats that played each card, in matches that play decided; the answer says how many a penalty did."""
    game, analytics, told = archive
    rows = [row for row in again.cards(told) if row["action"] == "played" and row["seen"]]
    seats = {card: {(r["match"], r["seat"]) for r in rows if r["seen"] == card} for card in {r["seen"] for r in rows}}
    answer = analytics.ask("cards", {"game": game})
    counted = {row[1]: row[3] for row in answer.rows}
    assert {card: n for card, n in counted.items() if n} == {card: len(found) for card, found in seats.items()}
    unplayed = {card.card_id for one in told if one.ended for card in one.match.state.catalogue} - set(seats)
    assert {card for card, n in counted.items() if not n} == unplayed, "never played is a row"
    penalised = sum(one.penalised() and one.ended and not one.agreed for one in told)
    assert any(note.startswith(f"{penalised} match") and "by a penalty" in note for note in answer.notes)


def test_as_ruled_by_default_and_as_recorded_on_request(archive: Archive) -> None:
    """Current actions are counted; with recorded:yes all entered ones, including those taken back."""
    game, analytics, told = archive
    ruled = sum(len(one.acts) - 1 for one in told)
    recorded = sum(type(payload).__name__ == "ActionEntry" for one in told for payload in one.payloads.values())
    assert recorded > ruled
    for words, count in (((), ruled), (("recorded:yes",), recorded)):
        [row] = analytics.ask(read_request(["action-share", f"game:{game}", *words])).rows
        assert row[1] == count


def test_odd_questions_have_an_answer(analytics: Analytics) -> None:
    """A dimension twice, and a month that there is not."""
    assert analytics.ask(read_request(["win-rate", "by", "player,player", "date:2026-13"])).rows == ()


@pytest.mark.slow
def test_coverage_that_is_too_low_is_said_with_its_number(store: MatchStore, analytics: Analytics) -> None:
    """Given a match with unseen draws, then the share of known draws is stated with a note that it is too low, and with the
    excluded seats."""
    book = Scorebook(store, "m", "frc_card_game", 4)
    while not book.over:
        book.play(4)
        corrected(book)
    moves = [
        move for move in Told(export_match(store, "m"), store.codecs).moves() if move["action"] in ("opening", "drawn")
    ]
    known = sum(move["card"] is not None for move in moves)
    assert known < 0.9 * len(moves)
    notes = analytics.ask(read_request(["gih-win-rate", "by", "card"])).notes
    [said] = [note for note in notes if "too low" in note]
    share = f"{100 * known / len(moves):.0f} % of {len(moves)} cards drawn"
    assert said.startswith(f"frc_card_game: coverage too low to rely on: {share}")
    assert said.endswith("with unknown draws left out")
    assert analytics.ask(read_request(["played-win-rate", "by", "card"])).rows != ()
