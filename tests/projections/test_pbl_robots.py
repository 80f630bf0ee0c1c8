"""PBL ROBOTS: what the tables and questions say, against the folded matches."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import mean, median
from typing import Any

import pytest

from domain.games.pbl_robots.cards import LIMBS
from domain.games.pbl_robots.changes import BlowOff
from domain.games.pbl_robots.commands.cards import Adjust
from domain.games.pbl_robots.numbers import pilot_points
from storage.store import MatchStore
from tests.projections.estimates import ends
from tests.projections.retold import Retold, of, simulated, written
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import Shelf, Told, ended_by, share_of, shelved

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


def recorded(store: MatchStore) -> list[Scorebook]:
    """Matches of several modes, the one written down by hand, a resignation in a team (PBL-E06), and one in which all robots go
    down together (PBL-E05)."""
    modes = [simulated(GAME, n + 72, ("", "striker")[n % 2], **mode) for n, mode in enumerate(MODES)]
    books: list[Scorebook] = [Retold(store, f"m{n}", GAME, one) for n, one in enumerate([*modes, written(GAME)])]
    team = simulated(GAME, 4, team_mode="two_robots_four_hands", setup="quick_play")
    blows = tuple(BlowOff(player=seat, slot=limb, by=1 - seat) for seat in (0, 1) for limb in LIMBS)
    fall = Adjust(reason="both fell off the table", changes=blows)
    pair = simulated(GAME, 0, setup="quick_play")
    ends_of = (("resignation", team, "resign player={0}"), ("all_terminated", pair, fall))
    return books + [
        ended_by(Retold(store, name, GAME, played), lambda state: state.phase == "play", line)
        for name, played, line in ends_of
    ]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelved(tmp_path_factory.mktemp("pbl"), recorded, back=20)


def facts(shelf: Shelf, name: str, columns: str) -> list[tuple[Any, ...]]:
    return shelf.facts(f"{GAME}.{name}", columns)


@pytest.mark.slow
def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Given catching up with take-backs on the way, or a rebuild in batches, then the content is the same."""
    shelf.expect_the_same_rebuilt(397)


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


def all_thrown(shelf: Shelf) -> Iterator[tuple[Told, int, str, int, tuple[int, ...]]]:
    """Dice that were thrown: the event, and their side, purpose, number of faces and the faces shown."""
    for told, before in shelf.told_with_states():
        if (found := thrown(told.event, before)) is not None:
            side, purpose, dice = found
            yield told, side, purpose, 20 if type(told.event).__name__ == "D20Rolled" else 6, dice


def test_dice(shelf: Shelf) -> None:
    """Every die thrown, with the side that threw it, what for, and whether it counted."""
    wanted = [
        (*told.place, side, purpose, faces, roll, face, face in getattr(told.event, "excluded", ()))
        for told, side, purpose, faces, dice in all_thrown(shelf)
        for roll, face in enumerate(dice, start=1)
    ]
    assert shelf.facts("dice", "side, purpose, faces, roll, face, excluded", order=", roll") == wanted
    assert {row[4] for row in wanted} >= {"attack", "defense", "bomb", "shield", "storage_bomb", "pilots"}
    assert any(row[-1] for row in wanted)


def test_combats(shelf: Shelf) -> None:
    """Every combat with its dice, cards, totals and outcome, as the state had them when it ended."""
    wanted = []
    slots = ("head", "left_arm", "right_arm", "legs", "left_shoulder", "right_shoulder")
    declared: Any = None
    storage = 0
    for told, before in shelf.told_with_states():
        event, combat, name = told.event, before.combat, type(told.event).__name__
        if name == "AttackDeclared":
            storage, declared = 0, event
        storage += name == "StorageBombUsed"
        if name in ("CombatEnded", "AttackWithdrawn"):
            cards = combat.bombs + combat.shields - storage * before.options.bomb_mode_covers_storage
            totals = (getattr(event, "attack", 0), getattr(event, "defense", 0))
            dice = (len(combat.attack_dice), len(combat.excluded), len(combat.defense_dice))
            attack = (combat.attacker, slots[combat.limb], combat.target, slots[combat.slot], declared.slot)
            outcome = getattr(event, "outcome", "withdrawn")
            wanted.append((*told.place, *attack, combat.paid, *dice, cards, storage, *totals, outcome))
    columns = (
        "attacker, limb, target, slot, declared_slot, paid, attack_dice, excluded_dice, defense_dice, bombs + shields, "
        "storage_bombs, attack, defense, outcome"
    )
    assert facts(shelf, "combats", columns) == wanted
    assert {row[-1] for row in wanted} >= {"destroyed", "defended"}
    assert any(row[10] for row in wanted)


