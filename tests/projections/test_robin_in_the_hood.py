"""Robin in the Hood: what the tables and questions say, against the events themselves and the match written down by hand."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.estimates import wilson
from tests.projections.recomputed import cases
from tests.projections.retold import Retold, of, rebuilt, rows, shuffled_in, simulated, table, written
from tests.projections.scorebook import GAMES, Scorebook

GAME = "robin_in_the_hood"
Shelf = tuple[Analytics, list[Scorebook], MatchStore, Path]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Matches of several agreements, recorded side by side with take-backs in between and taken in on the way."""
    folder: Path = tmp_path_factory.mktemp("robin")
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__)
    analytics = Analytics(folder / "analytics.duckdb", store)
    tables: list[dict[str, str]] = [
        {},
        {"modifiers": "yes", "ante": "yes"},
        {"modifiers": "yes", "between_rounds": "continue", "first_hand_order": "carry_over", "victories_to_win": "2"},
        {"advance_rule": "agility_push", "modifiers": "yes", "active_count": "14"},
    ]
    bots = ("", "tactician")
    books: list[Scorebook] = [
        Retold(store, f"m{n}", GAME, simulated(GAME, n, bots[n % 2], **options)) for n, options in enumerate(tables * 2)
    ]
    shuffled_in(books[:4], Random(3))
    analytics.catch_up()
    shuffled_in(books[4:], Random(4))
    books[0].take_back(books[0].match.line[-9])
    analytics.catch_up()
    return analytics, books, store, folder


@pytest.fixture
def by_hand(store: MatchStore, analytics: Analytics) -> Analytics:
    """The tournament of Ann and Ben, taken in a few entries at a time."""
    Retold(store, "sheet", GAME, written(GAME)).play()
    return Analytics(analytics.path, store, batch=7)


def facts(shelf: Shelf, name: str, columns: str) -> list[tuple[Any, ...]]:
    select = f"select match, version, k, {columns} from {GAME}.{name} where not undone order by match, version, k"
    return rows(shelf[0], select)


def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Taken in on the way with take-backs, or made anew in batches of any size: the same content."""
    analytics, _, store, folder = shelf
    assert (
        analytics.content_hash() == rebuilt(analytics, store, folder, 97) == rebuilt(analytics, store, folder, 100_000)
    )


def test_stage_battles(shelf: Shelf) -> None:
    """Each character in a battle is there with both cards, printed scores, levels, result and how it came about."""
    expected = []
    for book in shelf[1]:
        levels: dict[tuple[int, str], Any] = {}
        for version, k, event, envelope in of(book, "SkillLevelsDetermined", "StageWon", "StageDrawn"):
            if hasattr(event, "levels"):
                levels = {(level.player, level.stage): level for level in event.levels}
                continue
            winner = getattr(event, "player", None)
            for seat in (0, 1):
                own, other = levels.get((seat, event.stage)), levels.get((1 - seat, event.stage))
                if own is not None:
                    opposing = (other.card, other.base, other.final) if other is not None else (None, None, None)
                    result = "drawn" if winner is None else "won" if winner == seat else "lost"
                    how = getattr(event, "how", "drawn")
                    place = (book.match.id, version, k, envelope.round, envelope.turn, event.stage, seat)
                    expected.append((*place, own.card, own.base, own.final, *opposing, result, how))
    columns = "round, hand, stage, seat, card, base, level, opposing_card, opposing_base, opposing_level, result, how"
    found = facts(shelf, "stage_battles", columns)
    assert sorted(found) == sorted(expected)
    assert {how for *_, how in found} >= {"level", "empty", "modifier", "drawn"}
    assert any(row[8] != row[9] for row in found)


def test_placements_and_hands(shelf: Shelf) -> None:
    """Every card put down and every hand begun, with who placed first, in the order of play."""
    placed, hands = [], []
    for book in shelf[1]:
        for version, k, event, envelope in of(book, "CharacterPlaced", "ModifierPlayed"):
            kind = "character" if hasattr(event, "character") else "modifier"
            where = (book.match.id, version, k, envelope.round, envelope.turn)
            placed.append((*where, event.player, event.token, event.card, kind, event.order))
        round_no = 0
        for version, k, event, _ in of(book, "RoundStarted", "HandStarted"):
            round_no = getattr(event, "round_no", round_no)
            if hasattr(event, "hand_no"):
                hands.append((book.match.id, version, k, round_no, event.hand_no, event.order))
    assert facts(shelf, "placements", "round, hand, seat, token, card, kind, placed") == placed
    assert facts(shelf, "hands", "round, hand, first") == hands
    assert {kind for *_, kind, _ in placed} == {"character", "modifier"}
    assert {first for *_, first in hands} == {None, 0, 1}


def test_advances_and_modifiers(shelf: Shelf) -> None:
    """Moves between stages, and modifiers coming into play and leaving it, are those of the events."""
    advances, modifiers = [], []
    for book in shelf[1]:
        for version, k, e, _ in of(book, "CharacterAdvanced"):
            advances.append((book.match.id, version, k, e.player, e.token, e.card, e.from_stage, e.to_stage, e.pushed))
        for version, k, e, _ in of(book, "ModifierPlayed", "ModifierReplaced", "ModifierRemoved", "ModifierExpired"):
            change = type(e).__name__.removeprefix("Modifier").lower()
            why = (change, getattr(e, "duration", None), getattr(e, "by", None))
            modifiers.append((book.match.id, version, k, e.player, e.token, e.card, *why))
    assert facts(shelf, "advances", "seat, token, card, from_stage, to_stage, pushed") == advances
    assert facts(shelf, "modifiers", "seat, token, card, change, duration, removed_by") == modifiers
    assert {row[6] for row in modifiers} >= {"played", "replaced", "expired"}
    assert any(row[-1] for row in advances)


def test_rounds_and_points(shelf: Shelf) -> None:
    """Rounds with winner or reason, and each player's victories as they grow."""
    rounds, points = [], []
    for book in shelf[1]:
        for version, k, e, envelope in of(book, "RoundWon", "RoundDrawn"):
            how = (None, e.reason) if hasattr(e, "reason") else (e.player, "won")
            rounds.append((book.match.id, version, k, envelope.round, envelope.turn, *how))
        for version, k, e, _ in of(book, "VictoryScored"):
            points.append((book.match.id, version, k, e.player, 1, e.victories))
    assert facts(shelf, "rounds", "round, hands, winner, reason") == rounds
    select = (
        "select match, version, k, seat, delta, after from points where not undone and cause = 'round' order by 1, 2, 3"
    )
    assert rows(shelf[0], select) == points
    assert {row[-1] for row in rounds} >= {"won", "draw_pile_empty"}


