"""FRC TCG: what the tables and questions say, against the events themselves and the match written down by hand."""

from collections import Counter, defaultdict
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from domain.games.frc_tcg.commands.position import DeclarePosition, PlayerPosition
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.estimates import wilson
from tests.projections.recomputed import student
from tests.projections.retold import Retold, happened, of, rebuilt, rows, shuffled_in, simulated, table, written
from tests.projections.scorebook import GAMES, Scorebook

GAME = "frc_tcg"
MODES: tuple[dict[str, str], ...] = (
    {},
    {"prize_count": "1"},
    {"prize_count": "2", "hand_cap": "trim_at_turn_end", "surplus_components": "allowed", "devolve_stage": "edition"},
    {"boosters": "on", "max_deck_size": "70", "prizes_face": "up"},
    {"multiplayer_win": "first_sweep", "prize_count": "2"},
    {"teams": "1+3/2+4", "divisions": "red/green/blue/orange", "prize_count": "2"},
)
Shelf = tuple[Analytics, list[Scorebook], MatchStore, Path]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Matches of several modes, recorded side by side with take-backs in between and taken in on the way."""
    folder: Path = tmp_path_factory.mktemp("tcg")
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__)
    analytics = Analytics(folder / "analytics.duckdb", store)
    books: list[Scorebook] = [
        Retold(store, f"m{n:02}", GAME, simulated(GAME, n, ("", "prize_hunter")[n % 2], **MODES[n % 6]))
        for n in range(10)
    ]
    shuffled_in(books[:5], Random(3))
    analytics.catch_up()
    shuffled_in(books[5:], Random(4))
    books[0].take_back(books[0].match.line[-15])
    analytics.catch_up()
    return analytics, books, store, folder


def facts(shelf: Shelf, name: str, columns: str) -> list[tuple[Any, ...]]:
    select = f"select match, version, k, {columns} from {GAME}.{name} where not undone order by match, version, k"
    return rows(shelf[0], select)


def expected(shelf: Shelf, columns: str, *names: str) -> list[tuple[Any, ...]]:
    """The events of these types with those attributes, in order."""
    return [
        (book.match.id, version, k, *(getattr(event, column) for column in columns.split()))
        for book in shelf[1]
        for version, k, event, _ in of(book, *names)
    ]


def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Taken in on the way with take-backs, or made anew in batches of any size: the same content."""
    analytics, _, store, folder = shelf
    assert (
        analytics.content_hash() == rebuilt(analytics, store, folder, 97) == rebuilt(analytics, store, folder, 100_000)
    )


def test_attacks(shelf: Shelf) -> None:
    """Each attack with its targets, and what it did: HP lost, robots defeated, prize cards captured."""
    wanted = []
    for book in shelf[1]:
        came: dict[int, Counter[str]] = defaultdict(Counter)
        for version, _, event, _ in happened(book):
            name = type(event).__name__
            came[version][name] += 1
            came[version]["damage"] += event.amount if name == "DamageTaken" and event.attack else 0
        for version, k, e, _ in of(book, "AttackMade"):
            did = (came[version][what] for what in ("damage", "RobotDefeated", "PrizeCardCaptured"))
            wanted.append((book.match.id, version, k, e.player, e.robot, e.ability, list(e.targets), e.counted, *did))
    found = facts(shelf, "attacks", "seat, robot, ability, targets, counted, damage, defeated, captured")
    assert found == wanted
    assert sum(row[-1] for row in found) > 10


def test_damage_and_captures(shelf: Shelf) -> None:
    """Every HP lost and every prize card captured, by whom and whose."""
    columns = "by owner robot amount hp attack"
    assert facts(shelf, "damage", "seat, owner, robot, amount, hp, attack") == expected(shelf, columns, "DamageTaken")
    columns = "by owner place token card"
    assert facts(shelf, "captures", "seat, owner, place, token, card") == expected(shelf, columns, "PrizeCardCaptured")
    causes = rows(shelf[0], f"select distinct cause from {GAME}.captures")
    assert ("attack",) in causes


def test_hp_is_what_the_robots_have(shelf: Shelf) -> None:
    """The last HP of each robot in play, by this table, is the one in the folded state."""
    standing = {
        (book.match.id, stack.key): (seat, stack.hp, stack.max_hp)
        for book in shelf[1]
        for seat, player in enumerate(book.match.state.players)
        for stack in player.alliance
    }
    last = rows(
        shelf[0],
        f"""
        select match, robot, arg_max(owner, place), arg_max(hp, place), arg_max(max_hp, place)
        from (select *, position * 1000 + k as place from {GAME}.hp where not undone) group by match, robot
        """,
    )
    found = {(match, robot): (owner, hp, maximum) for match, robot, owner, hp, maximum in last}
    assert {key: found[key] for key in standing} == standing
    assert len(standing) > 10


