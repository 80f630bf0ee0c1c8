"""The legal commands of a league."""

from collections.abc import Iterator
from itertools import combinations, islice

from domain.competition.commands import CompetitionCommand
from domain.competition.league import CloseLeague, StartSeason
from domain.competition.record import free_name
from domain.games.pbl_robots.competitions.league import keepers
from domain.games.pbl_robots.competitions.league.seasons import EndSeason, RecordResult
from domain.games.pbl_robots.competitions.league.state import BONUSES, State
from domain.games.pbl_robots.state import KEEPERS


def legal(state: State) -> Iterator[CompetitionCommand]:
    """Yield the next commands of the league, with a few examples of bids and exchanges."""
    if state.phase == "preparation":
        form = state.terms.form
        if form == "keeper":
            yield from _selections(state)
        elif form == "salary":
            yield from _auction(state)
        yield from _starts(state)
    elif state.phase == "season":
        yield from _exchanges(state)
        yield from _results(state)
        if any(result.part == state.season for result in state.results):
            yield EndSeason()


def _selections(state: State) -> Iterator[CompetitionCommand]:
    if not state.order:
        if not state.season:
            yield keepers.DrawOrder(order=tuple(range(len(state.seats))))
    elif state.selector is not None and not state.season:
        for card in state.free_cards():
            yield keepers.SelectKeeper(player=state.selector, card=card)


def _auction(state: State) -> Iterator[CompetitionCommand]:
    lot = state.lot
    if lot is not None:
        yield keepers.SellLot()
    elif not state.offered:
        yield keepers.OfferBonus(bonus=next(iter(BONUSES)))
    sold = {bonus for member in state.members for bonus in member.bonuses}
    up = lot.amount if lot else 0
    for player, member in enumerate(state.members):
        if member.money <= up or (lot and lot.bidder == player):
            continue
        full = len(member.keepers) >= KEEPERS
        cards = () if full else (lot.card,) if lot else tuple(islice(state.free_cards(), 3))
        bonuses = (lot.bonus,) if lot else tuple(bonus for bonus in state.offered if bonus not in sold)
        for card in cards:
            if card is not None and not state.is_action(card):
                yield keepers.PlaceBid(player=player, amount=up + 1, card=card)
        for bonus in bonuses:
            if bonus is not None:
                yield keepers.PlaceBid(player=player, amount=up + 1, bonus=bonus)
        if state.season and lot is None:
            yield from (keepers.FireKeeper(player=player, card=card) for card in member.cards)


def _starts(state: State) -> Iterator[CompetitionCommand]:
    least = {"plain": 0, "salary": 1}.get(state.terms.form, KEEPERS)
    if state.lot is None and all(len(member.keepers) >= least for member in state.members):
        yield StartSeason()
    if state.season and state.lot is None:
        yield CloseLeague()


def _exchanges(state: State) -> Iterator[keepers.ExchangeKeeper]:
    for player, member in enumerate(state.members):
        if member.exchanged or not member.keepers or state.games(player) < state.terms.games_before_exchange:
            continue
        for card in islice(state.free_cards(), 2):
            yield keepers.ExchangeKeeper(player=player, give=member.cards[0], take=card)


def _results(state: State) -> Iterator[RecordResult]:
    match = free_name(state.results)
    for players in combinations(range(len(state.seats)), 2):
        yield RecordResult(match=match, players=players)
        for winner in players:
            yield RecordResult(match=match, players=players, winners=(winner,))
