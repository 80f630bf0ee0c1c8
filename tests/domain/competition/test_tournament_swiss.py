"""Swiss tournaments, rule by rule: rounds, pairings, byes, coming and going, tie-breaks."""

import time
from fractions import Fraction
from random import Random
from typing import TypeAlias

import pytest

from domain.competition.commands import ContestCommand
from domain.competition.results import Result, Scale
from domain.competition.tournament import TOURNAMENT
from domain.competition.tournament.state import State
from domain.competition.tournament.swiss import paired
from domain.competition.tournament.tiebreaks import TIE_BREAKS, Record, shown
from domain.game import Event
from tests.campaigns import WHOLE, tries
from tests.domain.competition.tables import cards_of
from tests.scenario import Scenario

Table: TypeAlias = Scenario[State, ContestCommand, Event]
CARDS = cards_of(TOURNAMENT)
FOUR = "Ana,Bo,Cleo,Dara"
FIVE = f"{FOUR},Emil"


def swiss(players: str = FOUR, options: str = "") -> Table:
    """A Swiss of which no round is paired."""
    agreed = f"bracket=swiss{', ' + options if options else ''}"
    return Scenario(TOURNAMENT, CARDS).do(f"start_tournament {players} options=({agreed})")


def after_one() -> Table:
    """Four players: Ana beat Cleo, Bo beat Dara."""
    table = swiss().do("pair_round Ana,Cleo,Bo,Dara")
    return table.do("record_result m1 Ana [Ana, Cleo]", "record_result m2 Bo [Bo, Dara]")


def ranking(table: Table) -> list[str]:
    return [table.state.seats[line.player].name for line in table.state.standings()]


def pairs(table: Table) -> list[set[str]]:
    """The next round as the program pairs it."""
    found, _ = table.state.next_round()
    return [{table.state.seats[player].name for player in pair} for pair in found]


def test_a_round_is_paired_when_the_one_before_is_played() -> None:
    """CT-W01: given a match of round 1 is left, when round 2 is paired, then it is refused and the match is named."""
    table = swiss().do("pair_round Ana,Cleo,Bo,Dara", "record_result m1 Ana [Ana, Cleo]")
    table.impossible("pair_round Ana,Bo,Cleo,Dara", "CT-W01")
    assert table.state.round == 1


def test_four_players_play_two_rounds_and_it_is_decided() -> None:
    """CT-W01: given two rounds of four players, when all are played, then who stands first has won, and no round follows."""
    table = after_one().do("pair_round Ana,Bo,Cleo,Dara")
    table.do("record_result m3 Ana [Ana, Bo]", "record_result m4 Dara [Cleo, Dara]")
    assert table.state.phase == "over"
    assert ranking(table) == ["Ana", "Bo", "Dara", "Cleo"]
    table.impossible("pair_round Ana,Cleo,Bo,Dara", "CT-W01")


def test_more_rounds_can_be_agreed() -> None:
    """CT-W01: given three rounds are agreed for four players, then two rounds decide nothing."""
    table = swiss(options="rounds=3").do("pair_round Ana,Cleo,Bo,Dara")
    table.do("record_result m1 Ana [Ana, Cleo]", "record_result m2 Bo [Bo, Dara]", "pair_round Ana,Bo,Cleo,Dara")
    table.do("record_result m3 [] [Ana, Bo]", "record_result m4 [] [Cleo, Dara]")
    assert table.state.phase == "play"
    assert table.state.between_rounds


@pytest.mark.parametrize("named", ["Ana,Cleo,Bo", "Ana,Ana,Bo,Dara", "Ana,Cleo"])
def test_everybody_who_is_in_is_paired_once(named: str) -> None:
    """CT-W02: given four players, then a round that leaves one out or names one twice is impossible."""
    swiss().impossible(f"pair_round {named}", "CT-W02")


def test_an_odd_one_has_the_bye_and_three_points() -> None:
    """CT-W02: given five players, when the last has the bye, then it counts as a win and as no match."""
    table = swiss(FIVE).do("pair_round Ana,Cleo,Bo,Dara,Emil")
    (line,) = (line for line in table.state.standings() if line.player == 4)
    assert (line.points, line.games, table.state.byes) == (3, 0, (4,))


def test_who_met_is_not_paired_again() -> None:
    """CT-W03: given Ana met Cleo, when they are paired again though there is another way, then that breaks the rule."""
    table = after_one()
    assert pairs(table) == [{"Ana", "Bo"}, {"Cleo", "Dara"}]
    table.refused("pair_round Ana,Cleo,Bo,Dara", "CT-W03")