def test_evolutions(shelf: Shelf) -> None:
    """Robots a season up, with the kickoff they were played with."""
    wanted = [
        (b.match.id, v, k, e.player, e.player, e.robot, "evolved", e.token, e.card, e.kickoff and e.kickoff.card, e.hp, e.max_hp)
        for b in shelf[1]
        for v, k, e, _ in of(b, "RobotEvolved")
    ]  # fmt: skip
    columns = "seat, owner, robot, change, token, card, kickoff, hp, max_hp"
    assert [row for row in facts(shelf, "evolutions", columns) if row[6] == "evolved"] == wanted
    assert any(row[9] for row in wanted)


def test_components_retreats_swaps(shelf: Shelf) -> None:
    """Components with the abilities that they completed, robots taken back, cards swapped."""
    wanted, retreats = [], []
    for book in shelf[1]:
        done = {(v, e.robot, e.ability) for v, _, e, _ in of(book, "AbilityActivated")}
        for version, k, e, _ in of(book, "ComponentPlayed"):
            activated = (version, e.robot, e.ability) in done
            place = (book.match.id, version, k, e.player, e.owner, e.robot, "played")
            wanted.append((*place, e.token, e.card, e.ability, activated))
        for version, k, e, _ in of(book, "RobotRetreated"):
            back = (e.returned.id, e.returned.card, len(e.shopped))
            retreats.append((book.match.id, version, k, e.player, e.robot, *back))
    columns = "seat, owner, robot, change, token, card, ability, activated"
    assert facts(shelf, "components", columns) == wanted
    assert {row[-1] for row in wanted} == {True, False}
    assert facts(shelf, "retreats", "seat, robot, token, card, shopped") == retreats
    swaps = [(*row[:4], len(row[4]), len(row[5])) for row in expected(shelf, "player put_down drawn", "CardsSwapped")]
    assert facts(shelf, "swaps", "seat, put_down, drawn") == swaps
    assert retreats
    assert swaps


def test_results_and_points(shelf: Shelf) -> None:
    """Winners, sides, reason, scores and first player are the folded match's; captured prize cards add up to the scores."""
    analytics, books, _, _ = shelf
    for book in books:
        match = book.match
        row, outcome = analytics.match_row(match.id), match.outcome
        assert row is not None
        assert row.sides == tuple(seat.side for seat in match.state.seats)
        assert rows(analytics, f"select first_seat from matches where match = '{match.id}'") == [(match.state.first,)]
        points = "select arg_max(after, position * 1000 + k), sum(delta) from points where not undone and match = "
        last = rows(analytics, f"{points}'{match.id}' group by seat order by seat")
        captured = [len(player.captured) for player in match.state.players]
        assert last == [(count, count) for count in captured]
        if outcome is None:
            assert row.status == "running"
            continue
        names = tuple(match.state.seats[w].name for w in outcome.winners)
        assert (row.winners, row.drawn, row.reason, row.scores) == (
            names,
            outcome.drawn,
            outcome.reason,
            outcome.scores,
        )


def test_cards(shelf: Shelf) -> None:
    """Counts of cards by what was done with them are those of the events."""
    wanted: Counter[str] = Counter()
    sizes = {"opening": "OpeningHandDrawn", "drawn": "HandRefilled CardsDrawn", "prize": "PrizeCardsSet"}
    for book in shelf[1]:
        for action, names in sizes.items():
            wanted[action] += sum(len(e.cards) for _, _, e, _ in of(book, *names.split()))
        wanted["retired"] += sum(len(e.shopped) for _, _, e, _ in of(book, "RobotDefeated"))
        wanted["captured"] += len(of(book, "PrizeCardCaptured"))
        evolved = of(book, "RobotEvolved")
        played = of(book, "RobotPlayed", "ComponentPlayed", "ItemPlayed", "MentorPlayed", "AwardPlayed")
        wanted["played"] += len(played) + len(evolved) + sum(e.kickoff is not None for _, _, e, _ in evolved)
        for _, _, e, _ in of(book, "CardsSwapped"):
            wanted["drawn"] += len(e.drawn)
            wanted["swapped"] += len(e.put_down)
    found = dict(rows(shelf[0], "select action, count(*) from cards where not undone group by action"))
    assert {action: found[action] for action in wanted} == dict(wanted)
    assert rows(shelf[0], "select count(*) from cards where action = 'played' and (card is null or token is null)") == [
        (0,)
    ]


