"""Leagues, rule by rule."""

from typing import TypeAlias

from domain.competition.commands import CompetitionCommand
from domain.game import Event
from domain.games.pbl_robots.competitions.league import LEAGUE
from domain.games.pbl_robots.competitions.league.keepers import PlaceBid, SelectKeeper
from domain.games.pbl_robots.competitions.league.seasons import Adjust, RecordResult, SetKeepers, SetMoney
from domain.games.pbl_robots.competitions.league.state import State
from tests.domain.competition.tables import amended, cards_of
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

Table: TypeAlias = Scenario[State, CompetitionCommand, Event]
CARDS = cards_of(LEAGUE)
KEPT = {"Ana": "copper", "Bo": "lantern"}
SIX = "copper_jaw, marble_jaw, amber_jaw, cinder_jaw, hollow_jaw, piston_jaw"
PARTS = ("jaw", "arm", "heel", "loft", "mechanic")


def league(form: str = "plain", options: str = "", players: str = "Ana,Bo") -> Table:
    more = f", {options}" if options else ""
    return Scenario(LEAGUE, CARDS).do(f"start_league {players} options=(form={form}{more})")


def season(options: str = "") -> Table:
    """A keeper league in which both have selected five cards of a kind, at the start of its first season."""
    table = league("keeper", options).do("draw_order Ana,Bo")
    while (player := table.state.selector) is not None:
        name = table.state.seats[player].name
        part = PARTS[len(table.state.members[player].keepers)]
        table.do(SelectKeeper(player=player, card=f"{KEPT[name]}_{part}"))
    return table.do("start_season")


def auctioned(options: str = "money=20") -> Table:
    """A salary league in which each has bought one card for 5."""
    table = league("salary", options).do("place_bid Ana 5 copper_jaw", "sell_lot")
    return table.do("place_bid Bo 5 lantern_jaw", "sell_lot")


def ranking(table: Table, number: int | None = None) -> list[str]:
    return [table.state.seats[line.player].name for line in table.state.standings(number)]


