"""Keepers: selected in turn, bought at auction, exchanged, fired."""

from collections.abc import Iterator
from typing import assert_never

from domain.competition.league import commands as c
from domain.competition.league.state import MOST_KEEPERS, State
from domain.competition.reporting import check_seats
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted


def check_preparing(state: State, command: c.Preparing) -> Iterator[Violation]:
    """What prepares a season, or changes keepers in it."""
    player = getattr(command, "player", None)
    if isinstance(player, int) and (strangers := tuple(check_seats(state.seats, (player,), "player"))):
        yield from strangers
        return
    match command:
        case c.DrawOrder():
            yield from _check_order(state, command)
        case c.SelectKeeper():
            yield from _check_selection(state, command)
        case c.OfferBonus():
            yield from _check_offer(state, command)
        case c.PlaceBid():
            yield from _check_bid(state, command)
        case c.SellLot():
            if state.lot is None:
                yield Violation("CT-G01", "nothing is up for auction", impossible=True)
        case c.ExchangeKeeper():
            yield from _check_exchange(state, command)
        case c.FireKeeper():
            yield from _check_firing(state, command)
        case _:
            assert_never(command)


def _check_order(state: State, command: c.DrawOrder) -> Iterator[Violation]:
    if state.terms.form != "keeper":
        yield Violation("PBL-L04", "keepers are selected in turn in a keeper league", impossible=True)
    if state.order:
        yield Violation("PBL-L04", "the order was drawn already", impossible=True)
    if sorted(command.order) != list(range(len(state.seats))):
        yield Violation("PBL-L04", "the order names every player once", impossible=True)


def _check_card(state: State, card: str, rule: str) -> Iterator[Violation]:
    """A card that a player wants to keep."""
    name = state.catalogue.name_of(card)
    if card not in state.catalogue:
        yield Violation(rule, f"no card {card!r} in the catalogue", impossible=True)
    if state.is_action(card):
        yield Violation(rule, f"{name} is an action card and cannot be kept")
    if (keeper := state.keeper_of(card)) is not None:
        yield Violation(rule, f"{name} is kept by {seat_name(state.seats, keeper)}", impossible=True)


def _check_selection(state: State, command: c.SelectKeeper) -> Iterator[Violation]:
    if state.terms.form != "keeper" or not state.order:
        text = "keepers are selected in a keeper league, once the order is drawn"
        yield Violation("PBL-L04", text, impossible=True)
        return
    if len(state.members[command.player].keepers) >= MOST_KEEPERS:
        yield Violation(
            "PBL-L04", f"{seat_name(state.seats, command.player)} has {MOST_KEEPERS} keepers", impossible=True
        )
    elif state.selector != command.player:
        yield Violation("PBL-L04", f"{seat_name(state.seats, state.selector)} selects now")
    if state.season:
        yield Violation("PBL-L04", "keepers are selected before the first season")
    yield from _check_card(state, command.card, "PBL-L04")


def _check_offer(state: State, command: c.OfferBonus) -> Iterator[Violation]:
    if state.terms.form != "salary":
        yield Violation("PBL-L11", "bonuses are sold in a league with an auction", impossible=True)
    if not command.bonus.strip() or command.bonus in state.offered:
        yield Violation("PBL-L11", "a bonus has a name, and is offered once", impossible=True)


def _check_bid(state: State, command: c.PlaceBid) -> Iterator[Violation]:
    if state.terms.form != "salary":
        yield Violation("PBL-L08", "this league has no auction", impossible=True)
        return
    if (command.card is None) == (command.bonus is None):
        yield Violation("PBL-L08", "a bid is for a card or for a bonus", impossible=True)
        return
    if state.phase != "preparation":
        yield Violation("PBL-L10", "the auction is held between seasons")
    lot, member = state.lot, state.members[command.player]
    if lot is not None and (lot.card, lot.bonus) != (command.card, command.bonus):
        yield Violation("CT-G01", f"{_lot_name(state)} is up: it is sold first", impossible=True)
    if command.amount <= (lot.amount if lot is not None else 0):
        yield Violation("PBL-L08", f"{command.amount}: more than {lot.amount if lot else 0} is bid")
    if command.amount > member.money:
        yield Violation("PBL-L08", f"{seat_name(state.seats, command.player)} has {member.money} left")
    if command.card is not None:
        yield from _check_card(state, command.card, "PBL-L08")
        if len(member.keepers) >= MOST_KEEPERS:
            text = f"{seat_name(state.seats, command.player)} has {MOST_KEEPERS} of {MOST_KEEPERS} keepers"
            yield Violation("PBL-L09", text)
    if command.bonus is not None:
        yield from _check_bonus(state, command.bonus)


def _check_bonus(state: State, bonus: str) -> Iterator[Violation]:
    if bonus not in state.offered:
        text = f"no bonus {bonus!r} is offered; there are {', '.join(state.offered) or 'none'}"
        yield Violation("PBL-L11", text, impossible=True)
    if any(bonus in member.bonuses for member in state.members):
        yield Violation("PBL-L11", f"{bonus} is sold", impossible=True)


def _lot_name(state: State) -> str:
    if state.lot is None:
        return "nothing"
    return state.lot.bonus or state.catalogue.name_of(state.lot.card)


def _check_own(state: State, player: int, card: str, rule: str) -> Iterator[Violation]:
    if card not in state.members[player].cards:
        held = ", ".join(map(state.catalogue.name_of, state.members[player].cards)) or "nobody"
        text = f"{seat_name(state.seats, player)} does not keep {state.catalogue.name_of(card)}, but {held}"
        yield Violation(rule, text, impossible=True)


def _check_exchange(state: State, command: c.ExchangeKeeper) -> Iterator[Violation]:
    played, agreed = state.games(command.player), state.terms.games_before_exchange
    if state.phase != "season":
        yield Violation("PBL-L07", "keepers are exchanged in a season")
    elif played < agreed:
        yield Violation("PBL-L07", f"{played} of {counted(agreed, 'game')} played in this season")
    if state.members[command.player].exchanged:
        yield Violation("PBL-L07", "1 of 1 exchange made in this season")
    yield from _check_own(state, command.player, command.give, "PBL-L07")
    yield from _check_card(state, command.take, "PBL-L07")


def _check_firing(state: State, command: c.FireKeeper) -> Iterator[Violation]:
    if state.terms.form != "salary":
        yield Violation("PBL-L10", "keepers are fired in a league with an auction")
    if state.phase != "preparation" or not state.season:
        yield Violation("PBL-L10", "keepers are fired after a season")
    yield from _check_own(state, command.player, command.card, "PBL-L10")
