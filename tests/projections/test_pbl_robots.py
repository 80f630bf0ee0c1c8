"""PBL ROBOTS: what the tables and questions say, against the folded matches and the one written down by hand."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

import pytest

from domain.games.pbl_robots.cards import LIMBS
from domain.games.pbl_robots.changes import BlowOff
from domain.games.pbl_robots.commands.cards import Adjust
from domain.games.pbl_robots.numbers import pilot_points
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.estimates import wilson
from tests.projections.recomputed import cases
from tests.projections.retold import Retold, happened, of, rebuilt, rows, shuffled_in, simulated, table, written
from tests.projections.scorebook import GAMES, Scorebook

GAME = "pbl_robots"
MODES: tuple[dict[str, str], ...] = (
    {"setup": "quick_play"},
    {"sides": "3", "time_limit": "turns", "time_limit_amount": "6"},
    {"setup": "challenge_draft", "shoulder_stack_destroyed": "top_only"},
    {"bomb_mode": "predetermination"},
    {"team_mode": "two_robots_four_hands", "setup": "regular"},
    {"team_mode": "pilot_and_gunner"},
    {"rotation": "3", "bomb_mode_covers_storage": "yes"},
)
Shelf = tuple[Analytics, list[Scorebook], MatchStore, Path]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Matches of several modes, recorded side by side with take-backs in between and taken in on the way."""
    folder: Path = tmp_path_factory.mktemp("pbl")
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__)
    analytics = Analytics(folder / "analytics.duckdb", store)
    books: list[Scorebook] = [
        Retold(store, f"m{n}", GAME, simulated(GAME, n + 72, ("", "striker")[n % 2], **mode))
        for n, mode in enumerate(MODES)
    ]
    shuffled_in(books[:4], Random(3))
    analytics.catch_up()
    shuffled_in(books[4:], Random(4))
    books[0].take_back(books[0].match.line[-20])
    analytics.catch_up()
    return analytics, books, store, folder


def facts(shelf: Shelf, name: str, columns: str, order: str = "") -> list[tuple[Any, ...]]:
    table = name if name == "dice" else f"{GAME}.{name}"
    select = f"select match, version, k, {columns} from {table} where not undone order by match, version, k{order}"
    return rows(shelf[0], select)


def told(book: Scorebook) -> Iterator[tuple[int, int, Any, Any]]:
    """Version, number and event of what stands, with the state before it."""
    state: Any = None
    at = 0
    for version, k, event, _ in happened(book):
        if version != at:
            state, at = book.match.states[version - 1], version
        yield version, k, event, state
        state = book.game.evolve(state, event)