def test_prize_race(shelf: Shelf) -> None:
    """First to a lead and then winner, by lead, counted over two-sided matches with a winner."""
    n: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for book in shelf[1]:
        outcome, seats = book.match.outcome, book.match.state.seats
        if outcome is None or not outcome.winners or len({seat.side for seat in seats}) != 2:
            continue
        winner, lead, reached = seats[outcome.winners[0]].side, 0, set()
        for _, _, event, _ in of(book, "PrizeCardCaptured"):
            lead += 1 if seats[event.by].side == 0 else -1
            if lead and abs(lead) not in reached:
                reached.add(abs(lead))
                n[abs(lead)] += 1
                won[abs(lead)] += winner == (0 if lead > 0 else 1)
    found = table(shelf[0], "prize-race", {})
    assert {r["lead"]: (r["n"], r["won"]) for r in found} == {lead: (n[lead], won[lead]) for lead in n}
    assert len(found) >= 3
    for r in found:
        assert (r["low"], r["high"]) == pytest.approx((wilson(r["won"], r["n"]).low, wilson(r["won"], r["n"]).high))


def test_captures_and_abilities_questions(shelf: Shelf) -> None:
    """When each prize card came and how often who had it won; what abilities took: counted from the events."""
    turns: dict[int, list[int]] = defaultdict(list)
    won: Counter[int] = Counter()
    uses: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for book in shelf[1]:
        outcome, so_far = book.match.outcome, Counter[int]()
        for _, _, event, envelope in of(book, "PrizeCardCaptured"):
            so_far[event.by] += 1
            turns[so_far[event.by]].append(envelope.turn)
            won[so_far[event.by]] += outcome is not None and event.by in outcome.winners
        damage: Counter[int] = Counter()
        for version, _, event, _ in happened(book):
            if type(event).__name__ == "DamageTaken" and event.attack:
                damage[version] += event.amount
        for version, _, event, _ in of(book, "AttackMade"):
            uses[event.ability][book.match.id].append(damage[version])
    found = {row["number"]: row for row in table(shelf[0], "captures", {})}
    assert set(found) == set(turns)
    for number, row in found.items():
        assert (row["n"], row["won"]) == (len(turns[number]), won[number])
        assert row["turn"] == median(turns[number])
    abilities = {row["ability"]: row for row in table(shelf[0], "abilities", {})}
    assert set(abilities) == set(uses)
    for name, row in abilities.items():
        sums = [(sum(one), len(one)) for one in uses[name].values()]
        n, mean = sum(x for _, x in sums), sum(y for y, _ in sums) / sum(x for _, x in sums)
        assert (row["n"], row["matches"]) == (n, len(sums))
        assert row["damage"] == pytest.approx(mean)
        if len(sums) > 1:
            spread = sum((y - mean * x) ** 2 for y, x in sums)
            error = sqrt(spread * len(sums) / (len(sums) - 1)) / n
            assert row["high"] - row["damage"] == pytest.approx(student(len(sums) - 1) * error)


DONE = {
    "AttackMade": "attack",
    "PrizeCardCaptured": "capture",
    "CardsSwapped": "swap",
    "ComponentPlayed": "component",
    "RobotEvolved": "evolve",
    "RobotRetreated": "retreat",
}


def test_turn_use_question(shelf: Shelf) -> None:
    """In which turns something of a kind was done, of all turns with an action that stands."""
    n, turns = 0, Counter[str]()
    for book in shelf[1]:
        n += len({act.stamp.moment.turn for act in book.match.acts if act.stamp.moment.turn > 0})
        done = {(DONE[type(event).__name__], envelope.turn) for _, _, event, envelope in of(book, *DONE)}
        turns.update(what for what, turn in done if turn > 0)
    found = table(shelf[0], "turn-use", {})
    assert {row["what"]: (row["n"], row["turns"]) for row in found} == {what: (n, turns[what]) for what in turns}
    assert {"attack", "swap", "component", "capture"} <= set(turns)
    assert all(row["low"] < row["share"] < row["high"] for row in found)


