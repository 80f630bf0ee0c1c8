"""Leagues, rule by rule."""

from random import Random
from typing import TypeAlias

import pytest

from domain.competition.commands import ContestCommand
from domain.game import Event
from domain.games.pbl_robots.contests.league import LEAGUE
from domain.games.pbl_robots.contests.league.changes import SetKeepers, SetMoney
from domain.games.pbl_robots.contests.league.keepers import PlaceBid, SelectKeeper
from domain.games.pbl_robots.contests.league.seasons import Adjust, RecordResult
from domain.games.pbl_robots.contests.league.state import State
from tests.domain.competition.tables import amend_at_random, cards_of, play_many
from tests.scenario import Scenario

Table: TypeAlias = Scenario[State, ContestCommand, Event]
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


def test_players() -> None:
    """CT-S01: a league of one is impossible."""
    Scenario(LEAGUE, CARDS).impossible("start_league Ana", "CT-S01")


def test_forms() -> None:
    """CT-S02: a league has one of three forms."""
    Scenario(LEAGUE, CARDS).impossible("start_league Ana,Bo options=(form=fantasy)", "CT-S02")


def test_player_in_the_league_once() -> None:
    """PBL-L03: nobody is in a league twice."""
    Scenario(LEAGUE, CARDS).impossible("start_league Ana,Bo,Ana", "PBL-L03")


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


def test_no_action_card_is_kept() -> None:
    """PBL-L04: an action card cannot be a keeper, and a card is kept by one player."""
    table = league("keeper").do("draw_order Ana,Bo").refused("select_keeper Ana copper_signal", "PBL-L04")
    table.do("select_keeper Ana copper_jaw").impossible("select_keeper Bo copper_jaw", "PBL-L04")
    table.impossible(SelectKeeper(player=1, card="no_such"), "PBL-L04")


def test_sixth_keeper() -> None:
    """PBL-L04: a sixth keeper is impossible, and a season begins with five each."""
    season().impossible("select_keeper Ana marble_jaw", "PBL-L04")
    league("keeper").do("draw_order Ana,Bo", "select_keeper Ana copper_jaw").refused("start_season", "PBL-L04")


def test_order_is_drawn_once() -> None:
    """PBL-L04: the order names everybody, is drawn once, and belongs to a keeper league; nothing is selected before it."""
    league("keeper").impossible("draw_order Ana", "PBL-L04").impossible("select_keeper Ana copper_jaw", "PBL-L04")
    league("keeper").do("draw_order Bo,Ana").impossible("draw_order Ana,Bo", "PBL-L04")
    league().impossible("draw_order Ana,Bo", "PBL-L04")


def test_keepers_stay() -> None:
    """PBL-L04: keepers are selected before the first season, not between seasons."""
    table = season().do("record_result m1 Ana", "end_season", "adjust lost set_keepers(player=Ana, cards=[])")
    table.refused("select_keeper Ana copper_jaw", "PBL-L04")


def test_keepers_are_the_inheritance() -> None:
    """PBL-L05: a match that began with other cards than the player's keepers is refused."""
    keepers = ", ".join(f"copper_{part}" for part in PARTS)
    table = season().refused("record_result m1 Ana inheritances=[(player=Ana, cards=[copper_jaw])]", "PBL-L05")
    table.do(f"record_result m1 Ana inheritances=[(player=Ana, cards=[{keepers}])]")


def test_keepers_are_not_drafted() -> None:
    """PBL-L06: a match in whose draft a kept card was seen is refused."""
    season().refused("record_result m1 Ana drafted=[marble_jaw, lantern_arm]", "PBL-L06")


def test_exchange_too_early() -> None:
    """PBL-L07: a keeper is exchanged after the agreed number of games, and once in a season."""
    table = season("games_before_exchange=2").do("record_result m1 Ana")
    table.refused("exchange_keeper Ana copper_jaw marble_jaw", "PBL-L07")
    table.do("record_result m2 Bo", "exchange_keeper Ana copper_jaw marble_jaw")
    assert "marble_jaw" in table.state.members[0].cards
    table.refused("exchange_keeper Ana copper_arm marble_arm", "PBL-L07")


