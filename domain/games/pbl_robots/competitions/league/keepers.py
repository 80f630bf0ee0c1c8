"""Commands for keepers: select, bid and sell, exchange, fire."""

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from domain.cards import CardId, SeatIndex
from domain.competition.commands import CompetitionCommand, Count, check_seats
from domain.competition.record import CompetitionState
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.pbl_robots.competitions.league import events
from domain.games.pbl_robots.competitions.league.state import State
from domain.games.pbl_robots.state import KEEPERS
from domain.rules import Violation, impossible
from domain.seats import seat_name
from domain.text import pluralize

LeagueBuffer: TypeAlias = EventBuffer[State, Event]


class MemberCommand(CompetitionCommand, frozen=True, kw_only=True):
    """A command of one player of the league; its first field is `player`."""

    rules: ClassVar[tuple[str, ...]] = ("CT-R01",)

    def check(self, state: CompetitionState) -> tuple[Violation, ...]:
        """Check that the player is in the league (CT-R01), then everything else."""
        players: tuple[int, ...] = (getattr(self, "player"),)  # noqa: B009
        strangers = tuple(check_seats(state.seats, players, "player")) if state.seats else ()
        return strangers or super().check(state)


def _card_violations(state: State, card: str, rule: str) -> Iterator[Violation]:
    """Check that a player may keep a card: it exists, is not an action, and has no keeper."""
    name = state.catalogue.name_of(card)
    if card not in state.catalogue:
        yield impossible(rule, f"no card {card!r} in the catalogue")
    if state.is_action(card):
        yield Violation(rule, f"{name} is an action card and cannot be kept")
    if (keeper := state.keeper_of(card)) is not None:
        yield impossible(rule, f"{name} is kept by {seat_name(state.seats, keeper)}")


def _own_violations(state: State, player: int, card: str, rule: str) -> Iterator[Violation]:
    """Check that a player keeps the card that they give up."""
    if card not in state.members[player].cards:
        held = ", ".join(map(state.catalogue.name_of, state.members[player].cards)) or "none"
        text = f"{seat_name(state.seats, player)} does not keep {state.catalogue.name_of(card)}; keepers: {held}"
        yield impossible(rule, text)


# --- selected in turn --------------------------------------------------------------------------------------------------


