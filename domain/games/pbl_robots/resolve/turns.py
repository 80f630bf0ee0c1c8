"""Passing, drawing, ending a turn; hand limit, reveals, the gunner, the clock, resigning."""

from domain.cards import Token, parse_ref
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.changes import Draw
from domain.games.pbl_robots.events.ending import SideResigned, TimeLimitExpired, TimeLimitStarted
from domain.games.pbl_robots.events.turns import (
    CardRevealed,
    DeckTopArranged,
    HandLimitDiscarded,
    MovePassed,
    OwedSettled,
    TurnEndAnnounced,
)
from domain.games.pbl_robots.numbers import meant
from domain.games.pbl_robots.resolve.base import Work, card_of, take_unseen
from domain.games.pbl_robots.resolve.consequences import end_turn, settle
from domain.games.pbl_robots.resolve.draws import draw
from domain.games.pbl_robots.state import State


def pass_move(work: Work, command: c.PassMove) -> None:
    work.add(MovePassed(seat=acting_seat(work.state, command)))


def announce_end(work: Work, command: c.AnnounceEnd) -> None:
    work.add(TurnEndAnnounced(seat=acting_seat(work.state, command)))


def draw_card(work: Work, command: c.DrawCard) -> None:
    """What is due first, else the end draw; an end draw with the MOVE unused is a pass (PBL-T04)."""
    seat = acting_seat(work.state, command)
    spec = Draw(command.card, command.slot, command.row)
    if work.state.owed and work.state.owed[0].kind == "draw":
        draw(work, seat, spec)
        work.add(OwedSettled())
        return
    if not work.state.turn.move_used:
        work.add(MovePassed(seat=seat))
    draw(work, seat, spec)
    if work.state.phase == "play":
        settle(work)
        end_turn(work)


def revealed(state: State, seat: int, command: c.RevealCard) -> Token | None:
    """The card that becomes known, with its identity: a hand card, else one that lies face down on the scrap heap."""
    wanted = parse_ref(command.card)
    heap = state.sides[state.seats[seat].side].face_down
    return meant(state.people[seat].hand, wanted) or meant(heap, wanted)


def reveal_card(work: Work, command: c.RevealCard) -> None:
    """A card gets its identity; a hand card may be shown to everybody."""
    seat = acting_seat(work.state, command)
    token = revealed(work.state, seat, command)
    if token is None or token.card is None:
        return
    person = work.state.people[seat]
    if token not in (*person.hand, *work.state.sides[work.state.seats[seat].side].face_down):
        work.add(CardRevealed(seat=seat, token=token.id, card=token.card))
    if command.shown and any(one.id == token.id for one in person.hand):
        work.add(CardRevealed(seat=seat, token=token.id, card=token.card, shown=True))


def discard_to_limit(work: Work, command: c.DiscardToLimit) -> None:
    seat = acting_seat(work.state, command)
    work.add(HandLimitDiscarded(seat=seat, tokens=take_unseen(work, seat, command.cards)))


def arrange_deck(work: Work, command: c.ArrangeDeck) -> None:
    seat = acting_seat(work.state, command)
    known = [card_of(ref) for ref in command.order]
    order = (*known, *(None for _ in range(command.count - len(known))))
    work.add(DeckTopArranged(side=work.state.seats[seat].side, order=order))


def clock(work: Work, command: c.RecordClock) -> None:
    if command.what == "started":
        work.add(TimeLimitStarted(turn=work.state.turn.number))
    else:
        work.add(TimeLimitExpired())


def resign(work: Work, command: c.Resign) -> None:
    work.add(SideResigned(side=work.state.seats[acting_seat(work.state, command)].side))