def test_exchange_for_what() -> None:
    """PBL-L07: an exchange gives an own keeper for a card that nobody keeps and that is no action."""
    table = season("games_before_exchange=0").impossible("exchange_keeper Ana copper_jaw lantern_jaw", "PBL-L07")
    table.refused("exchange_keeper Ana copper_jaw copper_signal", "PBL-L07")
    table.impossible("exchange_keeper Ana lantern_jaw marble_jaw", "PBL-L07")


def test_exchange_in_the_next_season() -> None:
    """PBL-L07: each season has its own exchange, after its own games; between seasons there is none."""
    table = season("games_before_exchange=1").do("record_result m1 Ana", "exchange_keeper Bo lantern_jaw marble_jaw")
    table.do("end_season").refused("exchange_keeper Ana copper_jaw amber_jaw", "PBL-L07")
    table.do("start_season", "record_result m2 Ana", "exchange_keeper Bo lantern_arm amber_arm")


def test_bids() -> None:
    """PBL-L08: a bid is higher than the last and not above the money left; the highest bidder pays it."""
    table = (
        league("salary", "money=20").do("place_bid Ana 5 copper_jaw").refused("place_bid Bo 5 copper_jaw", "PBL-L08")
    )
    table.refused("place_bid Bo 21 copper_jaw", "PBL-L08").do("place_bid Bo 6 copper_jaw", "sell_lot")
    assert (table.state.members[1].cards, table.state.members[1].money) == (("copper_jaw",), 14)


def test_cards_at_auction() -> None:
    """PBL-L08: action cards are not sold, nor cards that somebody keeps; and only a salary league has an auction."""
    table = auctioned().refused("place_bid Ana 1 copper_signal", "PBL-L08")
    table.impossible("place_bid Ana 1 lantern_jaw", "PBL-L08")
    league("keeper").impossible("place_bid Ana 1 copper_jaw", "PBL-L08")
    table.impossible(PlaceBid(player=0, amount=1), "PBL-L08")


def test_five_at_most() -> None:
    """PBL-L09: a bid for a sixth keeper is refused."""
    table = auctioned("money=50")
    for part in ("arm", "heel", "loft", "mechanic"):
        table.do(f"place_bid Ana 1 copper_{part}", "sell_lot")
    table.refused("place_bid Ana 1 marble_jaw", "PBL-L09")


def test_one_at_least() -> None:
    """PBL-L09: a season does not begin while a player has no keeper."""
    table = league("salary").do("place_bid Ana 5 copper_jaw", "sell_lot").refused("start_season", "PBL-L09")
    table.do("place_bid Bo 5 lantern_jaw", "sell_lot", "start_season")


def test_firing() -> None:
    """PBL-L10: keepers are fired, and bid for, after a season: not in it, and not before the first."""
    table = auctioned().refused("fire_keeper Ana copper_jaw", "PBL-L10").do("start_season")
    table.refused("fire_keeper Ana copper_jaw", "PBL-L10").refused("place_bid Ana 1 marble_jaw", "PBL-L10")
    table.do(
        "record_result m1 Ana", "end_season", "fire_keeper Ana copper_jaw", "place_bid Ana 18 marble_jaw", "sell_lot"
    )
    assert table.state.members[0].cards == ("marble_jaw",)


def test_firing_others() -> None:
    """PBL-L10: only an own keeper is fired, and only where keepers are bought."""
    auctioned().do("start_season", "end_season").impossible("fire_keeper Ana lantern_jaw", "PBL-L10")
    season().do("end_season").refused("fire_keeper Ana copper_jaw", "PBL-L10")


