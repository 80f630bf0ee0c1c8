"""FRC TCG: what the tables and questions say, against the events themselves."""

from collections import Counter, defaultdict
from math import sqrt
from statistics import median
from typing import Any

import pytest

from domain.games.frc_tcg.commands.position import DeclarePosition, PlayerPosition
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.estimates import ends
from tests.projections.recomputed import student
from tests.projections.retold import Retold, of, rows, simulated, written
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import Shelf, ended_by, shelved

GAME = "frc_tcg"
MODES: tuple[dict[str, str], ...] = (
    {},
    {"prize_count": "1"},
    {"prize_count": "2", "hand_cap": "trim_at_turn_end", "surplus_components": "allowed", "devolve_stage": "edition"},
    {"boosters": "on", "max_deck_size": "70", "prizes_face": "up"},
    {"multiplayer_win": "first_sweep", "prize_count": "2"},
    {"teams": "1+3/2+4", "divisions": "red/green/blue/orange", "prize_count": "2"},
)


ENDINGS = {"draw": "agree_draw [{0}, {1}]", "abandoned": 'abandon "the hall closes"', "concession": "concede {0}"}


def recorded(store: MatchStore) -> list[Scorebook]:
    """Matches of several modes, the one written down by hand, and some that the players ended (TCG-E05)."""
    modes = [simulated(GAME, n, ("", "prize_hunter")[n % 2], **mode) for n, mode in enumerate(MODES)]
    books: list[Scorebook] = [Retold(store, f"m{n}", GAME, one) for n, one in enumerate([*modes, written(GAME)])]
    ended = [Retold(store, name, GAME, simulated(GAME, 2)) for name in ENDINGS]
    return books + [ended_by(book, lambda state: state.turn > 2, ENDINGS[book.match.id]) for book in ended]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelved(tmp_path_factory.mktemp("tcg"), recorded, back=15)


def facts(shelf: Shelf, name: str, columns: str) -> list[tuple[Any, ...]]:
    return shelf.facts(f"{GAME}.{name}", columns)


def expected(shelf: Shelf, columns: str, *names: str) -> list[tuple[Any, ...]]:
    """The events of these types with those attributes, in order."""
    return [(*told.place, *(getattr(told.event, column) for column in columns.split())) for told in shelf.told(*names)]


@pytest.mark.slow
def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Given catching up with take-backs on the way, or a rebuild in batches, then the content is the same."""
    shelf.expect_the_same_rebuilt(97)


def test_attacks(shelf: Shelf) -> None:
    """Each attack with its targets, and what it did: HP lost, robots defeated, prize cards captured."""
    did: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for told in shelf.told():
        name, event = type(told.event).__name__, told.event
        did[told.place[:2]][name] += 1
        did[told.place[:2]]["damage"] += event.amount if name == "DamageTaken" and event.attack else 0
    columns = ("damage", "RobotDefeated", "PrizeCardCaptured")
    wanted = [
        (*told.place, e.player, e.robot, e.ability, list(e.targets), e.counted, *(counts[what] for what in columns))
        for told in shelf.told("AttackMade")
        for e, counts in [(told.event, did[told.place[:2]])]
    ]
    found = facts(shelf, "attacks", "seat, robot, ability, targets, counted, damage, defeated, captured")
    assert found == wanted
    assert sum(row[-1] for row in found) > 5


def test_damage_and_captures(shelf: Shelf) -> None:
    """Every HP lost and every prize card captured, by whom and whose."""
    columns = "by owner robot amount hp attack"
    assert facts(shelf, "damage", "seat, owner, robot, amount, hp, attack") == expected(shelf, columns, "DamageTaken")
    columns = "by owner place token card"
    assert facts(shelf, "captures", "seat, owner, place, token, card") == expected(shelf, columns, "PrizeCardCaptured")
    assert ("attack",) in shelf.rows(f"select distinct cause from {GAME}.captures")


def test_hp_is_what_the_robots_have(shelf: Shelf) -> None:
    """The last HP of each robot in play, by this table, is the one in the folded state."""
    standing = {
        (book.match.id, stack.key): (seat, stack.hp, stack.max_hp)
        for book in shelf.books
        for seat, player in enumerate(book.match.state.players)
        for stack in player.alliance
    }
    last = shelf.rows(
        f"""
        select match, robot, arg_max(owner, place), arg_max(hp, place), arg_max(max_hp, place)
        from (select *, position * 1000 + k as place from {GAME}.hp where not undone) group by match, robot
        """
    )
    found = {(match, robot): (owner, hp, maximum) for match, robot, owner, hp, maximum in last}
    assert {key: found[key] for key in standing} == standing
    assert len(standing) > 10


def test_evolutions(shelf: Shelf) -> None:
    """Robots a season up, with the kickoff they were played with."""
    wanted = [
        (*told.place, e.player, e.player, e.robot, "evolved", e.token, e.card, e.kickoff and e.kickoff.card, e.hp, e.max_hp)
        for told in shelf.told("RobotEvolved")
        for e in [told.event]
    ]  # fmt: skip
    columns = "seat, owner, robot, change, token, card, kickoff, hp, max_hp"
    assert [row for row in facts(shelf, "evolutions", columns) if row[6] == "evolved"] == wanted
    assert any(row[9] for row in wanted)


def test_components_retreats_swaps(shelf: Shelf) -> None:
    """Components with the abilities that they completed, robots taken back, cards swapped."""
    done = {(*told.place[:2], told.event.robot, told.event.ability) for told in shelf.told("AbilityActivated")}
    wanted = []
    for told in shelf.told("ComponentPlayed"):
        e = told.event
        activated = (*told.place[:2], e.robot, e.ability) in done
        wanted.append((*told.place, e.player, e.owner, e.robot, "played", e.token, e.card, e.ability, activated))
    columns = "seat, owner, robot, change, token, card, ability, activated"
    assert facts(shelf, "components", columns) == wanted
    assert {row[-1] for row in wanted} == {True, False}
    retreats = [
        (*row[:5], row[5].id, row[5].card, len(row[6]))
        for row in expected(shelf, "player robot returned shopped", "RobotRetreated")
    ]
    assert facts(shelf, "retreats", "seat, robot, token, card, shopped") == retreats
    swaps = [(*row[:4], len(row[4]), len(row[5])) for row in expected(shelf, "player put_down drawn", "CardsSwapped")]
    assert facts(shelf, "swaps", "seat, put_down, drawn") == swaps
    assert retreats
    assert swaps


def test_results_and_points(shelf: Shelf) -> None:
    """The first player and the outcome are the folded match's; captured prize cards add up to the scores."""
    shelf.expect_results(lambda book: book.match.state.first)
    ends_of = {row.id: (row.reason, row.drawn) for row in shelf.analytics.matches()}
    assert {name: ends_of[name] for name in ENDINGS} == {name: (name, name == "draw") for name in ENDINGS}
    shelf.expect_points(lambda state: [len(player.captured) for player in state.players])


