"""The end of the match, modes for three and more, teams and divisions."""

import pytest

from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.options import STAGES
from domain.outcome import Outcome
from domain.seats import SeatSetup, TableSetup
from tests.games.frc_tcg.tables import SAMPLE, Table, cards, opened, player, robot, side, stack, started, table
from tests.scenario import as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT")
WEAK = robot("RB1", 10, max_hp=20)
BOOM = robot("RD1", 10, Overdrive="CIM CIM")


def result(match: Table) -> Outcome:
    """How it ended."""
    found = GAME.outcome(match.state)
    assert found is not None
    return found


RED = "kiln15=5, ember15=5, kiln16=5, battery=14, gearbox=14, spark=4, safety=2, vale=3, kickoff16=2"


def teams(*sides: object, **options: object) -> Table:
    """Ada and Cleo against Ben and Dov."""
    return table(*sides, teams="1+3/2+4", divisions="red/green/blue/orange", **options)  # type: ignore[arg-type]


test_rules = cases(
    ("TCG-E01: the last prize card wins at once, without a refill; further plays are refused",
     given(table, side("RA1", A1), side("", WEAK, prizes=1)), "attack RA1 Ram RB1",
     then(lambda t: (result(t).winners, len(player(t).pit)), ((0,), 1)), refused("end_turn", "TCG-E01"),
     refused("play_robot RA1", "TCG-E01")),
    ("TCG-E02: an empty deck, hand and alliance do not end the match",
     given(lambda: table(side("RD1", shop=" ".join(["CIM"] * 49)), side("", A1))), "play_robot RD1", "end_turn",
     "attack RA1 Ram RD1", "end_turn",
     then(lambda t: (player(t).deck, player(t).pit, player(t).alliance), ((), (), ())),
     then(lambda t: GAME.outcome(t.state), None)),
    ("TCG-E03, X05: if one side alone completes it wins, and the other capture stands",
     given(table, side("", BOOM, prizes=2), side("", WEAK, prizes=1)), "attack RD1 Overdrive RB1",
     then(lambda t: (result(t).winners, result(t).scores), ((0,), (1, 1)))),
    ("TCG-E05: of two players the other wins; nobody concedes before the start or after the end",
     given(opened), impossible("concede Ada", "TCG-E05"), given(table, side(), side()), "concede Ada",
     then(lambda t: (result(t).winners, result(t).reason), ((1,), "concession")), refused("concede Ben", "TCG-E01"),
     refused("agree_draw [Ada, Ben]", "TCG-E01"), refused("abandon", "TCG-E01")),
    ("TCG-E01: after the end no card justifies an agreement or a shuffle",
     given(table, side("", A1), side()), "concede Ada", refused("concede Ben because=RA1", "TCG-E01"),
     refused("agree_draw [Ada, Ben] because=RA1", "TCG-E01"), refused("abandon because=RA1", "TCG-E01"),
     refused('agree_house_rule "late" because=RA1', "TCG-E01"), refused("shuffle_deck Ben because=RA1", "TCG-E01")),
    ("TCG-E05, V07: one who concedes is out, nobody captures, and the others play on",
     given(table, side("", A1), side("", WEAK, mentor="MHP"), side()), "concede Ben",
     then(lambda t: (player(t, 1).out, player(t, 1).prizes_left, GAME.outcome(t.state)), (True, 4, None)),
     then(lambda t: cards(player(t, 1).shop), "RB1 MHP"), refused("concede Ben", "TCG-E05"), "concede Ada",
     then(lambda t: result(t).winners, (2,))),
    ("TCG-V02: every robot has an allowed colour; Galileo, Tesla and Turing are all red; grey must be listed",
     given(opened, catalogue=SAMPLE, divisions="red/green+blue"), f"register_deck Ada cards={{{RED}}}",
     refused(f"register_deck Ben cards={{{RED}}}", "TCG-V02"),
     refused(f"register_deck Ada cards={{{RED.replace('kiln16=5', 'kiln16=4, legend17=1')}}}", "TCG-V02"),
     given(opened, catalogue=SAMPLE, divisions="red+grey/green"),
     f"register_deck Ada cards={{{RED.replace('kiln16=5', 'kiln16=4, legend17=1')}}}"),
    ("TCG-V03: a red deck may hold a green item, and components, awards and mentors of any division",
     given(opened, catalogue=SAMPLE, divisions="red/green"),
     f"register_deck Ada cards={{{RED.replace('spark=4', 'tape=4')}}}"),
    ("TCG-V04: a partner has one colour for robots and items; a green item in a red deck is refused",
     given(opened, "Ada", "Ben", "Cleo", "Dov", catalogue=SAMPLE, teams="1+3/2+4", divisions="red/green/blue/orange"),
     f"register_deck Ada cards={{{RED}}}",
     refused(f"register_deck Ada cards={{{RED.replace('spark=4', 'tape=4')}}}", "TCG-V04")),
    ("TCG-X03, V05: a partner's robot defeated by one's own card costs no prize card",
     given(teams, side("BLAST"), side("", A1), side("", WEAK), side()), "play_item BLAST targets=[RB1]",
     then(lambda t: player(t, 2).prizes_left, 4)),
    ("TCG-V06, V04: a team wins when every opponent is out; each partner is a winner",
     given(teams, side("", A1), side("", WEAK, prizes=1), side("", A1), side("", robot("RB1", 20), prizes=1)),
     "attack RA1 Ram RB1",
     then(lambda t: (player(t, 1).out, t.state.running), (True, True)), "end_turn", "attack RA1 Ram RB1",
     then(lambda t: result(t).winners, (0, 2))),
    ("TCG-V06: with three players one without prize cards is out, and the last one wins",
     given(table, side("", A1), side("", WEAK, prizes=1), side("", robot("RC1", 20, max_hp=40), prizes=1)),
     "attack RA1 Ram RB1", refused("end_turn player=Ben", "TCG-T01", "TCG-V06"),
     refused("go_out_for_coffee Ben", "TCG-A27", "TCG-V06"), "end_turn",
     then(lambda t: t.state.active, 2), as_played("end_turn", "TCG-T09"), "attack RA1 Ram RC1",
     then(lambda t: (result(t).winners, result(t).rule), ((0,), "TCG-V06"))),
    ("TCG-V07: what was in play goes to the shop, turns are skipped, captured cards stay",
     given(table, side("", A1), side("", WEAK, robot("RC1", 40, Shove="CIM"), prizes=1, mentor="MHP", awards="STAY"),
         side()),
     "attack RA1 Ram RB1", "end_turn",
     then(lambda t: cards(player(t, 1).shop), "RB1 RC1 CIM MHP STAY"),
     then(lambda t: (t.state.active, GAME.card_counts(t.state)["Ben"]), (2, 54))),
    ("TCG-V07: a player who goes out by recoil ends the turn without a refill",
     given(table, side("", BOOM, prizes=1), side("", robot("RA3", 50)), side()), "attack RD1 Overdrive RA3",
     then(lambda t: (player(t).out, t.state.active, len(player(t).pit)), (True, 1, 0))),
    ("TCG-V07: when the match ends with it, nothing goes to the shop any more",
     given(table, side("", A1), side("", WEAK, robot("RC1", 40), prizes=1), side(prizes=1)), "concede Cleo",
     "attack RA1 Ram RB1",
     then(lambda t: (result(t).winners, stack(t, 1).top.card), ((0,), "RC1"))),
    ("TCG-V08: a house rule with changed options is agreed by all before the start, and shown on the board",
     given(opened), refused('agree_house_rule "quick" agreed_by=[Ada]', "TCG-V08"),
     impossible('agree_house_rule "quick" option_changes={prizes=2}', "TCG-V08"),
     'agree_house_rule "quick" option_changes={prize_count=2} agreed_by=[Ada, Ben]',
     then(lambda t: t.state.options.prize_count, 2),
     then(lambda t: any(fact.value == "quick" for fact in GAME.board(t.state, "spectator").facts), True)),
    ("TCG-S07, V08: more than four prize cards are refused, and stand when recorded as played",
     given(opened), refused('agree_house_rule "long" option_changes={prize_count=5}', "TCG-S07"),
     as_played('agree_house_rule "long" option_changes={prize_count=5}', "TCG-S07"),
     then(lambda t: t.state.options.prize_count, 5)),
)  # fmt: skip


