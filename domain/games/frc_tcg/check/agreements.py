"""Card texts resolved by hand, table agreements, corrections (TCG-A12, X06, X10, E04, E05)."""

from collections.abc import Iterator
from typing import Final

from domain.games.frc_tcg.cards.records import (
    Award,
    Component,
    Kickoff,
    Mentor,
    Robot,
)
from domain.games.frc_tcg.check.acting import (
    may_act,
    not_started,
    stops,
)
from domain.games.frc_tcg.commands.agreements import (
    Abandon,
    Adjust,
    AgreeDraw,
    Concede,
    DeclarePosition,
    EndEnhancement,
    ResolveCardEffect,
    RevealCard,
    RobotPosition,
    SettlePrizeCards,
)
from domain.games.frc_tcg.known import impossible, is_seat
from domain.games.frc_tcg.options import CHOICES
from domain.games.frc_tcg.references import find_enhancement, source_card
from domain.games.frc_tcg.resolve.faults import check_reveal
from domain.games.frc_tcg.resolve.position import captured_owners, counted_cards
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import REGISTERED, State
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted


def _in_play(state: State) -> Iterator[Violation]:
    """Whether the match is running, whoever's turn it is."""
    yield from may_act(state, None)


def _resolve_card_effect(state: State, command: ResolveCardEffect) -> Iterator[Violation]:
    early = tuple(_in_play(state))
    yield from early
    if stops(early):
        return
    if not is_seat(state, command.player):
        yield impossible("TCG-A12", "there is no such seat")
        return
    source = source_card(state, command.source, command.player) if command.source is not None else None
    if source is None:
        name = command.source or "no card"
        yield Violation("TCG-A12", f"{name}: an effect has a source card that is in play or was played this turn")


def _end_enhancement(state: State, command: EndEnhancement) -> Iterator[Violation]:
    early = tuple(_in_play(state))
    yield from early
    if stops(early):
        return
    found = find_enhancement(state, command.card, command.player)
    if found is None:
        yield impossible("TCG-X06", f"no mentor or award {command.card} in play there")
        return
    duration = found[1].duration
    if command.source is None and duration != "manual":
        yield Violation("TCG-X06", f"it lasts {duration}: name the card that ends it as source")
    elif command.source is not None and source_card(state, command.source, None) is None:
        yield Violation("TCG-A12", f"{command.source} is neither in play nor played this turn")


def _reveal_card(state: State, command: RevealCard) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
        return
    seat = seat_of(state, command.player)
    yield from check_reveal(state, max(0, seat), command.token, command.card_id, command.to)


def _agreeing(state: State) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
    elif state.over:
        yield Violation("TCG-E05", "the match is over")


def _concede(state: State, command: Concede) -> Iterator[Violation]:
    yield from _agreeing(state)
    if not 0 <= command.player < len(state.players):
        yield impossible("TCG-E05", "only a player concedes")
    elif state.status == "setup":
        yield impossible("TCG-E05", "the match has not started: abandon it")
    elif state.players[command.player].out and not state.over:
        yield Violation("TCG-E05", f"{seat_name(state.seats, command.player)} is out of the match")


def _agree_draw(state: State, command: AgreeDraw) -> Iterator[Violation]:
    yield from _agreeing(state)
    if not all(0 <= seat < len(state.players) for seat in command.players):
        yield impossible("TCG-E05", "only players agree on a draw")
        return
    still_in = {seat for seat, player in enumerate(state.players) if not player.out}
    missing = still_in - set(command.players)
    if missing:
        yield Violation("TCG-E05", f"{seat_name(state.seats, min(missing))} has not agreed: a draw needs all players")


def _abandon(state: State, _command: Abandon) -> Iterator[Violation]:
    yield from _agreeing(state)


def _settle_prize_cards(state: State, command: SettlePrizeCards) -> Iterator[Violation]:
    if command.mode not in CHOICES["prize_settlement"]:
        yield impossible(
            "TCG-E04", f"no settlement {command.mode!r}; there are {', '.join(CHOICES['prize_settlement'])}"
        )
    if not state.over:
        yield Violation("TCG-E04", "captured prize cards are settled after the end")
    elif state.settlement:
        yield Violation("TCG-E04", f"they are settled: {state.settlement}")


def _adjust(state: State, _command: Adjust) -> Iterator[Violation]:
    early = not_started(state)
    if early is not None:
        yield early


def _declare_position(state: State, command: DeclarePosition) -> Iterator[Violation]:
    if state.status == "unopened" or any(p.step < REGISTERED for p in state.players):
        yield impossible("TCG-S08", "open the match and register the decks first")
        return
    if len(command.players) != len(state.players) or not 0 <= command.active < len(state.players) or command.turn < 1:
        yield impossible("TCG-X10", "a position names every player, who is to act, and a turn from 1")
        return
    for seat in range(len(state.players)):
        yield from _side(state, command, seat)


def _side(state: State, command: DeclarePosition, seat: int) -> Iterator[Violation]:
    laid, name = command.players[seat], seat_name(state.seats, seat)
    owners = captured_owners(command, seat)
    if laid.deck < 0 or len(owners) != len(laid.captured) or not all(0 <= o < len(state.players) for o in owners):
        yield impossible("TCG-X10", f"{name}: a deck of 0 or more, and the owner of each captured card")
        return
    total, size = counted_cards(command, seat), state.players[seat].deck_size
    if total != size:
        yield impossible("TCG-X10", f"{name}: {counted(total, 'card')} laid down, the deck has {size}")
    for robot in laid.robots:
        yield from _laid_robot(state, robot)
    for card, wanted in ((laid.mentor, Mentor), *((award, Award) for award in laid.awards)):
        if card is not None and not isinstance(state.catalogue.get(card), wanted):
            yield impossible("TCG-X10", f"{card} is no {wanted.__name__.lower()} of the catalogue")


def _laid_robot(state: State, robot: RobotPosition) -> Iterator[Violation]:
    if not robot.cards or robot.hp < 0 or (robot.max_hp is not None and robot.max_hp < robot.hp):
        yield impossible("TCG-X10", "a robot has one card or more, and HP up to its maximum")
    if len(robot.kickoffs) > len(robot.cards):
        yield impossible("TCG-X10", "a robot has one Kickoff a level at most")
    parts = [card for cards in robot.components.values() for card in cards]
    expected: list[tuple[str, type[Robot | Kickoff | Component]]] = [(card, Robot) for card in robot.cards]
    expected += [(card, Kickoff) for card in robot.kickoffs if card is not None]
    expected += [(card, Component) for card in parts]
    for card, wanted in expected:
        if not isinstance(state.catalogue.get(card), wanted):
            yield impossible("TCG-X10", f"{card} is no {wanted.__name__.lower()} of the catalogue")


AGREEMENTS: Final[dict[type, object]] = {
    ResolveCardEffect: _resolve_card_effect,
    EndEnhancement: _end_enhancement,
    RevealCard: _reveal_card,
    Concede: _concede,
    AgreeDraw: _agree_draw,
    Abandon: _abandon,
    SettlePrizeCards: _settle_prize_cards,
    Adjust: _adjust,
    DeclarePosition: _declare_position,
}