def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Taken in on the way with take-backs, or made anew in batches of any size: the same content."""
    analytics, _, store, folder = shelf
    assert (
        analytics.content_hash() == rebuilt(analytics, store, folder, 397) == rebuilt(analytics, store, folder, 100_000)
    )


def thrown(event: Any, before: Any) -> tuple[int, str, tuple[int, ...]] | None:
    """Side, purpose and faces of the dice of an event, from the state in which it happened."""
    combat = before.combat
    match type(event).__name__:
        case "AttackRolled":
            return combat.attacker, "attack", event.dice
        case "DefenseRolled":
            return combat.target, "defense", event.dice
        case "BombsThrown":
            return before.seats[event.seat].side, "bomb", event.dice
        case "ShieldsRaised":
            return before.seats[event.seat].side, "shield", event.dice
        case "DiceAdded":
            return (combat.attacker if event.pool == "attack" else combat.target), "effect", event.dice
        case "StorageBombAdded":
            return event.side, "storage_bomb", (event.value,)
        case "D20Rolled":
            return event.side, event.purpose, (event.value,)
        case "StrikeResolved":
            return event.side, "strike", event.dice
    return None


def test_dice(shelf: Shelf) -> None:
    """Every die thrown, with the side that threw it, what for, and whether it counted."""
    wanted = []
    for book in shelf[1]:
        for version, k, event, before in told(book):
            found = thrown(event, before)
            if found is not None:
                side, purpose, dice = found
                faces = 20 if type(event).__name__ == "D20Rolled" else 6
                left_out = getattr(event, "excluded", ())
                wanted += [
                    (book.match.id, version, k, side, purpose, faces, roll, face, face in left_out)
                    for roll, face in enumerate(dice, start=1)
                ]
    assert facts(shelf, "dice", "side, purpose, faces, roll, face, excluded", ", roll") == wanted
    assert {row[4] for row in wanted} >= {"attack", "defense", "bomb", "shield", "storage_bomb", "pilots"}
    assert any(row[-1] for row in wanted)


def test_combats(shelf: Shelf) -> None:
    """Every combat with its dice, cards, totals and outcome, as the state had them when it ended."""
    wanted = []
    slots = ("head", "left_arm", "right_arm", "legs", "left_shoulder", "right_shoulder")
    for book in shelf[1]:
        declared: Any = None
        storage = 0
        for version, k, event, before in told(book):
            name, combat = type(event).__name__, before.combat
            if name == "AttackDeclared":
                storage, declared = 0, event
            storage += name == "StorageBombUsed"
            if name in ("CombatEnded", "AttackWithdrawn"):
                cards = combat.bombs + combat.shields - storage * before.options.bomb_mode_covers_storage
                outcome = getattr(event, "outcome", "withdrawn")
                totals = (getattr(event, "attack", 0), getattr(event, "defense", 0))
                dice = (len(combat.attack_dice), len(combat.excluded), len(combat.defense_dice))
                place = (
                    combat.attacker,
                    slots[combat.limb],
                    combat.target,
                    slots[combat.slot],
                    declared.slot,
                    combat.paid,
                )
                wanted.append((book.match.id, version, k, *place, *dice, cards, storage, *totals, outcome))
    columns = (
        "attacker, limb, target, slot, declared_slot, paid, attack_dice, excluded_dice, defense_dice, bombs + shields, "
        "storage_bombs, attack, defense, outcome"
    )
    assert facts(shelf, "combats", columns) == wanted
    assert {row[-1] for row in wanted} >= {"destroyed", "defended"}
    assert any(row[10] for row in wanted)


def test_blow_offs_and_points(shelf: Shelf) -> None:
    """Limbs blown off, with credit and cause; credited ones add up to the scores of both seats of a side."""
    analytics, books, _, _ = shelf
    wanted = [(b.match.id, v, k, e.side, e.slot, e.by) for b in books for v, k, e, _ in of(b, "LimbBlownOff")]
    assert facts(shelf, "blow_offs", "side, slot, credit") == wanted
    for book in books:
        state = book.match.state
        last = "select arg_max(after, position * 1000 + k), sum(delta) from points where not undone and match = "
        found = rows(analytics, f"{last}'{book.match.id}' group by seat order by seat")
        assert found == [(state.sides[seat.side].blow_offs,) * 2 for seat in state.seats]
        gone = rows(
            analytics,
            f"select side from {GAME}.blow_offs where terminated and not undone and match = '{book.match.id}'",
        )
        dead = [side for side, one in enumerate(state.sides) if one.eliminated]
        assert sorted(side for (side,) in gone) == dead
    causes = dict(rows(analytics, f"select cause, count(*) from {GAME}.blow_offs where not undone group by cause"))
    ends = [e for b in books for _, _, e, _ in of(b, "CombatEnded") if e.outcome == "destroyed"]
    assert causes["combat"] == sum("shoulder" not in e.slot for e in ends)


def test_pilot_points(shelf: Shelf) -> None:
    """After every action the last number of each side, by this table, is what lies on its robot in the folded state."""
    analytics, books, _, _ = shelf
    for book in books:
        changes: dict[int, list[tuple[int, int]]] = {}
        select = f"select version, side, after from {GAME}.pilot_points where not undone and match = '{book.match.id}'"
        for version, side, after in rows(analytics, f"{select} order by version, k"):
            changes.setdefault(version, []).append((side, after))
        now: dict[int, int] = {}
        for version in book.match.line:
            now.update(changes.get(version, []))
            sides = book.match.states[version].sides
            assert now == {number: pilot_points(side) for number, side in enumerate(sides)}, (book.match.id, version)
        assert len(changes) > 5


def test_builds(shelf: Shelf) -> None:
    """Armor, crew, hangars and experts with their numbers, and whether they were the MOVE."""
    wanted = []
    parts = {"ArmorBuilt": "armor", "CrewPlayed": "crew", "HangarBuilt": "hangar", "ExpertPilotPlayed": "pilot"}
    for book in shelf[1]:
        for version, k, e, _ in of(book, *parts):
            kind = parts[type(e).__name__]
            part = getattr(e, kind)
            level = part.skill if kind == "crew" else getattr(part, "level", None)
            what = (kind, part.card, getattr(e, "slot", None), level, part.attack, part.defense, e.move)
            wanted.append((book.match.id, version, k, e.side, e.seat, e.token, *what))
    columns = "side, seat, token, kind, card, slot, level, attack, defense, move"
    assert facts(shelf, "builds", columns) == wanted
    assert {row[6] for row in wanted} == set(parts.values())


def test_drafts_and_shops(shelf: Shelf) -> None:
    """Piles, starters and challenge cards, and every opening of the Shop with what was turned up."""
    picks, shops = [], []
    for book in shelf[1]:
        for version, k, e, _ in of(book, "PileTaken", "PilePassed", "StarterChosen", "ChallengeCardPlayed"):
            if type(e).__name__.startswith("Pile"):
                pick = ("pile", e.pile, e.count) if hasattr(e, "count") else ("passed", e.pile, len(e.cards))
                cards = list(e.cards)
            else:
                pick = ("starter" if hasattr(e, "pilot") else "challenge", None, 1)
                cards = [e.pilot.card if hasattr(e, "pilot") else e.card]
            picks.append((book.match.id, version, k, e.side, *pick, cards))
        for version, k, e, _ in of(book, "ShopOpened"):
            known = [card for _, card in e.row if card is not None]
            shops.append((book.match.id, version, k, e.side, len(e.row), known, e.shuffled, e.by_draw))
    assert facts(shelf, "draft_picks", "side, pick, pile, size, cards") == picks
    assert facts(shelf, "shop_openings", "side, turned_up, cards, shuffled, by_draw") == shops
    assert {row[4] for row in picks} == {"pile", "passed", "starter", "challenge"}
    assert shops


def test_results(shelf: Shelf) -> None:
    """Winners with their partners, sides, reason, scores and the first player are the folded match's."""
    analytics, books, _, _ = shelf
    for book in books:
        match = book.match
        row, outcome, seats = analytics.match_row(match.id), match.outcome, match.state.seats
        assert row is not None
        assert row.sides == tuple(seat.side for seat in seats)
        assert rows(analytics, f"select first_seat from matches where match = '{match.id}'") == [
            (match.state.order[0],)
        ]
        if outcome is None:
            assert row.status == "running"
            continue
        names = tuple(seats[w].name for w in outcome.winners)
        assert (row.winners, row.drawn, row.reason, row.scores) == (
            names,
            outcome.drawn,
            outcome.reason,
            outcome.scores,
        )
    assert any(len(book.match.outcome.winners) == 2 for book in books if book.match.outcome)