test_rules = cases(
    ("CT-S01: a league of one is impossible", given(Scenario, LEAGUE, CARDS), impossible("start_league Ana", "CT-S01")),
    ("CT-S02: a league has one of three forms",
     given(Scenario, LEAGUE, CARDS), impossible("start_league Ana,Bo options=(form=fantasy)", "CT-S02")),
    ("PBL-L03: nobody is in a league twice",
     given(Scenario, LEAGUE, CARDS), impossible("start_league Ana,Bo,Ana", "PBL-L03")),
    ("PBL-L04: an action card cannot be a keeper, and a card is kept by one player",
     given(league, "keeper"), "draw_order Ana,Bo", refused("select_keeper Ana copper_signal", "PBL-L04"),
     "select_keeper Ana copper_jaw", impossible("select_keeper Bo copper_jaw", "PBL-L04"),
     impossible(SelectKeeper(player=1, card="no_such"), "PBL-L04")),
    ("PBL-L04: a sixth keeper is impossible, and a season begins with five each",
     given(season), impossible("select_keeper Ana marble_jaw", "PBL-L04"), given(league, "keeper"), "draw_order Ana,Bo",
     "select_keeper Ana copper_jaw", refused("start_season", "PBL-L04")),
    ("PBL-L04: the order names everybody, is drawn once, and belongs to a keeper league; nothing is selected before it",
     given(league, "keeper"), impossible("draw_order Ana", "PBL-L04"),
     impossible("select_keeper Ana copper_jaw", "PBL-L04"), given(league, "keeper"), "draw_order Bo,Ana",
     impossible("draw_order Ana,Bo", "PBL-L04"), given(league), impossible("draw_order Ana,Bo", "PBL-L04")),
    ("PBL-L04: keepers are selected before the first season, not between seasons",
     given(season), "record_result m1 Ana", "end_season", "adjust lost set_keepers(player=Ana, cards=[])",
     refused("select_keeper Ana copper_jaw", "PBL-L04")),
    ("PBL-L05: a match that began with other cards than the player's keepers is refused",
     given(season), refused("record_result m1 Ana inheritances=[(player=Ana, cards=[copper_jaw])]", "PBL-L05"),
     f"record_result m1 Ana inheritances=[(player=Ana, cards=[{', '.join(f'copper_{part}' for part in PARTS)}])]"),
    ("PBL-L06: a match in whose draft a kept card was seen is refused",
     given(season), refused("record_result m1 Ana drafted=[marble_jaw, lantern_arm]", "PBL-L06")),
    ("PBL-L07: a keeper is exchanged after the agreed number of games, and once in a season",
     given(season, "games_before_exchange=2"), "record_result m1 Ana",
     refused("exchange_keeper Ana copper_jaw marble_jaw", "PBL-L07"), "record_result m2 Bo",
     "exchange_keeper Ana copper_jaw marble_jaw", then(lambda t: "marble_jaw" in t.state.members[0].cards, True),
     refused("exchange_keeper Ana copper_arm marble_arm", "PBL-L07")),
    ("PBL-L07: an exchange gives an own keeper for a card that nobody keeps and that is no action",
     given(season, "games_before_exchange=0"), impossible("exchange_keeper Ana copper_jaw lantern_jaw", "PBL-L07"),
     refused("exchange_keeper Ana copper_jaw copper_signal", "PBL-L07"),
     impossible("exchange_keeper Ana lantern_jaw marble_jaw", "PBL-L07")),
    ("PBL-L07: each season has its own exchange, after its own games; between seasons there is none",
     given(season, "games_before_exchange=1"), "record_result m1 Ana", "exchange_keeper Bo lantern_jaw marble_jaw",
     "end_season", refused("exchange_keeper Ana copper_jaw amber_jaw", "PBL-L07"), "start_season",
     "record_result m2 Ana", "exchange_keeper Bo lantern_arm amber_arm"),
    ("PBL-L08: a bid is higher than the last and not above the money left; the highest bidder pays it",
     given(league, "salary", "money=20"), "place_bid Ana 5 copper_jaw", refused("place_bid Bo 5 copper_jaw", "PBL-L08"),
     refused("place_bid Bo 21 copper_jaw", "PBL-L08"), "place_bid Bo 6 copper_jaw", "sell_lot",
     then(lambda t: (t.state.members[1].cards, t.state.members[1].money), (("copper_jaw",), 14))),
    ("PBL-L09: a season does not begin while a player has no keeper",
     given(league, "salary"), "place_bid Ana 5 copper_jaw", "sell_lot", refused("start_season", "PBL-L09"),
     "place_bid Bo 5 lantern_jaw", "sell_lot", "start_season"),
    ("PBL-L10: keepers are fired, and bid for, after a season: not in it, and not before the first",
     given(auctioned), refused("fire_keeper Ana copper_jaw", "PBL-L10"), "start_season",
     refused("fire_keeper Ana copper_jaw", "PBL-L10"), refused("place_bid Ana 1 marble_jaw", "PBL-L10"),
     "record_result m1 Ana", "end_season", "fire_keeper Ana copper_jaw", "place_bid Ana 18 marble_jaw", "sell_lot",
     then(lambda t: t.state.members[0].cards, ("marble_jaw",))),
    ("PBL-L10: only an own keeper is fired, and only where keepers are bought",
     given(auctioned), "start_season", "end_season", impossible("fire_keeper Ana lantern_jaw", "PBL-L10"),
     given(season), "end_season", refused("fire_keeper Ana copper_jaw", "PBL-L10")),
    ("PBL-L08: where that was agreed, every season brings new money",
     given(auctioned, "money=20, season_money=7"), "start_season", "end_season",
     then(lambda t: [member.money for member in t.state.members], [22, 22])),
    ("PBL-L11: a bonus that is not offered cannot be bought, nor one that is sold",
     given(league, "salary"), impossible("place_bid Ana 1 bonus=hand_limit", "PBL-L11"), "offer_bonus hand_limit",
     "place_bid Ana 1 bonus=hand_limit", "sell_lot", impossible("place_bid Bo 2 bonus=hand_limit", "PBL-L11"),
     then(lambda t: t.state.members[0].bonuses, ("hand_limit",)), impossible("offer_bonus hand_limit", "PBL-L11"),
     given(league, "keeper"), impossible("offer_bonus hand_limit", "PBL-L11")),
    ("CT-G01: another card is put up when the last one is sold; nothing is sold before a bid, and a season waits for it",
     given(auctioned), impossible("sell_lot", "CT-G01"), "place_bid Ana 1 marble_jaw",
     impossible("place_bid Bo 1 marble_arm", "CT-G01"), impossible("start_season", "CT-G01")),
    ("CT-R01: strangers do not win, nor those who did not play, amended or not",
     given(league, players="Ana,Bo,Cleo"), "start_season", impossible("record_result m1 Cleo [Ana, Bo]", "CT-R01"),
     impossible(RecordResult(match="m1", winners=(9,)), "CT-R01"), "record_result m1 Ana [Ana, Bo]",
     impossible("amend_result m1 Cleo", "CT-R01")),
    ("CT-R02: a match counts once",
     given(league), "start_season", "record_result m1 Ana", impossible("record_result m1 Ana", "CT-R02")),
    ("CT-R03: an amended match has the players that it had",
     given(league, players="Ana,Bo,Cleo"), "start_season", "record_result m1 Ana [Ana, Bo]",
     impossible("amend_result m1 Ana [Ana, Cleo]", "CT-R03")),
    ("CT-R03: a game after which a keeper was exchanged is withdrawn only when the exchange is taken back",
     given(season, "games_before_exchange=1"), "record_result m1 Ana", "exchange_keeper Ana copper_jaw marble_jaw",
     impossible("withdraw_result m1", "CT-R03"), "record_result m2 Bo", "withdraw_result m1",
     then(lambda t: t.state.games(0), 1)),
    ("CT-R04: results belong to a season; seasons do not overlap; a league is opened once and closed after a season",
     given(Scenario, LEAGUE, CARDS), impossible("start_season", "CT-R04"), given(league),
     refused("record_result m1 Ana", "CT-R04"), impossible("end_season", "CT-R04"),
     impossible("close_league", "CT-R04"), impossible("start_league Ana,Bo", "CT-R04"), "start_season",
     impossible("start_season", "CT-R04")),
    ("CT-R04: a match between seasons, recorded as played, is in no standings",
     given(league), as_played("record_result m1 Ana", "CT-R04"),
     then(lambda t: [line.games for line in t.state.standings()], [0, 0])),
    ("CT-B01: points, money and keepers can be set right, for players and cards that there are",
     given(season), "adjust late [add_points(player=Ana, points=-1), set_money(player=Bo, money=3)]",
     then(lambda t: (t.state.standings(1)[1].points, t.state.members[1].money), (-1, 3)),
     impossible("adjust slip set_keepers(player=Ana, cards=[lantern_jaw])", "CT-B01"),
     impossible("adjust slip set_keepers(player=Ana, cards=[marble_jaw, marble_jaw])", "CT-B01"),
     impossible(Adjust(reason="x", changes=(SetMoney(player=9, money=1),)), "CT-B01"),
     impossible(Adjust(reason="x", changes=(SetKeepers(player=0, cards=("no_such",)),)), "CT-B01")),
    ("CT-G03: the price of a fired keeper comes back, unless agreed otherwise",
     given(auctioned, "money=20, fire_refund=price"), "start_season", "end_season", "fire_keeper Ana copper_jaw",
     then(lambda t: t.state.members[0].money, 20), given(auctioned, "money=20, fire_refund=none"), "start_season",
     "end_season", "fire_keeper Ana copper_jaw", then(lambda t: t.state.members[0].money, 15)),
)  # fmt: skip