def test_cards(shelf: Shelf) -> None:
    """Counts of cards by what was done with them are those of the events."""
    wanted: Counter[str] = Counter()
    held = {
        "OpeningHandDrawn": ("opening", "cards"), "HandRefilled": ("drawn", "cards"), "CardsDrawn": ("drawn", "cards"),
        "PrizeCardsSet": ("prize", "cards"), "RobotDefeated": ("retired", "shopped"),
    }  # fmt: skip
    for told in shelf.told():
        name, event = type(told.event).__name__, told.event
        if name in held:
            wanted[held[name][0]] += len(getattr(event, held[name][1]))
        wanted["captured"] += name == "PrizeCardCaptured"
        wanted["played"] += name in PLAYED
        if name == "RobotEvolved":
            wanted["played"] += 1 + (event.kickoff is not None)
        if name == "CardsSwapped":
            wanted["drawn"] += len(event.drawn)
            wanted["swapped"] += len(event.put_down)
    found = dict(shelf.rows("select action, count(*) from cards where not undone group by action"))
    assert {action: found[action] for action in wanted} == dict(wanted)
    unknown = "select count(*) from cards where action = 'played' and (card is null or token is null)"
    assert shelf.rows(unknown) == [(0,)]


PLAYED = ("RobotPlayed", "ComponentPlayed", "ItemPlayed", "MentorPlayed", "AwardPlayed")


def test_prize_race(shelf: Shelf) -> None:
    """First to a lead and then winner, by lead, counted over two-sided matches with a winner."""
    n: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for book in shelf.books:
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
    found = shelf.table("points-race")
    assert {r["lead"]: (r["n"], r["won"]) for r in found} == {lead: (n[lead], won[lead]) for lead in n}
    assert len(found) >= 2
    for r in found:
        assert [r["low"], r["high"]] == pytest.approx(ends(r["won"], r["n"]))


def test_captures_and_abilities_questions(shelf: Shelf) -> None:
    """When each prize card came and how often who had it won; what abilities took: counted from the events."""
    turns: dict[int, list[int]] = defaultdict(list)
    won: Counter[int] = Counter()
    so_far: Counter[tuple[str, int]] = Counter()
    for told in shelf.told("PrizeCardCaptured"):
        outcome, by = told.book.match.outcome, told.event.by
        so_far[told.place[0], by] += 1
        turns[so_far[told.place[0], by]].append(told.envelope.turn)
        won[so_far[told.place[0], by]] += outcome is not None and by in outcome.winners
    damage: Counter[tuple[str, int]] = Counter()
    for told in shelf.told("DamageTaken"):
        damage[told.place[:2]] += told.event.amount if told.event.attack else 0
    uses: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for told in shelf.told("AttackMade"):
        uses[told.event.ability][told.place[0]].append(damage[told.place[:2]])
    found = {row["number"]: row for row in shelf.table("captures")}
    assert set(found) == set(turns)
    for number, row in found.items():
        assert (row["n"], row["won"]) == (len(turns[number]), won[number])
        assert row["turn"] == median(turns[number])
    abilities = {row["ability"]: row for row in shelf.table("abilities")}
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
    """The turns with a certain action, of all turns with a current action."""
    n, turns = 0, Counter[str]()
    for book in shelf.books:
        n += len({action.stamp.moment.turn for action in book.match.actions if action.stamp.moment.turn > 0})
        done = {(DONE[type(event).__name__], envelope.turn) for _, _, event, envelope in of(book, *DONE)}
        turns.update(what for what, turn in done if turn > 0)
    found = shelf.table("turn-use")
    assert {row["what"]: (row["n"], row["turns"]) for row in found} == {what: (n, turns[what]) for what in turns}
    assert {"attack", "swap", "component", "capture"} <= set(turns)
    assert all(row["low"] < row["share"] < row["high"] for row in found)


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
