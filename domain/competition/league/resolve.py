"""What follows from a command in a league, legal or not."""

from collections.abc import Iterator
from typing import assert_never

from domain.competition.commands import AmendResult, WithdrawResult
from domain.competition.league import commands as c
from domain.competition.league import events as e
from domain.competition.league.adjusting import adjusted
from domain.competition.league.evolve import evolve
from domain.competition.league.options import Options
from domain.competition.league.state import State, standings
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn, Scale, find_result, result_of


def resolve(state: State, command: c.LeagueCommand) -> tuple[e.LeagueEvent, ...]:
    """The events of a command that `check` did not call impossible."""
    events: list[e.LeagueEvent] = []
    for event in _resolve(state, command):
        events.append(event)
        state = evolve(state, event)
    changed = any(isinstance(event, ResultAmended | ResultWithdrawn | e.PointsAdded) for event in events)
    return (*events, *_ranked_anew(state)) if changed else tuple(events)


def _resolve(state: State, command: c.LeagueCommand) -> Iterator[e.LeagueEvent]:
    if isinstance(command, c.StartLeague):
        yield _started(command.players, command.options, 0)
    elif isinstance(command, c.DeclarePosition):
        yield _started(command.players, command.options, command.season)
        for kept in command.keepers:
            yield e.KeepersSet(player=kept.player, cards=kept.cards)
    elif isinstance(command, c.Preparing):
        yield from _preparing(state, command)
    else:
        yield from _seasonal(state, command)


def _started(players: tuple[str, ...], options: Options, season: int) -> e.LeagueStarted:
    terms = e.Terms(
        game=options.game,
        form=options.form,
        games_before_exchange=options.games_before_exchange,
        season_money=options.season_money,
        fire_refund=options.fire_refund,
        scale=Scale(options.win_points, options.draw_points, options.loss_points),
    )
    money = options.money if options.form == "salary" else 0
    return e.LeagueStarted(players=players, terms=terms, money=money, season=season)


def _preparing(state: State, command: c.Preparing) -> Iterator[e.LeagueEvent]:
    match command:
        case c.DrawOrder():
            yield e.OrderDrawn(order=command.order)
        case c.SelectKeeper():
            yield e.KeeperSelected(player=command.player, card=command.card)
        case c.OfferBonus():
            yield e.BonusOffered(bonus=command.bonus)
        case c.PlaceBid():
            yield e.BidPlaced(player=command.player, amount=command.amount, card=command.card, bonus=command.bonus)
        case c.SellLot():
            yield from _sold(state)
        case c.ExchangeKeeper():
            yield e.KeeperExchanged(player=command.player, given=command.give, taken=command.take)
        case c.FireKeeper():
            yield e.KeeperFired(player=command.player, card=command.card, refund=_refund(state, command))
        case _:
            assert_never(command)


def _sold(state: State) -> Iterator[e.LeagueEvent]:
    lot = state.lot
    if lot is not None and lot.card is not None:
        yield e.KeeperBought(player=lot.bidder, card=lot.card, price=lot.amount)
    elif lot is not None and lot.bonus is not None:
        yield e.BonusBought(player=lot.bidder, bonus=lot.bonus, price=lot.amount)


def _refund(state: State, command: c.FireKeeper) -> int:
    """What a fired keeper brings (CT-G03)."""
    prices = {keeper.card: keeper.price for keeper in state.members[command.player].keepers}
    return prices.get(command.card, 0) if state.terms.fire_refund == "price" else 0


def _seasonal(state: State, command: c.Seasonal) -> Iterator[e.LeagueEvent]:
    match command:
        case c.StartSeason():
            yield e.SeasonStarted(season=state.season + 1)
        case c.EndSeason():
            money = tuple(member.money + state.terms.season_money for member in state.members)
            yield e.SeasonEnded(season=state.season, ranking=_ranking(state, state.season), money=money)
        case c.CloseLeague():
            yield _closed(_ranking(state, None), _scores(state))
        case c.RecordResult():
            players = command.players or range(len(state.seats))
            season = state.season if state.phase == "season" else 0
            yield ResultRecorded(result=result_of(command, tuple(players), season))
        case AmendResult():
            if (known := find_result(state.results, command.match)) is not None:
                yield ResultAmended(result=result_of(command, known.players, known.part))
        case WithdrawResult():
            if find_result(state.results, command.match) is not None:
                yield ResultWithdrawn(match=command.match)
        case c.Adjust():
            yield e.Adjusted(reason=command.reason)
            yield from adjusted(state, command.changes).events
        case _:
            assert_never(command)


def _ranking(state: State, season: int | None) -> tuple[int, ...]:
    return tuple(line.player for line in standings(state, season))


def _scores(state: State) -> tuple[int, ...]:
    """Points over all seasons, in the order of the seats."""
    return tuple(line.points for line in sorted(standings(state), key=lambda line: line.player))


def _closed(ranking: tuple[int, ...], scores: tuple[int, ...]) -> e.LeagueClosed:
    return e.LeagueClosed(winner=ranking[0], ranking=ranking, scores=scores)


def _ranked_anew(state: State) -> Iterator[e.LeagueEvent]:
    """What a changed result changes in seasons that have ended, and in a league that is closed."""
    for season, ranking in state.ranks:
        if (now := _ranking(state, season)) != ranking:
            yield e.SeasonRanked(season=season, ranking=now)
    if state.phase == "over":
        ranking, scores = _ranking(state, None), _scores(state)
        if (ranking, scores) != (state.ranking, state.scores):
            yield _closed(ranking, scores)