def test_order_reverses() -> None:
    """PBL-L04: who selects last in a round selects first in the next; another player is refused."""
    table = league("keeper", players="Ana,Bo,Cleo").do("draw_order Bo,Cleo,Ana")
    order = []
    for card in ["copper_jaw", "copper_arm", "copper_heel", "copper_loft", "amber_jaw", "amber_arm"]:
        assert table.state.selector is not None
        order.append(table.state.seats[table.state.selector].name)
        table.do(SelectKeeper(player=table.state.selector, card=card))
    assert order == ["Bo", "Cleo", "Ana", "Ana", "Cleo", "Bo"]
    table.refused("select_keeper Ana marble_jaw", "PBL-L04")


def test_auctions() -> None:
    """PBL-L08, PBL-L09: action cards and kept cards cannot be sold; only a salary league has an auction, and a bid for a sixth
    keeper is refused."""
    table = auctioned().refused("place_bid Ana 1 copper_signal", "PBL-L08")
    table.impossible("place_bid Ana 1 lantern_jaw", "PBL-L08")
    league("keeper").impossible("place_bid Ana 1 copper_jaw", "PBL-L08")
    table.impossible(PlaceBid(player=0, amount=1), "PBL-L08")
    table = auctioned("money=50")
    for part in ("arm", "heel", "loft", "mechanic"):
        table.do(f"place_bid Ana 1 copper_{part}", "sell_lot")
    table.refused("place_bid Ana 1 marble_jaw", "PBL-L09")