def test_the_match_by_hand(store: MatchStore, analytics: Analytics) -> None:
    """Ada and Ben: seven turns, attacks and HP lost by them, captures by place, 2-1 in prize cards; ZAP took ten HP more."""
    Retold(store, "sheet", GAME, written(GAME)).play()
    Analytics(analytics.path, store, batch=7).catch_up()
    row = analytics.match_row("sheet")
    assert row is not None
    assert (row.players, row.winners, row.reason, row.scores) == (("Ada", "Ben"), ("Ada",), "prize_cards", (2, 1))
    assert rows(analytics, "select first_seat, turn from matches") == [(0, 7)]
    attacks = rows(
        analytics, f"select turn, seat, ability, damage, defeated, captured from {GAME}.attacks order by turn"
    )
    assert attacks == [
        (3, 0, "Twin", 30, 1, 1), (4, 1, "Poke", 20, 0, 0), (5, 0, "Spin", 10, 0, 0),
        (6, 1, "Shove", 10, 1, 1), (7, 0, "Twin", 20, 1, 1),
    ]  # fmt: skip
    totals = f"select seat, attack, sum(amount) from {GAME}.damage group by all order by all"
    assert rows(analytics, totals) == [(0, False, 10), (0, True, 60), (1, True, 30)]
    captures = rows(analytics, f"select turn, seat, owner, place, card, cause from {GAME}.captures order by turn")
    assert captures == [(3, 0, 1, 1, "RB1", "attack"), (6, 1, 0, 1, "RD1", "attack"), (7, 0, 1, 2, "RC1", "attack")]
    hp = f"select arg_max(hp, version * 100 + k), arg_max(max_hp, version * 100 + k) from {GAME}.hp where robot = "
    first = rows(analytics, "select token from cards where card = 'RA1' and action = 'played' order by version limit 1")
    assert rows(analytics, f"{hp}{first[0][0]}")[0] == (30, 30)
    counts = "count(*) filter (action = 'drawn'), count(*) filter (action = 'played')"
    drawn = f"select seat, {counts} from cards group by seat order by seat"
    assert rows(analytics, drawn) == [(0, 9, 10), (1, 9, 9)]


@pytest.mark.parametrize(
    ("lines", "status", "winners", "drawn", "reason"),
    [
        (("agree_draw [{0}, {1}]",), "finished", (), True, "draw"),
        (('abandon "the hall closes"',), "finished", (), False, "abandoned"),
        (("concede {0}",), "finished", (1,), False, "concession"),
    ],
)
def test_endings_by_the_players(
    store: MatchStore, analytics: Analytics, lines: tuple[str, ...], status: str, winners: tuple[int, ...], drawn: bool,
    reason: str,
) -> None:  # fmt: skip
    """TCG-E05: an agreed draw, a match broken off and a concession are what the game makes of them."""
    book = Retold(store, "m", GAME, simulated(GAME, 2)).play(30)
    names = [seat.name for seat in book.match.state.seats]
    book.do(*(line.format(*names) for line in lines))
    row, outcome = analytics.match_row("m"), book.match.outcome
    assert row is not None
    assert outcome is not None
    assert (row.status, row.winners, row.drawn, row.reason) == (status, tuple(names[w] for w in winners), drawn, reason)
    assert (outcome.winners, outcome.drawn, outcome.reason, outcome.scores) == (winners, drawn, reason, row.scores)


def test_a_prize_card_given_back(store: MatchStore, analytics: Analytics) -> None:
    """TCG-X04: a captured card that is put away by hand does not count; a declared position sets the number."""
    book = Retold(store, "m", GAME, simulated(GAME, 1))
    while not any(player.captured for player in book.match.state.players):
        book.act()
    captor = next(seat for seat, player in enumerate(book.match.state.players) if player.captured)
    card = book.match.state.players[captor].captured[0].id
    name = book.match.state.seats[captor].name
    book.do(f'adjust "not theirs" changes=[move_card(#{card // 1000}-{card % 1000:02}, captured, shop, {name})]')
    after = "select seat, delta, after, cause from points where cause <> 'start' order by version, k"
    assert rows(analytics, after) == [(captor, 1, 1, "captured"), (captor, -1, 0, "given_back")]
    side = PlayerPosition(deck=50, pit=(), prize_cards=("??", "??"), captured=("??", "??"), turns=3)
    book.do(DeclarePosition(turn=6, active=0, players=(side, side)))
    assert rows(analytics, after)[2:] == [(0, None, 2, "declared"), (1, None, 2, "declared")]
    assert [len(player.captured) for player in book.match.state.players] == [2, 2]