def test_dice_question(shelf: Shelf) -> None:
    """The count of each face is that of the events; all faces are there, and the shares have Wilson's interval."""
    shown: dict[int, Counter[int]] = {6: Counter(), 20: Counter()}
    for book in shelf[1]:
        for _, _, event, before in told(book):
            found = thrown(event, before)
            if found is not None:
                shown[20 if type(event).__name__ == "D20Rolled" else 6].update(found[2])
    found_rows = table(shelf[0], "dice", {})
    assert [(r["faces"], r["face"]) for r in found_rows] == [(f, n) for f in (6, 20) for n in range(1, f + 1)]
    for r in found_rows:
        n = shown[r["faces"]].total()
        assert (r["n"], r["count"]) == (n, shown[r["faces"]][r["face"]])
        interval = wilson(r["count"], n)
        assert (r["low"], r["high"]) == (pytest.approx(interval.low), pytest.approx(interval.high))
        assert r["expected"] == pytest.approx(n / r["faces"])


def test_blow_offs_question(shelf: Shelf) -> None:
    """How often each limb was destroyed, over the combats that came to an outcome."""
    ended = [e for b in shelf[1] for _, _, e, _ in of(b, "CombatEnded") if e.outcome not in ("no_result", "void")]
    found = {r["slot"]: r for r in table(shelf[0], "blow-offs", {})}
    assert set(found) == {e.slot for e in ended}
    for slot, r in found.items():
        there = [e for e in ended if e.slot == slot]
        won = sum(e.outcome == "destroyed" for e in there)
        assert (r["n"], r["destroyed"]) == (len(there), won)
        assert (r["attack"], r["defense"]) == pytest.approx(
            (mean(e.attack for e in there), mean(e.defense for e in there))
        )
        assert (r["low"], r["high"]) == pytest.approx((wilson(won, len(there)).low, wilson(won, len(there)).high))


