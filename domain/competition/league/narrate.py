"""Events of a league in words."""

from typing import assert_never

from domain.competition.league import commands as c
from domain.competition.league import events as e
from domain.competition.league.state import State
from domain.competition.pictures import result_text
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.table import Viewpoint, seat_name
from domain.text import counted


def narrate(before: State, event: e.LeagueEvent, viewpoint: Viewpoint) -> str:
    """One line; nothing of a league is hidden."""
    del viewpoint
    match event:
        case ResultRecorded() | ResultAmended() | ResultWithdrawn():
            return _result(before, event)
        case e.OrderDrawn() | e.KeeperSelected() | e.KeeperExchanged() | e.KeeperFired():
            return _keeper(before, event)
        case e.BonusOffered() | e.BidPlaced() | e.KeeperBought() | e.BonusBought():
            return _auction(before, event)
        case e.LeagueStarted() | e.SeasonStarted() | e.SeasonEnded() | e.SeasonRanked() | e.LeagueClosed():
            return _season(before, event)
        case e.Adjusted() | e.PointsAdded() | e.MoneySet() | e.KeepersSet():
            return _adjustment(before, event)
        case _:
            assert_never(event)


def _result(before: State, event: e.ResultEvent) -> str:
    match event:
        case ResultRecorded():
            return f"match {event.result.match}: {result_text(before.seats, event.result)}"
        case ResultAmended():
            return f"match {event.result.match} now stands as {result_text(before.seats, event.result)}"
        case ResultWithdrawn():
            return f"the result of match {event.match} is withdrawn"
        case _:
            assert_never(event)


def _cards(state: State, cards: tuple[str, ...]) -> str:
    return ", ".join(map(state.catalogue.name_of, cards)) or "nobody"


def _players(state: State, players: tuple[int, ...]) -> str:
    return ", ".join(seat_name(state.seats, player) for player in players)


def _keeper(before: State, event: e.KeeperEvent) -> str:
    match event:
        case e.OrderDrawn():
            return f"{_players(before, event.order)}: in this order keepers are selected"
        case e.KeeperSelected():
            return f"{seat_name(before.seats, event.player)} keeps {_cards(before, (event.card,))}"
        case e.KeeperExchanged():
            given, taken = _cards(before, (event.given,)), _cards(before, (event.taken,))
            return f"{seat_name(before.seats, event.player)} exchanges {given} for {taken}"
        case e.KeeperFired():
            back = f"; {event.refund} come back" if event.refund else ""
            return f"{seat_name(before.seats, event.player)} fires {_cards(before, (event.card,))}{back}"
        case _:
            assert_never(event)


def _auction(before: State, event: e.AuctionEvent) -> str:
    match event:
        case e.BonusOffered():
            return f"{event.bonus} is offered"
        case e.BidPlaced():
            what = event.bonus or before.catalogue.name_of(event.card)
            return f"{seat_name(before.seats, event.player)} bids {event.amount} for {what}"
        case e.KeeperBought():
            return f"{seat_name(before.seats, event.player)} buys {_cards(before, (event.card,))} for {event.price}"
        case e.BonusBought():
            return f"{seat_name(before.seats, event.player)} buys {event.bonus} for {event.price}"
        case _:
            assert_never(event)


def _season(before: State, event: e.SeasonEvent) -> str:
    match event:
        case e.LeagueStarted():
            return f"a {event.terms.form} league of {len(event.players)}: {', '.join(event.players)}"
        case e.SeasonStarted():
            return f"season {event.season} begins"
        case e.SeasonEnded():
            return f"season {event.season} ends: {_players(before, event.ranking)}"
        case e.SeasonRanked():
            return f"season {event.season} now stands as {_players(before, event.ranking)}"
        case e.LeagueClosed():
            return f"{seat_name(before.seats, event.ranking[0])} wins the league"
        case _:
            assert_never(event)


def _adjustment(before: State, event: e.AdjustmentEvent) -> str:
    match event:
        case e.Adjusted():
            return f"adjusted: {event.reason}"
        case e.PointsAdded():
            points = f"{'+' if event.points > 0 else ''}{counted(event.points, 'point')}"
            return f"{seat_name(before.seats, event.player)} {points} in season {event.season}"
        case e.MoneySet():
            return f"{seat_name(before.seats, event.player)} has {event.money}"
        case e.KeepersSet():
            return f"{seat_name(before.seats, event.player)} keeps {_cards(before, event.cards)}"
        case _:
            assert_never(event)


def veil(before: State, command: c.LeagueCommand, viewpoint: Viewpoint) -> c.LeagueCommand:
    """The command itself."""
    del before, viewpoint
    return command
