"""Matches of kits: what the tables say, against the events themselves; questions and ratings of each kit by itself."""

from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final

import pytest

from domain.cards import TOKENS_PER_SEAT
from domain.games.tabletop.schema import KIT_ID
from domain.games.tabletop.state import score_of
from domain.registry import load_game
from domain.simulation import simulate
from projections.analytics import Analytics
from service.resources import load_catalogue
from storage.store import MatchStore
from tests.projections.estimates import wilson
from tests.projections.retold import Retold, figures, of, rebuilt, rows, shuffled_in, table
from tests.projections.scorebook import GAMES, Scorebook

GAME: Final = "tabletop"
KITS: Final = ("crazy_eights", "yacht", "hearts", "werewolf", "chess", "harvest")
Shelf = tuple[Analytics, list[Scorebook], MatchStore, Path]


def of_kit(kit: str, seed: int) -> Any:
    """A simulated match of a kit."""
    catalogue = load_catalogue(load_game(GAME), kit)
    bots = ("greedy",) if seed % 2 else ()
    return tuple(islice(simulate(GAMES[GAME], catalogue, seed, bots=bots), 120)), catalogue


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Three matches of each of six kits, the longer ones cut off, recorded side by side with take-backs in between,
    taken in on the way."""
    folder: Path = tmp_path_factory.mktemp("kits")
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__)
    analytics = Analytics(folder / "analytics.duckdb", store)
    books: list[Scorebook] = [Retold(store, f"{kit}{n}", GAME, of_kit(kit, n)) for kit in KITS for n in range(3)]
    shuffled_in(books[:9], Random(3))
    analytics.catch_up()
    shuffled_in(books[9:], Random(4))
    analytics.catch_up()
    return analytics, books, store, folder


def facts(shelf: Shelf, name: str, columns: str, where: str = "true") -> list[tuple[Any, ...]]:
    select = f"select match, version, k, {columns} from {name} where not undone and {where} order by match, version, k"
    return rows(shelf[0], select)


def told(shelf: Shelf, *names: str) -> list[tuple[Scorebook, int, int, Any]]:
    """The standing events of these types, in the order of the tables."""
    found = [(book, v, k, event) for book in shelf[1] for v, k, event, _ in of(book, *names)]
    return sorted(found, key=lambda one: (one[0].match.id, one[1], one[2]))


def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Taken in on the way with take-backs, or made anew in batches of any size: the same content."""
    analytics, _, store, folder = shelf
    assert (
        analytics.content_hash() == rebuilt(analytics, store, folder, 97) == rebuilt(analytics, store, folder, 100_000)
    )


def test_results_kits_and_seats(shelf: Shelf) -> None:
    """Kit, players, sides, who was first, outcome and scores are those of the folded match."""
    for book in shelf[1]:
        match = book.match
        row, outcome = shelf[0].match_row(match.id), match.outcome
        assert row is not None
        head = match.state.catalogue.get(KIT_ID).head
        assert rows(shelf[0], f"select kit, players, sides from matches where match = '{match.id}'") == [
            (head.kit, [seat.name for seat in match.state.seats], [seat.side for seat in match.state.seats])
        ]
        first = None if head.order == "together" else book.payloads[0].command.first
        assert rows(shelf[0], f"select first_seat from matches where match = '{match.id}'") == [(first,)]
        if outcome is None:
            assert row.status == "running"
            continue
        names = tuple(match.state.seats[seat].name for seat in outcome.winners)
        assert (row.winners, row.drawn, row.reason) == (names, outcome.drawn, outcome.reason)
        if outcome.scores:
            assert row.scores == outcome.scores
    kits = "select kit, count(distinct match) from results group by kit order by kit"
    ended = Counter(b.match.state.catalogue.get(KIT_ID).head.kit for b in shelf[1] if b.match.outcome is not None)
    assert rows(shelf[0], kits) == sorted(ended.items())


def test_points(shelf: Shelf) -> None:
    """The last points of a seat are its score in the folded state, the sheet's sum where the kit scores with a sheet; what a
    kit without a score counts is in no row."""
    scoring = 0
    for book in shelf[1]:
        state = book.match.state
        name = state.layout.head.score
        last = "select seat, arg_max(after, position * 1000 + k), sum(delta) from points where not undone and match = "
        found = rows(shelf[0], f"{last}'{book.match.id}' group by seat order by seat")
        scores = [(seat, score_of(state, name, seat)) for seat in range(len(state.seats))] if name else []
        assert found == [(seat, score, score) for seat, score in scores]
        scoring += bool(name)
    assert 0 < scoring < len(shelf[1])
    causes = set(rows(shelf[0], "select distinct cause from points where match like 'yacht%'"))
    assert ("start",) in causes
    assert ("write",) in causes or len(causes) > 1