@pytest.mark.parametrize(("option", "winners"), [("draw", ()), ("active_player_wins", (0,))])
def test_both_at_once(option: str, winners: tuple[int, ...]) -> None:
    """TCG-E03: both last prize cards in one action are a draw, or by option the active player's win."""
    match = table(side("", BOOM, prizes=1), side("", WEAK, prizes=1), final_tie=option).do("attack RD1 Overdrive RB1")
    assert (result(match).winners, result(match).rule, result(match).drawn) == (winners, "TCG-E03", not winners)


def test_settling_prize_cards() -> None:
    """TCG-E04: captured cards are settled once, after the end; the board stays the same."""
    match = table(side("", A1), side("", WEAK, prizes=1)).refused("settle_prize_cards returned", "TCG-E04")
    match.do("attack RA1 Ram RB1")
    card_counts = GAME.card_counts(match.state)
    match.impossible("settle_prize_cards burnt", "TCG-E04").do("settle_prize_cards kept_by_winner")
    assert (match.state.settlement, GAME.card_counts(match.state)) == ("kept_by_winner", card_counts)
    match.refused("settle_prize_cards returned", "TCG-E04")


@pytest.mark.parametrize(("mode", "ada", "ben"), [("returned", "Ben", "Ada"), ("kept_by_winner", "Ada", "Ada")])
def test_future_owners(mode: str, ada: str, ben: str) -> None:
    """TCG-E04: the winner keeps what they took, or all goes back; the loser's captures go back in any case."""
    match = table(side("", BOOM, prizes=2), side("", WEAK, prizes=1)).do("attack RD1 Overdrive RB1")
    match.do(f"settle_prize_cards {mode}")
    captured = [panel.parts[4].cards[0] for panel in GAME.board(match.state, "judge").panels]  # type: ignore[union-attr]
    assert [(*card.tags, *card.states) for card in captured] == [("Ben", f"-> {ada}"), ("Ada", f"-> {ben}")]


