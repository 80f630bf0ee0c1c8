"""Matches of kits: what the tables say, against the events themselves; questions and ratings of each kit by itself."""

from collections import Counter, defaultdict
from statistics import median, quantiles
from typing import Any, Final

import pytest

from domain.cards import TOKENS_PER_SEAT
from domain.games.tabletop.schema import KIT_ID
from domain.games.tabletop.state import score_of
from projections.statements import read_request
from tests.projections.estimates import ends
from tests.projections.retold import Retold, figures, of, of_kit
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import Shelf, shelved

GAME: Final = "tabletop"
KITS: Final = ("crazy_eights", "yacht", "hearts", "werewolf", "chess", "harvest")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Three matches of each of six kits, the longer ones cut off, recorded side by side with take-backs in between,
    taken in on the way."""
    return shelved(
        tmp_path_factory.mktemp("kits"),
        lambda store: [Retold(store, f"{kit}{n}", GAME, of_kit(kit, n)) for kit in KITS for n in range(3)],
    )


@pytest.mark.slow
def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Given catching up with take-backs on the way, or a rebuild in batches, then the content is the same."""
    shelf.expect_the_same_rebuilt(97)


def test_results_kits_and_seats(shelf: Shelf) -> None:
    """Kit, players, sides, who was first, outcome and scores are those of the folded match."""
    head = {book.match.id: book.match.state.catalogue.get(KIT_ID).head for book in shelf.books}
    shelf.expect_results(
        lambda book: None if head[book.match.id].order == "together" else book.payloads[0].command.first
    )
    wanted = [(b.match.id, head[b.match.id].kit, [seat.name for seat in b.match.state.seats]) for b in shelf.books]
    assert shelf.rows("select match, kit, players from matches order by match") == sorted(wanted)
    ended = Counter(head[book.match.id].kit for book in shelf.books if book.match.outcome is not None)
    kits = "select kit, count(distinct match) from results group by kit order by kit"
    assert shelf.rows(kits) == sorted(ended.items())


def test_points(shelf: Shelf) -> None:
    """The last points of a seat are its score in the folded state, the sheet's sum where the kit scores with a sheet; kits
    without a score have no rows."""

    def scores(state: Any) -> list[int]:
        name = state.layout.head.score
        return [score_of(state, name, seat) for seat in range(len(state.seats))] if name else []

    shelf.expect_points(scores)
    assert 0 < sum(bool(scores(book.match.state)) for book in shelf.books) < len(shelf.books)
    causes = set(shelf.rows("select distinct cause from points where match like 'yacht%'"))
    assert ("start",) in causes
    assert ("write",) in causes or len(causes) > 1


def test_acts(shelf: Shelf) -> None:
    """Every act with its verb, who did it, and the first player, number, card and square that it names."""
    wanted = []
    for told in shelf.told("ActionTaken"):
        book, event = told.book, told.event
        kinds = dict(next(v.take for v in book.match.state.layout.kit.verbs if v.name == event.verb))
        command = book.payloads[told.version - 1].command
        first: dict[str, Any] = {}
        for name, kind in kinds.items():
            if name in command.args:
                first.setdefault(kind.split()[0], command.args[name])
        target = first.get("player", first.get("choice") if isinstance(first.get("choice"), int) else None)
        wanted.append((*told.place, event.seat, event.verb, target, first.get("number"), first.get("cell")))
    assert shelf.facts("tabletop.acts", "seat, verb, target, amount, cell") == wanted
    named = shelf.facts("tabletop.acts", "card", "verb = 'play' and match like 'crazy%'")
    played = shelf.facts("tabletop.moves", "card", "target = 'pile' and source = 'hand' and match like 'crazy%'")
    assert [(m, v, card) for m, v, _, card in named if card] == [(m, v, card) for m, v, _, card in played if card]
    assert played


def test_counters(shelf: Shelf) -> None:
    """Each change of a counter follows from the one before it, and the last one is what the folded state holds."""
    standing: dict[tuple[str, str, int | None], int | None] = defaultdict(int)
    for match, _, _, counter, seat, delta, after in shelf.facts("tabletop.counters", "counter, seat, delta, after"):
        key = match, counter, seat
        if key in standing:
            assert (standing[key] or 0) + delta == (after or 0)
        standing[key] = after
    assert len(standing) > 20
    for book in shelf.books:
        state = book.match.state
        for slot, one in enumerate(state.layout.slots):
            for holder, value in enumerate(state.counters[slot]) if one.part.of != "card" else ():
                key = book.match.id, one.name, holder if one.part.of == "player" else None
                assert standing.get(key, one.start) == value


