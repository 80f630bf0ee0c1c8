"""Tournaments, rule by rule."""

from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest

from domain.competition.commands import ContestCommand
from domain.competition.tournament import TOURNAMENT
from domain.competition.tournament.changes import AddPoints, SetPairing
from domain.competition.tournament.commands import Adjust, AmendResult, RecordResult
from domain.competition.tournament.pairings import elimination, round_robin
from domain.competition.tournament.state import State
from domain.deciding import decide
from domain.game import Event, Outcome, evolve_all, told
from domain.table import JUDGE
from tests.domain.competition.tables import amend_at_random, cards_of, play_many
from tests.scenario import Scenario

Table: TypeAlias = Scenario[State, ContestCommand, Event]
CARDS = cards_of(TOURNAMENT)
FOUR = "Ana,Bo,Cleo,Dara"


def result(match: str, *winners: int, players: tuple[int, ...] = ()) -> RecordResult:
    """A result as a struct, for states with many players."""
    return RecordResult(match=match, winners=winners, players=players)


def bracket(players: str = FOUR, options: str = "") -> Table:
    """A tournament whose bracket is drawn in the order of the players."""
    return Scenario(TOURNAMENT, CARDS).do(f"start_tournament {players} options=({options})", "draw_bracket")


def everybody(players: str = "Ana,Bo,Cleo", options: str = "") -> Table:
    return bracket(players, f"bracket=round_robin{', ' + options if options else ''}")


def semifinals() -> Table:
    """Ana beat Dara, Bo beat Cleo: the final is to be played."""
    return bracket().do("record_result m1 Ana [Ana, Dara]", "record_result m2 Bo [Bo, Cleo]")


def outcome(table: Table) -> Outcome:
    found = TOURNAMENT.outcome(table.state)
    assert found is not None
    return found


def ranking(table: Table) -> list[str]:
    return [table.state.seats[line.player].name for line in table.state.standings()]


def test_players() -> None:
    """CT-S01: a tournament of one player is impossible."""
    Scenario(TOURNAMENT, CARDS).impossible("start_tournament Ana", "CT-S01")


def test_options() -> None:
    """CT-S02: a bracket is single elimination, a round robin or a Swiss."""
    Scenario(TOURNAMENT, CARDS).impossible("start_tournament Ana,Bo options=(bracket=double)", "CT-S02")


def test_only_paired_players_meet() -> None:
    """CT-T05: a match between players who are not paired is refused; recorded as played, it counts for nothing."""
    table = bracket().refused("record_result m1 Ana [Ana, Bo]", "CT-T05")
    before = table.state.pairings
    assert table.as_played("record_result m1 Ana [Ana, Bo]", "CT-T05").state.pairings == before


def test_pairing_is_played_once() -> None:
    """CT-T05: a decided match is not played again."""
    semifinals().refused("record_result m3 Dara [Ana, Dara]", "CT-T05")


def test_bracket_of_four() -> None:
    """CT-T05: the winners of the first round meet in the final, and its winner has won the tournament."""
    table = semifinals().do("record_result m3 Bo [Ana, Bo]")
    assert outcome(table).winners == (1,)
    assert ranking(table) == ["Bo", "Ana", "Cleo", "Dara"]


def test_seeds_from_ranks() -> None:
    """CT-T06: seeds from league ranks decide who meets whom: the best meets the last."""
    table = Scenario(TOURNAMENT, CARDS).do(
        f"start_tournament {FOUR}", "seed_players Dara,Cleo,Bo,Ana ranks", "draw_bracket"
    )
    assert table.state.pairing_of((3, 0)) is not None


def test_seeds_name_everybody() -> None:
    """CT-T01: seeds name every player once."""
    table = Scenario(TOURNAMENT, CARDS).do(f"start_tournament {FOUR}")
    table.impossible("seed_players Ana,Bo,Cleo", "CT-T01").impossible("seed_players Ana,Bo,Cleo,Ana", "CT-T01")