def test_blow_offs_and_points(shelf: Shelf) -> None:
    """Limbs blown off, with credit and cause; credited ones add up to the scores of both seats of a side."""
    wanted = [(*told.place, e.side, e.slot, e.by) for told in shelf.told("LimbBlownOff") for e in [told.event]]
    assert facts(shelf, "blow_offs", "side, slot, credit") == wanted
    shelf.expect_points(lambda state: [state.sides[seat.side].blow_offs for seat in state.seats])
    # Given matches that were ended by hand, then an adjustment has a row for each limb, and a resignation has zero rows.
    gone = shelf.rows(f"select match, side from {GAME}.blow_offs where terminated and not undone and match like 'm%'")
    sides = [(book.match.id, n, one) for book in shelf.books for n, one in enumerate(book.match.state.sides)]
    assert sorted(gone) == sorted((m, n) for m, n, side in sides if side.eliminated and m.startswith("m"))
    causes = dict(shelf.rows(f"select cause, count(*) from {GAME}.blow_offs where not undone group by cause"))
    destroyed = [told.event for told in shelf.told("CombatEnded") if told.event.outcome == "destroyed"]
    assert causes["adjust"] == 8
    assert causes["combat"] == sum("shoulder" not in event.slot for event in destroyed)


def test_pilot_points(shelf: Shelf) -> None:
    """After every action, the last number of each side in this table equals the armor on its robot in the folded state."""
    changes: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for match, version, _, side, after in facts(shelf, "pilot_points", "side, after"):
        changes[match, version].append((side, after))
    for book in shelf.books:
        now: dict[int, int] = {}
        for version in book.match.line:
            now.update(changes.get((book.match.id, version), []))
            sides = book.match.states[version].sides
            assert now == {number: pilot_points(side) for number, side in enumerate(sides)}, (book.match.id, version)
    assert len(changes) > 50


def test_builds(shelf: Shelf) -> None:
    """Armor, crew, hangars and experts with their numbers, and whether they were the MOVE."""
    wanted = []
    parts = {"ArmorBuilt": "armor", "CrewPlayed": "crew", "HangarBuilt": "hangar", "ExpertPilotPlayed": "pilot"}
    for told in shelf.told(*parts):
        e, kind = told.event, parts[type(told.event).__name__]
        part = getattr(e, kind)
        level = part.skill if kind == "crew" else getattr(part, "level", None)
        what = (kind, part.card, getattr(e, "slot", None), level, part.attack, part.defense, e.move)
        wanted.append((*told.place, e.side, e.seat, e.token, *what))
    columns = "side, seat, token, kind, card, slot, level, attack, defense, move"
    assert facts(shelf, "builds", columns) == wanted
    assert {row[6] for row in wanted} == set(parts.values())


def test_drafts_and_shops(shelf: Shelf) -> None:
    """Piles, starters and challenge cards, and every opening of the Shop with what was turned up."""
    picks = []
    for told in shelf.told("PileTaken", "PilePassed", "StarterChosen", "ChallengeCardPlayed"):
        e = told.event
        if type(e).__name__.startswith("Pile"):
            pick = ("pile", e.pile, e.count) if hasattr(e, "count") else ("passed", e.pile, len(e.cards))
            cards = list(e.cards)
        else:
            pick = ("starter" if hasattr(e, "pilot") else "challenge", None, 1)
            cards = [e.pilot.card if hasattr(e, "pilot") else e.card]
        picks.append((*told.place, e.side, *pick, cards))
    shops = [
        (*told.place, e.side, len(e.row), [card for _, card in e.row if card is not None], e.shuffled, e.by_draw)
        for told in shelf.told("ShopOpened")
        for e in [told.event]
    ]
    assert facts(shelf, "draft_picks", "side, pick, pile, size, cards") == picks
    assert facts(shelf, "shop_openings", "side, turned_up, cards, shuffled, by_draw") == shops
    assert {row[4] for row in picks} == {"pile", "passed", "starter", "challenge"}
    assert shops