def test_acts(shelf: Shelf) -> None:
    """Every act with its verb, who did it, and the first player, number, card and square that it names."""
    wanted = []
    for book, version, k, event in told(shelf, "Acted"):
        kinds = dict(next(v.take for v in book.match.state.layout.kit.verbs if v.name == event.verb))
        command = book.payloads[version - 1].command
        first: dict[str, Any] = {}
        for name, kind in kinds.items():
            if name in command.args:
                first.setdefault(kind.split()[0], command.args[name])
        target = first.get("player", first.get("choice") if isinstance(first.get("choice"), int) else None)
        wanted.append(
            (book.match.id, version, k, event.seat, event.verb, target, first.get("number"), first.get("cell"))
        )
    assert facts(shelf, "tabletop.acts", "seat, verb, target, amount, cell") == wanted
    named = facts(shelf, "tabletop.acts", "card", "verb = 'play' and match like 'crazy%'")
    played = facts(shelf, "tabletop.moves", "card", "target = 'pile' and source = 'hand' and match like 'crazy%'")
    assert [(m, v, card) for m, v, _, card in named if card] == [(m, v, card) for m, v, _, card in played if card]
    assert played


def test_counters(shelf: Shelf) -> None:
    """Each change of a counter follows from the one before it, and the last one is what the folded state holds."""
    standing: dict[tuple[str, str, int | None], int | None] = defaultdict(int)
    for match, _, _, counter, seat, delta, after in facts(shelf, "tabletop.counters", "counter, seat, delta, after"):
        key = match, counter, seat
        if key in standing:
            assert (standing[key] or 0) + delta == (after or 0)
        standing[key] = after
    assert len(standing) > 20
    for book in shelf[1]:
        state = book.match.state
        for slot, one in enumerate(state.layout.slots):
            for holder, value in enumerate(state.counters[slot]) if one.part.of != "card" else ():
                key = book.match.id, one.name, holder if one.part.of == "player" else None
                assert standing.get(key, one.start) == value


def test_moves(shelf: Shelf) -> None:
    """One row for each card with a number, one for those that went uncounted; where the last row says is where it lies."""
    wanted = []
    for book, version, k, e in told(shelf, "Moved"):
        place = (e.source or None, e.source_seat, e.target or None, e.seat, e.cell or None)
        wanted += [(book.match.id, version, k, token.id, token.card, 1, *place) for token in e.tokens]
        wanted += [(book.match.id, version, k, None, None, e.count, *place)] if e.count else []
    columns = "token, card, copies, source, source_seat, target, target_seat, cell"
    found = facts(shelf, "tabletop.moves", columns)
    assert sorted(found, key=repr) == sorted(wanted, key=repr)
    assert {row[2] is None for row in wanted} == {False}
    for book in (book for book in shelf[1] if book.match.id.startswith("chess")):
        last = {row[3]: (row[8], row[10]) for row in found if row[0] == book.match.id}
        layout = book.match.state.layout
        for lie, token in book.match.state.lies():
            pile = book.match.state.pile(lie.zone, lie.holder)
            cell = layout.cells[lie.zone][pile.at[lie.place]] if pile.at else None
            assert last[token.id] == (layout.zones[lie.zone].name, cell)


def test_rolls_and_choices(shelf: Shelf) -> None:
    """One row a die, in order; each word that was set, with whose it is."""
    dice = [
        (b.match.id, v, k, e.seat, e.dice, n, face)
        for b, v, k, e in told(shelf, "Rolled")
        for n, face in enumerate(e.faces, start=1)
    ]
    found = facts(shelf, "tabletop.rolls", "seat, dice, number, face")
    assert sorted(found) == sorted(dice)
    assert len(dice) > 20
    sides = {b.match.id: [seat.side for seat in b.match.state.seats] for b in shelf[1]}
    wanted = [
        (m, v, k, seat, None if seat is None else sides[m][seat], name, 6, n, face)
        for m, v, k, seat, name, n, face in dice
    ]
    assert sorted(facts(shelf, "dice", "seat, side, purpose, faces, roll, face")) == sorted(wanted)
    words = [(b.match.id, v, k, e.seat, e.choice, e.word or None, e.shown) for b, v, k, e in told(shelf, "Chosen")]
    assert facts(shelf, "tabletop.choices", "seat, choice, word, shown") == words
    assert words