def test_moves(shelf: Shelf) -> None:
    """One row for each card with a number, one for uncounted cards; the last row gives the card's present place."""
    wanted = []
    for told in shelf.told("Moved"):
        e = told.event
        zones = (e.source or None, e.source_seat, e.target or None, e.seat, e.cell or None)
        wanted += [(*told.place, token.id, token.card, 1, *zones) for token in e.tokens]
        wanted += [(*told.place, None, None, e.count, *zones)] if e.count else []
    columns = "token, card, copies, source, source_seat, target, target_seat, cell"
    found = shelf.facts("tabletop.moves", columns)
    assert sorted(found, key=repr) == sorted(wanted, key=repr)
    assert {row[2] is None for row in wanted} == {False}
    for book in (book for book in shelf.books if book.match.id.startswith("chess")):
        last = {row[3]: (row[8], row[10]) for row in found if row[0] == book.match.id}
        layout = book.match.state.layout
        for lie, token in book.match.state.located_tokens():
            pile = book.match.state.pile(lie.zone, lie.holder)
            cell = layout.cells[lie.zone][pile.at[lie.place]] if pile.at else None
            assert last[token.id] == (layout.zones[lie.zone].name, cell)


def test_rolls_and_choices(shelf: Shelf) -> None:
    """One row a die, in order; each word that was set, with whose it is."""
    rolled = [(told, n, face) for told in shelf.told("Rolled") for n, face in enumerate(told.event.faces, start=1)]
    dice = [(*told.place, told.event.seat, told.event.dice, n, face) for told, n, face in rolled]
    assert shelf.facts("tabletop.rolls", "seat, dice, number, face", order=", number") == dice
    assert len(dice) > 20
    sides = {book.match.id: [seat.side for seat in book.match.state.seats] for book in shelf.books}
    wanted = [
        (m, v, k, seat, None if seat is None else sides[m][seat], name, 6, n, face)
        for m, v, k, seat, name, n, face in dice
    ]
    assert shelf.facts("dice", "seat, side, purpose, faces, roll, face", order=", roll") == wanted
    chosen = [(told, told.event) for told in shelf.told("Chosen")]
    words = [(*told.place, e.seat, e.choice, e.word or None, e.shown) for told, e in chosen]
    assert shelf.facts("tabletop.choices", "seat, choice, word, shown") == words
    assert words


def test_cards_drawn_played_revealed(shelf: Shelf) -> None:
    """Drawn: from a stack to a player. Played: to where all see it, from where not all did. Worked out from zones and what a
    spectator sees in the states before and after each event."""
    wanted: Counter[tuple[str, str]] = Counter()
    for told, state in shelf.told_with_states():
        book, event, match = told.book, told.event, told.place[0]
        if type(event).__name__ == "Moved" and event.source and event.target:
            layout = book.match.state.layout
            source, target = (layout.zones[layout.zone_at[name]] for name in (event.source, event.target))
            after = book.game.evolve(state, event)
            before_and_after = [[_is_open(one, token.id) for token in event.tokens] for one in (state, after)]
            if source.kind == "stack" and target.kind != "stack" and target.of == "player":
                wanted[match, "opening" if told.version == 1 else "drawn"] += len(event.tokens)
            elif source.kind != "stack" and all(before_and_after[1]) and not all(before_and_after[0]):
                wanted[match, "played"] += len(event.tokens)
        wanted[match, "revealed"] += type(event).__name__ == "Revealed"
    counted = "select match, action, count(*) from cards where not undone group by match, action"
    assert {(m, a): n for m, a, n in shelf.rows(counted)} == {key: n for key, n in wanted.items() if n}
    assert {action for _, action in wanted} == {"opening", "drawn", "played", "revealed"}
    wrong = "select count(*) from cards c where action in ('drawn', 'played') and token >= 1000 and seat <> token // 1000 - 1"
    assert TOKENS_PER_SEAT == 1000
    assert shelf.rows(f"{wrong} and match like 'crazy%'") == [(0,)]


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
    """Questions over all kits name each kit separately, with the rows of the kit's own answer; the kit can be requested as game or
    as kit."""
    kits = {kit_of(book) for book in shelf.books}
    for question in ("results", "points-by-turn", "ratings", "counters"):
        scope = {"game": GAME, "kind": "all"}
        whole = shelf.table(question, **scope)
        assert {row["game"] for row in whole} <= kits
        for kit, narrowed in (("tabletop:hearts", {"kit": "hearts"}), ("tabletop:yacht", {"game": "tabletop:yacht"})):
            mine = [figures(row.values()) for row in whole if row["game"] == kit]
            alone = [figures(row.values()) for row in shelf.table(question, **scope | narrowed)]
            assert sorted(alone) == sorted(mine), (question, kit)
    assert len({row["game"] for row in shelf.table("length", game=GAME)}) > 3


