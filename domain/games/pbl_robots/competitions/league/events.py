"""Events of a league with keepers. They contain every number that was used, so folding them reads no rules."""

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.competition.record import CompetitionEvent
from domain.games.pbl_robots.competitions.league.state import LeagueKeeper, Lot, Member, State, Terms
from domain.seats import seats_of_names


class LeagueStarted(CompetitionEvent, frozen=True, kw_only=True, tag="league_started"):
    """A league was opened with its players and terms."""

    players: tuple[str, ...]
    terms: Terms
    money: int
    season: int
    formats = CompetitionEvent.formats | {"number": lambda _, players: str(len(players))}
    template = "a {terms.form} league of {players:number}: {players:texts}"

    def evolve(self, state: State) -> State:
        members = (Member(money=self.money),) * len(self.players)
        return self.set_in(state, seats=seats_of_names(self.players), phase="preparation", members=members)


class OrderDrawn(CompetitionEvent, frozen=True, kw_only=True, tag="order_drawn"):
    """The order in which players select keepers was drawn."""

    order: tuple[SeatIndex, ...]
    template = "keepers are selected in this order: {order:seats}"


class KeeperSelected(CompetitionEvent, frozen=True, kw_only=True, tag="keeper_selected"):
    """A player selected a card as a keeper."""

    player: SeatIndex
    card: CardId
    template = "{player} keeps {card}"

    def evolve(self, state: State) -> State:
        keepers = (*state.members[self.player].keepers, LeagueKeeper(self.card))
        return state.with_member(self.player, keepers=keepers)


class BonusOffered(CompetitionEvent, frozen=True, kw_only=True, tag="bonus_offered"):
    """A bonus was put up for auction."""

    bonus: str
    template = "{bonus} is offered"

    def evolve(self, state: State) -> State:
        return replace(state, offered=(*state.offered, self.bonus))


class BidPlaced(CompetitionEvent, frozen=True, kw_only=True, tag="bid_placed"):
    """A player made the highest bid so far."""

    player: SeatIndex
    amount: int
    card: CardId | None = None
    bonus: str | None = None
    template = "{player} bids {amount} for {bonus:?*}{card:?*}"

    def evolve(self, state: State) -> State:
        lot = Lot(card=self.card, bonus=self.bonus, bidder=self.player, amount=self.amount)
        return replace(state, lot=lot)


class KeeperBought(CompetitionEvent, frozen=True, kw_only=True, tag="keeper_bought"):
    """A player bought a card as a keeper."""

    player: SeatIndex
    card: CardId
    price: int
    template = "{player} buys {card} for {price}"

    def evolve(self, state: State) -> State:
        member = state.members[self.player]
        keepers = (*member.keepers, LeagueKeeper(self.card, self.price))
        return replace(state.with_member(self.player, keepers=keepers, money=member.money - self.price), lot=None)


class BonusBought(CompetitionEvent, frozen=True, kw_only=True, tag="bonus_bought"):
    """A player bought a bonus."""

    player: SeatIndex
    bonus: str
    price: int
    template = "{player} buys {bonus} for {price}"

    def evolve(self, state: State) -> State:
        member = state.members[self.player]
        bonuses = (*member.bonuses, self.bonus)
        return replace(state.with_member(self.player, bonuses=bonuses, money=member.money - self.price), lot=None)


class KeeperExchanged(CompetitionEvent, frozen=True, kw_only=True, tag="keeper_exchanged"):
    """A keeper was exchanged."""

    player: SeatIndex
    given: CardId
    taken: CardId
    template = "{player} exchanges {given} for {taken}"

    def evolve(self, state: State) -> State:
        keepers = (*state.members[self.player].without(self.given), LeagueKeeper(self.taken))
        return state.with_member(self.player, keepers=keepers, exchanged=True)


class KeeperFired(CompetitionEvent, frozen=True, kw_only=True, tag="keeper_fired"):
    """A player gave up a keeper."""

    player: SeatIndex
    card: CardId
    refund: int
    template = "{player} fires {card}{refund:?; * come back}"

    def evolve(self, state: State) -> State:
        member = state.members[self.player]
        money = member.money + self.refund
        return state.with_member(self.player, keepers=member.without(self.card), money=money)


class SeasonEnded(CompetitionEvent, frozen=True, kw_only=True, tag="season_ended"):
    """A season ended with a ranking."""

    season: int
    ranking: tuple[SeatIndex, ...]
    money: tuple[int, ...]
    """Each player's new amount of money."""
    template = "season {season} ends: {ranking:seats}"

    def evolve(self, state: State) -> State:
        members = tuple(replace(m, money=money) for m, money in zip(state.members, self.money, strict=True))
        ranks = (*state.ranks, (self.season, self.ranking))
        return replace(state, phase="preparation", members=members, ranks=ranks)


class MoneySet(CompetitionEvent, frozen=True, kw_only=True, tag="money_set"):
    """A player's money was set by hand."""

    player: SeatIndex
    money: int
    template = "{player} has {money}"

    def evolve(self, state: State) -> State:
        return state.with_member(self.player, money=self.money)


class KeepersSet(CompetitionEvent, frozen=True, kw_only=True, tag="keepers_set"):
    """A player's keepers were set by hand."""

    player: SeatIndex
    cards: tuple[str, ...]
    template = "{player} keeps {cards:cards?*|nobody}"

    def evolve(self, state: State) -> State:
        prices = {keeper.card: keeper.price for keeper in state.members[self.player].keepers}
        return state.with_member(
            self.player, keepers=tuple(LeagueKeeper(card, prices.get(card, 0)) for card in self.cards)
        )