def test_cards_drawn_played_revealed(shelf: Shelf) -> None:
    """Drawn: from a stack to a player. Played: to where all see it, from where not all did. Worked out from zones and what a
    spectator
    sees in the states before and after each act."""
    wanted: Counter[tuple[str, str]] = Counter()
    for book in shelf[1]:
        layout = book.match.state.layout
        for version in book.match.line:
            payload = book.payloads[version - 1]
            state = book.match.states[version - 1]
            for event in payload.events:
                if type(event).__name__ == "Moved" and event.source and event.target:
                    source, target = (
                        layout.zones[layout.zone_at[event.source]],
                        layout.zones[layout.zone_at[event.target]],
                    )
                    after = book.game.evolve(state, event)
                    open_before = [_is_open(state, token.id) for token in event.tokens]
                    open_after = [_is_open(after, token.id) for token in event.tokens]
                    if source.kind == "stack" and target.kind != "stack" and target.of == "player":
                        wanted[book.match.id, "opening" if version == 1 else "drawn"] += len(event.tokens)
                    elif source.kind != "stack" and all(open_after) and not all(open_before):
                        wanted[book.match.id, "played"] += len(event.tokens)
                wanted[book.match.id, "revealed"] += type(event).__name__ == "Revealed"
                state = book.game.evolve(state, event)
    counted = "select match, action, count(*) from cards where not undone group by match, action"
    assert {(m, a): n for m, a, n in rows(shelf[0], counted)} == {key: n for key, n in wanted.items() if n}
    assert {action for _, action in wanted} == {"opening", "drawn", "played", "revealed"}
    wrong = "select count(*) from cards c where action in ('drawn', 'played') and token >= 1000 and seat <> token // 1000 - 1"
    assert TOKENS_PER_SEAT == 1000
    assert rows(shelf[0], f"{wrong} and match like 'crazy%'") == [(0,)]


def _is_open(state: Any, number: int) -> bool:
    """Whether everybody sees a card: its face, else its zone."""
    found = state.find(number)
    if found is None:
        return False
    zone = state.layout.zones[found[0].zone]
    return number in state.up or (number not in state.down and zone.seen_by == "all")


def kit_of(book: Scorebook) -> str:
    """The kit of a match, as answers name it."""
    return f"{GAME}:{book.match.state.catalogue.get(KIT_ID).head.kit}"


def test_nothing_is_added_up_over_kits(shelf: Shelf) -> None:
    """Every neutral question over all kits names each kit by itself, with the rows that the kit alone gives; the kit can be
    asked for as game or as kit."""
    kits = {kit_of(book) for book in shelf[1]}
    for question in ("results", "length", "lengths", "points-by-turn", "first-player", "cards", "violations", "profile", "ratings",
                     "rating-history", "head-to-head", "verbs", "counters"):  # fmt: skip
        scope = {"game": GAME, "limit": 100_000, "kind": "all"}
        whole = table(shelf[0], question, scope)
        assert {row["game"] for row in whole} <= kits
        for kit, narrowed in (("tabletop:hearts", {"kit": "hearts"}), ("tabletop:yacht", {"game": "tabletop:yacht"})):
            mine = [row for row in whole if row["game"] == kit]
            alone = table(shelf[0], question, {**scope, **narrowed})
            assert sorted(figures(row.values()) for row in alone) == sorted(figures(row.values()) for row in mine), (
                question,
                kit,
            )
    assert len({row["game"] for row in table(shelf[0], "length", {"game": GAME})}) > 3


def test_metrics_of_each_kit(shelf: Shelf) -> None:
    """A metric is split by kit, and narrowed to the game, the kit, or both in one word."""
    from projections.metrics.wording import read_wanted

    def asked(*words: str) -> dict[str, int]:
        found = shelf[0].measure(read_wanted(("win-rate", *words), {}))
        return {row[0]: row[found.columns.index("n")] for row in found.rows}

    decided = [book for book in shelf[1] if book.match.outcome is not None]
    seats = Counter[str]()
    for book in decided:
        seats[kit_of(book)] += len(book.match.state.seats)
    assert asked() == asked("where", f"game={GAME}") == dict(seats)
    one = kit_of(decided[0])
    assert asked("where", f"game={one}") == asked("where", f"kit={one.partition(':')[2]}") == {one: seats[one]}
    assert asked("by", "kit").keys() == seats.keys()