def test_combat_cards_question(shelf: Shelf) -> None:
    """Bombs and shields: combats with an outcome, by the cards that both added; cases are counted by match."""
    fights: dict[tuple[int, int], list[tuple[str, float, float]]] = defaultdict(list)
    for match, _, _, bombs, shields, outcome in facts(shelf, "combats", "bombs, shields, outcome"):
        if outcome in ("destroyed", "defended", "replaced"):
            fights[bombs, shields].append((match, float(outcome == "destroyed"), 1.0))
    found = table(shelf[0], "combat-cards", {})
    assert {(row["bombs"], row["shields"]) for row in found} == set(fights)
    assert len(found) > 3
    for row in found:
        parts = fights[row["bombs"], row["shields"]]
        share, worth = cases(parts)
        assert (row["n"], row["destroyed"], row["share"]) == (
            len(parts),
            sum(y for _, y, _ in parts),
            pytest.approx(share),
        )
        ends = wilson(share * worth, worth)
        assert [row["low"], row["high"]] == pytest.approx([ends.low, ends.high])


def test_limb_survival_question(shelf: Shelf) -> None:
    """Each limb from the beginning or its regeneration until it is blown off or the match ends: Kaplan and Meier by hand."""
    lives: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for book in shelf[1]:
        last = book.match.acts[-1].stamp.moment.turn
        stands = {
            (side, slot): 0
            for side in {seat.side for seat in book.match.state.seats}
            for slot in ("head", "left_arm", "right_arm", "legs")
        }
        for _, _, event, envelope in of(book, "LimbBlownOff", "LimbRegenerated"):
            if type(event).__name__ == "LimbRegenerated":
                stands[event.side, event.slot] = envelope.turn
            else:
                lives[event.slot].append((envelope.turn - stands.pop((event.side, event.slot)), True))
        for (_, slot), since in stands.items():
            lives[slot].append((last - since, False))
    curves: dict[str, float] = defaultdict(lambda: 1.0)
    found = table(shelf[0], "limb-survival", {})
    assert {row["slot"] for row in found} == set(lives)
    for row in found:
        at_risk = sum(turns >= row["turns"] for turns, _ in lives[row["slot"]])
        lost = lives[row["slot"]].count((row["turns"], True))
        curves[row["slot"]] *= 1 - lost / at_risk
        assert (row["n"], row["lost"]) == (at_risk, lost)
        assert row["share"] == pytest.approx(curves[row["slot"]])
        assert row["low"] <= row["share"] <= row["high"]
    assert sum(row["lost"] for row in found) == sum(lost for one in lives.values() for _, lost in one)


def test_pilot_points_question(shelf: Shelf) -> None:
    """Given what each robot had when each turn was over, then the medians of winners and of losers are those."""
    reached: Counter[int] = Counter()
    had: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for book in shelf[1]:
        match = book.match
        turns = {match.game.moment(match.states[version]).turn: match.states[version] for version in match.line}
        outcome = match.game.outcome(match.state)
        sides = [seat.side for seat in match.state.seats]
        won = {sides[seat] for seat in outcome.winners} if outcome is not None else set()
        for turn, state in turns.items():
            reached[turn] += 1
            for number, side in enumerate(state.sides):
                if won:
                    had[turn, number in won].append(pilot_points(side))
    del reached[0]
    found = {row["turn"]: row for row in table(shelf[0], "pilot-points", {})}
    assert {turn: row["n"] for turn, row in found.items()} == reached
    for turn, row in found.items():
        expected = [median(had[turn, who]) if (turn, who) in had else None for who in (True, False)]
        assert [row["winners"], row["losers"]] == expected, turn
    assert any(row["winners"] != row["losers"] for row in found.values())


