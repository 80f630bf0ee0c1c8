"""Tournaments, rule by rule."""

from itertools import combinations
from typing import TypeAlias

import pytest

from domain.competition.commands import AddPoints, AmendResult, CompetitionCommand
from domain.competition.tournament import TOURNAMENT
from domain.competition.tournament.commands import Adjust, RecordResult, SetPairing
from domain.competition.tournament.pairings import elimination, round_robin
from domain.competition.tournament.state import State
from domain.decision import decide
from domain.game import Event, evolve_all, narrated
from domain.outcome import Outcome
from domain.seats import JUDGE
from tests.domain.competition.tables import amended, cards_of
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

Table: TypeAlias = Scenario[State, CompetitionCommand, Event]
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


test_rules = cases(
    ("CT-S01: a tournament of one player is impossible",
     given(Scenario, TOURNAMENT, CARDS), impossible("start_tournament Ana", "CT-S01")),
    ("CT-S02: a bracket is single elimination, a round robin or a Swiss",
     given(Scenario, TOURNAMENT, CARDS), impossible("start_tournament Ana,Bo options=(bracket=double)", "CT-S02")),
    ("CT-T05: a match between players who are not paired is refused; recorded as played, it counts for nothing",
     given(bracket), refused("record_result m1 Ana [Ana, Bo]", "CT-T05"),
     as_played("record_result m1 Ana [Ana, Bo]", "CT-T05"), then(lambda t: t.state.pairings, bracket().state.pairings)),
    ("CT-T05: a decided match is not played again",
     given(semifinals), refused("record_result m3 Dara [Ana, Dara]", "CT-T05")),
    ("CT-T05: the winners of the first round meet in the final, and its winner has won the tournament",
     given(semifinals), "record_result m3 Bo [Ana, Bo]",
     then(lambda t: outcome(t).winners, (1,)), then(ranking, ["Bo", "Ana", "Cleo", "Dara"])),
    ("CT-T06: seeds from league ranks decide who meets whom: the best meets the last",
     given(Scenario, TOURNAMENT, CARDS), f"start_tournament {FOUR}", "seed_players Dara,Cleo,Bo,Ana ranks",
     "draw_bracket", then(lambda t: t.state.pairing_of((3, 0)) is not None, True)),
    ("CT-T01: seeds name every player once",
     given(Scenario, TOURNAMENT, CARDS), f"start_tournament {FOUR}", impossible("seed_players Ana,Bo,Cleo", "CT-T01"),
     impossible("seed_players Ana,Bo,Cleo,Ana", "CT-T01")),
    ("CT-T02: of three players the best seed waits in the final",
     given(bracket, "Ana,Bo,Cleo"), "record_result m1 Cleo [Bo, Cleo]", "record_result m2 Ana [Cleo, Ana]",
     then(lambda t: outcome(t).winners, (0,))),
    ("CT-T03: a drawn knock-out match is open until somebody wins it",
     given(bracket), "record_result m1 players=[Ana, Dara]",
     then(lambda t: t.state.pairing_of((0, 3)) is not None, True), "record_result m2 Dara [Ana, Dara]",
     then(lambda t: t.state.pairing_of((0, 3)), None)),
    ("CT-T04: points decide: three for a win and one for a draw, unless agreed otherwise",
     given(everybody), "record_result m1 Bo [Ana, Bo]", "record_result m2 players=[Bo, Cleo]",
     "record_result m3 Ana [Ana, Cleo]",
     then(ranking, ["Bo", "Ana", "Cleo"]), then(lambda t: outcome(t).scores, (3, 4, 1))),
    ("CT-T04: of two with equal points, the winner of their own match stands first, whatever the seeds",
     given(everybody, FOUR), "record_result m1 Bo [Ana, Bo]", "record_result m2 Ana [Ana, Cleo]",
     "record_result m3 Ana [Ana, Dara]", "record_result m4 Bo [Bo, Cleo]", "record_result m5 Dara [Bo, Dara]",
     "record_result m6 Cleo [Cleo, Dara]", then(lambda t: ranking(t)[:2], ["Bo", "Ana"])),
    ("CT-T04: where all have beaten each other in a circle, the seed decides",
     given(everybody), "record_result m1 Bo [Ana, Bo]", "record_result m2 Cleo [Bo, Cleo]",
     "record_result m3 Ana [Ana, Cleo]", then(ranking, ["Ana", "Bo", "Cleo"])),
    ("CT-R01: two winners, a winner who did not play, a stranger, and a match of one are impossible",
     given(bracket), impossible("record_result m1 Ana,Dara [Ana, Dara]", "CT-R01"),
     impossible("record_result m1 Bo [Ana, Dara]", "CT-R01"), impossible("record_result m1 Ana [Ana]", "CT-R01"),
     impossible(result("m1", 9, players=(0, 9)), "CT-R01")),
    ("CT-R01: an amended result has a winner who played, too",
     given(semifinals), impossible("amend_result m1 Bo [Ana, Dara]", "CT-R01"), given(semifinals),
     impossible(AmendResult(match="m1", winners=(1,)), "CT-R01")),
    ("CT-R02: a match stands for one pairing",
     given(bracket), "record_result m1 Ana [Ana, Dara]", impossible("record_result m1 Bo [Bo, Cleo]", "CT-R02")),
    ("CT-R03: when a result is amended, the other player goes on to the next round",
     given(semifinals), "amend_result m1 Dara", then(lambda t: t.state.pairings[-1].players, (3, 1)), "amend_result m1",
     then(lambda t: t.state.pairings[-1].players, (1,))),
    ("CT-R03: an amended final has another winner; withdrawn, the tournament is open again",
     given(semifinals), "record_result m3 Ana [Ana, Bo]", "amend_result m3 Bo",
     then(lambda t: outcome(t).winners, (1,)), "withdraw_result m3", then(lambda t: TOURNAMENT.outcome(t.state), None)),
    ("CT-R03: a result cannot change while the next match was played on it; that is withdrawn first",
     given(semifinals), "record_result m3 Ana [Ana, Bo]", impossible("amend_result m1 Dara", "CT-R03"),
     impossible("withdraw_result m2", "CT-R03"), "withdraw_result m3", "amend_result m1 Dara",
     "record_result m4 Dara [Dara, Bo]", then(lambda t: outcome(t).winners, (3,))),
    ("CT-R03: statistics of a played match can be amended at any time, for nothing was built on them",
     given(semifinals), "record_result m3 Ana [Ana, Bo]",
     "amend_result m1 Ana statistics=[(player=Ana, counts={blow_offs_made=4})]",
     then(lambda t: dict(t.state.standings()[0].counts), {"blow_offs_made": 4})),
    ("CT-R03: a drawn match that was replayed cannot become a win before its replay is withdrawn",
     given(bracket), "record_result m1 players=[Ana, Dara]", "record_result m2 Dara [Ana, Dara]",
     impossible("amend_result m1 Ana", "CT-R03"), "withdraw_result m2", "amend_result m1 Ana",
     then(lambda t: t.state.pairings[0].winner, 0), impossible("amend_result m9 Ana", "CT-R03"),
     impossible("amend_result m1 Ana [Ana, Bo]", "CT-R03")),
    ("CT-R04: first the opening, once; then seeds; then the draw, once; then matches",
     given(Scenario, TOURNAMENT, CARDS), impossible("draw_bracket", "CT-R04"), given(Scenario, TOURNAMENT, CARDS),
     f"start_tournament {FOUR}", refused("record_result m1 Ana [Ana, Dara]", "CT-R04"), "draw_bracket",
     impossible("draw_bracket", "CT-R04"), impossible("seed_players Ana,Bo,Cleo,Dara", "CT-R04"),
     impossible("start_tournament Ana,Bo", "CT-R04")),
    ("CT-B01: points are added to a player; a match to come gets other players, a played one does not",
     given(everybody), "adjust late add_points(player=Ana, points=-1)", then(lambda t: t.state.extra, (-1, 0, 0)),
     given(bracket), impossible("adjust mixed_up set_pairing(pairing=1, first=Ana, second=Ana)", "CT-B01"),
     "adjust mixed_up set_pairing(pairing=1, first=Ana, second=Bo)", "record_result m1 Bo [Ana, Bo]",
     impossible("adjust mixed_up set_pairing(pairing=1, first=Ana, second=Dara)", "CT-B01"),
     impossible(Adjust(reason="x", changes=(AddPoints(player=9, points=1),)), "CT-B01"),
     impossible(Adjust(reason="x", changes=(SetPairing(pairing=9, first=0, second=1),)), "CT-B01")),
    ("CT-B01: points that are taken after the last match can change who has won",
     given(everybody, "Ana,Bo"), "record_result m1 Ana [Ana, Bo]", "adjust fair_play add_points(player=Ana, points=-5)",
     then(lambda t: outcome(t).winners, (1,))),
    ("CT-B01: a tournament can begin with its bracket drawn, in the order of the seeds",
     given(Scenario, TOURNAMENT, CARDS), "declare_position Ana,Bo,Cleo",
     then(lambda t: [pairing.players for pairing in t.state.open], [(1, 2)])),
)  # fmt: skip