def test_results(shelf: Shelf) -> None:
    """Winners with their partners, sides, reason, scores and the first player are the folded match's."""
    shelf.expect_results(lambda book: book.match.state.order[0])
    ends_of = {row.id: (row.reason, row.drawn, len(row.winners)) for row in shelf.analytics.matches()}
    assert ends_of["resignation"] == ("resignation", False, 2)
    assert ends_of["all_terminated"] == ("all_terminated", True, 0)
    assert any(len(book.match.outcome.winners) == 2 for book in shelf.books if book.match.outcome)


def test_dice_question(shelf: Shelf) -> None:
    """The count of each face is that of the events; all faces are there, and the shares have Wilson's interval."""
    shown: dict[int, Counter[int]] = {6: Counter(), 20: Counter()}
    for _, _, _, faces, dice in all_thrown(shelf):
        shown[faces].update(dice)
    found_rows = shelf.table("dice")
    assert [(r["faces"], r["face"]) for r in found_rows] == [(f, n) for f in (6, 20) for n in range(1, f + 1)]
    for r in found_rows:
        n = shown[r["faces"]].total()
        assert (r["n"], r["count"]) == (n, shown[r["faces"]][r["face"]])
        assert [r["low"], r["high"], r["expected"]] == pytest.approx([*ends(r["count"], n), n / r["faces"]])


def test_blow_offs_question(shelf: Shelf) -> None:
    """How often each limb was destroyed, over the combats that came to an outcome."""
    ended = [told.event for told in shelf.told("CombatEnded") if told.event.outcome not in ("no_result", "void")]
    found = {r["slot"]: r for r in shelf.table("blow-offs")}
    assert set(found) == {e.slot for e in ended}
    for slot, r in found.items():
        there = [e for e in ended if e.slot == slot]
        won = sum(e.outcome == "destroyed" for e in there)
        assert (r["n"], r["destroyed"]) == (len(there), won)
        means = [mean(e.attack for e in there), mean(e.defense for e in there)]
        assert [r["attack"], r["defense"], r["low"], r["high"]] == pytest.approx([*means, *ends(won, len(there))])


def test_combat_cards_question(shelf: Shelf) -> None:
    """Bombs and shields: combats with an outcome, by the cards that both added; cases are counted by match."""
    fights: dict[tuple[int, int], list[tuple[str, float, float]]] = defaultdict(list)
    for match, _, _, bombs, shields, outcome in facts(shelf, "combats", "bombs, shields, outcome"):
        if outcome in ("destroyed", "defended", "replaced"):
            fights[bombs, shields].append((match, float(outcome == "destroyed"), 1.0))
    found = shelf.table("combat-cards")
    assert {(row["bombs"], row["shields"]) for row in found} == set(fights)
    assert len(found) > 3
    for row in found:
        parts = fights[row["bombs"], row["shields"]]
        assert (row["n"], row["destroyed"]) == (len(parts), sum(y for _, y, _ in parts))
        assert [row["share"], row["low"], row["high"]] == pytest.approx(share_of(parts))


def test_limb_survival_question(shelf: Shelf) -> None:
    """Each limb from the beginning or its regeneration until it is blown off or the match ends: Kaplan and Meier by hand."""
    lives: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for book in shelf.books:
        last = book.match.actions[-1].stamp.moment.turn
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
    found = shelf.table("limb-survival")
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
    for book in shelf.books:
        match = book.match
        turns = {match.game.turn_info(match.states[version]).turn: match.states[version] for version in match.line}
        outcome = match.game.outcome(match.state)
        sides = [seat.side for seat in match.state.seats]
        won = {sides[seat] for seat in outcome.winners} if outcome is not None else set()
        for turn, state in turns.items():
            reached[turn] += 1
            for number, side in enumerate(state.sides):
                if won:
                    had[turn, number in won].append(pilot_points(side))
    del reached[0]
    found = {row["turn"]: row for row in shelf.table("pilot-points")}
    assert {turn: row["n"] for turn, row in found.items()} == reached
    for turn, row in found.items():
        expected = [median(had[turn, who]) if (turn, who) in had else None for who in (True, False)]
        assert [row["winners"], row["losers"]] == expected, turn
    assert any(row["winners"] != row["losers"] for row in found.values())