@pytest.mark.parametrize("players", range(2, 34))
def test_byes(players: int) -> None:
    """CT-T02: with any number of players only the best seeds have byes, and everybody stands in the first two rounds once."""
    pairings = elimination(range(players))
    byes = [pairing.winner for pairing in pairings if pairing.bye]
    assert sorted(b for b in byes if b is not None) == list(range(len(byes)))
    assert sorted(p for pairing in pairings if pairing.round == 1 for p in pairing.players) == list(range(players))
    assert sum(not pairing.bye for pairing in pairings) == players - 1


@pytest.mark.parametrize("players", [4, 8, 16])
def test_best_seeds_meet_last(players: int) -> None:
    """CT-T02: if the better seed always wins, the first two seeds meet in the final."""
    table = Scenario(TOURNAMENT, CARDS).do(
        f"start_tournament {','.join(f'P{n}' for n in range(players))}", "draw_bracket"
    )
    while len(table.state.pairings[-1].players) < 2:
        for pairing in table.state.open:
            table.do(result(f"m{pairing.number}", min(pairing.players), players=pairing.players))
    assert set(table.state.pairings[-1].players) == {0, 1}


def test_three_players() -> None:
    """CT-T02: of three players the best seed waits in the final."""
    table = bracket("Ana,Bo,Cleo").do("record_result m1 Cleo [Bo, Cleo]", "record_result m2 Ana [Cleo, Ana]")
    assert outcome(table).winners == (0,)


def test_drawn_match_is_replayed() -> None:
    """CT-T03: a drawn knock-out match is open until somebody wins it."""
    table = bracket().do("record_result m1 players=[Ana, Dara]")
    assert table.state.pairing_of((0, 3)) is not None
    assert table.do("record_result m2 Dara [Ana, Dara]").state.pairing_of((0, 3)) is None


@pytest.mark.parametrize(("players", "legs"), [(2, 1), (5, 1), (6, 1), (7, 2)])
def test_everybody_meets(players: int, legs: int) -> None:
    """CT-T05: in a round robin every pair meets once a leg, and nobody plays twice in a round."""
    pairings = round_robin(range(players), legs)
    pairs = [tuple(sorted(pairing.players)) for pairing in pairings]
    assert sorted(pairs) == sorted(list(combinations(range(players), 2)) * legs)
    for number in {pairing.round for pairing in pairings}:
        playing = [p for pairing in pairings if pairing.round == number for p in pairing.players]
        assert len(playing) == len(set(playing))


def test_points_of_a_round_robin() -> None:
    """CT-T04: points decide: three for a win and one for a draw, unless agreed otherwise."""
    table = everybody().do(
        "record_result m1 Bo [Ana, Bo]", "record_result m2 players=[Bo, Cleo]", "record_result m3 Ana [Ana, Cleo]"
    )
    assert ranking(table) == ["Bo", "Ana", "Cleo"]
    assert outcome(table).scores == (3, 4, 1)


def test_equal_points() -> None:
    """CT-T04: of two with equal points, the winner of their own match stands first, whatever the seeds."""
    table = everybody(FOUR).do(
        "record_result m1 Bo [Ana, Bo]",
        "record_result m2 Ana [Ana, Cleo]",
        "record_result m3 Ana [Ana, Dara]",
        "record_result m4 Bo [Bo, Cleo]",
        "record_result m5 Dara [Bo, Dara]",
        "record_result m6 Cleo [Cleo, Dara]",
    )
    assert ranking(table)[:2] == ["Bo", "Ana"]


def test_full_circle() -> None:
    """CT-T04: where all have beaten each other in a circle, the seed decides."""
    table = everybody().do(
        "record_result m1 Bo [Ana, Bo]", "record_result m2 Cleo [Bo, Cleo]", "record_result m3 Ana [Ana, Cleo]"
    )
    assert ranking(table) == ["Ana", "Bo", "Cleo"]


def test_who_a_result_is_about() -> None:
    """CT-R01: two winners, a winner who did not play, a stranger, and a match of one are impossible."""
    table = bracket().impossible("record_result m1 Ana,Dara [Ana, Dara]", "CT-R01")
    table.impossible("record_result m1 Bo [Ana, Dara]", "CT-R01").impossible("record_result m1 Ana [Ana]", "CT-R01")
    table.impossible(result("m1", 9, players=(0, 9)), "CT-R01")