@pytest.mark.parametrize(("refund", "money"), [("price", 20), ("none", 15)])
def test_refund(refund: str, money: int) -> None:
    """CT-G03: the price of a fired keeper comes back, unless agreed otherwise."""
    table = auctioned(f"money=20, fire_refund={refund}").do("start_season", "end_season", "fire_keeper Ana copper_jaw")
    assert table.state.members[0].money == money


def test_season_money() -> None:
    """PBL-L08: where that was agreed, every season brings new money."""
    table = auctioned("money=20, season_money=7").do("start_season", "end_season")
    assert [member.money for member in table.state.members] == [22, 22]


def test_bonuses() -> None:
    """PBL-L11: a bonus that is not offered cannot be bought, nor one that is sold."""
    table = league("salary").impossible("place_bid Ana 1 bonus=hand_limit", "PBL-L11").do("offer_bonus hand_limit")
    table.do("place_bid Ana 1 bonus=hand_limit", "sell_lot").impossible("place_bid Bo 2 bonus=hand_limit", "PBL-L11")
    assert table.state.members[0].bonuses == ("hand_limit",)
    table.impossible("offer_bonus hand_limit", "PBL-L11")
    league("keeper").impossible("offer_bonus hand_limit", "PBL-L11")


def test_statistics() -> None:
    """PBL-L12: games, wins, losses, draws and what was counted in them are added up, for a season and for all."""
    counts = "statistics=[(player=Ana, counts={terminations=1, blow_offs_made=4})]"
    table = league().do("start_season", f"record_result m1 Ana {counts}", "record_result m2", "end_season")
    table.do("start_season", f"record_result m3 Bo {counts}")
    line = next(line for line in table.state.standings() if line.player == 0)
    assert (line.games, line.wins, line.losses, line.draws, line.points) == (3, 1, 1, 1, 4)
    assert dict(line.counts) == {"terminations": 2, "blow_offs_made": 8}
    assert ranking(table, 2) == ["Bo", "Ana"]


def test_one_lot_at_a_time() -> None:
    """CT-G01: another card is put up when the last one is sold; nothing is sold before a bid, and a season waits for it."""
    table = auctioned().impossible("sell_lot", "CT-G01").do("place_bid Ana 1 marble_jaw")
    table.impossible("place_bid Bo 1 marble_arm", "CT-G01").impossible("start_season", "CT-G01")


def test_standings() -> None:
    """CT-G02: of two with equal points, who won their own match stands first; the league goes over all seasons."""
    table = league(players="Ana,Bo,Cleo").do("start_season", "record_result m1 Bo [Ana, Bo]")
    table.do("record_result m2 Ana [Ana, Cleo]", "end_season")
    assert ranking(table) == ["Bo", "Ana", "Cleo"]
    table.do("start_season", "record_result m3 Cleo [Ana, Cleo]", "record_result m4 Cleo [Bo, Cleo]", "end_season")
    outcome = LEAGUE.outcome(table.do("close_league").state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (3, 3, 6))


def test_who_a_result_is_about() -> None:
    """CT-R01: strangers do not win, nor those who did not play, amended or not."""
    table = league(players="Ana,Bo,Cleo").do("start_season").impossible("record_result m1 Cleo [Ana, Bo]", "CT-R01")
    table.impossible(RecordResult(match="m1", winners=(9,)), "CT-R01")
    table.do("record_result m1 Ana [Ana, Bo]").impossible("amend_result m1 Cleo", "CT-R01")


def test_one_match_one_result() -> None:
    """CT-R02: a match counts once."""
    league().do("start_season", "record_result m1 Ana").impossible("record_result m1 Ana", "CT-R02")


def test_amended_result() -> None:
    """CT-R03: an amended result changes the season that has ended, and a league that is closed."""
    table = league().do("start_season", "record_result m1 Ana", "end_season", "close_league", "amend_result m1 Bo")
    outcome = LEAGUE.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, dict(table.state.ranks)[1]) == ((1,), (1, 0))
    table.impossible("amend_result m9 Bo", "CT-R03")


