"""Gatherings, rule by rule: tables, who keeps score, tournaments, seatings, the clock, announcements."""

from typing import TypeAlias

import pytest

from domain.competition.commands import CompetitionCommand
from domain.competition.gathering import GATHERING
from domain.competition.gathering.state import MatchLink, RoundClock, Seating, State
from domain.game import Event
from domain.seats import JUDGE, SeatSetup, TableSetup
from tests.domain.competition.tables import cards_of
from tests.scenario import Scenario, cases, given, impossible, refused, then

Table: TypeAlias = Scenario[State, CompetitionCommand, Event]
CARDS = cards_of(GATHERING)
NOON = 1_900_000_000
TWO = "seat_round 1 [(table=1, pairing=1), (table=2, pairing=2)]"


def opened() -> Table:
    """Four tables, kept by Kim and Lou."""
    return Scenario(GATHERING, CARDS).do("start_gathering Kim,Lou options=(tables=4, minutes=40)")


def seated() -> Table:
    """A cup whose first round plays at tables 1 and 2."""
    return opened().do("add_tournament cup Cup", TWO)


def clock(table: Table) -> RoundClock:
    found = table.state.rounds[-1].clock
    assert found is not None
    return found


def told(table: Table, command: str) -> list[str]:
    before = table.state
    return [GATHERING.narrate(before, event, JUDGE) for event in table.do(command).events]


test_rules = cases(
    ("CT-E01: given tables 7 and 3, then these there are, in order; 3 twice is refused",
     given(opened), "adjust tables [set_tables([7,3])]", then(lambda t: t.state.tables, (3, 7)),
     "adjust tables [set_tables([1,2])]", "assign_scorekeeper Kim 1,2", "adjust tables [set_tables([2,3])]",
     then(lambda t: t.state.duties[0], (2,)), impossible("adjust tables [set_tables([3,3])]", "CT-E01")),
    ("CT-E01: given a match at table 2, when table 2 is to go, then it is refused; once the round has ended it goes",
     given(seated), impossible("adjust tables [set_tables([1,3])]", "CT-E01"), f"set_clock start {NOON}",
     f"set_clock end {NOON + 60}", "adjust tables [set_tables([1,3])]", then(lambda t: t.state.tables, (1, 3))),
    ("CT-E02: given four tables, when Kim gets 1 and 2, then she keeps score there; table 5 is refused, and 1 twice",
     given(opened), "assign_scorekeeper Kim 1,2",
     then(lambda t: t.state.scorekeepers_of(2), (0,)), then(lambda t: t.state.scorekeepers_of(3), ()),
     impossible("assign_scorekeeper Kim 5", "CT-E02"), impossible("assign_scorekeeper Kim 1,1", "CT-E02")),
    ("CT-E02: given Mo was not there, when she is assigned, then she comes in; without tables Kim keeps none",
     given(opened), "assign_scorekeeper Kim 1", "assign_scorekeeper Mo 3", "assign_scorekeeper Kim",
     then(lambda t: [seat.name for seat in t.state.seats], ["Kim", "Lou", "Mo"]),
     then(lambda t: t.state.duties, ((), (), (3,)))),
    ("CT-E03: given a cup plays here, then neither its id nor its name is taken a second time, nor is an empty one",
     given(opened), "add_tournament cup Cup", impossible("add_tournament cup Other", "CT-E03"),
     impossible("add_tournament other Cup", "CT-E03"), impossible('add_tournament "" ""', "CT-E03")),
    ("CT-E04: given the cup plays at table 1, then the side event is not seated there before its round ends",
     given(seated), "add_tournament side Side",
     refused("seat_round 1 [(table=1, pairing=1)] tournament=side", "CT-E04"), f"set_clock start {NOON} tournament=cup",
     f"set_clock end {NOON + 9} tournament=cup", "seat_round 1 [(table=1, pairing=1)] tournament=side",
     then(lambda t: [one.tournament for one in t.state.rounds], ["cup", "side"])),
    ("CT-E04: given two tournaments, then a round without a name, or of a stranger, is refused",
     given(opened), "add_tournament cup Cup", "add_tournament side Side", impossible(TWO, "CT-E04"),
     impossible(f"{TWO} tournament=nobody", "CT-E04")),
    ("CT-E04: given round 1 runs, when it is seated anew, then it moves and the clock goes on; after round 2 it is over",
     given(seated), f"set_clock start {NOON}", "seat_round 1 [(table=3, pairing=1), (table=2, pairing=2)]",
     then(lambda t: t.state.rounds[0].seatings[0], Seating(3, 1)), then(lambda t: clock(t).since, NOON),
     "seat_round 2 [(table=1, pairing=3)]", impossible(TWO, "CT-E04"), then(lambda t: t.state.rounds[0].clock, None)),
    ("CT-E05: given 40 minutes, when it runs for 10, stands for 5 and runs for 5, then 25 are left",
     given(seated), f"set_clock start {NOON}",
     then(lambda t: (clock(t).left(NOON + 60), clock(t).ends_at), (39 * 60, NOON + 2400)),
     f"set_clock pause {NOON + 600}", then(lambda t: (clock(t).left(NOON + 900), clock(t).ends_at), (30 * 60, None)),
     f"set_clock resume {NOON + 900}",
     then(lambda t: (clock(t).left(NOON + 1200), clock(t).ends_at), (25 * 60, NOON + 2700)),
     f"set_clock end {NOON + 1200}", then(lambda t: clock(t).left(NOON + 9999), 25 * 60)),
    ("CT-E05: given 40 minutes, when the clock stops after 10:01 and a table gets a minute more, then `29:59` and `1 minute`",
     given(seated), f"set_clock start {NOON}",
     then(lambda t: told(t, f"set_clock pause {NOON + 601}"), ["round 1 stands still, 29:59 left"]),
     then(lambda t: told(t, f"set_clock extend {NOON + 601} minutes=1 table=2"),
         ["round 1: table 2 has 1 minute more"])),
    ("CT-E05: given a round that runs, when all get 5 minutes and table 2 gets 3, then both stand; table 4 plays nobody",
     given(seated), impossible(f"set_clock extend {NOON} 5", "CT-E05"), f"set_clock start {NOON}",
     f"set_clock extend {NOON} 5", f"set_clock extend {NOON} 3 2", f"set_clock extend {NOON} 2 2",
     impossible(f"set_clock extend {NOON} 3 4", "CT-E05"),
     then(lambda t: clock(t).seconds, 45 * 60), then(lambda t: t.state.rounds[0].extra, ((2, 300),))),
    ('CT-E06: given "Lunch" is announced, then it is not said twice, nothing is nothing, and the first is withdrawn',
     given(opened), "announce Lunch", 'announce "Round 2 at two"', impossible("announce Lunch", "CT-E06"),
     impossible('announce " "', "CT-E06"), 'announce "" instead=1', impossible("announce Dinner instead=2", "CT-E06"),
     then(lambda t: t.state.notices, ("Round 2 at two",))),
    ("CT-B01: given tables 1 to 4, when these are set, then it is refused: it changes nothing",
     given(opened), impossible("adjust again [set_tables([1, 2, 3, 4])]", "CT-B01")),
    ("CT-E04: given four tables, then a table twice, a match twice and a table that is not there are refused",
     given(opened), "add_tournament cup Cup",
     impossible("seat_round 1 [(table=1, pairing=1), (table=1, pairing=2)]", "CT-E04"), given(opened),
     "add_tournament cup Cup", impossible("seat_round 1 [(table=1, pairing=1), (table=2, pairing=1)]", "CT-E04"),
     given(opened), "add_tournament cup Cup", impossible("seat_round 1 [(table=9, pairing=1)]", "CT-E04")),
)  # fmt: skip