def test_winner_who_did_not_play() -> None:
    """CT-R01: an amended result has a winner who played, too."""
    semifinals().impossible("amend_result m1 Bo [Ana, Dara]", "CT-R01")
    table = semifinals()
    table.impossible(AmendResult(match="m1", winners=(1,)), "CT-R01")


def test_one_match_one_result() -> None:
    """CT-R02: a match stands for one pairing."""
    bracket().do("record_result m1 Ana [Ana, Dara]").impossible("record_result m1 Bo [Bo, Cleo]", "CT-R02")


def test_amended_result_goes_on() -> None:
    """CT-R03: when a result is amended, the other player goes on to the next round."""
    table = semifinals().do("amend_result m1 Dara")
    assert table.state.pairings[-1].players == (3, 1)
    assert table.do("amend_result m1").state.pairings[-1].players == (1,)


def test_amended_final() -> None:
    """CT-R03: an amended final has another winner; withdrawn, the tournament is open again."""
    table = semifinals().do("record_result m3 Ana [Ana, Bo]", "amend_result m3 Bo")
    assert outcome(table).winners == (1,)
    assert TOURNAMENT.outcome(table.do("withdraw_result m3").state) is None


def test_what_was_built_on_a_result() -> None:
    """CT-R03: a result cannot change while the next match was played on it; that is withdrawn first."""
    table = semifinals().do("record_result m3 Ana [Ana, Bo]")
    table.impossible("amend_result m1 Dara", "CT-R03").impossible("withdraw_result m2", "CT-R03")
    table.do("withdraw_result m3", "amend_result m1 Dara", "record_result m4 Dara [Dara, Bo]")
    assert outcome(table).winners == (3,)


def test_amending_what_decides_nothing() -> None:
    """CT-R03: statistics of a played match can be amended at any time, for nothing was built on them."""
    table = semifinals().do("record_result m3 Ana [Ana, Bo]")
    table.do("amend_result m1 Ana statistics=[(player=Ana, counts={blow_offs_made=4})]")
    assert dict(table.state.standings()[0].counts) == {"blow_offs_made": 4}


def test_amending_a_replayed_match() -> None:
    """CT-R03: a drawn match that was replayed cannot become a win before its replay is withdrawn."""
    table = bracket().do("record_result m1 players=[Ana, Dara]", "record_result m2 Dara [Ana, Dara]")
    table.impossible("amend_result m1 Ana", "CT-R03")
    assert table.do("withdraw_result m2", "amend_result m1 Ana").state.pairings[0].winner == 0
    table.impossible("amend_result m9 Ana", "CT-R03").impossible("amend_result m1 Ana [Ana, Bo]", "CT-R03")


def test_the_right_time() -> None:
    """CT-R04: first the opening, once; then seeds; then the draw, once; then matches."""
    Scenario(TOURNAMENT, CARDS).impossible("draw_bracket", "CT-R04")
    table = (
        Scenario(TOURNAMENT, CARDS).do(f"start_tournament {FOUR}").refused("record_result m1 Ana [Ana, Dara]", "CT-R04")
    )
    table.do("draw_bracket").impossible("draw_bracket", "CT-R04").impossible("seed_players Ana,Bo,Cleo,Dara", "CT-R04")
    table.impossible("start_tournament Ana,Bo", "CT-R04")


def test_corrections() -> None:
    """CT-B01: points are added to a player; a match to come gets other players, a played one does not."""
    table = everybody().do("adjust late add_points(player=Ana, points=-1)")
    assert table.state.extra == (-1, 0, 0)
    table = bracket().do(
        "adjust mixed_up set_pairing(pairing=1, first=Ana, second=Bo)", "record_result m1 Bo [Ana, Bo]"
    )
    table.impossible("adjust mixed_up set_pairing(pairing=1, first=Ana, second=Dara)", "CT-B01")
    table.impossible(Adjust(reason="x", changes=(AddPoints(player=9, points=1),)), "CT-B01")
    table.impossible(Adjust(reason="x", changes=(SetPairing(pairing=9, first=0, second=1),)), "CT-B01")