@pytest.mark.parametrize("players", range(2, 34))
def test_byes(players: int) -> None:
    """CT-T02: given any number of players, then only the best seeds have byes, and each player appears once in the first two
    rounds."""
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


@pytest.mark.parametrize(("players", "legs"), [(2, 1), (5, 1), (6, 1), (7, 2)])
def test_everybody_meets(players: int, legs: int) -> None:
    """CT-T05: given a round robin, then every pair meets once per leg, and each player plays at most once per round."""
    pairings = round_robin(range(players), legs)
    pairs = [tuple(sorted(pairing.players)) for pairing in pairings]
    assert sorted(pairs) == sorted(list(combinations(range(players), 2)) * legs)
    for number in {pairing.round for pairing in pairings}:
        playing = [p for pairing in pairings if pairing.round == number for p in pairing.players]
        assert len(playing) == len(set(playing))


@pytest.mark.parametrize("form", ["single", "round_robin"])
def test_amendments_keep_the_bracket_right(form: str) -> None:
    """Given any amendment, then the winner of a decided pairing is that of its result, and the same player advanced."""
    for state in amended(TOURNAMENT, range(40), {"bracket": form}):
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
    """Given narration, prompts and refusals, then only the matches of a knock-out are called a bracket."""
    table = Scenario(TOURNAMENT, CARDS).do(f"start_tournament {FOUR} options=(bracket={form})")
    texts: list[str] = []

    def check(line: str) -> None:
        texts.extend(one.text for one in TOURNAMENT.check(table.state, table.command(line)))

    check("record_result m0 Ana [Ana, Dara]")
    mixed_up = "adjust mixed_up set_pairing(pairing=1, first=Ana, second=Bo)"
    for line in (
        seeds := f"seed_players {FOUR}",
        pairing,
        mixed_up,
        "record_result m1 Ana [Ana, Bo]",
        "withdraw_result m1",
    ):
        check(line)
        for event in decide(TOURNAMENT, table.state, table.command(line), as_played=True).events:
            texts.append(narrated(table.state, event, JUDGE))
            table.state = evolve_all(TOURNAMENT, table.state, [event])
        texts.extend(prompt.text for prompt in TOURNAMENT.board(table.state, JUDGE).prompts)
    check(seeds)
    said = [text for text in texts if f"the {word}" in text]
    assert [text for text in texts if "bracket" in text] == (said if form == "single" else [])
    assert {f"match 1 of the {word} is {end}" for end in ("between Ana and Bo", "won by Ana", "to be played")} <= {
        *said
    }
    assert any("not drawn yet" in text or "not paired yet" in text for text in said), said
    assert any("seeds come before" in text for text in said), said