def test_agreed_draw_and_abandonment() -> None:
    """TCG-E05: a draw needs all players; both are marked as not in the rulebook."""
    match = table(side(), side()).refused("agree_draw [Ada]", "TCG-E05").do("agree_draw [Ada, Ben]")
    assert result(match).drawn
    assert "not in the rulebook" in GAME.board(match.state, "spectator").result
    broken = table(side(), side()).do("abandon reason=fire")
    assert (result(broken).winners, result(broken).reason) == ((), "abandoned")


def test_the_log_says_by_concession() -> None:
    """TCG-E05: who is left when all others gave up won by concession, and the log says so."""
    match = table(side("", A1), side("", WEAK), side()).do("concede Ben")
    before = match.state
    match.do("concede Ada")
    assert GAME.narrate(before, match.events[-1], "spectator") == "Cleo wins the match by concession"


@pytest.mark.parametrize(
    ("count", "stage_name"), [(4, "Qualification"), (3, "Quarter-Finals"), (2, "Semi-Finals"), (1, "Final")]
)
def test_shorter_matches(count: int, stage_name: str) -> None:
    """TCG-V01, L02: the number of prize cards names the stage from which the match starts."""
    match = started(prize_count=count)
    facts = {fact.label: fact.value for fact in GAME.board(match.state, "judge").facts}
    assert facts["prize cards"] == f"{count}, from the {stage_name}"
    assert STAGES[count] == stage_name


def test_stage_by_what_is_left() -> None:
    """TCG-L02: a player's stage follows the prize cards still to capture."""
    match = table(side("", A1), side("", WEAK, prizes=4)).do("attack RA1 Ram RB1")
    facts = {fact.label: fact.value for fact in GAME.board(match.state, 0).panels[0].facts}
    assert facts["prizes"] == "1 of 4: Quarter-Finals"


def test_no_tournament_rules() -> None:
    """TCG-L01: leagues, clocks and series are unknown: a match has only turns."""
    assert (GAME.round_word, GAME.turn_info(table(side(), side()).state).round) == ("", 0)


@pytest.mark.parametrize("options", ["teams=1+3/2", "teams=1+2+3+4", "teams=1+2/3+4, divisions=red/red/red/red"])
def test_seating_of_teams(options: str) -> None:
    """TCG-V04: teams are two or more of the same size, and their seats alternate."""
    blank = opened("Ada", "Ben").given(lambda state: GAME.initial(state.catalogue))
    blank.refused(f"create_match [Ada, Ben, Cleo, Dov] options=({options})", "TCG-V04")


def test_partners_have_one_colour() -> None:
    """TCG-V04: partner play without divisions, or with two colours for a partner, is refused."""
    blank = opened("Ada", "Ben").given(lambda state: GAME.initial(state.catalogue))
    for divisions in ("none", "red+blue/green/blue/orange"):
        blank.refused(f"create_match [Ada, Ben, Cleo, Dov] options=(teams=1+3/2+4, divisions={divisions})", "TCG-V04")


def test_partners_are_no_opponents() -> None:
    """TCG-V05: no attack on a partner's robot, no damage item on it, no coffee with a partner."""
    match = teams(side("ZAP", A1, mentor="MHP"), side("", WEAK), side("", WEAK, mentor="MHP"), side())
    other = player(match, 2).alliance[0].key
    match.refused(f"attack RA1 Ram #3-{other % 1000:02d}", "TCG-C03", "TCG-V05").refused(
        "go_out_for_coffee Cleo", "TCG-V05"
    )
    match.refused(f"play_item ZAP targets=[#3-{other % 1000:02d}]", "TCG-V05")


def test_first_sweep() -> None:
    """TCG-V06: by option, holding all prize cards of one opponent wins at once; split ones do not."""
    match = table(side("", A1), side("", WEAK, prizes=1), side(), multiplayer_win="first_sweep").do(
        "attack RA1 Ram RB1"
    )
    assert result(match).winners == (0,)
    split = table(side("", A1), side("", WEAK, prizes=2), side("", A1), multiplayer_win="first_sweep")
    split.do("adjust reason=split [prize(owner=Ben, by=Cleo, place=1)]", "attack RA1 Ram RB1")
    assert (player(split, 1).out, split.state.running) == (True, True)


def test_sides_of_a_table_become_teams() -> None:
    """TCG-V04: a table whose seats share sides opens as partner play."""
    seats = tuple(SeatSetup(name, side=n % 2) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dov")))
    first = GAME.open_table(TableSetup(seats, {"divisions": "red/green/blue/orange"}))[0]
    assert first.options.teams == "1+3/2+4"  # type: ignore[union-attr]