def test_verbs(shelf: Shelf) -> None:
    """Uses in a match and a turn, share of matches, and the win share of the seats that used a verb, counted from the acts."""
    uses: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    seated: dict[tuple[str, str], dict[tuple[str, int], bool]] = defaultdict(dict)
    turns, matches = Counter[str](), Counter[str]()
    for book in shelf[1]:
        kit, outcome = kit_of(book), book.match.outcome
        moments = {(e.moment.round, e.moment.turn) for e in (book.envelopes[v - 1] for v in book.match.line)}
        turns[kit] += len({moment for moment in moments if moment[1] > 0})
        matches[kit] += 1
        for _, _, event, _ in of(book, "Acted"):
            uses[kit, event.verb][book.match.id] += 1
            if event.seat is not None and outcome is not None and outcome.winners:
                seated[kit, event.verb][book.match.id, event.seat] = event.seat in outcome.winners
    found = table(shelf[0], "verbs", {"game": GAME})
    assert {(row["game"], row["verb"]) for row in found} == uses.keys()
    for row in found:
        key = row["game"], row["verb"]
        n, total = matches[key[0]], uses[key].total()
        assert (row["n"], row["uses"], row["a_match"]) == (n, total, total / n)
        assert row["a_turn"] == pytest.approx(total / turns[key[0]])
        assert (row["matches"], row["share"]) == (len(uses[key]), len(uses[key]) / n)
        assert (row["share_low"], row["share_high"]) == pytest.approx(_ends(len(uses[key]), n))
        won = sum(seated[key].values())
        assert (row["seats"], row["won"]) == (len(seated[key]), won)
        if seated[key]:
            assert (row["low"], row["high"]) == pytest.approx(_ends(won, len(seated[key])))
        counts = [uses[key][match] for match in uses[key]] + [0] * (n - len(uses[key]))
        mean = total / n
        spread = (sum((count - mean) ** 2 for count in counts) / (n - 1) / n) ** 0.5
        assert (row["a_match_low"], row["a_match_high"]) == pytest.approx(
            (max(0, mean - T_OF_TWO * spread), mean + T_OF_TWO * spread), abs=5e-2 * spread
        )


T_OF_TWO: Final = 4.303
"""97.5 % point of Student's t with two degrees of freedom: each kit has three matches."""


def _ends(k: int, n: int) -> tuple[float, float]:
    found = wilson(k, n)
    return found.low, found.high


def test_counters_question(shelf: Shelf) -> None:
    """At the end by seat, and by turn or round over all seats: medians and quartiles of what the folded states hold."""
    values: dict[tuple[str, str, int | None, str], list[tuple[int, bool | None]]] = defaultdict(list)
    changed = {(kit_of(book), event.counter) for book, _, _, event in told(shelf, "Counted")}
    for book in shelf[1]:
        state, outcome = book.match.state, book.match.outcome
        for slot, one in enumerate(state.layout.slots):
            if one.part.of == "card" or (kit_of(book), one.name) not in changed:
                continue
            for holder in range(len(state.counters[slot])):
                of_player = one.part.of == "player"
                won = holder in outcome.winners if of_player and outcome is not None and outcome.winners else None
                for turn, value in _by_turn(book, slot, holder):
                    values[kit_of(book), one.name, turn, "all" if of_player else "table"].append((value, won))
                if outcome is not None:
                    seat = str(holder + 1) if of_player else "table"
                    values[kit_of(book), one.name, None, seat].append((state.counters[slot][holder] or 0, won))
    found = table(shelf[0], "counters", {"game": GAME})
    keys = [(row["game"], row["counter"], row["turn"], row["seat"]) for row in found]
    assert sorted(keys, key=repr) == sorted(values, key=repr)
    for key, row in zip(keys, found, strict=True):
        numbers = sorted(value for value, _ in values[key])
        assert (row["n"], row["median"]) == (len(numbers), median(numbers))
        if len(numbers) > 1:
            lower, _, upper = quantiles(numbers, n=4, method="inclusive")
            assert (row["lower"], row["upper"]) == (lower, upper)
        won = [value for value, is_won in values[key] if is_won]
        others = [value for value, is_won in values[key] if is_won is False]
        assert row["won"] == (median(won) if won else None)
        assert row["others"] == (median(others) if others else None)
    assert any(turn is None for _, _, turn, _ in keys)


def _by_turn(book: Scorebook, slot: int, holder: int) -> list[tuple[int, int]]:
    """What a counter stood at behind the last standing entry of each turn (round, where there are rounds) that was reached."""
    stood: dict[int, int] = {}
    by_round = bool(book.match.state.layout.head.round)
    for version in book.match.line:
        moment = book.envelopes[version - 1].moment
        stood[moment.round if by_round else moment.turn] = book.match.states[version].counters[slot][holder] or 0
    last, value, rows = max(stood), stood.get(0, 0), []
    for turn in range(1, last + 1):
        value = stood.get(turn, value)
        rows.append((turn, value))
    return rows
