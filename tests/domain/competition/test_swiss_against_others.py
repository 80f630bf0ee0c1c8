"""A Swiss against independent programs: pairings against `swisspair` 0.2.1 (an exact matching), tie-breaks against `tiebreak-core`
1.2.0 (the rules of FIDE C.07), and the shares that card games use against a table worked by hand."""

from fractions import Fraction
from random import Random

import pytest
import swisspair
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict

from domain.competition.record import Result, Scale
from domain.competition.tournament.pairings import Pair, paired
from domain.competition.tournament.tiebreaks import TIE_BREAKS, Record
from tests.campaigns import tries

SEEDS = range(tries("MATCHBOOK_SWISS", few=6, many=200))
FIDE = Scale(2, 1, 0)


def events(seed: int, players: int, rounds: int) -> list[tuple[dict[int, int], set[Pair], set[int], list[Result]]]:
    """Standings before each round of a played event: points, who met, who rested, all results so far."""
    rng, points, met, byes = Random(seed), dict.fromkeys(range(players), 0), set[Pair](), set[int]()
    results: list[Result] = []
    found = []
    for _ in range(rounds):
        found.append((dict(points), set(met), set(byes), list(results)))
        order = sorted(points, key=lambda player: -points[player])
        pairs, bye = paired(order, points, met, byes)
        if bye is not None:
            byes.add(bye)
            points[bye] += FIDE.win
        for one, other in pairs:
            met.add((min(one, other), max(one, other)))
            winners = rng.choice([(one,), (other,), (one,), (other,), ()])
            results.append(Result(match=f"m{len(results)}", part=1, players=(one, other), winners=winners))
            for player in (one, other):
                points[player] += FIDE.points(results[-1], player)
    return found


def strain(pairs: list[Pair], points: dict[int, int]) -> int:
    """The sum of the squared differences in points between opponents."""
    return sum((points[one] - points[other]) ** 2 for one, other in pairs)


def exact(order: list[int], points: dict[int, int], met: set[Pair], byes: set[int]) -> list[Pair] | None:
    """The pairs of `swisspair`; `None` if it finds only pairings with a repeat or a second bye."""
    against: dict[int, set[str]] = {player: set() for player in order}
    for one, other in met:
        against[one].add(str(other))
        against[other].add(str(one))
    entrants = [
        swisspair.Player(str(player), points[player], rank, player not in byes, against[player])
        for rank, player in enumerate(order, start=1)
    ]
    try:
        matches = swisspair.create_matches(entrants)
    except RuntimeError:
        return None
    return [(int(match.p1.id), int(match.p2.id)) for match in matches if match.p2 is not None]


@pytest.mark.parametrize("seed", SEEDS)
def test_pairings_keep_what_an_exact_matching_keeps(seed: int) -> None:
    """CT-W02, CT-W03: everybody plays or rests once a round. Given as many rounds as a knock-out would take, then it repeats a
    match or gives a second bye only where `swisspair` must too, and the differences in points between opponents are at most a tenth
    larger."""
    players = Random(seed).choice([7, 8, 16, 33, 64])
    ours = theirs = 0
    for number, (points, met, byes, _) in enumerate(events(seed, players, min(7, players - 2)), start=1):
        order = sorted(points, key=lambda player: -points[player])
        pairs, bye = paired(order, points, met, byes)
        again = bool({(min(pair), max(pair)) for pair in pairs} & met) or bye in byes
        assert sorted([*(player for pair in pairs for player in pair), *([] if bye is None else [bye])]) == list(
            range(players)
        )
        matches = exact(order, points, met, byes)
        assert again == (matches is None)
        if matches is not None and number <= (players - 1).bit_length():
            ours, theirs = ours + strain(pairs, points), theirs + strain(matches, points)
    assert ours <= theirs * 1.1 + 4


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "theirs"), [("buchholz", "buchholz"), ("sonneborn_berger", "sonneborn_berger")])
def test_buchholz_and_sonneborn_berger_are_those_of_fide(seed: int, name: str, theirs: str) -> None:
    """CT-W05: in events without byes Buchholz and Sonneborn-Berger are, to the half point, what `tiebreak-core` computes."""
    *_, (points, _, _, results) = events(seed, 16, 7)
    record = Record(results, {}, FIDE)
    players = {
        player: PlayerTiebreakData(
            player + 1,
            1500,
            points[player] / 2,
            [
                GameRecord(
                    next(other for other in result.players if other != player) + 1,
                    1500,
                    FIDE.points(result, player) / 2,
                    "white" if result.players[0] == player else "black",
                    number,
                    kind="played",
                )
                for number, result in enumerate(record.of(player), start=1)
            ],
        )
        for player in points
    }
    known = {player + 1: data for player, data in players.items()}
    for player, data in players.items():
        values = calculate_all_strict(data, known, [theirs], total_rounds=6, ruleset="fide-2026")
        assert float(TIE_BREAKS[name].value(record, player)) == 2 * values[theirs]


def test_shares_of_a_card_game_by_hand() -> None:
    """CT-W05: given five players and three rounds of best of three scored as in card games (3, 1, 0; at least 33.33 %; byes do not
    count as opponents), then the match and game shares of opponents equal a table calculated by hand."""
    games = [
        ("r1", 0, 1, (2, 0)), ("r1", 2, 3, (2, 1)),  # 4 rests
        ("r2", 0, 2, (2, 1)), ("r2", 4, 1, (2, 0)),  # 3 rests
        ("r3", 0, 4, (1, 1)), ("r3", 2, 1, (0, 2)),
    ]  # fmt: skip
    results = [
        Result(
            match=f"{name}{one}{other}",
            part=1,
            players=(one, other),
            winners=() if score[0] == score[1] else ((one,) if score[0] > score[1] else (other,)),
            counts=(
                (one, (("games_lost", score[1]), ("games_won", score[0]))),
                (other, (("games_lost", score[0]), ("games_won", score[1]))),
            ),
        )
        for name, one, other, score in games
    ]
    record = Record(results, {4: 1, 3: 1}, Scale(3, 1, 0))
    assert {player: record.points(player) for player in range(5)} == {0: 7, 1: 3, 2: 3, 3: 3, 4: 7}
    # Shares of matches: 0 has 7 of 9; 1 has 3 of 9; 2 has 3 of 9; 3 has 0 of 3, so a third; 4 has 4 of 6.
    by_hand = {
        "opponents_match_wins": {
            0: Fraction(4, 9),
            1: (Fraction(7, 9) + Fraction(2, 3) + Fraction(1, 3)) / 3,
            3: Fraction(1, 3),
        },
        # Games: 0 won 5 of 7; 1 won 2 of 6, so a third; 2 won 3 of 8; 3 won 1 of 3; 4 won 3 of 4.
        "game_wins": {0: Fraction(5, 7), 1: Fraction(1, 3), 2: Fraction(3, 8), 3: Fraction(1, 3), 4: Fraction(3, 4)},
        "opponents_game_wins": {0: (Fraction(1, 3) + Fraction(3, 8) + Fraction(3, 4)) / 3, 3: Fraction(3, 8)},
    }
    for name, wanted in by_hand.items():
        assert {player: TIE_BREAKS[name].value(record, player) for player in wanted} == wanted