def test_results(shelf: Shelf) -> None:
    """Winner, reason, victories and status are the folded match's; where both placed at once, nobody went first."""
    analytics, books, _, _ = shelf
    for book in books:
        row, outcome = analytics.match_row(book.match.id), book.match.outcome
        assert row is not None
        if outcome is None:
            assert row.status == "running"
            continue
        names = tuple(book.match.state.seats[w].name for w in outcome.winners)
        assert (row.winners, row.drawn, row.reason, row.scores) == (names, False, outcome.reason, outcome.scores)
    assert rows(analytics, "select distinct first_seat from matches") == [(None,)]


def test_stage_battles_question(shelf: Shelf) -> None:
    """Won, drawn and lost by character and stage, with Wilson's interval: exactly those of the standing events."""
    tally: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for book in shelf[1]:
        levels: tuple[Any, ...] = ()
        for _, _, event, _ in of(book, "SkillLevelsDetermined", "StageWon", "StageDrawn"):
            levels = getattr(event, "levels", levels)
            there = [level for level in levels if level.stage == getattr(event, "stage", "")]
            for level in there:
                winner = getattr(event, "player", None)
                result = "drawn" if winner is None else "won" if winner == level.player else "lost"
                tally[level.card, level.stage][result if len(there) == 2 else "unopposed"] += 1
    found = table(shelf[0], "stage-battles", {"least": 0})
    assert {(r["card"], r["stage"]): (r["won"], r["drawn"], r["lost"], r["unopposed"]) for r in found} == {
        key: (t["won"], t["drawn"], t["lost"], t["unopposed"]) for key, t in tally.items()
    }
    for r in table(shelf[0], "stage-battles", {"least": 5}):
        share = wilson(r["won"] + r["drawn"] / 2, r["n"])
        assert (r["low"], r["high"]) == (pytest.approx(share.low), pytest.approx(share.high))
        assert r["n"] >= 5


