"""One event applied to a league."""

from collections.abc import Callable
from typing import Final, cast

from msgspec.structs import replace

from domain.competition import results as r
from domain.competition.league import events as e
from domain.competition.league.state import Keeper, Lot, Member, State
from domain.table import seats_of_names


def evolve(state: State, event: e.LeagueEvent) -> State:
    """The state after one event."""
    return _TABLE[type(event)](state, event)


def _with(state: State, player: int, member: Member) -> State:
    return replace(state, members=(*state.members[:player], member, *state.members[player + 1 :]))


def _without(member: Member, card: str) -> tuple[Keeper, ...]:
    return tuple(keeper for keeper in member.keepers if keeper.card != card)


def _league_started(state: State, event: e.LeagueStarted) -> State:
    return replace(
        state,
        seats=seats_of_names(event.players),
        phase="preparation",
        terms=event.terms,
        members=(Member(money=event.money),) * len(event.players),
        season=event.season,
    )


def _order_drawn(state: State, event: e.OrderDrawn) -> State:
    return replace(state, order=event.order)


def _keeper_selected(state: State, event: e.KeeperSelected) -> State:
    member = state.members[event.player]
    return _with(state, event.player, replace(member, keepers=(*member.keepers, Keeper(event.card))))


def _bonus_offered(state: State, event: e.BonusOffered) -> State:
    return replace(state, offered=(*state.offered, event.bonus))


def _bid_placed(state: State, event: e.BidPlaced) -> State:
    lot = Lot(card=event.card, bonus=event.bonus, bidder=event.player, amount=event.amount)
    return replace(state, lot=lot)


def _keeper_bought(state: State, event: e.KeeperBought) -> State:
    member = state.members[event.player]
    keepers = (*member.keepers, Keeper(event.card, event.price))
    member = replace(member, keepers=keepers, money=member.money - event.price)
    return replace(_with(state, event.player, member), lot=None)


def _bonus_bought(state: State, event: e.BonusBought) -> State:
    member = state.members[event.player]
    member = replace(member, bonuses=(*member.bonuses, event.bonus), money=member.money - event.price)
    return replace(_with(state, event.player, member), lot=None)


def _keeper_exchanged(state: State, event: e.KeeperExchanged) -> State:
    member = state.members[event.player]
    keepers = (*_without(member, event.given), Keeper(event.taken))
    return _with(state, event.player, replace(member, keepers=keepers, exchanged=True))


def _keeper_fired(state: State, event: e.KeeperFired) -> State:
    member = state.members[event.player]
    member = replace(member, keepers=_without(member, event.card), money=member.money + event.refund)
    return _with(state, event.player, member)


def _season_started(state: State, event: e.SeasonStarted) -> State:
    members = tuple(replace(member, exchanged=False) for member in state.members)
    return replace(state, phase="season", season=event.season, members=members)


def _season_ended(state: State, event: e.SeasonEnded) -> State:
    members = tuple(replace(m, money=money) for m, money in zip(state.members, event.money, strict=True))
    ranks = (*state.ranks, (event.season, event.ranking))
    return replace(state, phase="preparation", members=members, ranks=ranks)


def _season_ranked(state: State, event: e.SeasonRanked) -> State:
    ranks = ((season, event.ranking if season == event.season else rank) for season, rank in state.ranks)
    return replace(state, ranks=tuple(ranks))


def _league_closed(state: State, event: e.LeagueClosed) -> State:
    return replace(state, phase="over", ranking=event.ranking, scores=event.scores)


def _result_recorded(state: State, event: r.ResultRecorded) -> State:
    return replace(state, results=(*state.results, event.result))


def _result_amended(state: State, event: r.ResultAmended) -> State:
    return replace(state, results=r.amended(state.results, event.result))


def _result_withdrawn(state: State, event: r.ResultWithdrawn) -> State:
    return replace(state, results=r.withdrawn(state.results, event.match))


def _adjusted(state: State, _: e.Adjusted) -> State:
    return state


def _points_added(state: State, event: e.PointsAdded) -> State:
    return replace(state, extra=(*state.extra, (event.season, event.player, event.points)))


def _money_set(state: State, event: e.MoneySet) -> State:
    return _with(state, event.player, replace(state.members[event.player], money=event.money))


def _keepers_set(state: State, event: e.KeepersSet) -> State:
    member = state.members[event.player]
    prices = {keeper.card: keeper.price for keeper in member.keepers}
    keepers = tuple(Keeper(card, prices.get(card, 0)) for card in event.cards)
    return _with(state, event.player, replace(member, keepers=keepers))


EVOLVE: Final = {
    e.LeagueStarted: _league_started,
    e.OrderDrawn: _order_drawn,
    e.KeeperSelected: _keeper_selected,
    e.BonusOffered: _bonus_offered,
    e.BidPlaced: _bid_placed,
    e.KeeperBought: _keeper_bought,
    e.BonusBought: _bonus_bought,
    e.KeeperExchanged: _keeper_exchanged,
    e.KeeperFired: _keeper_fired,
    e.SeasonStarted: _season_started,
    e.SeasonEnded: _season_ended,
    e.SeasonRanked: _season_ranked,
    e.LeagueClosed: _league_closed,
    r.ResultRecorded: _result_recorded,
    r.ResultAmended: _result_amended,
    r.ResultWithdrawn: _result_withdrawn,
    e.Adjusted: _adjusted,
    e.PointsAdded: _points_added,
    e.MoneySet: _money_set,
    e.KeepersSet: _keepers_set,
}
_TABLE: Final = cast("dict[type, Callable[[State, e.LeagueEvent], State]]", EVOLVE)