def test_where_there_is_no_other_way_they_meet_again() -> None:
    """CT-W03: given two players and two rounds, then the second pairs them again and breaks nothing."""
    table = swiss("Ana,Bo", "rounds=2").do("pair_round Ana,Bo", "record_result m1 Ana [Ana, Bo]")
    table.do("pair_round Ana,Bo", "record_result m2 Bo [Ana, Bo]")
    assert table.state.phase == "over"


def test_nobody_rests_twice() -> None:
    """CT-W03: given Cleo of three players had the bye, when she has it again, then that breaks the rule."""
    table = swiss("Ana,Bo,Cleo").do("pair_round Ana,Bo,Cleo", "record_result m1 Ana [Ana, Bo]")
    table.refused("pair_round Ana,Bo,Cleo", "CT-W03")
    assert table.state.next_round()[1] == 1


def test_who_drops_is_paired_no_more_and_keeps_the_points() -> None:
    """CT-W04: given Bo won and drops, then the others are paired, one with the bye, and Bo stands with three points; twice is
    impossible, and who comes back is paired again."""
    table = after_one().do("drop_player Bo").impossible("drop_player Bo", "CT-W04")
    assert sorted(table.state.active) == [0, 2, 3]
    assert [line.points for line in table.state.standings() if line.player == 1] == [3]
    table.do("enter_player Bo").impossible("enter_player Bo", "CT-W04")
    assert len(table.state.active) == 4


def test_who_comes_late_is_seeded_last_without_points() -> None:
    """CT-W04: given a round is played, when Emil enters, then he stands last, and the next round has him."""
    table = after_one().do("enter_player Emil")
    assert ranking(table)[-1] == "Emil"
    assert len(table.state.next_round()[0]) == 2
    assert table.state.next_round()[1] is not None


def test_when_everybody_drops_the_standings_decide() -> None:
    """CT-W04: given all but one drop between two rounds, then no round can be paired and who stands first has won."""
    table = after_one().do("drop_player Bo", "drop_player Cleo", "drop_player Dara")
    assert table.state.phase == "over"
    assert ranking(table)[0] == "Ana"


def test_a_result_is_amended_after_the_next_round_was_paired() -> None:
    """CT-R03: given round 2 is paired, when a result of round 1 is amended, then the standings follow and the pairings stay."""
    table = after_one().do("pair_round Ana,Bo,Cleo,Dara")
    before = table.state.pairings[2:]
    table.do("amend_result m2 Dara [Bo, Dara]")
    assert table.state.pairings[2:] == before
    assert [line.points for line in table.state.standings() if line.player == 3] == [3]


@pytest.mark.parametrize(
    "wrong", ["tie_breaks=elo", 'tie_breaks="buchholz,buchholz"', "rounds=0, win_points=1, draw_points=1"]
)
def test_options_that_cannot_be(wrong: str) -> None:
    """CT-S02: unknown or doubled tie-breaks, and a win that is worth no more than a draw, are refused."""
    Scenario(TOURNAMENT, CARDS).impossible(f"start_tournament {FOUR} options=(bracket=swiss, {wrong})", "CT-S02")


def test_a_swiss_is_not_drawn_and_a_bracket_not_paired() -> None:
    """CT-R04: each kind of bracket has its own way."""
    swiss().impossible("draw_bracket", "CT-R04")
    Scenario(TOURNAMENT, CARDS).do(f"start_tournament {FOUR}").impossible("pair_round Ana,Bo,Cleo,Dara", "CT-R04")


def won(match: str, winner: int, loser: int, games: tuple[int, int] = (2, 0)) -> Result:
    counts = (
        (winner, (("games_lost", games[1]), ("games_won", games[0]))),
        (loser, (("games_lost", games[0]), ("games_won", games[1]))),
    )
    return Result(match=match, part=1, players=(winner, loser), winners=(winner,), counts=counts)