def test_metrics_of_each_kit(shelf: Shelf) -> None:
    """A metric is split by kit, and narrowed to the game, the kit, or both in one word."""

    def asked(*words: str) -> dict[str, int]:
        found = shelf.analytics.ask(read_request(("win-rate", *words), {}))
        return {row[0]: row[found.columns.index("n")] for row in found.rows}

    decided = [book for book in shelf.books if book.match.outcome is not None]
    seats = Counter[str]()
    for book in decided:
        seats[kit_of(book)] += len(book.match.state.seats)
    assert asked() == asked(f"game:{GAME}") == dict(seats)
    one = kit_of(decided[0])
    assert asked(f"game:{one}") == asked(f"kit:{one.partition(':')[2]}") == {one: seats[one]}
    assert asked("by", "kit").keys() == seats.keys()


def test_verbs(shelf: Shelf) -> None:
    """Uses in a match and a turn, share of matches, and the win share of the seats that used a verb, counted from the acts."""
    uses: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    seated: dict[tuple[str, str], dict[tuple[str, int], bool]] = defaultdict(dict)
    turns, matches = Counter[str](), Counter[str]()
    for book in shelf.books:
        kit, outcome = kit_of(book), book.match.outcome
        moments = {(e.moment.round, e.moment.turn) for e in (book.envelopes[v - 1] for v in book.match.line)}
        turns[kit] += len({moment for moment in moments if moment[1] > 0})
        matches[kit] += 1
        for _, _, event, _ in of(book, "ActionTaken"):
            uses[kit, event.verb][book.match.id] += 1
            if event.seat is not None and outcome is not None and outcome.winners:
                seated[kit, event.verb][book.match.id, event.seat] = event.seat in outcome.winners
    found = shelf.table("verbs", game=GAME)
    assert {(row["game"], row["verb"]) for row in found} == uses.keys()
    for row in found:
        key = row["game"], row["verb"]
        n, total = matches[key[0]], uses[key].total()
        assert (row["n"], row["uses"], row["a_match"]) == (n, total, total / n)
        assert row["a_turn"] == pytest.approx(total / turns[key[0]])
        assert (row["matches"], row["share"]) == (len(uses[key]), len(uses[key]) / n)
        assert [row["share_low"], row["share_high"]] == pytest.approx(ends(len(uses[key]), n))
        won = sum(seated[key].values())
        assert (row["seats"], row["won"]) == (len(seated[key]), won)
        if seated[key]:
            assert [row["low"], row["high"]] == pytest.approx(ends(won, len(seated[key])))
        counts = [uses[key][match] for match in uses[key]] + [0] * (n - len(uses[key]))
        mean = total / n
        spread = (sum((count - mean) ** 2 for count in counts) / (n - 1) / n) ** 0.5
        assert (row["a_match_low"], row["a_match_high"]) == pytest.approx(
            (max(0, mean - T_OF_TWO * spread), mean + T_OF_TWO * spread), abs=5e-2 * spread
        )


T_OF_TWO: Final = 4.303
"""97.5 % point of Student's t with two degrees of freedom: each kit has three matches."""


def test_counters_question(shelf: Shelf) -> None:
    """At the end by seat, and by turn or round over all seats: medians and quartiles of what the folded states hold."""
    values: dict[tuple[str, str, int | None, str], list[tuple[int, bool | None]]] = defaultdict(list)
    changed = {(kit_of(told.book), told.event.counter) for told in shelf.told("Counted")}
    for book in shelf.books:
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
    found = shelf.table("counters", game=GAME)
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
    """The value of a counter after the last current entry of each reached turn (or round)."""
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