class DrawOrder(CompetitionCommand, frozen=True, kw_only=True, tag="draw_order"):
    """Keeper league: draws the order in which the players select keepers."""

    title = "Draw the order of selection"
    order: tuple[SeatIndex, ...]
    makes = events.OrderDrawn
    rules = ("PBL-L04",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.terms.form != "keeper":
            yield impossible("PBL-L04", "only a keeper league selects keepers in turn")
        if state.order:
            yield impossible("PBL-L04", "the order was drawn already")
        if sorted(self.order) != list(range(len(state.seats))):
            yield impossible("PBL-L04", "name every player once")


class SelectKeeper(MemberCommand, frozen=True, kw_only=True, tag="select_keeper"):
    """Keeper league: a player selects a card."""

    title = "Select a keeper"
    player: SeatIndex
    card: CardId
    makes = events.KeeperSelected
    rules = ("PBL-L04",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.terms.form != "keeper" or not state.order:
            yield impossible("PBL-L04", "keepers are selected only in a keeper league, after the order is drawn")
            return
        if len(state.members[self.player].keepers) >= KEEPERS:
            yield impossible("PBL-L04", f"{seat_name(state.seats, self.player)} has {KEEPERS} keepers")
        elif state.selector != self.player:
            yield Violation("PBL-L04", f"{seat_name(state.seats, state.selector)} selects now")
        if state.season:
            yield Violation("PBL-L04", "keepers are selected before the first season")
        yield from _card_violations(state, self.card, "PBL-L04")


# --- bought at auction -------------------------------------------------------------------------------------------------


class OfferBonus(CompetitionCommand, frozen=True, kw_only=True, tag="offer_bonus"):
    """The league manager puts a bonus up for auction: starting_hand, hand_limit, deck_reduction, or one of the league's own."""

    title = "Offer a bonus"
    bonus: str
    makes = events.BonusOffered
    rules = ("PBL-L11",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.terms.form != "salary":
            yield impossible("PBL-L11", "bonuses are sold only in a league with an auction")
        if not self.bonus.strip() or self.bonus in state.offered:
            yield impossible("PBL-L11", "a bonus needs a name, and can be offered only once")


class PlaceBid(MemberCommand, frozen=True, kw_only=True, tag="place_bid"):
    """A player bids for a card or a bonus. The first bid puts it up for auction."""

    title = "Place a bid"
    player: SeatIndex
    amount: Count
    card: CardId | None = None
    bonus: str | None = None
    makes = events.BidPlaced
    rules = ("CT-G01", "PBL-L08", "PBL-L09", "PBL-L10", "PBL-L11")

    def validate(self, state: State) -> Iterator[Violation]:
        if state.terms.form != "salary":
            yield impossible("PBL-L08", "this league has no auction")
        elif (self.card is None) == (self.bonus is None):
            yield impossible("PBL-L08", "name a card or a bonus to bid for, not both")
        else:
            yield from self._bid_violations(state)
            yield from self._lot_violations(state)

    def _bid_violations(self, state: State) -> Iterator[Violation]:
        lot, member = state.lot, state.members[self.player]
        if state.phase != "preparation":
            yield Violation("PBL-L10", "the auction is held between seasons")
        if lot is not None and (lot.card, lot.bonus) != (self.card, self.bonus):
            name = lot.bonus or state.catalogue.name_of(lot.card)
            yield impossible("CT-G01", f"sell {name} first, which is up for auction")
        if self.amount <= (lot.amount if lot is not None else 0):
            yield Violation("PBL-L08", f"a bid of {self.amount} is too low: bid more than {lot.amount if lot else 0}")
        if self.amount > member.money:
            yield Violation("PBL-L08", f"{seat_name(state.seats, self.player)} has {member.money} left")

    def _lot_violations(self, state: State) -> Iterator[Violation]:
        if self.card is not None:
            yield from _card_violations(state, self.card, "PBL-L08")
            if len(state.members[self.player].keepers) >= KEEPERS:
                yield Violation("PBL-L09", f"{seat_name(state.seats, self.player)} has {KEEPERS} of {KEEPERS} keepers")
        if self.bonus is not None:
            if self.bonus not in state.offered:
                text = f"no bonus {self.bonus!r} is offered; offered: {', '.join(state.offered) or 'none'}"
                yield impossible("PBL-L11", text)
            if any(self.bonus in member.bonuses for member in state.members):
                yield impossible("PBL-L11", f"{self.bonus} is already sold")


class SellLot(CompetitionCommand, frozen=True, kw_only=True, tag="sell_lot"):
    """Ends the bidding: the last bidder buys the card or bonus."""

    title = "Sell to the last bidder"
    rules = ("CT-G01",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.lot is None:
            yield impossible("CT-G01", "no card or bonus is up for auction")

    def resolve(self, out: LeagueBuffer) -> None:
        lot = out.state.lot
        if lot is not None and lot.card is not None:
            out.add(events.KeeperBought(player=lot.bidder, card=lot.card, price=lot.amount))
        elif lot is not None and lot.bonus is not None:
            out.add(events.BonusBought(player=lot.bidder, bonus=lot.bonus, price=lot.amount))


# --- exchanged and fired -----------------------------------------------------------------------------------------------


class ExchangeKeeper(MemberCommand, frozen=True, kw_only=True, tag="exchange_keeper"):
    """A player gives one keeper back and takes another card."""

    title = "Exchange a keeper"
    player: SeatIndex
    give: CardId
    take: CardId
    rules = ("PBL-L07",)

    def validate(self, state: State) -> Iterator[Violation]:
        played, agreed = state.games(self.player), state.terms.games_before_exchange
        if state.phase != "season":
            yield Violation("PBL-L07", "keepers are exchanged only during a season")
        elif played < agreed:
            yield Violation("PBL-L07", f"{played} of {pluralize(agreed, 'game')} played in this season")
        if state.members[self.player].exchanged:
            yield Violation("PBL-L07", "the exchange of this season is used")
        yield from _own_violations(state, self.player, self.give, "PBL-L07")
        yield from _card_violations(state, self.take, "PBL-L07")

    def resolve(self, out: LeagueBuffer) -> None:
        out.add(events.KeeperExchanged(player=self.player, given=self.give, taken=self.take))


class FireKeeper(MemberCommand, frozen=True, kw_only=True, tag="fire_keeper"):
    """A player gives up a keeper between seasons."""

    title = "Fire a keeper"
    player: SeatIndex
    card: CardId
    rules = ("PBL-L10",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.terms.form != "salary":
            yield Violation("PBL-L10", "keepers are fired only in a league with an auction")
        if state.phase != "preparation" or not state.season:
            yield Violation("PBL-L10", "keepers are fired only between seasons")
        yield from _own_violations(state, self.player, self.card, "PBL-L10")

    def resolve(self, out: LeagueBuffer) -> None:
        state = out.state
        prices = {keeper.card: keeper.price for keeper in state.members[self.player].keepers}
        # CT-G03: the terms of the league fix the refund for a fired keeper.
        refund = prices.get(self.card, 0) if state.terms.fire_refund == "price" else 0
        out.add(events.KeeperFired(player=self.player, card=self.card, refund=refund))