def test_tie_breaks_by_hand() -> None:
    """CT-W05: three rounds of four players, worked by hand. 0 beat 1 (2-1), 2 (2-0) and drew with 3; 1 beat 2 (2-1) and 3 (2-0);
    2 beat 3 (2-0). Points 7, 6, 3, 1."""
    drawn = Result(match="c", part=1, players=(0, 3))
    results = [won("a", 0, 1, (2, 1)), won("b", 0, 2), drawn, won("d", 1, 2, (2, 1)), won("e", 1, 3), won("f", 2, 3)]
    record = Record(results, {}, Scale(3, 1, 0))
    assert record.all_points == {0: 7, 1: 6, 2: 3, 3: 1}
    values = {name: [one(record, player) for player in range(4)] for name, one in TIE_BREAKS.items()}
    assert values["buchholz"] == [10, 11, 14, 16]
    assert values["sonneborn_berger"] == [6 + 3 + Fraction(1, 2), 3 + 1, 1, Fraction(7, 2)]
    assert values["head_to_head"] == [0, 0, 0, 0]
    # Shares of matches: 7/9, 6/9, 3/9, and 1/9, which counts as 1/3.
    assert values["opponents_match_wins"][0] == (Fraction(6, 9) + Fraction(1, 3) + Fraction(1, 3)) / 3
    # Games of player 0: 2-1, 2-0, and a drawn match of one game: 13 of 18 points.
    assert values["game_wins"][0] == Fraction(13, 18)
    # Games: player 1 5-3 (15/24), player 2 3-4 (9/21), player 3 0-4 and a draw (1/15, counts as 1/3).
    assert values["opponents_game_wins"][0] == (Fraction(15, 24) + Fraction(9, 21) + Fraction(1, 3)) / 3
    assert (shown("buchholz", Fraction(19, 2)), shown("game_wins", Fraction(13, 18))) == ("9.5", "72.22 %")


def test_byes_are_no_opponents() -> None:
    """CT-W05: given a player with a win and a bye, then the points are six and Buchholz counts the one opponent."""
    record = Record([won("a", 0, 1)], {0: 1}, Scale(3, 1, 0))
    assert (record.points(0), TIE_BREAKS["buchholz"](record, 0)) == (6, 0)
    assert record.match_share(0) == 1


def played(
    players: int, rounds: int, seed: int
) -> tuple[list[dict[int, int]], list[tuple[list[tuple[int, int]], int | None]]]:
    """Points before each round of a tournament with results by chance, and its pairings."""
    rng, points = Random(seed), dict.fromkeys(range(players), 0)
    met: set[tuple[int, int]] = set()
    byes: set[int] = set()
    scores, paired_so = [], []
    for _ in range(rounds):
        scores.append(dict(points))
        order = sorted(points, key=lambda player: (-points[player], player))
        found, bye = paired(order, points, met, byes)
        paired_so.append((found, bye))
        for one, other in found:
            met.add((min(one, other), max(one, other)))
            result = rng.choice(((3, 0), (0, 3), (1, 1)))
            points[one] += result[0]
            points[other] += result[1]
        if bye is not None:
            byes.add(bye)
            points[bye] += 3
    return scores, paired_so


@pytest.mark.parametrize("seed", range(tries("MATCHBOOK_SWISS", few=60, many=2_000)))
def test_property_no_repeats_while_there_are_enough_players(seed: int) -> None:
    """CT-W02, CT-W03: 6 to 40 players, up to half as many rounds: everybody once a round, nobody twice with one player, nobody
    rests twice, and scores that meet are near: most pairs have equal points, none are further apart than the round allows."""
    rng = Random(seed)
    players = rng.randint(6, 40)
    rounds = rng.randint(1, min(7, players // 2 - 1))
    scores, found = played(players, rounds, seed)
    every = [pair for pairs, _ in found for pair in pairs]
    assert len({frozenset(pair) for pair in every}) == len(every)
    for pairs, bye in found:
        assert sorted([player for pair in pairs for player in pair] + ([] if bye is None else [bye])) == list(
            range(players)
        )
    byes = [bye for _, bye in found if bye is not None]
    assert len(set(byes)) == len(byes)
    if players >= 24 and rounds <= 4:
        gaps = [
            abs(points[one] - points[other])
            for points, (pairs, _) in zip(scores, found, strict=True)
            for one, other in pairs
        ]
        assert sum(gap == 0 for gap in gaps) > len(gaps) / 2


def test_the_first_round_folds_the_seeds() -> None:
    """CT-W03: with eight players of no points the first four meet the last four; with nine the last rests."""
    assert paired(range(8), {}, (), ()) == ([(0, 4), (1, 5), (2, 6), (3, 7)], None)
    assert paired(range(9), {}, (), ())[1] == 8


def test_a_thousand_players_are_paired_in_two_seconds() -> None:
    """CT-W03: given 1,000 players after nine rounds, then the tenth is paired without a repeat, in at most two seconds (asserted in
    campaigns)."""
    scores, found = played(1000, 9, 1)
    met = {(min(pair), max(pair)) for pairs, _ in found for pair in pairs}
    order = sorted(scores[-1], key=lambda player: (-scores[-1][player], player))
    begun = time.perf_counter()
    pairs, _ = paired(order, scores[-1], met, ())
    took = time.perf_counter() - begun
    assert len({frozenset(pair) for pair in pairs} - {frozenset(pair) for pair in met}) == 500
    assert not WHOLE or took <= 2