def test_the_match_by_hand(by_hand: Analytics) -> None:
    """Ann and Ben: five hands, thirteen stages won and one drawn, one and five cards dead, who placed first, 1-0."""
    row = by_hand.match_row("sheet")
    assert row is not None
    assert (row.players, row.winners, row.reason, row.scores) == (("Ann", "Ben"), ("Ann",), "victories", (1, 0))
    battles = rows(
        by_hand,
        f"select hand, stage, seat, card, level, opposing_card, opposing_level, result from {GAME}.stage_battles "
        "where opposing_card is not null and result <> 'lost' order by hand, stage, seat",
    )
    assert battles == [
        (1, "agility", 0, "dunstan", 7, "ned", 6, "won"),
        (2, "agility", 0, "giles20", 5, "luce", 5, "drawn"),
        (2, "agility", 1, "luce", 5, "giles20", 5, "drawn"),
        (3, "agility", 1, "piers", 7, "bram", 6, "won"),
        (3, "weapons", 0, "giles20", 5, "luce", 3, "won"),
        (4, "agility", 0, "alys", 5, "kit", 4, "won"),
        (5, "agility", 0, "ivo", 6, "simon", 5, "won"),
        (5, "strength", 0, "giles20", 5, "piers", 4, "won"),
    ]
    empty = f"select hand, stage, seat from {GAME}.stage_battles where how = 'empty' order by hand, stage"
    assert rows(by_hand, empty) == [
        (2, "weapons", 0), (3, "strength", 0), (4, "endurance", 0), (4, "strength", 0), (4, "weapons", 1),
        (5, "endurance", 0), (5, "weapons", 0),
    ]  # fmt: skip
    assert rows(by_hand, f"select hand, first from {GAME}.hands order by hand") == [
        (1, None), (2, 0), (3, None), (4, 1), (5, 0)
    ]  # fmt: skip
    retired = (
        "select seat, list(card order by version, k) from cards where action = 'retired' group by seat order by seat"
    )
    assert rows(by_hand, retired) == [(0, ["bram"]), (1, ["ned", "luce", "kit", "simon", "piers"])]
    assert rows(by_hand, f"select round, hands, winner, reason from {GAME}.rounds") == [(1, 5, 0, "won")]


def test_abandoned_conceded_adjusted(store: MatchStore, analytics: Analytics) -> None:
    """RH-E12: abandoned is ended without winner or draw; a concession names the winner; adjusted victories count."""
    Retold(store, "abandoned", GAME, simulated(GAME, 1)).play(40).do('abandon_tournament "the power is out"')
    book = Retold(store, "conceded", GAME, simulated(GAME, 1)).play(40)
    ann = book.match.state.seats[0].name
    book.do(f'adjust "one forgotten" changes=[victory({ann}, 1)]', f"concede_tournament {ann}")
    abandoned, conceded = analytics.match_row("abandoned"), analytics.match_row("conceded")
    assert abandoned is not None
    assert conceded is not None
    assert (abandoned.status, abandoned.winners, abandoned.drawn, abandoned.reason) == (
        "finished",
        (),
        False,
        "abandoned",
    )
    assert rows(analytics, "select distinct result from results where match = 'abandoned'") == [("none",)]
    outcome = book.match.outcome
    assert outcome is not None
    assert (conceded.winners, conceded.reason) == ((book.match.state.seats[1].name,), "concession")
    assert conceded.scores == outcome.scores
    assert outcome.scores[0] >= 1


def counted(found: dict[Any, dict[str, list[str]]], row: dict[str, Any], key: Any) -> None:
    """A row of won, drawn and lost is what these results come to; cases are counted by match."""
    results = [result for by_match in found[key].values() for result in by_match]
    won, drawn, lost = (results.count(how) for how in ("won", "drawn", "lost"))
    assert (row["n"], row["won"], row["drawn"], row["lost"]) == (len(results), won, drawn, lost)
    points = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    share, worth = cases([(match, points[result], 1.0) for match, by in found[key].items() for result in by])
    assert row["score"] == pytest.approx(share)
    assert [row["low"], row["high"]] == pytest.approx(
        [wilson(share * worth, worth).low, wilson(share * worth, worth).high]
    )


def agility_battles(book: Scorebook) -> Iterator[tuple[str, str, str | None, str]]:
    """Each character that faced another on the Agility stage: both cards, how it was placed in that hand, how it came out."""
    placed: dict[tuple[int, str], str] = {}
    levels: dict[int, str] = {}
    for _, _, event, _ in of(book, "HandStarted", "CharacterPlaced", "SkillLevelsDetermined", "StageWon", "StageDrawn"):
        name = type(event).__name__
        if name == "HandStarted":
            placed = {}
        elif name == "CharacterPlaced":
            placed[event.player, event.card] = event.order
        elif name == "SkillLevelsDetermined":
            levels = {one.player: one.card for one in event.levels if one.stage == "agility"}
        elif event.stage == "agility" and len(levels) == 2:
            winner = getattr(event, "player", None)
            for seat, card in levels.items():
                result = "drawn" if winner is None else "won" if winner == seat else "lost"
                yield card, levels[1 - seat], placed.get((seat, card)), result


def test_duels_and_placing_questions(shelf: Shelf) -> None:
    """Character against character, and who placed first: battles on the Agility stage, counted from the events."""
    duels: dict[Any, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    placing: dict[Any, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for book in shelf[1]:
        for card, other, placed, result in agility_battles(book):
            duels[card, other][book.match.id].append(result)
            if placed is not None:
                placing[placed][book.match.id].append(result)
    found = table(shelf[0], "duels", {})
    assert {(row["card"], row["opposing"]) for row in found} == set(duels)
    for row in found:
        counted(duels, row, (row["card"], row["opposing"]))
    found = table(shelf[0], "placing", {})
    assert {row["placed"] for row in found} == set(placing) == {"first", "second", "simultaneous"}
    for row in found:
        counted(placing, row, row["placed"])