def test_somebody_keeps_score_at_some_tables() -> None:
    """CT-S01, CT-S02: given an empty list of people or a repeated name, then opening a gathering is refused; 2,001 tables are
    refused by name."""
    empty: Table = Scenario(GATHERING, CARDS)
    empty.impossible("start_gathering []", "CT-S01").impossible("start_gathering Kim,Kim", "CT-S01")
    with pytest.raises(ValueError, match="tables"):
        GATHERING.open_table(TableSetup((SeatSetup("Kim"),), {"tables": "2001"}))


def test_a_match_decides_one_pairing_and_moves_with_it() -> None:
    """CT-E04: given match m1 is linked to pairing 1, then it cannot be linked to a second pairing, and pairing 1 keeps it at any
    table."""
    table = opened().do("add_tournament cup Cup", "seat_round 1 [(table=1, pairing=1, match=m1), (table=2, pairing=2)]")
    for seatings in (
        "[(table=2, pairing=2, match=m1)]",
        "[(table=1, pairing=1, match=m2), (table=2, pairing=2, match=m2)]",
    ):
        table.impossible(f"seat_round 1 {seatings}", "CT-E04")
    table.do("seat_round 1 [(table=3, pairing=1), (table=2, pairing=2)]")
    assert table.state.rounds[0].seatings == (Seating(3, 1, "m1"), Seating(2, 2))
    table.do("seat_round 2 [(table=1, pairing=3, match=m3)]")
    assert table.state.links == (MatchLink("m1", "cup", 1), MatchLink("m3", "cup", 3))


def test_the_clock_has_its_order() -> None:
    """CT-E05: given a clock, then it starts once and only after a seating, can be stopped only while it runs, and resumed only
    while it is stopped."""
    empty = opened().do("add_tournament cup Cup")
    for act in ("start", "pause", "resume", "end"):
        empty.impossible(f"set_clock {act} {NOON}", "CT-E05")
    table = seated().do(f"set_clock start {NOON} minutes=30")
    table.impossible(f"set_clock start {NOON}", "CT-E05").impossible(f"set_clock resume {NOON}", "CT-E05")
    table.impossible(f"set_clock pause {NOON - 1}", "CT-E05")
    table.do(f"set_clock pause {NOON}").impossible(f"set_clock pause {NOON}", "CT-E05")
    table.do(f"set_clock end {NOON}").impossible(f"set_clock end {NOON}", "CT-E05")


def test_a_gathering_is_opened_first_and_closed_last() -> None:
    """CT-R04, CT-E04: given a missing or closed gathering, then seating is refused; announcements are still possible. A cup in its
    third round is declared; at a table twice it is refused."""
    empty: Table = Scenario(GATHERING, CARDS)
    empty.impossible("announce Hello", "CT-R04")
    table = seated().do("close_gathering")
    assert GATHERING.outcome(table.state) is not None
    for line in (
        TWO,
        "adjust tables [set_tables([1])]",
        "assign_scorekeeper Kim 1",
        "add_tournament side Side",
        "close_gathering",
    ):
        table.impossible(line, "CT-R04")
    table.do('announce "Lost: a red die"')
    begun: Table = Scenario(GATHERING, CARDS)
    begun.impossible("declare_position Kim cup 3 [(table=1, pairing=9), (table=1, pairing=8)]", "CT-E04")
    begun.impossible('declare_position Kim "" 3', "CT-E03")
    begun.do("declare_position Kim cup 3 [(table=1, pairing=9)] options=(tables=2)")
    assert (begun.state.rounds[0].number, begun.state.phase) == (3, "play")