def test_amending_who_played() -> None:
    """CT-R03: an amended match has the players that it had."""
    table = league(players="Ana,Bo,Cleo").do("start_season", "record_result m1 Ana [Ana, Bo]")
    table.impossible("amend_result m1 Ana [Ana, Cleo]", "CT-R03")


def test_withdrawing_what_allowed_an_exchange() -> None:
    """CT-R03: a game after which a keeper was exchanged is withdrawn only when the exchange is taken back."""
    table = season("games_before_exchange=1").do("record_result m1 Ana", "exchange_keeper Ana copper_jaw marble_jaw")
    table.impossible("withdraw_result m1", "CT-R03").do("record_result m2 Bo", "withdraw_result m1")
    assert table.state.games(0) == 1


def test_the_right_time() -> None:
    """CT-R04: results belong to a season; seasons do not overlap; a league is opened once and closed after a season."""
    Scenario(LEAGUE, CARDS).impossible("start_season", "CT-R04")
    table = league().refused("record_result m1 Ana", "CT-R04").impossible("end_season", "CT-R04")
    table.impossible("close_league", "CT-R04").impossible("start_league Ana,Bo", "CT-R04")
    table.do("start_season").impossible("start_season", "CT-R04")


def test_result_between_seasons_counts_for_none() -> None:
    """CT-R04: a match between seasons, recorded as played, is in no standings."""
    table = league().as_played("record_result m1 Ana", "CT-R04")
    assert [line.games for line in table.state.standings()] == [0, 0]


def test_corrections() -> None:
    """CT-B01: points, money and keepers can be set right, for players and cards that there are."""
    table = season().do("adjust late [add_points(player=Ana, points=-1), set_money(player=Bo, money=3)]")
    assert (table.state.standings(1)[1].points, table.state.members[1].money) == (-1, 3)
    table.impossible("adjust slip set_keepers(player=Ana, cards=[lantern_jaw])", "CT-B01")
    table.impossible("adjust slip set_keepers(player=Ana, cards=[marble_jaw, marble_jaw])", "CT-B01")
    table.impossible(Adjust(reason="x", changes=(SetMoney(player=9, money=1),)), "CT-B01")
    table.impossible(Adjust(reason="x", changes=(SetKeepers(player=0, cards=("no_such",)),)), "CT-B01")


def test_declared_position() -> None:
    """CT-B01: a league can begin with the keepers that it has, in its third season; with keepers that can be kept."""
    line = "declare_position Ana,Bo season=2 options=(form=salary) keepers"
    table = Scenario(LEAGUE, CARDS).do(f"{line}=[(player=@1, cards=[copper_jaw]), (player=@2, cards=[marble_jaw])]")
    assert table.do("start_season").state.season == 3
    Scenario(LEAGUE, CARDS).impossible(f"{line}=[(player=@1, cards=[copper_jaw, copper_jaw])]", "CT-B01")
    Scenario(LEAGUE, CARDS).impossible(f"{line}=[(player=@3, cards=[copper_jaw])]", "CT-B01")
    Scenario(LEAGUE, CARDS).impossible(f"{line}=[(player=@1, cards=[{SIX}])]", "CT-B01")


@pytest.mark.parametrize("form", ["plain", "keeper", "salary"])
def test_a_hundred_leagues(form: str) -> None:
    """100 leagues of each form come to an end and replay to the same state."""
    play_many(LEAGUE, range(100), {"form": form})


def test_amendments_keep_rankings_right() -> None:
    """Whatever is amended, the rankings of all seasons, and of the league, are what the results add up to."""
    rng = Random(3)
    for states in play_many(LEAGUE, range(60)):
        state = states[-1]
        for _ in range(4):
            one = rng.choice(state.results)
            state = amend_at_random(LEAGUE, state, rng, one.players, one.match) or state
        assert state.ranking == tuple(line.player for line in state.standings())
        for number, rank in state.ranks:
            assert rank == tuple(line.player for line in state.standings(number))