def test_the_match_by_hand(store: MatchStore, analytics: Analytics) -> None:
    """Ana and Bo: thirteen turns, seven combats with their totals, 4-2 in blow-offs, pilot points 3 and 5, every die."""
    Retold(store, "sheet", GAME, written(GAME)).play()
    Analytics(analytics.path, store, batch=7).catch_up()
    row = analytics.match_row("sheet")
    assert row is not None
    assert (row.players, row.winners, row.reason, row.scores) == (("Ana", "Bo"), ("Ana",), "termination", (4, 2))
    assert rows(analytics, "select first_seat, turn from matches") == [(0, 13)]
    columns = "turn, attacker, limb, slot, attack_dice, defense_dice, bombs, shields, attack, defense, outcome"
    assert rows(analytics, f"select {columns} from {GAME}.combats order by turn") == [
        (3, 0, "right_arm", "head", 3, 4, 1, 1, 19, 17, "destroyed"),
        (6, 1, "left_arm", "left_arm", 2, 3, 0, 0, 12, 4, "destroyed"),
        (9, 0, "right_arm", "left_arm", 4, 4, 0, 0, 16, 7, "destroyed"),
        (10, 1, "right_arm", "head", 2, 3, 2, 1, 7, 7, "defended"),
        (11, 0, "head", "right_arm", 3, 4, 0, 0, 15, 14, "destroyed"),
        (12, 1, "legs", "right_arm", 2, 3, 1, 0, 13, 12, "destroyed"),
        (13, 0, "head", "legs", 3, 6, 0, 0, 18, 9, "destroyed"),
    ]
    points = f"select side, arg_max(after, version * 100 + k) from {GAME}.pilot_points group by side order by side"
    assert rows(analytics, points) == [(0, 3), (1, 5)]
    assert rows(analytics, f"select turn, side, slot, terminated from {GAME}.blow_offs order by turn") == [
        (3, 1, "head", False), (6, 0, "left_arm", False), (9, 1, "left_arm", False), (11, 1, "right_arm", False),
        (12, 0, "right_arm", False), (13, 1, "legs", True),
    ]  # fmt: skip
    dice = "select purpose, count(*), sum(face) from dice group by purpose order by purpose"
    assert rows(analytics, dice) == [
        ("attack", 19, 91), ("bomb", 4, 9), ("defense", 27, 65), ("pilots", 2, 23), ("shield", 2, 3)
    ]  # fmt: skip
    assert rows(analytics, f"select kind, count(*) from {GAME}.builds group by kind order by kind") == [
        ("armor", 2), ("crew", 2), ("hangar", 1)
    ]  # fmt: skip
    assert rows(analytics, f"select count(*) from {GAME}.shop_openings") == [(0,)]


def test_resignation(store: MatchStore, analytics: Analytics) -> None:
    """PBL-E06: a resignation gives the match to the other side, partners included."""
    book = Retold(store, "m", GAME, simulated(GAME, 4, team_mode="two_robots_four_hands", setup="quick_play"))
    while book.match.state.phase != "play":
        book.act()
    name = book.match.state.seats[0].name
    book.do(f"resign player={name}")
    row, outcome = analytics.match_row("m"), book.match.outcome
    assert row is not None
    assert outcome is not None
    winners = tuple(seat.name for seat in book.match.state.seats if seat.side == 1)
    assert len(winners) == 2
    assert (row.winners, row.drawn, row.reason, row.scores) == (winners, False, "resignation", outcome.scores)


def test_a_draw(store: MatchStore, analytics: Analytics) -> None:
    """PBL-E05: when all robots go down together nobody wins: a draw."""
    book = Retold(store, "m", GAME, simulated(GAME, 0, setup="quick_play"))
    while book.match.state.phase != "play":
        book.act()
    blows = tuple(BlowOff(player=seat, slot=limb, by=1 - seat) for seat in (0, 1) for limb in LIMBS)
    book.do(Adjust(reason="both fell off the table", changes=blows))
    row, outcome = analytics.match_row("m"), book.match.outcome
    assert row is not None
    assert outcome is not None
    assert (row.status, row.winners, row.drawn, row.reason) == ("finished", (), True, "all_terminated")
    assert row.scores == outcome.scores == (4, 4)
    found = rows(analytics, f"select cause, count(*) from {GAME}.blow_offs group by cause")
    assert found == [("adjust", 8)]