def test_standings() -> None:
    """CT-G02, PBL-L12: given two members with equal points, then the winner of their own match ranks first; the league includes all
    seasons. Games, wins, losses, draws and what was counted are added up, for a season and for all."""
    table = league(players="Ana,Bo,Cleo").do("start_season", "record_result m1 Bo [Ana, Bo]")
    table.do("record_result m2 Ana [Ana, Cleo]", "end_season")
    assert ranking(table) == ["Bo", "Ana", "Cleo"]
    table.do("start_season", "record_result m3 Cleo [Ana, Cleo]", "record_result m4 Cleo [Bo, Cleo]", "end_season")
    outcome = LEAGUE.outcome(table.do("close_league").state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (3, 3, 6))
    counts = "statistics=[(player=Ana, counts={terminations=1, blow_offs_made=4})]"
    table = league().do("start_season", f"record_result m1 Ana {counts}", "record_result m2", "end_season")
    table.do("start_season", f"record_result m3 Bo {counts}")
    line = next(line for line in table.state.standings() if line.player == 0)
    assert (line.games, line.wins, line.losses, line.draws, line.points) == (3, 1, 1, 1, 4)
    assert dict(line.counts) == {"terminations": 2, "blow_offs_made": 8}
    assert ranking(table, 2) == ["Bo", "Ana"]


def test_closed_and_declared_leagues() -> None:
    """CT-R03, CT-B01: an amended result changes the season that has ended, and a league that is closed. A league can begin with
    the keepers that it has, in its third season; with keepers that can be kept."""
    table = league().do("start_season", "record_result m1 Ana", "end_season", "close_league", "amend_result m1 Bo")
    outcome = LEAGUE.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, dict(table.state.ranks)[1]) == ((1,), (1, 0))
    table.impossible("amend_result m9 Bo", "CT-R03")
    line = "declare_position Ana,Bo season=2 options=(form=salary) keepers"
    table = Scenario(LEAGUE, CARDS).do(f"{line}=[(player=@1, cards=[copper_jaw]), (player=@2, cards=[marble_jaw])]")
    assert table.do("start_season").state.season == 3
    Scenario(LEAGUE, CARDS).impossible(f"{line}=[(player=@1, cards=[copper_jaw, copper_jaw])]", "CT-B01")
    Scenario(LEAGUE, CARDS).impossible(f"{line}=[(player=@3, cards=[copper_jaw])]", "CT-B01")
    Scenario(LEAGUE, CARDS).impossible(f"{line}=[(player=@1, cards=[{SIX}])]", "CT-B01")


def test_amendments_keep_rankings_right() -> None:
    """Given any amendment, then the rankings of all seasons, and of the league, equal the sum of the results."""
    for state in amended(LEAGUE, range(60)):
        assert not state.ranking or state.ranking == tuple(line.player for line in state.standings())
        for number, rank in state.ranks:
            assert rank == tuple(line.player for line in state.standings(number))