def test_points_taken_after_the_end() -> None:
    """CT-B01: points that are taken after the last match can change who has won."""
    table = everybody("Ana,Bo").do(
        "record_result m1 Ana [Ana, Bo]", "adjust fair_play add_points(player=Ana, points=-5)"
    )
    assert outcome(table).winners == (1,)


def test_declared_position() -> None:
    """CT-B01: a tournament can begin with its bracket drawn, in the order of the seeds."""
    table = Scenario(TOURNAMENT, CARDS).do("declare_position Ana,Bo,Cleo")
    assert [pairing.players for pairing in table.state.open] == [(1, 2)]


@pytest.mark.parametrize("options", [{}, {"bracket": "round_robin"}, {"bracket": "round_robin", "legs": "2"}])
def test_a_hundred_brackets(options: dict[str, str]) -> None:
    """100 tournaments of each form come to an end and replay to the same state."""
    play_many(TOURNAMENT, range(100), options)


@pytest.mark.parametrize("form", ["single", "round_robin"])
def test_amendments_keep_the_bracket_right(form: str) -> None:
    """Whatever is amended, a decided pairing has the winner of its result, who is the one that went on."""
    rng = Random(2)
    for states in play_many(TOURNAMENT, range(40), {"bracket": form}):
        state = rng.choice(states[2:])
        for _ in range(6 if state.results else 0):
            one = rng.choice(state.results)
            state = amend_at_random(TOURNAMENT, state, rng, one.players, one.match) or state
        for pairing in state.pairings:
            if pairing.decided and not pairing.bye:
                assert pairing.winner in (*state.results_in(pairing.number)[-1].winners, None)
            if pairing.to is not None and pairing.decided:
                assert pairing.winner in state.pairings[pairing.to - 1].players


@pytest.mark.parametrize(
    ("form", "pairing", "word"),
    [
        ("single", "draw_bracket", "bracket"),
        ("round_robin", "draw_bracket", "round robin"),
        ("swiss", "pair_round Ana,Dara,Bo,Cleo", "Swiss"),
    ],
)
def test_a_tournament_is_told_in_the_word_of_its_form(form: str, pairing: str, word: str) -> None:
    """What is told, asked for and refused calls the matches a bracket in a knock-out alone."""
    table = Scenario(TOURNAMENT, CARDS).do(f"start_tournament {FOUR} options=(bracket={form})")
    texts: list[str] = []

    def tell(line: str) -> None:
        command, before = table.command(line), table.state
        texts.extend(one.text for one in TOURNAMENT.check(before, command))
        for event in decide(TOURNAMENT, before, command, as_played=True).events:
            texts.append(told(table.state, event, JUDGE))
            table.state = evolve_all(TOURNAMENT, table.state, [event])
        texts.extend(prompt.text for prompt in TOURNAMENT.board(table.state, JUDGE).prompts)

    texts.extend(one.text for one in TOURNAMENT.check(table.state, table.command("record_result m0 Ana [Ana, Dara]")))
    for line in (
        "seed_players Ana,Bo,Cleo,Dara",
        pairing,
        "adjust mixed_up set_pairing(pairing=1, first=Ana, second=Bo)",
        "record_result m1 Ana [Ana, Bo]",
        "withdraw_result m1",
    ):
        tell(line)
    texts.extend(one.text for one in TOURNAMENT.check(table.state, table.command("seed_players Ana,Bo,Cleo,Dara")))
    said = [text for text in texts if f"the {word}" in text]
    assert [text for text in texts if "bracket" in text] == (said if form == "single" else [])
    assert {f"match 1 of the {word} is {end}" for end in ("between Ana and Bo", "won by Ana", "to be played")} <= {
        *said
    }
    assert any("not drawn yet" in text or "not paired yet" in text for text in said), said
    assert any("seeds come before" in text for text in said), said
